//! People put on the waitlist by hand or from a file: choose it, see what it would do, import it, watch it go.

use leptos::prelude::*;

use super::super::param;
use super::{Frame, WaitlistTab, frame, framed};
use crate::error::Refusal;
use crate::store::events::Event;
use crate::store::imports::{self, Import, ImportState};
use crate::waitlist::import::{Report, has_died};
use crate::web::components::fields::{Field, Typed, hidden, input};
use crate::web::components::layout::load;
use crate::web::forms::FlashKind;
use crate::web::viewer::t;

/// `/manage/{org}/{event}/waitlist/import`
pub fn page() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        if !frame.manages {
            return Err(Refusal::Forbidden.into());
        }
        let event = frame.event();
        let report = call.flash.as_ref().and_then(|flash| match &flash.kind {
            FlashKind::Imported(report) => Some(report.clone()),
            _ => None,
        });
        let csv = format!("{}.csv", frame.base());
        let body = view! {
            {report.map(|report| view! { <section class="flash ok" role="status" tabindex="-1">{found(&report)}</section> })}
            {upload(event, &Typed::of(&call, "import"))}
            {by_hand(event, &Typed::of(&call, "organizer/entries/add"))}
            <p><a href=csv download="">{t!("import-download")}</a></p>
        };
        Ok(framed(&frame, WaitlistTab::AddPeople, None, body.into_any()))
    })
}

fn upload(event: &Event, typed: &Typed) -> AnyView {
    let action = format!("/manage/{}/{}/import", event.organization.slug, event.slug);
    let file = Field {
        name: "file",
        label: t!("import-file"),
        hint: t!("import-file-hint"),
        kind: "file",
        required: true,
        ..Field::default()
    };
    view! {
        <section class="block" aria-labelledby="from-file">
            <h2 id="from-file">{t!("import-from-file")}</h2>
            <form class="form" method="post" action=action enctype="multipart/form-data">
                {input(typed, file)}
                <div class="actions"><button class="btn primary">{t!("import-look")}</button></div>
                <p class="hint">{t!("import-look-hint")}</p>
            </form>
        </section>
    }
    .into_any()
}

fn by_hand(event: &Event, typed: &Typed) -> AnyView {
    view! {
        <section class="block" aria-labelledby="by-hand">
            <h2 id="by-hand">{t!("import-by-hand")}</h2>
            <form class="form" method="post" action="/api/organizer/entries/add">
                {hidden(vec![("event_id", event.id.to_string())])}
                <div class="row">
                    {input(typed, Field { name: "name", label: t!("field-name"), required: true, ..Field::default() })}
                    {input(typed, Field { name: "email", label: t!("field-email"), kind: "email", required: true, ..Field::default() })}
                </div>
                {input(typed, Field { name: "party_size", label: t!("seats"), kind: "number", min: Some(1), max: Some(event.settings.max_party_size), value: "1".into(), ..Field::default() })}
                <div class="actions"><button class="btn">{t!("people-add")}</button></div>
            </form>
        </section>
    }
    .into_any()
}

/// `/manage/{org}/{event}/waitlist/import/{import}`: what the file would do; then how far it has come.
pub fn one() -> AnyView {
    let (org, slug, id) = (param("org"), param("event"), param("import"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        if !frame.manages {
            return Err(Refusal::Forbidden.into());
        }
        let id = id.parse().map_err(|_| Refusal::NotFound)?;
        let import = imports::find(&mut call.app.db.read().await?, frame.event().id, id).await?;
        let import = import.ok_or(Refusal::NotFound)?;
        let running = import.state == ImportState::Running && !has_died(&import, call.now);
        if running {
            // Without a script, too, the page follows the work.
            let options = expect_context::<leptos_axum::ResponseOptions>();
            options.insert_header(axum::http::header::REFRESH, axum::http::HeaderValue::from_static("1"));
        }
        let body = if running { progress(&import) } else { checked(&frame, &import) };
        Ok(framed(&frame, WaitlistTab::AddPeople, None, body))
    })
}

fn progress(import: &Import) -> AnyView {
    let (done, total) = (import.done, import.total.max(1));
    view! {
        <section class="block" aria-labelledby="progress">
            <h2 id="progress">{t!("import-running")}</h2>
            <progress max=total value=done aria-labelledby="progress"></progress>
            <p role="status">{t!("import-progress", done, total)}</p>
        </section>
    }
    .into_any()
}

fn checked(frame: &Frame, import: &Import) -> AnyView {
    let report: Report = serde_json::from_str(&import.report).unwrap_or_default();
    let again = format!("{}/import", frame.base());
    if import.state == ImportState::Finished {
        return view! {
            <section class="flash ok" role="status" tabindex="-1">{found(&Report { dry_run: false, ..report })}</section>
            <p class="actions"><a class="btn primary" href=frame.base()>{t!("import-to-queue")}</a><a class="btn" href=again>{t!("import-another")}</a></p>
        }
        .into_any();
    }
    let stopped = (import.state != ImportState::Checked)
        .then(|| view! { <p class="why attend">{t!("import-stopped", done = import.done, total = import.total)}</p> });
    let go = (report.added > 0).then(|| {
        let id = vec![("event_id", frame.event().id.to_string()), ("import_id", import.id.to_string())];
        view! {
            <form method="post" action="/api/organizer/import/start">
                {hidden(id)}
                <button class="btn primary">{t!("import-go", n = report.added)}</button>
            </form>
        }
    });
    view! {
        <section class="block">
            {found(&report)}
            {stopped}
            <div class="actions">{go}<a class="btn" href=again>{t!("import-another")}</a></div>
        </section>
    }
    .into_any()
}

/// What the file did, or would do.
fn found(report: &Report) -> AnyView {
    let (title, added) = if report.dry_run {
        (t!("import-would"), t!("import-would-add", n = report.added))
    } else {
        (t!("import-done"), t!("import-added", n = report.added))
    };
    let others = [
        (report.already_queued, t!("import-queued", n = report.already_queued)),
        (report.already_registered, t!("import-registered", n = report.already_registered)),
        (report.duplicates, t!("import-duplicates", n = report.duplicates)),
    ];
    let others = others.into_iter().filter(|(n, _)| *n > 0).map(|(_, what)| view! { <li>{what}</li> }).collect_view();
    let bad = report
        .bad
        .iter()
        .map(|bad| view! { <li>{t!("import-line", line = bad.line.to_string(), wrong = bad.message.clone())}</li> })
        .collect_view();
    let bad = (!report.bad.is_empty())
        .then(|| view! { <h3><span aria-hidden="true">"⚠ "</span>{t!("import-bad", n = report.bad.len())}</h3><ul>{bad}</ul> });
    view! { <h2>{title}</h2><p>{added}</p><ul class="links">{others}</ul>{bad} }.into_any()
}
