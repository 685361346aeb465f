//! Changing an event: its limits (R25), its times (R41), its waitlist.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::form::{EventForm, Parsed};
use crate::domain::ids::{AccountId, EventId};
use crate::domain::offer::EndReason;
use crate::error::{Refusal, Result};
use crate::store::event_tx::{Change, Notice};
use crate::store::events::Event;
use crate::store::notifications::Kind;
use crate::store::{Db, EventTx, offers};
use crate::waitlist::preview::{self, Preview};
use crate::waitlist::settle::Trigger;
use crate::waitlist::{gates, revoked, settings};

/// Changes any of the event's fields and runs a pass.
///
/// # Errors
/// `NotFound`; `Invalid` with every broken field; `WouldWithdraw` when a lower limit withdraws offers and that isn't confirmed (R25).
pub async fn update(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    form: EventForm,
    confirm_withdraw: bool,
) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let withdrawn = apply(&mut event, who, form).await?;
    if withdrawn > 0 && !confirm_withdraw {
        return Err(Refusal::WouldWithdraw { withdraws: withdrawn }.into());
    }
    event.commit(Trigger::EventChanged).await.map(drop)
}

/// What saving `form` would do: whom a pass would offer or give seats, and how many offers would be withdrawn. Nothing is saved.
///
/// # Errors
/// As [`update`], but for `WouldWithdraw`.
pub async fn preview(db: &Db, now: DateTime<Utc>, who: AccountId, event: EventId, form: EventForm) -> Result<Preview> {
    let mut event = EventTx::open(db, event, now).await?;
    let before = offers::live_ids(&mut event).await?;
    apply(&mut event, who, form).await?;
    preview::of(event, &before).await
}

/// The changes themselves; answers how many offers they withdraw because of limits or gates (R25).
async fn apply(event: &mut EventTx, who: AccountId, form: EventForm) -> Result<i64> {
    let before = event.event().clone();
    let parsed = form.update(&before)?;
    if parsed.slug.as_ref().is_some_and(|slug| *slug != before.slug) {
        return Err(Refusal::field("slug", "error-slug-kept").into());
    }
    save(event, who, &before, parsed).await?;
    move_deadlines(event, who, &before).await?;
    let mut withdrawn = withdraw_what_no_longer_fits(event, who, before.capacity()).await?;
    let (was, is) = (&before.details, &event.event().details);
    if (was.visibility, was.members_only) != (is.visibility, is.members_only) {
        withdrawn += gates::refresh(event, Some(who)).await? as i64;
    }
    Ok(withdrawn)
}

async fn save(event: &mut EventTx, who: AccountId, before: &Event, parsed: Parsed) -> Result<()> {
    if parsed.details != before.details {
        event.save_details(parsed.details).await?;
    }
    if parsed.schedule != before.schedule {
        event.save_schedule(parsed.schedule).await?;
    }
    let (was, is) = (as_json(before), as_json(event.event()));
    if was != is {
        event.log(Change {
            who: Some(who),
            what: "event_changed",
            before: Some(was),
            after: Some(is),
            ..Change::default()
        });
    }
    settings::change(event, who, parsed.settings).await
}

/// What of an event's change is worth a line in the log.
fn as_json(event: &Event) -> Value {
    json!({
        "title": event.details.title,
        "max_attendees": event.details.max_attendees,
        "venue_capacity": event.details.venue_capacity,
        "starts_at": event.schedule.starts_at,
        "ends_at": event.schedule.ends_at,
        "registration_deadline": event.schedule.registration_deadline,
        "time_zone": event.details.zone.name(),
        "visibility": event.details.visibility,
        "members_only": event.details.members_only,
        "hide_capacity": event.details.hide_capacity,
    })
}

/// R41: live offers never outlast the claim deadline; one that has passed already revokes them.
async fn move_deadlines(event: &mut EventTx, who: AccountId, before: &Event) -> Result<()> {
    let deadline = event.event().schedule.claim_deadline();
    if deadline >= before.schedule.claim_deadline() {
        return Ok(offers::move_invitations(event, deadline).await?);
    }
    if deadline <= event.now() {
        let ended = offers::end_all(event, EndReason::EventClosed).await?;
        revoked::log_and_tell(event, Some(who), &ended, EndReason::EventClosed);
        return Ok(());
    }
    let generation = event.now().timestamp_micros();
    for offer in offers::shorten(event, deadline).await? {
        event.notify(Notice {
            kind: Kind::OfferDeadlineMoved,
            subject: offer.id.0,
            generation,
            to: offer.account_id,
            give_up_at: deadline,
        });
        event.log(Change {
            who: Some(who),
            what: "offer_deadline_moved",
            on: Some(offer.account_id),
            after: Some(json!({"expires_at": deadline})),
            ..Change::default()
        });
    }
    Ok(())
}

/// R25: where the capacity was lowered, newest first, until attendees + held ≤ capacity; answers how many.
async fn withdraw_what_no_longer_fits(event: &mut EventTx, who: AccountId, before: Option<i64>) -> Result<i64> {
    event.recount_if_stale().await?;
    let seats = event.numbers().seats(event.event());
    let Some(capacity) = seats.capacity.filter(|now| before.is_none_or(|before| *now < before)) else {
        return Ok(0);
    };
    let mut over = seats.attendees + seats.held - capacity;
    let mut withdrawn = 0;
    if over <= 0 || seats.held == 0 {
        return Ok(0);
    }
    for offer in offers::newest_first(event).await? {
        if over <= 0 {
            break;
        }
        offers::end(event, offer.id, EndReason::CapacityReduced).await?;
        revoked::log(event, Some(who), offer.account_id, EndReason::CapacityReduced);
        revoked::tell(event, offer.id, offer.generation, offer.account_id);
        over -= offer.seats;
        withdrawn += 1;
    }
    Ok(withdrawn)
}
