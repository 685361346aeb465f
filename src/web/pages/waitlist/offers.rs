//! `/manage/{org}/{event}/waitlist/offers`: by status, grouped by round.

use chrono::{DateTime, Utc};
use leptos::prelude::*;

use super::super::{param, query};
use super::{Frame, PAGE_SIZE, RowForm, WaitlistTab, conflict, frame, framed, needs_deadline, page_number, pager};
use super::{revoke, row_form, state};
use crate::domain::offer::{EndReason, MadeBy, OfferStatus};
use crate::domain::text::{Text, say, short};
use crate::domain::zone;
use crate::store::events::Event;
use crate::store::offers::{self, OfferRow};
use crate::web::components::fields::hidden;
use crate::web::components::layout::load;
use crate::web::components::text::{countdown, told, when};
use crate::web::viewer::{lang, t};

pub fn page() -> AnyView {
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
            offers::list(&mut tx, frame.event().id, &filter).await?
        };
        let conflict = conflict(&call, &frame).await?;
        let query = format!("status={}", filter.status.map_or("", OfferStatus::as_str));
        let body = view! { {by_status(&frame, filter.status)} {rounds(&frame, rows, call.now)} {pager(total, filter.page, &query)} };
        Ok(framed(&frame, WaitlistTab::Offers, conflict, body.into_any()))
    })
}

/// Links to each status with its count.
fn by_status(frame: &Frame, current: Option<OfferStatus>) -> AnyView {
    let counts = &frame.ledger.offers;
    let all: i64 = counts.iter().map(|(_, n)| n).sum();
    let link = |status: Option<OfferStatus>, label: String, n: i64| {
        let current = (status == current).then_some("page");
        view! { <a href=format!("?status={}", status.map_or("", OfferStatus::as_str)) aria-current=current>{label}" "<span class="n">{n}</span></a> }
    };
    let each = OfferStatus::ALL
        .iter()
        .map(|status| {
            let n = counts.iter().find(|(of, _)| of == status).map_or(0, |(_, n)| *n);
            link(Some(*status), lang().say(&word(*status)), n)
        })
        .collect_view();
    view! { <nav class="tabs sub" aria-label=t!("offers-status")>{link(None, t!("filter-all"), all)}{each}</nav> }
        .into_any()
}

fn word(status: OfferStatus) -> Text {
    Text::word("offer", status.as_str())
}

fn icon(status: OfferStatus) -> &'static str {
    match status {
        OfferStatus::Pending => "◔",
        OfferStatus::Claimed => "●",
        OfferStatus::Expired => "◌",
        OfferStatus::Revoked => "⊘",
    }
}

fn rounds(frame: &Frame, rows: Vec<OfferRow>, now: DateTime<Utc>) -> AnyView {
    if rows.is_empty() {
        return view! { <section class="empty"><h2>{t!("offers-none")}</h2><p>{t!("offers-none-text")}</p></section> }
            .into_any();
    }
    let event = frame.event();
    let rounds = rows
        .chunk_by(|a, b| a.batch_id == b.batch_id)
        .map(|round| round_of(event, frame.manages, round, now))
        .collect_view();
    view! { <ol class="rounds">{rounds}</ol> }.into_any()
}

fn round_of(event: &Event, manages: bool, round: &[OfferRow], now: DateTime<Utc>) -> AnyView {
    let first = &round[0];
    let claimed = round.iter().filter(|offer| offer.status == OfferStatus::Claimed).count();
    let by = match first.made_by {
        MadeBy::Pass if first.is_cutoff_batch => t!("round-final-call"),
        MadeBy::Pass if first.is_drawn => t!("round-drawn"),
        MadeBy::Pass => t!("round-in-order"),
        MadeBy::Organizer => t!("round-by-hand"),
    };
    let caption = t!("round-caption", at = short(first.created_at, event.zone()), by = &by);
    let rows = round.iter().map(|offer| row(event, manages, offer, now)).collect_view();
    view! {
        <li>
            <header><h2>{when(first.created_at, event.zone())}</h2><p>{by}" · "{t!("round-claimed", claimed, all = round.len())}</p></header>
            <table>
                <caption class="visually-hidden">{caption}</caption>
                <thead>
                    <tr><th scope="col">{t!("person")}</th><th scope="col">{t!("filter-state")}</th><th scope="col">{t!("actions")}</th></tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </li>
    }
    .into_any()
}

fn row(event: &Event, manages: bool, offer: &OfferRow, now: DateTime<Utc>) -> AnyView {
    let class = match offer.status {
        OfferStatus::Pending => "offered",
        other => other.as_str(),
    };
    let action = manages.then(|| match offer.status {
        OfferStatus::Pending => view! { {extend(event, offer)} {revoke(event, offer)} }.into_any(),
        OfferStatus::Expired | OfferStatus::Revoked => {
            let form = RowForm {
                endpoint: "offers/reactivate",
                id: ("offer_id", offer.id.to_string()),
                label: say!("reactivate"),
                name: &offer.name,
                question: None,
                deadline: needs_deadline(event),
            };
            row_form(event, form)
        }
        OfferStatus::Claimed => ().into_any(),
    });
    let seats = (offer.seats > 1).then(|| format!(" · {}", t!("seats-n", n = offer.seats)));
    view! {
        <tr>
            <td class="who"><b>{offer.name.clone()}</b><small>{offer.email.clone()}{seats}</small></td>
            <td class="stated">
                {state(class, icon(offer.status), &word(offer.status))}
                {notes(event, offer, now)}
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
                <summary aria-label=t!("extend-name", name = &offer.name)>{t!("extend")}</summary>
                <form class="form" method="post" action="/api/organizer/offers/extend">
                    {hidden(vec![("event_id", event.id.to_string()), ("offer_id", offer.id.to_string())])}
                    <label class="field">{t!("until-field")}<input type="datetime-local" name="expires_at" value=value required /></label>
                    <button class="btn small">{t!("extend")}</button>
                </form>
            </details>
        }
        .into_any()
    })
}

fn notes(event: &Event, offer: &OfferRow, now: DateTime<Utc>) -> AnyView {
    let near = |at: DateTime<Utc>| short(at, event.zone());
    let what = match (offer.status, offer.claimed_at.or(offer.ended_at)) {
        (OfferStatus::Pending, _) => {
            let until = say!("offer-until-when", until = near(offer.expires_at));
            view! { {told(&until)}", "{countdown(offer.expires_at, now, None)} }.into_any()
        }
        (OfferStatus::Claimed, Some(at)) => when(at, event.zone()),
        (_, Some(at)) => match offer.end_reason.as_deref().and_then(|reason| reason.parse().ok()) {
            Some(reason) => told(&say!("offer-ended", why = because(reason), at = near(at))),
            None => when(at, event.zone()),
        },
        _ => ().into_any(),
    };
    let mail = match offer.notified_at {
        Some(at) => say!("offer-told", at = near(at)),
        None => say!("offer-not-told"),
    };
    view! { <small>{what}</small><small>{told(&mail)}</small> }.into_any()
}

/// Why an offer ended, as a part of a sentence.
pub fn because(reason: EndReason) -> Text {
    Text::word("ended", reason.as_str())
}
