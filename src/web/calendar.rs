//! Files that calendars take: an event's time, and the deadline of an offer.

use axum::Router;
use axum::extract::{Extension, Path};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::{DateTime, TimeDelta, Utc};
use icalendar::{Alarm, Calendar, Component, EventLike};

use super::error::Answer;
use super::forms::accepts_html;
use super::pages::errors;
use super::viewer::Call;
use crate::domain::event::EventStatus;
use crate::domain::text::say;
use crate::error::{Error, Refusal, Result};
use crate::waitlist::status::{self, EventRef, View};

/// An offer's deadline rings so long before.
const BEFORE: TimeDelta = TimeDelta::hours(1);

pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/e/{org}/{event}/event.ics", get(event))
        .route("/e/{org}/{event}/deadline.ics", get(deadline))
        .route("/o/{token}/event.ics", get(event_of_token))
        .route("/o/{token}/deadline.ics", get(deadline_of_token))
}

async fn event(
    Extension(call): Extension<Call>,
    Path((org, slug)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let view = status::view(&call.app.db, call.now, &EventRef::Slugs(org, slug), call.account_id()).await;
    answered(&headers, view.map(|view| of_event(&call, &view)))
}

async fn event_of_token(Extension(call): Extension<Call>, Path(token): Path<String>, headers: HeaderMap) -> Response {
    answered(&headers, of_token(&call, &token).await.map(|view| of_event(&call, &view)))
}

async fn deadline(
    Extension(call): Extension<Call>,
    Path((org, slug)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let view = status::view(&call.app.db, call.now, &EventRef::Slugs(org, slug), call.account_id()).await;
    answered(&headers, view.and_then(|view| of_deadline(&call, &view, None)))
}

async fn deadline_of_token(
    Extension(call): Extension<Call>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    answered(&headers, of_token(&call, &token).await.and_then(|view| of_deadline(&call, &view, Some(&token))))
}

async fn of_token(call: &Call, token: &str) -> Result<View> {
    let (account, event) = call.holder(token).await?;
    status::view(&call.app.db, call.now, &EventRef::Id(event), Some(account)).await
}

fn answered(headers: &HeaderMap, file: Result<String>) -> Response {
    let file: Answer<String> = file.map_err(Into::into);
    match file {
        Ok(file) => {
            let disposition = "attachment; filename=\"nextseat.ics\"";
            ([(header::CONTENT_TYPE, "text/calendar; charset=utf-8"), (header::CONTENT_DISPOSITION, disposition)], file)
                .into_response()
        }
        Err(error) => errors::answer(accepts_html(headers), &error),
    }
}

fn page_of(call: &Call, view: &View) -> String {
    format!("{}/e/{}/{}", call.app.base_url, view.event.organization.slug, view.event.slug)
}

fn of_event(call: &Call, view: &View) -> String {
    let (event, url) = (&view.event, page_of(call, view));
    let status = match event.schedule.status {
        EventStatus::Cancelled => icalendar::EventStatus::Cancelled,
        _ => icalendar::EventStatus::Confirmed,
    };
    let entry = entry(event.id.to_string(), call.now, event.schedule.starts_at, event.schedule.ends_at)
        .summary(&event.details.title)
        .location(&event.details.venue)
        .description(&url)
        .url(&url)
        .status(status)
        .done();
    written(entry)
}

/// # Errors
/// `NotFound` for who holds no offer here.
fn of_deadline(call: &Call, view: &View, token: Option<&str>) -> Result<String> {
    let offer = view.live_offer().ok_or_else(|| Error::from(Refusal::NotFound))?;
    let url = token.map_or_else(|| page_of(call, view), |token| format!("{}/o/{token}", call.app.base_url));
    let text = call.lang.say(&say!("calendar-deadline", title = &view.event.details.title));
    let entry = entry(offer.id.to_string(), call.now, offer.expires_at - TimeDelta::minutes(15), offer.expires_at)
        .summary(&text)
        .description(&url)
        .url(&url)
        .alarm(Alarm::display(&text, -BEFORE))
        .done();
    Ok(written(entry))
}

fn entry(id: String, now: DateTime<Utc>, starts_at: DateTime<Utc>, ends_at: DateTime<Utc>) -> icalendar::Event {
    // Importing the file again changes the same entry.
    icalendar::Event::new().uid(&format!("{id}@nextseat")).timestamp(now).starts(starts_at).ends(ends_at).done()
}

fn written(entry: icalendar::Event) -> String {
    Calendar::new().push(entry).done().to_string()
}
