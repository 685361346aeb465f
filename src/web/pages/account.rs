//! Signing up, signing in, and the page behind a mailed link.

use leptos::prelude::*;

use super::{param, query};
use crate::chance;
use crate::error::Refusal;
use crate::store::tokens::{self, Purpose};
use crate::web::components::fields::{Field, Typed, hidden, input};
use crate::web::components::layout::{Page, load};
use crate::web::forms::local;
use crate::web::viewer::t;

pub fn sign_in() -> AnyView {
    let next = local(Some(query("next"))).unwrap_or_default();
    load(|call| async move {
        let typed = Typed::of(&call, "account/sign_in");
        let sign_up = format!("/sign-up?next={next}");
        let body = view! {
            <header><h1>{t!("sign-in")}</h1></header>
            <form class="form" method="post" action="/api/account/sign_in">
                {hidden(vec![("next", next)])}
                {input(&typed, Field { name: "email", label: t!("field-email"), kind: "email", autocomplete: "username", required: true, ..Field::default() })}
                {input(&typed, Field { name: "password", label: t!("field-password"), kind: "password", autocomplete: "current-password", required: true, ..Field::default() })}
                <div class="actions"><button class="btn primary">{t!("sign-in")}</button><a class="btn quiet" href=sign_up>{t!("sign-up")}</a></div>
            </form>
            <section class="block" aria-labelledby="by-link">
                <h2 id="by-link">{t!("account-no-password")}</h2>
                <form class="form" method="post" action="/api/account/send_link">
                    <div class="field">
                        <label for="link-email">{t!("field-email")}</label>
                        <p class="hint" id="link-email-hint">{t!("account-link-hint")}</p>
                        <input id="link-email" name="email" type="email" required autocomplete="email" aria-describedby="link-email-hint" />
                    </div>
                    <div class="actions"><button class="btn">{t!("account-link")}</button></div>
                </form>
            </section>
        };
        Ok(Page::narrow(t!("sign-in"), body.into_any()))
    })
}

pub fn sign_up() -> AnyView {
    let next = local(Some(query("next"))).unwrap_or_default();
    load(|call| async move {
        let typed = Typed::of(&call, "account/sign_up");
        let body = view! {
            <header><h1>{t!("sign-up")}</h1><p class="lead">{t!("account-sign-up-lead")}</p></header>
            <form class="form" method="post" action="/api/account/sign_up">
                {input(&typed, Field { name: "name", label: t!("field-name"), autocomplete: "name", required: true, ..Field::default() })}
                {input(&typed, Field { name: "email", label: t!("field-email"), kind: "email", autocomplete: "email", required: true, ..Field::default() })}
                {hidden(vec![("next", next)])}
                <input type="hidden" name="time_zone" data-viewer-zone="" />
                <div class="actions"><button class="btn primary">{t!("account-mail-link")}</button><a class="btn quiet" href="/sign-in">{t!("account-have")}</a></div>
            </form>
        };
        Ok(Page::narrow(t!("sign-up"), body.into_any()))
    })
}

pub fn check_mail() -> AnyView {
    // The event at whose waitlist a place was asked for.
    let place = query("place");
    load(move |_| async move {
        let (sent, again) = if place.is_empty() {
            (t!("check-mail-link"), "/sign-in".to_owned())
        } else {
            (t!("check-mail-place"), format!("/e/{place}"))
        };
        let body = view! {
            <header><h1>{t!("check-mail")}</h1></header>
            <p>{sent}</p>
            <p class="hint">{t!("check-mail-nothing")}</p>
            <p class="actions"><a class="btn" href=again>{t!("check-mail-again")}</a></p>
        };
        Ok(Page::narrow(t!("check-mail"), body.into_any()))
    })
}

/// `/s/{token}`: opening it changes nothing, the button signs in (R36).
pub fn use_link() -> AnyView {
    let token = param("token");
    load(|call| async move {
        let found = tokens::find(&mut call.app.db.read().await?, &chance::hash_of(&token), call.now).await?;
        let purpose = found.filter(|found| found.purpose != Purpose::Participate).ok_or(Refusal::LinkSpent)?.purpose;
        let typed = Typed::of(&call, "account/use_link");
        let verifies = purpose == Purpose::Verify;
        let (title, button) =
            if verifies { (t!("account-confirm"), t!("account-confirm-yes")) } else { (t!("sign-in"), t!("sign-in")) };
        let password = verifies.then(|| {
            let field = Field {
                name: "password",
                label: t!("account-choose"),
                hint: t!("account-choose-hint"),
                kind: "password",
                autocomplete: "new-password",
                ..Field::default()
            };
            input(&typed, field)
        });
        let body = view! {
            <header><h1>{title.clone()}</h1></header>
            <form class="form" method="post" action="/api/account/use_link">
                {hidden(vec![("token", token)])}
                {password}
                <div class="actions"><button class="btn primary">{button}</button></div>
            </form>
        };
        Ok(Page::narrow(title, body.into_any()))
    })
}
