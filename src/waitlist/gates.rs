//! The gates about people (docs/domain.md §9): what happens to a queue when the blocklist, invitations or membership change.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::revoked;
use super::settle::Trigger;
use crate::domain::ids::{AccountId, EventId};
use crate::domain::offer::EndReason;
use crate::error::Result;
use crate::store::entries::Gated;
use crate::store::event_tx::Change;
use crate::store::{Db, EventTx, entries, offers};

/// Judges everyone in this event's queue again; where that changes anything, takes live offers back from people whom a gate stops now, and runs a pass.
///
/// # Errors
/// `NotFound` for an unknown event.
pub async fn changed(db: &Db, now: DateTime<Utc>, who: Option<AccountId>, event: EventId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let judged = judge(&mut event, who).await?;
    if judged.is_empty() {
        return Ok(());
    }
    take_back(&mut event, who, &judged).await?;
    event.commit(Trigger::GatesChanged).await.map(drop)
}

/// The same within a transaction that goes on; answers how many live offers were taken back.
pub(crate) async fn refresh(event: &mut EventTx, who: Option<AccountId>) -> Result<usize> {
    let judged = judge(event, who).await?;
    take_back(event, who, &judged).await
}

/// Everyone whose judgement has changed.
async fn judge(event: &mut EventTx, who: Option<AccountId>) -> Result<Vec<Gated>> {
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
    Ok(judged)
}

/// The live offers of people whom a gate stops now.
async fn take_back(event: &mut EventTx, who: Option<AccountId>, judged: &[Gated]) -> Result<usize> {
    if judged.iter().all(|gated| gated.barred.is_none()) {
        return Ok(0);
    }
    let ended = offers::end_of_barred(event, EndReason::Organizer).await?;
    revoked::log_and_tell(event, who, &ended, EndReason::Organizer);
    Ok(ended.len())
}
