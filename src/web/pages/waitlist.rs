//! The organizer's waitlist: what its tabs share. Each tab is a file of its own.

pub mod history;
pub mod import;
pub mod message;
pub mod offers;
pub mod queue;
pub mod settings;

use leptos::prelude::*;

use super::manage_event::{Tab, header, managed, seats};
use crate::domain::ids::EntryId;
use crate::domain::role::Permission::{InviteToEvent, ManageEvent};
use crate::domain::text::{Text, say};
use crate::error::Result;
use crate::store::entries;
use crate::store::events::Event;
use crate::store::offers::{self as rows, OfferRow};
use crate::waitlist::ledger::{self, Ledger, Why};
use crate::web::components::fields::hidden;
use crate::web::components::layout::{Live, Page};
use crate::web::components::text::{told, when};
use crate::web::confirm::{self, Asks, Question};
use crate::web::error::Code;
use crate::web::forms::FlashKind;
use crate::web::shapes::pages;
use crate::web::viewer::{Call, lang, t};

pub(super) const PAGE_SIZE: i64 = 50;

/// What all tabs share.
pub(super) struct Frame {
    pub ledger: Ledger,
    /// May the viewer change things here?
    pub manages: bool,
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

impl Frame {
    fn event(&self) -> &Event {
        &self.ledger.event
    }

    /// `/manage/{org}/{event}/waitlist`
    fn base(&self) -> String {
        format!("/manage/{}/{}/waitlist", self.event().organization.slug, self.event().slug)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WaitlistTab {
    Queue,
    Offers,
    History,
    AddPeople,
    Message,
    Settings,
}

/// The tab's page; a conflict that waits for a choice stands before everything else.
pub(super) fn framed(frame: &Frame, tab: WaitlistTab, conflict: Option<AnyView>, body: AnyView) -> Page {
    let event = frame.event();
    let base = frame.base();
    let all = [
        (WaitlistTab::Queue, t!("waitlist-queue"), ""),
        (WaitlistTab::Offers, t!("waitlist-offers"), "/offers"),
        (WaitlistTab::History, t!("waitlist-history"), "/history"),
        (WaitlistTab::AddPeople, t!("waitlist-add"), "/import"),
        (WaitlistTab::Message, t!("waitlist-message"), "/message"),
        (WaitlistTab::Settings, t!("waitlist-settings"), "/settings"),
    ];
    let title = all.iter().find(|(which, ..)| *which == tab).map_or_else(String::new, |(_, label, _)| label.clone());
    let tabs = all
        .into_iter()
        .filter(|(which, ..)| frame.manages || !matches!(which, WaitlistTab::AddPeople | WaitlistTab::Message))
        .map(|(which, label, path)| {
            let current = (which == tab).then_some("page");
            let waiting = (which == WaitlistTab::Queue)
                .then(|| view! { " "<span class="n">{frame.ledger.numbers.waiting}</span> });
            view! { <a href=format!("{base}{path}") aria-current=current>{label}{waiting}</a> }
        })
        .collect_view();
    let body = view! {
        {conflict}
        {header(event, Tab::Waitlist, frame.manages)}
        {seats(&frame.ledger)}
        <nav class="tabs sub" aria-label=t!("tab-waitlist")>{tabs}</nav>
        <h2 class="visually-hidden">{title.clone()}</h2>
        {body}
    };
    let page = Page::wide(format!("{title} · {}", event.details.title), body.into_any());
    // A form that is being filled in stays as it is.
    match tab {
        WaitlistTab::Queue | WaitlistTab::Offers | WaitlistTab::History => page.live(Live::of_managed(event)),
        WaitlistTab::AddPeople | WaitlistTab::Message | WaitlistTab::Settings => page,
    }
}

/// The page that the address asks for; anything odd is the first.
pub(super) fn page_number(page: &str) -> i64 {
    page.parse().ok().filter(|n| (1..1_000_000).contains(n)).unwrap_or(1)
}

pub(super) fn pager(total: i64, page: i64, query: &str) -> AnyView {
    let last = pages(total, PAGE_SIZE);
    if last <= 1 {
        return ().into_any();
    }
    let link = |to: i64, label: String| view! { <a href=format!("?{query}&page={to}")>{label}</a> };
    let previous = (page > 1).then(|| link(page - 1, t!("pager-previous")));
    let next = (page < last).then(|| link(page + 1, t!("pager-next")));
    view! { <nav class="pager" aria-label=t!("pager")>{previous}<span>{t!("pager-page", page, last)}</span>{next}</nav> }
        .into_any()
}

/// A state: an icon, and a word.
pub(super) fn state(class: &str, icon: &'static str, word: &Text) -> AnyView {
    view! { <span class=format!("state {class}")><span aria-hidden="true">{icon}</span>" "{lang().say(word)}</span> }
        .into_any()
}

/// R7: without a window an offer's deadline has to be said.
fn needs_deadline(event: &Event) -> Option<&'static str> {
    event.settings.waitlist_time_window.is_none().then_some("expires_at")
}

/// A row's button, which says for whom it is.
struct RowForm<'a> {
    endpoint: &'static str,
    id: (&'static str, String),
    label: Text,
    name: &'a str,
    question: Option<Question>,
    deadline: Option<&'static str>,
}

fn row_form(event: &Event, form: RowForm<'_>) -> AnyView {
    let RowForm { endpoint, id, label, name, question, deadline } = form;
    let Asks { title, text, yes } = question.map(Asks::from).unwrap_or_default();
    let deadline = deadline.map(|field| {
        view! { <input type="datetime-local" name=field required aria-label=t!("offer-until", name) /> }
    });
    let label = lang().say(&label);
    view! {
        <form method="post" action=format!("/api/organizer/{endpoint}")>
            {hidden(vec![("event_id", event.id.to_string()), id])}
            {deadline}
            <button class="btn small" aria-label=format!("{label}: {name}") data-confirm=text data-confirm-title=title data-confirm-yes=yes>{label.clone()}</button>
        </form>
    }
    .into_any()
}

fn revoke(event: &Event, offer: &OfferRow) -> AnyView {
    let form = RowForm {
        endpoint: "offers/revoke",
        id: ("offer_id", offer.id.to_string()),
        label: say!("revoke"),
        name: &offer.name,
        question: Some(confirm::revoke(&offer.name)),
        deadline: None,
    };
    row_form(event, form)
}

/// 409 `capacity`: which pending offer is to be withdrawn for this one?
async fn conflict(call: &Call, frame: &Frame) -> Result<Option<AnyView>> {
    let Some(flash) = &call.flash else { return Ok(None) };
    let FlashKind::Failed(error) = &flash.kind else { return Ok(None) };
    if error.code != Code::Capacity {
        return Ok(None);
    }
    let event = frame.event();
    let pending = {
        let mut tx = call.app.db.read().await?;
        rows::pending_of(&mut tx, event.id).await?
    };
    if pending.is_empty() {
        let edit = format!("/manage/{}/{}/edit", event.organization.slug, event.slug);
        let banner = view! {
            <section class="banner" role="alert" tabindex="-1" aria-labelledby="conflict">
                <h2 id="conflict">{t!("conflict-none")}</h2>
                <p>{t!("conflict-none-text")}</p>
                <p class="actions"><a class="btn primary" href=edit>{t!("conflict-raise")}</a></p>
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
                    <small>{t!("until")}" "{when(offer.expires_at, zone)}</small>
                </label>
            }
        })
        .collect_view();
    let banner = view! {
        <section class="banner" role="alert" tabindex="-1" aria-labelledby="conflict">
            <h2 id="conflict">{t!("conflict")}</h2>
            <p>{told(&error.message)}</p>
            <form method="post" action=format!("/api/{}", flash.endpoint)>
                {again}
                <fieldset class="choices"><legend>{t!("conflict-choose", n = pending.len())}</legend>{options}</fieldset>
                <div class="actions"><button class="btn primary">{t!("conflict-yes")}</button></div>
            </form>
        </section>
    };
    Ok(Some(banner.into_any()))
}
