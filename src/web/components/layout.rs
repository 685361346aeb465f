//! The frame of every page: head, bar, messages, main, footer.

use std::future::Future;

use chrono::SecondsFormat;
use leptos::prelude::*;
use leptos_meta::{Meta, MetaTags, Title};

use super::fields::hidden;
use super::text::{other_languages, told};
use crate::error::{Error, Refusal};
use crate::store::changes::version;
use crate::store::events::Event;
use crate::web::error::{ApiError, Code};
use crate::web::forms::{BACK, FlashKind};
use crate::web::viewer::{Call, lang, t, try_call};
use crate::web::{assets, pages};

/// A page: its title and what `<main>` holds.
pub struct Page {
    pub title: String,
    pub narrow: bool,
    pub body: AnyView,
    pub live: Option<Live>,
    /// For search engines and other sites; the app's own words where a page has none.
    pub description: Option<String>,
}

/// Where a page hears of changes, and which version of its events it shows.
pub struct Live {
    path: String,
    version: i64,
}

impl Live {
    pub fn to<'a>(path: String, events: impl IntoIterator<Item = &'a Event>) -> Self {
        Self { path, version: version(events.into_iter().map(|event| event.changes)) }
    }

    pub fn of_event(event: &Event) -> Self {
        Self::to(format!("/e/{}/{}/live", event.organization.slug, event.slug), [event])
    }

    pub fn of_managed(event: &Event) -> Self {
        Self::to(format!("/manage/{}/{}/live", event.organization.slug, event.slug), [event])
    }
}

impl Page {
    pub fn wide(title: impl Into<String>, body: AnyView) -> Self {
        Self { title: title.into(), narrow: false, body, live: None, description: None }
    }

    pub fn narrow(title: impl Into<String>, body: AnyView) -> Self {
        Self { title: title.into(), narrow: true, body, live: None, description: None }
    }

    pub fn described(self, description: String) -> Self {
        Self { description: Some(description), ..self }
    }

    /// The page is kept fresh.
    pub fn live(self, live: Live) -> Self {
        Self { live: Some(live), ..self }
    }
}

/// A page whose content has to be loaded; a refusal becomes its error page, and who must sign in first is sent there.
pub fn load<F>(content: impl FnOnce(Call) -> F) -> AnyView
where
    F: Future<Output = Result<Page, Error>> + Send + 'static,
{
    // While the routes are listed there is no request.
    let Some(call) = try_call() else {
        return ().into_any();
    };
    let content = content(call.clone());
    view! {
        <Suspense>
            {Suspend::new(async move {
                match content.await {
                    Ok(page) => frame(&call, page),
                    Err(Error::Refused(Refusal::SignInRequired)) => {
                        let next: String = form_urlencoded::byte_serialize(call.here.as_bytes()).collect();
                        leptos_axum::redirect(&format!("/sign-in?next={next}"));
                        ().into_any()
                    }
                    Err(Error::Refused(Refusal::LinkSpent)) => {
                        let error = ApiError::from(Refusal::LinkSpent);
                        refused(&call, &error, pages::errors::link_spent(&error))
                    }
                    Err(error) => failed(&call, &ApiError::from(error)),
                }
            })}
        </Suspense>
    }
    .into_any()
}

fn failed(call: &Call, error: &ApiError) -> AnyView {
    refused(call, error, pages::errors::page(error))
}

/// The page says itself what is wrong; what the last form led to would say it twice.
fn refused(call: &Call, error: &ApiError, page: Page) -> AnyView {
    expect_context::<leptos_axum::ResponseOptions>().set_status(error.status());
    frame(&Call { flash: None, ..call.clone() }, page)
}

/// An address that leads nowhere.
pub fn not_found() -> AnyView {
    let Some(call) = try_call() else {
        return ().into_any();
    };
    failed(&call, &ApiError::from(Refusal::NotFound))
}

fn frame(call: &Call, page: Page) -> AnyView {
    let (live, version) = page.live.map(|live| (live.path, live.version)).unzip();
    let class = if page.narrow { "page narrow" } else { "page" };
    view! {
        // Written into the head as it is: whatever people type must stay text.
        <Title text=format!("{} · nextseat", html_escape::encode_text(&page.title)) />
        <Meta name="description" content=page.description.unwrap_or_else(|| t!("foot")) />
        {bar(call)}
        <main id="main" class=class tabindex="-1" data-live=live data-version=version>{messages(call)}{page.body}</main>
        {foot(call)}
    }
    .into_any()
}

fn bar(call: &Call) -> AnyView {
    let who = match &call.account {
        Some(account) => view! {
            <a href="/me" aria-current=(call.here == "/me").then_some("page")>{t!("my-places")}</a>
            <form method="post" action="/api/account/sign_out">
                <button class="linklike" aria-label=t!("sign-out-name", name = &account.name)>{t!("sign-out")}</button>
            </form>
        }
        .into_any(),
        None => view! { <a href="/sign-in">{t!("sign-in")}</a> }.into_any(),
    };
    view! {
        <a class="skip" href="#main">{t!("skip")}</a>
        <header class="bar">
            <a class="brand" href="/">"nextseat"</a>
            <nav aria-label=t!("nav-you")>
                {who}
                <button class="theme" type="button" hidden data-label=t!("theme") data-auto=t!("theme-auto") data-light=t!("theme-light") data-dark=t!("theme-dark")>{t!("theme-auto")}</button>
            </nav>
        </header>
    }
    .into_any()
}

fn foot(call: &Call) -> AnyView {
    let languages = other_languages()
        .into_iter()
        .map(|other| {
            view! { <button class="linklike" name="language" value=other.tag() lang=other.tag()>{other.name()}</button> }
        })
        .collect_view();
    view! {
        <footer class="foot">
            <p>{t!("foot")}</p>
            <form method="post" action="/api/account/language" aria-label=t!("language")>
                {hidden(vec![(BACK, call.here.clone())])}
                {languages}
            </form>
        </footer>
    }
    .into_any()
}

/// What the last form led to: done, or what is wrong, with links to the fields.
fn messages(call: &Call) -> AnyView {
    let Some(flash) = &call.flash else {
        return ().into_any();
    };
    match &flash.kind {
        FlashKind::Done(message) => {
            view! { <p class="flash ok" role="status" tabindex="-1">{told(message)}</p> }.into_any()
        }
        // The page itself asks what to do about it.
        FlashKind::Failed(error) if error.code == Code::Capacity && flash.endpoint.starts_with("organizer/offers/") => {
            ().into_any()
        }
        FlashKind::Failed(error) => summary(error),
        FlashKind::Question { .. } | FlashKind::Imported(_) => ().into_any(),
    }
}

fn summary(error: &ApiError) -> AnyView {
    let fields = error.fields.clone().unwrap_or_default();
    let list = (!fields.is_empty()).then(|| {
        let items = fields.0.into_iter().map(|(name, messages)| {
            let messages: Vec<String> = messages.iter().map(|text| lang().say(text)).collect();
            view! { <li><a href=format!("#{name}")>{messages.join(" ")}</a></li> }
        });
        view! { <ul>{items.collect_view()}</ul> }
    });
    view! {
        <div class="error-summary" role="alert" tabindex="-1"><h2>{lang().say(&error.message)}</h2>{list}</div>
    }
    .into_any()
}

/// The document around the app. The script's few words are attributes of its tag.
pub fn document(app: fn() -> AnyView) -> impl IntoView {
    let now = try_call().map(|call| call.now.to_rfc3339_opts(SecondsFormat::Millis, true));
    let script = view! {
        // It has its say before anything is seen, so that nothing moves and no theme flashes.
        <script src=assets::script_url() defer blocking="render" data-left=t!("script-left", time = "{time}") data-local=t!("script-local", time = "{time}", zone = "{zone}")
            data-back=t!("go-back") data-sure=t!("script-sure") data-yes=t!("script-yes") data-changed=t!("script-changed") data-show=t!("script-show")></script>
    };
    view! {
        <!DOCTYPE html>
        <html lang=lang().tag() dir=lang().direction() data-now=now>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <link rel="stylesheet" href=assets::style_url() />
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                {script}
                <MetaTags />
            </head>
            <body>{app()}</body>
        </html>
    }
}
