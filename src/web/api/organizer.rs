//! What organizers ask and do about one event's waitlist (docs/domain.md §12).

use leptos::prelude::*;
use serde_json::Value;

use super::{SettingsFields, argument, event_ref, id, optional, paging, remark};
use crate::account::{Member, member_of_event};
use crate::domain::fields;
use crate::domain::ids::OfferId;
use crate::domain::offer::OfferStatus;
use crate::domain::role::Permission::{self, InviteToEvent, ManageEvent};
use crate::error::{Error, Refusal};
use crate::store::entries::{self, EntryState};
use crate::store::events::Event;
use crate::store::offers;
use crate::waitlist::organizer::{self, Terms};
use crate::waitlist::{ledger, settings};
use crate::web::error::{Answer, ApiError};
use crate::web::shapes;
use crate::web::viewer::{Call, call};

pub(super) async fn member(call: &Call, event: Option<String>, permission: Permission) -> Answer<(Member, Event)> {
    let account = call.signed_in()?;
    Ok(member_of_event(&call.app.db, Some(account), &event_ref(event)?, permission).await?)
}

#[server(name = ReadSettings, prefix = "/api", endpoint = "organizer/settings", input = server_fn::codec::GetUrl)]
pub async fn read_settings(#[server(default)] event_id: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    let (_, event) = member(&call, event_id, InviteToEvent).await?;
    Ok(settings::as_json(&event.settings))
}

#[server(name = SaveSettings, prefix = "/api", endpoint = "organizer/settings")]
pub async fn save_settings(
    #[server(default)] event_id: Option<String>,
    #[server(flatten)] fields: SettingsFields,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let saved = settings::save(&call.app.db, call.now, member.id, event.id, fields.into()).await?;
    call.reply.say("done-settings");
    Ok(settings::as_json(&saved))
}

#[server(name = ListOffers, prefix = "/api", endpoint = "organizer/offers", input = server_fn::codec::GetUrl)]
pub async fn list_offers(
    #[server(default)] event_id: Option<String>,
    #[server(default)] status: Option<String>,
    #[server(default)] batch_id: Option<String>,
    #[server(default)] q: Option<String>,
    #[server(default)] page: Option<String>,
    #[server(default)] page_size: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, event) = member(&call, event_id, InviteToEvent).await?;
    let (page, page_size) = paging(page, page_size)?;
    let filter = offers::Filter {
        status: optional("status", status, fields::word::<OfferStatus>)?,
        batch: optional("batch_id", batch_id, fields::id)?,
        q: optional("q", q, fields::one_line)?.unwrap_or_default(),
        page,
        page_size,
    };
    // What is past its deadline is shown as it is: over.
    ledger::read(&call.app.db, call.now, event.id).await?;
    let (count, rows) = offers::list(&mut call.app.db.read().await?, event.id, &filter).await?;
    Ok(shapes::page(count, page, page_size, rows.iter().map(shapes::offer).collect()))
}

#[server(name = CreateOffer, prefix = "/api", endpoint = "organizer/offers/create")]
pub async fn create_offer(
    #[server(default)] event_id: Option<String>,
    #[server(default)] entry_id: Option<String>,
    #[server(default)] expires_at: Option<String>,
    #[server(default)] instead_of: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let entry = id("entry_id", entry_id)?;
    let terms = terms(&event, expires_at, instead_of);
    let known = async { entries::find(&mut call.app.db.read().await?, event.id, entry, call.now).await };
    let terms = unless_unknown(known, terms).await?;
    let offer = organizer::create_offer(&call.app.db, call.now, member.id, event.id, entry, terms).await?;
    call.reply.say("done-offer");
    offer_shape(&call, &event, offer).await
}

#[server(name = RevokeOffer, prefix = "/api", endpoint = "organizer/offers/revoke")]
pub async fn revoke_offer(
    #[server(default)] event_id: Option<String>,
    #[server(default)] offer_id: Option<String>,
    #[server(default)] reason: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let offer = id("offer_id", offer_id)?;
    let reason = remark("reason", reason)?;
    let gone_on = organizer::revoke(&call.app.db, call.now, member.id, event.id, offer, reason.as_deref()).await?;
    call.reply.say(if gone_on { "done-revoked-on" } else { "done-revoked" });
    offer_shape(&call, &event, offer).await
}

#[server(name = ReactivateOffer, prefix = "/api", endpoint = "organizer/offers/reactivate")]
pub async fn reactivate_offer(
    #[server(default)] event_id: Option<String>,
    #[server(default)] offer_id: Option<String>,
    #[server(default)] expires_at: Option<String>,
    #[server(default)] instead_of: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let offer = id("offer_id", offer_id)?;
    let terms = terms(&event, expires_at, instead_of);
    let known = async { offers::find(&mut call.app.db.read().await?, event.id, offer).await };
    let terms = unless_unknown(known, terms).await?;
    organizer::reactivate(&call.app.db, call.now, member.id, event.id, offer, terms).await?;
    call.reply.say("done-reactivated");
    offer_shape(&call, &event, offer).await
}

fn terms(event: &Event, expires_at: Option<String>, instead_of: Option<String>) -> Result<Terms, Error> {
    Ok(Terms {
        expires_at: optional("expires_at", expires_at, |text| fields::instant(text, event.zone()))?,
        instead_of: optional("instead_of", instead_of, fields::id)?,
    })
}

/// That there is no such thing is answered before what is wrong with the terms for it.
async fn unless_unknown<T>(
    known: impl Future<Output = sqlx::Result<Option<T>>>,
    terms: Result<Terms, Error>,
) -> Answer<Terms> {
    match terms {
        Ok(terms) => Ok(terms),
        Err(broken) => Err(if known.await?.is_some() { broken } else { Refusal::NotFound.into() }.into()),
    }
}

/// The offer as it is now.
pub(super) async fn offer_shape(call: &Call, event: &Event, offer: OfferId) -> Answer<Value> {
    let row = offers::find(&mut call.app.db.read().await?, event.id, offer).await?;
    Ok(shapes::offer(&row.ok_or_else(|| Error::from(Refusal::NotFound))?))
}

#[server(name = ListEntries, prefix = "/api", endpoint = "organizer/entries", input = server_fn::codec::GetUrl)]
pub async fn list_entries(
    #[server(default)] event_id: Option<String>,
    #[server(default)] q: Option<String>,
    #[server(default)] state: Option<String>,
    #[server(default)] page: Option<String>,
    #[server(default)] page_size: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, event) = member(&call, event_id, InviteToEvent).await?;
    let (page, page_size) = paging(page, page_size)?;
    let filter = entries::Filter {
        q: optional("q", q, fields::one_line)?.unwrap_or_default(),
        state: optional("state", state, fields::word::<EntryState>)?,
        page,
        page_size,
    };
    ledger::read(&call.app.db, call.now, event.id).await?;
    let (count, rows) = entries::list(&mut call.app.db.read().await?, event.id, call.now, &filter).await?;
    Ok(shapes::page(count, page, page_size, rows.iter().map(|entry| shapes::entry(call.lang, &event, entry)).collect()))
}

#[server(name = RemoveEntry, prefix = "/api", endpoint = "organizer/entries/remove")]
pub async fn remove_entry(
    #[server(default)] event_id: Option<String>,
    #[server(default)] entry_id: Option<String>,
    #[server(default)] reason: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, InviteToEvent).await?;
    let entry = argument("entry_id", entry_id, fields::id)?;
    let reason = remark("reason", reason)?;
    let who = (member.id, member.role);
    organizer::remove_entry(&call.app.db, call.now, who, event.id, entry, reason.as_deref()).await?;
    call.reply.say("done-removed-entry");
    Ok(serde_json::json!({}))
}

#[server(name = ReadLedger, prefix = "/api", endpoint = "organizer/ledger", input = server_fn::codec::GetUrl)]
pub async fn read_ledger(#[server(default)] event_id: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    let (_, event) = member(&call, event_id, InviteToEvent).await?;
    Ok(shapes::ledger(call.lang, &ledger::read(&call.app.db, call.now, event.id).await?))
}
