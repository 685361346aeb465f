//! The same act on several entries: each in its own transaction, so that one refusal doesn't undo the others.

use chrono::{DateTime, Utc};

use super::organizer::{self, Terms};
use crate::domain::ids::{AccountId, EventId};
use crate::domain::role::Role;
use crate::domain::text_enum::text_enum;
use crate::error::{Error, Refusal, Result};
use crate::store::Db;
use crate::store::entries::EntryOf;

text_enum! {
    /// What can be done to several entries at once.
    pub enum Bulk {
        Offer = "offer",
        Revoke = "revoke",
        Remove = "remove",
    }
}

/// What became of the chosen.
#[derive(Debug, Default)]
pub struct Outcome {
    pub done: usize,
    /// Who was refused, and why, in line order.
    pub refused: Vec<(String, Refusal)>,
}

/// Acts on each of `chosen`, in their order; offers last until `expires_at` (`None`: as long as the window says).
///
/// # Errors
/// Only the database's; what the rules refuse is in the outcome.
pub async fn act(
    db: &Db,
    now: DateTime<Utc>,
    (who, role): (AccountId, Role),
    event: EventId,
    act: Bulk,
    chosen: &[EntryOf],
    expires_at: Option<DateTime<Utc>>,
) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    for entry in chosen {
        let done = match (act, &entry.current_offer) {
            (Bulk::Offer, _) => {
                let terms = Terms { expires_at, instead_of: None };
                organizer::create_offer(db, now, who, event, entry.id, terms).await.map(drop)
            }
            (Bulk::Revoke, Some(offer)) => organizer::revoke(db, now, who, event, offer.id, None).await.map(drop),
            (Bulk::Revoke, None) => Err(Refusal::NotPending.into()),
            (Bulk::Remove, _) => organizer::remove_entry(db, now, (who, role), event, entry.id, None).await,
        };
        match done {
            Ok(()) => outcome.done += 1,
            Err(Error::Refused(refusal)) => outcome.refused.push((entry.name.clone(), refusal)),
            Err(error) => return Err(error),
        }
    }
    Ok(outcome)
}
