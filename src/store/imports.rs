//! Files of people that were looked at, and are imported in parts.

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::db::{Result, on, run};
use super::{EventTx, Tx};
use crate::domain::ids::{AccountId, EventId, ImportId};
use crate::domain::text_enum::text_enum;

text_enum! {
    pub enum ImportState {
        Checked = "checked",
        Running = "running",
        Finished = "finished",
        Failed = "failed",
    }
}

#[derive(Debug, Clone, FromRow)]
pub struct Import {
    pub id: ImportId,
    pub created_at: DateTime<Utc>,
    /// The file's text.
    pub file: String,
    /// Rows to add, and those of them that were dealt with.
    pub total: i64,
    pub done: i64,
    /// What was found in the file, as JSON.
    pub report: String,
    #[sqlx(try_from = "String")]
    pub state: ImportState,
    /// When the last part was done, while it runs.
    pub beat_at: Option<DateTime<Utc>>,
}

/// Keeps the file, in place of one that the same person has only looked at.
pub async fn insert(tx: &mut Tx, import: &Import, event: EventId, who: AccountId) -> Result<()> {
    const FORGET: &str = "delete from imports where event_id = $1 and who_id = $2 and state = 'checked'";
    run!(tx, sqlx::query(FORGET).bind(event).bind(who))?;
    const SQL: &str = "insert into imports (id, event_id, who_id, created_at, file, total, done, report, state) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    run!(
        tx,
        sqlx::query(SQL)
            .bind(import.id)
            .bind(event)
            .bind(who)
            .bind(import.created_at)
            .bind(&import.file)
            .bind(import.total)
            .bind(import.done)
            .bind(&import.report)
            .bind(import.state.as_str())
    )
    .map(drop)
}

pub async fn find(tx: &mut Tx, event: EventId, id: ImportId) -> Result<Option<Import>> {
    const SQL: &str =
        "select id, created_at, file, total, done, report, state, beat_at from imports where event_id = $1 and id = $2";
    on!(tx, c => sqlx::query_as(SQL).bind(event).bind(id).fetch_optional(c))
}

/// Takes the import in hand; `false`: it is finished, or someone else was at it since `silent_since`.
pub async fn start(tx: &mut Tx, id: ImportId, now: DateTime<Utc>, silent_since: DateTime<Utc>) -> Result<bool> {
    const SQL: &str = "update imports set state = 'running', beat_at = $2 where id = $1 and state <> 'finished' \
         and (state <> 'running' or beat_at is null or beat_at < $3)";
    Ok(run!(tx, sqlx::query(SQL).bind(id).bind(now).bind(silent_since))? == 1)
}

/// Notes in the part's own transaction how far the import has come.
pub async fn advance(event: &mut EventTx, id: ImportId, done: i64) -> Result<()> {
    const SQL: &str = "update imports set done = $2, beat_at = $3 where id = $1";
    let now = event.now();
    run!(&mut event.tx, sqlx::query(SQL).bind(id).bind(done).bind(now)).map(drop)
}

/// The file isn't needed any more.
pub async fn finish(tx: &mut Tx, id: ImportId) -> Result<()> {
    const SQL: &str = "update imports set state = 'finished', file = '', done = total where id = $1";
    run!(tx, sqlx::query(SQL).bind(id)).map(drop)
}

/// It can be started again: what was imported is found on the list then, and left alone.
pub async fn fail(tx: &mut Tx, id: ImportId) -> Result<()> {
    const SQL: &str = "update imports set state = 'failed' where id = $1";
    run!(tx, sqlx::query(SQL).bind(id)).map(drop)
}

/// Forgets files that nobody wanted to import.
pub async fn purge(tx: &mut Tx, before: DateTime<Utc>) -> Result<()> {
    const SQL: &str = "delete from imports where created_at < $1";
    run!(tx, sqlx::query(SQL).bind(before)).map(drop)
}
