//! The attendee's page of an event, and the same card behind a mailed link.

use leptos::prelude::*;

use super::param;
use crate::domain::address;
use crate::error::Result;
use crate::store::entries::EntryState;
use crate::store::offers;
use crate::waitlist::status::{self, EventRef, View};
use crate::web::components::card::{self, Who};
use crate::web::components::fields::{Typed, hidden};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::when_in_full;
use crate::web::shapes::{commitment_of, state_of};
use crate::web::viewer::Call;

/// `/e/{org}/{event}`
pub fn page() -> AnyView {
    let event = EventRef::Slugs(param("org"), param("event"));
    load(|call| async move {
        let view = status::view(&call.app.db, call.now, &event, call.account_id()).await?;
        note_opened(&call, &view).await?;
        let who = if call.account.is_some() { Who::SignedIn } else { Who::Stranger };
        let manage = view.is_team().then(|| {
            let href = format!("/manage/{}/{}", view.event.organization.slug, view.event.slug);
            view! { <p><a href=href>"Manage this event"</a></p> }
        });
        let body = view! { {header(&view)} {answer(&call, &view, &who)} {facts(&view)} {manage} };
        Ok(Page::narrow(view.event.details.title.clone(), body.into_any()).live(Live::of_event(&view.event)))
    })
}

/// `/o/{token}`: the same card for the token's person, whoever is signed in; opening it changes nothing (R36).
pub fn by_token() -> AnyView {
    let token = param("token");
    load(|call| async move {
        let (account, event) = call.holder(&token).await?;
        let view = status::view(&call.app.db, call.now, &EventRef::Id(event), Some(account)).await?;
        note_opened(&call, &view).await?;
        let whom = view.person.as_ref().map(
            |person| view! { <p class="eyebrow">"For "{person.name.clone()}", "{address::masked(&person.email)}</p> },
        );
        let page = format!("/e/{}/{}", view.event.organization.slug, view.event.slug);
        let live = Live::to(format!("/o/{token}/live"), [&view.event]);
        let body = view! {
            {header(&view)}
            {whom}
            {answer(&call, &view, &Who::Token(token))}
            {facts(&view)}
            <p><a href=page>"The event's page"</a></p>
        };
        Ok(Page::narrow(view.event.details.title.clone(), body.into_any()).live(live))
    })
}

/// Whoever has seen the offer's page was told of it, whatever becomes of the mails (docs/domain.md §11).
async fn note_opened(call: &Call, view: &View) -> Result<()> {
    if let Some(offer) = view.live_offer().filter(|offer| !offer.opened) {
        let mut tx = call.app.db.write().await?;
        offers::stamp_opened(&mut tx, offer.id, call.now).await?;
        tx.commit_quietly().await?;
    }
    Ok(())
}

/// `/c/{token}`: confirms a place that was drawn with an address alone; opening it changes nothing (R26, R36).
pub fn confirm() -> AnyView {
    let token = param("token");
    load(|call| async move {
        let (account, event) = call.holder(&token).await?;
        let view = status::view(&call.app.db, call.now, &EventRef::Id(event), Some(account)).await?;
        let page = format!("/o/{token}");
        let live = Live::to(format!("{page}/live"), [&view.event]);
        let body = if state_of(&view) == Some(EntryState::Unconfirmed) {
            view! {
                <section class="answer attend" aria-labelledby="answer">
                    <h2 id="answer">"Keep your place on the waitlist?"</h2>
                    <p>"A place was drawn for you. It counts as soon as you press the button."</p>
                    <div class="actions">
                        <form method="post" action="/api/waitlist/confirm">
                            {hidden(vec![("token", token)])}
                            <button class="btn primary">"Confirm my place"</button>
                        </form>
                    </div>
                </section>
            }
            .into_any()
        } else {
            answer(&call, &view, &Who::Token(token))
        };
        let body = view! { {header(&view)} {body} {facts(&view)} <p><a href=page>"Where you stand"</a></p> };
        Ok(Page::narrow(view.event.details.title.clone(), body.into_any()).live(live))
    })
}

fn header(view: &View) -> AnyView {
    let (organizer, title) = (view.event.organization.name.clone(), view.event.details.title.clone());
    view! { <header><p class="eyebrow">{organizer}</p><h1>{title}</h1></header> }.into_any()
}

fn answer(call: &Call, view: &View, who: &Who) -> AnyView {
    card::render(card::card(view, who), &Typed::of(call, "waitlist/join"), view.event.zone(), view.now)
}

fn facts(view: &View) -> AnyView {
    let details = &view.event.details;
    let venue = (!details.venue.is_empty()).then(|| view! { <dt>"Where"</dt><dd>{details.venue.clone()}</dd> });
    let description = (!details.description.is_empty()).then(|| {
        let paragraphs =
            details.description.split("\n\n").map(|text| view! { <p>{text.to_owned()}</p> }).collect_view();
        view! { <section class="prose">{paragraphs}</section> }
    });
    let lottery = commitment_of(&view.event).map(|commitment| {
        view! { <dt>"Drawn by lot"</dt><dd>"The next draw's seed is fixed already. Its SHA-256: "<code class="hash">{commitment}</code></dd> }
    });
    view! {
        <dl class="facts">
            <dt>"When"</dt><dd>{when_in_full(view.event.schedule.starts_at, details.zone)}</dd>
            {venue}
            {lottery}
        </dl>
        {description}
    }
    .into_any()
}
