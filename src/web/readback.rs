//! The settings form reads itself back while it is filled in: what its fields would mean, as plain text.

use axum::Router;
use axum::extract::{Extension, Path, Query};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::api::SettingsFields;
use super::error::ApiError;
use super::pages::errors;
use super::pages::waitlist::settings::read_back;
use super::viewer::Call;
use crate::account::member_of_event;
use crate::domain::fields::Fields;
use crate::domain::role::Permission::InviteToEvent;
use crate::domain::settings::{Around, SettingsForm};
use crate::waitlist::status::EventRef;

pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/manage/{org}/{event}/waitlist/readback", get(readback))
}

async fn readback(
    Extension(call): Extension<Call>,
    Path((org, slug)): Path<(String, String)>,
    Query(fields): Query<SettingsFields>,
) -> Response {
    let event = member_of_event(&call.app.db, call.account_id(), &EventRef::Slugs(org, slug), InviteToEvent).await;
    let event = match event {
        Ok((_, event)) => event,
        Err(error) => return errors::answer(false, &ApiError::from(error)),
    };
    let around = Around { zone: event.zone(), starts_at: Some(event.schedule.starts_at), kind: event.kind };
    let mut broken = Fields::default();
    let settings = SettingsForm::from(fields).apply(&event.settings, around, &mut broken);
    // A broken field is read as it was; what is wrong with it is said when the form is sent.
    let mut said: Vec<String> = read_back(&settings).iter().map(|text| call.lang.say(text)).collect();
    said.extend(broken.0.values().flatten().map(|text| call.lang.say(text)));
    said.join(" ").into_response()
}
