//! Invitations: who may come to a private event.

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::Tx;
use super::db::{Result, on, run};
use crate::domain::ids::{AccountId, EventId};

#[derive(Debug, Clone, FromRow)]
pub struct Invitation {
    pub account_id: AccountId,
    pub name: String,
    pub email: String,
    pub created_at: DateTime<Utc>,
}

/// `false`: they were invited already.
pub async fn insert(
    tx: &mut Tx,
    event: EventId,
    account: AccountId,
    who: AccountId,
    now: DateTime<Utc>,
) -> Result<bool> {
    const SQL: &str = "insert into invitations (event_id, account_id, who_id, created_at) values ($1, $2, $3, $4) \
         on conflict (event_id, account_id) do nothing";
    Ok(run!(tx, sqlx::query(SQL).bind(event).bind(account).bind(who).bind(now))? == 1)
}

/// `false`: they weren't invited.
pub async fn delete(tx: &mut Tx, event: EventId, account: AccountId) -> Result<bool> {
    const SQL: &str = "delete from invitations where event_id = $1 and account_id = $2";
    Ok(run!(tx, sqlx::query(SQL).bind(event).bind(account))? == 1)
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
