//! Registrations as organizers see and enter them, and people whom they put on the waitlist.

use std::sync::Arc;

use chrono_tz::Tz;
use leptos::prelude::*;
use serde_json::{Value, json};

use super::organizer::member;
use super::{id, optional, paging, remark};
use crate::domain::address::Email;
use crate::domain::event::Answer as Reply;
use crate::domain::fields::{self, Fields};
use crate::domain::ids::{AccountId, EventId, ImportId, RegistrationId};
use crate::domain::role::Permission::{InviteToEvent, ManageEvent};
use crate::domain::settings::MOST_PARTY;
use crate::domain::sheet;
use crate::domain::text::{Text, say};
use crate::error::{Error, Refusal};
use crate::registration::by_organizer::{self, Entered, Whom};
use crate::store::imports::{self, Import};
use crate::store::{entries, registrations};
use crate::waitlist::{add, import};
use crate::web::App;
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
        broken.add("reason", "error-why-over");
    }
    let (Some(whom), Some(answer), Some(party_size), Some(override_capacity), true) =
        (whom, answer, party, over, broken.is_empty())
    else {
        return Err(Error::from(broken).into());
    };
    let entered = Entered { answer, party_size, override_capacity, reason };
    let registration = by_organizer::set(&call.app.db, call.now, member.id, event.id, whom, entered).await?;
    call.reply.say("done-entered");
    Ok(json!({"registration_id": registration, "status": answer}))
}

fn number(field: Option<String>) -> Result<i64, Text> {
    let text = field.filter(|text| !text.trim().is_empty());
    text.map_or(Ok(1), |text| fields::whole_number(&text, 1, MOST_PARTY))
}

fn flag(field: Option<String>) -> Result<bool, Text> {
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
    call.reply.say("done-unregistered");
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
    call.reply.say(say!("done-added", name));
    let row = entries::find(&mut call.app.db.read().await?, event.id, entry, call.now).await?;
    Ok(row.map_or(Value::Null, |row| shapes::entry(call.lang, &event, &row)))
}

/// Begins to import a file that was looked at; its page shows how far it has come.
#[server(name = StartImport, prefix = "/api", endpoint = "organizer/import/start")]
pub async fn start_import(
    #[server(default)] event_id: Option<String>,
    #[server(default)] import_id: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let id: ImportId = id("import_id", import_id)?;
    let kept = imports::find(&mut call.app.db.read().await?, event.id, id).await?;
    let kept = kept.ok_or_else(|| Error::from(Refusal::NotFound))?;
    if import::start(&call.app.db, call.now, id).await? {
        tokio::spawn(run_import(call.app.clone(), member.id, event.id, kept, event.zone()));
    }
    call.reply.go_to(format!("/manage/{}/{}/waitlist/import/{id}", event.organization.slug, event.slug));
    Ok(json!({"import_id": id}))
}

/// Part after part, each by its own clock; whoever starts it again goes on where it stopped.
async fn run_import(app: Arc<App>, who: AccountId, event: EventId, kept: Import, zone: Tz) {
    let imported = async {
        let mut done = usize::try_from(kept.done).unwrap_or_default();
        let sheet = sheet::read(kept.file.as_bytes(), zone).map_err(|wrong| Refusal::field("file", wrong))?;
        while let Some(next) = import::part(&app.db, app.clock.now(), who, event, kept.id, &sheet, done).await? {
            done = next;
        }
        Ok::<(), Error>(())
    };
    let finished = imported.await.inspect_err(|error| tracing::error!(import = %kept.id, %error, "an import stopped"));
    if let Err(error) = import::end(&app.db, kept.id, finished.is_ok()).await {
        tracing::error!(import = %kept.id, %error, "an import's end could not be noted");
    }
}
