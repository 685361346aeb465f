//! `/me`: all my waitlists and places.

use chrono::{DateTime, Utc};
use leptos::prelude::*;

use crate::domain::event::{Answer, EventStatus};
use crate::store::events::Event;
use crate::store::organizations;
use crate::store::standing::{self, Person};
use crate::waitlist::status::{self, EXACT_RANKS};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::{Part, date, sentence, when_here_and_there};

pub fn page() -> AnyView {
    load(|call| async move {
        let account = call.signed_in()?;
        let mut tx = call.app.db.read().await?;
        let mut mine = standing::of_person(&mut tx, account, call.now).await?;
        // What waits for an answer comes first.
        mine.sort_by_key(|(_, person)| person.live_offer(call.now).is_none());
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
        let live = Live::to("/me/live".into(), mine.iter().map(|(event, _)| event));
        Ok(Page::wide("My waitlists and places", body.into_any()).live(live))
    })
}

fn row(event: &Event, person: &Person, now: DateTime<Utc>) -> AnyView {
    let href = format!("/e/{}/{}", event.organization.slug, event.slug);
    let line = match person.live_offer(now) {
        Some(offer) if offer.is_cutoff_batch => view! {
            <span class="state offered"><span aria-hidden="true">"◔"</span>" Last call"</span>
            " until "{when_here_and_there(offer.expires_at, event.zone())}" "
            <a class="btn primary small" href=href.clone()>"Answer"</a>
        }
        .into_any(),
        Some(offer) => view! {
            <span class="state offered"><span aria-hidden="true">"◔"</span>" A seat is held for you"</span>
            " until "{when_here_and_there(offer.expires_at, event.zone())}" "
            <a class="btn primary small" href=href.clone()>"Answer"</a>
        }
        .into_any(),
        None => sentence(stand(event, person, now), event.zone()),
    };
    view! {
        <li>
            {date(event.schedule.starts_at, event.zone(), now)}
            <div><h2><a href=href>{event.details.title.clone()}</a></h2><p>{event.organization.name.clone()}</p></div>
            <p class="line">{line}</p>
        </li>
    }
    .into_any()
}

/// Where I stand, in a few words.
fn stand(event: &Event, person: &Person, now: DateTime<Utc>) -> Vec<Part> {
    if event.schedule.status == EventStatus::Cancelled {
        return vec!["cancelled".into()];
    }
    match (person.registration.map(|r| r.answer), person.entry) {
        (Some(Answer::Yes), _) => vec!["you're going".into()],
        (_, Some(_)) => match status::rank(event, person, now) {
            Some(n) if n > EXACT_RANKS => vec![format!("behind more than {EXACT_RANKS} people").into()],
            Some(n) => vec![format!("number {n} in line").into()],
            None if status::is_drawn(event) => vec!["in the draw".into()],
            None => vec!["on the list".into()],
        },
        (Some(Answer::Maybe), None) => vec!["maybe".into()],
        _ => vec![],
    }
}
