//! The start page: the public events.

use chrono::{DateTime, Utc};
use leptos::prelude::*;

use crate::domain::event::EventStatus;
use crate::domain::text::{Text, say};
use crate::store::events::{self, Listed};
use crate::store::organizations;
use crate::web::components::layout::{Page, load};
use crate::web::components::text::{date, plain};
use crate::web::viewer::{Call, t};

const MOST_LISTED: i64 = 200;

pub fn page() -> AnyView {
    load(|call| async move {
        let mut tx = call.app.db.read().await?;
        let listed = events::list_public(&mut tx, call.now, MOST_LISTED).await?;
        let teams = match call.account_id() {
            Some(account) => organizations::of_account(&mut tx, account).await?,
            None => vec![],
        };
        let teams: Vec<(String, String)> = teams
            .into_iter()
            .filter(|membership| membership.role.is_some_and(|role| role.is_team()))
            .map(|membership| (membership.organization.slug, membership.organization.name))
            .collect();
        let body = view! {
            <header><h1>{t!("home-events")}</h1><p class="lead">{t!("home-lead")}</p></header>
            {demo(&call)}
            {event_list(&listed, call.now)}
            {organize(&call, teams)}
        };
        Ok(Page::wide(t!("home-events"), body.into_any()))
    })
}

fn event_list(listed: &[Listed], now: DateTime<Utc>) -> AnyView {
    if listed.is_empty() {
        return view! {
            <section class="empty"><h2>{t!("home-empty")}</h2><p>{t!("home-empty-text")}</p></section>
        }
        .into_any();
    }
    let rows = listed
        .iter()
        .map(|listed| {
            let event = &listed.event;
            let href = format!("/e/{}/{}", event.organization.slug, event.slug);
            let place = [event.organization.name.as_str(), event.details.venue.as_str()];
            let place = place.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" · ");
            view! {
                <li>
                    {date(event.schedule.starts_at, event.zone(), now)}
                    <div><h2><a href=href>{event.details.title.clone()}</a></h2><p>{place}</p></div>
                    <p class="line">{plain(&state(listed))}</p>
                </li>
            }
        })
        .collect_view();
    view! { <ol class="events">{rows}</ol> }.into_any()
}

/// One line: may I still get in?
fn state(listed: &Listed) -> Text {
    let event = &listed.event;
    match event.schedule.status {
        EventStatus::Cancelled => return say!("line-cancelled"),
        EventStatus::Closed => return say!("line-closed"),
        EventStatus::Draft | EventStatus::Open => {}
    }
    let free = event.seats(listed.attendees, listed.held).free();
    let waitlist = event.settings.waitlist_open;
    match (free, event.details.hide_capacity) {
        (Some(0), _) if waitlist => say!("line-waitlist"),
        (Some(0), _) => say!("line-full"),
        (_, true) | (None, _) => say!("line-open"),
        (Some(free), false) => say!("line-free", free),
    }
}

fn organize(call: &Call, teams: Vec<(String, String)>) -> AnyView {
    if call.account.is_none() {
        return ().into_any();
    }
    let teams = (!teams.is_empty()).then(|| {
        let items =
            teams.into_iter().map(|(slug, name)| view! { <li><a href=format!("/manage/{slug}")>{name}</a></li> });
        view! { <ul class="links">{items.collect_view()}</ul> }
    });
    view! {
        <section class="block" aria-labelledby="organize">
            <h2 id="organize">{t!("home-organize")}</h2>
            {teams}
            <form class="tools" method="post" action="/api/account/organize">
                <label class="field" for="name">{t!("home-new")}<input id="name" name="name" required maxlength="200" placeholder=t!("home-new-example") /></label>
                <button class="btn">{t!("home-start")}</button>
            </form>
        </section>
    }
    .into_any()
}

/// In a demo: who can be played, each one press away.
fn demo(call: &Call) -> AnyView {
    if call.app.demo.is_empty() || call.account.is_some() {
        return ().into_any();
    }
    let people = call
        .app
        .demo
        .iter()
        .cloned()
        .map(|(what, email, password)| {
            view! {
                <li>
                    <span>{what}", "<code>{email.clone()}</code>", "{t!("home-password")}" "<code>{password.clone()}</code></span>
                    <form method="post" action="/api/account/sign_in">
                        <input type="hidden" name="email" value=email.clone() />
                        <input type="hidden" name="password" value=password />
                        <button class="btn small" aria-label=t!("home-sign-in-as", email = &email)>{t!("sign-in")}</button>
                    </form>
                </li>
            }
        })
        .collect_view();
    view! {
        <section class="demo"><h2>{t!("home-demo")}</h2><ul>{people}</ul><p><a href="/dev/mailbox">{t!("home-mails")}</a></p></section>
    }
    .into_any()
}
