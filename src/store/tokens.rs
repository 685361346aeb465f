//! Link tokens: only their hashes are kept.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::FromRow;

use super::Tx;
use super::bulk;
use super::db::{Result, on, run};
use crate::domain::ids::{AccountId, EventId};
use crate::domain::text_enum::text_enum;

text_enum! {
    pub enum Purpose {
        /// Stands for one person at one event, until the event is over (R36).
        Participate = "participate",
        /// Confirms the address of a new account and signs in; once.
        Verify = "verify",
        /// Signs in; once.
        SignIn = "sign_in",
    }
}

#[derive(Debug, Clone, Serialize)]
pub struct NewToken {
    #[serde(serialize_with = "bulk::hex")]
    pub hash: Vec<u8>,
    pub purpose: Purpose,
    pub account_id: AccountId,
    pub event_id: Option<EventId>,
    #[serde(serialize_with = "bulk::maybe_instant")]
    pub expires_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "bulk::instant")]
    pub created_at: DateTime<Utc>,
}

pub async fn insert(tx: &mut Tx, tokens: &[NewToken]) -> Result<()> {
    const SQLITE: &str = "insert into tokens (hash, purpose, account_id, event_id, expires_at, created_at) \
         select unhex(r.value ->> 'hash'), r.value ->> 'purpose', unhex(replace(r.value ->> 'account_id', '-', '')), \
         unhex(replace(r.value ->> 'event_id', '-', '')), r.value ->> 'expires_at', r.value ->> 'created_at' from json_each($1) r";
    const POSTGRES: &str = "insert into tokens (hash, purpose, account_id, event_id, expires_at, created_at) \
         select decode(hash, 'hex'), purpose, account_id, event_id, expires_at, created_at from json_to_recordset($1::json) \
         as r (hash text, purpose text, account_id uuid, event_id uuid, expires_at timestamptz, created_at timestamptz)";
    bulk::insert(tx, tokens, SQLITE, POSTGRES).await.map(drop)
}

#[derive(Debug, Clone, Copy, FromRow)]
pub struct TokenRow {
    #[sqlx(try_from = "String")]
    pub purpose: Purpose,
    pub account_id: AccountId,
    pub event_id: Option<EventId>,
}

/// The token, if it may still be used: not past its own end, not spent, and its event not over.
pub async fn find(tx: &mut Tx, hash: &[u8], now: DateTime<Utc>) -> Result<Option<TokenRow>> {
    const SQL: &str = "select t.purpose, t.account_id, t.event_id from tokens t left join events e on e.id = t.event_id \
         where t.hash = $1 and t.used_at is null and (t.expires_at is null or t.expires_at > $2) \
         and (e.id is null or e.ends_at > $2)";
    on!(tx, c => sqlx::query_as(SQL).bind(hash).bind(now).fetch_optional(c))
}

/// Ends every link of the account.
pub async fn delete_of(tx: &mut Tx, account: AccountId) -> Result<()> {
    const SQL: &str = "delete from tokens where account_id = $1";
    run!(tx, sqlx::query(SQL).bind(account)).map(drop)
}

/// Spends a single-use token; `None`: it was spent, has expired, or never was.
pub async fn spend(tx: &mut Tx, hash: &[u8], now: DateTime<Utc>) -> Result<Option<TokenRow>> {
    const SQL: &str = "update tokens set used_at = $2 where hash = $1 and purpose <> 'participate' and used_at is null \
         and expires_at > $2 returning purpose, account_id, event_id";
    on!(tx, c => sqlx::query_as(SQL).bind(hash).bind(now).fetch_optional(c))
}
