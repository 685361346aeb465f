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
    /// Of their pages and mails, as a tag of the catalogue.
    pub language: Option<String>,
    pub verified_at: Option<DateTime<Utc>>,
}

macro_rules! select_accounts {
    ($rest:literal) => {
        concat!("select id, name, email, password_hash, time_zone, language, verified_at from accounts ", $rest)
    };
}

/// Makes an unverified account. `false`: the address has one already.
pub async fn insert(
    tx: &mut Tx,
    id: AccountId,
    name: &str,
    email: &Email,
    time_zone: Option<&str>,
    language: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool> {
    const SQL: &str = "insert into accounts (id, name, email, email_key, time_zone, language, created_at) \
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (email_key) do nothing";
    let (typed, key) = (email.typed(), email.key());
    Ok(run!(tx, sqlx::query(SQL).bind(id).bind(name).bind(typed).bind(key).bind(time_zone).bind(language).bind(now))?
        == 1)
}

/// The language of the person's pages and mails from now on.
pub async fn set_language(tx: &mut Tx, id: AccountId, language: &str) -> Result<()> {
    const SQL: &str = "update accounts set language = $2 where id = $1";
    run!(tx, sqlx::query(SQL).bind(id).bind(language)).map(drop)
}

pub async fn language(tx: &mut Tx, id: AccountId) -> Result<Option<String>> {
    const SQL: &str = "select language from accounts where id = $1";
    Ok(on!(tx, c => sqlx::query_scalar::<_, Option<String>>(SQL).bind(id).fetch_optional(c))?.flatten())
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

/// Which language a new account gets: the one that its person reads, or that of who enters them.
#[derive(Debug, Clone, Copy)]
pub enum Speaks<'a> {
    Language(&'a str),
    LikeAccount(AccountId),
}

/// The account of this address, under an event's lock; an unverified one is made with this name. Whoever types an address renames nobody.
pub async fn find_or_insert(event: &mut EventTx, name: &str, email: &Email, speaks: Speaks<'_>) -> Result<AccountId> {
    const SQL: &str = "insert into accounts (id, name, email, email_key, created_at, language) \
         values ($1, $2, $3, $4, $5, coalesce($6, (select a.language from accounts a where a.id = $7))) \
         on conflict (email_key) do update set email_key = excluded.email_key returning id";
    let now = event.now();
    let (language, like) = match speaks {
        Speaks::Language(language) => (Some(language), None),
        Speaks::LikeAccount(account) => (None, Some(account)),
    };
    on!(&mut event.tx, c => sqlx::query_scalar(SQL).bind(AccountId(chance::id(now))).bind(name).bind(email.typed())
        .bind(email.key()).bind(now).bind(language).bind(like).fetch_one(c))
}

/// Makes unverified accounts for those of these addresses that have none; they speak the language of `who` enters them.
pub(crate) async fn insert_many<'a>(
    event: &mut EventTx,
    people: impl Iterator<Item = (&'a str, &'a Email)>,
    who: AccountId,
) -> Result<()> {
    const SQLITE: &str = "insert into accounts (id, name, email, email_key, created_at, language) \
         select unhex(replace(r.value ->> 'id', '-', '')), r.value ->> 'name', r.value ->> 'email', r.value ->> 'email_key', \
         r.value ->> 'created_at', r.value ->> 'language' from json_each($1) r where true on conflict (email_key) do nothing";
    const POSTGRES: &str = "insert into accounts (id, name, email, email_key, created_at, language) \
         select id, name, email, email_key, created_at, language from json_to_recordset($1::json) \
         as r (id uuid, name text, email text, email_key text, created_at timestamptz, language text) on conflict (email_key) do nothing";
    #[derive(serde::Serialize)]
    struct Row<'r> {
        id: AccountId,
        name: &'r str,
        email: &'r str,
        email_key: &'r str,
        #[serde(serialize_with = "bulk::instant")]
        created_at: DateTime<Utc>,
        language: Option<&'r str>,
    }
    let created_at = event.now();
    let language = language(&mut event.tx, who).await?;
    let row = |(name, email): (&'a str, &'a Email)| Row {
        id: AccountId(chance::id(created_at)),
        name,
        email: email.typed(),
        email_key: email.key(),
        created_at,
        language: language.as_deref(),
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
         time_zone = null, language = null, verified_at = null where id = $1";
    run!(tx, sqlx::query(SQL).bind(id).bind(format!("erased-{}@erased.invalid", id.0.simple()))).map(drop)
}

pub async fn set_password(tx: &mut Tx, id: AccountId, hash: Option<&str>) -> Result<()> {
    const SQL: &str = "update accounts set password_hash = $2 where id = $1";
    run!(tx, sqlx::query(SQL).bind(id).bind(hash)).map(drop)
}
