//! Accounts: people, by address (R28).

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::db::{Result, on, run};
use super::{EventTx, Tx, bulk};
use crate::chance;
use crate::domain::address::Email;
use crate::domain::ids::AccountId;

#[derive(Debug, Clone, FromRow)]
pub struct Account {
    pub id: AccountId,
    pub name: String,
    /// As typed, for mailing.
    pub email: String,
    pub password_hash: Option<String>,
    pub time_zone: Option<String>,
    pub verified_at: Option<DateTime<Utc>>,
}

macro_rules! select_accounts {
    ($rest:literal) => {
        concat!("select id, name, email, password_hash, time_zone, verified_at from accounts ", $rest)
    };
}

/// Makes an unverified account. `false`: the address has one already.
pub async fn insert(
    tx: &mut Tx,
    id: AccountId,
    name: &str,
    email: &Email,
    time_zone: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool> {
    const SQL: &str = "insert into accounts (id, name, email, email_key, time_zone, created_at) values ($1, $2, $3, $4, $5, $6) \
         on conflict (email_key) do nothing";
    Ok(run!(tx, sqlx::query(SQL).bind(id).bind(name).bind(email.typed()).bind(email.key()).bind(time_zone).bind(now))?
        == 1)
}

pub async fn find(tx: &mut Tx, id: AccountId) -> Result<Option<Account>> {
    const SQL: &str = select_accounts!("where id = $1");
    on!(tx, c => sqlx::query_as(SQL).bind(id).fetch_optional(c))
}

pub async fn find_by_email(tx: &mut Tx, email: &Email) -> Result<Option<Account>> {
    const SQL: &str = select_accounts!("where email_key = $1");
    on!(tx, c => sqlx::query_as(SQL).bind(email.key()).fetch_optional(c))
}

/// Until the address is verified, the name is what was typed last.
pub async fn rename_unverified(tx: &mut Tx, email: &Email, name: &str) -> Result<()> {
    const SQL: &str = "update accounts set name = $2 where email_key = $1 and verified_at is null";
    run!(tx, sqlx::query(SQL).bind(email.key()).bind(name)).map(drop)
}

/// The address is the person's; `false`: it was verified already.
pub async fn verify(tx: &mut Tx, id: AccountId, now: DateTime<Utc>) -> Result<bool> {
    const SQL: &str = "update accounts set verified_at = $2 where id = $1 and verified_at is null";
    Ok(run!(tx, sqlx::query(SQL).bind(id).bind(now))? == 1)
}

/// The account of this address, under an event's lock; an unverified one is made with this name. Whoever types an address renames nobody.
pub async fn find_or_insert(event: &mut EventTx, name: &str, email: &Email) -> Result<AccountId> {
    const SQL: &str = "insert into accounts (id, name, email, email_key, created_at) values ($1, $2, $3, $4, $5) \
         on conflict (email_key) do update set email_key = excluded.email_key returning id";
    let now = event.now();
    on!(&mut event.tx, c => sqlx::query_scalar(SQL)
        .bind(AccountId(chance::id(now))).bind(name).bind(email.typed()).bind(email.key()).bind(now).fetch_one(c))
}

/// Makes unverified accounts for those of these addresses that have none.
pub(crate) async fn insert_many<'a>(
    event: &mut EventTx,
    people: impl Iterator<Item = (&'a str, &'a Email)>,
) -> Result<()> {
    const SQLITE: &str = "insert into accounts (id, name, email, email_key, created_at) \
         select unhex(replace(r.value ->> 'id', '-', '')), r.value ->> 'name', r.value ->> 'email', r.value ->> 'email_key', \
         r.value ->> 'created_at' from json_each($1) r where true on conflict (email_key) do nothing";
    const POSTGRES: &str = "insert into accounts (id, name, email, email_key, created_at) \
         select id, name, email, email_key, created_at from json_to_recordset($1::json) \
         as r (id uuid, name text, email text, email_key text, created_at timestamptz) on conflict (email_key) do nothing";
    #[derive(serde::Serialize)]
    struct Row<'a> {
        id: AccountId,
        name: &'a str,
        email: &'a str,
        email_key: &'a str,
        #[serde(serialize_with = "bulk::instant")]
        created_at: DateTime<Utc>,
    }
    let created_at = event.now();
    let row = |(name, email): (&'a str, &'a Email)| Row {
        id: AccountId(chance::id(created_at)),
        name,
        email: email.typed(),
        email_key: email.key(),
        created_at,
    };
    let rows: Vec<Row> = people.map(row).collect();
    bulk::insert(&mut event.tx, &rows, SQLITE, POSTGRES).await.map(drop)
}

/// [`verify`] under an event's lock.
pub async fn verify_within(event: &mut EventTx, id: AccountId) -> Result<bool> {
    let now = event.now();
    verify(&mut event.tx, id, now).await
}

/// Forgets who the account was; its rows elsewhere stay and name nobody.
pub async fn anonymize(tx: &mut Tx, id: AccountId) -> Result<()> {
    const SQL: &str = "update accounts set name = 'Erased account', email = $2, email_key = $2, password_hash = null, \
         time_zone = null, verified_at = null where id = $1";
    run!(tx, sqlx::query(SQL).bind(id).bind(format!("erased-{}@erased.invalid", id.0.simple()))).map(drop)
}

pub async fn set_password(tx: &mut Tx, id: AccountId, hash: Option<&str>) -> Result<()> {
    const SQL: &str = "update accounts set password_hash = $2 where id = $1";
    run!(tx, sqlx::query(SQL).bind(id).bind(hash)).map(drop)
}
