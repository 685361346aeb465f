//! `/me`: all my waitlists and places.

use chrono::{DateTime, Utc};
use leptos::prelude::*;

use crate::domain::event::Answer;
use crate::store::events::Event;
use crate::store::organizations;
use crate::store::standing::{self, Person};
use crate::web::components::layout::{Page, load};
use crate::web::components::text::{Part, rfc3339, sentence};

pub fn page() -> AnyView {
    load(|call| async move {
        let account = call.signed_in()?;
        let mut tx = call.app.db.read().await?;
        let mine = standing::of_person(&mut tx, account, call.now).await?;
        let teams = organizations::of_account(&mut tx, account).await?;
        let name = call.account.as_ref().map_or_else(String::new, |account| account.name.clone());
        let rows = mine.iter().map(|(event, person)| row(event, person, call.now)).collect_view();
        let list = if mine.is_empty() {
            view! {
                <section class="empty">
                    <h2>"You're on no list and have no place yet"</h2>
                    <p>"What you register for, or wait for, appears here."</p>
                    <p class="actions"><a class="btn" href="/">"See the events"</a></p>
                </section>
            }
            .into_any()
        } else {
            view! { <ol class="events">{rows}</ol> }.into_any()
        };
        let teams: Vec<_> = teams.into_iter().filter(|team| team.role.is_some_and(|role| role.is_team())).collect();
        let organize = (!teams.is_empty()).then(|| {
            let items = teams
                .into_iter()
                .map(|team| view! { <li><a href=format!("/manage/{}", team.organization.slug)>{team.organization.name}</a></li> });
            view! { <section><h2>"You organize"</h2><ul>{items.collect_view()}</ul></section> }
        });
        let body = view! { <header><p class="eyebrow">{name}</p><h1>"My waitlists and places"</h1></header> {list} {organize} };
        Ok(Page::wide("My waitlists and places", body.into_any()))
    })
}

fn row(event: &Event, person: &Person, now: DateTime<Utc>) -> AnyView {
    let local = event.schedule.starts_at.with_timezone(&event.zone());
    let href = format!("/e/{}/{}", event.organization.slug, event.slug);
    view! {
        <li>
            <time datetime=rfc3339(event.schedule.starts_at)>
                <b>{local.format("%H:%M").to_string()}</b>{local.format(" %a %-d %B").to_string()}
            </time>
            <div><h2><a href=href>{event.details.title.clone()}</a></h2><p>{event.organization.name.clone()}</p></div>
            <p class="line">{sentence(stand(event, person, now), event.zone())}</p>
        </li>
    }
    .into_any()
}

/// Where I stand, in a few words.
fn stand(event: &Event, person: &Person, now: DateTime<Utc>) -> Vec<Part> {
    if event.schedule.status == crate::domain::event::EventStatus::Cancelled {
        return vec!["cancelled".into()];
    }
    if let Some(offer) = person.live_offer(now) {
        return vec!["a seat is held for you until ".into(), Part::At(offer.expires_at)];
    }
    match (person.registration.map(|r| r.answer), person.entry) {
        (Some(Answer::Yes), _) => vec!["you're going".into()],
        (_, Some(entry)) if entry.skipped => vec!["on the list".into()],
        (_, Some(entry)) => vec![format!("number {} in line", entry.ahead + 1).into()],
        (Some(Answer::Maybe), None) => vec!["maybe".into()],
        _ => vec![],
    }
}
