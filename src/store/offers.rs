//! Offers. Every change of state is one conditional update under the event's lock.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::FromRow;

use super::bulk;
use super::db::{Result, on, run};
use super::predicates::{lapsed, live};
use super::{EventTx, Tx};
use crate::domain::ids::{AccountId, BatchId, EntryId, EventId, OfferId};
use crate::domain::offer::{EndReason, MadeBy, OfferStatus};

/// A new PENDING offer. The deadline in UTC.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct NewOffer {
    pub id: OfferId,
    pub event_id: EventId,
    pub account_id: AccountId,
    pub entry_id: EntryId,
    pub seats: i64,
    #[serde(serialize_with = "bulk::instant")]
    pub expires_at: DateTime<Utc>,
    pub batch_id: BatchId,
    pub made_by: MadeBy,
    /// An invitation of the final call, which holds no seats.
    pub is_cutoff_batch: bool,
    /// The beginning of that final call.
    #[serde(serialize_with = "bulk::maybe_instant")]
    pub call_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "bulk::instant")]
    pub created_at: DateTime<Utc>,
}

pub async fn insert(event: &mut EventTx, offers: &[NewOffer]) -> Result<()> {
    const SQLITE: &str = "insert into offers (id, event_id, account_id, entry_id, status, seats, expires_at, batch_id, made_by, is_cutoff_batch, call_at, created_at) \
         select unhex(replace(r.value ->> 'id', '-', '')), unhex(replace(r.value ->> 'event_id', '-', '')), \
         unhex(replace(r.value ->> 'account_id', '-', '')), unhex(replace(r.value ->> 'entry_id', '-', '')), 'pending', \
         r.value ->> 'seats', r.value ->> 'expires_at', unhex(replace(r.value ->> 'batch_id', '-', '')), \
         r.value ->> 'made_by', r.value ->> 'is_cutoff_batch', r.value ->> 'call_at', r.value ->> 'created_at' from json_each($1) r";
    const POSTGRES: &str = "insert into offers (id, event_id, account_id, entry_id, status, seats, expires_at, batch_id, made_by, is_cutoff_batch, call_at, created_at) \
         select id, event_id, account_id, entry_id, 'pending', seats, expires_at, batch_id, made_by, is_cutoff_batch, call_at, created_at \
         from json_to_recordset($1::json) as r (id uuid, event_id uuid, account_id uuid, entry_id uuid, seats bigint, \
         expires_at timestamptz, batch_id uuid, made_by text, is_cutoff_batch boolean, call_at timestamptz, created_at timestamptz)";
    bulk::insert(event.changing_seats(), offers, SQLITE, POSTGRES).await.map(drop)
}

/// An offer that has just ended or been claimed, for the notices and the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Ended {
    pub id: OfferId,
    pub account_id: AccountId,
    pub generation: i64,
    pub is_cutoff_batch: bool,
}

/// R6: ends every PENDING offer of the event whose deadline has passed.
pub(crate) async fn expire_lapsed(event: &mut EventTx) -> Result<Vec<Ended>> {
    const SQL: &str = concat!(
        "update offers set status = 'expired', ended_at = expires_at, end_reason = 'deadline' where event_id = $1 and ",
        lapsed!("offers", "$2"),
        " returning id, account_id, generation, is_cutoff_batch"
    );
    let (event_id, now) = (event.id(), event.now());
    on!(event.changing_seats(), c => sqlx::query_as(SQL).bind(event_id).bind(now).fetch_all(c))
}

/// Ends one PENDING offer; `false`: it wasn't pending any more.
pub async fn end(event: &mut EventTx, id: OfferId, reason: EndReason) -> Result<bool> {
    const SQL: &str = "update offers set status = $3, ended_at = $4, end_reason = $5 where id = $1 and event_id = $2 and status = 'pending'";
    let (event_id, now) = (event.id(), event.now());
    Ok(run!(
        event.changing_seats(),
        sqlx::query(SQL).bind(id).bind(event_id).bind(reason.status().as_str()).bind(now).bind(reason.as_str())
    )? == 1)
}

/// Ends all PENDING offers of the event, each with the same reason.
pub async fn end_all(event: &mut EventTx, reason: EndReason) -> Result<Vec<Ended>> {
    const SQL: &str = "update offers set status = $2, ended_at = $3, end_reason = $4 where event_id = $1 and status = 'pending' \
         returning id, account_id, generation, is_cutoff_batch";
    let (event_id, now) = (event.id(), event.now());
    on!(event.changing_seats(), c => sqlx::query_as(SQL)
        .bind(event_id).bind(reason.status().as_str()).bind(now).bind(reason.as_str()).fetch_all(c))
}

/// Ends the live invitations of the final call.
pub(crate) async fn end_invitations(event: &mut EventTx, reason: EndReason) -> Result<Vec<Ended>> {
    const SQL: &str = "update offers set status = $2, ended_at = $3, end_reason = $4 where event_id = $1 and status = 'pending' \
         and is_cutoff_batch returning id, account_id, generation, is_cutoff_batch";
    let (event_id, now) = (event.id(), event.now());
    on!(event.changing_seats(), c => sqlx::query_as(SQL)
        .bind(event_id).bind(reason.status().as_str()).bind(now).bind(reason.as_str()).fetch_all(c))
}

/// The final call is over: nobody counts as invited in it any more.
pub(crate) async fn forget_call(event: &mut EventTx) -> Result<()> {
    const SQL: &str = "update offers set call_at = null where event_id = $1 and call_at is not null";
    let event_id = event.id();
    run!(event.changing_seats(), sqlx::query(SQL).bind(event_id)).map(drop)
}

/// Ends the live offers of people whom a gate stops.
pub(crate) async fn end_of_barred(event: &mut EventTx, reason: EndReason) -> Result<Vec<Ended>> {
    const SQL: &str = "update offers set status = $2, ended_at = $3, end_reason = $4 where event_id = $1 and status = 'pending' \
         and account_id in (select e.account_id from entries e where e.event_id = $1 and e.barred is not null) \
         returning id, account_id, generation, is_cutoff_batch";
    let (event_id, now) = (event.id(), event.now());
    on!(event.changing_seats(), c => sqlx::query_as(SQL)
        .bind(event_id).bind(reason.status().as_str()).bind(now).bind(reason.as_str()).fetch_all(c))
}

/// R40: turns the person's live offer, reserved or not, into CLAIMED; `None`: they held none.
pub async fn claim(event: &mut EventTx, account: AccountId) -> Result<Option<OfferId>> {
    const SQL: &str = concat!(
        "update offers set status = 'claimed', claimed_at = $3 where event_id = $1 and account_id = $2 and ",
        live!("offers", "$3"),
        " returning id"
    );
    let (event_id, now) = (event.id(), event.now());
    on!(event.changing_seats(), c => sqlx::query_scalar(SQL).bind(event_id).bind(account).bind(now).fetch_optional(c))
}

/// R5: an EXPIRED or REVOKED offer becomes PENDING again, reserved, with a new deadline and a new notification generation.
pub async fn reactivate(
    event: &mut EventTx,
    id: OfferId,
    entry: EntryId,
    seats: i64,
    expires_at: DateTime<Utc>,
) -> Result<bool> {
    const SQL: &str = "update offers set status = 'pending', expires_at = $4, entry_id = $3, seats = $5, claimed_at = null, notified_at = null, opened_at = null, \
         ended_at = null, end_reason = null, is_cutoff_batch = false, made_by = 'organizer', generation = generation + 1 \
         where id = $1 and event_id = $2 and status in ('expired', 'revoked')";
    let event_id = event.id();
    Ok(run!(event.changing_seats(), sqlx::query(SQL).bind(id).bind(event_id).bind(entry).bind(expires_at).bind(seats))?
        == 1)
}

/// R41: live offers get an earlier deadline; answers those that changed.
pub async fn shorten(event: &mut EventTx, deadline: DateTime<Utc>) -> Result<Vec<Ended>> {
    const SQL: &str = "update offers set expires_at = $2 where event_id = $1 and status = 'pending' and expires_at > $2 \
         returning id, account_id, generation, is_cutoff_batch";
    let event_id = event.id();
    on!(event.changing_seats(), c => sqlx::query_as(SQL).bind(event_id).bind(deadline).fetch_all(c))
}

/// R41: live invitations always end with registration.
pub async fn move_invitations(event: &mut EventTx, deadline: DateTime<Utc>) -> Result<()> {
    const SQL: &str = "update offers set expires_at = $2 where event_id = $1 and status = 'pending' and is_cutoff_batch and expires_at < $2";
    let event_id = event.id();
    run!(event.changing_seats(), sqlx::query(SQL).bind(event_id).bind(deadline)).map(drop)
}

/// Gives a pending offer another deadline; `false`: it wasn't pending any more.
pub async fn set_deadline(event: &mut EventTx, id: OfferId, deadline: DateTime<Utc>) -> Result<bool> {
    const SQL: &str = "update offers set expires_at = $3 where id = $1 and event_id = $2 and status = 'pending'";
    let event_id = event.id();
    Ok(run!(event.changing_seats(), sqlx::query(SQL).bind(id).bind(event_id).bind(deadline))? == 1)
}

/// The live offers of the event, invitations too.
pub async fn live_ids(event: &mut EventTx) -> Result<Vec<OfferId>> {
    const SQL: &str = concat!("select o.id from offers o where o.event_id = $1 and ", live!("o", "$2"));
    let (event_id, now) = (event.id(), event.now());
    on!(&mut event.tx, c => sqlx::query_scalar(SQL).bind(event_id).bind(now).fetch_all(c))
}

/// Its holder has seen the offer's page.
pub async fn stamp_opened(tx: &mut Tx, id: OfferId, now: DateTime<Utc>) -> Result<()> {
    const SQL: &str = "update offers set opened_at = $2 where id = $1 and opened_at is null";
    run!(tx, sqlx::query(SQL).bind(id).bind(now)).map(drop)
}

/// The live reserved offers, those to be withdrawn first in front (R25): newest first by (created_at, place).
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Withdrawable {
    pub id: OfferId,
    pub account_id: AccountId,
    pub generation: i64,
    pub seats: i64,
}

pub async fn newest_first(event: &mut EventTx) -> Result<Vec<Withdrawable>> {
    const SQL: &str = concat!(
        "select o.id, o.account_id, o.generation, o.seats from offers o left join entries e on e.id = o.entry_id where o.event_id = $1 and ",
        live!("o", "$2"),
        " and not o.is_cutoff_batch order by o.created_at desc, e.place desc, o.id desc"
    );
    let (event_id, now) = (event.id(), event.now());
    on!(&mut event.tx, c => sqlx::query_as(SQL).bind(event_id).bind(now).fetch_all(c))
}

/// The first channel has accepted the notice; stamped once a generation.
pub async fn stamp_notified(tx: &mut Tx, id: OfferId, generation: i64, now: DateTime<Utc>) -> Result<()> {
    const SQL: &str = "update offers set notified_at = $3 where id = $1 and generation = $2 and notified_at is null";
    run!(tx, sqlx::query(SQL).bind(id).bind(generation).bind(now)).map(drop)
}

/// An offer with its person, for the organizer and for mails.
#[derive(Debug, Clone, FromRow)]
pub struct OfferRow {
    pub id: OfferId,
    pub event_id: EventId,
    pub entry_id: Option<EntryId>,
    pub account_id: AccountId,
    pub name: String,
    pub email: String,
    #[sqlx(try_from = "String")]
    pub status: OfferStatus,
    pub seats: i64,
    pub expires_at: DateTime<Utc>,
    pub batch_id: BatchId,
    pub is_cutoff_batch: bool,
    /// Of a round that was drawn by lot.
    pub is_drawn: bool,
    #[sqlx(try_from = "String")]
    pub made_by: MadeBy,
    pub generation: i64,
    pub created_at: DateTime<Utc>,
    pub notified_at: Option<DateTime<Utc>>,
    pub opened_at: Option<DateTime<Utc>>,
    pub claimed_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub end_reason: Option<String>,
}

impl OfferRow {
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.status.is_live(self.expires_at, now)
    }
}

macro_rules! select_offers {
    ($($rest:tt)+) => {
        concat!(
            "select o.id, o.event_id, o.entry_id, o.account_id, a.name, a.email, o.status, o.seats, o.expires_at, o.batch_id, \
             o.is_cutoff_batch, o.made_by, o.generation, o.created_at, exists (select 1 from draws d where d.batch_id = o.batch_id) as is_drawn, o.notified_at, o.opened_at, o.claimed_at, o.ended_at, o.end_reason \
             from offers o join accounts a on a.id = o.account_id ", $($rest)+
        )
    };
}

/// The offer, if it is one of this event's.
pub async fn find(tx: &mut Tx, event: EventId, id: OfferId) -> Result<Option<OfferRow>> {
    const SQL: &str = select_offers!("where o.event_id = $1 and o.id = $2");
    on!(tx, c => sqlx::query_as(SQL).bind(event).bind(id).fetch_optional(c))
}

/// [`find`] under the event's lock.
pub async fn find_locked(event: &mut EventTx, id: OfferId) -> Result<Option<OfferRow>> {
    let event_id = event.id();
    find(&mut event.tx, event_id, id).await
}

/// The event that an offer belongs to.
pub async fn event_of(tx: &mut Tx, id: OfferId) -> Result<Option<EventId>> {
    const SQL: &str = "select event_id from offers where id = $1";
    on!(tx, c => sqlx::query_scalar(SQL).bind(id).fetch_optional(c))
}

/// All PENDING offers of the event, earliest deadline first.
pub async fn pending_of(tx: &mut Tx, event: EventId) -> Result<Vec<OfferRow>> {
    const SQL: &str = select_offers!("where o.event_id = $1 and o.status = 'pending' order by o.expires_at, o.id");
    on!(tx, c => sqlx::query_as(SQL).bind(event).fetch_all(c))
}

/// Which offers a page shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub status: Option<OfferStatus>,
    pub batch: Option<BatchId>,
    /// Part of a name or address, any case.
    pub q: String,
    /// Counted from 1.
    pub page: i64,
    pub page_size: i64,
}

macro_rules! matching {
    () => {
        "where o.event_id = $1 and ($2 = '' or o.status = $2) and ($3 is null or o.batch_id = $3) \
         and ($4 = '' or lower(a.name) like $4 escape '\\' or a.email_key like $4 escape '\\') "
    };
}

/// A page of offers, newest first, and how many match.
pub async fn list(tx: &mut Tx, event: EventId, filter: &Filter) -> Result<(i64, Vec<OfferRow>)> {
    const COUNT: &str = concat!("select count(*) from offers o join accounts a on a.id = o.account_id ", matching!());
    const PAGE: &str = select_offers!(matching!(), "order by o.created_at desc, o.id desc limit $5 offset $6");
    let (status, q) = (filter.status.map_or("", OfferStatus::as_str), super::like(&filter.q));
    let count =
        on!(tx, c => sqlx::query_scalar(COUNT).bind(event).bind(status).bind(filter.batch).bind(&q).fetch_one(c))?;
    let rows = on!(tx, c => sqlx::query_as(PAGE).bind(event).bind(status).bind(filter.batch).bind(&q)
        .bind(filter.page_size).bind((filter.page - 1).saturating_mul(filter.page_size)).fetch_all(c))?;
    Ok((count, rows))
}

/// How many offers of the event are in each status.
pub async fn counts(tx: &mut Tx, event: EventId) -> Result<Vec<(OfferStatus, i64)>> {
    #[derive(FromRow)]
    struct Count {
        #[sqlx(try_from = "String")]
        status: OfferStatus,
        count: i64,
    }
    const SQL: &str =
        "select status, count(*) as count from offers where event_id = $1 group by status order by status";
    let rows = on!(tx, c => sqlx::query_as::<_, Count>(SQL).bind(event).fetch_all(c))?;
    Ok(rows.into_iter().map(|row| (row.status, row.count)).collect())
}
