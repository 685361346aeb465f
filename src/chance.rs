//! Chance: the one place that draws from the system's randomness.

use std::sync::Mutex;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use rand::RngExt as _;
use sha2::{Digest as _, Sha256};
use uuid::{ContextV7, Timestamp, Uuid};

/// Keeps ids of the same millisecond in the order of their making.
static ORDER: Mutex<ContextV7> = Mutex::new(ContextV7::new());

/// A new id, ordered by the time of its making.
pub fn id(now: DateTime<Utc>) -> Uuid {
    let seconds = u64::try_from(now.timestamp()).unwrap_or_default();
    Uuid::new_v7(Timestamp::from_unix(&ORDER, seconds, now.timestamp_subsec_nanos()))
}

/// A link token: 192 random bits for the person, of which the database keeps only the hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    #[expect(clippy::disallowed_methods, reason = "the one place that draws tokens")]
    pub fn draw() -> Self {
        let mut bytes = [0u8; 24];
        rand::rng().fill(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> Vec<u8> {
        hash_of(&self.0)
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The seed of a lottery's next draw (R18).
#[expect(clippy::disallowed_methods, reason = "the one place that draws seeds")]
pub fn seed() -> [u8; 32] {
    let mut bytes = [0u8; 32];
    rand::rng().fill(&mut bytes);
    bytes
}

/// The hash under which a presented token is looked up.
pub fn hash_of(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
