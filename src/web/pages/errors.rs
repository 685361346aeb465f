//! What went wrong, as a page like any other; or as JSON.

use axum::Json;
use axum::response::{Html, IntoResponse, Response};
use leptos::prelude::*;

use crate::web::assets;
use crate::web::components::layout::Page;
use crate::web::components::text::told;
use crate::web::error::{ApiError, Code};
use crate::web::viewer::{lang, t};

/// A page that can be asked for again where that may help.
pub fn page(error: &ApiError) -> Page {
    let again = matches!(error.code, Code::Busy | Code::Internal | Code::SlowDown);
    let again = again.then(|| view! { <p class="actions"><a class="btn primary" href="">{t!("errors-again")}</a></p> });
    Page::narrow(title(error.code), view! { {body(error)} {again} }.into_any())
}

/// A mailed link that was used already, or is too old.
pub fn link_spent(error: &ApiError) -> Page {
    let body = view! {
        <header><p class="eyebrow">{error.status().as_u16()}</p><h1>{t!("errors-link")}</h1></header>
        <p>{told(&error.message)}</p>
        <p class="actions"><a class="btn primary" href="/sign-in">{t!("errors-new-link")}</a></p>
    };
    Page::narrow(t!("errors-link"), body.into_any())
}

fn title(code: Code) -> String {
    match code {
        Code::NotFound => t!("errors-not-found"),
        Code::Forbidden | Code::CrossSite => t!("errors-forbidden"),
        Code::SlowDown => t!("errors-slow-down"),
        Code::Busy => t!("errors-busy"),
        Code::Internal => t!("errors-internal"),
        Code::TooLarge => t!("errors-too-large"),
        _ => t!("errors-other"),
    }
}

/// What happened, what stays true, and where to go from here.
fn body(error: &ApiError) -> AnyView {
    let hint = match error.code {
        Code::NotFound => Some(t!("errors-not-found-hint")),
        Code::Forbidden => Some(t!("errors-forbidden-hint")),
        Code::Busy | Code::Internal | Code::SlowDown => Some(t!("errors-again-hint")),
        _ => None,
    };
    view! {
        <header><p class="eyebrow">{error.status().as_u16()}</p><h1>{title(error.code)}</h1></header>
        <p>{told(&error.message)}</p>
        {hint.map(|hint| view! { <p class="hint">{hint}</p> })}
        <p class="actions"><a class="btn primary" href="/">{t!("errors-home")}</a><a class="btn quiet" href="/me">{t!("my-places")}</a></p>
    }
    .into_any()
}

/// An answer from outside the pages (a guard, a form that failed altogether).
pub fn answer(browser: bool, error: &ApiError) -> Response {
    if !browser {
        return (error.status(), Json(error.told(lang()))).into_response();
    }
    // Outside the router there is neither a session to show nor a title to set.
    let owner = Owner::new();
    let html = owner.with(|| {
        let page = body(error);
        view! {
            <html lang=lang().tag() dir=lang().direction()>
                <head>
                    <meta charset="utf-8" />
                    <meta name="viewport" content="width=device-width, initial-scale=1" />
                    <meta name="color-scheme" content="light dark" />
                    <title>{title(error.code)}" · nextseat"</title>
                    <link rel="stylesheet" href=assets::style_url() />
                    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                </head>
                <body>
                    <header class="bar"><a class="brand" href="/">"nextseat"</a></header>
                    <main id="main" class="page narrow">{page}</main>
                </body>
            </html>
        }
        .to_html()
    });
    (error.status(), Html(format!("<!DOCTYPE html>{html}"))).into_response()
}
