//! Answering an offer other than by taking the seat (`registration::rsvp` does that).

use chrono::{DateTime, Utc};

use super::leave::leave_within;
use super::settle::Trigger;
use super::status::person_in;
use crate::domain::ids::{AccountId, EventId, OfferId};
use crate::domain::offer::EndReason;
use crate::error::{Refusal, Result};
use crate::store::{Db, EventTx, offers};

/// "No thanks": the offer ends `declined`, the person leaves the queue, and the next one is offered in the same transaction.
///
/// # Errors
/// `NotFound` for an unknown offer, or another person's; `NotPending` when it is over.
pub async fn decline(db: &Db, now: DateTime<Utc>, event: EventId, offer: OfferId, account: AccountId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let person = person_in(&mut event, account).await?;
    match person.live_offer(now) {
        Some(live) if live.id == offer => {}
        _ => {
            let theirs = offers::find_locked(&mut event, offer).await?.filter(|offer| offer.account_id == account);
            return Err(if theirs.is_some() { Refusal::NotPending } else { Refusal::NotFound }.into());
        }
    }
    leave_within(&mut event, &person, EndReason::Declined).await?;
    event.commit(Trigger::Declined).await.map(drop)
}
