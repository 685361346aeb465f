//! `/manage/{org}`: the organization's events, each with its state in a line.

use chrono::{DateTime, Utc};
use leptos::prelude::*;

use super::param;
use super::people::{OrganizationTab, tabs};
use crate::account::member_of_organization;
use crate::domain::event::EventStatus;
use crate::domain::role::Permission;
use crate::domain::text::{Text, say, short};
use crate::store::events::{self, Listed, MOST_LISTED};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::{date, plain, told};
use crate::web::viewer::t;

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
        let manages = member.role.permits(Permission::ManageEvent);
        let tabs = manages.then(|| tabs(&org, OrganizationTab::Events));
        let new = manages.then(|| {
            view! { <p class="actions"><a class="btn primary" href=format!("/manage/{org}/new")>{t!("manage-new")}</a></p> }
        });
        let list = if listed.is_empty() {
            view! { <section class="empty"><h2>{t!("manage-empty")}</h2><p>{t!("manage-empty-text")}</p>{new}</section> }
                .into_any()
        } else {
            let (coming, past): (Vec<_>, Vec<_>) =
                listed.iter().partition(|listed| listed.event.schedule.ends_at > call.now);
            view! { {new} {group(&org, t!("manage-coming"), &coming, call.now)} {group(&org, t!("manage-past"), &past, call.now)} }
                .into_any()
        };
        let body = view! { <header><p class="eyebrow">{t!("home-organize")}</p><h1>{organization.name.clone()}</h1></header> {tabs} {list} };
        let live = Live::to(format!("/manage/{org}/live"), listed.iter().map(|listed| &listed.event));
        Ok(Page::wide(organization.name, body.into_any()).live(live))
    })
}

fn group(org: &str, title: String, listed: &[&Listed], now: DateTime<Utc>) -> Option<AnyView> {
    (!listed.is_empty()).then(|| {
        let rows = listed.iter().map(|listed| row(org, listed, now)).collect_view();
        view! { <section><h2 class="day">{title}</h2><ol class="events">{rows}</ol></section> }.into_any()
    })
}

fn row(org: &str, listed: &Listed, now: DateTime<Utc>) -> AnyView {
    let event = &listed.event;
    let href = format!("/manage/{org}/{}", event.slug);
    let (line, next) = state(listed, now);
    let next = next.map(|next| view! { " · "{told(&next)} });
    view! {
        <li>
            {date(event.schedule.starts_at, event.zone(), now)}
            <div><h3><a href=href>{event.details.title.clone()}</a></h3><p>{event.details.venue.clone()}</p></div>
            <p class="line">{line}{next}</p>
        </li>
    }
    .into_any()
}

/// `42 of 50 · 3 held · 17 waiting`, and `next deadline Tue 18:00`.
fn state(listed: &Listed, now: DateTime<Utc>) -> (String, Option<Text>) {
    let event = &listed.event;
    let status = match event.schedule.status {
        EventStatus::Draft => Some(say!("line-draft")),
        EventStatus::Cancelled => Some(say!("line-cancelled")),
        EventStatus::Closed => Some(say!("line-closed")),
        EventStatus::Open if now >= event.schedule.ends_at => Some(say!("line-over")),
        EventStatus::Open => None,
    };
    let going = listed.attendees;
    let of = match event.capacity() {
        Some(capacity) => say!("line-of", going, capacity),
        None => say!("line-going", going),
    };
    let held = (listed.held > 0).then(|| say!("line-held", n = listed.held));
    let waits = listed.waiting > 0 || event.settings.waitlist_open;
    let waiting = waits.then(|| say!("line-waiting", n = listed.waiting));
    let parts: Vec<String> = [status, Some(of), held, waiting].iter().flatten().map(plain).collect();
    let next = listed.next_deadline.map(|next| say!("line-next", next = short(next, event.zone())));
    (parts.join(" · "), next)
}
