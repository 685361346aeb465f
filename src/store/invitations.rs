//! Invitations: who may come to a private event.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::FromRow;

use super::db::{Result, on, run};
use super::{EventTx, Tx, bulk};
use crate::domain::ids::{AccountId, EventId};

#[derive(Debug, Clone, FromRow)]
pub struct Invitation {
    pub account_id: AccountId,
    pub name: String,
    pub email: String,
    pub created_at: DateTime<Utc>,
}

/// Invites the people of these addresses; answers how many weren't invited yet.
pub(crate) async fn insert_many<'a>(
    event: &mut EventTx,
    keys: impl Iterator<Item = &'a str>,
    who: AccountId,
) -> Result<u64> {
    const SQLITE: &str = "insert into invitations (event_id, account_id, who_id, created_at) \
         select unhex(replace(r.value ->> 'event_id', '-', '')), a.id, unhex(replace(r.value ->> 'who_id', '-', '')), \
         r.value ->> 'created_at' from json_each($1) r join accounts a on a.email_key = r.value ->> 'email_key' where true \
         on conflict (event_id, account_id) do nothing";
    const POSTGRES: &str = "insert into invitations (event_id, account_id, who_id, created_at) \
         select r.event_id, a.id, r.who_id, r.created_at from json_to_recordset($1::json) \
         as r (event_id uuid, who_id uuid, created_at timestamptz, email_key text) join accounts a on a.email_key = r.email_key \
         on conflict (event_id, account_id) do nothing";
    #[derive(Serialize)]
    struct Row<'a> {
        event_id: EventId,
        who_id: AccountId,
        #[serde(serialize_with = "bulk::instant")]
        created_at: DateTime<Utc>,
        email_key: &'a str,
    }
    let (event_id, created_at) = (event.id(), event.now());
    let rows: Vec<Row> = keys.map(|email_key| Row { event_id, who_id: who, created_at, email_key }).collect();
    bulk::insert(&mut event.tx, &rows, SQLITE, POSTGRES).await
}

/// `false`: they weren't invited.
pub async fn delete(event: &mut EventTx, account: AccountId) -> Result<bool> {
    const SQL: &str = "delete from invitations where event_id = $1 and account_id = $2";
    let event_id = event.id();
    Ok(run!(&mut event.tx, sqlx::query(SQL).bind(event_id).bind(account))? == 1)
}

/// A page of the invited, newest first, and how many there are.
pub async fn list(tx: &mut Tx, event: EventId, page: i64, page_size: i64) -> Result<(i64, Vec<Invitation>)> {
    const COUNT: &str = "select count(*) from invitations where event_id = $1";
    const PAGE: &str = "select i.account_id, a.name, a.email, i.created_at from invitations i join accounts a on a.id = i.account_id \
         where i.event_id = $1 order by i.created_at desc, i.account_id limit $2 offset $3";
    let count = on!(tx, c => sqlx::query_scalar(COUNT).bind(event).fetch_one(c))?;
    let offset = (page - 1).saturating_mul(page_size);
    let rows = on!(tx, c => sqlx::query_as(PAGE).bind(event).bind(page_size).bind(offset).fetch_all(c))?;
    Ok((count, rows))
}
