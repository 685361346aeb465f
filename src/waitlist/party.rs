//! A waiting party made smaller or larger (R40).

use chrono::{DateTime, Utc};
use serde_json::json;

use super::join::check_party;
use super::settle::Trigger;
use super::status::person_in;
use crate::domain::ids::{AccountId, EventId};
use crate::error::{Refusal, Result};
use crate::store::event_tx::Change;
use crate::store::{Db, EventTx, entries};

/// Waits for `party_size` seats from now on: fewer keep the place, more go to the end of the line. Runs a pass.
///
/// # Errors
/// `NotFound` for who isn't queued; `AlreadyPending` while an offer is live; `Invalid` (`party_size`).
pub async fn set_party(db: &Db, now: DateTime<Utc>, event: EventId, account: AccountId, party_size: i64) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let person = person_in(&mut event, account).await?;
    let entry = person.entry.ok_or(Refusal::NotFound)?;
    if person.live_offer(now).is_some() {
        return Err(Refusal::AlreadyPending.into());
    }
    let larger = party_size > entry.party_size;
    if larger {
        check_party(&event, party_size)?;
    }
    if party_size == entry.party_size {
        return Ok(());
    }
    entries::set_party(&mut event, account, party_size, larger).await?;
    event.log(Change {
        who: Some(account),
        what: "party_changed",
        on: Some(account),
        before: Some(json!({"party_size": entry.party_size})),
        after: Some(json!({"party_size": party_size})),
        ..Change::default()
    });
    event.commit(Trigger::PartyChanged).await.map(drop)
}
