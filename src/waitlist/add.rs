//! People whom an organizer puts on the waitlist one by one.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::join::{check_party, join_within};
use super::settle::Trigger;
use crate::domain::address::Email;
use crate::domain::event::EventStatus;
use crate::domain::ids::{AccountId, EntryId, EventId};
use crate::error::{Refusal, Result};
use crate::store::accounts::Speaks;
use crate::store::event_tx::Change;
use crate::store::{Db, EventTx, accounts, entries};

/// Puts the person of this address at the end of the line, confirmed, and tells them; who stands there already stays where they are.
///
/// # Errors
/// `Stale` unless the event is to come; `AlreadyRegistered`; `Invalid` (`party_size`).
pub async fn add(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    (name, email): (&str, &Email),
    party_size: i64,
) -> Result<EntryId> {
    let mut event = EventTx::open(db, event, now).await?;
    check_to_come(&event)?;
    check_party(&event, party_size)?;
    let account = accounts::find_or_insert(&mut event, name, email, Speaks::LikeAccount(who)).await?;
    let person = event.person(account).await?.ok_or(Refusal::NotFound)?;
    if person.seats() > 0 {
        return Err(Refusal::AlreadyRegistered.into());
    }
    let entry = match person.entry {
        Some(entry) if entry.confirmed => return Ok(entry.id),
        Some(entry) => {
            entries::confirm(&mut event, account).await?;
            entry.id
        }
        None => join_within(&mut event, account, party_size).await?.0,
    };
    event.log(Change {
        who: Some(who),
        what: "entry_added",
        on: Some(account),
        after: Some(json!({"party_size": party_size})),
        ..Change::default()
    });
    event.commit(Trigger::EntryAdded).await?;
    Ok(entry)
}

pub(super) fn check_to_come(event: &EventTx) -> Result<()> {
    let schedule = &event.event().schedule;
    let why_not = match schedule.status {
        EventStatus::Draft => "stale-publish-first",
        EventStatus::Cancelled => "stale-cancelled",
        EventStatus::Open | EventStatus::Closed if event.now() >= schedule.starts_at => "stale-begun",
        EventStatus::Open | EventStatus::Closed => return Ok(()),
    };
    Err(Refusal::Stale(why_not.into()).into())
}
