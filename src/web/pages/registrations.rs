//! Registrations of an event: who comes, and answers entered for someone.

use leptos::prelude::*;

use super::manage_event::{Tab, header, managed, seats};
use super::waitlist::{PAGE_SIZE, page_number, pager, state};
use super::{param, query};
use crate::domain::event::Answer;
use crate::domain::role::Permission::{InviteToEvent, ManageEvent};
use crate::domain::text::Text;
use crate::store::events::Event;
use crate::store::registrations::{self, RegistrationOf};
use crate::waitlist::ledger;
use crate::web::components::fields::{Choice, Field, Typed, choices, hidden, input, select};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::{dotted, when};
use crate::web::confirm::{self, Asks};
use crate::web::viewer::{lang, t};

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
            {tools(&filter, total)}
            {table(&event, manages, rows)}
            {pager(total, filter.page, &address)}
            {form}
        };
        Ok(Page::wide(format!("{} · {}", t!("tab-registrations"), event.details.title), body.into_any())
            .live(Live::of_managed(&ledger.event)))
    })
}

fn tools(filter: &registrations::Filter, total: i64) -> AnyView {
    let answers = std::iter::once((String::new(), t!("filter-all")))
        .chain(Answer::ALL.iter().map(|answer| (answer.as_str().to_owned(), lang().say(&word(*answer)))))
        .collect();
    let filtered = !filter.q.is_empty() || filter.answer.is_some();
    let found = filtered
        .then(|| view! { <p class="hint">{t!("filter-found", n = total)}" "<a href="?">{t!("filter-clear")}</a></p> });
    view! {
        <form class="tools" method="get" role="search">
            {input(&Typed::default(), Field { name: "q", label: t!("filter-find"), kind: "search", value: filter.q.clone(), ..Field::default() })}
            {select(&Typed::default(), "status", t!("registrations-answer"), String::new(), answers, filter.answer.map_or("", Answer::as_str))}
            <button class="btn">{t!("filter-show")}</button>
        </form>
        {found}
    }
    .into_any()
}

fn word(answer: Answer) -> Text {
    Text::word("answer", answer.as_str())
}

fn table(event: &Event, manages: bool, rows: Vec<RegistrationOf>) -> AnyView {
    if rows.is_empty() {
        return view! {
            <section class="empty"><h2>{t!("registrations-none")}</h2><p>{t!("registrations-none-text")}</p></section>
        }
        .into_any();
    }
    let csv = format!("/manage/{}/{}/registrations.csv", event.organization.slug, event.slug);
    let door = format!("/manage/{}/{}/door", event.organization.slug, event.slug);
    let rows = rows.into_iter().map(|row| registration(event, manages, row)).collect_view();
    view! {
        <table>
            <caption>{t!("registrations-caption")}" · "<a href=csv download="">{t!("registrations-csv")}</a>" · "<a href=door>{t!("overview-door")}</a></caption>
            <thead>
                <tr>
                    <th scope="col">{t!("person")}</th><th scope="col">{t!("registrations-answer")}</th>
                    <th scope="col">{t!("since")}</th><th scope="col">{t!("actions")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn registration(event: &Event, manages: bool, row: RegistrationOf) -> AnyView {
    let (icon, class) = match row.answer {
        Answer::Yes => ("●", "claimed"),
        Answer::No => ("⊘", "revoked"),
        Answer::Maybe => ("○", "waiting"),
    };
    let party = if row.party_size > 1 { t!("party-of", n = row.party_size) } else { String::new() };
    let remove = manages.then(|| {
        let question = confirm::remove_registration(&row.name, row.answer == Answer::Yes);
        let Asks { title, text, yes } = question.into();
        view! {
            <form method="post" action="/api/organizer/registrations/remove">
                {hidden(vec![("event_id", event.id.to_string()), ("registration_id", row.id.to_string())])}
                <button class="btn small" aria-label=format!("{}: {}", t!("remove"), row.name) data-confirm=text
                    data-confirm-title=title data-confirm-yes=yes>{t!("remove")}</button>
            </form>
        }
    });
    view! {
        <tr>
            <td class="who"><b>{row.name.clone()}</b><small>{dotted([row.email, party])}</small></td>
            <td class="stated">{state(class, icon, &word(row.answer))}</td>
            <td data-label=t!("since")>{when(row.updated_at, event.zone())}</td>
            <td class="acts"><div class="actions">{remove}</div></td>
        </tr>
    }
    .into_any()
}

/// Enters an answer for someone.
fn enter(event: &Event, typed: &Typed) -> AnyView {
    let answers =
        [Answer::Yes, Answer::No, Answer::Maybe].map(|a| (a.as_str().to_owned(), lang().say(&word(a)))).to_vec();
    view! {
        <section class="block" aria-labelledby="enter">
            <h2 id="enter">{t!("registrations-enter")}</h2>
            <form class="form" method="post" action="/api/organizer/registrations/set">
                {hidden(vec![("event_id", event.id.to_string())])}
                <div class="row">
                    {input(typed, Field { name: "email", label: t!("field-email"), kind: "email", required: true, ..Field::default() })}
                    {input(typed, Field { name: "name", label: t!("field-name"), hint: t!("field-name-hint"), ..Field::default() })}
                </div>
                <div class="row">
                    {select(typed, "answer", t!("registrations-answer"), String::new(), answers, "yes")}
                    {input(typed, Field { name: "party_size", label: t!("seats"), kind: "number", min: Some(1), max: Some(20), value: "1".into(), ..Field::default() })}
                </div>
                {choices(typed, "override_capacity", t!("registrations-over"), vec![
                    Choice { value: "false", title: t!("registrations-refuse"), consequence: t!("registrations-refuse-text") },
                    Choice { value: "true", title: t!("registrations-anyway"), consequence: t!("registrations-anyway-text") },
                ], "false")}
                {input(typed, Field { name: "reason", label: t!("field-why"), hint: t!("field-why-hint"), ..Field::default() })}
                <div class="actions"><button class="btn primary">{t!("registrations-yes")}</button></div>
            </form>
        </section>
    }
    .into_any()
}
