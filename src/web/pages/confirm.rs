//! Without JavaScript: the question before a dangerous act.

use leptos::prelude::*;

use crate::error::{Error, Refusal};
use crate::web::components::layout::{Page, load};
use crate::web::components::text::{plain, told};
use crate::web::forms::{BACK, FlashKind};
use crate::web::viewer::t;

pub fn page() -> AnyView {
    load(|call| async move {
        let gone = || Error::from(Refusal::Stale("refused-confirmed".into()));
        let flash = call.flash.clone().ok_or_else(gone)?;
        let FlashKind::Question { question, back } = flash.kind else {
            return Err(gone());
        };
        let fields = flash
            .typed
            .into_iter()
            .filter(|(name, _)| *name != question.field && name != BACK)
            .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
            .collect_view();
        let title = plain(&question.title);
        let body = view! {
            <header><h1>{title.clone()}</h1></header>
            <p>{told(&question.text)}</p>
            <form method="post" action=format!("/api/{}", flash.endpoint)>
                {fields}
                <input type="hidden" name=question.field value="true" />
                <input type="hidden" name=BACK value=back.clone() />
                <div class="actions"><button class="btn danger">{plain(&question.yes)}</button><a class="btn" href=back>{t!("go-back")}</a></div>
            </form>
        };
        Ok(Page::narrow(title, body.into_any()))
    })
}
