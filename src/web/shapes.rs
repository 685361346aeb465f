//! The shapes that the API answers with.

use serde_json::{Value, json};

use crate::account::SignedIn;
use crate::domain::fields::iso_duration;
use crate::domain::ids::AccountId;
use crate::domain::lottery::Seed;
use crate::domain::offer::PauseReason;
use crate::domain::text::{Text, say};
use crate::language::Lang;
use crate::store::activities::Activity;
use crate::store::blocks::Block;
use crate::store::entries::{EntryOf, EntryState};
use crate::store::events::{Event, Listed};
use crate::store::invitations::Invitation;
use crate::store::offers::OfferRow;
use crate::store::organizations::PersonOf;
use crate::store::registrations::RegistrationOf;
use crate::store::standing::Numbers;
use crate::waitlist::ledger::Ledger;
use crate::waitlist::preview::Preview;
use crate::waitlist::status::{View, is_drawn};

use super::error::reasoned;

pub fn account(account: &SignedIn) -> Value {
    json!({"id": account.id, "name": account.name, "email": account.email, "time_zone": account.time_zone, "language": account.language})
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

/// R29: holders of offers, unconfirmed, skipped and barred people have no position; where seats are drawn nobody has one.
pub fn position_of(event: &Event, entry: &EntryOf) -> Option<i64> {
    if is_drawn(event) || entry.barred.is_some() {
        return None;
    }
    match entry.state {
        EntryState::Waiting | EntryState::Resting | EntryState::Paused => Some(entry.ahead + 1),
        EntryState::Offered | EntryState::Skipped | EntryState::Unconfirmed => None,
    }
}

/// Why a pass passes over the entry: the kind of reason, and the reason itself.
pub fn why_not(event: &Event, entry: &EntryOf) -> Option<WhyNot> {
    let too_large = event.capacity().filter(|capacity| entry.party_size > *capacity);
    let (kind, note) = match (entry.state, entry.barred) {
        (EntryState::Offered, _) => ("offered", say!("note-offered")),
        (EntryState::Unconfirmed, _) => ("unconfirmed", say!("note-unconfirmed")),
        (_, Some(barred)) => ("barred", Text::word("note", barred.as_str())),
        (EntryState::Skipped, _) => match &entry.skipped_by {
            Some(who) => ("skipped", say!("note-skipped-by", who)),
            None => ("skipped", say!("note-skipped")),
        },
        (EntryState::Paused, _) => match entry.paused {
            Some(PauseReason::Undeliverable) => ("paused", say!("note-paused-mail")),
            _ => ("paused", say!("note-paused")),
        },
        (EntryState::Resting, _) => ("resting", say!("note-resting")),
        (EntryState::Waiting, _) => ("waiting", say!("note-large", party = entry.party_size, capacity = too_large?)),
    };
    Some(WhyNot { kind, note })
}

/// Said with its kind where no state stands beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyNot {
    kind: &'static str,
    pub note: Text,
}

impl WhyNot {
    pub fn in_full(self) -> Text {
        Text::word("whynot", self.kind).with("note", self.note)
    }
}

pub fn entry(lang: Lang, event: &Event, entry: &EntryOf) -> Value {
    json!({
        "id": entry.id,
        "user": {"id": entry.account_id, "name": entry.name, "email": entry.email, "verified": entry.verified},
        "party_size": entry.party_size,
        "joined_at": entry.joined_at,
        "position": position_of(event, entry),
        "state": entry.state,
        "why_not": why_not(event, entry).map(|why_not| lang.say(&why_not.in_full())),
        "current_offer": entry.current_offer.as_ref().map(offer),
    })
}

pub fn ledger(lang: Lang, ledger: &Ledger) -> Value {
    let seats = ledger.numbers.seats(&ledger.event);
    json!({
        "capacity": seats.capacity,
        "attendees": seats.attendees,
        "held": seats.held,
        "free": seats.free(),
        "waiting": ledger.numbers.waiting,
        "mode": ledger.event.mode().as_str(),
        "why": ledger.why.map(|why| lang.say(&why.sentence())),
        "next_at": ledger.next.map(|(at, _)| at),
        "last_pass": ledger.event.last_pass,
        "mail_failures": ledger.mail_failures,
        "jobs": ledger.jobs,
    })
}

pub fn my_status(lang: Lang, view: &View) -> Value {
    let mut status = reasoned(lang, serde_json::to_value(&view.verdict).unwrap_or_default());
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
    } else if entry.paused.is_some() {
        EntryState::Paused
    } else if entry.resting_until.is_some_and(|until| until > view.now) {
        EntryState::Resting
    } else {
        EntryState::Waiting
    })
}

/// R18: what the next draw's seed is committed to by, where seats are drawn.
pub fn commitment_of(event: &Event) -> Option<String> {
    event.lottery_seed.as_ref().filter(|_| event.settings.waitlist_lottery_mode).map(Seed::commitment)
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
        "lottery_commitment": commitment_of(event),
        "mode": event.mode().as_str(),
        "waitlist_cutoff_date": settings.waitlist_cutoff_date,
        "waitlist_auto_promote": settings.waitlist_auto_promote,
        "waitlist_queue_first": settings.waitlist_queue_first,
        "waitlist_fit": settings.waitlist_fit,
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

/// What saving would do, in a sentence.
pub fn preview_in_words(preview: &Preview) -> Text {
    let names: Vec<&str> = preview.people.iter().map(|person| person.name.as_str()).collect();
    let (names, more) = (names.join(", "), preview.offers - names.len());
    let seats = match (preview.offers, preview.promotes) {
        (0, _) => say!("preview-nobody"),
        (_, true) => say!("preview-promotes", names, more),
        (_, false) => say!("preview-offers", names, more),
    };
    say!("preview", seats, withdraws = preview.withdraws)
}

fn account_of(id: AccountId, name: &str, email: &str) -> Value {
    json!({"id": id, "name": name, "email": email})
}

pub fn role(person: &PersonOf) -> Value {
    json!({"account": account_of(person.account_id, &person.name, &person.email), "role": person.role})
}

pub fn block(block: &Block) -> Value {
    let account = account_of(block.account_id, &block.name, &block.email);
    json!({"account": account, "reason": block.reason, "created_at": block.created_at})
}

pub fn invitation(invitation: &Invitation) -> Value {
    let account = account_of(invitation.account_id, &invitation.name, &invitation.email);
    json!({"account": account, "created_at": invitation.created_at})
}

pub fn registration(registration: &RegistrationOf) -> Value {
    json!({
        "id": registration.id,
        "user": {"id": registration.account_id, "name": registration.name, "email": registration.email},
        "status": registration.answer,
        "party_size": registration.party_size,
        "created_at": registration.created_at,
        "updated_at": registration.updated_at,
    })
}

/// `before` and `after` come from the log as they went in.
pub fn activity(activity: &Activity) -> Value {
    let person = |id: Option<AccountId>, name: &Option<String>| id.map(|id| json!({"id": id, "name": name}));
    let json = |text: &Option<String>| text.as_deref().and_then(|text| serde_json::from_str::<Value>(text).ok());
    json!({
        "id": activity.id,
        "at": activity.at,
        "who": person(activity.who_id, &activity.who_name),
        "what": activity.what,
        "on": person(activity.on_id, &activity.on_name),
        "reason": activity.reason,
        "before": json(&activity.before),
        "after": json(&activity.after),
    })
}

/// `{count, page, pages, results}`
pub fn page(count: i64, page: i64, page_size: i64, results: Vec<Value>) -> Value {
    json!({"count": count, "page": page, "pages": pages(count, page_size), "results": results})
}

pub fn pages(count: i64, page_size: i64) -> i64 {
    count.div_euclid(page_size) + i64::from(count.rem_euclid(page_size) > 0)
}
