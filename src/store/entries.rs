//! The queue: one entry per person and event.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::db::{Result, on, run};
use super::offers::{self, OfferRow};
use super::predicates::{barred, eligible, holds_offer, lapsed, live, waiting};
use super::{EventTx, Tx, bulk};
use crate::chance;
use crate::domain::eligibility::Barred;
use crate::domain::ids::{AccountId, EntryId, EventId};
use crate::domain::offer::{MOST_LAPSES, PauseReason};
use crate::domain::selection::Limits;
use crate::domain::settings::Fit;
use crate::domain::text_enum::text_enum;

text_enum! {
    /// Where an entry stands, as the organizer sees it.
    pub enum EntryState {
        Waiting = "waiting",
        Offered = "offered",
        Skipped = "skipped",
        Resting = "resting",
        Paused = "paused",
        Unconfirmed = "unconfirmed",
    }
}

/// Puts the person at the end of the line; `unconfirmed_until` for whom has yet to confirm the address (R26). Answers the entry and how many eligible
/// people stand ahead (up to 10 001). `None`: they have an entry already.
pub async fn insert(
    event: &mut EventTx,
    account: AccountId,
    party_size: i64,
    unconfirmed_until: Option<DateTime<Utc>>,
) -> Result<Option<(EntryId, i64)>> {
    const SQL: &str = concat!(
        "insert into entries (id, event_id, account_id, party_size, place, joined_at, confirmed_at, unconfirmed_until, barred) ",
        "values ($1, $3, $4, $5, $6, $2, $7, $8, ",
        barred!("$3", "$4"),
        ") on conflict (event_id, account_id) do nothing returning id, ",
        "(select count(*) from (select 1 from entries f where f.event_id = $3 and f.place < $6 and ",
        eligible!("f", "$2"),
        " limit 10001) nearer) as ahead"
    );
    let id = EntryId(chance::id(event.now()));
    let (event_id, place, now) = (event.id(), event.next_place(), event.now());
    let confirmed_at = unconfirmed_until.is_none().then_some(now);
    on!(&mut event.tx, c => sqlx::query_as(SQL)
        .bind(id).bind(now).bind(event_id).bind(account).bind(party_size).bind(place)
        .bind(confirmed_at).bind(unconfirmed_until).fetch_optional(c))
}

/// R26: the address is theirs; `false`: there is no unconfirmed entry.
pub async fn confirm(event: &mut EventTx, account: AccountId) -> Result<bool> {
    const SQL: &str = "update entries set confirmed_at = $3, unconfirmed_until = null \
         where event_id = $1 and account_id = $2 and confirmed_at is null";
    let (event_id, now) = (event.id(), event.now());
    Ok(run!(event.changing_seats(), sqlx::query(SQL).bind(event_id).bind(account).bind(now))? == 1)
}

/// R26: unconfirmed entries go silently when their time is over.
pub(crate) async fn drop_unconfirmed(event: &mut EventTx) -> Result<()> {
    const SQL: &str = "delete from entries where event_id = $1 and unconfirmed_until <= $2";
    let (event_id, now) = (event.id(), event.now());
    run!(&mut event.tx, sqlx::query(SQL).bind(event_id).bind(now)).map(drop)
}

/// Takes the person out of the queue; `false`: they weren't in it.
pub async fn delete(event: &mut EventTx, account: AccountId) -> Result<bool> {
    const SQL: &str = "delete from entries where event_id = $1 and account_id = $2";
    let event_id = event.id();
    Ok(run!(event.changing_seats(), sqlx::query(SQL).bind(event_id).bind(account))? == 1)
}

/// Takes these people out of the queue.
pub(crate) async fn delete_many(event: &mut EventTx, accounts: &[AccountId]) -> Result<()> {
    const SQLITE: &str = "delete from entries where event_id = (select unhex(replace(r.value ->> 'event_id', '-', '')) from json_each($1) r limit 1) \
         and account_id in (select unhex(replace(r.value ->> 'account_id', '-', '')) from json_each($1) r)";
    const POSTGRES: &str = "delete from entries e using json_to_recordset($1::json) as r (event_id uuid, account_id uuid) \
         where e.event_id = r.event_id and e.account_id = r.account_id";
    #[derive(serde::Serialize)]
    struct One {
        event_id: EventId,
        account_id: AccountId,
    }
    let event_id = event.id();
    let rows: Vec<One> = accounts.iter().map(|&account_id| One { event_id, account_id }).collect();
    bulk::insert(event.changing_seats(), &rows, SQLITE, POSTGRES).await.map(drop)
}

/// R16: an organizer's revoke skips the entry.
pub async fn skip(event: &mut EventTx, account: AccountId, who: AccountId) -> Result<()> {
    const SQL: &str = "update entries set skipped_at = $3, skipped_by = $4 where event_id = $1 and account_id = $2";
    let (event_id, now) = (event.id(), event.now());
    run!(&mut event.tx, sqlx::query(SQL).bind(event_id).bind(account).bind(now).bind(who)).map(drop)
}

/// R38: the entry rests until then; passing is an answer.
pub async fn rest(event: &mut EventTx, account: AccountId, until: DateTime<Utc>) -> Result<()> {
    const SQL: &str = "update entries set resting_until = $3, lapses = 0 where event_id = $1 and account_id = $2";
    let event_id = event.id();
    run!(event.changing_seats(), sqlx::query(SQL).bind(event_id).bind(account).bind(until)).map(drop)
}

/// R38, R39: "I'm ready again", "Ask me again"; `false`: the entry neither rested nor was paused.
pub async fn ready(event: &mut EventTx, account: AccountId) -> Result<bool> {
    const SQL: &str = "update entries set resting_until = null, paused_at = null, paused_reason = null, lapses = 0 \
         where event_id = $1 and account_id = $2 and (resting_until is not null or paused_at is not null)";
    let event_id = event.id();
    Ok(run!(event.changing_seats(), sqlx::query(SQL).bind(event_id).bind(account))? == 1)
}

/// R39: pauses the entry for another reason than silence.
pub async fn pause(event: &mut EventTx, account: AccountId, reason: PauseReason) -> Result<()> {
    const SQL: &str = "update entries set paused_at = $3, paused_reason = $4 where event_id = $1 and account_id = $2";
    let (event_id, now) = (event.id(), event.now());
    run!(event.changing_seats(), sqlx::query(SQL).bind(event_id).bind(account).bind(now).bind(reason.as_str()))
        .map(drop)
}

/// Ends the rests whose time is over.
pub(crate) async fn end_rests(event: &mut EventTx) -> Result<()> {
    const SQL: &str = "update entries set resting_until = null where event_id = $1 and resting_until <= $2";
    let (event_id, now) = (event.id(), event.now());
    run!(&mut event.tx, sqlx::query(SQL).bind(event_id).bind(now)).map(drop)
}

/// R40: the party that the person waits with; made larger, it goes to the end of the line.
pub async fn set_party(event: &mut EventTx, account: AccountId, party_size: i64, larger: bool) -> Result<()> {
    const SQL: &str =
        "update entries set party_size = $3, place = coalesce($4, place) where event_id = $1 and account_id = $2";
    let place = larger.then(|| event.next_place());
    let event_id = event.id();
    run!(event.changing_seats(), sqlx::query(SQL).bind(event_id).bind(account).bind(party_size).bind(place)).map(drop)
}

/// Puts an entry before another one: those between them move by one place.
pub async fn move_before(event: &mut EventTx, entry: &EntryOf, before: &EntryOf) -> Result<()> {
    const SHIFT: &str = "update entries set place = place + $2 where event_id = $1 and place >= $3 and place < $4";
    let (event_id, from, to) = (event.id(), entry.place, before.place);
    let (by, low, high, place) = if to < from { (1_i64, to, from, to) } else { (-1_i64, from + 1, to, to - 1) };
    run!(event.changing_seats(), sqlx::query(SHIFT).bind(event_id).bind(by).bind(low).bind(high))?;
    set_place(event, entry.id, place).await
}

/// Puts an entry at the end of the line.
pub async fn move_to_end(event: &mut EventTx, entry: EntryId) -> Result<()> {
    let place = event.next_place();
    set_place(event, entry, place).await
}

async fn set_place(event: &mut EventTx, entry: EntryId, place: i64) -> Result<()> {
    const SQL: &str = "update entries set place = $3 where event_id = $1 and id = $2";
    let event_id = event.id();
    run!(event.changing_seats(), sqlx::query(SQL).bind(event_id).bind(entry).bind(place)).map(drop)
}

/// Someone whom a gate stops, or doesn't stop any more.
#[derive(Debug, Clone, FromRow)]
pub struct Gated {
    pub account_id: AccountId,
    pub barred: Option<String>,
}

/// Judges every entry by the gates about its person again; answers those whose judgement has changed.
pub(crate) async fn refresh_gates(event: &mut EventTx) -> Result<Vec<Gated>> {
    const SQL: &str = concat!(
        "update entries set barred = ",
        barred!("$1", "entries.account_id"),
        " where event_id = $1 and barred is distinct from ",
        barred!("$1", "entries.account_id"),
        " returning account_id, barred"
    );
    let event_id = event.id();
    let changed: Vec<Gated> = on!(&mut event.tx, c => sqlx::query_as(SQL).bind(event_id).fetch_all(c))?;
    if !changed.is_empty() {
        event.changing_seats();
    }
    Ok(changed)
}

/// R5, R7: an organizer's offer lifts skip, rest and pause; `false`: there is no entry.
pub async fn lift(event: &mut EventTx, account: AccountId) -> Result<bool> {
    const SQL: &str = "update entries set skipped_at = null, skipped_by = null, resting_until = null, paused_at = null, paused_reason = null, \
         lapses = 0 where event_id = $1 and account_id = $2";
    let event_id = event.id();
    Ok(run!(&mut event.tx, sqlx::query(SQL).bind(event_id).bind(account))? == 1)
}

/// R15: whose reserved offer has lapsed gets a new place at the end of the line, in the order of their deadlines; the third lapse in a row pauses
/// (R39). Answers the paused.
///
/// Runs before `offers::expire_lapsed`, which makes those offers no longer recognizable.
pub(crate) async fn rotate_lapsed(event: &mut EventTx) -> Result<Vec<(EntryId, AccountId)>> {
    const SQL: &str = concat!(
        "update entries set place = $3 + r.n, lapses = lapses + 1, ",
        "paused_at = case when lapses + 1 >= $4 then $2 else paused_at end, ",
        "paused_reason = case when lapses + 1 >= $4 then 'no_answer' else paused_reason end from (",
        "select e.id as lapsed_id, row_number() over (order by o.expires_at, e.place, e.id) as n from entries e ",
        "join offers o on o.event_id = e.event_id and o.account_id = e.account_id ",
        "where e.event_id = $1 and ",
        lapsed!("o", "$2"),
        " and not o.is_cutoff_batch) r where entries.id = r.lapsed_id returning id, account_id, lapses"
    );
    let before = event.next_places(event.numbers().lapsed);
    let (event_id, now) = (event.id(), event.now());
    let rotated: Vec<(EntryId, AccountId, i64)> = on!(&mut event.tx, c => sqlx::query_as(SQL)
        .bind(event_id).bind(now).bind(before).bind(MOST_LAPSES).fetch_all(c))?;
    Ok(rotated
        .into_iter()
        .filter(|(_, _, lapses)| *lapses >= MOST_LAPSES)
        .map(|(id, account, _)| (id, account))
        .collect())
}

/// What is known of an address at this event.
#[derive(Debug, Clone, FromRow)]
pub struct Known {
    pub email_key: String,
    pub queued: bool,
    pub going: bool,
}

#[derive(serde::Serialize)]
struct Key<'a> {
    email_key: &'a str,
    id: EntryId,
    party_size: i64,
    place: i64,
}

/// Of these addresses, those that have an account.
pub(crate) async fn known<'a>(event: &mut EventTx, keys: impl Iterator<Item = &'a str>) -> Result<Vec<Known>> {
    const SQLITE: &str = "select a.email_key, q.id is not null as queued, coalesce(g.answer = 'yes', false) as going \
         from json_each($1) r join accounts a on a.email_key = r.value ->> 'email_key' \
         left join entries q on q.event_id = $2 and q.account_id = a.id and q.confirmed_at is not null \
         left join registrations g on g.event_id = $2 and g.account_id = a.id";
    const POSTGRES: &str = "select a.email_key, q.id is not null as queued, coalesce(g.answer = 'yes', false) as going \
         from json_to_recordset($1::json) as r (email_key text) join accounts a on a.email_key = r.email_key \
         left join entries q on q.event_id = $2 and q.account_id = a.id and q.confirmed_at is not null \
         left join registrations g on g.event_id = $2 and g.account_id = a.id";
    let id = EntryId(uuid::Uuid::nil());
    let rows: Vec<Key> = keys.map(|email_key| Key { email_key, id, party_size: 1, place: 0 }).collect();
    let event_id = event.id();
    bulk::fetch(&mut event.tx, &rows, event_id, SQLITE, POSTGRES).await
}

/// Someone who is put at the end of the line by their address.
#[derive(Debug, Clone, Copy)]
pub struct Appended<'a> {
    pub email_key: &'a str,
    pub party_size: i64,
    pub joined_at: DateTime<Utc>,
}

/// Puts these people at the end of the line, confirmed; answers their entries. Who stood there unconfirmed is
/// confirmed and keeps the place.
pub(crate) async fn append(event: &mut EventTx, people: &[Appended<'_>]) -> Result<Vec<(EntryId, AccountId)>> {
    const SQLITE: &str = "insert into entries (id, event_id, account_id, party_size, place, joined_at, confirmed_at) \
         select unhex(replace(r.value ->> 'id', '-', '')), e.id, a.id, r.value ->> 'party_size', r.value ->> 'place', \
         r.value ->> 'joined_at', r.value ->> 'at' from json_each($1) r join accounts a on a.email_key = r.value ->> 'email_key' \
         join events e on e.id = $2 where true on conflict (event_id, account_id) \
         do update set confirmed_at = excluded.confirmed_at, unconfirmed_until = null returning id, account_id";
    const POSTGRES: &str = "insert into entries (id, event_id, account_id, party_size, place, joined_at, confirmed_at) \
         select r.id, e.id, a.id, r.party_size, r.place, r.joined_at, r.at from json_to_recordset($1::json) \
         as r (id uuid, email_key text, party_size bigint, place bigint, joined_at timestamptz, at timestamptz) join accounts a on a.email_key = r.email_key \
         join events e on e.id = $2 on conflict (event_id, account_id) \
         do update set confirmed_at = excluded.confirmed_at, unconfirmed_until = null returning id, account_id";
    #[derive(serde::Serialize)]
    struct Row<'a> {
        #[serde(flatten)]
        key: Key<'a>,
        #[serde(serialize_with = "bulk::instant")]
        joined_at: DateTime<Utc>,
        #[serde(serialize_with = "bulk::instant")]
        at: DateTime<Utc>,
    }
    let (now, event_id, before) = (event.now(), event.id(), event.next_places(people.len() as i64));
    let rows: Vec<Row> = people
        .iter()
        .zip(1..)
        .map(|(person, n)| Row {
            key: Key {
                email_key: person.email_key,
                id: EntryId(chance::id(now)),
                party_size: person.party_size,
                place: before + n,
            },
            joined_at: person.joined_at,
            at: now,
        })
        .collect();
    let appended = bulk::fetch(event.changing_seats(), &rows, event_id, SQLITE, POSTGRES).await?;
    refresh_gates(event).await?;
    Ok(appended)
}

/// Someone whom a pass may offer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Candidate {
    pub id: EntryId,
    pub account_id: AccountId,
    pub party_size: i64,
}

/// The head of the line: everyone eligible whom a pass within these limits could reach, in order; parties larger than the capacity are left out (R17).
pub(crate) async fn candidates(event: &mut EventTx, limits: Limits) -> Result<Vec<Candidate>> {
    // Strict order takes at most one person a seat.
    const STRICT: &str = concat!(
        "select e.id, e.account_id, e.party_size from entries e where e.event_id = $1 and ",
        eligible!("e", "$2"),
        " and ($3 is null or e.party_size <= $3) order by e.place, e.id limit $4"
    );
    // Of each party size, filling takes the first ones in line, and never more than fit if only that size were taken.
    const FILL: &str = concat!(
        "select id, account_id, party_size from (select e.id, e.account_id, e.party_size, e.place, ",
        "row_number() over (partition by e.party_size order by e.place, e.id) as nth from entries e where e.event_id = $1 and ",
        eligible!("e", "$2"),
        " and e.party_size <= $3) same_size where nth * party_size <= $3 order by place, id"
    );
    let most = |n: Option<i64>| n.unwrap_or(i64::MAX);
    let (event_id, now, capacity) = (event.id(), event.now(), event.event().capacity());
    match (limits.seats, limits.fit) {
        (Some(seats), Fit::Fill) => {
            on!(&mut event.tx, c => sqlx::query_as(FILL).bind(event_id).bind(now).bind(seats).fetch_all(c))
        }
        (seats, _) => {
            let limit = most(limits.people).min(most(seats));
            on!(&mut event.tx, c => sqlx::query_as(STRICT).bind(event_id).bind(now).bind(capacity).bind(limit).fetch_all(c))
        }
    }
}

/// The first people in line whom a seat could be offered to, at most `count`.
pub(crate) async fn first_eligible(event: &mut EventTx, count: i64) -> Result<Vec<Candidate>> {
    const SQL: &str = concat!(
        "select e.id, e.account_id, e.party_size from entries e where e.event_id = $1 and ",
        eligible!("e", "$2"),
        " order by e.place, e.id limit $3"
    );
    let (event_id, now) = (event.id(), event.now());
    on!(&mut event.tx, c => sqlx::query_as(SQL).bind(event_id).bind(now).bind(count).fetch_all(c))
}

/// The first eligible person in line whose party fits so many seats: their entry and name.
pub async fn first_fitting(
    tx: &mut Tx,
    event: EventId,
    seats: i64,
    now: DateTime<Utc>,
) -> Result<Option<(EntryId, String)>> {
    const SQL: &str = concat!(
        "select e.id, a.name from entries e join accounts a on a.id = e.account_id where e.event_id = $1 and ",
        eligible!("e", "$2"),
        " and e.party_size <= $3 order by e.place, e.id limit 1"
    );
    on!(tx, c => sqlx::query_as(SQL).bind(event).bind(now).bind(seats).fetch_optional(c))
}

/// Who has this rank (R29).
pub(crate) async fn at_rank(event: &mut EventTx, rank: i64) -> Result<Option<EntryId>> {
    const SQL: &str = concat!(
        "select e.id from entries e where e.event_id = $1 and ",
        eligible!("e", "$2"),
        " order by e.place, e.id limit 1 offset $3"
    );
    let (event_id, now) = (event.id(), event.now());
    on!(&mut event.tx, c => sqlx::query_scalar(SQL).bind(event_id).bind(now).bind(rank - 1).fetch_optional(c))
}

/// R18: everyone eligible whom the capacity can hold, in line order.
pub(crate) async fn pool(event: &mut EventTx) -> Result<Vec<Candidate>> {
    const SQL: &str = concat!(
        "select e.id, e.account_id, e.party_size from entries e where e.event_id = $1 and ",
        eligible!("e", "$2"),
        " and ($3 is null or e.party_size <= $3) order by e.place, e.id"
    );
    let (event_id, now, capacity) = (event.id(), event.now(), event.event().capacity());
    on!(&mut event.tx, c => sqlx::query_as(SQL).bind(event_id).bind(now).bind(capacity).fetch_all(c))
}

/// R19: everyone eligible who isn't yet invited in the final call that began at `call_at`.
pub(crate) async fn not_yet_invited(event: &mut EventTx, call_at: DateTime<Utc>) -> Result<Vec<Candidate>> {
    const SQL: &str = concat!(
        "select e.id, e.account_id, e.party_size from entries e where e.event_id = $1 and ",
        eligible!("e", "$2"),
        " and ($3 is null or e.party_size <= $3) and not exists (select 1 from offers i where i.event_id = e.event_id ",
        "and i.account_id = e.account_id and i.call_at = $4) order by e.place, e.id"
    );
    let (event_id, now, capacity) = (event.id(), event.now(), event.event().capacity());
    on!(&mut event.tx, c => sqlx::query_as(SQL).bind(event_id).bind(now).bind(capacity).bind(call_at).fetch_all(c))
}

/// An entry with its person, for the organizer.
#[derive(Debug, Clone)]
pub struct EntryOf {
    pub id: EntryId,
    pub account_id: AccountId,
    pub name: String,
    pub email: String,
    pub verified: bool,
    pub party_size: i64,
    pub joined_at: DateTime<Utc>,
    pub place: i64,
    pub state: EntryState,
    /// The gate about the person that stops them.
    pub barred: Option<Barred>,
    /// Who withdrew their offer (R16).
    pub skipped_by: Option<String>,
    pub paused: Option<PauseReason>,
    pub resting_until: Option<DateTime<Utc>>,
    /// Eligible entries ahead, counted up to 10 001.
    pub ahead: i64,
    pub current_offer: Option<OfferRow>,
    /// When the last notice to this person about this event went out.
    pub last_notice_at: Option<DateTime<Utc>>,
    pub notice_failed: bool,
}

#[derive(FromRow)]
struct Row {
    id: EntryId,
    account_id: AccountId,
    name: String,
    email: String,
    verified: bool,
    party_size: i64,
    joined_at: DateTime<Utc>,
    #[sqlx(try_from = "String")]
    state: EntryState,
    place: i64,
    barred: Option<String>,
    skipped_by: Option<String>,
    paused_reason: Option<String>,
    resting_until: Option<DateTime<Utc>>,
    ahead: i64,
    last_notice_at: Option<DateTime<Utc>>,
    notice_failed: bool,
}

/// `$1` event, `$2` now.
macro_rules! state {
    () => {
        concat!(
            "case when ",
            holds_offer!("e", "$2"),
            " then 'offered' when e.confirmed_at is null then 'unconfirmed' ",
            "when e.skipped_at is not null then 'skipped' when e.paused_at is not null then 'paused' ",
            "when e.resting_until is not null and e.resting_until > $2 then 'resting' else 'waiting' end"
        )
    };
}

macro_rules! select_entries {
    ($($rest:tt)+) => {
        concat!(
            "select e.id, e.account_id, a.name, a.email, a.verified_at is not null as verified, e.party_size, e.joined_at, ",
            state!(), " as state, e.place, e.barred, (select s.name from accounts s where s.id = e.skipped_by) as skipped_by, e.paused_reason, e.resting_until, ",
            "(select count(*) from (select 1 from entries f where f.event_id = e.event_id and f.place < e.place and ",
            eligible!("f", "$2"), " limit 10001) nearer) as ahead, ",
            "(select max(n.finished_at) from notifications n where n.event_id = e.event_id and n.account_id = e.account_id and n.status = 'sent') as last_notice_at, ",
            "exists (select 1 from notifications n where n.event_id = e.event_id and n.account_id = e.account_id and n.status = 'failed') as notice_failed ",
            "from entries e join accounts a on a.id = e.account_id where e.event_id = $1 ", $($rest)+
        )
    };
}

/// Which entries a page shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Part of a name or address, any case.
    pub q: String,
    pub state: Option<EntryState>,
    /// Counted from 1.
    pub page: i64,
    pub page_size: i64,
}

/// A page of the queue in line order, and how many entries match.
pub async fn list(tx: &mut Tx, event: EventId, now: DateTime<Utc>, filter: &Filter) -> Result<(i64, Vec<EntryOf>)> {
    const COUNT: &str = concat!(
        "select count(*) from entries e join accounts a on a.id = e.account_id where e.event_id = $1 ",
        "and ($3 = '' or lower(a.name) like $3 escape '\\' or a.email_key like $3 escape '\\') and ($4 = '' or ",
        state!(),
        " = $4)"
    );
    const PAGE: &str = select_entries!(concat!(
        "and ($3 = '' or lower(a.name) like $3 escape '\\' or a.email_key like $3 escape '\\') and ($4 = '' or ",
        state!(),
        " = $4) ",
        "order by e.place, e.id limit $5 offset $6"
    ));
    let (q, state) = (super::like(&filter.q), filter.state.map_or("", EntryState::as_str));
    let count = on!(tx, c => sqlx::query_scalar(COUNT).bind(event).bind(now).bind(&q).bind(state).fetch_one(c))?;
    let rows = on!(tx, c => sqlx::query_as::<_, Row>(PAGE)
        .bind(event).bind(now).bind(&q).bind(state)
        .bind(filter.page_size).bind((filter.page - 1).saturating_mul(filter.page_size)).fetch_all(c))?;
    let mut offers = live_offers(tx, event, now).await?;
    let entries = rows.into_iter().map(|row| {
        let current_offer = offers.remove(&row.account_id);
        entry(row, current_offer)
    });
    Ok((count, entries.collect()))
}

/// The entry's person and place, if it is one of this event's.
pub async fn find(tx: &mut Tx, event: EventId, id: EntryId, now: DateTime<Utc>) -> Result<Option<EntryOf>> {
    const SQL: &str = select_entries!("and e.id = $3");
    let row = on!(tx, c => sqlx::query_as::<_, Row>(SQL).bind(event).bind(now).bind(id).fetch_optional(c))?;
    Ok(row.map(|row| entry(row, None)))
}

/// [`find`] under the event's lock.
pub async fn find_locked(event: &mut EventTx, id: EntryId) -> Result<Option<EntryOf>> {
    let (event_id, now) = (event.id(), event.now());
    find(&mut event.tx, event_id, id, now).await
}

/// Everyone in the queue who is to hear what happens to it: all confirmed entries, in line order.
pub async fn confirmed(event: &mut EventTx) -> Result<Vec<(EntryId, AccountId)>> {
    const SQL: &str =
        "select id, account_id from entries where event_id = $1 and confirmed_at is not null order by place, id";
    let event_id = event.id();
    on!(&mut event.tx, c => sqlx::query_as(SQL).bind(event_id).fetch_all(c))
}

/// Their people.
pub async fn account_ids(event: &mut EventTx) -> Result<Vec<AccountId>> {
    Ok(confirmed(event).await?.into_iter().map(|(_, account)| account).collect())
}

/// The chosen entries that are in this queue, in line order, with their live offers.
pub async fn chosen(tx: &mut Tx, event: EventId, now: DateTime<Utc>, ids: &[EntryId]) -> Result<Vec<EntryOf>> {
    let mut offers = live_offers(tx, event, now).await?;
    let mut chosen = vec![];
    for id in ids {
        if let Some(entry) = find(tx, event, *id, now).await? {
            chosen.push(EntryOf { current_offer: offers.remove(&entry.account_id), ..entry });
        }
    }
    chosen.sort_by_key(|entry| entry.place);
    Ok(chosen)
}

async fn live_offers(tx: &mut Tx, event: EventId, now: DateTime<Utc>) -> Result<HashMap<AccountId, OfferRow>> {
    let pending = offers::pending_of(tx, event).await?.into_iter().filter(|offer| offer.is_live(now));
    Ok(pending.map(|offer| (offer.account_id, offer)).collect())
}

fn entry(row: Row, current_offer: Option<OfferRow>) -> EntryOf {
    EntryOf {
        id: row.id,
        account_id: row.account_id,
        name: row.name,
        email: row.email,
        verified: row.verified,
        party_size: row.party_size,
        joined_at: row.joined_at,
        place: row.place,
        state: row.state,
        // The table's check lets no other word in.
        barred: row.barred.and_then(|word| word.parse().ok()),
        skipped_by: row.skipped_by,
        paused: row.paused_reason.and_then(|word| word.parse().ok()),
        resting_until: row.resting_until,
        ahead: row.ahead,
        current_offer,
        last_notice_at: row.last_notice_at,
        notice_failed: row.notice_failed,
    }
}
