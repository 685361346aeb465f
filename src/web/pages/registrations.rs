//! Registrations of an event: who comes, and answers entered for someone.

use leptos::prelude::*;

use super::manage_event::{Tab, header, managed, seats};
use super::waitlist::{PAGE_SIZE, page_number, pager};
use super::{param, query};
use crate::domain::event::Answer;
use crate::domain::role::Permission::{InviteToEvent, ManageEvent};
use crate::store::events::Event;
use crate::store::registrations::{self, RegistrationOf};
use crate::waitlist::ledger;
use crate::web::components::fields::{Choice, Field, Typed, choices, hidden, input, select};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::when;
use crate::web::confirm;

/// `/manage/{org}/{event}/registrations`
pub fn page() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    let (q, status, page) = (query("q"), query("status"), query("page"));
    load(|call| async move {
        let (member, event) = managed(&call, org, slug, InviteToEvent).await?;
        let manages = member.role.permits(ManageEvent);
        let ledger = ledger::read(&call.app.db, call.now, event.id).await?;
        let filter =
            registrations::Filter { q, answer: status.parse().ok(), page: page_number(&page), page_size: PAGE_SIZE };
        let (total, rows) = {
            let mut tx = call.app.db.read().await?;
            registrations::list(&mut tx, event.id, &filter).await?
        };
        let address = form_urlencoded::Serializer::new(String::new())
            .append_pair("q", &filter.q)
            .append_pair("status", filter.answer.map_or("", Answer::as_str))
            .finish();
        let form = manages.then(|| enter(&event, &Typed::of(&call, "organizer/registrations/set")));
        let body = view! {
            {header(&event, Tab::Registrations, manages)}
            {seats(&ledger)}
            {tools(&filter)}
            {table(&event, manages, rows)}
            {pager(total, filter.page, &address)}
            {form}
        };
        Ok(Page::wide(format!("Registrations · {}", event.details.title), body.into_any())
            .live(Live::of_managed(&ledger.event)))
    })
}

fn tools(filter: &registrations::Filter) -> AnyView {
    let answers = std::iter::once((String::new(), "All".to_owned()))
        .chain(Answer::ALL.iter().map(|answer| (answer.as_str().to_owned(), word(*answer).to_owned())))
        .collect();
    view! {
        <form class="tools" method="get">
            {input(&Typed::default(), Field { name: "q", label: "Find", kind: "search", value: filter.q.clone(), ..Field::default() })}
            {select(&Typed::default(), "status", "Answer", "", answers, filter.answer.map_or("", Answer::as_str))}
            <button class="btn">"Show"</button>
        </form>
    }
    .into_any()
}

fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "Yes",
        Answer::No => "No",
        Answer::Maybe => "Maybe",
    }
}

fn table(event: &Event, manages: bool, rows: Vec<RegistrationOf>) -> AnyView {
    if rows.is_empty() {
        return view! {
            <section class="empty"><h2>"No registrations here"</h2><p>"Whoever answers, or whom you enter, is listed here."</p></section>
        }
        .into_any();
    }
    let csv = format!("/manage/{}/{}/registrations.csv", event.organization.slug, event.slug);
    let rows = rows.into_iter().map(|row| registration(event, manages, row)).collect_view();
    view! {
        <table>
            <caption>"Newest first · "<a href=csv download="">"Download as CSV"</a></caption>
            <thead>
                <tr>
                    <th scope="col">"Person"</th><th scope="col">"Answer"</th>
                    <th scope="col">"Since"</th><th scope="col">"Actions"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn registration(event: &Event, manages: bool, row: RegistrationOf) -> AnyView {
    let (icon, class) = match row.answer {
        Answer::Yes => ("●", "state claimed"),
        Answer::No => ("⊘", "state revoked"),
        Answer::Maybe => ("○", "state waiting"),
    };
    let party = (row.party_size > 1).then(|| format!(" · party of {}", row.party_size));
    let remove = manages.then(|| {
        let question = confirm::remove_registration(&row.name, row.answer == Answer::Yes);
        view! {
            <form method="post" action="/api/organizer/registrations/remove">
                {hidden(vec![("event_id", event.id.to_string()), ("registration_id", row.id.to_string())])}
                <button class="btn small" aria-label=format!("Remove: {}", row.name) data-confirm=question.text
                    data-confirm-title=question.title data-confirm-yes=question.yes>"Remove"</button>
            </form>
        }
    });
    view! {
        <tr>
            <td class="who"><b>{row.name.clone()}</b><small>{row.email}{party}</small></td>
            <td class="stated"><span class=class><span aria-hidden="true">{icon}</span>" "{word(row.answer)}</span></td>
            <td data-label="Since">{when(row.updated_at, event.zone())}</td>
            <td class="acts"><div class="actions">{remove}</div></td>
        </tr>
    }
    .into_any()
}

/// Enters an answer for someone.
fn enter(event: &Event, typed: &Typed) -> AnyView {
    let answers =
        [Answer::Yes, Answer::No, Answer::Maybe].map(|a| (a.as_str().to_owned(), word(a).to_owned())).to_vec();
    view! {
        <section aria-labelledby="enter">
            <h2 id="enter">"Enter an answer for someone"</h2>
            <form class="form" method="post" action="/api/organizer/registrations/set">
                {hidden(vec![("event_id", event.id.to_string())])}
                <div class="row">
                    {input(typed, Field { name: "email", label: "E-mail", kind: "email", required: true, ..Field::default() })}
                    {input(typed, Field { name: "name", label: "Name", hint: "Only needed if the address is new here.", kind: "text", ..Field::default() })}
                </div>
                <div class="row">
                    {select(typed, "answer", "Answer", "", answers, "yes")}
                    {input(typed, Field { name: "party_size", label: "Seats", kind: "number", min: Some(1), max: Some(20), value: "1".into(), ..Field::default() })}
                </div>
                {choices(typed, "override_capacity", "If no seat is free", vec![
                    Choice { value: "false", title: "Refuse", consequence: "The capacity holds, and so do promised seats." },
                    Choice { value: "true", title: "Enter it anyway", consequence: "The event goes over its capacity; say why below." },
                ], "false")}
                {input(typed, Field { name: "reason", label: "Why", hint: "Kept in the history.", kind: "text", ..Field::default() })}
                <div class="actions"><button class="btn primary">"Enter"</button></div>
            </form>
        </section>
    }
    .into_any()
}
