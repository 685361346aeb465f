//! An event as its organizers see it: overview, and the form that makes or changes it.

use leptos::prelude::*;

use super::param;
use crate::account::{Member, member_of_event, member_of_organization};
use crate::domain::event::{EventStatus, Visibility};

use crate::domain::role::Permission::{self, InviteToEvent, ManageEvent};
use crate::domain::selection::PassStatus;
use crate::domain::settings::Mode;
use crate::domain::zone;
use crate::error::Result;
use crate::store::events::Event;
use crate::waitlist::ledger::{self, Ledger, Next, Why};
use crate::waitlist::settle::Trigger;
use crate::waitlist::status::EventRef;
use crate::web::components::fields::{Choice, Field, Typed, choices, hidden, input, select};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::{Part, count, sentence, when_in_full};
use crate::web::confirm::{self, Question};
use crate::web::viewer::Call;

/// The event in this page's address, for someone of its team.
pub async fn managed(call: &Call, org: String, event: String, permission: Permission) -> Result<(Member, Event)> {
    let account = Some(call.signed_in()?);
    member_of_event(&call.app.db, account, &EventRef::Slugs(org, event), permission).await
}

/// Which tab of the event is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    Overview,
    Waitlist,
    Registrations,
    Invitations,
    Edit,
}

/// Title, time and tabs of all of an event's pages; only who manages the event can change it.
pub fn header(event: &Event, tab: Tab, manages: bool) -> AnyView {
    let base = format!("/manage/{}/{}", event.organization.slug, event.slug);
    let tabs = [
        (Tab::Overview, "Overview", ""),
        (Tab::Waitlist, "Waitlist", "/waitlist"),
        (Tab::Registrations, "Registrations", "/registrations"),
        (Tab::Invitations, "Invitations", "/invitations"),
        (Tab::Edit, "Event", "/edit"),
    ]
    .into_iter()
    .filter(|(which, ..)| manages || !matches!(which, Tab::Edit | Tab::Invitations))
    .filter(|(which, ..)| event.details.visibility == Visibility::Private || *which != Tab::Invitations)
    .map(|(which, label, path)| {
        let current = (which == tab).then_some("page");
        view! { <a href=format!("{base}{path}") aria-current=current>{label}</a> }
    })
    .collect_view();
    let status = match event.schedule.status {
        EventStatus::Draft => Some("Draft"),
        EventStatus::Cancelled => Some("Cancelled"),
        EventStatus::Closed => Some("Registration closed"),
        EventStatus::Open => None,
    }
    .map(|status| view! { <b>{status}</b>" · " });
    view! {
        <header>
            <p class="eyebrow">
                <a href=format!("/manage/{}", event.organization.slug)>{event.organization.name.clone()}</a>" / "{status}
                {when_in_full(event.schedule.starts_at, event.zone())}
            </p>
            <h1>{event.details.title.clone()}</h1>
        </header>
        <nav class="tabs" aria-label="Event">{tabs}</nav>
    }
    .into_any()
}

/// The sum that adds up, why nothing happens or what is next, and the last pass.
pub fn seats(ledger: &Ledger) -> AnyView {
    let seats = ledger.numbers.seats(&ledger.event);
    let box_ = |class: &'static str, n: String, k: &'static str| {
        view! { <div class=class><span class="n">{n}</span>" "<span class="k">{k}</span></div> }.into_any()
    };
    let op = |sign: &'static str| view! { <span class="op">{sign}</span> }.into_any();
    let capacity = seats.capacity.map_or_else(|| "∞".to_owned(), |n| n.to_string());
    let free = seats.free().map_or_else(|| "∞".to_owned(), |n| n.to_string());
    let bar = seats.capacity.filter(|capacity| *capacity > 0).map(|capacity| {
        let share = |n: i64| (n as f64 / capacity as f64 * 100.0).clamp(0.0, 100.0);
        let (going, held) = (share(seats.attendees), share(seats.held));
        view! {
            <svg class="seats" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect class="going" width=going height="4"></rect>
                <rect class="held" x=going width=held height="4"></rect>
            </svg>
        }
    });
    // Past an override, or a lowered limit, the sum is honest about it.
    let over = seats.capacity.map_or(0, |capacity| (seats.attendees + seats.held - capacity).max(0));
    let over = (over > 0).then(|| view! { <p class="why">{format!("{over} more than the capacity.")}</p> });
    view! {
        <section aria-label="Seats" class="sum">
            <div class="ledger">
                {box_("", capacity, "seats")}{op("=")}
                {box_("going", seats.attendees.to_string(), "going")}{op("+")}
                {box_("held", seats.held.to_string(), "held by offers")}{op("+")}
                {box_("free", free, "free")}
                {box_("apart", ledger.numbers.waiting.to_string(), "waiting")}
            </div>
            {bar}
            {over}
            {why(ledger)}
        </section>
    }
    .into_any()
}

fn why(ledger: &Ledger) -> AnyView {
    let zone = ledger.event.zone();
    let mut parts: Vec<Part> = vec![];
    if let Some(why) = ledger.why {
        parts.push(format!("{} ", why.sentence()).into());
    }
    if let Some((at, next)) = ledger.next {
        let what = match next {
            Next::OfferEnds => "an offer ends on ",
            Next::FinalCallBegins => "the final call begins on ",
            Next::FinalCallEnds => "the final call ends on ",
            Next::PlaceChanges => "someone's rest ends, or an unconfirmed place goes, on ",
        };
        let then = match (next, ledger.event.mode()) {
            (Next::OfferEnds, Mode::Offers { .. } | Mode::FinalCall) => "; the seat then goes on by itself. ",
            (Next::OfferEnds, _) => "; the seat is then free again. ",
            _ => ". ",
        };
        parts.extend(["Next: ".into(), what.into(), Part::At(at), then.into()]);
    }
    if ledger.mail_failures > 0 {
        parts.push(format!("Mail to {} failed. ", count(ledger.mail_failures, "person", "people")).into());
    }
    let last = ledger.event.last_pass.as_ref().map(|pass| {
        let made = match pass.offers_created {
            0 => said(pass.status).to_owned(),
            n => format!("{} made", count(n, "offer", "offers")),
        };
        let after = pass.trigger.parse().map_or("a change", Trigger::in_words);
        let text = vec![format!("Last looked: {made}, after {after}, ").into(), Part::At(pass.at), ".".into()];
        view! { <p class="eyebrow">{sentence(text, zone)}</p> }
    });
    let act = matches!(ledger.why, Some(Why::Draft)) || ledger.mail_failures > 0;
    let class = if act { "why attend" } else { "why" };
    view! { <p class=class>{sentence(parts, zone)}</p> {last} }.into_any()
}

fn said(status: PassStatus) -> &'static str {
    match status {
        PassStatus::Ok => "offers made",
        PassStatus::EventClosed => "the event isn't open",
        PassStatus::Disabled => "no offers by themselves",
        PassStatus::NoSpots => "no seat free",
        PassStatus::BatchFull => "the batch is full",
        PassStatus::WaitingForSeats => "seats are gathered for the next party",
        PassStatus::NoEligibleUsers => "nobody to offer to",
        PassStatus::CutoffAlreadyProcessed => "everyone was invited already",
    }
}

/// `/manage/{org}/{event}`
pub fn overview() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let (member, event) = managed(&call, org, slug, InviteToEvent).await?;
        let ledger = ledger::read(&call.app.db, call.now, event.id).await?;
        let actions = member.role.permits(ManageEvent).then(|| lifecycle(&ledger));
        let path = format!("/e/{}/{}", event.organization.slug, event.slug);
        let url = format!("{}{path}", call.app.base_url);
        let share = (event.schedule.status != EventStatus::Draft)
            .then(|| view! { <dl class="facts"><dt>"Public page"</dt><dd><a href=path>{url}</a></dd></dl> });
        let manages = member.role.permits(ManageEvent);
        let body = view! { {header(&event, Tab::Overview, manages)} {seats(&ledger)} {share} {actions} };
        Ok(Page::wide(event.details.title, body.into_any()).live(Live::of_managed(&ledger.event)))
    })
}

/// Publish, cancel, reopen: whichever fits.
fn lifecycle(ledger: &Ledger) -> AnyView {
    let event = &ledger.event;
    let button = |endpoint: &'static str, label: &'static str, class: &'static str, question: Option<Question>| {
        let (title, text, yes) = question.map_or((None, None, None), |q| (Some(q.title), Some(q.text), Some(q.yes)));
        view! {
            <form method="post" action=format!("/api/organizer/events/{endpoint}")>
                {hidden(vec![("event_id", event.id.to_string())])}
                <button class=class data-confirm=text data-confirm-title=title data-confirm-yes=yes>{label}</button>
            </form>
        }
        .into_any()
    };
    let cancel =
        || button("cancel", "Cancel the event", "btn danger", Some(confirm::cancel_event(event, &ledger.numbers)));
    let delete = || button("delete", "Delete the event", "btn danger", Some(confirm::delete_event(event)));
    let reopen = || button("reopen", "Open it again", "btn primary", None);
    let actions = match event.schedule.status {
        EventStatus::Draft => vec![button("publish", "Publish", "btn primary", None), delete()],
        EventStatus::Open => {
            let question = confirm::close_event(event, &ledger.numbers);
            vec![button("close", "Close registration", "btn", Some(question)), cancel()]
        }
        EventStatus::Closed => vec![reopen(), cancel()],
        EventStatus::Cancelled => vec![reopen(), delete()],
    };
    view! {
        <div class="actions">{actions}</div>
        <details class="more">
            <summary>"Copy the event"</summary>
            <form class="form" method="post" action="/api/organizer/events/copy">
                {hidden(vec![("event_id", event.id.to_string())])}
                <label class="field">"The copy starts"<input type="datetime-local" name="starts_at" required /></label>
                <p class="hint">"Every other time keeps its distance to the start. Nobody comes along."</p>
                <div class="actions"><button class="btn">"Copy as a draft"</button></div>
            </form>
        </details>
    }
    .into_any()
}

/// `/manage/{org}/new`
pub fn new() -> AnyView {
    let org = param("org");
    load(|call| async move {
        let account = Some(call.signed_in()?);
        let (_, organization) = member_of_organization(&call.app.db, account, &org, ManageEvent).await?;
        let typed = Typed::of(&call, "organizer/events/create");
        let body = view! {
            <header><p class="eyebrow"><a href=format!("/manage/{org}")>{organization.name}</a></p><h1>"New event"</h1></header>
            <form class="form" method="post" action="/api/organizer/events/create">
                {hidden(vec![("org", org)])}
                {fields(&typed, None, &organization.time_zone)}
                <div class="actions"><button class="btn primary">"Save as a draft"</button></div>
            </form>
        };
        Ok(Page::narrow("New event", body.into_any()))
    })
}

/// `/manage/{org}/{event}/edit`
pub fn edit() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let (_, event) = managed(&call, org, slug, ManageEvent).await?;
        let typed = Typed::of(&call, "organizer/events/update");
        let zone = event.zone().name().to_owned();
        let body = view! {
            {header(&event, Tab::Edit, true)}
            <form class="form" method="post" action="/api/organizer/events/update">
                {hidden(vec![("event_id", event.id.to_string())])}
                {fields(&typed, Some(&event), &zone)}
                <div class="actions"><button class="btn primary">"Save"</button></div>
            </form>
        };
        Ok(Page::wide(format!("Change {}", event.details.title), body.into_any()))
    })
}

fn fields(typed: &Typed, event: Option<&Event>, zone: &str) -> AnyView {
    let details = event.map(|event| event.details.clone());
    let text = |pick: fn(&crate::store::events::Details) -> String| details.as_ref().map(pick).unwrap_or_default();
    let local = |at: Option<chrono::DateTime<chrono::Utc>>| {
        at.zip(event.map(Event::zone)).map_or_else(String::new, |(at, zone)| zone::local_field(at, zone))
    };
    let number = |n: Option<i64>| n.map_or_else(String::new, |n| n.to_string());
    let visibility = details.as_ref().map_or("public", |details| details.visibility.as_str());
    let hide = details.as_ref().is_some_and(|details| details.hide_capacity);
    let zones = chrono_tz::TZ_VARIANTS.iter().map(|tz| (tz.name().to_owned(), tz.name().replace('_', " "))).collect();
    view! {
        {input(typed, Field { name: "title", label: "Title", kind: "text", required: true, value: text(|d| d.title.clone()), ..Field::default() })}
        <div class="row">
            {input(typed, Field { name: "starts_at", label: "Starts", kind: "datetime-local", required: true, value: local(event.map(|e| e.schedule.starts_at)), ..Field::default() })}
            {input(typed, Field { name: "ends_at", label: "Ends", kind: "datetime-local", required: true, value: local(event.map(|e| e.schedule.ends_at)), ..Field::default() })}
        </div>
        {select(typed, "time_zone", "Time zone", "All times here are read in it.", zones, zone)}
        {input(typed, Field { name: "venue", label: "Where", kind: "text", value: text(|d| d.venue.clone()), ..Field::default() })}
        <div class="row">
            {input(typed, Field { name: "max_attendees", label: "Seats", hint: "Empty: no limit. 0: nobody gets in but from the waitlist.", kind: "number", min: Some(0), max: Some(1_000_000), value: number(details.as_ref().and_then(|d| d.max_attendees)), ..Field::default() })}
            {input(typed, Field { name: "venue_capacity", label: "The venue holds", hint: "Empty: unknown. The smaller of the two counts.", kind: "number", min: Some(0), max: Some(1_000_000), value: number(details.as_ref().and_then(|d| d.venue_capacity)), ..Field::default() })}
        </div>
        {input(typed, Field { name: "registration_deadline", label: "Registration ends", hint: "Empty: when the event starts. No offer outlasts it.", kind: "datetime-local", value: local(event.and_then(|e| e.schedule.registration_deadline)), ..Field::default() })}
        {input(typed, Field { name: "description", label: "Description", kind: "textarea", value: text(|d| d.description.clone()), ..Field::default() })}
        {choices(typed, "visibility", "Who finds it?", vec![
            Choice { value: "public", title: "Everyone", consequence: "It is listed on the start page." },
            Choice { value: "unlisted", title: "Who has the link", consequence: "It is listed nowhere." },
            Choice { value: "private", title: "Who is invited", consequence: "Nobody else can see it or register." },
        ], visibility)}
        {choices(typed, "members_only", "Who may register?", vec![
            Choice { value: "false", title: "Everyone who finds it", consequence: "No membership is needed." },
            Choice { value: "true", title: "Members only", consequence: "Only members of your organization can register or wait." },
        ], if details.as_ref().is_some_and(|details| details.members_only) { "true" } else { "false" })}
        {choices(typed, "hide_capacity", "Numbers", vec![
            Choice { value: "false", title: "Shown", consequence: "People see how many seats are free and how many wait." },
            Choice { value: "true", title: "Hidden", consequence: "Only your team sees them." },
        ], if hide { "true" } else { "false" })}
    }
    .into_any()
}
