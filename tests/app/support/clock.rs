//! A clock that stands still until a test moves it.

use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};
use nextseat::clock::Clock;
use tokio::sync::watch;

#[derive(Debug)]
pub struct StoppedClock {
    now: Mutex<DateTime<Utc>>,
    jumps: watch::Sender<u64>,
}

impl StoppedClock {
    pub fn at(now: DateTime<Utc>) -> Self {
        Self { now: Mutex::new(now), jumps: watch::Sender::new(0) }
    }

    pub fn set(&self, now: DateTime<Utc>) {
        *self.now.lock().unwrap() = now;
        self.jumps.send_modify(|n| *n += 1);
    }

    pub fn advance(&self, by: TimeDelta) {
        let now = *self.now.lock().unwrap();
        self.set(now + by);
    }
}

impl Clock for StoppedClock {
    fn now(&self) -> DateTime<Utc> {
        *self.now.lock().unwrap()
    }

    fn jumps(&self) -> watch::Receiver<u64> {
        self.jumps.subscribe()
    }
}
