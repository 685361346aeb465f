//! Organizations and roles in them.

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::Tx;
use super::db::{Conn, Result, on, run};
use crate::domain::ids::{AccountId, OrganizationId};
use crate::domain::role::Role;

#[derive(Debug, Clone, FromRow)]
pub struct Organization {
    pub id: OrganizationId,
    pub slug: String,
    pub name: String,
    pub time_zone: String,
}

/// `false`: the slug is taken.
pub async fn insert(tx: &mut Tx, organization: &Organization, now: DateTime<Utc>) -> Result<bool> {
    const SQL: &str = "insert into organizations (id, slug, name, time_zone, created_at) values ($1, $2, $3, $4, $5) \
         on conflict (slug) do nothing";
    Ok(run!(
        tx,
        sqlx::query(SQL)
            .bind(organization.id)
            .bind(&organization.slug)
            .bind(&organization.name)
            .bind(&organization.time_zone)
            .bind(now)
    )? == 1)
}

/// Locks the organization's row until the transaction ends: whoever counts its owners in order to change one waits behind it.
pub async fn lock(tx: &mut Tx, id: OrganizationId) -> Result<()> {
    // The weaker lock lets others go on to refer to the organization.
    const POSTGRES: &str = "select id from organizations where id = $1 for no key update";
    match &mut tx.conn {
        // The transaction began immediate: it is the only writer already.
        Conn::Sqlite(_) => return Ok(()),
        Conn::Postgres(c) => sqlx::query(POSTGRES).bind(id).execute(&mut **c).await?,
    };
    tx.count();
    Ok(())
}

pub async fn set_role(tx: &mut Tx, organization: OrganizationId, account: AccountId, role: Role) -> Result<()> {
    const SQL: &str = "insert into roles (organization_id, account_id, role) values ($1, $2, $3) \
         on conflict (organization_id, account_id) do update set role = excluded.role";
    run!(tx, sqlx::query(SQL).bind(organization).bind(account).bind(role.as_str())).map(drop)
}

pub async fn remove_role(tx: &mut Tx, organization: OrganizationId, account: AccountId) -> Result<()> {
    const SQL: &str = "delete from roles where organization_id = $1 and account_id = $2";
    run!(tx, sqlx::query(SQL).bind(organization).bind(account)).map(drop)
}

/// Takes all of the account's roles away.
pub async fn remove_roles(tx: &mut Tx, account: AccountId) -> Result<()> {
    const SQL: &str = "delete from roles where account_id = $1";
    run!(tx, sqlx::query(SQL).bind(account)).map(drop)
}

/// How many owners the organization has.
pub async fn owners(tx: &mut Tx, organization: OrganizationId) -> Result<i64> {
    const SQL: &str = "select count(*) from roles where organization_id = $1 and role = 'owner'";
    on!(tx, c => sqlx::query_scalar(SQL).bind(organization).fetch_one(c))
}

/// Someone with a role.
#[derive(Debug, Clone, FromRow)]
pub struct PersonOf {
    pub account_id: AccountId,
    pub name: String,
    pub email: String,
    #[sqlx(try_from = "String")]
    pub role: Role,
}

/// A page of the team, or of the members, by name, and how many there are.
pub async fn people(
    tx: &mut Tx,
    organization: OrganizationId,
    of_team: bool,
    page: i64,
    page_size: i64,
) -> Result<(i64, Vec<PersonOf>)> {
    const COUNT: &str = "select count(*) from roles where organization_id = $1 and (role <> 'member') = $2";
    const PAGE: &str = "select r.account_id, a.name, a.email, r.role from roles r join accounts a on a.id = r.account_id \
         where r.organization_id = $1 and (r.role <> 'member') = $2 order by a.name, r.account_id limit $3 offset $4";
    let count = on!(tx, c => sqlx::query_scalar(COUNT).bind(organization).bind(of_team).fetch_one(c))?;
    let offset = (page - 1).saturating_mul(page_size);
    let rows =
        on!(tx, c => sqlx::query_as(PAGE).bind(organization).bind(of_team).bind(page_size).bind(offset).fetch_all(c))?;
    Ok((count, rows))
}

/// An organization as one account sees it; `role` is `None` for a stranger.
#[derive(Debug, Clone)]
pub struct Membership {
    pub organization: Organization,
    pub role: Option<Role>,
}

#[derive(FromRow)]
struct Row {
    #[sqlx(flatten)]
    organization: Organization,
    role: Option<String>,
}

impl TryFrom<Row> for Membership {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self> {
        let role =
            row.role.map(|role| role.parse()).transpose().map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
        Ok(Self { organization: row.organization, role })
    }
}

pub async fn find_by_slug(tx: &mut Tx, slug: &str, account: AccountId) -> Result<Option<Membership>> {
    const SQL: &str = "select g.id, g.slug, g.name, g.time_zone, r.role from organizations g \
         left join roles r on r.organization_id = g.id and r.account_id = $2 where g.slug = $1";
    let row = on!(tx, c => sqlx::query_as::<_, Row>(SQL).bind(slug).bind(account).fetch_optional(c))?;
    row.map(Membership::try_from).transpose()
}

/// The organizations that this account works in or belongs to, by name.
pub async fn of_account(tx: &mut Tx, account: AccountId) -> Result<Vec<Membership>> {
    const SQL: &str = "select g.id, g.slug, g.name, g.time_zone, r.role from organizations g \
         join roles r on r.organization_id = g.id where r.account_id = $1 order by g.name, g.id";
    let rows = on!(tx, c => sqlx::query_as::<_, Row>(SQL).bind(account).fetch_all(c))?;
    rows.into_iter().map(Membership::try_from).collect()
}

/// The account's role in the organization.
pub async fn role(tx: &mut Tx, organization: OrganizationId, account: AccountId) -> Result<Option<Role>> {
    const SQL: &str = "select role from roles where organization_id = $1 and account_id = $2";
    let role: Option<String> =
        on!(tx, c => sqlx::query_scalar(SQL).bind(organization).bind(account).fetch_optional(c))?;
    role.map(|role| role.parse()).transpose().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// Of these slugs, those that are `slug` or `slug-n`.
pub async fn slugs_like(tx: &mut Tx, slug: &str) -> Result<Vec<String>> {
    const SQL: &str = "select slug from organizations where slug = $1 or slug like $2";
    let numbered = format!("{slug}-%");
    on!(tx, c => sqlx::query_scalar(SQL).bind(slug).bind(&numbered).fetch_all(c))
}
