//! `/manage/{org}`: the organization's events, each with its state in a line.

use chrono::{DateTime, Utc};
use leptos::prelude::*;

use super::param;
use super::people::tabs;
use crate::account::member_of_organization;
use crate::domain::event::EventStatus;
use crate::domain::role::Permission;
use crate::store::events::{self, Listed, MOST_LISTED};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::{Part, date, sentence};

pub fn events() -> AnyView {
    let org = param("org");
    load(|call| async move {
        let account = Some(call.signed_in()?);
        let (member, organization) =
            member_of_organization(&call.app.db, account, &org, Permission::InviteToEvent).await?;
        let listed = {
            let mut tx = call.app.db.read().await?;
            events::list_of_organization(&mut tx, organization.id, call.now, MOST_LISTED).await?
        };
        let tabs = member.role.permits(Permission::ManageEvent).then(|| tabs(&org, "Events"));
        let new = member
            .role
            .permits(Permission::ManageEvent)
            .then(|| view! { <p class="actions"><a class="btn primary" href=format!("/manage/{org}/new")>"New event"</a></p> });
        let list = if listed.is_empty() {
            view! { <section class="empty"><h2>"No events yet"</h2><p>"A new event begins as a draft that only your team sees."</p></section> }
                .into_any()
        } else {
            let rows = listed.iter().map(|listed| row(&org, listed, call.now)).collect_view();
            view! { <ol class="events">{rows}</ol> }.into_any()
        };
        let body = view! { <header><p class="eyebrow">"Organize"</p><h1>{organization.name.clone()}</h1></header> {tabs} {new} {list} };
        let live = Live::to(format!("/manage/{org}/live"), listed.iter().map(|listed| &listed.event));
        Ok(Page::wide(organization.name, body.into_any()).live(live))
    })
}

fn row(org: &str, listed: &Listed, now: DateTime<Utc>) -> AnyView {
    let event = &listed.event;
    let href = format!("/manage/{org}/{}", event.slug);
    view! {
        <li>
            {date(event.schedule.starts_at, event.zone(), now)}
            <div><h2><a href=href>{event.details.title.clone()}</a></h2></div>
            <p class="line">{sentence(state(listed, now), event.zone())}</p>
        </li>
    }
    .into_any()
}

/// `42 of 50 · 3 held · 17 waiting · next deadline Tue 18:00`
fn state(listed: &Listed, now: DateTime<Utc>) -> Vec<Part> {
    let event = &listed.event;
    let status = match event.schedule.status {
        EventStatus::Draft => Some("draft"),
        EventStatus::Cancelled => Some("cancelled"),
        EventStatus::Closed => Some("closed"),
        EventStatus::Open if now >= event.schedule.ends_at => Some("over"),
        EventStatus::Open => None,
    };
    let of = event
        .capacity()
        .map_or_else(|| format!("{} going", listed.attendees), |n| format!("{} of {n}", listed.attendees));
    let mut parts: Vec<String> = status.map(str::to_owned).into_iter().collect();
    parts.push(of);
    if listed.held > 0 {
        parts.push(format!("{} held", listed.held));
    }
    if listed.waiting > 0 || event.settings.waitlist_open {
        parts.push(format!("{} waiting", listed.waiting));
    }
    let mut line: Vec<Part> = vec![parts.join(" · ").into()];
    if let Some(next) = listed.next_deadline {
        line.extend([" · next deadline ".into(), Part::At(next)]);
    }
    line
}
