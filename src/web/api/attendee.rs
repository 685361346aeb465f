//! What attendees do and ask; `token` stands in for a session (R36).

use leptos::prelude::*;
use serde_json::{Value, json};

use super::{argument, event_ref, id, optional, required};
use crate::domain::event::Answer as Reply;
use crate::domain::fields;
use crate::domain::ids::EventId;
use crate::domain::settings::MOST_PARTY;
use crate::error::{Error, Refusal};
use crate::registration::rsvp::{self, Answered};
use crate::store::{events, offers};
use crate::waitlist::status::{self, EventRef};
use crate::waitlist::{self, Joined};
use crate::web::error::ApiError;
use crate::web::shapes;
use crate::web::viewer::{Call, Participant, call};

const MOST_LISTED: i64 = 200;

#[server(name = ListEvents, prefix = "/api", endpoint = "events/list", input = server_fn::codec::GetUrl)]
pub async fn list() -> Result<Value, ApiError> {
    let call = call();
    let listed = events::list_public(&mut call.app.db.read().await?, call.now, MOST_LISTED).await?;
    let shape =
        |listed: &events::Listed| shapes::event(&listed.event, listed.into(), listed.event.details.hide_capacity);
    Ok(Value::Array(listed.iter().map(shape).collect()))
}

#[server(name = ShowEvent, prefix = "/api", endpoint = "events/show", input = server_fn::codec::GetUrl)]
pub async fn show(#[server(default)] event_id: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    let view = status::view(&call.app.db, call.now, &event_ref(event_id)?, call.account_id()).await?;
    let hide = view.event.details.hide_capacity && !view.is_team();
    Ok(shapes::event(&view.event, (&view.numbers).into(), hide))
}

#[server(name = MyStatus, prefix = "/api", endpoint = "events/my_status", input = server_fn::codec::GetUrl)]
pub async fn my_status(
    #[server(default)] event_id: Option<String>,
    #[server(default)] token: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let event = event_ref(event_id)?;
    let account = match token.as_deref() {
        Some(token) => Some(call.participant(&event, Some(token)).await?.account),
        None => call.account_id(),
    };
    let view = status::view(&call.app.db, call.now, &event, account).await?;
    Ok(shapes::my_status(call.lang, &view))
}

#[server(name = JoinWaitlist, prefix = "/api", endpoint = "waitlist/join")]
pub async fn join(
    #[server(default)] event_id: Option<String>,
    #[server(default)] party_size: Option<String>,
    #[server(default)] name: Option<String>,
    #[server(default)] email: Option<String>,
    #[server(default)] token: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let event = event_ref(event_id)?;
    let party = party(party_size)?.unwrap_or(1);
    if token.is_none() && call.account.is_none() && (name.is_some() || email.is_some()) {
        let event = call.event_id(&event).await?;
        let (name, email) = (name.unwrap_or_default(), email.unwrap_or_default());
        waitlist::join_unsigned(&call.app.db, call.now, event, &name, &email, party, call.lang.tag()).await?;
        call.reply.go_to(check_mail(&call, event).await?);
        return Ok(json!({"check_mail": true}));
    }
    let Participant { account, event } = call.participant(&event, token.as_deref()).await?;
    let event = call.event_id(&event).await?;
    let (entry, position, already) = match waitlist::join(&call.app.db, call.now, event, account, party).await? {
        Joined::New { entry, position } => (entry, position, false),
        Joined::Already { entry, position } => (entry, position, true),
    };
    call.reply.say(if already { "done-already" } else { "done-joined" });
    Ok(json!({"entry_id": entry, "position": position, "already": already}))
}

/// The page that says so, with the way back to ask for the mail again.
async fn check_mail(call: &Call, event: EventId) -> Result<String, Error> {
    let event = events::find(&mut call.app.db.read().await?, event).await?.ok_or(Refusal::NotFound)?;
    Ok(format!("/check-mail?place={}/{}", event.organization.slug, event.slug))
}

#[server(name = LeaveWaitlist, prefix = "/api", endpoint = "waitlist/leave")]
pub async fn leave(
    #[server(default)] event_id: Option<String>,
    #[server(default)] token: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let Participant { account, event } = call.participant(&event_ref(event_id)?, token.as_deref()).await?;
    let event = call.event_id(&event).await?;
    waitlist::leave(&call.app.db, call.now, event, account).await?;
    call.reply.say("done-left");
    Ok(json!({}))
}

#[server(name = DeclineOffer, prefix = "/api", endpoint = "offers/decline")]
pub async fn decline(
    #[server(default)] offer_id: Option<String>,
    #[server(default)] keep_place: Option<String>,
    #[server(default)] token: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let offer = id("offer_id", offer_id)?;
    let keeps = optional("keep_place", keep_place, fields::boolean)?.unwrap_or(false);
    if token.is_none() {
        call.signed_in()?;
    }
    let event = offers::event_of(&mut call.app.db.read().await?, offer).await?;
    let event = EventRef::Id(event.ok_or_else(|| Error::from(Refusal::NotFound))?);
    let Participant { account, event } = call.participant(&event, token.as_deref()).await?;
    let event = call.event_id(&event).await?;
    if keeps {
        waitlist::pass(&call.app.db, call.now, event, offer, account).await?;
        call.reply.say("done-passed");
    } else {
        waitlist::decline(&call.app.db, call.now, event, offer, account).await?;
        call.reply.say("done-declined");
    }
    Ok(json!({}))
}

#[server(name = ConfirmPlace, prefix = "/api", endpoint = "waitlist/confirm")]
pub async fn confirm(#[server(default)] token: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    let token = required("token", token)?;
    let (account, event) = call.holder(&token).await?;
    waitlist::confirm(&call.app.db, call.now, event, account).await?;
    call.reply.say("done-confirmed");
    call.reply.go_to(format!("/o/{token}"));
    Ok(json!({}))
}

#[server(name = ReadyAgain, prefix = "/api", endpoint = "waitlist/ready")]
pub async fn ready(
    #[server(default)] event_id: Option<String>,
    #[server(default)] token: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let Participant { account, event } = call.participant(&event_ref(event_id)?, token.as_deref()).await?;
    let event = call.event_id(&event).await?;
    waitlist::ready(&call.app.db, call.now, event, account).await?;
    call.reply.say("done-ready");
    Ok(json!({}))
}

#[server(name = SetParty, prefix = "/api", endpoint = "waitlist/party")]
pub async fn set_party(
    #[server(default)] event_id: Option<String>,
    #[server(default)] party_size: Option<String>,
    #[server(default)] token: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let Participant { account, event } = call.participant(&event_ref(event_id)?, token.as_deref()).await?;
    let size = argument("party_size", party_size, |text| fields::whole_number(text, 1, MOST_PARTY))?;
    let event = call.event_id(&event).await?;
    waitlist::set_party(&call.app.db, call.now, event, account, size).await?;
    call.reply.say("done-party");
    Ok(json!({}))
}

#[server(name = AnswerRsvp, prefix = "/api", endpoint = "rsvp/answer")]
pub async fn answer(
    #[server(default)] event_id: Option<String>,
    #[server(default)] answer: Option<String>,
    #[server(default)] party_size: Option<String>,
    #[server(default)] token: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let Participant { account, event } = call.participant(&event_ref(event_id)?, token.as_deref()).await?;
    let answer = argument("answer", answer, fields::word::<Reply>)?;
    let party = party(party_size)?.unwrap_or(1);
    let event = call.event_id(&event).await?;
    let answered = rsvp::answer(&call.app.db, call.now, event, account, answer, party).await?;
    Ok(match answered {
        Answered::Registered { answer, registration } => {
            call.reply.say(match answer {
                Reply::Yes => "done-yes",
                Reply::No => "done-no",
                Reply::Maybe => "done-maybe",
            });
            json!({"status": answer, "registration_id": registration})
        }
        Answered::Waitlisted { position } => {
            call.reply.say("done-waitlisted");
            json!({"status": "waitlisted", "position": position})
        }
    })
}

fn party(field: Option<String>) -> Result<Option<i64>, Error> {
    optional("party_size", field, |text| fields::whole_number(text, 1, MOST_PARTY))
}
