//! The shapes that the API answers with.

use serde_json::{Value, json};

use crate::account::SignedIn;
use crate::domain::fields::iso_duration;
use crate::store::entries::{EntryOf, EntryState};
use crate::store::events::{Event, Listed};
use crate::store::offers::OfferRow;
use crate::store::standing::Numbers;
use crate::waitlist::ledger::Ledger;
use crate::waitlist::status::View;

pub fn account(account: &SignedIn) -> Value {
    json!({"id": account.id, "name": account.name, "email": account.email, "time_zone": account.time_zone})
}

pub fn offer(offer: &OfferRow) -> Value {
    json!({
        "id": offer.id,
        "event_id": offer.event_id,
        "entry_id": offer.entry_id,
        "user": {"id": offer.account_id, "name": offer.name, "email": offer.email},
        "status": offer.status,
        "seats": offer.seats,
        "expires_at": offer.expires_at,
        "batch_id": offer.batch_id,
        "is_cutoff_batch": offer.is_cutoff_batch,
        "made_by": offer.made_by,
        "created_at": offer.created_at,
        "notified_at": offer.notified_at,
        "claimed_at": offer.claimed_at,
        "ended_at": offer.ended_at,
        "end_reason": offer.end_reason,
    })
}

/// R29: holders of offers, unconfirmed and skipped people have no position.
pub fn position_of(entry: &EntryOf) -> Option<i64> {
    match entry.state {
        EntryState::Waiting | EntryState::Resting | EntryState::Paused => Some(entry.ahead + 1),
        EntryState::Offered | EntryState::Skipped | EntryState::Unconfirmed => None,
    }
}

/// Why a pass passes over the entry.
pub fn why_not(entry: &EntryOf) -> Option<&'static str> {
    match entry.state {
        EntryState::Waiting => None,
        EntryState::Offered => Some("has an offer"),
        EntryState::Skipped => Some("an organizer withdrew their offer"),
        EntryState::Resting => Some("passed this time"),
        EntryState::Paused => Some("no answer to 3 offers"),
        EntryState::Unconfirmed => Some("the address isn't confirmed yet"),
    }
}

pub fn entry(entry: &EntryOf) -> Value {
    json!({
        "id": entry.id,
        "user": {"id": entry.account_id, "name": entry.name, "email": entry.email, "verified": entry.verified},
        "party_size": entry.party_size,
        "joined_at": entry.joined_at,
        "position": position_of(entry),
        "state": entry.state,
        "why_not": why_not(entry),
        "current_offer": entry.current_offer.as_ref().map(offer),
    })
}

pub fn ledger(ledger: &Ledger) -> Value {
    let seats = ledger.numbers.seats(&ledger.event);
    json!({
        "capacity": seats.capacity,
        "attendees": seats.attendees,
        "held": seats.held,
        "free": seats.free(),
        "waiting": ledger.numbers.waiting,
        "mode": ledger.event.settings.mode().as_str(),
        "why": ledger.why.map(|why| why.sentence()),
        "next_at": ledger.next_at,
        "last_pass": ledger.event.last_pass,
        "mail_failures": ledger.mail_failures,
        "jobs": ledger.jobs,
    })
}

pub fn my_status(view: &View) -> Value {
    let mut status = serde_json::to_value(&view.verdict).unwrap_or_default();
    let person = view.person.as_ref();
    let registration = person.and_then(|person| person.registration);
    let entry = person.and_then(|person| person.entry);
    status["registration"] =
        json!(registration.map(|r| json!({"id": r.id, "status": r.answer, "party_size": r.party_size})));
    status["entry"] = json!(entry.map(|e| json!({
        "id": e.id,
        "state": state_of(view),
        "party_size": e.party_size,
        "joined_at": e.joined_at,
    })));
    status
}

/// The state of the viewer's own entry.
pub fn state_of(view: &View) -> Option<EntryState> {
    let entry = view.person.as_ref()?.entry?;
    Some(if view.live_offer().is_some() {
        EntryState::Offered
    } else if !entry.confirmed {
        EntryState::Unconfirmed
    } else if entry.skipped {
        EntryState::Skipped
    } else if entry.paused {
        EntryState::Paused
    } else if entry.resting_until.is_some_and(|until| until > view.now) {
        EntryState::Resting
    } else {
        EntryState::Waiting
    })
}

/// The event with its public numbers; `hide` where it hides them from the viewer.
pub fn event(event: &Event, numbers: EventNumbers, hide: bool) -> Value {
    let shown = |n: i64| (!hide).then_some(n);
    let settings = &event.settings;
    json!({
        "id": event.id,
        "org": event.organization.slug,
        "slug": event.slug,
        "title": event.details.title,
        "description": event.details.description,
        "venue": event.details.venue,
        "kind": event.kind,
        "status": event.schedule.status,
        "starts_at": event.schedule.starts_at,
        "ends_at": event.schedule.ends_at,
        "time_zone": event.details.zone.name(),
        "registration_deadline": event.schedule.registration_deadline,
        "visibility": event.details.visibility,
        "members_only": event.details.members_only,
        "hide_capacity": event.details.hide_capacity,
        "max_attendees": event.details.max_attendees.and_then(shown),
        "venue_capacity": event.details.venue_capacity.and_then(shown),
        "effective_capacity": event.capacity().and_then(shown),
        "attendee_count": shown(numbers.attendees),
        "seats_held": shown(numbers.held),
        "free": event.seats(numbers.attendees, numbers.held).free().and_then(shown),
        "waitlist_open": settings.waitlist_open,
        "waitlist_time_window": settings.waitlist_time_window.map(iso_duration),
        "waitlist_lottery_mode": settings.waitlist_lottery_mode,
        "max_party_size": settings.max_party_size,
        "waiting": shown(numbers.waiting),
    })
}

#[derive(Debug, Clone, Copy)]
pub struct EventNumbers {
    pub attendees: i64,
    pub held: i64,
    pub waiting: i64,
}

impl From<&Numbers> for EventNumbers {
    fn from(numbers: &Numbers) -> Self {
        Self { attendees: numbers.attendees, held: numbers.held, waiting: numbers.waiting }
    }
}

impl From<&Listed> for EventNumbers {
    fn from(listed: &Listed) -> Self {
        Self { attendees: listed.attendees, held: listed.held, waiting: listed.waiting }
    }
}

/// `{count, page, pages, results}`
pub fn page(count: i64, page: i64, page_size: i64, results: Vec<Value>) -> Value {
    json!({"count": count, "page": page, "pages": pages(count, page_size), "results": results})
}

pub fn pages(count: i64, page_size: i64) -> i64 {
    count.div_euclid(page_size) + i64::from(count.rem_euclid(page_size) > 0)
}
