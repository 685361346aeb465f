//! The outbox (docs/domain.md §11): notices written with the change that they tell of, leased, sent, finished.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use sqlx::FromRow;
use uuid::Uuid;

use super::Tx;
use super::bulk;
use super::db::{Result, on, run};
use crate::domain::ids::{AccountId, EventId, NotificationId};
use crate::domain::text_enum::text_enum;

text_enum! {
    pub enum Kind {
        WaitlistJoined = "waitlist_joined",
        WaitlistPaused = "waitlist_paused",
        SpotAvailable = "spot_available",
        SpotAvailableFinalCall = "spot_available_final_call",
        OfferExpired = "offer_expired",
        OfferWithdrawn = "offer_withdrawn",
        OfferDeadlineMoved = "offer_deadline_moved",
        Promoted = "promoted",
        OrganizerMessage = "organizer_message",
        EventCancelled = "event_cancelled",
        WaitlistClosed = "waitlist_closed",
        RegistrationConfirmed = "registration_confirmed",
        RegistrationCancelled = "registration_cancelled",
        SignInLink = "sign_in_link",
        VerifyAddress = "verify_address",
    }
}

#[derive(Debug, Clone, Serialize)]
pub struct NewNotification {
    pub id: NotificationId,
    pub kind: Kind,
    pub subject_id: Uuid,
    pub generation: i64,
    pub account_id: AccountId,
    pub event_id: Option<EventId>,
    pub token: Option<String>,
    #[serde(serialize_with = "bulk::instant")]
    pub due_at: DateTime<Utc>,
    #[serde(serialize_with = "bulk::instant")]
    pub give_up_at: DateTime<Utc>,
    #[serde(serialize_with = "bulk::instant")]
    pub created_at: DateTime<Utc>,
}

/// Queues the notices; one that is there already (same subject, kind, generation, channel) stays as it is.
pub async fn insert(tx: &mut Tx, notifications: &[NewNotification]) -> Result<()> {
    const SQLITE: &str = "insert into notifications (id, kind, subject_id, generation, channel, account_id, event_id, token, status, due_at, give_up_at, created_at) \
         select unhex(replace(r.value ->> 'id', '-', '')), r.value ->> 'kind', unhex(replace(r.value ->> 'subject_id', '-', '')), \
         r.value ->> 'generation', 'email', unhex(replace(r.value ->> 'account_id', '-', '')), \
         unhex(replace(r.value ->> 'event_id', '-', '')), r.value ->> 'token', 'queued', r.value ->> 'due_at', \
         r.value ->> 'give_up_at', r.value ->> 'created_at' from json_each($1) r where true \
         on conflict (subject_id, kind, generation, channel) do nothing";
    const POSTGRES: &str = "insert into notifications (id, kind, subject_id, generation, channel, account_id, event_id, token, status, due_at, give_up_at, created_at) \
         select id, kind, subject_id, generation, 'email', account_id, event_id, token, 'queued', due_at, give_up_at, created_at \
         from json_to_recordset($1::json) as r (id uuid, kind text, subject_id uuid, generation bigint, account_id uuid, event_id uuid, \
         token text, due_at timestamptz, give_up_at timestamptz, created_at timestamptz) \
         on conflict (subject_id, kind, generation, channel) do nothing";
    bulk::insert(tx, notifications, SQLITE, POSTGRES).await.map(drop)
}

/// A leased notice.
#[derive(Debug, Clone, FromRow)]
pub struct Leased {
    pub id: NotificationId,
    #[sqlx(try_from = "String")]
    pub kind: Kind,
    pub subject_id: Uuid,
    pub generation: i64,
    pub account_id: AccountId,
    pub event_id: Option<EventId>,
    pub token: Option<String>,
    pub give_up_at: DateTime<Utc>,
    /// With this one.
    pub attempts: i64,
    pub created_at: DateTime<Utc>,
}

/// Takes up to `limit` due notices for this worker until the lease ends; another worker takes others.
pub async fn lease(tx: &mut Tx, now: DateTime<Utc>, lease: TimeDelta, limit: i64) -> Result<Vec<Leased>> {
    const SQL: &str = "update notifications set leased_until = $2, attempts = attempts + 1 where id in (select id from notifications \
         where status = 'queued' and due_at <= $1 and (leased_until is null or leased_until <= $1) order by due_at, id limit $3) \
         and status = 'queued' and (leased_until is null or leased_until <= $1) \
         returning id, kind, subject_id, generation, account_id, event_id, token, give_up_at, attempts, created_at";
    let mut leased: Vec<Leased> =
        on!(tx, c => sqlx::query_as(SQL).bind(now).bind(now + lease).bind(limit).fetch_all(c))?;
    leased.sort_by_key(|notice| notice.id);
    Ok(leased)
}

/// How a delivery ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent,
    /// What it tells is no longer true.
    Skipped,
    /// To be tried again at this instant.
    Retry {
        at: DateTime<Utc>,
        error: String,
    },
    /// Given up.
    Failed {
        error: String,
    },
}

/// Ends the lease. A notice that is through forgets its raw token.
pub async fn finish(tx: &mut Tx, id: NotificationId, outcome: &Outcome, now: DateTime<Utc>) -> Result<()> {
    const DONE: &str = "update notifications set status = $2, finished_at = $3, last_error = $4, leased_until = null, token = null where id = $1";
    const RETRY: &str = "update notifications set due_at = $2, last_error = $3, leased_until = null where id = $1";
    let done = |status: &'static str, error: Option<String>| (status, error);
    let (status, error) = match outcome {
        Outcome::Retry { at, error } => {
            return run!(tx, sqlx::query(RETRY).bind(id).bind(*at).bind(error)).map(drop);
        }
        Outcome::Sent => done("sent", None),
        Outcome::Skipped => done("skipped", None),
        Outcome::Failed { error } => done("failed", Some(error.clone())),
    };
    run!(tx, sqlx::query(DONE).bind(id).bind(status).bind(now).bind(&error)).map(drop)
}

/// The next instant at which a queued notice is due.
pub async fn next_due(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    const SQL: &str = "select min(due_at) from notifications where status = 'queued'";
    on!(tx, c => sqlx::query_scalar(SQL).fetch_one(c))
}

/// Notices that could be delivered at `now`, leased or not.
pub async fn deliverable(tx: &mut Tx, now: DateTime<Utc>) -> Result<i64> {
    const SQL: &str = "select count(*) from notifications where status = 'queued' and due_at <= $1";
    on!(tx, c => sqlx::query_scalar(SQL).bind(now).fetch_one(c))
}

/// Notices of the event that are still to go out.
pub async fn queued(tx: &mut Tx, event: EventId) -> Result<i64> {
    const SQL: &str = "select count(*) from notifications where event_id = $1 and status = 'queued'";
    on!(tx, c => sqlx::query_scalar(SQL).bind(event).fetch_one(c))
}

/// Nothing more goes out to this account.
pub async fn drop_queued(tx: &mut Tx, account: AccountId) -> Result<()> {
    const SQL: &str = "delete from notifications where account_id = $1 and status = 'queued'";
    run!(tx, sqlx::query(SQL).bind(account)).map(drop)
}

/// People at this event to whom a notice could not be delivered.
pub async fn failures(tx: &mut Tx, event: EventId) -> Result<i64> {
    const SQL: &str = "select count(distinct account_id) from notifications where event_id = $1 and status = 'failed'";
    on!(tx, c => sqlx::query_scalar(SQL).bind(event).fetch_one(c))
}

/// Notices that were given up.
pub async fn failed(tx: &mut Tx) -> Result<i64> {
    const SQL: &str = "select count(*) from notifications where status = 'failed'";
    on!(tx, c => sqlx::query_scalar(SQL).fetch_one(c))
}
