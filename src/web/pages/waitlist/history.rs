//! The organizer's history: the activity log as sentences, and the draws of a lottery.

use leptos::prelude::*;
use serde_json::Value;

use super::super::{param, query};
use super::offers::because;
use super::{PAGE_SIZE, WaitlistTab, frame, framed, page_number, pager};
use crate::domain::fields;
use crate::domain::text::{Text, say, short};
use crate::store::activities::{self, Activity};
use crate::store::draws::{self, Drawing};
use crate::store::events::Event;
use crate::web::components::layout::load;
use crate::web::components::text::{told, when};
use crate::web::shapes::commitment_of;
use crate::web::viewer::{lang, t};

const MOST_DRAWS: i64 = 20;

/// `/manage/{org}/{event}/waitlist/history`
pub fn page() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    let (on, page) = (query("on"), query("page"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        let event = frame.event();
        let (on_one, page) = (on.parse().ok(), page_number(&page));
        let mut tx = call.app.db.read().await?;
        let (total, lines) = activities::list(&mut tx, event.id, on_one, page, PAGE_SIZE).await?;
        let draws = draws::list(&mut tx, event.id, MOST_DRAWS).await?;
        drop(tx);
        let list = if lines.is_empty() {
            view! { <section class="empty"><h2>{t!("history-empty")}</h2><p>{t!("history-empty-text")}</p></section> }
                .into_any()
        } else {
            let lines = lines.iter().map(|line| row(event, line)).collect_view();
            view! { <ol class="log">{lines}</ol> }.into_any()
        };
        let only = on_one
            .is_some()
            .then(|| view! { <p class="hint">{t!("history-only")}" "<a href="?">{t!("filter-clear")}</a></p> });
        let body = view! { {only} {lottery(event, &draws)} {list} {pager(total, page, &format!("on={on}"))} };
        Ok(framed(&frame, WaitlistTab::History, None, body.into_any()))
    })
}

fn row(event: &Event, line: &Activity) -> AnyView {
    let reason = line.reason.clone().map(|reason| view! { <small>{t!("history-reason", reason)}</small> });
    view! { <li>{when(line.at, event.zone())}<p>{told(&sentence(event, line))}{reason}</p></li> }.into_any()
}

fn sentence(event: &Event, line: &Activity) -> Text {
    let who = || line.who_name.clone().unwrap_or_else(|| "nextseat".to_owned());
    let on = || line.on_name.clone().unwrap_or_else(|| t!("someone"));
    let json = |text: &Option<String>| -> Value {
        text.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    };
    let (before, after) = (json(&line.before), json(&line.after));
    let until = || {
        let at = after["expires_at"].as_str().and_then(|at| at.parse().ok());
        at.map_or_else(|| say!("history-no-deadline"), |at| say!("history-until", at = short(at, event.zone())))
    };
    let why = || match after["end_reason"].as_str().and_then(|reason| reason.parse().ok()) {
        Some(reason) => because(reason),
        None => say!("history-no-reason"),
    };
    let number = |name: &str| after[name].as_i64().unwrap_or_default();
    match line.what.as_str() {
        "offer_made" => {
            let seats = number("seats").max(1);
            say!("history-offer-made", who = who(), on = on(), seats, until = until())
        }
        "invited" => say!("history-invited", on = on()),
        "offer_expired" => say!("history-offer-expired", on = on(), why = why()),
        "offer_passed" => say!("history-offer-passed", on = on()),
        "offer_revoked" if after["for_someone_else"] == true => {
            say!("history-offer-replaced", who = who(), on = on())
        }
        "offer_revoked" => say!("history-offer-revoked", who = who(), on = on(), why = why()),
        "offer_reactivated" => say!("history-offer-reactivated", who = who(), on = on(), until = until()),
        "offer_extended" => say!("history-offer-extended", who = who(), on = on(), until = until()),
        "offer_deadline_moved" => say!("history-offer-deadline-moved", on = on(), until = until()),
        "promoted" => say!("history-promoted", on = on()),
        "entry_added" => say!("history-entry-added", who = who(), on = on()),
        "entries_imported" => say!("history-entries-imported", who = who(), n = number("added")),
        "entry_removed" => say!("history-entry-removed", who = who(), on = on()),
        "entry_moved" => match after["before"].as_str() {
            Some(other) => say!("history-entry-moved", who = who(), on = on(), other),
            None => say!("history-entry-moved-end", who = who(), on = on()),
        },
        "entry_lifted" => say!("history-entry-lifted", who = who(), on = on()),
        "entry_barred" => {
            let barred = after["barred"].as_str().filter(|word| ["blocked", "requires_invitation"].contains(word));
            say!("history-entry-barred", on = on(), why = Text::word("note", barred.unwrap_or("members_only")))
        }
        "entry_unbarred" => say!("history-entry-unbarred", on = on()),
        "entry_paused" => say!("history-entry-paused", on = on()),
        "entry_ready" => say!("history-entry-ready", on = on()),
        "party_changed" => {
            let was = before["party_size"].as_i64().unwrap_or_default();
            say!("history-party-changed", on = on(), n = number("party_size"), was)
        }
        "registration_set" => {
            let answer = after["answer"].as_str().filter(|word| ["yes", "no", "maybe"].contains(word));
            say!(
                "history-registration-set",
                who = who(),
                on = on(),
                answer = Text::word("answer", answer.unwrap_or("maybe"))
            )
        }
        "registration_removed" => say!("history-registration-removed", who = who(), on = on()),
        "settings_saved" | "event_changed" => say!("history-changed", who = who(), what = changed(&before, &after)),
        "event_published" => say!("history-published", who = who()),
        "event_cancelled" => say!("history-cancelled", who = who()),
        "event_closed" => say!("history-closed", who = who()),
        "event_reopened" => say!("history-reopened", who = who()),
        "final_call_began" => say!("history-call-began"),
        "final_call_ended" => say!("history-call-ended"),
        "lottery_drawn" => say!("history-drawn", offered = number("offered"), pool = number("pool")),
        "message_sent" => {
            let subject = after["subject"].as_str().unwrap_or_default();
            say!("history-message", who = who(), n = number("people"), subject)
        }
        "account_erased" => say!("history-erased"),
        other => say!("history-other", who = who(), on = on(), what = other.replace('_', " ")),
    }
}

/// `waitlist open: false → true, …`: the fields by the names that the API knows them by.
fn changed(before: &Value, after: &Value) -> String {
    let word = |value: &Value| match value {
        Value::Null => t!("none"),
        Value::String(text) => match fields::duration(text) {
            Ok(duration) if text.starts_with('P') => lang().lasts(duration),
            _ => text.clone(),
        },
        other => other.to_string(),
    };
    let fields = after.as_object().into_iter().flatten().filter(|(name, value)| before[name.as_str()] != **value);
    let changes: Vec<String> = fields
        .map(|(name, value)| format!("{}: {} → {}", name.replace('_', " "), word(&before[name.as_str()]), word(value)))
        .collect();
    if changes.is_empty() { t!("nothing") } else { changes.join(", ") }
}

/// R18: what is committed to, and what was drawn.
fn lottery(event: &Event, draws: &[Drawing]) -> AnyView {
    let next = commitment_of(event);
    if next.is_none() && draws.is_empty() {
        return ().into_any();
    }
    let next = next.map(|commitment| view! { <p>{t!("draws-next")}" "<code class="hash">{commitment}</code></p> });
    let items = draws
        .iter()
        .map(|draw| {
            let href = format!("/api/organizer/draw?event_id={}&batch_id={}", event.id, draw.batch_id);
            view! { <li>{when(draw.created_at, event.zone())}" "<a href=href download="draw.json">{t!("draws-file")}</a></li> }
        })
        .collect_view();
    let list = (!draws.is_empty()).then(|| {
        view! { <ul>{items}</ul><p class="hint">{t!("draws-verify")}</p> }
    });
    view! { <section class="prose" aria-labelledby="draws"><h2 id="draws">{t!("draws")}</h2>{next}{list}</section> }
        .into_any()
}
