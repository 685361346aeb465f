//! People put on the waitlist by hand or from a file.

use leptos::prelude::*;

use super::param;
use super::waitlist::{frame, framed};
use crate::error::Refusal;
use crate::store::events::Event;
use crate::waitlist::add::Report;
use crate::web::components::fields::{Choice, Field, Typed, choices, hidden, input};
use crate::web::components::layout::load;
use crate::web::components::text::count;
use crate::web::forms::FlashKind;

/// `/manage/{org}/{event}/waitlist/import`
pub fn page() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        if !frame.manages() {
            return Err(Refusal::Forbidden.into());
        }
        let event = &frame.ledger.event;
        let report = call.flash.as_ref().and_then(|flash| match &flash.kind {
            FlashKind::Imported(report) => Some(report.clone()),
            _ => None,
        });
        let csv = format!("/manage/{}/{}/waitlist.csv", event.organization.slug, event.slug);
        let dry = report.as_ref().is_none_or(|report| !report.dry_run || report.added == 0);
        let body = view! {
            {report.map(told)}
            {upload(event, &Typed::of(&call, "import"), dry)}
            {by_hand(event, &Typed::of(&call, "organizer/entries/add"))}
            <p><a href=csv download="">"Download the waitlist as CSV"</a></p>
        };
        Ok(framed(&frame, "Add people", None, body.into_any()))
    })
}

fn upload(event: &Event, typed: &Typed, dry: bool) -> AnyView {
    let action = format!("/manage/{}/{}/import", event.organization.slug, event.slug);
    view! {
        <section aria-labelledby="from-file">
            <h2 id="from-file">"From a file"</h2>
            <form class="form" method="post" action=action enctype="multipart/form-data">
                {input(typed, Field { name: "file", label: "CSV file", hint: "Columns name and email; party_size and joined_at if you have them. People are appended in the order of their join times.", kind: "file", required: true, ..Field::default() })}
                {choices(typed, "dry_run", "What to do", vec![
                    Choice { value: "true", title: "Only look", consequence: "Nothing is written and nobody is mailed; you see what would happen." },
                    Choice { value: "false", title: "Import", consequence: "People join the line, and each is told once." },
                ], if dry { "true" } else { "false" })}
                <div class="actions"><button class="btn primary">"Send the file"</button></div>
            </form>
        </section>
    }
    .into_any()
}

fn by_hand(event: &Event, typed: &Typed) -> AnyView {
    view! {
        <section aria-labelledby="by-hand">
            <h2 id="by-hand">"One person"</h2>
            <form class="form" method="post" action="/api/organizer/entries/add">
                {hidden(vec![("event_id", event.id.to_string())])}
                <div class="row">
                    {input(typed, Field { name: "name", label: "Name", kind: "text", required: true, ..Field::default() })}
                    {input(typed, Field { name: "email", label: "E-mail", kind: "email", required: true, ..Field::default() })}
                </div>
                {input(typed, Field { name: "party_size", label: "Seats", kind: "number", min: Some(1), max: Some(event.settings.max_party_size), value: "1".into(), ..Field::default() })}
                <div class="actions"><button class="btn">"Add"</button></div>
            </form>
        </section>
    }
    .into_any()
}

fn told(report: Report) -> AnyView {
    let (title, added) = if report.dry_run {
        (
            "What importing this file would do",
            count(report.added as i64, "person would be added.", "people would be added."),
        )
    } else {
        ("Imported", count(report.added as i64, "person was added and is told.", "people were added and are told."))
    };
    let others = [
        (report.already_queued, "on the waitlist already"),
        (report.already_registered, "registered already"),
        (report.duplicates, "twice in the file"),
    ];
    let others = others
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| view! { <li>{format!("{n} {what}")}</li> })
        .collect_view();
    let bad = report
        .bad
        .into_iter()
        .map(|bad| view! { <li>{format!("Line {}: {}", bad.line, bad.message)}</li> })
        .collect_view();
    view! {
        <section class="flash ok" role="status" tabindex="-1"><h2>{title}</h2><p>{added}</p><ul>{others}{bad}</ul></section>
    }
    .into_any()
}
