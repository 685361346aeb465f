//! What organizers do to the queue and its offers beyond one offer at a time.

use leptos::prelude::*;
use serde_json::{Value, json};

use super::organizer::{member, offer_shape};
use super::{argument, id, optional, paging};
use crate::domain::fields::{self, Fields};
use crate::domain::ids::{AccountId, EntryId};
use crate::domain::role::Permission::{InviteToEvent, ManageEvent};
use crate::domain::text::{Text, say};
use crate::error::{Error, Refusal};
use crate::notify;
use crate::store::{activities, draws, entries, offers};
use crate::waitlist::bulk::{self, Bulk};
use crate::waitlist::message;
use crate::waitlist::organizer::{self, Target};
use crate::web::error::{Answer, ApiError};
use crate::web::shapes;
use crate::web::viewer::call;

const MOST_AT_ONCE: i64 = 10_000;

#[server(name = CreateNextOffers, prefix = "/api", endpoint = "organizer/offers/create_next")]
pub async fn create_next(
    #[server(default)] event_id: Option<String>,
    #[server(default)] count: Option<String>,
    #[server(default)] expires_at: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let count = argument("count", count, |text| fields::whole_number(text, 1, MOST_AT_ONCE))?;
    let expires_at = optional("expires_at", expires_at, |text| fields::instant(text, event.zone()))?;
    let (batch, made) = organizer::create_next(&call.app.db, call.now, member.id, event.id, count, expires_at).await?;
    call.reply.say(say!("done-offers", n = made));
    let filter = offers::Filter { batch: Some(batch), page: 1, page_size: MOST_AT_ONCE, ..offers::Filter::default() };
    let (_, rows) = offers::list(&mut call.app.db.read().await?, event.id, &filter).await?;
    Ok(Value::Array(rows.iter().map(shapes::offer).collect()))
}

#[server(name = ExtendOffer, prefix = "/api", endpoint = "organizer/offers/extend")]
pub async fn extend(
    #[server(default)] event_id: Option<String>,
    #[server(default)] offer_id: Option<String>,
    #[server(default)] expires_at: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let offer = id("offer_id", offer_id)?;
    if offers::find(&mut call.app.db.read().await?, event.id, offer).await?.is_none() {
        return Err(Error::from(Refusal::NotFound).into());
    }
    let expires_at = argument("expires_at", expires_at, |text| fields::instant(text, event.zone()))?;
    organizer::extend(&call.app.db, call.now, member.id, event.id, offer, expires_at).await?;
    call.reply.say("done-extended");
    offer_shape(&call, &event, offer).await
}

#[server(name = MoveEntry, prefix = "/api", endpoint = "organizer/entries/move")]
pub async fn move_entry(
    #[server(default)] event_id: Option<String>,
    #[server(default)] entry_id: Option<String>,
    #[server(default)] before_entry_id: Option<String>,
    #[server(default)] reason: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let mut broken = Fields::default();
    let entry = broken.take("entry_id", entry_id.ok_or("error-empty".into()).and_then(|t| fields::id(&t)));
    let target = broken.take("before_entry_id", target(before_entry_id));
    let reason = reason.unwrap_or_default();
    let reason = match reason.trim() {
        "" => broken.take("reason", Err("error-why".into())),
        reason => broken.take("reason", fields::long_text(reason)),
    };
    let (Some(entry), Some(target), Some(reason)) = (entry, target, reason) else {
        return Err(Error::from(broken).into());
    };
    organizer::move_entry(&call.app.db, call.now, member.id, event.id, entry, target, &reason).await?;
    call.reply.say("done-moved");
    Ok(json!({}))
}

fn target(field: Option<String>) -> Result<Target, Text> {
    match field.as_deref().map(str::trim) {
        None | Some("") => Err("error-target".into()),
        Some("end") => Ok(Target::End),
        Some(text) if text.len() < 10 => fields::whole_number(text, 1, i64::MAX).map(Target::Rank),
        Some(text) => fields::id::<EntryId>(text).map(Target::Before),
    }
}

#[server(name = LiftEntry, prefix = "/api", endpoint = "organizer/entries/lift")]
pub async fn lift_entry(
    #[server(default)] event_id: Option<String>,
    #[server(default)] entry_id: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let entry = id("entry_id", entry_id)?;
    organizer::lift_entry(&call.app.db, call.now, member.id, event.id, entry).await?;
    call.reply.say("done-lifted");
    Ok(json!({}))
}

#[server(name = ReadHistory, prefix = "/api", endpoint = "organizer/history", input = server_fn::codec::GetUrl)]
pub async fn history(
    #[server(default)] event_id: Option<String>,
    #[server(default)] account_id: Option<String>,
    #[server(default)] page: Option<String>,
    #[server(default)] page_size: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, event) = member(&call, event_id, InviteToEvent).await?;
    let (page, page_size) = paging(page, page_size)?;
    let on: Option<AccountId> = optional("account_id", account_id, fields::id)?;
    let (count, rows) = activities::list(&mut call.app.db.read().await?, event.id, on, page, page_size).await?;
    Ok(shapes::page(count, page, page_size, rows.iter().map(shapes::activity).collect()))
}

#[server(name = ReadDraw, prefix = "/api", endpoint = "organizer/draw", input = server_fn::codec::GetUrl)]
pub async fn draw(
    #[server(default)] event_id: Option<String>,
    #[server(default)] batch_id: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, event) = member(&call, event_id, InviteToEvent).await?;
    let batch = id("batch_id", batch_id)?;
    let draw = draws::find(&mut call.app.db.read().await?, event.id, batch).await?;
    Ok(serde_json::to_value(draw.ok_or_else(|| Error::from(Refusal::NotFound))?).unwrap_or_default())
}

#[server(name = SendMessage, prefix = "/api", endpoint = "organizer/message")]
pub async fn send_message(
    #[server(default)] event_id: Option<String>,
    #[server(default)] subject: Option<String>,
    #[server(default)] body: Option<String>,
    #[server(default)] to: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let (subject, body) = letter(subject, body)?;
    let chosen = optional("to", to, |text| text.split(',').map(fields::id).collect::<Result<Vec<EntryId>, _>>())?;
    let people = message::send(&call.app.db, call.now, member.id, event.id, &subject, &body, chosen.as_deref()).await?;
    call.reply.say(say!("done-message", n = people));
    Ok(json!({"people": people}))
}

/// The mail as those who wait would read it; nothing is sent.
#[server(name = PreviewMessage, prefix = "/api", endpoint = "organizer/message_preview")]
pub async fn message_preview(
    #[server(default)] event_id: Option<String>,
    #[server(default)] subject: Option<String>,
    #[server(default)] body: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, event) = member(&call, event_id, ManageEvent).await?;
    let (subject, body) = letter(subject, body)?;
    call.reply.say("message-previewed");
    let content = notify::preview(call.lang, &event, &subject, &body);
    Ok(json!({"subject": content.subject, "text": content.text, "html": content.html}))
}

fn letter(subject: Option<String>, body: Option<String>) -> Answer<(String, String)> {
    let mut broken = Fields::default();
    let subject = broken.take("subject", fields::one_line(&subject.unwrap_or_default()));
    let body = broken.take("body", words(&body.unwrap_or_default()));
    subject.zip(body).ok_or_else(|| Error::from(broken).into())
}

/// Offers, withdraws or removes for each of the chosen; one that is refused doesn't stop the others.
#[server(name = BulkEntries, prefix = "/api", endpoint = "organizer/entries/bulk")]
pub async fn bulk(
    #[server(default)] event_id: Option<String>,
    #[server(default)] entry_id: Vec<String>,
    #[server(default)] act: Option<String>,
    #[server(default)] expires_at: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let mut broken = Fields::default();
    let ids: Result<Vec<EntryId>, Text> = entry_id.iter().flat_map(|ids| ids.split(',')).map(fields::id).collect();
    let ids = ids.and_then(|ids| if ids.is_empty() { Err("error-nobody-selected".into()) } else { Ok(ids) });
    let ids = broken.take("entry_id", ids);
    let act = broken.take("act", fields::word::<Bulk>(&act.unwrap_or_default()));
    let until = expires_at.filter(|text| !text.trim().is_empty());
    let until = broken.take("expires_at", until.map(|text| fields::instant(&text, event.zone())).transpose());
    let (Some(ids), Some(act), Some(expires_at)) = (ids, act, until) else {
        return Err(Error::from(broken).into());
    };
    let chosen = entries::chosen(&mut call.app.db.read().await?, event.id, call.now, &ids).await?;
    let who = (member.id, member.role);
    let outcome = bulk::act(&call.app.db, call.now, who, event.id, act, &chosen, expires_at).await?;
    let refused: Vec<(String, ApiError)> =
        outcome.refused.into_iter().map(|(name, refusal)| (name, refusal.into())).collect();
    let done = Text::word("bulk-done", act.as_str()).with("n", outcome.done);
    call.reply.say(match refused.first() {
        None => done,
        Some((name, error)) => {
            say!("bulk-partly", done, name, why = (*error.message).clone(), more = refused.len() - 1)
        }
    });
    let refused: Vec<Value> =
        refused.iter().map(|(name, error)| json!({"name": name, "error": error.told(call.lang)})).collect();
    Ok(json!({"done": outcome.done, "refused": refused}))
}

fn words(text: &str) -> Result<String, Text> {
    match text.trim() {
        "" => Err("error-empty".into()),
        text => fields::long_text(text),
    }
}
