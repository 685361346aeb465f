//! The activity log: append-only.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::FromRow;

use super::Tx;
use super::bulk;
use super::db::{Result, on};
use crate::domain::ids::{AccountId, ActivityId, EventId};

#[derive(Debug, Clone, Serialize)]
pub struct NewActivity {
    pub id: ActivityId,
    pub event_id: EventId,
    #[serde(serialize_with = "bulk::instant")]
    pub at: DateTime<Utc>,
    /// `None`: the system.
    pub who_id: Option<AccountId>,
    pub what: &'static str,
    pub on_id: Option<AccountId>,
    pub reason: Option<String>,
    /// JSON.
    pub before: Option<String>,
    pub after: Option<String>,
}

pub async fn insert(tx: &mut Tx, activities: &[NewActivity]) -> Result<()> {
    const SQLITE: &str = "insert into activities (id, event_id, at, who_id, what, on_id, reason, before, after) \
         select unhex(replace(r.value ->> 'id', '-', '')), unhex(replace(r.value ->> 'event_id', '-', '')), r.value ->> 'at', \
         unhex(replace(r.value ->> 'who_id', '-', '')), r.value ->> 'what', unhex(replace(r.value ->> 'on_id', '-', '')), \
         r.value ->> 'reason', r.value ->> 'before', r.value ->> 'after' from json_each($1) r";
    const POSTGRES: &str = "insert into activities (id, event_id, at, who_id, what, on_id, reason, before, after) \
         select id, event_id, at, who_id, what, on_id, reason, before, after from json_to_recordset($1::json) \
         as r (id uuid, event_id uuid, at timestamptz, who_id uuid, what text, on_id uuid, reason text, before text, after text)";
    bulk::insert(tx, activities, SQLITE, POSTGRES).await.map(drop)
}

/// A line of the log with the names of its people. `before` and `after` are JSON.
#[derive(Debug, Clone, FromRow)]
pub struct Activity {
    pub id: ActivityId,
    pub at: DateTime<Utc>,
    pub who_id: Option<AccountId>,
    pub who_name: Option<String>,
    pub what: String,
    pub on_id: Option<AccountId>,
    pub on_name: Option<String>,
    pub reason: Option<String>,
    pub before: Option<String>,
    pub after: Option<String>,
}

/// A page of the event's log, newest first, and how many lines it has; `on` for one person only.
pub async fn list(
    tx: &mut Tx,
    event: EventId,
    on: Option<AccountId>,
    page: i64,
    page_size: i64,
) -> Result<(i64, Vec<Activity>)> {
    const COUNT: &str = "select count(*) from activities where event_id = $1 and ($2 is null or on_id = $2)";
    const PAGE: &str = "select l.id, l.at, l.who_id, w.name as who_name, l.what, l.on_id, o.name as on_name, l.reason, l.before, l.after \
         from activities l left join accounts w on w.id = l.who_id left join accounts o on o.id = l.on_id \
         where l.event_id = $1 and ($2 is null or l.on_id = $2) order by l.at desc, l.id desc limit $3 offset $4";
    let count = on!(tx, c => sqlx::query_scalar(COUNT).bind(event).bind(on).fetch_one(c))?;
    let rows = on!(tx, c => sqlx::query_as(PAGE).bind(event).bind(on)
        .bind(page_size).bind((page - 1).saturating_mul(page_size)).fetch_all(c))?;
    Ok((count, rows))
}
