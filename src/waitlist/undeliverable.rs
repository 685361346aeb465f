//! An offer that nobody could be told of (docs/domain.md §11).

use chrono::{DateTime, Utc};
use serde_json::json;

use super::settle::Trigger;
use crate::domain::ids::{EventId, OfferId};
use crate::domain::offer::{EndReason, PauseReason};
use crate::error::Result;
use crate::store::event_tx::Change;
use crate::store::{Db, EventTx, entries, offers};

/// Ends the offer (`undeliverable`) and pauses its entry, unless its page has been opened or it isn't pending any more; the seat goes on at once.
pub async fn end(db: &Db, now: DateTime<Utc>, event: EventId, offer: OfferId, generation: i64) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let Some(offer) = offers::find_locked(&mut event, offer).await? else {
        return Ok(());
    };
    let untold = offer.is_live(now) && offer.generation == generation && offer.opened_at.is_none();
    if !untold || !offers::end(&mut event, offer.id, EndReason::Undeliverable).await? {
        return Ok(());
    }
    entries::pause(&mut event, offer.account_id, PauseReason::Undeliverable).await?;
    event.log(Change {
        what: "offer_expired",
        on: Some(offer.account_id),
        before: Some(json!({"status": "pending"})),
        after: Some(json!({"status": "expired", "end_reason": "undeliverable"})),
        ..Change::default()
    });
    event.commit(Trigger::Undeliverable).await.map(drop)
}
