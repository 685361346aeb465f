//! Where one person stands at one event: the view behind the attendee page, the API's `my_status`, and every write's check (R10).

use chrono::{DateTime, Utc};

use super::settle::{Trigger, settle_event};
use crate::domain::eligibility::{ActiveOffer, Barred, Facts, Verdict};
use crate::domain::event::EventStatus;
use crate::domain::ids::{AccountId, EventId};
use crate::domain::role::Role;
use crate::domain::settings::Mode;
use crate::error::{Refusal, Result};
use crate::store::events::Event;
use crate::store::standing::{self, Numbers, Person};
use crate::store::{Db, EventTx, Tx, events};

/// Ranks are exact up to here; a greater one means "more than" (R29).
pub const EXACT_RANKS: i64 = 10_000;

/// How an event is named in a request: by id, or `org-slug/event-slug`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventRef {
    Id(EventId),
    Slugs(String, String),
}

impl std::str::FromStr for EventRef {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        Ok(match (text.parse(), text.split_once('/')) {
            (Ok(id), _) => Self::Id(id),
            (Err(_), Some((organization, event))) => Self::Slugs(organization.to_owned(), event.to_owned()),
            // No slug is empty, so that this finds nothing.
            (Err(_), None) => Self::Slugs(String::new(), text.to_owned()),
        })
    }
}

/// One event, as one person (or a stranger) sees it at `now`.
#[derive(Debug, Clone)]
pub struct View {
    pub event: Event,
    pub numbers: Numbers,
    pub person: Option<Person>,
    pub verdict: Verdict,
    pub now: DateTime<Utc>,
}

impl View {
    pub fn is_team(&self) -> bool {
        self.person.as_ref().and_then(|person| person.role).is_some_and(Role::is_team)
    }

    /// R29
    pub fn position(&self) -> Option<i64> {
        self.verdict.waitlist_position
    }

    pub fn live_offer(&self) -> Option<standing::Offer> {
        self.person.as_ref().and_then(|person| person.live_offer(self.now))
    }
}

/// Reads the event and the person's standing, in three queries; settles first what is due (docs/domain.md §5).
///
/// # Errors
/// `NotFound` for an unknown event, and for one that this person may not know of.
pub async fn view(db: &Db, now: DateTime<Utc>, event: &EventRef, account: Option<AccountId>) -> Result<View> {
    let view = read(db, now, event, account).await?;
    if !view.event.is_due(now) {
        return Ok(view);
    }
    settle_event(db, view.event.id, now, Trigger::Deadline).await?;
    read(db, now, &EventRef::Id(view.event.id), account).await
}

async fn read(db: &Db, now: DateTime<Utc>, event: &EventRef, account: Option<AccountId>) -> Result<View> {
    let mut tx = db.read().await?;
    let event = find_event(&mut tx, event).await?;
    let person = match account {
        Some(account) => standing::person(&mut tx, event.id, event.organization.id, account, now).await?,
        None => None,
    };
    check_visible(&event, person.as_ref())?;
    let numbers = standing::numbers_for_page(&mut tx, &event, now).await?;
    let verdict = facts(&event, &numbers, person.as_ref(), 1, now).verdict(now);
    Ok(View { event, numbers, person, verdict, now })
}

/// The event alone, if this person may know of it.
///
/// # Errors
/// `NotFound`, as [`view`] does.
pub async fn known(db: &Db, now: DateTime<Utc>, event: &EventRef, account: Option<AccountId>) -> Result<Event> {
    let mut tx = db.read().await?;
    let event = find_event(&mut tx, event).await?;
    let person = match account.filter(|_| !event.is_visible_to_strangers()) {
        Some(account) => standing::person(&mut tx, event.id, event.organization.id, account, now).await?,
        None => None,
    };
    check_visible(&event, person.as_ref())?;
    Ok(event)
}

/// The event that a request names, whoever may know of it.
///
/// # Errors
/// `NotFound`
pub async fn find_event(tx: &mut Tx, event: &EventRef) -> Result<Event> {
    let found = match event {
        EventRef::Id(id) => events::find(tx, *id).await?,
        EventRef::Slugs(organization, slug) => events::find_by_slugs(tx, organization, slug).await?,
    };
    Ok(found.ok_or(Refusal::NotFound)?)
}

/// Drafts are known to their team; private events also to who is invited or takes part already.
pub(crate) fn check_visible(event: &Event, person: Option<&Person>) -> Result<()> {
    let draft = event.schedule.status == EventStatus::Draft;
    let knows = person.is_some_and(|person| {
        let takes_part = person.entry.is_some() || person.registration.is_some();
        person.role.is_some_and(Role::is_team) || takes_part || (person.invited && !draft)
    });
    if knows || event.is_visible_to_strangers() { Ok(()) } else { Err(Refusal::NotFound.into()) }
}

/// The person's standing under the event's lock.
///
/// # Errors
/// `NotFound` for an unknown account, or an event that it may not know of.
pub(crate) async fn person_in(event: &mut EventTx, account: AccountId) -> Result<Person> {
    let person = event.person(account).await?.ok_or(Refusal::NotFound)?;
    check_visible(event.event(), Some(&person))?;
    Ok(person)
}

/// What the gates look at, for `wanted` seats beyond those the person has.
pub(crate) fn facts(
    event: &Event,
    numbers: &Numbers,
    person: Option<&Person>,
    wanted: i64,
    now: DateTime<Utc>,
) -> Facts {
    let offer = person.and_then(|person| person.live_offer(now));
    let reserved = offer.filter(|offer| !offer.is_cutoff_batch);
    let team = person.and_then(|person| person.role).is_some_and(Role::is_team);
    Facts {
        event: event.schedule,
        // A stranger to a members-only event isn't one of its members.
        barred: match person {
            Some(person) => person.barred(event),
            None => Barred::of(event.details.visibility, event.details.members_only, false, false, None),
        },
        seats: numbers.seats(event),
        closure: numbers.closure(event),
        waitlist_open: event.settings.waitlist_open,
        queued: person.is_some_and(|person| person.entry.is_some()),
        wanted,
        active_offer: offer.map(|offer| ActiveOffer {
            id: offer.id,
            seats: offer.seats,
            expires_at: offer.expires_at,
            is_cutoff_batch: offer.is_cutoff_batch,
        }),
        pending_offers_count: numbers.pending - i64::from(reserved.is_some()),
        next_batch_at: person.map_or(numbers.next_deadline, |person| person.next_of_others),
        waitlist_position: person.and_then(|person| rank(event, person, now)),
        hide_counts: event.details.hide_capacity && !team,
    }
}

/// R29: holders of live offers, unconfirmed, skipped and barred people have no rank; where seats are drawn nobody has one.
pub fn rank(event: &Event, person: &Person, now: DateTime<Utc>) -> Option<i64> {
    if person.barred(event).is_some() {
        return None;
    }
    let entry = person.entry.filter(|entry| entry.confirmed && !entry.skipped)?;
    if person.live_offer(now).is_some() {
        return None;
    }
    rank_behind(event, entry.ahead)
}

/// The rank of someone who has one, with so many eligible people ahead; where seats are drawn nobody has one.
pub(crate) fn rank_behind(event: &Event, ahead: i64) -> Option<i64> {
    (!is_drawn(event)).then_some(ahead + 1)
}

/// Are the event's seats drawn, so that no rank is shown (R29)?
pub fn is_drawn(event: &Event) -> bool {
    matches!(event.mode(), Mode::Offers { lottery: true, .. })
}
