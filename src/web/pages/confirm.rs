//! Without JavaScript: the question before a dangerous act.

use leptos::prelude::*;

use crate::error::Refusal;
use crate::web::components::layout::{Page, load};
use crate::web::forms::{BACK, FlashKind};

pub fn page() -> AnyView {
    load(|call| async move {
        let Some(flash) = call.flash.clone() else {
            return Err(
                Refusal::Stale("There is nothing to confirm any more. Go back and press the button again.").into()
            );
        };
        let FlashKind::Question { question, back } = flash.kind else {
            return Err(
                Refusal::Stale("There is nothing to confirm any more. Go back and press the button again.").into()
            );
        };
        let fields = flash
            .typed
            .into_iter()
            .filter(|(name, _)| *name != question.field && name != BACK)
            .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
            .collect_view();
        let body = view! {
            <header><h1>{question.title.clone()}</h1></header>
            <p>{question.text}</p>
            <form method="post" action=format!("/api/{}", flash.endpoint)>
                {fields}
                <input type="hidden" name=question.field value="true" />
                <input type="hidden" name=BACK value=back.clone() />
                <div class="actions"><button class="btn danger">{question.yes}</button><a class="btn" href=back>"Go back"</a></div>
            </form>
        };
        Ok(Page::narrow(question.title, body.into_any()))
    })
}
