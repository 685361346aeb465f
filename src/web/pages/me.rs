//! `/me`: all my waitlists and places.

use chrono::{DateTime, Utc};
use leptos::prelude::*;

use crate::domain::event::{Answer, EventStatus};
use crate::domain::text::{Text, say, short};
use crate::store::events::Event;
use crate::store::organizations;
use crate::store::standing::{self, Person};
use crate::waitlist::status::{self, EXACT_RANKS};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::{countdown, date, told_here_and_there};
use crate::web::viewer::t;

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
                    <h2>{t!("me-empty")}</h2>
                    <p>{t!("me-empty-text")}</p>
                    <p class="actions"><a class="btn" href="/">{t!("me-events")}</a></p>
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
            view! { <section class="block"><h2>{t!("me-organize")}</h2><ul class="links">{items.collect_view()}</ul></section> }
        });
        let body = view! { <header><p class="eyebrow">{name}</p><h1>{t!("me-title")}</h1></header> {list} {organize} };
        let live = Live::to("/me/live".into(), mine.iter().map(|(event, _)| event));
        Ok(Page::wide(t!("me-title"), body.into_any()).live(live))
    })
}

fn row(event: &Event, person: &Person, now: DateTime<Utc>) -> AnyView {
    let href = format!("/e/{}/{}", event.organization.slug, event.slug);
    let line = match person.live_offer(now) {
        Some(offer) => {
            let until = short(offer.expires_at, event.zone());
            let text = if offer.is_cutoff_batch { say!("me-last-call", until) } else { say!("me-held", until) };
            view! {
                <span class="state offered"><span aria-hidden="true">"◔"</span><span>{told_here_and_there(&text)}</span></span>
                " "{countdown(offer.expires_at, now, None)}
                <a class="btn primary small" href=href.clone()>{t!("me-answer")}</a>
            }
            .into_any()
        }
        None => stand(event, person, now).map(|text| told_here_and_there(&text)).into_any(),
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
fn stand(event: &Event, person: &Person, now: DateTime<Utc>) -> Option<Text> {
    if event.schedule.status == EventStatus::Cancelled {
        return Some(say!("line-cancelled"));
    }
    match (person.registration.map(|r| r.answer), person.entry) {
        (Some(Answer::Yes), _) => Some(say!("me-going", seats = person.seats())),
        (_, Some(entry)) if entry.paused.is_some() => Some(say!("me-paused")),
        (_, Some(entry)) if entry.resting_until.is_some_and(|until| until > now) => {
            Some(say!("me-resting", until = short(entry.resting_until.unwrap_or(now), event.zone())))
        }
        (_, Some(_)) => Some(match status::rank(event, person, now) {
            Some(n) if n > EXACT_RANKS => say!("me-far", most = EXACT_RANKS),
            Some(n) => say!("me-number", n),
            None if status::is_drawn(event) => say!("me-in-draw"),
            None => say!("me-on-list"),
        }),
        (Some(Answer::Maybe), None) => Some(say!("me-maybe")),
        _ => None,
    }
}
