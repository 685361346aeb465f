//! Signing up, signing in, and the page behind a mailed link.

use leptos::prelude::*;

use super::{param, query};
use crate::chance;
use crate::error::Refusal;
use crate::store::tokens::{self, Purpose};
use crate::web::components::fields::{Field, Typed, hidden, input};
use crate::web::components::layout::{Page, load};
use crate::web::forms::local;

pub fn sign_in() -> AnyView {
    let next = local(Some(query("next"))).unwrap_or_default();
    load(|call| async move {
        let typed = Typed::of(&call, "account/sign_in");
        let sign_up = format!("/sign-up?next={next}");
        let body = view! {
            <header><h1>"Sign in"</h1></header>
            <form class="form" method="post" action="/api/account/sign_in">
                {hidden(vec![("next", next)])}
                {input(&typed, Field { name: "email", label: "E-mail", kind: "email", autocomplete: "username", required: true, ..Field::default() })}
                {input(&typed, Field { name: "password", label: "Password", kind: "password", autocomplete: "current-password", required: true, ..Field::default() })}
                <div class="actions"><button class="btn primary">"Sign in"</button><a class="btn quiet" href=sign_up>"Make an account"</a></div>
            </form>
            <section aria-labelledby="by-link">
                <h2 id="by-link">"No password?"</h2>
                <form class="form" method="post" action="/api/account/send_link">
                    <div class="field">
                        <label for="link-email">"E-mail"</label>
                        <p class="hint" id="link-email-hint">"We mail you a link that signs you in."</p>
                        <input id="link-email" name="email" type="email" required autocomplete="email" aria-describedby="link-email-hint" />
                    </div>
                    <div class="actions"><button class="btn">"Mail me a link"</button></div>
                </form>
            </section>
        };
        Ok(Page::narrow("Sign in", body.into_any()))
    })
}

pub fn sign_up() -> AnyView {
    let next = local(Some(query("next"))).unwrap_or_default();
    load(|call| async move {
        let typed = Typed::of(&call, "account/sign_up");
        let body = view! {
            <header><h1>"Make an account"</h1><p class="lead">"We mail you a link; the page behind it asks for a password, if you want one."</p></header>
            <form class="form" method="post" action="/api/account/sign_up">
                {input(&typed, Field { name: "name", label: "Name", kind: "text", autocomplete: "name", required: true, ..Field::default() })}
                {input(&typed, Field { name: "email", label: "E-mail", kind: "email", autocomplete: "email", required: true, ..Field::default() })}
                {hidden(vec![("next", next)])}
                <input type="hidden" name="time_zone" data-viewer-zone="" />
                <div class="actions"><button class="btn primary">"Mail me the link"</button><a class="btn quiet" href="/sign-in">"I have an account"</a></div>
            </form>
        };
        Ok(Page::narrow("Make an account", body.into_any()))
    })
}

pub fn check_mail() -> AnyView {
    let place = query("for") == "place";
    load(move |_| async move {
        let sent = if place {
            view! { <p>"We've sent a mail to the address that you gave. The button behind its link confirms your place; it waits for 48 hours."</p> }
                .into_any()
        } else {
            view! { <p>"We've sent a link to the address that you gave. It works once, for 20 minutes."</p> }.into_any()
        };
        let body = view! {
            <header><h1>"Check your mail"</h1></header>
            {sent}
            <p>"Nothing there? Look among the unwanted mail, or "<a href="/sign-in">"ask again"</a>"."</p>
        };
        Ok(Page::narrow("Check your mail", body.into_any()))
    })
}

/// `/s/{token}`: opening it changes nothing, the button signs in (R36).
pub fn use_link() -> AnyView {
    let token = param("token");
    load(|call| async move {
        let found = tokens::find(&mut call.app.db.read().await?, &chance::hash_of(&token), call.now).await?;
        let purpose = found.filter(|found| found.purpose != Purpose::Participate).ok_or(Refusal::LinkSpent)?.purpose;
        let typed = Typed::of(&call, "account/use_link");
        let (title, button, password) = match purpose {
            Purpose::Verify => {
                let field = Field {
                    name: "password",
                    label: "Choose a password (or leave it empty)",
                    hint: "At least 8 characters. Without one, you sign in by mailed links.",
                    kind: "password",
                    autocomplete: "new-password",
                    ..Field::default()
                };
                ("Confirm your address", "Confirm and sign in", Some(input(&typed, field)))
            }
            _ => ("Sign in", "Sign in", None),
        };
        let body = view! {
            <header><h1>{title}</h1></header>
            <form class="form" method="post" action="/api/account/use_link">
                {hidden(vec![("token", token)])}
                {password}
                <div class="actions"><button class="btn primary">{button}</button></div>
            </form>
        };
        Ok(Page::narrow(title, body.into_any()))
    })
}
