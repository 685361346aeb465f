//! Events' numbers, hour by hour: what their charts are drawn from.

use chrono::{DateTime, Utc};
use sqlx::FromRow;

use super::Tx;
use super::db::{Result, on, run};
use super::predicates::{attendees, holds_offer, live, reserved, waiting, waiting_count};
use crate::domain::ids::EventId;

/// An event's numbers at an instant: seats, seats, people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Sample {
    pub at: DateTime<Utc>,
    pub attendees: i64,
    pub held: i64,
    pub waiting: i64,
}

/// Notes the numbers of every published event that isn't over, once an `hour`.
pub async fn record(tx: &mut Tx, now: DateTime<Utc>, hour: DateTime<Utc>) -> Result<u64> {
    const SQL: &str = concat!(
        "insert into samples (event_id, at, attendees, held, waiting) select e.id, $2, ",
        attendees!("e.id"),
        ", (select cast(coalesce(sum(o.seats), 0) as bigint) from offers o where o.event_id = e.id and ",
        reserved!("o", "$1"),
        "), ",
        waiting_count!("e.id", "$1"),
        " from events e where e.status in ('open', 'closed') and e.ends_at > $1 on conflict (event_id, at) do nothing"
    );
    run!(tx, sqlx::query(SQL).bind(now).bind(hour))
}

/// The event's samples since then, oldest first.
pub async fn since(tx: &mut Tx, event: EventId, since: DateTime<Utc>) -> Result<Vec<Sample>> {
    const SQL: &str = "select at, attendees, held, waiting from samples where event_id = $1 and at >= $2 order by at";
    on!(tx, c => sqlx::query_as(SQL).bind(event).bind(since).fetch_all(c))
}

/// Forgets what is older.
pub async fn purge(tx: &mut Tx, before: DateTime<Utc>) -> Result<()> {
    const SQL: &str = "delete from samples where at < $1";
    run!(tx, sqlx::query(SQL).bind(before)).map(drop)
}
