//! Leaving the waitlist: always possible (docs/domain.md §7).

use chrono::{DateTime, Utc};
use serde_json::json;

use super::settle::Trigger;
use super::status::person_in;
use crate::domain::ids::{AccountId, EventId};
use crate::domain::offer::EndReason;
use crate::error::Result;
use crate::store::event_tx::Change;
use crate::store::standing::Person;
use crate::store::{Db, EventTx, entries, offers};

/// Takes the person out of the queue, also when the list is closed; a live offer ends `left` and the seat goes on at once. Not queued: nothing to do.
pub async fn leave(db: &Db, now: DateTime<Utc>, event: EventId, account: AccountId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let person = person_in(&mut event, account).await?;
    if !leave_within(&mut event, &person, EndReason::Left).await? {
        return Ok(());
    }
    event.commit(Trigger::Left).await.map(drop)
}

/// Ends the person's live offer for this reason and removes their entry; `false`: they had neither.
pub(crate) async fn leave_within(event: &mut EventTx, person: &Person, reason: EndReason) -> Result<bool> {
    let mut changed = false;
    if let Some(offer) = person.live_offer(event.now()) {
        changed |= offers::end(event, offer.id, reason).await?;
        event.log(Change {
            who: Some(person.account_id),
            what: "offer_expired",
            on: Some(person.account_id),
            before: Some(json!({"status": "pending"})),
            after: Some(json!({"status": "expired", "end_reason": reason})),
            ..Change::default()
        });
    }
    if person.entry.is_some() {
        changed |= entries::delete(event, person.account_id).await?;
    }
    Ok(changed)
}
