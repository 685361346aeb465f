//! Lotteries that were drawn (R18).

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::db::{Result, on, run};
use super::{EventTx, Tx};
use crate::domain::ids::{BatchId, EventId};
use crate::domain::lottery::Draw;

pub async fn insert(event: &mut EventTx, batch: BatchId, draw: &Draw) -> Result<()> {
    const SQL: &str = "insert into draws (batch_id, event_id, algorithm, commitment, seed, seats, people, pool, result, created_at) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let json = |value: serde_json::Value| value.to_string();
    let (event_id, now) = (event.id(), event.now());
    let pool = json(serde_json::json!({"pool": draw.pool, "parties": draw.parties}));
    let result = json(serde_json::json!({"result": draw.result, "offered": draw.offered}));
    run!(
        &mut event.tx,
        sqlx::query(SQL)
            .bind(batch)
            .bind(event_id)
            .bind(&draw.algorithm)
            .bind(&draw.commitment)
            .bind(&draw.seed)
            .bind(draw.seats)
            .bind(draw.people)
            .bind(&pool)
            .bind(&result)
            .bind(now)
    )
    .map(drop)
}

#[derive(FromRow)]
struct Row {
    algorithm: String,
    commitment: String,
    seed: String,
    seats: Option<i64>,
    people: Option<i64>,
    pool: String,
    result: String,
}

#[derive(serde::Deserialize)]
struct Pool {
    pool: Vec<crate::domain::ids::EntryId>,
    parties: Vec<i64>,
}

#[derive(serde::Deserialize)]
struct Drawn {
    result: Vec<crate::domain::ids::EntryId>,
    offered: Vec<crate::domain::ids::EntryId>,
}

impl TryFrom<Row> for Draw {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self> {
        let decode = |error: serde_json::Error| sqlx::Error::Decode(error.into());
        let Pool { pool, parties } = serde_json::from_str(&row.pool).map_err(decode)?;
        let Drawn { result, offered } = serde_json::from_str(&row.result).map_err(decode)?;
        Ok(Self {
            algorithm: row.algorithm,
            commitment: row.commitment,
            seed: row.seed,
            pool,
            parties,
            seats: row.seats,
            people: row.people,
            result,
            offered,
        })
    }
}

/// The draw of one round.
pub async fn find(tx: &mut Tx, event: EventId, batch: BatchId) -> Result<Option<Draw>> {
    const SQL: &str = "select algorithm, commitment, seed, seats, people, pool, result from draws \
         where event_id = $1 and batch_id = $2";
    let row = on!(tx, c => sqlx::query_as::<_, Row>(SQL).bind(event).bind(batch).fetch_optional(c))?;
    row.map(Draw::try_from).transpose()
}

/// A draw in a list, without its pool.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Drawing {
    pub batch_id: BatchId,
    pub commitment: String,
    pub created_at: DateTime<Utc>,
}

/// The latest draws of the event, newest first; at most `limit`.
pub async fn list(tx: &mut Tx, event: EventId, limit: i64) -> Result<Vec<Drawing>> {
    const SQL: &str = "select batch_id, commitment, created_at from draws where event_id = $1 \
         order by created_at desc, batch_id desc limit $2";
    on!(tx, c => sqlx::query_as(SQL).bind(event).bind(limit).fetch_all(c))
}
