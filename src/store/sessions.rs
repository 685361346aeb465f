//! Browser sessions, revocable here.

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::Tx;
use super::db::{Result, on, run};
use crate::domain::ids::AccountId;

/// A session with its account, read together so that a page needs one query for both.
#[derive(Debug, Clone, FromRow)]
pub struct SessionRow {
    /// What the web layer keeps in it, as JSON.
    pub data: String,
    pub created_at: DateTime<Utc>,
    pub seen_at: DateTime<Utc>,
    pub account_id: Option<AccountId>,
    pub name: Option<String>,
    pub email: Option<String>,
    pub time_zone: Option<String>,
    pub language: Option<String>,
}

/// The session, unless it was idle since before `idle_since` or made before `made_since`.
pub async fn find(
    tx: &mut Tx,
    id: &str,
    idle_since: DateTime<Utc>,
    made_since: DateTime<Utc>,
) -> Result<Option<SessionRow>> {
    const SQL: &str = "select s.data, s.created_at, s.seen_at, s.account_id, a.name, a.email, a.time_zone, a.language from sessions s \
         left join accounts a on a.id = s.account_id where s.id = $1 and s.seen_at > $2 and s.created_at > $3";
    on!(tx, c => sqlx::query_as(SQL).bind(id).bind(idle_since).bind(made_since).fetch_optional(c))
}

/// `false`: the id is taken.
pub async fn insert(tx: &mut Tx, id: &str, account: Option<AccountId>, data: &str, now: DateTime<Utc>) -> Result<bool> {
    const SQL: &str = "insert into sessions (id, account_id, data, created_at, seen_at) values ($1, $2, $3, $4, $4) \
         on conflict (id) do nothing";
    Ok(run!(tx, sqlx::query(SQL).bind(id).bind(account).bind(data).bind(now))? == 1)
}

/// Keeps what changed. A session that was revoked meanwhile stays gone.
pub async fn update(tx: &mut Tx, id: &str, account: Option<AccountId>, data: &str, now: DateTime<Utc>) -> Result<()> {
    const SQL: &str = "update sessions set account_id = $2, data = $3, seen_at = $4 where id = $1";
    run!(tx, sqlx::query(SQL).bind(id).bind(account).bind(data).bind(now)).map(drop)
}

pub async fn delete(tx: &mut Tx, id: &str) -> Result<()> {
    const SQL: &str = "delete from sessions where id = $1";
    run!(tx, sqlx::query(SQL).bind(id)).map(drop)
}

/// Ends every session of the account.
pub async fn delete_of(tx: &mut Tx, account: AccountId) -> Result<()> {
    const SQL: &str = "delete from sessions where account_id = $1";
    run!(tx, sqlx::query(SQL).bind(account)).map(drop)
}

/// Removes what has expired.
pub async fn purge(tx: &mut Tx, idle_since: DateTime<Utc>, made_since: DateTime<Utc>) -> Result<()> {
    const SQL: &str = "delete from sessions where seen_at <= $1 or created_at <= $2";
    run!(tx, sqlx::query(SQL).bind(idle_since).bind(made_since)).map(drop)
}
