//! Blocklists: people whom an organization doesn't want at its events.

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::Tx;
use super::db::{Result, on, run};
use crate::domain::ids::{AccountId, OrganizationId};

#[derive(Debug, Clone, FromRow)]
pub struct Block {
    pub account_id: AccountId,
    pub name: String,
    pub email: String,
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// Who is blocked already stays so; a reason that is given now replaces the one from then.
pub async fn insert(
    tx: &mut Tx,
    organization: OrganizationId,
    account: AccountId,
    reason: Option<&str>,
    who: AccountId,
    now: DateTime<Utc>,
) -> Result<()> {
    const SQL: &str = "insert into blocks (organization_id, account_id, reason, who_id, created_at) values ($1, $2, $3, $4, $5) \
         on conflict (organization_id, account_id) do update set reason = coalesce(excluded.reason, blocks.reason)";
    run!(tx, sqlx::query(SQL).bind(organization).bind(account).bind(reason).bind(who).bind(now)).map(drop)
}

/// `false`: they weren't blocked.
pub async fn delete(tx: &mut Tx, organization: OrganizationId, account: AccountId) -> Result<bool> {
    const SQL: &str = "delete from blocks where organization_id = $1 and account_id = $2";
    Ok(run!(tx, sqlx::query(SQL).bind(organization).bind(account))? == 1)
}

/// A page of the blocklist, newest first, and how many there are.
pub async fn list(tx: &mut Tx, organization: OrganizationId, page: i64, page_size: i64) -> Result<(i64, Vec<Block>)> {
    const COUNT: &str = "select count(*) from blocks where organization_id = $1";
    const PAGE: &str = "select b.account_id, a.name, a.email, b.reason, b.created_at from blocks b join accounts a on a.id = b.account_id \
         where b.organization_id = $1 order by b.created_at desc, b.account_id limit $2 offset $3";
    let count = on!(tx, c => sqlx::query_scalar(COUNT).bind(organization).fetch_one(c))?;
    let offset = (page - 1).saturating_mul(page_size);
    let rows = on!(tx, c => sqlx::query_as(PAGE).bind(organization).bind(page_size).bind(offset).fetch_all(c))?;
    Ok((count, rows))
}
