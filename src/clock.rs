//! The clock. Only `web`, `jobs` and `main` ask it; everything below takes `now` as an argument.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;

use crate::domain::zone;

/// Tells the time in UTC, at microsecond precision.
pub trait Clock: Send + Sync + std::fmt::Debug {
    fn now(&self) -> DateTime<Utc>;

    /// Changes its value whenever the clock jumps, so that sleepers look again.
    fn jumps(&self) -> watch::Receiver<u64>;
}

pub type SharedClock = Arc<dyn Clock>;

/// The system's clock, which development and tests may move: it goes on ticking from where it was set.
#[derive(Debug)]
pub struct MovableClock {
    offset: Mutex<TimeDelta>,
    jumps: watch::Sender<u64>,
}

impl Default for MovableClock {
    fn default() -> Self {
        Self { offset: Mutex::new(TimeDelta::zero()), jumps: watch::Sender::new(0) }
    }
}

impl MovableClock {
    /// A clock that shows `now` at this moment.
    pub fn at(now: DateTime<Utc>) -> Self {
        let clock = Self::default();
        clock.set(now);
        clock
    }

    pub fn advance(&self, by: TimeDelta) {
        *self.offset.lock().expect("no panic holds this lock") += by;
        self.jumps.send_modify(|n| *n += 1);
    }

    pub fn set(&self, now: DateTime<Utc>) {
        self.advance(now - self.now());
    }
}

impl Clock for MovableClock {
    fn now(&self) -> DateTime<Utc> {
        let offset = *self.offset.lock().expect("no panic holds this lock");
        zone::truncate(system_now() + offset)
    }

    fn jumps(&self) -> watch::Receiver<u64> {
        self.jumps.subscribe()
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the system's clock")]
fn system_now() -> DateTime<Utc> {
    Utc::now()
}

/// Sleeps until the clock shows `until`, at most `most`; wakes early when the clock jumps.
pub async fn sleep_until(clock: &dyn Clock, until: Option<DateTime<Utc>>, most: Duration) {
    let mut jumps = clock.jumps();
    let wait = until.map_or(most, |until| (until - clock.now()).to_std().unwrap_or_default().min(most));
    tokio::select! {
        () = tokio::time::sleep(wait) => {}
        _ = jumps.changed() => {}
    }
}
