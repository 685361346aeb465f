//! Many rows by one statement: the rows travel as one JSON text, which both engines can read as a table.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Encode, FromRow, Postgres, Sqlite, Type};

use super::Tx;
use super::db::{Conn, Result};

/// Runs the engine's own statement over `rows`, bound as `$1`; nothing is run for no rows.
pub async fn insert<T: Serialize>(
    tx: &mut Tx,
    rows: &[T],
    sqlite: &'static str,
    postgres: &'static str,
) -> Result<u64> {
    if rows.is_empty() {
        return Ok(0);
    }
    let json = serde_json::to_string(rows).map_err(|error| sqlx::Error::Encode(error.into()))?;
    tx.count();
    match &mut tx.conn {
        Conn::Sqlite(c) => Ok(sqlx::query(sqlite).bind(json).execute(&mut **c).await?.rows_affected()),
        Conn::Postgres(c) => Ok(sqlx::query(postgres).bind(json).execute(&mut **c).await?.rows_affected()),
    }
}

/// Runs the engine's own query over `rows`, bound as `$1` beside `id` as `$2`; no rows ask nothing.
pub async fn fetch<T: Serialize, I, R>(
    tx: &mut Tx,
    rows: &[T],
    id: I,
    sqlite: &'static str,
    postgres: &'static str,
) -> Result<Vec<R>>
where
    I: for<'q> Encode<'q, Sqlite> + Type<Sqlite> + for<'q> Encode<'q, Postgres> + Type<Postgres> + Send + 'static,
    R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    if rows.is_empty() {
        return Ok(vec![]);
    }
    let json = serde_json::to_string(rows).map_err(|error| sqlx::Error::Encode(error.into()))?;
    tx.count();
    match &mut tx.conn {
        Conn::Sqlite(c) => sqlx::query_as(sqlite).bind(json).bind(id).fetch_all(&mut **c).await,
        Conn::Postgres(c) => sqlx::query_as(postgres).bind(json).bind(id).fetch_all(&mut **c).await,
    }
}

/// Runs the engine's own query over `rows`, bound as `$1`; no rows ask nothing.
pub async fn fetch_all<T: Serialize, R>(
    tx: &mut Tx,
    rows: &[T],
    sqlite: &'static str,
    postgres: &'static str,
) -> Result<Vec<R>>
where
    R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    if rows.is_empty() {
        return Ok(vec![]);
    }
    let json = serde_json::to_string(rows).map_err(|error| sqlx::Error::Encode(error.into()))?;
    tx.count();
    match &mut tx.conn {
        Conn::Sqlite(c) => sqlx::query_as(sqlite).bind(json).fetch_all(&mut **c).await,
        Conn::Postgres(c) => sqlx::query_as(postgres).bind(json).fetch_all(&mut **c).await,
    }
}

/// An instant as sqlx writes it to SQLite, so that it compares with those bound one by one.
pub fn instant<S: serde::Serializer>(at: &DateTime<Utc>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&at.to_rfc3339_opts(SecondsFormat::AutoSi, false))
}

/// Bytes as hexadecimal text.
pub fn hex<S: serde::Serializer>(bytes: &[u8], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

pub fn maybe_instant<S: serde::Serializer>(
    at: &Option<DateTime<Utc>>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    match at {
        Some(at) => instant(at, serializer),
        None => serializer.serialize_none(),
    }
}
