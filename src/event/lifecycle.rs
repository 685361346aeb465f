//! An event's life: draft, open, cancelled, open again.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::form::{EventForm, slug_from, unique_slug};
use crate::chance;
use crate::domain::event::{EventStatus, Schedule};
use crate::domain::fields::Fields;
use crate::domain::ids::{AccountId, EventId};
use crate::domain::offer::EndReason;
use crate::domain::zone;
use crate::error::{Refusal, Result};
use crate::store::event_tx::{Change, Notice};
use crate::store::events::{Event, OrganizationOf};
use crate::store::notifications::Kind;
use crate::store::organizations::Organization;
use crate::store::{Db, EventTx, entries, events, offers, registrations};
use crate::waitlist::settings::subject_of;
use crate::waitlist::settle::Trigger;

/// The page that makes a new event stands where an event's own would.
const RESERVED_SLUG: &str = "new";

/// Makes a draft in the organization; a slug made from the title is made unique.
///
/// # Errors
/// `Invalid` with every broken field; a given slug that is taken is one.
pub async fn create(db: &Db, now: DateTime<Utc>, organization: &Organization, form: EventForm) -> Result<EventId> {
    let zone = zone::parse_zone(&organization.time_zone).unwrap_or(chrono_tz::UTC);
    let parsed = form.create(zone)?;
    let mut tx = db.write().await?;
    let slug = match &parsed.slug {
        Some(slug) => slug.clone(),
        None => {
            let base = slug_from(&parsed.details.title, "event");
            let mut taken = events::slugs_like(&mut tx, organization.id, &base).await?;
            taken.push(RESERVED_SLUG.to_owned());
            unique_slug(&base, &taken)
        }
    };
    let event = Event {
        id: EventId(chance::id(now)),
        organization: OrganizationOf {
            id: organization.id,
            slug: organization.slug.clone(),
            name: organization.name.clone(),
        },
        slug,
        kind: parsed.kind,
        details: parsed.details,
        schedule: parsed.schedule,
        settings: parsed.settings,
        last_place: 0,
        last_pass: None,
    };
    if event.slug == RESERVED_SLUG || !events::insert(&mut tx, &event, now).await? {
        return Err(Fields::one("slug", "Another event of yours has this address already.").into());
    }
    tx.commit().await?;
    Ok(event.id)
}

/// Draft → open: it is shown, and people may register.
///
/// # Errors
/// `NotFound`; `Stale` if it isn't a draft.
pub async fn publish(db: &Db, now: DateTime<Utc>, who: AccountId, event: EventId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    if event.event().schedule.status != EventStatus::Draft {
        return Err(Refusal::Stale("This event isn't a draft any more.").into());
    }
    set_status(&mut event, who, EventStatus::Open, "event_published", None).await?;
    event.commit(Trigger::EventPublished).await.map(drop)
}

/// Cancels: live offers end, everyone waiting or going is told once; the queue is kept for a re-opening.
///
/// # Errors
/// `NotFound`; `Stale` if it is a draft or cancelled already.
pub async fn cancel(db: &Db, now: DateTime<Utc>, who: AccountId, event: EventId, reason: Option<&str>) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    match event.event().schedule.status {
        EventStatus::Open | EventStatus::Closed => {}
        EventStatus::Draft => {
            return Err(Refusal::Stale("A draft isn't public; there is nothing to cancel.").into());
        }
        EventStatus::Cancelled => {
            return Err(Refusal::Stale("This event is cancelled already.").into());
        }
    }
    set_status(&mut event, who, EventStatus::Cancelled, "event_cancelled", reason).await?;
    for offer in offers::end_all(&mut event, EndReason::EventCancelled).await? {
        event.log(Change {
            who: Some(who),
            what: "offer_revoked",
            on: Some(offer.account_id),
            after: Some(json!({"status": "revoked", "end_reason": "event_cancelled"})),
            ..Change::default()
        });
    }
    let mut told = entries::account_ids(&mut event).await?;
    told.extend(registrations::going(&mut event).await?);
    let (id, generation, give_up_at) = (event.id(), now.timestamp_micros(), event.notice_horizon());
    for to in told {
        event.notify(Notice { kind: Kind::EventCancelled, subject: subject_of(id, to), generation, to, give_up_at });
    }
    event.commit(Trigger::EventCancelled).await.map(drop)
}

/// Cancelled or closed → open: the same people stand where they stood (R16), and a pass runs.
///
/// # Errors
/// `NotFound`; `Stale` if it is a draft or open.
pub async fn reopen(db: &Db, now: DateTime<Utc>, who: AccountId, event: EventId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    match event.event().schedule.status {
        EventStatus::Cancelled | EventStatus::Closed => {}
        EventStatus::Draft => {
            return Err(Refusal::Stale("This event is a draft; publish it.").into());
        }
        EventStatus::Open => return Err(Refusal::Stale("This event is open already.").into()),
    }
    set_status(&mut event, who, EventStatus::Open, "event_reopened", None).await?;
    event.commit(Trigger::EventReopened).await.map(drop)
}

async fn set_status(
    event: &mut EventTx,
    who: AccountId,
    status: EventStatus,
    what: &'static str,
    reason: Option<&str>,
) -> Result<()> {
    let before = event.event().schedule;
    event.save_schedule(Schedule { status, ..before }).await?;
    event.log(Change {
        who: Some(who),
        what,
        reason,
        before: Some(json!({"status": before.status})),
        after: Some(json!({"status": status})),
        ..Change::default()
    });
    Ok(())
}
