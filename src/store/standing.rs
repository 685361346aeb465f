//! Who stands where at one event: its numbers, and one person's entry, offers, registration and role.

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::Tx;
use super::db::{Result, on};
use super::events::{self, Event, columns};
use super::predicates::{attendees, eligible, holds_offer, lapsed, live, reserved, waiting, waiting_count};
use crate::domain::capacity::{Closure, Seats};
use crate::domain::eligibility::Barred;
use crate::domain::event::Answer;
use crate::domain::ids::{AccountId, EntryId, EventId, OfferId, OrganizationId, RegistrationId};
use crate::domain::offer::{EndReason, OfferStatus, PauseReason};
use crate::domain::role::Role;
use crate::domain::settings::{Fit, Mode};

/// The numbers of one event at one instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Numbers {
    /// Seats of YES answers.
    pub attendees: i64,
    /// Seats of live reserved offers, and how many offers those are.
    pub held: i64,
    pub pending: i64,
    /// Live reserved offers that passes made.
    pub live_of_passes: i64,
    /// PENDING offers past their deadline, rests that are over, unconfirmed entries whose time is over.
    pub lapsed: i64,
    pub rested: i64,
    pub unconfirmed: i64,
    /// The earliest deadline of a live reserved offer.
    pub next_deadline: Option<DateTime<Utc>>,
    /// Party size of the first eligible person whom the capacity can hold at all.
    pub first_waiting: Option<i64>,
    /// People who wait; counted for pages only.
    #[sqlx(default)]
    pub waiting: i64,
}

impl Numbers {
    pub fn seats(&self, event: &Event) -> Seats {
        Seats {
            capacity: event.capacity(),
            attendees: self.attendees,
            held: self.held,
            first_waiting: self.first_waiting,
        }
    }

    /// How the waitlist closes free seats to the public now (R17, `waitlist_queue_first`).
    pub fn closure(&self, event: &Event) -> Closure {
        let settings = &event.settings;
        let in_order = settings.waitlist_fit == Fit::Strict;
        let strict = match event.mode() {
            Mode::Offers { lottery: true, .. } | Mode::Closed | Mode::Passive => false,
            Mode::Offers { batch, .. } => in_order && batch.is_none_or(|batch| self.live_of_passes < batch),
            Mode::Promotion => in_order,
            // R19: first come, first served.
            Mode::FinalCall => return Closure::default(),
        };
        Closure { queue_first: settings.waitlist_open && settings.waitlist_queue_first, strict }
    }
}

macro_rules! select_numbers {
    ($($more:tt)+) => {
        concat!(
            "select ", attendees!("$1"), " as attendees, ",
            "cast(coalesce(sum(o.seats) filter (where ", reserved!("o", "$2"), "), 0) as bigint) as held, ",
            "count(*) filter (where ", reserved!("o", "$2"), ") as pending, ",
            "count(*) filter (where ", reserved!("o", "$2"), " and o.made_by = 'pass') as live_of_passes, ",
            "count(*) filter (where ", lapsed!("o", "$2"), ") as lapsed, ",
            "(select count(*) from entries r where r.event_id = $1 and r.resting_until <= $2) as rested, ",
            "(select count(*) from entries u where u.event_id = $1 and u.unconfirmed_until <= $2) as unconfirmed, ",
            "min(o.expires_at) filter (where ", reserved!("o", "$2"), ") as next_deadline, ",
            "(select e.party_size from entries e where e.event_id = $1 and ", eligible!("e", "$2"),
            " and ($3 is null or e.party_size <= $3) order by e.place, e.id limit 1) as first_waiting", $($more)+,
            " from offers o where o.event_id = $1 and o.status = 'pending'"
        )
    };
}

/// The event's numbers, for writes.
pub async fn numbers(tx: &mut Tx, event: &Event, now: DateTime<Utc>) -> Result<Numbers> {
    const SQL: &str = select_numbers!("");
    on!(tx, c => sqlx::query_as(SQL).bind(event.id).bind(now).bind(event.capacity()).fetch_one(c))
}

/// The event's numbers with how many people wait, for pages.
pub async fn numbers_for_page(tx: &mut Tx, event: &Event, now: DateTime<Utc>) -> Result<Numbers> {
    const SQL: &str = select_numbers!(concat!(", ", waiting_count!("$1", "$2"), " as waiting"));
    on!(tx, c => sqlx::query_as(SQL).bind(event.id).bind(now).bind(event.capacity()).fetch_one(c))
}

/// One person at one event.
#[derive(Debug, Clone)]
pub struct Person {
    pub account_id: AccountId,
    pub name: String,
    pub email: String,
    pub role: Option<Role>,
    pub blocked: bool,
    pub invited: bool,
    pub entry: Option<Entry>,
    /// A PENDING offer, live or past its deadline.
    pub offer: Option<Offer>,
    /// The latest offer that ended unclaimed.
    pub ended_offer: Option<EndedOffer>,
    pub registration: Option<Registration>,
    /// The earliest deadline of others' live reserved offers.
    pub next_of_others: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    pub id: EntryId,
    pub party_size: i64,
    pub place: i64,
    pub joined_at: DateTime<Utc>,
    pub confirmed: bool,
    pub skipped: bool,
    pub resting_until: Option<DateTime<Utc>>,
    /// R39: why nobody asks them, until they say that they are ready.
    pub paused: Option<PauseReason>,
    /// Eligible entries ahead by place, counted up to 10 001 (R29).
    pub ahead: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub id: OfferId,
    pub seats: i64,
    pub expires_at: DateTime<Utc>,
    pub is_cutoff_batch: bool,
    /// Its page has been seen.
    pub opened: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndedOffer {
    pub status: OfferStatus,
    pub ended_at: DateTime<Utc>,
    pub end_reason: EndReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registration {
    pub id: RegistrationId,
    pub answer: Answer,
    pub party_size: i64,
}

impl Person {
    /// The gate about this person that stops them at the event.
    pub fn barred(&self, event: &Event) -> Option<Barred> {
        Barred::of(event.details.visibility, event.details.members_only, self.blocked, self.invited, self.role)
    }

    /// The person's offer, if it is live at `now`.
    pub fn live_offer(&self, now: DateTime<Utc>) -> Option<Offer> {
        self.offer.filter(|offer| OfferStatus::Pending.is_live(offer.expires_at, now))
    }

    /// Seats that the person has already (a YES).
    pub fn seats(&self) -> i64 {
        self.registration.filter(|r| r.answer == Answer::Yes).map_or(0, |r| r.party_size)
    }
}

#[derive(FromRow)]
struct PersonRow {
    account_id: AccountId,
    name: String,
    email: String,
    role: Option<String>,
    blocked: bool,
    invited: bool,
    entry_id: Option<EntryId>,
    entry_party_size: Option<i64>,
    place: Option<i64>,
    joined_at: Option<DateTime<Utc>>,
    confirmed_at: Option<DateTime<Utc>>,
    skipped_at: Option<DateTime<Utc>>,
    resting_until: Option<DateTime<Utc>>,
    paused_reason: Option<String>,
    ahead: i64,
    offer_id: Option<OfferId>,
    seats: Option<i64>,
    expires_at: Option<DateTime<Utc>>,
    is_cutoff_batch: Option<bool>,
    opened_at: Option<DateTime<Utc>>,
    ended_status: Option<String>,
    ended_at: Option<DateTime<Utc>>,
    end_reason: Option<String>,
    registration_id: Option<RegistrationId>,
    answer: Option<String>,
    registration_party_size: Option<i64>,
    next_of_others: Option<DateTime<Utc>>,
}

/// The columns of one person at one event: accounts `a`, roles `m`, entries `q`, offers `o` and `p`, registrations `r`.
macro_rules! person_columns {
    ($event:literal, $organization:literal, $now:literal) => {
        concat!(
            "a.id as account_id, a.name, a.email, m.role, ",
            "exists (select 1 from blocks b where b.organization_id = ", $organization, " and b.account_id = a.id) as blocked, ",
            "exists (select 1 from invitations i where i.event_id = ", $event, " and i.account_id = a.id) as invited, q.id as entry_id, q.party_size as entry_party_size, q.place, q.joined_at, ",
            "q.confirmed_at, q.skipped_at, q.resting_until, q.paused_reason, ",
            "(select count(*) from (select 1 from entries f where f.event_id = q.event_id and f.place < q.place and ",
            eligible!("f", $now), " limit 10001) nearer) as ahead, ",
            "o.id as offer_id, o.seats, o.expires_at, o.is_cutoff_batch, o.opened_at, p.status as ended_status, p.ended_at, p.end_reason, ",
            "r.id as registration_id, r.answer, r.party_size as registration_party_size, ",
            "(select min(x.expires_at) from offers x where x.event_id = ",
            $event,
            " and x.account_id <> a.id and ",
            reserved!("x", $now),
            ") as next_of_others "
        )
    };
}

macro_rules! person_joins {
    ($event:literal, $organization:literal) => {
        concat!(
            "left join roles m on m.organization_id = ",
            $organization,
            " and m.account_id = a.id ",
            "left join entries q on q.event_id = ",
            $event,
            " and q.account_id = a.id ",
            "left join offers o on o.event_id = ",
            $event,
            " and o.account_id = a.id and o.status = 'pending' ",
            "left join offers p on p.id = (select z.id from offers z where z.event_id = ",
            $event,
            " and z.account_id = a.id ",
            "and z.status in ('expired', 'revoked') order by z.ended_at desc, z.id desc limit 1) ",
            "left join registrations r on r.event_id = ",
            $event,
            " and r.account_id = a.id "
        )
    };
}

/// The person's standing at the event; `None`: there is no such account.
pub async fn person(
    tx: &mut Tx,
    event: EventId,
    organization: OrganizationId,
    account: AccountId,
    now: DateTime<Utc>,
) -> Result<Option<Person>> {
    const SQL: &str = concat!(
        "select ",
        person_columns!("$1", "$2", "$4"),
        "from accounts a ",
        person_joins!("$1", "$2"),
        "where a.id = $3"
    );
    let row = on!(tx, c => sqlx::query_as::<_, PersonRow>(SQL)
        .bind(event).bind(organization).bind(account).bind(now).fetch_optional(c))?;
    row.map(Person::try_from).transpose()
}

#[derive(FromRow)]
struct TakesPartRow {
    #[sqlx(flatten)]
    event: events::Row,
    #[sqlx(flatten)]
    person: PersonRow,
}

/// The events to come where this person stands in line, holds an offer or has a place, soonest first.
pub async fn of_person(tx: &mut Tx, account: AccountId, now: DateTime<Utc>) -> Result<Vec<(Event, Person)>> {
    const SQL: &str = concat!(
        "select ",
        columns!(),
        ", ",
        person_columns!("e.id", "e.organization_id", "$2"),
        "from events e join organizations g on g.id = e.organization_id join accounts a on a.id = $1 ",
        person_joins!("e.id", "e.organization_id"),
        "where e.ends_at > $2 and (q.id is not null or o.id is not null or r.answer in ('yes', 'maybe')) order by e.starts_at, e.id limit 200"
    );
    let rows = on!(tx, c => sqlx::query_as::<_, TakesPartRow>(SQL).bind(account).bind(now).fetch_all(c))?;
    rows.into_iter().map(|row| Ok((row.event.try_into()?, row.person.try_into()?))).collect()
}

impl TryFrom<PersonRow> for Person {
    type Error = sqlx::Error;

    fn try_from(row: PersonRow) -> Result<Self> {
        fn word<T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>>(
            text: Option<String>,
        ) -> Result<Option<T>> {
            text.map(|text| text.parse()).transpose().map_err(|error: T::Err| sqlx::Error::Decode(error.into()))
        }
        let entry = match (row.entry_id, row.entry_party_size, row.place, row.joined_at) {
            (Some(id), Some(party_size), Some(place), Some(joined_at)) => Some(Entry {
                id,
                party_size,
                place,
                joined_at,
                confirmed: row.confirmed_at.is_some(),
                skipped: row.skipped_at.is_some(),
                resting_until: row.resting_until,
                paused: word(row.paused_reason)?,
                ahead: row.ahead,
            }),
            _ => None,
        };
        let offer = match (row.offer_id, row.seats, row.expires_at, row.is_cutoff_batch) {
            (Some(id), Some(seats), Some(expires_at), Some(is_cutoff_batch)) => {
                Some(Offer { id, seats, expires_at, is_cutoff_batch, opened: row.opened_at.is_some() })
            }
            _ => None,
        };
        let ended_offer = match (word(row.ended_status)?, row.ended_at, word(row.end_reason)?) {
            (Some(status), Some(ended_at), Some(end_reason)) => Some(EndedOffer { status, ended_at, end_reason }),
            _ => None,
        };
        let registration = match (row.registration_id, word(row.answer)?, row.registration_party_size) {
            (Some(id), Some(answer), Some(party_size)) => Some(Registration { id, answer, party_size }),
            _ => None,
        };
        Ok(Self {
            account_id: row.account_id,
            name: row.name,
            email: row.email,
            role: word(row.role)?,
            blocked: row.blocked,
            invited: row.invited,
            entry,
            offer,
            ended_offer,
            registration,
            next_of_others: row.next_of_others,
        })
    }
}
