//! Passwords: Argon2id, hashed off the async threads.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use crate::domain::text::{Text, say};

const LEAST: usize = 8;
const MOST: usize = 200;

/// A hash of no one's password, so that an unknown address takes as long as a known one (R27).
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// From 8 to 200 characters.
pub fn check(password: &str) -> Result<String, Text> {
    match password.chars().count() {
        LEAST..=MOST => Ok(password.to_owned()),
        n if n < LEAST => Err(say!("error-password-short", least = LEAST)),
        _ => Err(say!("error-password-long", most = MOST)),
    }
}

/// The password as a PHC string.
pub async fn hash(password: String) -> String {
    blocking(move || {
        Argon2::default().hash_password(password.as_bytes()).expect("the default parameters are valid").to_string()
    })
    .await
}

/// Does the password belong to the hash? Takes as long where there is none.
pub async fn verify(password: String, hash: Option<String>) -> bool {
    let known = hash.is_some();
    let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
    let matches = blocking(move || {
        PasswordHash::new(&hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    })
    .await;
    matches && known
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("hashing doesn't panic")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_matches_its_own_hash_only() {
        let hashed = hash("correct horse".into()).await;
        assert!(verify("correct horse".into(), Some(hashed.clone())).await);
        assert!(!verify("wrong horse".into(), Some(hashed)).await);
        assert!(!verify("correct horse".into(), None).await);
    }

    #[test]
    fn the_hash_of_nobody_is_a_hash() {
        assert!(PasswordHash::new(NOBODY).is_ok());
    }
}
