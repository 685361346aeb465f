//! `/manage/{org}/{event}/waitlist/settings`: a form that explains itself, reads itself back, and says what saving would do.

use chrono::NaiveTime;
use leptos::prelude::*;

use super::super::param;
use super::{Frame, WaitlistTab, frame, framed};
use crate::domain::fields::{Fields, write_duration};
use crate::domain::settings::{Around, Mode, SettingsForm, WaitlistSettings};
use crate::domain::text::{Text, say};
use crate::domain::zone;
use crate::store::events::Event;
use crate::web::api::SettingsFields;
use crate::web::components::fields::{Choice, Field, Typed, choices, hidden, input};
use crate::web::components::layout::load;
use crate::web::components::text::{all_told, told};
use crate::web::confirm;
use crate::web::forms::PREVIEW;
use crate::web::viewer::{Call, t};

pub fn page() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        let typed = Typed::of(&call, "organizer/settings");
        let said = read_back(&as_typed(&call, frame.event()));
        let readback = format!("{}/readback", frame.base());
        let form = if frame.manages {
            form(&frame, &typed)
        } else {
            view! { <p class="hint">{t!("settings-managers")}</p> }.into_any()
        };
        let body = view! {
            <div class="beside">
                <section class="readback" aria-labelledby="readback">
                    <h2 id="readback" class="eyebrow">{t!("settings-readback")}</h2>
                    <p aria-live="polite" data-readback=readback>{all_told(&said)}</p>
                </section>
                {form}
            </div>
        };
        Ok(framed(&frame, WaitlistTab::Settings, None, body.into_any()))
    })
}

/// The settings as they were typed for a preview, else as they are.
fn as_typed(call: &Call, event: &Event) -> WaitlistSettings {
    let typed = call.flash.as_ref().filter(|flash| flash.endpoint == PREVIEW);
    let fields = typed.and_then(|flash| serde_json::to_value(&flash.typed).ok());
    let fields: SettingsFields = fields.and_then(|fields| serde_json::from_value(fields).ok()).unwrap_or_default();
    let around = Around { zone: event.zone(), starts_at: Some(event.schedule.starts_at), kind: event.kind };
    SettingsForm::from(fields).apply(&event.settings, around, &mut Fields::default())
}

/// The settings in a sentence or two.
pub fn read_back(settings: &WaitlistSettings) -> Vec<Text> {
    let first = match settings.mode(false) {
        Mode::Closed => return vec![say!("readback-closed")],
        Mode::Passive => return vec![say!("readback-passive")],
        Mode::Promotion => return vec![say!("readback-promotion")],
        // The settings don't know about the clock.
        Mode::FinalCall => return vec![],
        Mode::Offers { window, batch: None, lottery: true } => say!("readback-drawn", window),
        Mode::Offers { window, batch: Some(n), lottery: true } => say!("readback-drawn-batch", window, n),
        Mode::Offers { window, batch: None, .. } => say!("readback-next", window),
        Mode::Offers { window, batch: Some(n), .. } => say!("readback-next-batch", window, n),
    };
    let call = match settings.waitlist_cutoff_date {
        None => say!("readback-min-window", window = settings.waitlist_min_window),
        Some(_) => say!("readback-cutoff"),
    };
    vec![first, say!("readback-silence"), call]
}

fn form(frame: &Frame, typed: &Typed) -> AnyView {
    let event = frame.event();
    view! {
        <form class="form" method="post" action="/api/organizer/settings">
            {hidden(vec![("event_id", event.id.to_string())])}
            {who_joins(frame, typed)}
            {how_offered(&event.settings, typed)}
            {in_between(&event.settings, typed)}
            {at_the_end(frame, typed)}
            <div class="actions">
                <button class="btn primary">{t!("save")}</button>
                <button class="btn" formaction="/api/organizer/settings_preview">{t!("settings-preview")}</button>
            </div>
        </form>
    }
    .into_any()
}

fn flag(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

fn who_joins(frame: &Frame, typed: &Typed) -> AnyView {
    let settings = &frame.event().settings;
    let closing = settings.waitlist_open.then(|| {
        let text = confirm::close_list(&frame.ledger.numbers).text;
        view! { <p class="hint">{told(&say!("settings-closing", text))}</p> }
    });
    let open = vec![
        Choice { value: "true", title: t!("settings-open"), consequence: t!("settings-open-text") },
        Choice { value: "false", title: t!("settings-closed"), consequence: t!("settings-closed-text") },
    ];
    let party = Field {
        name: "max_party_size",
        label: t!("settings-party"),
        hint: t!("settings-party-hint"),
        kind: "number",
        min: Some(1),
        max: Some(20),
        value: settings.max_party_size.to_string(),
        ..Field::default()
    };
    view! {
        <section>
            <h2>{t!("settings-joining")}</h2>
            {choices(typed, "waitlist_open", t!("settings-may-queue"), open, flag(settings.waitlist_open))}
            {closing}
            {input(typed, party)}
        </section>
    }
    .into_any()
}

fn how_offered(settings: &WaitlistSettings, typed: &Typed) -> AnyView {
    let window = Field {
        name: "waitlist_time_window",
        label: t!("settings-window"),
        hint: t!("settings-window-hint"),
        value: settings.waitlist_time_window.map(write_duration).unwrap_or_default(),
        ..Field::default()
    };
    let batch = Field {
        name: "waitlist_batch_size",
        label: t!("settings-batch"),
        hint: t!("settings-batch-hint"),
        kind: "number",
        min: Some(0),
        value: settings.waitlist_batch_size.to_string(),
        ..Field::default()
    };
    let order = vec![
        Choice { value: "false", title: t!("settings-in-order"), consequence: t!("settings-in-order-text") },
        Choice { value: "true", title: t!("settings-drawn"), consequence: t!("settings-drawn-text") },
    ];
    let promote = vec![
        Choice { value: "false", title: t!("settings-by-hand"), consequence: t!("settings-by-hand-text") },
        Choice { value: "true", title: t!("settings-at-once"), consequence: t!("settings-at-once-text") },
    ];
    view! {
        <section>
            <h2>{t!("settings-offers")}</h2>
            {input(typed, window)}
            {input(typed, batch)}
            {choices(typed, "waitlist_lottery_mode", t!("settings-who"), order, flag(settings.waitlist_lottery_mode))}
            {choices(typed, "waitlist_auto_promote", t!("settings-no-window"), promote, flag(settings.waitlist_auto_promote))}
        </section>
    }
    .into_any()
}

fn in_between(settings: &WaitlistSettings, typed: &Typed) -> AnyView {
    let fit = vec![
        Choice { value: "strict", title: t!("settings-strict"), consequence: t!("settings-strict-text") },
        Choice { value: "fill", title: t!("settings-fill"), consequence: t!("settings-fill-text") },
    ];
    let first = vec![
        Choice { value: "false", title: t!("settings-everyone"), consequence: t!("settings-everyone-text") },
        Choice { value: "true", title: t!("settings-queue-first"), consequence: t!("settings-queue-first-text") },
    ];
    view! {
        <section>
            <h2>{t!("settings-free-seats")}</h2>
            {choices(typed, "waitlist_fit", t!("settings-fit"), fit, settings.waitlist_fit.as_str())}
            {choices(typed, "waitlist_queue_first", t!("settings-while"), first, flag(settings.waitlist_queue_first))}
        </section>
    }
    .into_any()
}

fn at_the_end(frame: &Frame, typed: &Typed) -> AnyView {
    let (event, settings) = (frame.event(), &frame.event().settings);
    let time = |time: Option<NaiveTime>| time.map_or_else(String::new, |time| time.format("%H:%M").to_string());
    let cutoff = Field {
        name: "waitlist_cutoff_date",
        label: t!("settings-cutoff"),
        hint: t!("settings-cutoff-hint"),
        kind: "datetime-local",
        value: settings.waitlist_cutoff_date.map_or_else(String::new, |at| zone::local_field(at, event.zone())),
        ..Field::default()
    };
    let min_window = Field {
        name: "waitlist_min_window",
        label: t!("settings-min-window"),
        hint: t!("settings-min-window-hint"),
        value: write_duration(settings.waitlist_min_window),
        ..Field::default()
    };
    let from = Field {
        name: "quiet_from",
        label: t!("settings-quiet-from"),
        hint: t!("settings-quiet-hint"),
        kind: "time",
        value: time(settings.quiet_from),
        ..Field::default()
    };
    let to = Field {
        name: "quiet_to",
        label: t!("until"),
        hint: t!("settings-quiet-zone"),
        kind: "time",
        value: time(settings.quiet_to),
        ..Field::default()
    };
    view! {
        <section>
            <h2>{t!("settings-end")}</h2>
            {input(typed, cutoff)}
            {input(typed, min_window)}
            <div class="row">{input(typed, from)}{input(typed, to)}</div>
        </section>
    }
    .into_any()
}
