//! Registrations as organizers see and enter them, and people whom they put on the waitlist.

use leptos::prelude::*;
use serde_json::{Value, json};

use super::organizer::member;
use super::{id, optional, paging, remark};
use crate::domain::address::Email;
use crate::domain::event::Answer as Reply;
use crate::domain::fields::{self, Fields};
use crate::domain::ids::{AccountId, RegistrationId};
use crate::domain::role::Permission::{InviteToEvent, ManageEvent};
use crate::domain::settings::MOST_PARTY;
use crate::error::Error;
use crate::registration::by_organizer::{self, Entered, Whom};
use crate::store::{entries, registrations};
use crate::waitlist::add;
use crate::web::error::ApiError;
use crate::web::shapes;
use crate::web::viewer::call;

#[server(name = ListRegistrations, prefix = "/api", endpoint = "organizer/registrations", input = server_fn::codec::GetUrl)]
pub async fn list(
    #[server(default)] event_id: Option<String>,
    #[server(default)] q: Option<String>,
    #[server(default)] status: Option<String>,
    #[server(default)] page: Option<String>,
    #[server(default)] page_size: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, event) = member(&call, event_id, InviteToEvent).await?;
    let (page, page_size) = paging(page, page_size)?;
    let filter = registrations::Filter {
        q: optional("q", q, fields::one_line)?.unwrap_or_default(),
        answer: optional("status", status, fields::word::<Reply>)?,
        page,
        page_size,
    };
    let (count, rows) = registrations::list(&mut call.app.db.read().await?, event.id, &filter).await?;
    Ok(shapes::page(count, page, page_size, rows.iter().map(shapes::registration).collect()))
}

/// An answer that is entered for someone, as text.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct AnswerFields {
    pub email: Option<String>,
    pub account_id: Option<String>,
    pub name: Option<String>,
    pub answer: Option<String>,
    pub party_size: Option<String>,
    pub override_capacity: Option<String>,
    pub reason: Option<String>,
}

#[server(name = SetRegistration, prefix = "/api", endpoint = "organizer/registrations/set")]
pub async fn set(
    #[server(default)] event_id: Option<String>,
    #[server(flatten)] fields: AnswerFields,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let AnswerFields { email, account_id, name, answer, party_size, override_capacity, reason } = fields;
    let mut broken = Fields::default();
    let whom = whom(&mut broken, account_id, email, name);
    let answer = broken.take("answer", fields::word::<Reply>(&answer.unwrap_or_default()));
    let party = broken.take("party_size", number(party_size));
    let over = broken.take("override_capacity", flag(override_capacity));
    let reason = reason.filter(|reason| !reason.trim().is_empty());
    let reason = broken.take("reason", reason.map(|reason| fields::long_text(&reason)).transpose()).flatten();
    if over == Some(true) && reason.is_none() && !broken.0.contains_key("reason") {
        broken.add("reason", "Say why it may go beyond the capacity: the reason is kept in the history.");
    }
    let (Some(whom), Some(answer), Some(party_size), Some(override_capacity), true) =
        (whom, answer, party, over, broken.is_empty())
    else {
        return Err(Error::from(broken).into());
    };
    let entered = Entered { answer, party_size, override_capacity, reason };
    let registration = by_organizer::set(&call.app.db, call.now, member.id, event.id, whom, entered).await?;
    call.reply.say("Entered, and the person is told.");
    Ok(json!({"registration_id": registration, "status": answer}))
}

fn number(field: Option<String>) -> Result<i64, String> {
    let text = field.filter(|text| !text.trim().is_empty());
    text.map_or(Ok(1), |text| fields::whole_number(&text, 1, MOST_PARTY))
}

fn flag(field: Option<String>) -> Result<bool, String> {
    field.filter(|text| !text.trim().is_empty()).map_or(Ok(false), |text| fields::boolean(&text))
}

/// An account, or an address; the name of an unknown address is what stands before its @ unless one is given.
fn whom(broken: &mut Fields, account: Option<String>, email: Option<String>, name: Option<String>) -> Option<Whom> {
    let filled = |field: Option<String>| field.filter(|text| !text.trim().is_empty());
    if let Some(account) = filled(account) {
        return broken.take("account_id", fields::id::<AccountId>(&account)).map(Whom::Account);
    }
    let (name, email) = address(broken, name, email)?;
    Some(Whom::Address { name, email })
}

pub(super) fn address(broken: &mut Fields, name: Option<String>, email: Option<String>) -> Option<(String, Email)> {
    let email = broken.take("email", Email::parse(&email.unwrap_or_default()));
    let name = match name.filter(|name| !name.trim().is_empty()) {
        Some(name) => broken.take("name", fields::one_line(&name)),
        None => email.as_ref().map(|email| email.local().to_owned()),
    };
    name.zip(email)
}

#[server(name = RemoveRegistration, prefix = "/api", endpoint = "organizer/registrations/remove")]
pub async fn remove(
    #[server(default)] event_id: Option<String>,
    #[server(default)] registration_id: Option<String>,
    #[server(default)] reason: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let registration: RegistrationId = id("registration_id", registration_id)?;
    let reason = remark("reason", reason)?;
    by_organizer::remove(&call.app.db, call.now, member.id, event.id, registration, reason.as_deref()).await?;
    call.reply.say("Removed. Their seats are free for the next in line.");
    Ok(json!({}))
}

#[server(name = AddEntry, prefix = "/api", endpoint = "organizer/entries/add")]
pub async fn add_entry(
    #[server(default)] event_id: Option<String>,
    #[server(default)] name: Option<String>,
    #[server(default)] email: Option<String>,
    #[server(default)] party_size: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let mut broken = Fields::default();
    let person = address(&mut broken, name, email);
    let party = broken.take("party_size", number(party_size));
    let (Some((name, email)), Some(party)) = (person, party) else {
        return Err(Error::from(broken).into());
    };
    let entry = add::add(&call.app.db, call.now, member.id, event.id, (&name, &email), party).await?;
    call.reply.say(format!("{name} is on the waitlist."));
    let row = entries::find(&mut call.app.db.read().await?, event.id, entry, call.now).await?;
    Ok(row.map_or(Value::Null, |row| shapes::entry(&event, &row)))
}
