//! Answering an offer other than by taking the seat (`registration::rsvp` does that), and being asked again.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::leave::leave_within;
use super::settle::Trigger;
use super::status::person_in;
use crate::domain::ids::{AccountId, EventId, OfferId};
use crate::domain::offer::EndReason;
use crate::error::{Refusal, Result};
use crate::store::event_tx::Change;
use crate::store::standing::Person;
use crate::store::{Db, EventTx, entries, offers};

/// How long an entry rests where no window says it (R38).
const REST: TimeDelta = TimeDelta::hours(24);

/// "No thanks": the offer ends `declined`, the person leaves the queue, and the next one is offered in the same transaction.
///
/// # Errors
/// `NotFound` for an unknown offer, or another person's; `NotPending` when it is over.
pub async fn decline(db: &Db, now: DateTime<Utc>, event: EventId, offer: OfferId, account: AccountId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let person = holder_in(&mut event, offer, account).await?;
    leave_within(&mut event, &person, EndReason::Declined).await?;
    event.commit(Trigger::Declined).await.map(drop)
}

/// "Not this time": the offer ends `passed`, the place is kept, and the entry rests for one offer window (R38). Answers until when.
///
/// # Errors
/// As [`decline`].
pub async fn pass(
    db: &Db,
    now: DateTime<Utc>,
    event: EventId,
    offer: OfferId,
    account: AccountId,
) -> Result<DateTime<Utc>> {
    let mut event = EventTx::open(db, event, now).await?;
    holder_in(&mut event, offer, account).await?;
    let until = now + event.event().settings.waitlist_time_window.unwrap_or(REST);
    offers::end(&mut event, offer, EndReason::Passed).await?;
    entries::rest(&mut event, account, until).await?;
    event.log(Change {
        who: Some(account),
        what: "offer_passed",
        on: Some(account),
        before: Some(json!({"status": "pending"})),
        after: Some(json!({"status": "expired", "end_reason": "passed", "resting_until": until})),
        ..Change::default()
    });
    event.commit(Trigger::Passed).await?;
    Ok(until)
}

/// The person, if this live offer is theirs.
async fn holder_in(event: &mut EventTx, offer: OfferId, account: AccountId) -> Result<Person> {
    let person = person_in(event, account).await?;
    match person.live_offer(event.now()) {
        Some(live) if live.id == offer => Ok(person),
        _ => {
            let theirs = offers::find_locked(event, offer).await?.filter(|offer| offer.account_id == account);
            Err(if theirs.is_some() { Refusal::NotPending } else { Refusal::NotFound }.into())
        }
    }
}

/// "I'm ready again", "Ask me again": ends rest and pause (R38, R39), and runs a pass. Who neither rests nor is paused is ready already.
///
/// # Errors
/// `NotFound`
pub async fn ready(db: &Db, now: DateTime<Utc>, event: EventId, account: AccountId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    person_in(&mut event, account).await?;
    if !entries::ready(&mut event, account).await? {
        return Ok(());
    }
    event.log(Change { who: Some(account), what: "entry_ready", on: Some(account), ..Change::default() });
    event.commit(Trigger::Ready).await.map(drop)
}
