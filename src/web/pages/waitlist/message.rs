//! `/manage/{org}/{event}/waitlist/message`: to everyone who waits, or to those who were chosen in the queue; looked at before it goes.

use leptos::prelude::*;

use super::super::param;
use super::{WaitlistTab, frame, framed};
use crate::domain::ids::EntryId;
use crate::error::Refusal;
use crate::notify::{self, Content};
use crate::web::components::fields::{Field, Typed, hidden, input};
use crate::web::components::layout::load;
use crate::web::components::text::told;
use crate::web::confirm::{self, Asks, ids};
use crate::web::csv::chosen;
use crate::web::forms::MESSAGE_PREVIEW;
use crate::web::viewer::{lang, t};

pub fn page() -> AnyView {
    let (org, slug) = (param("org"), param("event"));
    load(|call| async move {
        let frame = frame(&call, org, slug).await?;
        if !frame.manages {
            return Err(Refusal::Forbidden.into());
        }
        let event = frame.event();
        let typed = Typed::of(&call, "organizer/message");
        let chosen: Vec<String> = chosen(&call).iter().map(ToString::to_string).collect();
        let to = typed.value("to", &chosen.join(","));
        let count = (!to.is_empty()).then(|| ids::<EntryId>(&to).len());
        let question = confirm::message(&frame.ledger.numbers, count);
        let whom = told(&question.text);
        let Asks { title, text, yes } = question.into();
        let hint = if count.is_some() { t!("message-chosen") } else { t!("message-everyone") };
        let preview = call.flash.as_ref().filter(|flash| flash.endpoint == MESSAGE_PREVIEW).map(|_| {
            let content = notify::preview(lang(), event, &typed.value("subject", ""), &typed.value("body", ""));
            shown(content)
        });
        let body = view! {
            {preview}
            <form class="form" method="post" action="/api/organizer/message">
                <p>{whom}" "{hint}</p>
                {hidden(vec![("event_id", event.id.to_string()), ("to", to)])}
                {input(&typed, Field { name: "subject", label: t!("message-subject"), hint: t!("message-subject-hint"), required: true, ..Field::default() })}
                {input(&typed, Field { name: "body", label: t!("message-body"), hint: t!("message-body-hint"), kind: "textarea", required: true, ..Field::default() })}
                <div class="actions">
                    <button class="btn primary" data-confirm=text data-confirm-title=title data-confirm-yes=yes>{t!("message-send")}</button>
                    <button class="btn" formaction="/api/organizer/message_preview">{t!("message-preview")}</button>
                </div>
            </form>
        };
        Ok(framed(&frame, WaitlistTab::Message, None, body.into_any()))
    })
}

fn shown(content: Content) -> AnyView {
    view! {
        <section class="mailbox" aria-labelledby="preview">
            <div>
                <header><h2 id="preview">{content.subject}</h2></header>
                <pre>{content.text}</pre>
            </div>
        </section>
    }
    .into_any()
}
