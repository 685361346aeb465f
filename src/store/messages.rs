//! What organizers wrote to the people of an event.

use sqlx::FromRow;
use uuid::Uuid;

use super::db::{Result, on, run};
use super::{EventTx, Tx};
use crate::chance;
use crate::domain::ids::{AccountId, EventId};

#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Message {
    pub subject: String,
    pub body: String,
}

/// Keeps the message; answers its id.
pub async fn insert(event: &mut EventTx, who: AccountId, subject: &str, body: &str) -> Result<Uuid> {
    const SQL: &str =
        "insert into messages (id, event_id, who_id, subject, body, created_at) values ($1, $2, $3, $4, $5, $6)";
    let (event_id, now) = (event.id(), event.now());
    let id = chance::id(now);
    run!(&mut event.tx, sqlx::query(SQL).bind(id).bind(event_id).bind(who).bind(subject).bind(body).bind(now))?;
    Ok(id)
}

pub async fn find(tx: &mut Tx, event: EventId, id: Uuid) -> Result<Option<Message>> {
    const SQL: &str = "select subject, body from messages where event_id = $1 and id = $2";
    on!(tx, c => sqlx::query_as(SQL).bind(event).bind(id).fetch_optional(c))
}
