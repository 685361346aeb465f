//! `/dev/mailbox`: the mails that were kept instead of sent.

use leptos::prelude::*;

use crate::error::Refusal;
use crate::notify::mail::Kept;
use crate::web::components::layout::{Page, load};
use crate::web::components::text::when;
use crate::web::viewer::t;

pub fn page() -> AnyView {
    load(|call| async move {
        let mails = call.app.dev_mailbox.as_ref().ok_or(Refusal::NotFound)?.all();
        let list = if mails.is_empty() {
            view! { <section class="empty"><h2>{t!("mailbox-empty")}</h2></section> }.into_any()
        } else {
            view! { <ol class="mailbox">{mails.into_iter().rev().map(mail).collect_view()}</ol> }.into_any()
        };
        let body = view! { <header><h1>{t!("mailbox")}</h1><p class="lead">{t!("mailbox-lead")}</p></header> {list} };
        Ok(Page::narrow(t!("mailbox"), body.into_any()))
    })
}

fn mail(mail: Kept) -> AnyView {
    view! {
        <li>
            <header><h2>{mail.subject}</h2><small>{t!("mailbox-to", to = mail.to)}</small>{when(mail.at, chrono_tz::UTC)}</header>
            <pre>{mail.text.split_inclusive('\n').map(line).collect_view()}</pre>
        </li>
    }
    .into_any()
}

/// A link stands alone on its line, and is one.
fn line(text: &str) -> AnyView {
    match text.trim() {
        link if link.starts_with("http://") || link.starts_with("https://") => {
            view! { <a href=link.to_owned()>{link.to_owned()}</a>"\n" }.into_any()
        }
        _ => text.to_owned().into_any(),
    }
}
