//! An event's life: draft, open, cancelled, open again.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::form::{EventForm, slug_from, unique_slug};
use crate::chance;
use crate::domain::event::{EventStatus, Schedule};
use crate::domain::fields::Fields;
use crate::domain::ids::{AccountId, EventId};
use crate::domain::lottery::Seed;
use crate::domain::offer::EndReason;
use crate::domain::settings::WaitlistSettings;
use crate::domain::zone;
use crate::error::{Refusal, Result};
use crate::store::event_tx::{Change, Notice};
use crate::store::events::{Event, OrganizationOf};
use crate::store::notifications::Kind;
use crate::store::organizations::Organization;
use crate::store::{Db, EventTx, entries, events, notifications, offers, registrations};
use crate::waitlist::revoked;
use crate::waitlist::settings::subject_of;
use crate::waitlist::settle::Trigger;

/// Pages of the organization stand where an event's own would.
const RESERVED_SLUGS: [&str; 5] = ["new", "team", "members", "blocklist", "live"];

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
            taken.extend(RESERVED_SLUGS.map(str::to_owned));
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
        final_call_at: None,
        wake_at: None,
        lottery_seed: Some(Seed::new(chance::seed())),
        last_pass: None,
        changes: 0,
    };
    if RESERVED_SLUGS.contains(&event.slug.as_str()) || !events::insert(&mut tx, &event, now).await? {
        return Err(Fields::one("slug", "error-slug-event").into());
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
        return Err(Refusal::Stale("stale-no-draft".into()).into());
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
            return Err(Refusal::Stale("stale-draft-cancel".into()).into());
        }
        EventStatus::Cancelled => {
            return Err(Refusal::Stale("stale-cancelled-already".into()).into());
        }
    }
    set_status(&mut event, who, EventStatus::Cancelled, "event_cancelled", reason).await?;
    for offer in offers::end_all(&mut event, EndReason::EventCancelled).await? {
        revoked::log(&mut event, Some(who), offer.account_id, EndReason::EventCancelled);
    }
    let mut told = entries::account_ids(&mut event).await?;
    told.extend(registrations::going(&mut event).await?);
    let (id, generation, give_up_at) = (event.id(), now.timestamp_micros(), event.notice_horizon());
    for to in told {
        event.notify(Notice { kind: Kind::EventCancelled, subject: subject_of(id.0, to), generation, to, give_up_at });
    }
    event.commit(Trigger::EventCancelled).await.map(drop)
}

/// Open → closed: registration ends; live offers are revoked (`event_closed`) and their holders told, the queue is kept for a re-opening (R41).
///
/// # Errors
/// `NotFound`; `Stale` unless it is open.
pub async fn close(db: &Db, now: DateTime<Utc>, who: AccountId, event: EventId, reason: Option<&str>) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    if event.event().schedule.status != EventStatus::Open {
        return Err(Refusal::Stale("stale-not-open".into()).into());
    }
    set_status(&mut event, who, EventStatus::Closed, "event_closed", reason).await?;
    let ended = offers::end_all(&mut event, EndReason::EventClosed).await?;
    revoked::log_and_tell(&mut event, Some(who), &ended, EndReason::EventClosed);
    event.commit(Trigger::EventClosed).await.map(drop)
}

/// Makes a draft like this event that starts at `starts_at`; every other instant keeps its distance to the start (R3). Nobody comes along.
///
/// # Errors
/// `NotFound`
pub async fn copy(db: &Db, now: DateTime<Utc>, event: EventId, starts_at: DateTime<Utc>) -> Result<EventId> {
    let mut tx = db.write().await?;
    let from = events::find(&mut tx, event).await?.ok_or(Refusal::NotFound)?;
    let delta = starts_at - from.schedule.starts_at;
    let base = slug_from(&from.details.title, "event");
    let mut taken = events::slugs_like(&mut tx, from.organization.id, &base).await?;
    taken.extend(RESERVED_SLUGS.map(str::to_owned));
    let shifted =
        |at: DateTime<Utc>| at.checked_add_signed(delta).ok_or_else(|| Refusal::field("starts_at", "error-too-far"));
    let copy = Event {
        id: EventId(chance::id(now)),
        slug: unique_slug(&base, &taken),
        schedule: Schedule {
            status: EventStatus::Draft,
            starts_at,
            ends_at: shifted(from.schedule.ends_at)?,
            registration_deadline: from.schedule.registration_deadline.map(shifted).transpose()?,
        },
        settings: WaitlistSettings {
            waitlist_cutoff_date: from.settings.waitlist_cutoff_date.map(shifted).transpose()?,
            ..from.settings.clone()
        },
        last_place: 0,
        final_call_at: None,
        wake_at: None,
        lottery_seed: Some(Seed::new(chance::seed())),
        last_pass: None,
        changes: 0,
        ..from
    };
    if !events::insert(&mut tx, &copy, now).await? {
        return Err(Refusal::Stale("stale-address".into()).into());
    }
    tx.commit().await?;
    Ok(copy.id)
}

/// Deletes a draft or a cancelled event with all that belongs to it.
///
/// # Errors
/// `NotFound`; `Stale` for any other event, and while people are still being told of its cancellation.
pub async fn delete(db: &Db, now: DateTime<Utc>, event: EventId) -> Result<()> {
    let event = EventTx::open(db, event, now).await?;
    match event.event().schedule.status {
        EventStatus::Draft => {}
        EventStatus::Cancelled if notifications::queued(&mut db.read().await?, event.id()).await? == 0 => {}
        EventStatus::Cancelled => {
            return Err(Refusal::Stale("stale-telling".into()).into());
        }
        EventStatus::Open | EventStatus::Closed => {
            return Err(Refusal::Stale("stale-delete".into()).into());
        }
    }
    Ok(event.delete().await?)
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
            return Err(Refusal::Stale("stale-draft".into()).into());
        }
        EventStatus::Open => return Err(Refusal::Stale("stale-open".into()).into()),
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
