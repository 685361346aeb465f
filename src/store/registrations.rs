//! Answers to RSVP events.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::db::{Result, on};
use super::{EventTx, bulk};
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

/// Everyone with a YES, to be told what happens to the event.
pub async fn going(event: &mut EventTx) -> Result<Vec<AccountId>> {
    const SQL: &str = "select account_id from registrations where event_id = $1 and answer = 'yes' order by id";
    let event_id = event.id();
    on!(&mut event.tx, c => sqlx::query_scalar(SQL).bind(event_id).fetch_all(c))
}
