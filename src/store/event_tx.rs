//! The one door: whatever changes an event's seats, offers or queue takes `&mut EventTx`, and the only way to have one is to lock the event.
//!
//! `EventTx::open` and `EventTx::commit` are in `waitlist::settle`: they run the pass.

use chrono::{DateTime, TimeDelta, Utc};

use super::activities::{self, NewActivity};
use super::db::Result;
use super::events::{self, Details, Event, LastPass};
use super::notifications::{self, NewNotification};
use super::standing::{self, Numbers, Person};
use super::tokens::{self, NewToken, Purpose};
use super::{Db, Tx};
use crate::chance::{self, Token};
use crate::domain::event::Schedule;
use crate::domain::ids::{AccountId, ActivityId, EventId, NotificationId};
use crate::domain::lottery::Seed;
use crate::domain::settings::WaitlistSettings;

/// A locked event, its numbers at `now`, and what will be told and logged when it commits.
#[derive(Debug)]
pub struct EventTx {
    pub(super) tx: Tx,
    event: Event,
    now: DateTime<Utc>,
    numbers: Numbers,
    stale: bool,
    notifications: Vec<NewNotification>,
    tokens: Vec<NewToken>,
    activities: Vec<NewActivity>,
}

/// A notice about something at this event to one person, with a link that stands for that person here (R36).
#[derive(Debug, Clone, Copy)]
pub struct Notice {
    pub kind: notifications::Kind,
    /// The offer, entry or registration that it tells of; unique with kind and generation.
    pub subject: uuid::Uuid,
    pub generation: i64,
    pub to: AccountId,
    /// After this instant it would be pointless.
    pub give_up_at: DateTime<Utc>,
}

/// A change for the activity log, by the person who caused it (`None`: the system).
#[derive(Debug, Clone, Default)]
pub struct Change<'a> {
    pub who: Option<AccountId>,
    pub what: &'static str,
    pub on: Option<AccountId>,
    pub reason: Option<&'a str>,
    pub before: Option<serde_json::Value>,
    pub after: Option<serde_json::Value>,
}

impl EventTx {
    /// Locks the event and reads its numbers. `None`: there is no such event.
    pub(crate) async fn lock(db: &Db, id: EventId, now: DateTime<Utc>) -> Result<Option<Self>> {
        let mut tx = db.write().await?;
        let Some(event) = events::lock(&mut tx, id).await? else {
            return Ok(None);
        };
        let numbers = standing::numbers(&mut tx, &event, now).await?;
        Ok(Some(Self {
            tx,
            event,
            now,
            numbers,
            stale: false,
            notifications: vec![],
            tokens: vec![],
            activities: vec![],
        }))
    }

    pub fn id(&self) -> EventId {
        self.event.id
    }

    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The instant of this command, in UTC.
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// The event's seats; after the command has changed any, as of the last [`EventTx::recount_if_stale`].
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// Reads the numbers again if the command has changed seats since.
    pub async fn recount_if_stale(&mut self) -> Result<()> {
        if self.stale {
            self.numbers = standing::numbers(&mut self.tx, &self.event, self.now).await?;
            self.stale = false;
        }
        Ok(())
    }

    /// The transaction, for a change of offers, registrations or limits: the numbers have to be read again.
    pub(super) fn changing_seats(&mut self) -> &mut Tx {
        self.stale = true;
        &mut self.tx
    }

    /// One person's standing at this event; `None`: there is no such account.
    pub async fn person(&mut self, account: AccountId) -> Result<Option<Person>> {
        standing::person(&mut self.tx, self.event.id, self.event.organization.id, account, self.now).await
    }

    /// The next number at the end of the line (R15).
    pub fn next_place(&mut self) -> i64 {
        self.event.last_place += 1;
        self.event.last_place
    }

    /// `n` numbers at the end of the line; answers the one before the first.
    pub(super) fn next_places(&mut self, n: i64) -> i64 {
        let before = self.event.last_place;
        self.event.last_place += n;
        before
    }

    /// Queues a notice, in this same transaction (docs/domain.md §11).
    pub fn notify(&mut self, notice: Notice) {
        self.notify_at(notice, self.now);
    }

    /// The same, to go out at `due_at` (R42).
    pub fn notify_at(&mut self, notice: Notice, due_at: DateTime<Utc>) {
        let token = Token::draw();
        self.tokens.push(NewToken {
            hash: token.hash(),
            purpose: Purpose::Participate,
            account_id: notice.to,
            event_id: Some(self.event.id),
            expires_at: None,
            created_at: self.now,
        });
        self.notifications.push(NewNotification {
            id: NotificationId(chance::id(self.now)),
            kind: notice.kind,
            subject_id: notice.subject,
            generation: notice.generation,
            account_id: notice.to,
            event_id: Some(self.event.id),
            token: Some(token.as_str().to_owned()),
            due_at,
            give_up_at: notice.give_up_at,
            created_at: self.now,
        });
    }

    /// Adds a line to the activity log, in this same transaction.
    pub fn log(&mut self, change: Change<'_>) {
        self.activities.push(NewActivity {
            id: ActivityId(chance::id(self.now)),
            event_id: self.event.id,
            at: self.now,
            who_id: change.who,
            what: change.what,
            on_id: change.on,
            reason: change.reason.map(str::to_owned),
            before: change.before.map(|value| value.to_string()),
            after: change.after.map(|value| value.to_string()),
        });
    }

    /// R19: the final call has begun at this instant, or (`None`) doesn't run any more.
    pub fn set_final_call(&mut self, since: Option<DateTime<Utc>>) {
        self.event.final_call_at = since;
    }

    /// R18: the seed of the next draw.
    pub fn set_lottery_seed(&mut self, seed: Seed) {
        self.event.lottery_seed = Some(seed);
    }

    pub fn set_last_pass(&mut self, pass: LastPass) {
        self.event.last_pass = Some(pass);
    }

    pub async fn save_details(&mut self, details: Details) -> Result<()> {
        let id = self.event.id;
        events::update_details(self.changing_seats(), id, &details).await?;
        self.event.details = details;
        Ok(())
    }

    pub async fn save_schedule(&mut self, schedule: Schedule) -> Result<()> {
        events::update_schedule(&mut self.tx, self.event.id, &schedule).await?;
        self.event.schedule = schedule;
        Ok(())
    }

    pub async fn save_settings(&mut self, settings: WaitlistSettings) -> Result<()> {
        let id = self.event.id;
        events::update_settings(self.changing_seats(), id, &settings).await?;
        self.event.settings = settings;
        Ok(())
    }

    /// Notices stop being tried at the end of the event at the latest; at least a day for what is about its end.
    pub fn notice_horizon(&self) -> DateTime<Utc> {
        self.event.schedule.ends_at.max(self.now + TimeDelta::days(1))
    }

    /// Writes what was queued and logged, and commits. Only the pass calls it.
    pub(crate) async fn write_down(mut self) -> Result<()> {
        tokens::insert(&mut self.tx, &self.tokens).await?;
        notifications::insert(&mut self.tx, &self.notifications).await?;
        activities::insert(&mut self.tx, &self.activities).await?;
        events::update_progress(&mut self.tx, &self.event, self.now).await?;
        let listeners = self.tx.changes();
        self.tx.commit().await?;
        listeners.tell(self.event.id, self.event.changes + 1);
        Ok(())
    }

    /// Deletes the event with all that belongs to it.
    pub(crate) async fn delete(mut self) -> Result<()> {
        events::delete(&mut self.tx, self.event.id).await?;
        let listeners = self.tx.changes();
        self.tx.commit().await?;
        listeners.forget(self.event.id);
        Ok(())
    }
}
