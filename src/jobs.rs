//! The schedule: every job on one page. Names are fixed; leases and last runs are rows, so that several processes share them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use tokio::sync::{Mutex, watch};
use tokio::task::JoinSet;

use crate::clock::{SharedClock, sleep_until};
use crate::domain::ids::EventId;
use crate::error::Result;
use crate::notify::worker::{self, Post};
use crate::store::{Db, events, imports, jobs, notifications, samples, sessions};
use crate::waitlist::gates;
use crate::waitlist::settle::{Trigger, settle_event};

pub const EXPIRE_OFFERS: &str = "expire-offers";
pub const NUDGE_WAITLISTS: &str = "nudge-waitlists";
pub const DEADLINE_ALARM: &str = "deadline-alarm";
pub const DELIVER_NOTIFICATIONS: &str = "deliver-notifications";

/// Every job there is; a row with another name is an orphan, which `doctor` reports.
pub const REGISTER: [&str; 4] = [EXPIRE_OFFERS, NUDGE_WAITLISTS, DEADLINE_ALARM, DELIVER_NOTIFICATIONS];

/// The hourly jobs and the minute at which they run.
const HOURLY: [(&str, u32); 2] = [(EXPIRE_OFFERS, 0), (NUDGE_WAITLISTS, 30)];

const HOURLY_LEASE: TimeDelta = TimeDelta::minutes(10);
/// How long a job sleeps at most before it looks for what another process has made due, or left when it died (R22).
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// The same for the hourly jobs.
const LOOK_AGAIN_HOURLY: Duration = Duration::from_secs(20);
/// How often a job that is always at work notes that it is alive.
const HEARTBEAT: TimeDelta = TimeDelta::seconds(30);

/// An event's chart goes back so far.
pub const SAMPLES_KEPT: TimeDelta = TimeDelta::days(15);
/// A file that was looked at can be imported so long.
const IMPORTS_KEPT: TimeDelta = TimeDelta::days(1);

pub const SESSION_IDLE: TimeDelta = TimeDelta::days(30);
pub const SESSION_LIFETIME: TimeDelta = TimeDelta::days(180);

#[derive(Debug, Clone)]
pub struct Jobs {
    db: Db,
    clock: SharedClock,
    post: Post,
    /// Deliveries of this process take turns, so that none is leased twice when the clock jumps.
    delivering: Arc<Mutex<()>>,
    /// When this process last noted that its jobs are alive.
    beats: Arc<std::sync::Mutex<HashMap<&'static str, DateTime<Utc>>>>,
}

impl Jobs {
    pub fn new(db: Db, clock: SharedClock, post: Post) -> Self {
        Self { db, clock, post, delivering: Arc::default(), beats: Arc::default() }
    }

    /// Makes the jobs' rows and starts them; they finish what they are doing when `stop` says so.
    pub async fn start(&self, stop: watch::Receiver<bool>) -> Result<JoinSet<()>> {
        let mut tx = self.db.write().await?;
        for name in REGISTER {
            jobs::register(&mut tx, name).await?;
        }
        tx.commit().await?;
        let mut running = JoinSet::new();
        for (name, minute) in HOURLY {
            running.spawn(self.clone().every_hour(name, minute, stop.clone()));
        }
        running.spawn(self.clone().ring_at_deadlines(stop.clone()));
        running.spawn(self.clone().deliver(stop));
        Ok(running)
    }

    async fn every_hour(self, name: &'static str, minute: u32, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            self.report(name, self.run_hourly(name, minute).await);
            let next = last_slot(self.clock.now(), minute) + TimeDelta::hours(1);
            tokio::select! {
                () = sleep_until(&*self.clock, Some(next), LOOK_AGAIN_HOURLY) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Runs the job if its minute of this hour has come and no process has run it since.
    async fn run_hourly(&self, name: &'static str, minute: u32) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let mine = jobs::lease(&mut tx, name, now, now + HOURLY_LEASE, last_slot(now, minute)).await?;
        tx.commit_quietly().await?;
        if !mine {
            return Ok(());
        }
        let done = match name {
            EXPIRE_OFFERS => self.sweep(now).await,
            _ => self.nudge(now).await,
        };
        let error = done.as_ref().err().map(ToString::to_string);
        let mut tx = self.db.write().await?;
        jobs::finish(&mut tx, name, now, error.as_deref()).await?;
        tx.commit_quietly().await?;
        done
    }

    async fn sweep(&self, now: DateTime<Utc>) -> Result<()> {
        let overdue = events::overdue(&mut self.db.read().await?, now).await?;
        self.settle_each(overdue, now, Trigger::Sweep).await;
        let mut tx = self.db.write().await?;
        samples::record(&mut tx, now, last_slot(now, 0)).await?;
        samples::purge(&mut tx, now - SAMPLES_KEPT).await?;
        imports::purge(&mut tx, now - IMPORTS_KEPT).await?;
        sessions::purge(&mut tx, now - SESSION_IDLE, now - SESSION_LIFETIME).await?;
        Ok(tx.commit_quietly().await?)
    }

    async fn nudge(&self, now: DateTime<Utc>) -> Result<()> {
        let open = events::with_open_waitlist(&mut self.db.read().await?, now).await?;
        // Heals what a crash between a change of the gates and their look at the queues has left.
        for &id in &open {
            if let Err(error) = gates::changed(&self.db, now, None, id).await {
                tracing::error!(event = %id, %error, "an event's gates could not be looked at");
            }
        }
        self.settle_each(open, now, Trigger::Nudge).await;
        Ok(())
    }

    /// Each event in its own transaction; one that fails doesn't stop the rest.
    async fn settle_each(&self, ids: Vec<EventId>, now: DateTime<Utc>, trigger: Trigger) {
        for id in ids {
            if let Err(error) = settle_event(&self.db, id, now, trigger).await {
                tracing::error!(event = %id, %error, "an event could not be settled");
            }
        }
    }

    /// Sleeps until the next deadline in the database, and settles what is due then (R22).
    async fn ring_at_deadlines(self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let next = self.report(DEADLINE_ALARM, self.ring().await).flatten();
            tokio::select! {
                () = sleep_until(&*self.clock, next, LOOK_AGAIN) => {}
                () = self.db.signals().deadline.notified() => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Settles what is due; answers the next deadline.
    async fn ring(&self) -> Result<Option<DateTime<Utc>>> {
        let now = self.clock.now();
        let next = events::next_wake(&mut self.db.read().await?).await?;
        if next.is_none_or(|next| next > now) {
            self.heartbeat(DEADLINE_ALARM, now).await?;
            return Ok(next);
        }
        let overdue = events::overdue(&mut self.db.read().await?, now).await?;
        self.settle_each(overdue, now, Trigger::Deadline).await;
        self.heartbeat(DEADLINE_ALARM, now).await?;
        Ok(events::next_wake(&mut self.db.read().await?).await?)
    }

    async fn deliver(self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let next = self.report(DELIVER_NOTIFICATIONS, self.deliver_due().await).flatten();
            tokio::select! {
                () = sleep_until(&*self.clock, next, LOOK_AGAIN) => {}
                () = self.db.signals().outbox.notified() => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Delivers a batch of what is due; answers when to look again.
    async fn deliver_due(&self) -> Result<Option<DateTime<Utc>>> {
        let _turn = self.delivering.lock().await;
        let now = self.clock.now();
        self.heartbeat(DELIVER_NOTIFICATIONS, now).await?;
        let due = notifications::next_due(&mut self.db.read().await?).await?;
        if due.is_none_or(|due| due > now) {
            return Ok(due);
        }
        let handled = worker::deliver_batch(&self.db, &self.post, now).await?;
        // What another worker has leased is looked at again in a while; more of the own, at once.
        Ok((handled > 0).then_some(now))
    }

    async fn heartbeat(&self, name: &'static str, now: DateTime<Utc>) -> Result<()> {
        // While the last note stands none is written: every commit wakes the jobs.
        if !self.beats(name, now) {
            return Ok(());
        }
        let mut tx = self.db.write().await?;
        if jobs::lease(&mut tx, name, now, now, now - HEARTBEAT).await? {
            jobs::finish(&mut tx, name, now, None).await?;
        }
        Ok(tx.commit_quietly().await?)
    }

    /// Is it time to note again that this job is alive?
    fn beats(&self, name: &'static str, now: DateTime<Utc>) -> bool {
        let mut beats = self.beats.lock().expect("no panic holds this lock");
        if beats.get(name).is_some_and(|last| (now - *last).abs() < HEARTBEAT) {
            return false;
        }
        beats.insert(name, now);
        true
    }

    /// After the clock was moved: runs every job at the new time, until no event is due and no notice deliverable.
    pub async fn catch_up(&self) -> Result<()> {
        for (name, minute) in HOURLY {
            self.run_hourly(name, minute).await?;
        }
        for _ in 0..1000 {
            self.ring().await?;
            self.deliver_due().await?;
            let now = self.clock.now();
            let mut tx = self.db.read().await?;
            if events::overdue(&mut tx, now).await?.is_empty() && notifications::deliverable(&mut tx, now).await? == 0 {
                break;
            }
        }
        Ok(())
    }

    fn report<T>(&self, job: &str, done: Result<T>) -> Option<T> {
        done.map_err(|error| tracing::error!(job, %error, "a job failed; it tries again")).ok()
    }
}

/// The latest instant at or before `now` at this minute of an hour.
fn last_slot(now: DateTime<Utc>, minute: u32) -> DateTime<Utc> {
    let this_hour = now
        .with_minute(minute)
        .and_then(|t| t.with_second(0))
        .and_then(|t| t.with_nanosecond(0))
        .expect("these are in range");
    if this_hour <= now { this_hour } else { this_hour - TimeDelta::hours(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hourly_jobs_run_at_their_minute() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(last_slot(at("2026-03-04T18:29:59Z"), 30), at("2026-03-04T17:30:00Z"));
        assert_eq!(last_slot(at("2026-03-04T18:30:00Z"), 30), at("2026-03-04T18:30:00Z"));
        assert_eq!(last_slot(at("2026-03-04T00:00:00Z"), 30), at("2026-03-03T23:30:00Z"));
    }
}
