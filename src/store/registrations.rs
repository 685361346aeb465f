//! Answers to RSVP events.

use super::EventTx;
use super::db::{Result, on};
use crate::chance;
use crate::domain::event::Answer;
use crate::domain::ids::{AccountId, RegistrationId};

/// Sets the person's answer and party, whatever it was.
pub async fn set(event: &mut EventTx, account: AccountId, answer: Answer, party_size: i64) -> Result<RegistrationId> {
    const SQL: &str = "insert into registrations (id, event_id, account_id, answer, party_size, created_at, updated_at) \
         values ($1, $2, $3, $4, $5, $6, $6) on conflict (event_id, account_id) \
         do update set answer = excluded.answer, party_size = excluded.party_size, updated_at = excluded.updated_at returning id";
    let (event_id, now) = (event.id(), event.now());
    on!(event.changing_seats(), c => sqlx::query_scalar(SQL)
        .bind(RegistrationId(chance::id(now))).bind(event_id).bind(account).bind(answer.as_str()).bind(party_size).bind(now)
        .fetch_one(c))
}

/// Everyone with a YES, to be told what happens to the event.
pub async fn going(event: &mut EventTx) -> Result<Vec<AccountId>> {
    const SQL: &str = "select account_id from registrations where event_id = $1 and answer = 'yes' order by id";
    let event_id = event.id();
    on!(&mut event.tx, c => sqlx::query_scalar(SQL).bind(event_id).fetch_all(c))
}
