//! What every revoked offer leaves: a line in the log, and a notice to its holder unless another one tells of the same act.

use serde_json::json;

use crate::domain::ids::{AccountId, OfferId};
use crate::domain::offer::EndReason;
use crate::store::EventTx;
use crate::store::event_tx::{Change, Notice};
use crate::store::notifications::Kind;
use crate::store::offers::Ended;

/// Logs and tells each of these; `who` is the organizer, `None` the system.
pub(crate) fn log_and_tell(event: &mut EventTx, who: Option<AccountId>, ended: &[Ended], reason: EndReason) {
    for offer in ended {
        log(event, who, offer.account_id, reason);
        tell(event, offer.id, offer.generation, offer.account_id);
    }
}

pub(crate) fn log(event: &mut EventTx, who: Option<AccountId>, on: AccountId, reason: EndReason) {
    event.log(Change {
        who,
        what: "offer_revoked",
        on: Some(on),
        before: Some(json!({"status": "pending"})),
        after: Some(json!({"status": "revoked", "end_reason": reason})),
        ..Change::default()
    });
}

/// Tells the holder of a revoked offer.
pub(crate) fn tell(event: &mut EventTx, offer: OfferId, generation: i64, to: AccountId) {
    let give_up_at = event.notice_horizon();
    event.notify(Notice { kind: Kind::OfferWithdrawn, subject: offer.0, generation, to, give_up_at });
}
