//! The gates about people (docs/domain.md §9): what happens to a queue when the blocklist, invitations or membership change.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::revoked;
use super::settle::Trigger;
use crate::domain::ids::{AccountId, EventId};
use crate::domain::offer::EndReason;
use crate::error::Result;
use crate::store::event_tx::Change;
use crate::store::{Db, EventTx, entries, offers};

/// Judges everyone in this event's queue again, takes live offers back from people whom a gate stops now, and runs a pass.
///
/// # Errors
/// `NotFound` for an unknown event.
pub async fn changed(db: &Db, now: DateTime<Utc>, who: Option<AccountId>, event: EventId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    refresh(&mut event, who).await?;
    event.commit(Trigger::GatesChanged).await.map(drop)
}

/// The same within a transaction that goes on; answers how many live offers were taken back.
pub(crate) async fn refresh(event: &mut EventTx, who: Option<AccountId>) -> Result<usize> {
    let judged = entries::refresh_gates(event).await?;
    for gated in &judged {
        event.log(Change {
            who,
            what: if gated.barred.is_some() { "entry_barred" } else { "entry_unbarred" },
            on: Some(gated.account_id),
            after: Some(json!({"barred": gated.barred})),
            ..Change::default()
        });
    }
    if judged.iter().all(|gated| gated.barred.is_none()) {
        return Ok(0);
    }
    let ended = offers::end_of_barred(event, EndReason::Organizer).await?;
    revoked::log_and_tell(event, who, &ended, EndReason::Organizer);
    Ok(ended.len())
}
