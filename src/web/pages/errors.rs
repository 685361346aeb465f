//! What went wrong, as a page like any other; or as JSON.

use axum::Json;
use axum::response::{Html, IntoResponse, Response};
use leptos::prelude::*;

use crate::web::assets;
use crate::web::components::layout::Page;
use crate::web::error::{ApiError, Code};

pub fn page(error: &ApiError) -> Page {
    Page::narrow(title(error.code), body(error))
}

/// A mailed link that was used already, or is too old.
pub fn link_spent(error: &ApiError) -> Page {
    let body = view! {
        <header><p class="eyebrow">{error.status().as_u16()}</p><h1>"This link no longer works"</h1></header>
        <p>{error.message.clone()}</p>
        <p class="actions"><a class="btn primary" href="/sign-in">"Get a new link"</a></p>
    };
    Page::narrow("This link no longer works", body.into_any())
}

fn title(code: Code) -> &'static str {
    match code {
        Code::NotFound => "Not found",
        Code::Forbidden | Code::CrossSite => "Not allowed",
        Code::SlowDown => "One moment, please",
        Code::Busy => "Busy",
        Code::Internal => "Something went wrong",
        Code::TooLarge => "Too large",
        _ => "That didn't work",
    }
}

fn body(error: &ApiError) -> AnyView {
    view! {
        <header><p class="eyebrow">{error.status().as_u16()}</p><h1>{title(error.code)}</h1></header>
        <p>{error.message.clone()}</p>
        <p class="actions"><a class="btn" href="/">"To the start page"</a></p>
    }
    .into_any()
}

/// An answer from outside the pages (a guard, a form that failed altogether).
pub fn answer(browser: bool, error: &ApiError) -> Response {
    if !browser {
        return (error.status(), Json(error.clone())).into_response();
    }
    // Outside the router there is neither a session to show nor a title to set.
    let owner = Owner::new();
    let html = owner.with(|| {
        let page = body(error);
        view! {
            <html lang="en">
                <head>
                    <meta charset="utf-8" />
                    <meta name="viewport" content="width=device-width, initial-scale=1" />
                    <title>{title(error.code)}" · nextseat"</title>
                    <link rel="stylesheet" href=assets::style_url() />
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
