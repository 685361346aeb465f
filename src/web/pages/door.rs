//! `/manage/{org}/{event}/door`: a list to print for the door: who is confirmed, by name, and who stands by.

use leptos::prelude::*;

use super::manage_event::{Tab, header, managed};
use super::param;
use crate::domain::event::Answer;
use crate::domain::role::Permission::{InviteToEvent, ManageEvent};
use crate::store::entries::{self, EntryOf, EntryState};
use crate::store::registrations::{self, RegistrationOf};
use crate::waitlist::ledger;
use crate::web::components::layout::{Page, load};
use crate::web::shapes::position_of;
use crate::web::viewer::t;

/// More than fit on any door list.
const MOST: i64 = 5000;
/// Whoever stands further back doesn't get in at the door.
const MOST_STANDBY: i64 = 200;

pub fn page() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let (member, event) = managed(&call, org, slug, InviteToEvent).await?;
        let ledger = ledger::read(&call.app.db, call.now, event.id).await?;
        let going = registrations::Filter { answer: Some(Answer::Yes), page: 1, page_size: MOST, ..Default::default() };
        let waiting = entries::Filter { page: 1, page_size: MOST_STANDBY, ..Default::default() };
        let mut tx = call.app.db.read().await?;
        let (_, mut going) = registrations::list(&mut tx, event.id, &going).await?;
        let (total, waiting) = entries::list(&mut tx, event.id, call.now, &waiting).await?;
        drop(tx);
        going.sort_by_key(|row| row.name.to_lowercase());
        let standby: Vec<(Option<i64>, EntryOf)> = waiting
            .into_iter()
            .map(|entry| (position_of(&ledger.event, &entry), entry))
            .filter(|(_, entry)| {
                entry.barred.is_none() && ![EntryState::Unconfirmed, EntryState::Offered].contains(&entry.state)
            })
            .collect();
        let seats = ledger.numbers.attendees;
        let more = (total > MOST_STANDBY).then(|| view! { " "{t!("door-standby-first", most = MOST_STANDBY)} });
        let body = view! {
            {header(&event, Tab::Registrations, member.role.permits(ManageEvent))}
            <section class="block" aria-labelledby="door">
                <h2 id="door">{t!("door-title", n = seats)}</h2>
                <p class="hint">{t!("door-hint")}</p>
                {confirmed(&going)}
            </section>
            <section class="block apart" aria-labelledby="standby">
                <h2 id="standby">{t!("door-standby", n = standby.len())}</h2>
                <p class="hint">{t!("door-standby-hint")}{more}</p>
                {standing_by(&standby)}
            </section>
        };
        Ok(Page::wide(t!("door-page", title = &event.details.title), body.into_any()))
    })
}

fn confirmed(going: &[RegistrationOf]) -> AnyView {
    if going.is_empty() {
        return view! { <p>{t!("door-nobody")}</p> }.into_any();
    }
    let rows = going
        .iter()
        .map(|row| {
            view! {
                <tr><td class="tick"><span aria-hidden="true">"☐"</span></td><th scope="row">{row.name.clone()}</th><td data-label=t!("seats")>{row.party_size}</td><td>{row.email.clone()}</td></tr>
            }
        })
        .collect_view();
    view! {
        <table class="door">
            <caption class="visually-hidden">{t!("door-caption")}</caption>
            <thead><tr><th scope="col"><span class="visually-hidden">{t!("door-here")}</span></th><th scope="col">{t!("field-name")}</th><th scope="col">{t!("seats")}</th><th scope="col">{t!("field-email")}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn standing_by(standby: &[(Option<i64>, EntryOf)]) -> AnyView {
    if standby.is_empty() {
        return view! { <p>{t!("door-nobody-waits")}</p> }.into_any();
    }
    let rows = standby
        .iter()
        .map(|(rank, entry)| {
            let rank = rank.map_or_else(|| "–".to_owned(), |n| n.to_string());
            view! {
                <tr><td class="tick">{rank}</td><th scope="row">{entry.name.clone()}</th><td data-label=t!("seats")>{entry.party_size}</td><td>{entry.email.clone()}</td></tr>
            }
        })
        .collect_view();
    view! {
        <table class="door">
            <caption class="visually-hidden">{t!("door-standby-caption")}</caption>
            <thead><tr><th scope="col">"#"</th><th scope="col">{t!("field-name")}</th><th scope="col">{t!("seats")}</th><th scope="col">{t!("field-email")}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
