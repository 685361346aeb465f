//! The attendee's page of an event, and the same card behind a mailed link.

use leptos::prelude::*;

use super::param;
use crate::chance;
use crate::domain::address;
use crate::error::Refusal;
use crate::store::tokens::{self, Purpose};
use crate::waitlist::status::{self, EventRef, View};
use crate::web::components::card::{self, Who};
use crate::web::components::layout::{Page, load};
use crate::web::components::text::when_in_full;

/// `/e/{org}/{event}`
pub fn page() -> AnyView {
    let event = EventRef::Slugs(param("org"), param("event"));
    load(|call| async move {
        let view = status::view(&call.app.db, call.now, &event, call.account_id()).await?;
        let who = if call.account.is_some() { Who::SignedIn } else { Who::Stranger };
        let manage = view.is_team().then(|| {
            let href = format!("/manage/{}/{}", view.event.organization.slug, view.event.slug);
            view! { <p><a href=href>"Manage this event"</a></p> }
        });
        let body = view! { {header(&view)} {answer(&view, &who)} {facts(&view)} {manage} };
        Ok(Page::narrow(view.event.details.title.clone(), body.into_any()))
    })
}

/// `/o/{token}`: the same card for the token's person, whoever is signed in; opening it changes nothing (R36).
pub fn by_token() -> AnyView {
    let token = param("token");
    load(|call| async move {
        let found = tokens::find(&mut call.app.db.read().await?, &chance::hash_of(&token), call.now).await?;
        let found = found.filter(|found| found.purpose == Purpose::Participate).ok_or(Refusal::LinkSpent)?;
        let event = EventRef::Id(found.event_id.ok_or(Refusal::LinkSpent)?);
        let view = status::view(&call.app.db, call.now, &event, Some(found.account_id)).await?;
        let whom = view.person.as_ref().map(
            |person| view! { <p class="eyebrow">"For "{person.name.clone()}", "{address::masked(&person.email)}</p> },
        );
        let page = format!("/e/{}/{}", view.event.organization.slug, view.event.slug);
        let body = view! {
            {header(&view)}
            {whom}
            {answer(&view, &Who::Token(token))}
            {facts(&view)}
            <p><a href=page>"The event's page"</a></p>
        };
        Ok(Page::narrow(view.event.details.title.clone(), body.into_any()))
    })
}

fn header(view: &View) -> AnyView {
    let (organizer, title) = (view.event.organization.name.clone(), view.event.details.title.clone());
    view! { <header><p class="eyebrow">{organizer}</p><h1>{title}</h1></header> }.into_any()
}

fn answer(view: &View, who: &Who) -> AnyView {
    card::render(card::card(view, who), view.event.zone(), view.now)
}

fn facts(view: &View) -> AnyView {
    let details = &view.event.details;
    let venue = (!details.venue.is_empty()).then(|| view! { <dt>"Where"</dt><dd>{details.venue.clone()}</dd> });
    let description = (!details.description.is_empty()).then(|| {
        let paragraphs =
            details.description.split("\n\n").map(|text| view! { <p>{text.to_owned()}</p> }).collect_view();
        view! { <section class="prose">{paragraphs}</section> }
    });
    view! {
        <dl class="facts">
            <dt>"When"</dt><dd>{when_in_full(view.event.schedule.starts_at, details.zone)}</dd>
            {venue}
        </dl>
        {description}
    }
    .into_any()
}
