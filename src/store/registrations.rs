//! Answers to RSVP events.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::FromRow;

use super::db::{Result, on, run};
use super::{EventTx, Tx, bulk};
use crate::chance;
use crate::domain::event::Answer;
use crate::domain::ids::{AccountId, EventId, RegistrationId};

/// Sets the person's answer and party, whatever it was.
pub async fn set(event: &mut EventTx, account: AccountId, answer: Answer, party_size: i64) -> Result<RegistrationId> {
    const SQL: &str = "insert into registrations (id, event_id, account_id, answer, party_size, created_at, updated_at) \
         values ($1, $2, $3, $4, $5, $6, $6) on conflict (event_id, account_id) \
         do update set answer = excluded.answer, party_size = excluded.party_size, updated_at = excluded.updated_at returning id";
    let (event_id, now) = (event.id(), event.now());
    on!(event.changing_seats(), c => sqlx::query_scalar(SQL)
        .bind(RegistrationId(chance::id(now))).bind(event_id).bind(account).bind(answer.as_str()).bind(party_size).bind(now)
        .fetch_one(c))
}

/// A seat given without asking.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Promotion {
    pub id: RegistrationId,
    pub event_id: EventId,
    pub account_id: AccountId,
    pub party_size: i64,
    #[serde(serialize_with = "bulk::instant")]
    pub at: DateTime<Utc>,
}

/// Gives these people their seats, whatever they answered before.
pub(crate) async fn promote(event: &mut EventTx, promotions: &[Promotion]) -> Result<()> {
    const SQLITE: &str = "insert into registrations (id, event_id, account_id, answer, party_size, created_at, updated_at) \
         select unhex(replace(r.value ->> 'id', '-', '')), unhex(replace(r.value ->> 'event_id', '-', '')), \
         unhex(replace(r.value ->> 'account_id', '-', '')), 'yes', r.value ->> 'party_size', r.value ->> 'at', r.value ->> 'at' \
         from json_each($1) r where true on conflict (event_id, account_id) \
         do update set answer = excluded.answer, party_size = excluded.party_size, updated_at = excluded.updated_at";
    const POSTGRES: &str = "insert into registrations (id, event_id, account_id, answer, party_size, created_at, updated_at) \
         select id, event_id, account_id, 'yes', party_size, at, at from json_to_recordset($1::json) \
         as r (id uuid, event_id uuid, account_id uuid, party_size bigint, at timestamptz) on conflict (event_id, account_id) \
         do update set answer = excluded.answer, party_size = excluded.party_size, updated_at = excluded.updated_at";
    bulk::insert(event.changing_seats(), promotions, SQLITE, POSTGRES).await.map(drop)
}

/// Whose registration this is, if it is one of this event's.
pub async fn account_of(event: &mut EventTx, id: RegistrationId) -> Result<Option<AccountId>> {
    const SQL: &str = "select account_id from registrations where event_id = $1 and id = $2";
    let event_id = event.id();
    on!(&mut event.tx, c => sqlx::query_scalar(SQL).bind(event_id).bind(id).fetch_optional(c))
}

/// Deletes the person's answer.
pub async fn delete(event: &mut EventTx, account: AccountId) -> Result<()> {
    const SQL: &str = "delete from registrations where event_id = $1 and account_id = $2";
    let event_id = event.id();
    run!(event.changing_seats(), sqlx::query(SQL).bind(event_id).bind(account)).map(drop)
}

/// A registration with its person, for the organizer.
#[derive(Debug, Clone, FromRow)]
pub struct RegistrationOf {
    pub id: RegistrationId,
    pub account_id: AccountId,
    pub name: String,
    pub email: String,
    #[sqlx(try_from = "String")]
    pub answer: Answer,
    pub party_size: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// One registration of the event.
pub async fn find(tx: &mut Tx, event: EventId, id: RegistrationId) -> Result<Option<RegistrationOf>> {
    const SQL: &str = "select r.id, r.account_id, a.name, a.email, r.answer, r.party_size, r.created_at, r.updated_at \
         from registrations r join accounts a on a.id = r.account_id where r.event_id = $1 and r.id = $2";
    on!(tx, c => sqlx::query_as(SQL).bind(event).bind(id).fetch_optional(c))
}

/// Which registrations a page shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Part of a name or address, any case.
    pub q: String,
    pub answer: Option<Answer>,
    /// Counted from 1.
    pub page: i64,
    pub page_size: i64,
}

macro_rules! matching {
    () => {
        "from registrations r join accounts a on a.id = r.account_id where r.event_id = $1 \
         and ($2 = '' or lower(a.name) like $2 escape '\\' or a.email_key like $2 escape '\\') and ($3 = '' or r.answer = $3) "
    };
}

/// A page of registrations, newest first, and how many match.
pub async fn list(tx: &mut Tx, event: EventId, filter: &Filter) -> Result<(i64, Vec<RegistrationOf>)> {
    const COUNT: &str = concat!("select count(*) ", matching!());
    const PAGE: &str = concat!(
        "select r.id, r.account_id, a.name, a.email, r.answer, r.party_size, r.created_at, r.updated_at ",
        matching!(),
        "order by r.created_at desc, r.id desc limit $4 offset $5"
    );
    let (q, answer) = (super::like(&filter.q), filter.answer.map_or("", Answer::as_str));
    let count = on!(tx, c => sqlx::query_scalar(COUNT).bind(event).bind(&q).bind(answer).fetch_one(c))?;
    let rows = on!(tx, c => sqlx::query_as(PAGE).bind(event).bind(&q).bind(answer)
        .bind(filter.page_size).bind((filter.page - 1).saturating_mul(filter.page_size)).fetch_all(c))?;
    Ok((count, rows))
}

/// Everyone with a YES, to be told what happens to the event.
pub async fn going(event: &mut EventTx) -> Result<Vec<AccountId>> {
    const SQL: &str = "select account_id from registrations where event_id = $1 and answer = 'yes' order by id";
    let event_id = event.id();
    on!(&mut event.tx, c => sqlx::query_scalar(SQL).bind(event_id).fetch_all(c))
}
