//! What organizers do to events.

use leptos::prelude::*;
use serde_json::Value;

use super::{SettingsFields, argument, event_ref, optional, remark, required};
use crate::account::{Member, member_of_event, member_of_organization};
use crate::domain::fields::{self, Patch};
use crate::domain::role::Permission::ManageEvent;
use crate::domain::text::say;
use crate::event::{self, form::EventForm};
use crate::store::events::Event;
use crate::waitlist::status::{self, EventRef};
use crate::web::error::{Answer, ApiError};
use crate::web::shapes;
use crate::web::viewer::{Call, call};

/// An event's own fields in a form, each absent, empty or set.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct EventFields {
    pub title: Option<String>,
    pub kind: Option<String>,
    pub starts_at: Option<String>,
    pub ends_at: Option<String>,
    pub time_zone: Option<String>,
    pub max_attendees: Option<String>,
    pub venue_capacity: Option<String>,
    pub registration_deadline: Option<String>,
    pub visibility: Option<String>,
    pub members_only: Option<String>,
    pub hide_capacity: Option<String>,
    pub description: Option<String>,
    pub venue: Option<String>,
    pub slug: Option<String>,
}

fn form(fields: EventFields, settings: SettingsFields) -> EventForm {
    let patch = Patch::from_field;
    EventForm {
        title: patch(fields.title),
        kind: patch(fields.kind),
        starts_at: patch(fields.starts_at),
        ends_at: patch(fields.ends_at),
        time_zone: patch(fields.time_zone),
        max_attendees: patch(fields.max_attendees),
        venue_capacity: patch(fields.venue_capacity),
        registration_deadline: patch(fields.registration_deadline),
        visibility: patch(fields.visibility),
        members_only: patch(fields.members_only),
        hide_capacity: patch(fields.hide_capacity),
        description: patch(fields.description),
        venue: patch(fields.venue),
        slug: patch(fields.slug),
        settings: settings.into(),
    }
}

#[server(name = CreateEvent, prefix = "/api", endpoint = "organizer/events/create")]
pub async fn create(
    #[server(default)] org: Option<String>,
    #[server(flatten)] fields: EventFields,
    #[server(flatten)] settings: SettingsFields,
) -> Result<Value, ApiError> {
    let call = call();
    call.signed_in()?;
    let org = required("org", org)?;
    let (_, organization) = member_of_organization(&call.app.db, call.account_id(), &org, ManageEvent).await?;
    let id = event::create(&call.app.db, call.now, &organization, form(fields, settings)).await?;
    call.reply.say("done-draft");
    let event = shown(&call, &EventRef::Id(id)).await?;
    call.reply.go_to(format!("/manage/{org}/{}", event["slug"].as_str().unwrap_or_default()));
    Ok(event)
}

#[server(name = UpdateEvent, prefix = "/api", endpoint = "organizer/events/update")]
pub async fn update(
    #[server(default)] event_id: Option<String>,
    #[server(default)] confirm_withdraw: Option<String>,
    #[server(flatten)] fields: EventFields,
    #[server(flatten)] settings: SettingsFields,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, found) = member(&call, event_id).await?;
    let confirmed = optional("confirm_withdraw", confirm_withdraw, fields::boolean)?.unwrap_or(false);
    event::update(&call.app.db, call.now, member.id, found.id, form(fields, settings), confirmed).await?;
    call.reply.say("done-saved");
    shown(&call, &EventRef::Id(found.id)).await
}

#[server(name = PublishEvent, prefix = "/api", endpoint = "organizer/events/publish")]
pub async fn publish(#[server(default)] event_id: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    let (member, found) = member(&call, event_id).await?;
    event::publish(&call.app.db, call.now, member.id, found.id).await?;
    call.reply.say("done-published");
    shown(&call, &EventRef::Id(found.id)).await
}

#[server(name = CancelEvent, prefix = "/api", endpoint = "organizer/events/cancel")]
pub async fn cancel(
    #[server(default)] event_id: Option<String>,
    #[server(default)] reason: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, found) = member(&call, event_id).await?;
    let reason = remark("reason", reason)?;
    event::cancel(&call.app.db, call.now, member.id, found.id, reason.as_deref()).await?;
    call.reply.say("done-cancelled");
    shown(&call, &EventRef::Id(found.id)).await
}

#[server(name = ReopenEvent, prefix = "/api", endpoint = "organizer/events/reopen")]
pub async fn reopen(#[server(default)] event_id: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    let (member, found) = member(&call, event_id).await?;
    event::reopen(&call.app.db, call.now, member.id, found.id).await?;
    call.reply.say("done-reopened");
    shown(&call, &EventRef::Id(found.id)).await
}

#[server(name = CloseEvent, prefix = "/api", endpoint = "organizer/events/close")]
pub async fn close(
    #[server(default)] event_id: Option<String>,
    #[server(default)] reason: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, found) = member(&call, event_id).await?;
    let reason = remark("reason", reason)?;
    event::close(&call.app.db, call.now, member.id, found.id, reason.as_deref()).await?;
    call.reply.say("done-closed");
    shown(&call, &EventRef::Id(found.id)).await
}

#[server(name = CopyEvent, prefix = "/api", endpoint = "organizer/events/copy")]
pub async fn copy(
    #[server(default)] event_id: Option<String>,
    #[server(default)] starts_at: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, found) = member(&call, event_id).await?;
    let starts_at = argument("starts_at", starts_at, |text| fields::instant(text, found.zone()))?;
    let id = event::copy(&call.app.db, call.now, found.id, starts_at).await?;
    call.reply.say("done-copied");
    let event = shown(&call, &EventRef::Id(id)).await?;
    let slug = event["slug"].as_str().unwrap_or_default();
    call.reply.go_to(format!("/manage/{}/{slug}/edit", found.organization.slug));
    Ok(event)
}

#[server(name = DeleteEvent, prefix = "/api", endpoint = "organizer/events/delete")]
pub async fn delete(#[server(default)] event_id: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    let (_, found) = member(&call, event_id).await?;
    let was = shown(&call, &EventRef::Id(found.id)).await?;
    event::delete(&call.app.db, call.now, found.id).await?;
    call.reply.say(say!("done-deleted", title = found.details.title));
    call.reply.go_to(format!("/manage/{}", found.organization.slug));
    Ok(was)
}

#[server(name = PreviewSettings, prefix = "/api", endpoint = "organizer/settings_preview")]
pub async fn preview(
    #[server(default)] event_id: Option<String>,
    #[server(flatten)] fields: EventFields,
    #[server(flatten)] settings: SettingsFields,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, found) = member(&call, event_id).await?;
    let preview = event::preview(&call.app.db, call.now, member.id, found.id, form(fields, settings)).await?;
    call.reply.say(shapes::preview_in_words(&preview));
    Ok(serde_json::to_value(preview).unwrap_or_default())
}

async fn member(call: &Call, event: Option<String>) -> Answer<(Member, Event)> {
    let account = call.signed_in()?;
    Ok(member_of_event(&call.app.db, Some(account), &event_ref(event)?, ManageEvent).await?)
}

async fn shown(call: &Call, event: &EventRef) -> Answer<Value> {
    let view = status::view(&call.app.db, call.now, event, call.account_id()).await?;
    Ok(shapes::event(&view.event, (&view.numbers).into(), false))
}
