//! The jobs' leases and last runs, shared by all processes.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::FromRow;

use super::Tx;
use super::db::{Result, on, run};

#[derive(Debug, Clone, FromRow, Serialize)]
pub struct JobRow {
    pub name: String,
    pub last_run_at: Option<DateTime<Utc>>,
    #[serde(skip)]
    pub last_error: Option<String>,
}

/// Makes sure that the job has a row.
pub async fn register(tx: &mut Tx, name: &str) -> Result<()> {
    const SQL: &str = "insert into jobs (name) values ($1) on conflict (name) do nothing";
    run!(tx, sqlx::query(SQL).bind(name)).map(drop)
}

/// Takes the job until `until`, unless another process has it or it ran at or after `due`.
pub async fn lease(
    tx: &mut Tx,
    name: &str,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
    due: DateTime<Utc>,
) -> Result<bool> {
    const SQL: &str = "update jobs set leased_until = $3 where name = $1 and (leased_until is null or leased_until <= $2) \
         and (last_run_at is null or last_run_at < $4)";
    Ok(run!(tx, sqlx::query(SQL).bind(name).bind(now).bind(until).bind(due))? == 1)
}

pub async fn finish(tx: &mut Tx, name: &str, now: DateTime<Utc>, error: Option<&str>) -> Result<()> {
    const SQL: &str = "update jobs set leased_until = null, last_run_at = $2, last_error = $3 where name = $1";
    run!(tx, sqlx::query(SQL).bind(name).bind(now).bind(error)).map(drop)
}

pub async fn list(tx: &mut Tx) -> Result<Vec<JobRow>> {
    const SQL: &str = "select name, last_run_at, last_error from jobs order by name";
    on!(tx, c => sqlx::query_as(SQL).fetch_all(c))
}
