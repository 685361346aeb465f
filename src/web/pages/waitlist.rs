//! The organizer's waitlist: ledger, queue, offers, settings.

use chrono::{DateTime, NaiveTime, Utc};
use leptos::prelude::*;

use super::manage_event::{Tab, header, managed, seats};
use super::{param, query};
use crate::domain::fields::write_duration;
use crate::domain::ids::EntryId;
use crate::domain::offer::{EndReason, MadeBy, OfferStatus};
use crate::domain::role::Permission::{InviteToEvent, ManageEvent};
use crate::domain::settings::{Mode, WaitlistSettings};
use crate::domain::zone;
use crate::error::{Refusal, Result};
use crate::notify::in_words;
use crate::store::entries::{self, EntryOf, EntryState};
use crate::store::events::Event;
use crate::store::offers::{self, OfferRow};
use crate::waitlist::ledger::{self, Ledger, Why};
use crate::waitlist::status::is_drawn;
use crate::web::components::fields::{Choice, Field, Typed, choices, hidden, input, select};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::{Part, count, left, sentence, when};
use crate::web::confirm::{self, Question};
use crate::web::error::Code;
use crate::web::forms::FlashKind;
use crate::web::shapes::{pages, position_of, why_not};
use crate::web::viewer::Call;

pub(super) const PAGE_SIZE: i64 = 50;

impl Frame {
    /// May the viewer change things here?
    pub fn manages(&self) -> bool {
        self.manages
    }
}

/// What all tabs share.
pub(super) struct Frame {
    pub ledger: Ledger,
    manages: bool,
    /// The first in line who fits the free seats, where a larger party stops the line.
    next_fitting: Option<(EntryId, String)>,
}

pub(super) async fn frame(call: &Call, org: String, slug: String) -> Result<Frame> {
    let (member, event) = managed(call, org, slug, InviteToEvent).await?;
    let ledger = ledger::read(&call.app.db, call.now, event.id).await?;
    let next_fitting = match ledger.why {
        Some(Why::WaitingForSeats { free, .. }) => {
            entries::first_fitting(&mut call.app.db.read().await?, event.id, free, call.now).await?
        }
        _ => None,
    };
    Ok(Frame { ledger, manages: member.role.permits(ManageEvent), next_fitting })
}

/// The tab's page; a conflict that waits for a choice stands before everything else.
pub(super) fn framed(frame: &Frame, tab: &'static str, conflict: Option<AnyView>, body: AnyView) -> Page {
    let event = &frame.ledger.event;
    let base = format!("/manage/{}/{}/waitlist", event.organization.slug, event.slug);
    let tabs = [
        ("Queue", ""),
        ("Offers", "/offers"),
        ("History", "/history"),
        ("Add people", "/import"),
        ("Message", "/message"),
        ("Settings", "/settings"),
    ]
    .into_iter()
    .filter(|(label, _)| frame.manages || !["Add people", "Message"].contains(label))
    .map(|(label, path)| {
        let current = (label == tab).then_some("page");
        let label = if label == "Queue" { format!("Queue {}", frame.ledger.numbers.waiting) } else { label.to_owned() };
        view! { <a href=format!("{base}{path}") aria-current=current>{label}</a> }
    })
    .collect_view();
    let title = format!("{tab} · {}", event.details.title);
    let body = view! {
        {conflict}
        {header(event, Tab::Waitlist, frame.manages)}
        {seats(&frame.ledger)}
        <nav class="tabs sub" aria-label="Waitlist">{tabs}</nav>
        {body}
    };
    let page = Page::wide(title, body.into_any());
    let is_form = ["Add people", "Message", "Settings"].contains(&tab);
    if is_form { page } else { page.live(Live::of_managed(event)) }
}

/// `/manage/{org}/{event}/waitlist`
pub fn queue() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    let (q, state, page) = (query("q"), query("state"), query("page"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        let filter = entries::Filter { q, state: state.parse().ok(), page: page_number(&page), page_size: PAGE_SIZE };
        let (total, rows) = {
            let mut tx = call.app.db.read().await?;
            entries::list(&mut tx, frame.ledger.event.id, call.now, &filter).await?
        };
        let conflict = conflict(&call, &frame).await?;
        let filtered = !filter.q.is_empty() || filter.state.is_some();
        let tools = (filtered || !rows.is_empty()).then(|| tools(&filter));
        let next = frame.manages.then(|| offer_next(&frame));
        let body = view! { {next} {tools} {queue_table(&frame, &filter, rows, call.now)} {pager(total, filter.page, &queue_query(&filter))} };
        Ok(framed(&frame, "Queue", conflict, body.into_any()))
    })
}

/// The page that the address asks for; anything odd is the first.
pub(super) fn page_number(page: &str) -> i64 {
    page.parse().ok().filter(|n| (1..1_000_000).contains(n)).unwrap_or(1)
}

fn tools(filter: &entries::Filter) -> AnyView {
    let states = std::iter::once((String::new(), "All".to_owned()))
        .chain(EntryState::ALL.iter().map(|state| (state.as_str().to_owned(), word(*state).to_owned())))
        .collect();
    let current = filter.state.map_or("", EntryState::as_str);
    view! {
        <form class="tools" method="get">
            {input(&Typed::default(), Field { name: "q", label: "Find", kind: "search", value: filter.q.clone(), ..Field::default() })}
            {select(&Typed::default(), "state", "State", "", states, current)}
            <button class="btn">"Show"</button>
        </form>
    }
    .into_any()
}

/// Offers by hand to the next in line, where a seat is free and someone waits whom no pass asks by itself.
fn offer_next(frame: &Frame) -> Option<AnyView> {
    let (event, numbers) = (&frame.ledger.event, &frame.ledger.numbers);
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
                <button class="btn">"Switch to filling"</button>
            </form>
        }
    });
    let fitting = frame.next_fitting.as_ref().filter(|_| waits).map(|(entry, name)| {
        let entry = ("entry_id", entry.to_string());
        let deadline = needs_deadline(event);
        view! { {small_form("offers/create", event, entry, "Offer to the next who fits", name, None, deadline)} }
    });
    let deadline = needs_deadline(event).map(|name| {
        view! { <label class="field short">"Until"<input type="datetime-local" name=name required /></label> }
    });
    let next = (!waits).then(|| {
        view! {
            <form class="tools" method="post" action="/api/organizer/offers/create_next">
                {hidden(vec![("event_id", event.id.to_string())])}
                <label class="field short">"Offer to the next"<input type="number" name="count" min="1" max="10000" value="1" required /></label>
                {deadline}
                <button class="btn">"Offer"</button>
            </form>
        }
    });
    Some(view! { <div class="actions">{next}{fitting}{fill}</div> }.into_any())
}

fn queue_query(filter: &entries::Filter) -> String {
    form_urlencoded::Serializer::new(String::new())
        .append_pair("q", &filter.q)
        .append_pair("state", filter.state.map_or("", EntryState::as_str))
        .finish()
}

fn queue_table(frame: &Frame, filter: &entries::Filter, rows: Vec<EntryOf>, now: DateTime<Utc>) -> AnyView {
    if rows.is_empty() {
        return nobody(frame, filter);
    }
    let event = &frame.ledger.event;
    let rows = rows.into_iter().map(|entry| queue_row(event, frame.manages, entry, now)).collect_view();
    view! {
        <table>
            <caption>"In line, first to last"</caption>
            <thead>
                <tr>
                    <th scope="col">"#"</th><th scope="col">"Person"</th><th scope="col">"State"</th>
                    <th scope="col">"Joined"</th><th scope="col">"Actions"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn nobody(frame: &Frame, filter: &entries::Filter) -> AnyView {
    let event = &frame.ledger.event;
    let base = format!("/manage/{}/{}/waitlist", event.organization.slug, event.slug);
    let filtered = !filter.q.is_empty() || filter.state.is_some();
    let (title, text, action) = match (filtered, event.settings.waitlist_open) {
        (true, _) => ("Nobody matches", "Nobody in line has this name or state.", Some((base, "Show all"))),
        (false, false) => (
            "The waitlist is off",
            "When it is open, people can queue once the seats are gone, and freed seats are offered to them in order.",
            Some((format!("{base}/settings"), "Open the waitlist")),
        ),
        (false, true) => ("Nobody is waiting", "As soon as the seats are gone, people can join here.", None),
    };
    let action = action.map(|(href, label)| view! { <p class="actions"><a class="btn" href=href>{label}</a></p> });
    view! { <section class="empty"><h2>{title}</h2><p>{text}</p>{action}</section> }.into_any()
}

fn queue_row(event: &Event, manages: bool, entry: EntryOf, now: DateTime<Utc>) -> AnyView {
    let zone = event.zone();
    let rank = position_of(event, &entry).map_or_else(|| "–".to_owned(), |n| n.to_string());
    let joined = when(entry.joined_at, zone);
    let party = (entry.party_size > 1).then(|| format!(" · party of {}", entry.party_size));
    let unverified = (!entry.verified).then_some(" · unverified");
    view! {
        <tr>
            <td class="rank">{rank}</td>
            <td class="who"><b>{entry.name.clone()}</b><small>{entry.email.clone()}{party}{unverified}</small></td>
            <td class="stated">{state_of(event, &entry, now)}</td>
            <td data-label="Joined">{joined}</td>
            <td class="acts">{queue_actions(event, manages, &entry)}</td>
        </tr>
    }
    .into_any()
}

fn word(state: EntryState) -> &'static str {
    match state {
        EntryState::Waiting => "Waiting",
        EntryState::Offered => "Offered",
        EntryState::Skipped => "Skipped",
        EntryState::Resting => "Resting",
        EntryState::Paused => "Paused",
        EntryState::Unconfirmed => "Unconfirmed",
    }
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
    let class = format!("state {}", entry.state);
    let mut notes: Vec<Part> = vec![];
    if let Some(offer) = &entry.current_offer {
        notes.extend([
            "until ".into(),
            Part::At(offer.expires_at),
            format!(", {} left", left(offer.expires_at, now)).into(),
        ]);
    } else if let Some(why) = why_not(event, entry) {
        // The word before says what kind of reason it is.
        notes.push(why.split_once(": ").map_or(why.as_str(), |(_, rest)| rest).into());
    }
    if entry.notice_failed {
        notes.push(" · a mail could not be delivered".into());
    } else if let Some(at) = entry.last_notice_at {
        notes.extend([(if notes.is_empty() { "last mail " } else { " · last mail " }).into(), Part::At(at)]);
    }
    view! {
        <span class=class><span aria-hidden="true">{icon(entry.state)}</span>" "{word(entry.state)}</span>
        <small>{sentence(notes, zone)}</small>
    }
    .into_any()
}

fn queue_actions(event: &Event, manages: bool, entry: &EntryOf) -> AnyView {
    let remove = (manages || entry.current_offer.is_none()).then(|| {
        let question = confirm::remove(&entry.name, entry.current_offer.is_some());
        small_form(
            "entries/remove",
            event,
            ("entry_id", entry.id.to_string()),
            "Remove",
            &entry.name,
            Some(question),
            None,
        )
    });
    let offer = manages.then(|| match &entry.current_offer {
        Some(offer) => revoke(event, offer),
        None if entry.state == EntryState::Unconfirmed => ().into_any(),
        None => {
            let deadline = needs_deadline(event);
            small_form("offers/create", event, ("entry_id", entry.id.to_string()), "Offer", &entry.name, None, deadline)
        }
    });
    let lift =
        (manages && matches!(entry.state, EntryState::Skipped | EntryState::Resting | EntryState::Paused)).then(|| {
            small_form(
                "entries/lift",
                event,
                ("entry_id", entry.id.to_string()),
                "Let them be asked",
                &entry.name,
                None,
                None,
            )
        });
    let history =
        format!("/manage/{}/{}/waitlist/history?on={}", event.organization.slug, event.slug, entry.account_id);
    let more = view! {
        <details class="more">
            <summary aria-label=format!("More about {}", entry.name)>"More"</summary>
            <a href=history>"History"</a>
            {manages.then(|| move_form(event, entry))}
        </details>
    };
    view! { <div class="actions">{offer}{lift}{remove}{more}</div> }.into_any()
}

/// Moves the row before a rank, or to the end; the reason is kept.
fn move_form(event: &Event, entry: &EntryOf) -> AnyView {
    let name = entry.name.clone();
    view! {
        <form class="form" method="post" action="/api/organizer/entries/move">
            {hidden(vec![("event_id", event.id.to_string()), ("entry_id", entry.id.to_string())])}
            <label class="field">"Move before"
                <input type="text" name="before_entry_id" required value="end" aria-label=format!("Move {name} before this number in line, or “end”") />
            </label>
            <label class="field">"Why"<input type="text" name="reason" required aria-label=format!("Why {name} is moved") /></label>
            <button class="btn small" aria-label=format!("Move: {name}")>"Move"</button>
        </form>
    }
    .into_any()
}

fn revoke(event: &Event, offer: &OfferRow) -> AnyView {
    let question = confirm::revoke(&offer.name);
    small_form("offers/revoke", event, ("offer_id", offer.id.to_string()), "Revoke", &offer.name, Some(question), None)
}

/// R7: without a window an offer's deadline has to be said.
fn needs_deadline(event: &Event) -> Option<&'static str> {
    event.settings.waitlist_time_window.is_none().then_some("expires_at")
}

/// A row's button, which says for whom it is.
fn small_form(
    endpoint: &'static str,
    event: &Event,
    id: (&'static str, String),
    label: &'static str,
    name: &str,
    question: Option<Question>,
    deadline: Option<&'static str>,
) -> AnyView {
    let (title, text, yes) = question.map_or((None, None, None), |q| (Some(q.title), Some(q.text), Some(q.yes)));
    let deadline = deadline.map(|field| {
        view! { <input type="datetime-local" name=field required aria-label=format!("Offer to {name} until") /> }
    });
    view! {
        <form method="post" action=format!("/api/organizer/{endpoint}")>
            {hidden(vec![("event_id", event.id.to_string()), id])}
            {deadline}
            <button class="btn small" aria-label=format!("{label}: {name}") data-confirm=text data-confirm-title=title data-confirm-yes=yes>{label}</button>
        </form>
    }
    .into_any()
}

/// 409 `capacity`: which pending offer is to be withdrawn for this one?
async fn conflict(call: &Call, frame: &Frame) -> Result<Option<AnyView>> {
    let Some(flash) = &call.flash else { return Ok(None) };
    let FlashKind::Failed(error) = &flash.kind else { return Ok(None) };
    if error.code != Code::Capacity {
        return Ok(None);
    }
    let event = &frame.ledger.event;
    let pending = {
        let mut tx = call.app.db.read().await?;
        offers::pending_of(&mut tx, event.id).await?
    };
    if pending.is_empty() {
        let edit = format!("/manage/{}/{}/edit", event.organization.slug, event.slug);
        let banner = view! {
            <section class="banner" role="alert" tabindex="-1" aria-labelledby="conflict">
                <h2 id="conflict">"No seat to give"</h2>
                <p>"All seats are taken and no offer is pending. To offer another seat, raise the capacity."</p>
                <p class="actions"><a class="btn primary" href=edit>"Raise the capacity"</a></p>
            </section>
        };
        return Ok(Some(banner.into_any()));
    }
    let again = flash
        .typed
        .iter()
        .filter(|(name, _)| *name != "instead_of")
        .map(|(name, value)| view! { <input type="hidden" name=name.clone() value=value.clone() /> })
        .collect_view();
    let zone = event.zone();
    let options = pending
        .iter()
        .enumerate()
        .map(|(index, offer)| {
            view! {
                <label>
                    <input type="radio" name="instead_of" value=offer.id.to_string() checked={index == 0} required />
                    <b>{offer.name.clone()}</b>
                    <small>"until "{when(offer.expires_at, zone)}</small>
                </label>
            }
        })
        .collect_view();
    let legend = match pending.len() {
        1 => "Withdraw this offer instead?".to_owned(),
        n => format!("Choose one of {n} pending offers to withdraw for this one."),
    };
    let banner = view! {
        <section class="banner" role="alert" tabindex="-1" aria-labelledby="conflict">
            <h2 id="conflict">"No seat is free for this offer"</h2>
            <p>{error.message.clone()}</p>
            <form method="post" action=format!("/api/{}", flash.endpoint)>
                {again}
                <fieldset class="choices"><legend>{legend}</legend>{options}</fieldset>
                <div class="actions"><button class="btn primary">"Withdraw it and offer"</button></div>
            </form>
        </section>
    };
    Ok(Some(banner.into_any()))
}

/// `/manage/{org}/{event}/waitlist/offers`
pub fn offers() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    let (status, page) = (query("status"), query("page"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        let filter = offers::Filter {
            status: status.parse().ok(),
            page: page_number(&page),
            page_size: PAGE_SIZE,
            ..offers::Filter::default()
        };
        let (total, rows) = {
            let mut tx = call.app.db.read().await?;
            offers::list(&mut tx, frame.ledger.event.id, &filter).await?
        };
        let conflict = conflict(&call, &frame).await?;
        let query = format!("status={}", filter.status.map_or("", OfferStatus::as_str));
        let body = view! { {by_status(&frame, filter.status)} {rounds(&frame, rows, call.now)} {pager(total, filter.page, &query)} };
        Ok(framed(&frame, "Offers", conflict, body.into_any()))
    })
}

/// Links to each status with its count.
fn by_status(frame: &Frame, current: Option<OfferStatus>) -> AnyView {
    let counts = &frame.ledger.offers;
    let all: i64 = counts.iter().map(|(_, n)| n).sum();
    let link = |status: Option<OfferStatus>, label: String| {
        let current = (status == current).then_some("page");
        view! { <a href=format!("?status={}", status.map_or("", OfferStatus::as_str)) aria-current=current>{label}</a> }
    };
    let each = OfferStatus::ALL
        .iter()
        .map(|status| {
            let n = counts.iter().find(|(of, _)| of == status).map_or(0, |(_, n)| *n);
            link(Some(*status), format!("{} {n}", offer_word(*status)))
        })
        .collect_view();
    view! { <nav class="tabs sub" aria-label="Status">{link(None, format!("All {all}"))}{each}</nav> }.into_any()
}

fn offer_word(status: OfferStatus) -> &'static str {
    match status {
        OfferStatus::Pending => "Pending",
        OfferStatus::Claimed => "Claimed",
        OfferStatus::Expired => "Expired",
        OfferStatus::Revoked => "Revoked",
    }
}

fn offer_icon(status: OfferStatus) -> &'static str {
    match status {
        OfferStatus::Pending => "◔",
        OfferStatus::Claimed => "●",
        OfferStatus::Expired => "◌",
        OfferStatus::Revoked => "⊘",
    }
}

fn rounds(frame: &Frame, rows: Vec<OfferRow>, now: DateTime<Utc>) -> AnyView {
    if rows.is_empty() {
        return view! {
            <section class="empty">
                <h2>"No offers here"</h2>
                <p>"When a seat frees up and someone waits, they are offered it in a round; each round is listed here."</p>
            </section>
        }
        .into_any();
    }
    let event = &frame.ledger.event;
    let rounds = rows
        .chunk_by(|a, b| a.batch_id == b.batch_id)
        .map(|round| round_of(event, frame.manages, round, now))
        .collect_view();
    view! { <ol class="rounds">{rounds}</ol> }.into_any()
}

fn round_of(event: &Event, manages: bool, round: &[OfferRow], now: DateTime<Utc>) -> AnyView {
    let zone = event.zone();
    let first = &round[0];
    let claimed = round.iter().filter(|offer| offer.status == OfferStatus::Claimed).count();
    let by = match first.made_by {
        MadeBy::Pass if first.is_cutoff_batch => "final call",
        MadeBy::Pass if first.is_drawn => "drawn by lot",
        MadeBy::Pass => "in line order",
        MadeBy::Organizer => "by hand",
    };
    let rows = round.iter().map(|offer| offer_row(event, manages, offer, now)).collect_view();
    view! {
        <li>
            <header><h2>{when(first.created_at, zone)}</h2><p>{format!("{by} · {claimed} of {} claimed", round.len())}</p></header>
            <table>
                <caption class="visually-hidden">"Offers of this round"</caption>
                <thead>
                    <tr><th scope="col">"Person"</th><th scope="col">"State"</th><th scope="col">"Actions"</th></tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </li>
    }
    .into_any()
}

fn offer_row(event: &Event, manages: bool, offer: &OfferRow, now: DateTime<Utc>) -> AnyView {
    let zone = event.zone();
    let class = match offer.status {
        OfferStatus::Pending => "state offered".to_owned(),
        other => format!("state {other}"),
    };
    let notes = offer_notes(offer, now);
    let action = manages.then(|| match offer.status {
        OfferStatus::Pending => view! { {extend(event, offer)} {revoke(event, offer)} }.into_any(),
        OfferStatus::Expired | OfferStatus::Revoked => {
            let deadline = needs_deadline(event);
            small_form(
                "offers/reactivate",
                event,
                ("offer_id", offer.id.to_string()),
                "Reactivate",
                &offer.name,
                None,
                deadline,
            )
        }
        OfferStatus::Claimed => ().into_any(),
    });
    let seats = (offer.seats > 1).then(|| format!(" · {} seats", offer.seats));
    view! {
        <tr>
            <td class="who"><b>{offer.name.clone()}</b><small>{offer.email.clone()}{seats}</small></td>
            <td class="stated">
                <span class=class><span aria-hidden="true">{offer_icon(offer.status)}</span>" "{offer_word(offer.status)}</span>
                <small>{sentence(notes, zone)}</small>
            </td>
            <td class="acts"><div class="actions">{action}</div></td>
        </tr>
    }
    .into_any()
}

/// A later deadline; an invitation's is the latest there is.
fn extend(event: &Event, offer: &OfferRow) -> Option<AnyView> {
    (!offer.is_cutoff_batch).then(|| {
        let value = zone::local_field(offer.expires_at, event.zone());
        view! {
            <details class="more">
                <summary aria-label=format!("Extend: {}", offer.name)>"Extend"</summary>
                <form class="form" method="post" action="/api/organizer/offers/extend">
                    {hidden(vec![("event_id", event.id.to_string()), ("offer_id", offer.id.to_string())])}
                    <label class="field">"Until"<input type="datetime-local" name="expires_at" value=value required /></label>
                    <button class="btn small">"Extend"</button>
                </form>
            </details>
        }
        .into_any()
    })
}

fn offer_notes(offer: &OfferRow, now: DateTime<Utc>) -> Vec<Part> {
    let mut notes: Vec<Part> = match (offer.status, offer.claimed_at, offer.ended_at) {
        (OfferStatus::Pending, ..) => {
            vec!["until ".into(), Part::At(offer.expires_at), format!(", {} left", left(offer.expires_at, now)).into()]
        }
        (_, Some(at), _) => vec![Part::At(at)],
        (_, None, Some(at)) => {
            let why = offer.end_reason.as_deref().and_then(|reason| reason.parse().ok()).map_or("", because);
            vec![format!("{why}, ").into(), Part::At(at)]
        }
        _ => vec![],
    };
    match offer.notified_at {
        Some(at) => notes.extend([" · mail accepted ".into(), Part::At(at)]),
        None => notes.push(" · mail not sent yet".into()),
    }
    notes
}

pub(super) fn because(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Deadline => "no answer by the deadline",
        EndReason::Left => "left the list",
        EndReason::Declined => "declined",
        EndReason::Passed => "passed this time",
        EndReason::Undeliverable => "mail can't be delivered",
        EndReason::Organizer => "withdrawn by an organizer",
        EndReason::EventCancelled => "event cancelled",
        EndReason::EventClosed => "registration closed",
        EndReason::WaitlistClosed => "waitlist closed",
        EndReason::CutoffMoved => "final call moved",
        EndReason::EntryRemoved => "removed from the list",
        EndReason::CapacityReduced => "capacity reduced",
    }
}

pub(super) fn pager(total: i64, page: i64, query: &str) -> AnyView {
    let last = pages(total, PAGE_SIZE);
    if last <= 1 {
        return ().into_any();
    }
    let link = |to: i64, label: &'static str| view! { <a href=format!("?{query}&page={to}")>{label}</a> };
    let previous = (page > 1).then(|| link(page - 1, "Previous"));
    let next = (page < last).then(|| link(page + 1, "Next"));
    view! { <nav class="pager" aria-label="Pages">{previous}<span>{format!("Page {page} of {last}")}</span>{next}</nav> }.into_any()
}

/// `/manage/{org}/{event}/waitlist/settings`
pub fn settings() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        let settings = &frame.ledger.event.settings;
        let typed = Typed::of(&call, "organizer/settings");
        let readback = view! { <p class="readback">{read_back(settings)}</p> };
        let form = if frame.manages {
            settings_form(&frame, &typed)
        } else {
            view! { <p>"Only managers can change these settings."</p> }.into_any()
        };
        Ok(framed(&frame, "Settings", None, view! { {readback} {form} }.into_any()))
    })
}

/// The settings in a sentence or two.
fn read_back(settings: &WaitlistSettings) -> String {
    let next = match settings.mode(false) {
        Mode::Closed => {
            return "The waitlist is closed: nobody can queue, and freed seats are open to everyone.".into();
        }
        Mode::Passive => {
            return "People can queue. When a seat frees up, nothing happens by itself: you offer seats by hand."
                .into();
        }
        Mode::Promotion => {
            return "When a seat frees up, the head of the line has it at once, without being asked, and is told."
                .into();
        }
        // The settings don't know about the clock.
        Mode::FinalCall => return String::new(),
        Mode::Offers { window, batch, lottery: true } => format!(
            "When seats free up, people are drawn by lot from everyone waiting, {}, and get {} each to take theirs.",
            batch.map_or_else(|| "as many as fit".to_owned(), |n| format!("at most {n} at one time")),
            in_words(window)
        ),
        Mode::Offers { window, batch: None, .. } => {
            format!(
                "When seats free up, the next people in line, as many as fit, get {} each to take theirs.",
                in_words(window)
            )
        }
        Mode::Offers { window, batch: Some(n), .. } => format!(
            "When seats free up, the next people in line get {} each to take theirs; at most {} out at one time.",
            in_words(window),
            count(n, "offer is", "offers are")
        ),
    };
    let call = settings.waitlist_cutoff_date.map_or_else(
        || {
            format!(
                " When less than {} is left, everyone waiting is invited at once.",
                in_words(settings.waitlist_min_window)
            )
        },
        |_| " From the final call on, everyone waiting is invited at once.".to_owned(),
    );
    format!("{next} Who doesn't answer goes to the end of the line, and the seat goes on by itself.{call}")
}

fn settings_form(frame: &Frame, typed: &Typed) -> AnyView {
    let event = &frame.ledger.event;
    let settings = &event.settings;
    let window = settings.waitlist_time_window.map(write_duration).unwrap_or_default();
    let closing = settings
        .waitlist_open
        .then(|| view! { <p class="hint">"Closing it now: "{confirm::close_list(&frame.ledger.numbers).text}</p> });
    let flag = |on: bool| if on { "true" } else { "false" };
    let time = |time: Option<NaiveTime>| time.map_or_else(String::new, |time| time.format("%H:%M").to_string());
    view! {
        <form class="form" method="post" action="/api/organizer/settings">
            {hidden(vec![("event_id", event.id.to_string())])}
            {choices(typed, "waitlist_open", "May people queue?", vec![
                Choice { value: "true", title: "Open", consequence: "When the seats are gone, people can join the waitlist." },
                Choice { value: "false", title: "Closed", consequence: "Nobody can join. Closing withdraws live offers; everyone keeps their place." },
            ], flag(settings.waitlist_open))}
            {closing}
            {input(typed, Field { name: "waitlist_time_window", label: "How long an offer lasts", hint: "From 1h to 7d, such as 24h or 3d. Empty: no offers by themselves.", kind: "text", value: window, ..Field::default() })}
            {input(typed, Field { name: "waitlist_batch_size", label: "Offers out at one time", hint: "0: as many as seats are free.", kind: "number", min: Some(0), value: settings.waitlist_batch_size.to_string(), ..Field::default() })}
            {choices(typed, "waitlist_fit", "When the next party is larger than the free seats", vec![
                Choice { value: "strict", title: "Wait for it", consequence: "Free seats are gathered for it; nobody is overtaken." },
                Choice { value: "fill", title: "Pass over it this time", consequence: "The next who fits is offered; the party keeps its place." },
            ], settings.waitlist_fit.as_str())}
            {choices(typed, "waitlist_queue_first", "Free seats while someone waits", vec![
                Choice { value: "false", title: "Open to everyone", consequence: "Seats that aren't on offer can be taken by anyone." },
                Choice { value: "true", title: "Only for the queue", consequence: "As long as anyone eligible waits, nobody else can take a seat." },
            ], flag(settings.waitlist_queue_first))}
            {input(typed, Field { name: "max_party_size", label: "How many may come together", hint: "1 to 20.", kind: "number", min: Some(1), max: Some(20), value: settings.max_party_size.to_string(), ..Field::default() })}
            {choices(typed, "waitlist_lottery_mode", "Who is asked", vec![
                Choice { value: "false", title: "The next in line", consequence: "Whoever joined first is asked first." },
                Choice { value: "true", title: "Whoever is drawn", consequence: "People are drawn by lot; anyone can check the draw afterwards." },
            ], flag(settings.waitlist_lottery_mode))}
            {choices(typed, "waitlist_auto_promote", "Without a time window", vec![
                Choice { value: "false", title: "You offer by hand", consequence: "Freed seats wait for you." },
                Choice { value: "true", title: "The next in line has it at once", consequence: "Nobody is asked; they are told, and can give it back." },
            ], flag(settings.waitlist_auto_promote))}
            {input(typed, Field { name: "waitlist_cutoff_date", label: "Final call from", hint: "From then on everyone waiting is invited, and seats go to whoever answers first. Empty: only the shortest window decides.", kind: "datetime-local", value: settings.waitlist_cutoff_date.map_or_else(String::new, |at| zone::local_field(at, event.zone())), ..Field::default() })}
            {input(typed, Field { name: "waitlist_min_window", label: "Shortest window worth an offer", hint: "When less than this is left until registration ends, the final call begins. Such as 30m.", kind: "text", value: write_duration(settings.waitlist_min_window), ..Field::default() })}
            <div class="row">
                {input(typed, Field { name: "quiet_from", label: "Quiet from", hint: "Offers made at night are told in the morning. Empty: never quiet.", kind: "time", value: time(settings.quiet_from), ..Field::default() })}
                {input(typed, Field { name: "quiet_to", label: "until", hint: "In the event's zone.", kind: "time", value: time(settings.quiet_to), ..Field::default() })}
            </div>
            <div class="actions">
                <button class="btn primary">"Save"</button>
                <button class="btn" formaction="/api/organizer/settings_preview">"What would happen?"</button>
            </div>
        </form>
    }
    .into_any()
}

/// `/manage/{org}/{event}/waitlist/message`
pub fn message() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        if !frame.manages {
            return Err(Refusal::Forbidden.into());
        }
        let (event, numbers) = (&frame.ledger.event, &frame.ledger.numbers);
        let typed = Typed::of(&call, "organizer/message");
        let question = confirm::message(numbers);
        let body = view! {
            <form class="form" method="post" action="/api/organizer/message">
                <p>{question.text.clone()}" Everyone in line with a confirmed place gets it by mail."</p>
                {hidden(vec![("event_id", event.id.to_string())])}
                {input(&typed, Field { name: "subject", label: "Subject", hint: "The event's title is added.", kind: "text", required: true, ..Field::default() })}
                {input(&typed, Field { name: "body", label: "Message", kind: "textarea", required: true, ..Field::default() })}
                <div class="actions">
                    <button class="btn primary" data-confirm=question.text.clone() data-confirm-title=question.title data-confirm-yes=question.yes>"Send"</button>
                </div>
            </form>
        };
        Ok(framed(&frame, "Message", None, body.into_any()))
    })
}
