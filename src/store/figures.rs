//! What became of an event's offers, in numbers.

use sqlx::FromRow;

use super::Tx;
use super::db::{Conn, Result, on};
use crate::domain::ids::EventId;

/// Of the offers that held a seat; invitations of a final call are another thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct OfferFigures {
    pub made: i64,
    /// Claimed, or ended unclaimed.
    pub decided: i64,
    pub claimed: i64,
    /// Seats that were filled by claims.
    pub filled: i64,
}

pub async fn of_offers(tx: &mut Tx, event: EventId) -> Result<OfferFigures> {
    const SQL: &str = "select count(*) as made, count(*) filter (where status <> 'pending') as decided, \
         count(*) filter (where status = 'claimed') as claimed, \
         cast(coalesce(sum(seats) filter (where status = 'claimed'), 0) as bigint) as filled \
         from offers where event_id = $1 and not is_cutoff_batch";
    on!(tx, c => sqlx::query_as(SQL).bind(event).fetch_one(c))
}

/// The median time from an offer to its claim, in seconds; `None`: nothing was claimed yet.
pub async fn median_claim(tx: &mut Tx, event: EventId) -> Result<Option<f64>> {
    macro_rules! median {
        ($seconds:literal) => {
            concat!(
                "select avg(seconds) from (select ",
                $seconds,
                " as seconds, row_number() over (order by ",
                $seconds,
                ", id) as n, count(*) over () as total from offers \
                 where event_id = $1 and status = 'claimed' and not is_cutoff_batch) claims where n in ((total + 1) / 2, (total + 2) / 2)"
            )
        };
    }
    // The engines subtract instants each in its own way.
    const SQLITE: &str = median!("(julianday(claimed_at) - julianday(created_at)) * 86400.0");
    const POSTGRES: &str = median!("cast(extract(epoch from claimed_at - created_at) as double precision)");
    tx.count();
    match &mut tx.conn {
        Conn::Sqlite(c) => sqlx::query_scalar(SQLITE).bind(event).fetch_one(&mut **c).await,
        Conn::Postgres(c) => sqlx::query_scalar(POSTGRES).bind(event).fetch_one(&mut **c).await,
    }
}
