//! Development aids: a clock that can be moved and a mailbox that can be read. Only with their flags, and only on a loopback address.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use serde::Deserialize;
use serde_json::json;

use super::App;
use super::error::{ApiError, Code};
use super::pages::errors;
use crate::clock::MovableClock;
use crate::domain::fields;
use crate::domain::zone;
use crate::notify::Mailbox;

pub fn routes(app: &Arc<App>) -> Router<Arc<App>> {
    let mut routes = Router::new();
    if let Some(clock) = app.dev_clock.clone() {
        routes = routes.route("/dev/clock", post(move |state, form| move_clock(state, clock.clone(), form)));
    }
    if let Some(mailbox) = app.dev_mailbox.clone() {
        routes = routes.route("/dev/mailbox.json", get(move || list_mails(mailbox.clone())));
    }
    routes
}

#[derive(Deserialize)]
struct Move {
    advance: Option<String>,
    set: Option<String>,
}

/// `advance=90s` or `set=2026-03-29T00:30:00Z`; answers when no job is due and no deliverable notice undelivered.
async fn move_clock(State(app): State<Arc<App>>, clock: Arc<MovableClock>, Form(form): Form<Move>) -> Response {
    let moved = match (form.advance.as_deref(), form.set.as_deref()) {
        (Some(text), None) => fields::duration(text).map(|by| clock.advance(by)),
        (None, Some(text)) => zone::parse_instant(text, chrono_tz::UTC).map(|now| clock.set(now)),
        _ => Err("error-clock".into()),
    };
    if let Err(message) = moved {
        return errors::answer(false, &ApiError::new(Code::Invalid, message));
    }
    match app.jobs.catch_up().await {
        Ok(()) => Json(json!({"now": app.clock.now()})).into_response(),
        Err(error) => errors::answer(false, &ApiError::from(error)),
    }
}

async fn list_mails(mailbox: Mailbox) -> Response {
    Json(mailbox.all()).into_response()
}
