//! A message from the organizer to those who wait.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::settings::subject_of;
use super::settle::Trigger;
use crate::domain::ids::{AccountId, EntryId, EventId};
use crate::error::Result;
use crate::store::event_tx::{Change, Notice};
use crate::store::notifications::Kind;
use crate::store::{Db, EventTx, entries, messages};

/// Mails these words to every confirmed person in the queue, or to those of them whose entries are `chosen`; answers how many.
///
/// # Errors
/// `NotFound`
pub async fn send(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    subject: &str,
    body: &str,
    chosen: Option<&[EntryId]>,
) -> Result<usize> {
    let mut event = EventTx::open(db, event, now).await?;
    let id = messages::insert(&mut event, who, subject, body).await?;
    let people: Vec<AccountId> = entries::confirmed(&mut event)
        .await?
        .into_iter()
        .filter(|(entry, _)| chosen.is_none_or(|chosen| chosen.contains(entry)))
        .map(|(_, account)| account)
        .collect();
    let give_up_at = event.notice_horizon();
    for &to in &people {
        let subject = subject_of(id, to);
        event.notify(Notice { kind: Kind::OrganizerMessage, subject, generation: 1, to, give_up_at });
    }
    event.log(Change {
        who: Some(who),
        what: "message_sent",
        after: Some(json!({"subject": subject, "people": people.len()})),
        ..Change::default()
    });
    event.commit(Trigger::MessageSent).await?;
    Ok(people.len())
}
