//! `/manage/{org}/{event}/waitlist`: who waits, in order, and what can be done for each of them or for several.

use chrono::{DateTime, Utc};
use leptos::prelude::*;

use super::super::{param, query};
use super::{Frame, PAGE_SIZE, RowForm, WaitlistTab, conflict, frame, framed, needs_deadline, page_number, pager};
use super::{revoke, row_form, state};
use crate::domain::text::{Text, say, short};
use crate::store::entries::{self, EntryOf, EntryState};
use crate::store::events::Event;
use crate::waitlist::ledger::Why;
use crate::waitlist::status::is_drawn;
use crate::web::components::fields::{Field, Typed, hidden, input, select};
use crate::web::components::layout::load;
use crate::web::components::text::{countdown, dotted, told, when};
use crate::web::confirm;
use crate::web::pages::event::share_field;
use crate::web::shapes::{position_of, why_not};
use crate::web::viewer::{lang, t};

pub fn page() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    let (q, state, page) = (query("q"), query("state"), query("page"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        let filter = entries::Filter { q, state: state.parse().ok(), page: page_number(&page), page_size: PAGE_SIZE };
        let (total, rows) = {
            let mut tx = call.app.db.read().await?;
            entries::list(&mut tx, frame.event().id, call.now, &filter).await?
        };
        let conflict = conflict(&call, &frame).await?;
        let filtered = !filter.q.is_empty() || filter.state.is_some();
        let tools = (filtered || !rows.is_empty()).then(|| tools(&filter, total));
        let next = frame.manages.then(|| offer_next(&frame));
        let table =
            if rows.is_empty() { nobody(&frame, filtered, &call.app.base_url) } else { table(&frame, rows, call.now) };
        let body = view! { {next} {tools} {table} {pager(total, filter.page, &address(&filter))} };
        Ok(framed(&frame, WaitlistTab::Queue, conflict, body.into_any()))
    })
}

fn tools(filter: &entries::Filter, total: i64) -> AnyView {
    let states = std::iter::once((String::new(), t!("filter-all")))
        .chain(EntryState::ALL.iter().map(|state| (state.as_str().to_owned(), lang().say(&word(*state)))))
        .collect();
    let current = filter.state.map_or("", EntryState::as_str);
    let filtered = !filter.q.is_empty() || filter.state.is_some();
    let found = filtered
        .then(|| view! { <p class="hint">{t!("filter-found", n = total)}" "<a href="?">{t!("filter-clear")}</a></p> });
    view! {
        <form class="tools" method="get" role="search">
            {input(&Typed::default(), Field { name: "q", label: t!("filter-find"), kind: "search", value: filter.q.clone(), ..Field::default() })}
            {select(&Typed::default(), "state", t!("filter-state"), String::new(), states, current)}
            <button class="btn">{t!("filter-show")}</button>
        </form>
        {found}
    }
    .into_any()
}

/// Offers by hand to the next in line, where a seat is free and someone waits whom no pass asks by itself.
fn offer_next(frame: &Frame) -> Option<AnyView> {
    let (event, numbers) = (frame.event(), &frame.ledger.numbers);
    let seats = numbers.seats(event);
    let wanted = matches!(
        frame.ledger.why,
        Some(Why::WindowNotSet | Why::ListClosed | Why::BatchFull { .. } | Why::WaitingForSeats { .. })
    );
    // Where seats are drawn, the next in line isn't next.
    if !wanted
        || is_drawn(event)
        || !seats.any_free()
        || seats.first_waiting.is_none()
        || !event.schedule.is_claimable(frame.ledger.now)
    {
        return None;
    }
    let waits = matches!(frame.ledger.why, Some(Why::WaitingForSeats { .. }));
    let fill = waits.then(|| {
        view! {
            <form method="post" action="/api/organizer/settings">
                {hidden(vec![("event_id", event.id.to_string()), ("waitlist_fit", "fill".to_owned())])}
                <button class="btn">{t!("queue-fill")}</button>
            </form>
        }
    });
    let fitting = frame.next_fitting.as_ref().filter(|_| waits).map(|(entry, name)| {
        let form = RowForm {
            endpoint: "offers/create",
            id: ("entry_id", entry.to_string()),
            label: say!("queue-offer-fitting"),
            name,
            question: None,
            deadline: needs_deadline(event),
        };
        row_form(event, form)
    });
    let deadline = needs_deadline(event).map(|name| {
        view! { <label class="field short">{t!("until-field")}<input type="datetime-local" name=name required /></label> }
    });
    let next = (!waits).then(|| {
        view! {
            <form class="tools" method="post" action="/api/organizer/offers/create_next">
                {hidden(vec![("event_id", event.id.to_string())])}
                <label class="field short">{t!("queue-offer-next")}<input type="number" name="count" min="1" max="10000" value="1" required /></label>
                {deadline}
                <button class="btn">{t!("offer")}</button>
            </form>
        }
    });
    Some(view! { <div class="actions">{next}{fitting}{fill}</div> }.into_any())
}

/// The filter, as the address keeps it.
fn address(filter: &entries::Filter) -> String {
    form_urlencoded::Serializer::new(String::new())
        .append_pair("q", &filter.q)
        .append_pair("state", filter.state.map_or("", EntryState::as_str))
        .finish()
}

fn table(frame: &Frame, rows: Vec<EntryOf>, now: DateTime<Utc>) -> AnyView {
    let event = frame.event();
    let rows = rows.into_iter().map(|entry| row(event, frame.manages, entry, now)).collect_view();
    let select = frame.manages.then(
        || view! { <th scope="col" class="select"><span class="visually-hidden">{t!("queue-select")}</span></th> },
    );
    let bulk = frame.manages.then(|| bulk(frame));
    view! {
        <table>
            <caption>{t!("queue-caption")}</caption>
            <thead>
                <tr>
                    {select}
                    <th scope="col">"#"</th><th scope="col">{t!("person")}</th><th scope="col">{t!("filter-state")}</th>
                    <th scope="col">{t!("queue-joined")}</th><th scope="col">{t!("actions")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        {bulk}
    }
    .into_any()
}

/// What can be done to all that are chosen. Their boxes belong to this form, wherever they stand.
fn bulk(frame: &Frame) -> AnyView {
    let event = frame.event();
    let base = frame.base();
    let deadline = needs_deadline(event).map(|name| {
        view! { <label class="field short">{t!("bulk-until")}<input type="datetime-local" name=name /></label> }
    });
    view! {
        <form id="bulk" class="bulk" method="post" action="/api/organizer/entries/bulk" aria-label=t!("bulk")>
            {hidden(vec![("event_id", event.id.to_string())])}
            <p>{t!("bulk")}</p>
            {deadline}
            <div class="actions">
                <button class="btn small" name="act" value="offer">{t!("offer")}</button>
                <button class="btn small" name="act" value="revoke">{t!("revoke")}</button>
                <button class="btn small" name="act" value="remove">{t!("remove")}</button>
                <button class="btn small" formmethod="get" formaction=format!("{base}/message")>{t!("bulk-message")}</button>
                <button class="btn small" formmethod="get" formaction=format!("{base}.csv")>{t!("bulk-export")}</button>
            </div>
        </form>
    }
    .into_any()
}

fn nobody(frame: &Frame, filtered: bool, base_url: &str) -> AnyView {
    let event = frame.event();
    let base = frame.base();
    let seats = frame.ledger.numbers.seats(event);
    let settings = frame.manages.then(|| (format!("{base}/settings"), t!("queue-open")));
    let (title, text, action) = match (filtered, event.settings.waitlist_open) {
        (true, _) => (t!("queue-nobody-matches"), t!("queue-nobody-matches-text"), Some((base, t!("filter-clear")))),
        (false, false) => (t!("queue-off"), t!("queue-off-text"), settings),
        (false, true) if seats.any_free() => (t!("queue-seats-left"), t!("queue-seats-left-text"), None),
        (false, true) => (t!("queue-nobody"), t!("queue-nobody-text"), None),
    };
    let share = (!filtered && event.settings.waitlist_open)
        .then(|| share_field(&format!("{base_url}/e/{}/{}", event.organization.slug, event.slug)));
    let action =
        action.map(|(href, label)| view! { <p class="actions"><a class="btn primary" href=href>{label}</a></p> });
    view! { <section class="empty"><h2>{title}</h2><p>{text}</p>{share}{action}</section> }.into_any()
}

fn row(event: &Event, manages: bool, entry: EntryOf, now: DateTime<Utc>) -> AnyView {
    let rank = position_of(event, &entry).map_or_else(|| "–".to_owned(), |n| n.to_string());
    let party = if entry.party_size > 1 { t!("party-of", n = entry.party_size) } else { String::new() };
    let unverified = if entry.verified { String::new() } else { t!("unverified") };
    let select = manages.then(|| {
        view! {
            <td class="select"><label><input type="checkbox" name="entry_id[]" value=entry.id.to_string() form="bulk" aria-label=t!("queue-select-name", name = &entry.name) /></label></td>
        }
    });
    view! {
        <tr>
            {select}
            <td class="rank">{rank}</td>
            <td class="who"><b>{entry.name.clone()}</b><small>{dotted([entry.email.clone(), party, unverified])}</small></td>
            <td class="stated">{state_of(event, &entry, now)}</td>
            <td data-label=t!("queue-joined")>{when(entry.joined_at, event.zone())}</td>
            <td class="acts">{actions(event, manages, &entry)}</td>
        </tr>
    }
    .into_any()
}

fn word(state: EntryState) -> Text {
    Text::word("state", state.as_str())
}

fn icon(state: EntryState) -> &'static str {
    match state {
        EntryState::Waiting => "○",
        EntryState::Offered => "◔",
        EntryState::Skipped => "⊘",
        EntryState::Resting => "☾",
        EntryState::Paused => "‖",
        EntryState::Unconfirmed => "?",
    }
}

fn state_of(event: &Event, entry: &EntryOf, now: DateTime<Utc>) -> AnyView {
    let zone = event.zone();
    let note = match &entry.current_offer {
        Some(offer) => Some(view! { {told(&say!("offer-until-when", until = short(offer.expires_at, zone)))}", "{countdown(offer.expires_at, now, None)} }.into_any()),
        None => why_not(event, entry).map(|why_not| told(&why_not.note)),
    };
    let mail = if entry.notice_failed {
        Some(say!("queue-mail-failed"))
    } else {
        entry.last_notice_at.map(|at| say!("queue-last-mail", at = short(at, zone)))
    };
    view! {
        {state(entry.state.as_str(), icon(entry.state), &word(entry.state))}
        {note.map(|note| view! { <small>{note}</small> })}
        {mail.map(|mail| view! { <small>{told(&mail)}</small> })}
    }
    .into_any()
}

fn actions(event: &Event, manages: bool, entry: &EntryOf) -> AnyView {
    let form = |endpoint: &'static str, label: Text| RowForm {
        endpoint,
        id: ("entry_id", entry.id.to_string()),
        label,
        name: &entry.name,
        question: None,
        deadline: None,
    };
    let remove = (manages || entry.current_offer.is_none()).then(|| {
        let question = confirm::remove(&entry.name, entry.current_offer.is_some());
        row_form(event, RowForm { question: Some(question), ..form("entries/remove", say!("remove")) })
    });
    let offer = manages.then(|| match &entry.current_offer {
        Some(offer) => revoke(event, offer),
        None if entry.state == EntryState::Unconfirmed => ().into_any(),
        None => row_form(event, RowForm { deadline: needs_deadline(event), ..form("offers/create", say!("offer")) }),
    });
    let lifts = manages && matches!(entry.state, EntryState::Skipped | EntryState::Resting | EntryState::Paused);
    let lift = lifts.then(|| row_form(event, form("entries/lift", say!("queue-lift"))));
    let history =
        format!("/manage/{}/{}/waitlist/history?on={}", event.organization.slug, event.slug, entry.account_id);
    view! {
        <div class="actions">
            {offer}{lift}{remove}
            <details class="more">
                <summary aria-label=t!("more-about", name = &entry.name)>{t!("more")}</summary>
                <a href=history>{t!("waitlist-history")}</a>
                {manages.then(|| move_form(event, entry))}
            </details>
        </div>
    }
    .into_any()
}

/// Moves the row before a rank, or to the end; the reason is kept.
fn move_form(event: &Event, entry: &EntryOf) -> AnyView {
    let name = entry.name.clone();
    view! {
        <form class="form" method="post" action="/api/organizer/entries/move">
            {hidden(vec![("event_id", event.id.to_string()), ("entry_id", entry.id.to_string())])}
            <label class="field">{t!("move-before")}
                <input type="text" name="before_entry_id" required value="end" aria-label=t!("move-before-name", name = &name) />
            </label>
            <label class="field">{t!("field-why")}<input type="text" name="reason" required aria-label=t!("move-why-name", name = &name) /></label>
            <button class="btn small" aria-label=t!("move-name", name = &name)>{t!("move")}</button>
        </form>
    }
    .into_any()
}
