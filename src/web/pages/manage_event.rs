//! An event as its organizers see it: overview, and the form that makes or changes it.

use leptos::prelude::*;

use super::event::share_field;
use super::param;
use crate::account::{Member, member_of_event, member_of_organization};
use crate::domain::event::{EventStatus, Visibility};
use crate::domain::role::Permission::{self, InviteToEvent, ManageEvent};
use crate::domain::settings::Mode;
use crate::domain::text::{Text, say, short};
use crate::domain::zone;
use crate::error::Result;
use crate::store::events::Event;
use crate::waitlist::figures;
use crate::waitlist::ledger::{self, Ledger, Next, Why};
use crate::waitlist::settle::Trigger;
use crate::waitlist::status::EventRef;
use crate::web::components::chart;
use crate::web::components::fields::{Choice, Field, Typed, choices, hidden, input, select};
use crate::web::components::layout::{Live, Page, load};
use crate::web::components::text::{all_told, told, when_in_full};
use crate::web::confirm::{self, Asks, Question};
use crate::web::viewer::{Call, t};

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
        (Tab::Overview, t!("tab-overview"), ""),
        (Tab::Waitlist, t!("tab-waitlist"), "/waitlist"),
        (Tab::Registrations, t!("tab-registrations"), "/registrations"),
        (Tab::Invitations, t!("tab-invitations"), "/invitations"),
        (Tab::Edit, t!("tab-event"), "/edit"),
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
        EventStatus::Draft => Some(t!("status-draft")),
        EventStatus::Cancelled => Some(t!("status-cancelled")),
        EventStatus::Closed => Some(t!("status-closed")),
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
        <nav class="tabs" aria-label=t!("tab-event")>{tabs}</nav>
    }
    .into_any()
}

/// The sum that adds up, why nothing happens or what is next, and the last pass.
pub fn seats(ledger: &Ledger) -> AnyView {
    let seats = ledger.numbers.seats(&ledger.event);
    let box_ = |class: &'static str, n: String, k: String| {
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
    let over = (over > 0).then(|| view! { <p class="why attend">{t!("sum-over", over)}</p> });
    view! {
        <section aria-label=t!("seats") class="sum">
            <div class="ledger">
                {box_("", capacity, t!("sum-seats"))}{op("=")}
                {box_("going", seats.attendees.to_string(), t!("sum-going"))}{op("+")}
                {box_("held", seats.held.to_string(), t!("sum-held"))}{op("+")}
                {box_("free", free, t!("sum-free"))}
                {box_("apart", ledger.numbers.waiting.to_string(), t!("sum-waiting"))}
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
    let mut said: Vec<Text> = ledger.why.map(Why::sentence).into_iter().collect();
    said.extend(ledger.next.map(|(at, next)| next_text(ledger, next, short(at, zone))));
    if ledger.mail_failures > 0 {
        said.push(say!("sum-mail-failures", n = ledger.mail_failures));
    }
    let last = ledger.event.last_pass.as_ref().map(|pass| {
        let made = match pass.offers_created {
            0 => Text::word("pass", pass.status.as_str()),
            n => say!("pass-made", n),
        };
        let after = pass.trigger.parse().map_or_else(|_| say!("trigger-unknown"), Trigger::in_words);
        view! { <p class="eyebrow">{told(&say!("sum-last", made, after, at = short(pass.at, zone)))}</p> }
    });
    let act = matches!(ledger.why, Some(Why::Draft)) || ledger.mail_failures > 0;
    let class = if act { "why attend" } else { "why" };
    view! { <p class=class>{all_told(&said)}</p> {last} }.into_any()
}

fn next_text(ledger: &Ledger, next: Next, at: crate::domain::text::When) -> Text {
    match (next, ledger.event.mode()) {
        (Next::OfferEnds, Mode::Offers { .. } | Mode::FinalCall) => say!("next-offer-ends", at),
        (Next::OfferEnds, _) => say!("next-offer-frees", at),
        (Next::FinalCallBegins, _) => say!("next-call-begins", at),
        (Next::FinalCallEnds, _) => say!("next-call-ends", at),
        (Next::PlaceChanges, _) => say!("next-place", at),
    }
}

/// `/manage/{org}/{event}`
pub fn overview() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let (member, event) = managed(&call, org, slug, InviteToEvent).await?;
        let ledger = ledger::read(&call.app.db, call.now, event.id).await?;
        let figures = figures::read(&call.app.db, call.now, &ledger.event, &ledger.numbers).await?;
        let manages = member.role.permits(ManageEvent);
        let actions = manages.then(|| lifecycle(&ledger));
        let body = view! {
            {header(&event, Tab::Overview, manages)}
            {seats(&ledger)}
            <section class="block" aria-labelledby="figures">
                <h2 id="figures">{t!("overview-figures")}</h2>
                {chart::figures(&figures)}
                {chart::chart(&figures.days)}
            </section>
            {links(&call, &ledger.event)}
            {actions}
        };
        Ok(Page::wide(event.details.title, body.into_any()).live(Live::of_managed(&ledger.event)))
    })
}

/// What an organizer passes on or prints.
fn links(call: &Call, event: &Event) -> Option<AnyView> {
    (event.schedule.status != EventStatus::Draft).then(|| {
        let (org, slug) = (&event.organization.slug, &event.slug);
        let path = format!("/e/{org}/{slug}");
        let url = format!("{}{path}", call.app.base_url);
        view! {
            <section class="block" aria-labelledby="links">
                <h2 id="links">{t!("overview-links")}</h2>
                {share_field(&url)}
                <p class="actions">
                    <a class="btn" href=path>{t!("overview-public")}</a>
                    <a class="btn" href=format!("/manage/{org}/{slug}/door")>{t!("overview-door")}</a>
                </p>
            </section>
        }
        .into_any()
    })
}

/// Publish, cancel, reopen: whichever fits.
fn lifecycle(ledger: &Ledger) -> AnyView {
    let event = &ledger.event;
    let button = |endpoint: &'static str, label: String, class: &'static str, question: Option<Question>| {
        let Asks { title, text, yes } = question.map(Asks::from).unwrap_or_default();
        view! {
            <form method="post" action=format!("/api/organizer/events/{endpoint}")>
                {hidden(vec![("event_id", event.id.to_string())])}
                <button class=class data-confirm=text data-confirm-title=title data-confirm-yes=yes>{label}</button>
            </form>
        }
        .into_any()
    };
    let cancel = || {
        let question = confirm::cancel_event(event, &ledger.numbers);
        button("cancel", t!("overview-cancel"), "btn danger", Some(question))
    };
    let delete = || button("delete", t!("overview-delete"), "btn danger", Some(confirm::delete_event(event)));
    let reopen = || button("reopen", t!("overview-reopen"), "btn primary", None);
    let actions = match event.schedule.status {
        EventStatus::Draft => vec![button("publish", t!("overview-publish"), "btn primary", None), delete()],
        EventStatus::Open => {
            let question = confirm::close_event(event, &ledger.numbers);
            vec![button("close", t!("overview-close"), "btn", Some(question)), cancel()]
        }
        EventStatus::Closed => vec![reopen(), cancel()],
        EventStatus::Cancelled => vec![reopen(), delete()],
    };
    view! {
        <section class="block" aria-labelledby="event-acts">
            <h2 id="event-acts">{t!("tab-event")}</h2>
            <div class="actions">{actions}</div>
            <details class="more">
                <summary>{t!("overview-copy")}</summary>
                <form class="form" method="post" action="/api/organizer/events/copy">
                    {hidden(vec![("event_id", event.id.to_string())])}
                    <label class="field">{t!("overview-copy-starts")}<input type="datetime-local" name="starts_at" required /></label>
                    <p class="hint">{t!("overview-copy-hint")}</p>
                    <div class="actions"><button class="btn">{t!("overview-copy-yes")}</button></div>
                </form>
            </details>
        </section>
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
        // An organization that never chose a zone is probably in its organizer's.
        let mine = call.account.as_ref().and_then(|account| account.time_zone.as_deref());
        let zone = mine.filter(|_| organization.time_zone == "UTC").unwrap_or(&organization.time_zone);
        let body = view! {
            <header><p class="eyebrow"><a href=format!("/manage/{org}")>{organization.name}</a></p><h1>{t!("manage-new")}</h1></header>
            <form class="form" method="post" action="/api/organizer/events/create">
                {hidden(vec![("org", org)])}
                {fields(&typed, None, zone)}
                <div class="actions"><button class="btn primary">{t!("event-save-draft")}</button></div>
            </form>
        };
        Ok(Page::narrow(t!("manage-new"), body.into_any()))
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
            <h2 class="visually-hidden">{t!("event-change", title = &event.details.title)}</h2>
            <form class="form" method="post" action="/api/organizer/events/update">
                {hidden(vec![("event_id", event.id.to_string())])}
                {fields(&typed, Some(&event), &zone)}
                <div class="actions"><button class="btn primary">{t!("save")}</button></div>
            </form>
        };
        Ok(Page::wide(t!("event-change", title = event.details.title), body.into_any()))
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
        {input(typed, Field { name: "title", label: t!("event-title"), required: true, value: text(|d| d.title.clone()), ..Field::default() })}
        <div class="row">
            {input(typed, Field { name: "starts_at", label: t!("event-starts"), kind: "datetime-local", required: true, value: local(event.map(|e| e.schedule.starts_at)), ..Field::default() })}
            {input(typed, Field { name: "ends_at", label: t!("event-ends"), kind: "datetime-local", required: true, value: local(event.map(|e| e.schedule.ends_at)), ..Field::default() })}
        </div>
        {select(typed, "time_zone", t!("event-zone"), t!("event-zone-hint"), zones, zone)}
        {input(typed, Field { name: "venue", label: t!("event-where"), value: text(|d| d.venue.clone()), ..Field::default() })}
        <div class="row">
            {input(typed, Field { name: "max_attendees", label: t!("seats"), hint: t!("event-seats-hint"), kind: "number", min: Some(0), max: Some(1_000_000), value: number(details.as_ref().and_then(|d| d.max_attendees)), ..Field::default() })}
            {input(typed, Field { name: "venue_capacity", label: t!("event-venue-holds"), hint: t!("event-venue-holds-hint"), kind: "number", min: Some(0), max: Some(1_000_000), value: number(details.as_ref().and_then(|d| d.venue_capacity)), ..Field::default() })}
        </div>
        {input(typed, Field { name: "registration_deadline", label: t!("event-registration-ends"), hint: t!("event-registration-ends-hint"), kind: "datetime-local", value: local(event.and_then(|e| e.schedule.registration_deadline)), ..Field::default() })}
        {input(typed, Field { name: "description", label: t!("event-description"), kind: "textarea", value: text(|d| d.description.clone()), ..Field::default() })}
        {choices(typed, "visibility", t!("event-visibility"), vec![
            Choice { value: "public", title: t!("event-public"), consequence: t!("event-public-text") },
            Choice { value: "unlisted", title: t!("event-unlisted"), consequence: t!("event-unlisted-text") },
            Choice { value: "private", title: t!("event-private"), consequence: t!("event-private-text") },
        ], visibility)}
        {choices(typed, "members_only", t!("event-members"), vec![
            Choice { value: "false", title: t!("event-anyone"), consequence: t!("event-anyone-text") },
            Choice { value: "true", title: t!("event-members-only"), consequence: t!("event-members-only-text") },
        ], if details.as_ref().is_some_and(|details| details.members_only) { "true" } else { "false" })}
        {choices(typed, "hide_capacity", t!("event-numbers"), vec![
            Choice { value: "false", title: t!("event-shown"), consequence: t!("event-shown-text") },
            Choice { value: "true", title: t!("event-hidden"), consequence: t!("event-hidden-text") },
        ], if hide { "true" } else { "false" })}
    }
    .into_any()
}
