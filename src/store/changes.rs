//! Who listens to which event's changes. In this process each commit tells; what other processes commit is read from `events.changes`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures::future::select_all;
use tokio::sync::{Notify, watch};

use super::db::Result;
use super::{Db, events};
use crate::domain::ids::EventId;

/// How often other processes' commits are looked for.
const LOOK_AGAIN: Duration = Duration::from_millis(250);

/// The events that someone listens to, each with its `changes`; an event without listeners isn't here.
#[derive(Debug, Clone, Default)]
pub struct Changes(Arc<Hub>);

#[derive(Debug, Default)]
struct Hub {
    topics: Mutex<HashMap<EventId, watch::Sender<i64>>>,
    wanted: Notify,
}

impl Changes {
    /// The event has so many changes by now. An older number is no news.
    pub fn tell(&self, event: EventId, changes: i64) {
        if let Some(topic) = self.topics().get(&event) {
            topic.send_if_modified(|known| {
                let news = changes > *known;
                *known = changes.max(*known);
                news
            });
        }
    }

    /// The event was deleted.
    pub fn forget(&self, event: EventId) {
        self.topics().remove(&event);
    }

    /// How many listen to this event.
    pub fn listeners(&self, event: EventId) -> usize {
        self.topics().get(&event).map_or(0, watch::Sender::receiver_count)
    }

    /// The events that are listened to, as soon as there are any.
    async fn listened(&self) -> Vec<EventId> {
        loop {
            let events: Vec<_> = self.topics().keys().copied().collect();
            if !events.is_empty() {
                return events;
            }
            self.0.wanted.notified().await;
        }
    }

    fn subscribe(&self, event: EventId, changes: i64) -> Subscription {
        let receiver = self.topics().entry(event).or_insert_with(|| watch::Sender::new(changes)).subscribe();
        self.tell(event, changes);
        self.0.wanted.notify_one();
        Subscription { event, receiver: Some(receiver), changes: self.clone() }
    }

    fn topics(&self) -> MutexGuard<'_, HashMap<EventId, watch::Sender<i64>>> {
        self.0.topics.lock().expect("no panic holds this lock")
    }
}

/// Tells the listeners what other processes have committed; asks nothing while there are none. Never ends.
pub async fn follow_others(db: &Db) {
    loop {
        let listened = db.changes().listened().await;
        tokio::time::sleep(LOOK_AGAIN).await;
        if let Err(error) = look(db, &listened).await {
            tracing::warn!(%error, "other processes' changes could not be read; it tries again");
        }
    }
}

async fn look(db: &Db, listened: &[EventId]) -> Result<()> {
    let found: HashMap<_, _> = events::changes(&mut db.read().await?, listened).await?.into_iter().collect();
    for event in listened {
        match found.get(event) {
            Some(changes) => db.changes().tell(*event, *changes),
            None => db.changes().forget(*event),
        }
    }
    Ok(())
}

/// Listens to some events.
#[derive(Debug)]
pub struct Listener {
    changes: Changes,
    subscriptions: Vec<Subscription>,
}

#[derive(Debug)]
struct Subscription {
    event: EventId,
    receiver: Option<watch::Receiver<i64>>,
    changes: Changes,
}

impl Listener {
    pub fn new(changes: &Changes) -> Self {
        Self { changes: changes.clone(), subscriptions: vec![] }
    }

    /// Listens to these events, read with their `changes` a moment ago, and to no others. A commit since then is noticed by the next look.
    pub fn listen_to(&mut self, events: &[(EventId, i64)]) {
        self.subscriptions.retain(|old| events.iter().any(|(event, _)| *event == old.event));
        for (event, changes) in events {
            if !self.subscriptions.iter().any(|old| old.event == *event) {
                self.subscriptions.push(self.changes.subscribe(*event, *changes));
            }
        }
    }

    /// Ends when one of the events has changed, or is gone.
    pub async fn changed(&mut self) {
        if self.subscriptions.is_empty() {
            return std::future::pending().await;
        }
        let each = self.subscriptions.iter_mut().map(|subscription| Box::pin(subscription.changed()));
        let (still_there, index, _) = select_all(each).await;
        if !still_there {
            self.subscriptions.swap_remove(index);
        }
    }

    /// What a page that shows these events is compared with.
    pub fn version(&self) -> i64 {
        version(self.subscriptions.iter().map(Subscription::changes))
    }

    /// All events are gone.
    pub fn is_deaf(&self) -> bool {
        self.subscriptions.is_empty()
    }

    /// How many listen to the most wanted of the events.
    pub fn crowd(&self) -> usize {
        self.subscriptions.iter().map(|of| self.changes.listeners(of.event)).max().unwrap_or_default()
    }
}

/// One number for a page of several events: it is another one after each change, and when an event comes or goes.
pub fn version(changes: impl Iterator<Item = i64>) -> i64 {
    changes.map(|changes| changes + 1).sum()
}

impl Subscription {
    /// Waits for the next change; `false`: the event is gone.
    async fn changed(&mut self) -> bool {
        match &mut self.receiver {
            Some(receiver) => receiver.changed().await.is_ok(),
            None => false,
        }
    }

    fn changes(&self) -> i64 {
        self.receiver.as_ref().map_or(0, |receiver| *receiver.borrow())
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut topics = self.changes.topics();
        self.receiver = None;
        if topics.get(&self.event).is_some_and(|topic| topic.receiver_count() == 0) {
            topics.remove(&self.event);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    fn event() -> EventId {
        EventId(crate::chance::id(chrono::DateTime::UNIX_EPOCH))
    }

    #[test]
    fn a_topic_lives_as_long_as_its_listeners() {
        let (changes, concert) = (Changes::default(), event());
        changes.tell(concert, 3);
        assert!(changes.topics().is_empty(), "nobody listens");
        let (mut one, mut other) = (Listener::new(&changes), Listener::new(&changes));
        one.listen_to(&[(concert, 3)]);
        other.listen_to(&[(concert, 3)]);
        assert_eq!(changes.listeners(concert), 2);
        drop(one);
        assert_eq!(other.crowd(), 1);
        drop(other);
        assert!(changes.topics().is_empty());
    }

    #[test]
    fn only_a_greater_number_is_news_and_a_deleted_event_is_heard_of_once() {
        let (changes, concert) = (Changes::default(), event());
        let mut listener = Listener::new(&changes);
        listener.listen_to(&[(concert, 3), (event(), 0)]);
        assert_eq!(listener.version(), 5);
        changes.tell(concert, 3);
        changes.tell(concert, 2);
        assert!(listener.changed().now_or_never().is_none());
        changes.tell(concert, 4);
        assert!(listener.changed().now_or_never().is_some());
        assert_eq!(listener.version(), 6);
        changes.forget(concert);
        assert!(listener.changed().now_or_never().is_some());
        assert!(listener.changed().now_or_never().is_none());
        assert_eq!(listener.version(), 1);
    }
}
