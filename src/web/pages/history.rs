//! The organizer's history: the activity log as sentences, and the draws of a lottery.

use leptos::prelude::*;
use serde_json::Value;

use super::waitlist::{PAGE_SIZE, frame, framed, page_number, pager};
use super::{param, query};
use crate::domain::{fields, zone};
use crate::notify::in_words;
use crate::store::activities::{self, Activity};
use crate::store::draws::{self, Drawing};
use crate::store::events::Event;
use crate::web::components::layout::load;
use crate::web::components::text::{count, when};
use crate::web::shapes::commitment_of;

const MOST_DRAWS: i64 = 20;

/// `/manage/{org}/{event}/waitlist/history`
pub fn page() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    let (on, page) = (query("on"), query("page"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        let event = &frame.ledger.event;
        let (on_one, page) = (on.parse().ok(), page_number(&page));
        let mut tx = call.app.db.read().await?;
        let (total, lines) = activities::list(&mut tx, event.id, on_one, page, PAGE_SIZE).await?;
        let draws = draws::list(&mut tx, event.id, MOST_DRAWS).await?;
        drop(tx);
        let list = if lines.is_empty() {
            view! {
                <section class="empty">
                    <h2>"Nothing has happened yet"</h2>
                    <p>"Every change of an offer, a place in line, a setting or the capacity is written down here, with who made it and why."</p>
                </section>
            }
            .into_any()
        } else {
            let lines = lines.iter().map(|line| row(event, line)).collect_view();
            view! { <ol class="log">{lines}</ol> }.into_any()
        };
        let body = view! { {lottery(event, &draws)} {list} {pager(total, page, &format!("on={on}"))} };
        Ok(framed(&frame, "History", None, body.into_any()))
    })
}

fn row(event: &Event, line: &Activity) -> AnyView {
    let reason = line.reason.clone().map(|reason| view! { <small>"Reason: "{reason}</small> });
    view! { <li>{when(line.at, event.zone())}<p>{sentence(event, line)}{reason}</p></li> }.into_any()
}

fn sentence(event: &Event, line: &Activity) -> String {
    let who = line.who_name.clone().unwrap_or_else(|| "nextseat".to_owned());
    let on = line.on_name.clone().unwrap_or_else(|| "someone".to_owned());
    let json = |text: &Option<String>| -> Value {
        text.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    };
    let (before, after) = (json(&line.before), json(&line.after));
    let until = || {
        let at = after["expires_at"].as_str().and_then(|at| at.parse().ok());
        at.map_or_else(String::new, |at| format!(" until {}", zone::write_short(at, event.zone())))
    };
    let why = after["end_reason"].as_str().and_then(|reason| reason.parse().ok()).map_or("", super::waitlist::because);
    match line.what.as_str() {
        "offer_made" => format!("{who} offered {on} a seat{}.", until()),
        "invited" => format!("{on} was invited in the final call."),
        "offer_expired" => format!("{on}'s offer ended: {why}."),
        "offer_passed" => format!("{on} passed this time."),
        "offer_revoked" => format!("{who} withdrew {on}'s offer: {why}."),
        "offer_reactivated" => format!("{who} made {on}'s offer again{}.", until()),
        "offer_extended" => format!("{who} extended {on}'s offer{}.", until()),
        "offer_deadline_moved" => format!("{on}'s offer now lasts{}.", until()),
        "promoted" => format!("{on} got a seat from the waitlist."),
        "entry_added" => format!("{who} put {on} on the waitlist."),
        "entries_imported" => {
            let people = count(after["added"].as_i64().unwrap_or_default(), "person", "people");
            format!("{who} imported {people}.")
        }
        "entry_removed" => format!("{who} removed {on} from the waitlist."),
        "entry_moved" => match after["before"].as_str() {
            Some(other) => format!("{who} moved {on} before {other}."),
            None => format!("{who} moved {on} to the end of the line."),
        },
        "entry_lifted" => format!("{who} let {on} be asked again."),
        "entry_barred" => format!("{on} can't be offered a seat any more: {}.", barred(&after)),
        "entry_unbarred" => format!("{on} can be offered a seat again."),
        "entry_paused" => format!("{on} is paused: no answer to 3 offers."),
        "entry_ready" => format!("{on} asked to be asked again."),
        "party_changed" => {
            format!("{on} waits for {} seats instead of {}.", after["party_size"], before["party_size"])
        }
        "registration_set" => format!("{who} entered {} for {on}.", after["answer"].as_str().unwrap_or("an answer")),
        "registration_removed" => format!("{who} removed {on}'s registration."),
        "settings_saved" | "event_changed" => format!("{who} changed {}.", changed(&before, &after)),
        "event_published" => format!("{who} published the event."),
        "event_cancelled" => format!("{who} cancelled the event."),
        "event_closed" => format!("{who} closed registration."),
        "event_reopened" => format!("{who} opened the event again."),
        "final_call_began" => "The final call began.".to_owned(),
        "final_call_ended" => "The final call ended.".to_owned(),
        "lottery_drawn" => {
            format!("{} of {} people were drawn.", after["offered"], after["pool"])
        }
        "message_sent" => {
            let people = count(after["people"].as_i64().unwrap_or_default(), "person", "people");
            format!("{who} wrote to {people}: “{}”.", after["subject"].as_str().unwrap_or_default())
        }
        "account_erased" => "Someone's account was erased.".to_owned(),
        other => format!("{who}: {} ({on}).", other.replace('_', " ")),
    }
}

fn barred(after: &Value) -> &'static str {
    match after["barred"].as_str() {
        Some("blocked") => "on the blocklist",
        Some("requires_invitation") => "not invited",
        _ => "not a member",
    }
}

/// `waitlist open: false → true, …`
fn changed(before: &Value, after: &Value) -> String {
    let word = |value: &Value| match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => match fields::duration(text) {
            Ok(duration) if text.starts_with('P') => in_words(duration),
            _ => text.clone(),
        },
        other => other.to_string(),
    };
    let fields = after.as_object().into_iter().flatten().filter(|(name, value)| before[name.as_str()] != **value);
    let changes: Vec<String> = fields
        .map(|(name, value)| format!("{}: {} → {}", name.replace('_', " "), word(&before[name.as_str()]), word(value)))
        .collect();
    if changes.is_empty() { "nothing".to_owned() } else { changes.join(", ") }
}

/// R18: what is committed to, and what was drawn.
fn lottery(event: &Event, draws: &[Drawing]) -> AnyView {
    let next = commitment_of(event);
    if next.is_none() && draws.is_empty() {
        return ().into_any();
    }
    let next = next.map(
        |commitment| view! { <p>"The next draw's seed has the SHA-256 "<code class="hash">{commitment}</code></p> },
    );
    let items = draws
        .iter()
        .map(|draw| {
            let href = format!("/api/organizer/draw?event_id={}&batch_id={}", event.id, draw.batch_id);
            view! { <li>{when(draw.created_at, event.zone())}" "<a href=href download="draw.json">"The draw as a file"</a></li> }
        })
        .collect_view();
    let list = (!draws.is_empty()).then(|| {
        view! { <ul>{items}</ul><p class="hint">"“nextseat verify-draw draw.json” computes a draw again."</p> }
    });
    view! { <section class="prose" aria-labelledby="draws"><h2 id="draws">"Draws"</h2>{next}{list}</section> }
        .into_any()
}
