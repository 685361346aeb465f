//! The attendee's page of an event, and the same card behind a mailed link.

use leptos::prelude::*;
use leptos_meta::{Link, Meta};

use super::param;
use crate::domain::address;
use crate::domain::event::{EventStatus, Visibility};
use crate::domain::text::full;
use crate::error::Result;
use crate::store::entries::EntryState;
use crate::store::offers;
use crate::waitlist::status::{self, EventRef, View};
use crate::web::components::card::{self, Who};
use crate::web::components::fields::{Typed, hidden};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::{dotted, when_in_full};
use crate::web::shapes::{commitment_of, state_of};
use crate::web::viewer::{Call, lang, t};

/// `/e/{org}/{event}`
pub fn page() -> AnyView {
    let event = EventRef::Slugs(param("org"), param("event"));
    load(|call| async move {
        let view = status::view(&call.app.db, call.now, &event, call.account_id()).await?;
        note_opened(&call, &view).await?;
        let who = if call.account.is_some() { Who::SignedIn } else { Who::Stranger };
        let path = format!("{}/{}", view.event.organization.slug, view.event.slug);
        let manage = view
            .is_team()
            .then(|| view! { <p class="actions"><a class="btn quiet" href=format!("/manage/{path}")>{t!("event-manage")}</a></p> });
        let url = format!("{}/e/{path}", call.app.base_url);
        let body = view! { {about(&view, &url)} {header(&view)} {answer(&call, &view, &who)} {facts(&view)} {share(&view, &url)} {manage} };
        let page = Page::narrow(view.event.details.title.clone(), body.into_any()).live(Live::of_event(&view.event));
        Ok(match description(&view) {
            Some(description) => page.described(description),
            None => page,
        })
    })
}

/// `/o/{token}`: the same card for the token's person, whoever is signed in; opening it changes nothing (R36).
pub fn by_token() -> AnyView {
    let token = param("token");
    load(|call| async move {
        let (account, event) = call.holder(&token).await?;
        let view = status::view(&call.app.db, call.now, &EventRef::Id(event), Some(account)).await?;
        note_opened(&call, &view).await?;
        let page = format!("/e/{}/{}", view.event.organization.slug, view.event.slug);
        let live = Live::to(format!("/o/{token}/live"), [&view.event]);
        let body = view! {
            {header(&view)}
            {whom(&view)}
            {answer(&call, &view, &Who::Token(token))}
            {facts(&view)}
            <p><a href=page>{t!("event-page")}</a></p>
        };
        Ok(Page::narrow(view.event.details.title.clone(), body.into_any()).live(live))
    })
}

/// Whom a mailed link stands for (R36).
fn whom(view: &View) -> Option<AnyView> {
    let person = view.person.as_ref()?;
    let (name, address) = (&person.name, address::masked(&person.email));
    Some(view! { <p class="eyebrow">{t!("event-for", name, address)}</p> }.into_any())
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
                    <h2 id="answer">{t!("event-confirm")}</h2>
                    <p>{t!("event-confirm-text")}</p>
                    <div class="actions">
                        <form method="post" action="/api/waitlist/confirm">
                            {hidden(vec![("token", token)])}
                            <button class="btn primary">{t!("card-confirm")}</button>
                        </form>
                    </div>
                </section>
            }
            .into_any()
        } else {
            answer(&call, &view, &Who::Token(token))
        };
        let body = view! { {header(&view)} {body} {facts(&view)} <p><a href=page>{t!("event-stand")}</a></p> };
        Ok(Page::narrow(view.event.details.title.clone(), body.into_any()).live(live))
    })
}

fn header(view: &View) -> AnyView {
    let details = &view.event.details;
    let (organizer, title, venue) =
        (view.event.organization.name.clone(), details.title.clone(), details.venue.clone());
    let venue = (!venue.is_empty()).then(|| view! { <br />{venue} });
    view! {
        <header>
            <p class="eyebrow">{organizer}</p>
            <h1>{title}</h1>
            <p class="when">{when_in_full(view.event.schedule.starts_at, details.zone)}{venue}</p>
        </header>
    }
    .into_any()
}

fn answer(call: &Call, view: &View, who: &Who) -> AnyView {
    card::render(card::card(view, who), &Typed::of(call, "waitlist/join"), view.event.zone(), view.now)
}

/// When, where, what: the event in a line; of a private one nothing.
fn description(view: &View) -> Option<String> {
    let (event, details) = (&view.event, &view.event.details);
    let known = details.visibility != Visibility::Private && event.schedule.status != EventStatus::Draft;
    known.then(|| {
        let when = lang().when(full(event.schedule.starts_at, details.zone));
        let words = details.description.split_whitespace().collect::<Vec<_>>().join(" ");
        dotted([when, details.venue.clone(), words.chars().take(160).collect()])
    })
}

/// What other sites show of a link to this page.
fn about(view: &View, url: &str) -> AnyView {
    let listed = view.event.details.visibility == Visibility::Public;
    let robots = (!listed).then(|| view! { <Meta name="robots" content="noindex" /> });
    let graph = description(view).map(|description| {
        view! {
            <Meta property="og:type" content="website" />
            <Meta property="og:site_name" content="nextseat" />
            <Meta property="og:title" content=view.event.details.title.clone() />
            <Meta property="og:description" content=description />
            <Meta property="og:url" content=url.to_owned() />
            <Meta property="og:locale" content=lang().tag() />
            <Meta name="twitter:card" content="summary" />
            <Link rel="canonical" href=url.to_owned() />
        }
    });
    view! { {robots} {graph} }.into_any()
}

/// The address to pass on: it can be selected and copied without a script.
fn share(view: &View, url: &str) -> Option<AnyView> {
    let listed =
        view.event.details.visibility != Visibility::Private && view.event.schedule.status == EventStatus::Open;
    listed.then(|| {
        view! {
            <details class="more">
                <summary>{t!("event-share")}</summary>
                {share_field(url)}
            </details>
        }
        .into_any()
    })
}

pub fn share_field(url: &str) -> AnyView {
    view! {
        <label class="field">{t!("event-share-label")}<input type="text" class="copy" readonly value=url.to_owned() /></label>
    }
    .into_any()
}

fn facts(view: &View) -> AnyView {
    let details = &view.event.details;
    let description = (!details.description.is_empty()).then(|| {
        let paragraphs =
            details.description.split("\n\n").map(|text| view! { <p>{text.to_owned()}</p> }).collect_view();
        view! { <section class="prose">{paragraphs}</section> }
    });
    let lottery = commitment_of(&view.event).map(|commitment| {
        view! {
            <dl class="facts"><dt>{t!("event-lottery")}</dt><dd>{t!("event-lottery-text")}" "<code class="hash">{commitment}</code></dd></dl>
        }
    });
    view! { {description} {lottery} }.into_any()
}
