//! Events.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use sqlx::FromRow;

use super::db::{Conn, Result, on, run};
use super::predicates::{attendees, holds_offer, live, reserved, waiting, waiting_count};
use super::{Tx, bulk};
use crate::domain::capacity::{self, Seats};
use crate::domain::event::{EventKind, EventStatus, Schedule, Visibility};
use crate::domain::ids::{AccountId, BatchId, EventId, OrganizationId};
use crate::domain::lottery::Seed;
use crate::domain::selection::PassStatus;
use crate::domain::settings::{Fit, Mode, WaitlistSettings};
use crate::domain::{final_call, quiet};

/// How many events an organization's list shows.
pub const MOST_LISTED: i64 = 200;

#[derive(Debug, Clone)]
pub struct Event {
    pub id: EventId,
    pub organization: OrganizationOf,
    pub slug: String,
    pub kind: EventKind,
    pub details: Details,
    pub schedule: Schedule,
    pub settings: WaitlistSettings,
    /// The last number given to anyone in this queue (R15).
    pub last_place: i64,
    /// Since when the final call runs (R19).
    pub final_call_at: Option<DateTime<Utc>>,
    /// The next instant at which time alone decides something here.
    pub wake_at: Option<DateTime<Utc>>,
    /// Of the next draw (R18); secret until then.
    pub lottery_seed: Option<Seed>,
    pub last_pass: Option<LastPass>,
    /// How often an `EventTx` has committed: pages that show an older number are stale.
    pub changes: i64,
}

#[derive(Debug, Clone)]
pub struct OrganizationOf {
    pub id: OrganizationId,
    pub slug: String,
    pub name: String,
}

/// What an organizer describes the event with. Limits in seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    pub title: String,
    pub description: String,
    pub venue: String,
    pub zone: Tz,
    pub visibility: Visibility,
    pub members_only: bool,
    pub hide_capacity: bool,
    pub max_attendees: Option<i64>,
    pub venue_capacity: Option<i64>,
}

/// How the last pass that changed anything, or found another reason, ended.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LastPass {
    pub status: PassStatus,
    pub offers_created: i64,
    pub promoted: i64,
    pub batch_id: Option<BatchId>,
    pub trigger: String,
    pub at: DateTime<Utc>,
}

impl Event {
    pub fn capacity(&self) -> Option<i64> {
        capacity::effective_capacity(self.details.max_attendees, self.details.venue_capacity)
    }

    pub fn mode(&self) -> Mode {
        self.settings.mode(self.final_call_at.is_some())
    }

    /// Has time decided something by `now` that isn't written yet?
    pub fn is_due(&self, now: DateTime<Utc>) -> bool {
        self.wake_at.is_some_and(|at| at <= now)
    }

    /// When the window of an offer made by a pass at `now` begins, and its notice goes out (R42).
    pub fn window_begins(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        quiet::window_begins(now, self.settings.quiet_hours(self.zone()), self.schedule.claim_deadline())
    }

    /// The next instant after `now` at which the final call begins or ends.
    pub fn next_turn_of_final_call(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let next = match self.final_call_at {
            Some(_) => Some(self.schedule.claim_deadline()),
            None => final_call::begins_at(&self.schedule, &self.settings),
        };
        next.filter(|at| *at > now)
    }

    /// Its seats, for pages that show many events: who waits for them is left out.
    pub fn seats(&self, attendees: i64, held: i64) -> Seats {
        Seats { capacity: self.capacity(), attendees, held, first_waiting: None }
    }

    pub fn zone(&self) -> Tz {
        self.details.zone
    }

    /// Is it shown to someone outside its team? Drafts aren't; private events come with invitations.
    pub fn is_visible_to_strangers(&self) -> bool {
        self.schedule.status != EventStatus::Draft && self.details.visibility != Visibility::Private
    }
}

#[derive(FromRow)]
pub(super) struct Row {
    id: EventId,
    organization_id: OrganizationId,
    organization_slug: String,
    organization_name: String,
    slug: String,
    title: String,
    description: String,
    venue: String,
    #[sqlx(try_from = "String")]
    kind: EventKind,
    #[sqlx(try_from = "String")]
    status: EventStatus,
    #[sqlx(try_from = "String")]
    visibility: Visibility,
    members_only: bool,
    hide_capacity: bool,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    time_zone: String,
    registration_deadline: Option<DateTime<Utc>>,
    max_attendees: Option<i64>,
    venue_capacity: Option<i64>,
    waitlist_open: bool,
    waitlist_time_window: Option<i64>,
    waitlist_batch_size: i64,
    waitlist_lottery_mode: bool,
    waitlist_cutoff_date: Option<DateTime<Utc>>,
    waitlist_min_window: i64,
    waitlist_auto_promote: bool,
    #[sqlx(try_from = "String")]
    waitlist_fit: Fit,
    waitlist_queue_first: bool,
    quiet_from: Option<String>,
    quiet_to: Option<String>,
    max_party_size: i64,
    last_place: i64,
    final_call_at: Option<DateTime<Utc>>,
    wake_at: Option<DateTime<Utc>>,
    lottery_seed: Option<String>,
    pass_status: Option<String>,
    pass_offers_created: i64,
    pass_promoted: i64,
    pass_batch_id: Option<BatchId>,
    pass_trigger: Option<String>,
    pass_at: Option<DateTime<Utc>>,
    changes: i64,
}

impl TryFrom<Row> for Event {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self> {
        let decode = |error: Box<dyn std::error::Error + Send + Sync>| sqlx::Error::Decode(error);
        let time = |text: Option<String>| {
            text.map(|text| NaiveTime::parse_from_str(&text, "%H:%M")).transpose().map_err(|error| decode(error.into()))
        };
        let last_pass = match (row.pass_status, row.pass_at) {
            (Some(status), Some(at)) => Some(LastPass {
                status: status.parse().map_err(|error| decode(Box::new(error)))?,
                offers_created: row.pass_offers_created,
                promoted: row.pass_promoted,
                batch_id: row.pass_batch_id,
                trigger: row.pass_trigger.unwrap_or_default(),
                at,
            }),
            _ => None,
        };
        Ok(Self {
            id: row.id,
            organization: OrganizationOf {
                id: row.organization_id,
                slug: row.organization_slug,
                name: row.organization_name,
            },
            slug: row.slug,
            kind: row.kind,
            details: Details {
                title: row.title,
                description: row.description,
                venue: row.venue,
                zone: row.time_zone.parse().map_err(|_| decode("unknown time zone".into()))?,
                visibility: row.visibility,
                members_only: row.members_only,
                hide_capacity: row.hide_capacity,
                max_attendees: row.max_attendees,
                venue_capacity: row.venue_capacity,
            },
            schedule: Schedule {
                status: row.status,
                starts_at: row.starts_at,
                ends_at: row.ends_at,
                registration_deadline: row.registration_deadline,
            },
            settings: WaitlistSettings {
                waitlist_open: row.waitlist_open,
                waitlist_time_window: row.waitlist_time_window.map(TimeDelta::seconds),
                waitlist_batch_size: row.waitlist_batch_size,
                waitlist_lottery_mode: row.waitlist_lottery_mode,
                waitlist_cutoff_date: row.waitlist_cutoff_date,
                waitlist_min_window: TimeDelta::seconds(row.waitlist_min_window),
                waitlist_auto_promote: row.waitlist_auto_promote,
                waitlist_fit: row.waitlist_fit,
                waitlist_queue_first: row.waitlist_queue_first,
                quiet_from: time(row.quiet_from)?,
                quiet_to: time(row.quiet_to)?,
                max_party_size: row.max_party_size,
            },
            last_place: row.last_place,
            final_call_at: row.final_call_at,
            wake_at: row.wake_at,
            lottery_seed: row.lottery_seed.as_deref().and_then(Seed::from_hex),
            last_pass,
            changes: row.changes,
        })
    }
}

macro_rules! columns {
    () => {
        "e.id, e.organization_id, g.slug as organization_slug, g.name as organization_name, e.slug, e.title, e.description, \
         e.venue, e.kind, e.status, e.visibility, e.members_only, e.hide_capacity, e.starts_at, e.ends_at, e.time_zone, \
         e.registration_deadline, e.max_attendees, e.venue_capacity, e.waitlist_open, e.waitlist_time_window, \
         e.waitlist_batch_size, e.waitlist_lottery_mode, e.waitlist_cutoff_date, e.waitlist_min_window, \
         e.waitlist_auto_promote, e.waitlist_fit, e.waitlist_queue_first, e.quiet_from, e.quiet_to, e.max_party_size, \
         e.last_place, e.final_call_at, e.wake_at, e.lottery_seed, e.pass_status, e.pass_offers_created, e.pass_promoted, e.pass_batch_id, e.pass_trigger, e.pass_at, e.changes"
    };
}

pub(super) use columns;

macro_rules! select_event {
    ($rest:literal) => {
        concat!("select ", columns!(), " from events e join organizations g on g.id = e.organization_id ", $rest)
    };
}

fn event(row: Option<Row>) -> Result<Option<Event>> {
    row.map(Event::try_from).transpose()
}

pub async fn find(tx: &mut Tx, id: EventId) -> Result<Option<Event>> {
    const SQL: &str = select_event!("where e.id = $1");
    event(on!(tx, c => sqlx::query_as::<_, Row>(SQL).bind(id).fetch_optional(c))?)
}

pub async fn find_by_slugs(tx: &mut Tx, organization: &str, slug: &str) -> Result<Option<Event>> {
    const SQL: &str = select_event!("where g.slug = $1 and e.slug = $2");
    event(on!(tx, c => sqlx::query_as::<_, Row>(SQL).bind(organization).bind(slug).fetch_optional(c))?)
}

/// Locks the event's row until the transaction ends; everything about its seats waits behind it.
pub(super) async fn lock(tx: &mut Tx, id: EventId) -> Result<Option<Event>> {
    const SQLITE: &str = select_event!("where e.id = $1");
    const POSTGRES: &str = select_event!("where e.id = $1 for update of e");
    tx.count();
    event(match &mut tx.conn {
        // The transaction began immediate: it is the only writer already.
        Conn::Sqlite(c) => sqlx::query_as(SQLITE).bind(id).fetch_optional(&mut **c).await?,
        Conn::Postgres(c) => sqlx::query_as(POSTGRES).bind(id).fetch_optional(&mut **c).await?,
    })
}

/// An event in a list, with the numbers that its row shows. Counts in seats, `waiting` in people.
#[derive(Debug, Clone)]
pub struct Listed {
    pub event: Event,
    pub attendees: i64,
    pub held: i64,
    pub waiting: i64,
    pub next_deadline: Option<DateTime<Utc>>,
}

#[derive(FromRow)]
struct ListedRow {
    #[sqlx(flatten)]
    event: Row,
    attendees: i64,
    held: i64,
    waiting: i64,
    next_deadline: Option<DateTime<Utc>>,
}

/// `$1` is now.
macro_rules! select_listed {
    ($($rest:tt)+) => {
        concat!(
            "select ",
            columns!(),
            ", ",
            attendees!("e.id"),
            " as attendees, ",
            "(select cast(coalesce(sum(o.seats), 0) as bigint) from offers o where o.event_id = e.id and ",
            reserved!("o", "$1"),
            ") as held, ",
            waiting_count!("e.id", "$1"),
            " as waiting, ",
            "(select min(o.expires_at) from offers o where o.event_id = e.id and ",
            reserved!("o", "$1"),
            ") as next_deadline ",
            "from events e join organizations g on g.id = e.organization_id ",
            $($rest)+
        )
    };
}

fn listed(rows: Vec<ListedRow>) -> Result<Vec<Listed>> {
    rows.into_iter()
        .map(|row| {
            Ok(Listed {
                event: row.event.try_into()?,
                attendees: row.attendees,
                held: row.held,
                waiting: row.waiting,
                next_deadline: row.next_deadline,
            })
        })
        .collect()
}

/// Public events that aren't over, soonest first; at most `limit`.
pub async fn list_public(tx: &mut Tx, now: DateTime<Utc>, limit: i64) -> Result<Vec<Listed>> {
    const SQL: &str = select_listed!(
        "where e.visibility = 'public' and e.status <> 'draft' and e.ends_at > $1 order by e.starts_at, e.id limit $2"
    );
    listed(on!(tx, c => sqlx::query_as::<_, ListedRow>(SQL).bind(now).bind(limit).fetch_all(c))?)
}

/// `$1` is now.
macro_rules! of_organization {
    () => {
        "where e.organization_id = $2 order by case when e.ends_at > $1 then 0 else 1 end, \
         case when e.ends_at > $1 then e.starts_at end, e.starts_at desc, e.id limit $3"
    };
}

/// All events of an organization, those to come first, then the past ones, latest first; at most `limit`.
pub async fn list_of_organization(
    tx: &mut Tx,
    organization: OrganizationId,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Listed>> {
    const SQL: &str = select_listed!(of_organization!());
    listed(on!(tx, c => sqlx::query_as::<_, ListedRow>(SQL).bind(now).bind(organization).bind(limit).fetch_all(c))?)
}

/// The same events, only with their `changes`.
pub async fn changes_of_organization(
    tx: &mut Tx,
    organization: OrganizationId,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(EventId, i64)>> {
    const SQL: &str = concat!("select e.id, e.changes from events e ", of_organization!());
    on!(tx, c => sqlx::query_as(SQL).bind(now).bind(organization).bind(limit).fetch_all(c))
}

/// The events that `standing::of_person` shows, only with their `changes`.
pub async fn changes_of_person(tx: &mut Tx, account: AccountId, now: DateTime<Utc>) -> Result<Vec<(EventId, i64)>> {
    const SQL: &str = "select e.id, e.changes from events e where e.ends_at > $2 and e.id in (\
         select event_id from entries where account_id = $1 \
         union select event_id from offers where account_id = $1 and status = 'pending' \
         union select event_id from registrations where account_id = $1 and answer in ('yes', 'maybe')) \
         order by e.starts_at, e.id limit 200";
    on!(tx, c => sqlx::query_as(SQL).bind(account).bind(now).fetch_all(c))
}

/// The `changes` of each of these events that there still is.
pub async fn changes(tx: &mut Tx, ids: &[EventId]) -> Result<Vec<(EventId, i64)>> {
    const SQLITE: &str =
        "select e.id, e.changes from json_each($1) r join events e on e.id = unhex(replace(r.value, '-', ''))";
    const POSTGRES: &str =
        "select e.id, e.changes from json_array_elements_text($1::json) as r (id) join events e on e.id = r.id::uuid";
    bulk::fetch_all(tx, ids, SQLITE, POSTGRES).await
}

/// Of these slugs in the organization, those that are `slug` or `slug-n`.
pub async fn slugs_like(tx: &mut Tx, organization: OrganizationId, slug: &str) -> Result<Vec<String>> {
    const SQL: &str = "select slug from events where organization_id = $1 and (slug = $2 or slug like $3)";
    let numbered = format!("{slug}-%");
    on!(tx, c => sqlx::query_scalar(SQL).bind(organization).bind(slug).bind(&numbered).fetch_all(c))
}

/// Inserts a draft. A slug that is taken inserts nothing and answers `false`.
pub async fn insert(tx: &mut Tx, event: &Event, now: DateTime<Utc>) -> Result<bool> {
    const SQL: &str = "insert into events (id, organization_id, slug, kind, status, title, description, venue, time_zone, visibility, \
         members_only, hide_capacity, max_attendees, venue_capacity, starts_at, ends_at, registration_deadline, created_at) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
         on conflict (organization_id, slug) do nothing";
    let (details, schedule) = (&event.details, &event.schedule);
    let inserted = run!(
        tx,
        sqlx::query(SQL)
            .bind(event.id)
            .bind(event.organization.id)
            .bind(&event.slug)
            .bind(event.kind.as_str())
            .bind(schedule.status.as_str())
            .bind(&details.title)
            .bind(&details.description)
            .bind(&details.venue)
            .bind(details.zone.name())
            .bind(details.visibility.as_str())
            .bind(details.members_only)
            .bind(details.hide_capacity)
            .bind(details.max_attendees)
            .bind(details.venue_capacity)
            .bind(schedule.starts_at)
            .bind(schedule.ends_at)
            .bind(schedule.registration_deadline)
            .bind(now)
    )?;
    if inserted == 0 {
        return Ok(false);
    }
    set_seed(tx, event).await?;
    update_settings(tx, event.id, &event.settings).await?;
    Ok(true)
}

async fn set_seed(tx: &mut Tx, event: &Event) -> Result<()> {
    const SQL: &str = "update events set lottery_seed = $2 where id = $1";
    run!(tx, sqlx::query(SQL).bind(event.id).bind(event.lottery_seed.as_ref().map(Seed::to_hex))).map(drop)
}

/// Deletes the event with all that belongs to it.
pub(super) async fn delete(tx: &mut Tx, id: EventId) -> Result<()> {
    const SQL: &str = "delete from events where id = $1";
    run!(tx, sqlx::query(SQL).bind(id)).map(drop)
}

/// The events to come where the account stands in line or has answered.
pub async fn taken_part_in(tx: &mut Tx, account: AccountId, now: DateTime<Utc>) -> Result<Vec<EventId>> {
    const SQL: &str = "select e.id from events e where e.ends_at > $2 and \
         (exists (select 1 from entries q where q.event_id = e.id and q.account_id = $1) \
         or exists (select 1 from registrations r where r.event_id = e.id and r.account_id = $1)) order by e.starts_at, e.id";
    on!(tx, c => sqlx::query_scalar(SQL).bind(account).bind(now).fetch_all(c))
}

/// The events of this organization that aren't over, where the account stands in line.
pub async fn queued_at(
    tx: &mut Tx,
    organization: OrganizationId,
    account: AccountId,
    now: DateTime<Utc>,
) -> Result<Vec<EventId>> {
    const SQL: &str = "select e.id from events e join entries q on q.event_id = e.id and q.account_id = $2 \
         where e.organization_id = $1 and e.ends_at > $3 order by e.starts_at, e.id";
    on!(tx, c => sqlx::query_scalar(SQL).bind(organization).bind(account).bind(now).fetch_all(c))
}

pub(super) async fn update_details(tx: &mut Tx, id: EventId, details: &Details) -> Result<()> {
    const SQL: &str = "update events set title = $2, description = $3, venue = $4, time_zone = $5, visibility = $6, \
         members_only = $7, hide_capacity = $8, max_attendees = $9, venue_capacity = $10 where id = $1";
    run!(
        tx,
        sqlx::query(SQL)
            .bind(id)
            .bind(&details.title)
            .bind(&details.description)
            .bind(&details.venue)
            .bind(details.zone.name())
            .bind(details.visibility.as_str())
            .bind(details.members_only)
            .bind(details.hide_capacity)
            .bind(details.max_attendees)
            .bind(details.venue_capacity)
    )
    .map(drop)
}

pub(super) async fn update_schedule(tx: &mut Tx, id: EventId, schedule: &Schedule) -> Result<()> {
    const SQL: &str =
        "update events set status = $2, starts_at = $3, ends_at = $4, registration_deadline = $5 where id = $1";
    run!(
        tx,
        sqlx::query(SQL)
            .bind(id)
            .bind(schedule.status.as_str())
            .bind(schedule.starts_at)
            .bind(schedule.ends_at)
            .bind(schedule.registration_deadline)
    )
    .map(drop)
}

pub(super) async fn update_settings(tx: &mut Tx, id: EventId, settings: &WaitlistSettings) -> Result<()> {
    const SQL: &str = "update events set waitlist_open = $2, waitlist_time_window = $3, waitlist_batch_size = $4, \
         waitlist_lottery_mode = $5, waitlist_cutoff_date = $6, waitlist_min_window = $7, waitlist_auto_promote = $8, \
         waitlist_fit = $9, waitlist_queue_first = $10, quiet_from = $11, quiet_to = $12, max_party_size = $13 where id = $1";
    let time = |time: Option<NaiveTime>| time.map(|time| time.format("%H:%M").to_string());
    run!(
        tx,
        sqlx::query(SQL)
            .bind(id)
            .bind(settings.waitlist_open)
            .bind(settings.waitlist_time_window.map(|w| w.num_seconds()))
            .bind(settings.waitlist_batch_size)
            .bind(settings.waitlist_lottery_mode)
            .bind(settings.waitlist_cutoff_date)
            .bind(settings.waitlist_min_window.num_seconds())
            .bind(settings.waitlist_auto_promote)
            .bind(settings.waitlist_fit.as_str())
            .bind(settings.waitlist_queue_first)
            .bind(time(settings.quiet_from))
            .bind(time(settings.quiet_to))
            .bind(settings.max_party_size)
    )
    .map(drop)
}

/// What every commit of an `EventTx` leaves on the event: the change counter, the last place, the last pass, and when to look again: at the next
/// deadline of an offer, end of a rest, end of an unconfirmed place, beginning or end of the final call.
pub(super) async fn update_progress(tx: &mut Tx, event: &Event, now: DateTime<Utc>) -> Result<()> {
    const SQL: &str = "update events set changes = changes + 1, last_place = $2, pass_status = $3, pass_offers_created = $4, \
         pass_promoted = $5, pass_batch_id = $6, pass_trigger = $7, pass_at = $8, final_call_at = $9, lottery_seed = $10, \
         wake_at = (select min(due.at) from (\
         select min(o.expires_at) as at from offers o where o.event_id = $1 and o.status = 'pending' \
         union all select min(q.resting_until) from entries q where q.event_id = $1 and q.resting_until is not null \
         union all select min(q.unconfirmed_until) from entries q where q.event_id = $1 and q.unconfirmed_until is not null \
         union all select $11) due) where id = $1";
    let pass = event.last_pass.as_ref();
    run!(
        tx,
        sqlx::query(SQL)
            .bind(event.id)
            .bind(event.last_place)
            .bind(pass.map(|pass| pass.status.as_str()))
            .bind(pass.map_or(0, |pass| pass.offers_created))
            .bind(pass.map_or(0, |pass| pass.promoted))
            .bind(pass.and_then(|pass| pass.batch_id))
            .bind(pass.map(|pass| &pass.trigger))
            .bind(pass.map(|pass| pass.at))
            .bind(event.final_call_at)
            .bind(event.lottery_seed.as_ref().map(Seed::to_hex))
            .bind(event.next_turn_of_final_call(now))
    )
    .map(drop)
}

/// Events at which time has decided something that isn't written yet, longest ago first.
pub async fn overdue(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<EventId>> {
    const SQL: &str = "select id from events where wake_at <= $1 order by wake_at, id";
    on!(tx, c => sqlx::query_scalar(SQL).bind(now).fetch_all(c))
}

/// The next instant at which time decides something at any event: when the alarm has to ring.
pub async fn next_wake(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    const SQL: &str = "select min(wake_at) from events";
    on!(tx, c => sqlx::query_scalar(SQL).fetch_one(c))
}

/// Events whose waitlist is open and that aren't over.
pub async fn with_open_waitlist(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<EventId>> {
    const SQL: &str =
        "select id from events where waitlist_open and status = 'open' and starts_at > $1 order by starts_at, id";
    on!(tx, c => sqlx::query_scalar(SQL).bind(now).fetch_all(c))
}
