//! The activity log: append-only.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::Tx;
use super::bulk;
use super::db::Result;
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
