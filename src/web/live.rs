//! Live pages: a stream of server-sent events tells an open page that it is stale (docs/architecture.md).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, Path};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, http::HeaderName};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::App;
use super::error::{Answer, ApiError};
use super::pages::errors;
use super::viewer::Call;
use crate::account::{member_of_event, member_of_organization};
use crate::domain::ids::{AccountId, EventId, OrganizationId};
use crate::domain::role::Permission::InviteToEvent;
use crate::store::changes::Listener;
use crate::store::events::{self, MOST_LISTED};
use crate::waitlist::status::{self, EventRef};

/// How often a connection is told of changes at most.
const AT_MOST_EVERY: Duration = Duration::from_secs(1);
/// How often a list of events is read again, for one that is new in it.
const LOOK_AGAIN: Duration = Duration::from_secs(15);
const KEEP_ALIVE: Duration = Duration::from_secs(20);

/// So many pages may be fetched at once; each one more spreads them over a millisecond more.
const AT_ONCE: usize = 20;
const MOST_SPREAD: usize = 5000;

/// The streams, which end when `stop` says so.
pub fn routes<S: Clone + Send + Sync + 'static>(stop: &watch::Receiver<bool>) -> Router<S> {
    Router::new()
        .route("/e/{org}/{event}/live", get(of_event))
        .route("/o/{token}/live", get(of_link))
        .route("/me/live", get(mine))
        .route("/manage/{org}/live", get(of_organization))
        .route("/manage/{org}/{event}/live", get(managed))
        .layer(Extension(Stop(stop.clone())))
}

#[derive(Debug, Clone)]
struct Stop(watch::Receiver<bool>);

/// Which events a page shows.
#[derive(Debug, Clone, Copy)]
enum Topic {
    One(EventId, i64),
    Mine(AccountId),
    Organization(OrganizationId),
}

async fn of_event(
    Extension(call): Extension<Call>,
    Extension(stop): Extension<Stop>,
    Path((org, event)): Path<(String, String)>,
) -> Response {
    let event = status::known(&call.app.db, call.now, &EventRef::Slugs(org, event), call.account_id()).await;
    answer(call, stop, event.map(|event| Topic::One(event.id, event.changes)).map_err(ApiError::from)).await
}

/// The page behind a mailed link.
async fn of_link(
    Extension(call): Extension<Call>,
    Extension(stop): Extension<Stop>,
    Path(token): Path<String>,
) -> Response {
    let topic = async {
        let (account, event) = call.holder(&token).await?;
        let event = status::known(&call.app.db, call.now, &EventRef::Id(event), Some(account)).await?;
        Ok(Topic::One(event.id, event.changes))
    };
    let topic = topic.await;
    answer(call, stop, topic).await
}

async fn mine(Extension(call): Extension<Call>, Extension(stop): Extension<Stop>) -> Response {
    let topic = call.signed_in().map(Topic::Mine).map_err(ApiError::from);
    answer(call, stop, topic).await
}

async fn of_organization(
    Extension(call): Extension<Call>,
    Extension(stop): Extension<Stop>,
    Path(org): Path<String>,
) -> Response {
    let found = member_of_organization(&call.app.db, call.account_id(), &org, InviteToEvent).await;
    answer(call, stop, found.map(|(_, found)| Topic::Organization(found.id)).map_err(ApiError::from)).await
}

async fn managed(
    Extension(call): Extension<Call>,
    Extension(stop): Extension<Stop>,
    Path((org, event)): Path<(String, String)>,
) -> Response {
    let found = member_of_event(&call.app.db, call.account_id(), &EventRef::Slugs(org, event), InviteToEvent).await;
    answer(call, stop, found.map(|(_, event)| Topic::One(event.id, event.changes)).map_err(ApiError::from)).await
}

async fn answer(call: Call, stop: Stop, topic: Answer<Topic>) -> Response {
    let stream = async { Ok(Stream::open(call.app, topic?, stop).await?) };
    match stream.await {
        Ok(stream) => stream.into_response(),
        Err(error) => errors::answer(false, &error),
    }
}

/// One open connection.
struct Stream {
    app: Arc<App>,
    topic: Topic,
    stop: Stop,
    listener: Listener,
    /// What was told last, and when.
    told: Option<(i64, Instant)>,
}

impl Stream {
    async fn open(app: Arc<App>, topic: Topic, stop: Stop) -> sqlx::Result<Self> {
        let listener = Listener::new(app.db.changes());
        let mut stream = Self { app, topic, stop, listener, told: None };
        stream.look().await?;
        Ok(stream)
    }

    fn into_response(self) -> Response {
        let events = futures::stream::unfold(self, |mut stream| async {
            let event = stream.next().await?;
            Some((Ok::<_, Infallible>(event), stream))
        });
        let stream = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
        // nginx would keep the events until its buffer is full.
        ([(HeaderName::from_static("x-accel-buffering"), "no")], stream).into_response()
    }

    /// Listens to the events that the page shows now.
    async fn look(&mut self) -> sqlx::Result<()> {
        let now = self.app.clock.now();
        let events = match self.topic {
            Topic::One(..) if self.told.is_some() => return Ok(()),
            Topic::One(event, changes) => vec![(event, changes)],
            Topic::Mine(account) => events::changes_of_person(&mut self.app.db.read().await?, account, now).await?,
            Topic::Organization(id) => {
                events::changes_of_organization(&mut self.app.db.read().await?, id, now, MOST_LISTED).await?
            }
        };
        self.listener.listen_to(&events);
        Ok(())
    }

    /// `hello` at once, then a `change` whenever the page has become another. `None`: the server stops, or the event is gone.
    async fn next(&mut self) -> Option<Event> {
        let Some((version, at)) = self.told else {
            return Some(self.tell("hello"));
        };
        let mut stop = self.stop.0.clone();
        tokio::select! {
            changed = self.change_since(version, at) => changed.then(|| self.tell("change")),
            _ = stop.wait_for(|stop| *stop) => None,
        }
    }

    /// Waits for another version than this; `false`: there will be none.
    async fn change_since(&mut self, version: i64, at: Instant) -> bool {
        while self.listener.version() == version {
            if self.is_over() {
                return false;
            }
            tokio::select! {
                () = self.listener.changed() => {}
                () = sleep(LOOK_AGAIN), if !matches!(self.topic, Topic::One(..)) => {}
            }
            sleep_until(at + AT_MOST_EVERY).await;
            if let Err(error) = self.look().await {
                tracing::warn!(%error, "a live page's events could not be read; it tries again");
            }
        }
        true
    }

    fn is_over(&self) -> bool {
        matches!(self.topic, Topic::One(..)) && self.listener.is_deaf()
    }

    /// The version, and over how many milliseconds the listeners are to spread what they fetch.
    fn tell(&mut self, name: &'static str) -> Event {
        let version = self.listener.version();
        self.told = Some((version, Instant::now()));
        let spread = self.listener.crowd().saturating_sub(AT_ONCE).min(MOST_SPREAD);
        Event::default().event(name).data(format!("{version} {spread}"))
    }
}
