//! Who looks: the session's account and its flash message, found once a request; and what server functions and pages work with.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderName;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use chrono::{DateTime, Utc};
use leptos::prelude::{expect_context, use_context, with_context};
use tower_sessions::Session;

use super::error::ApiError;
use super::forms::{Flash, Reply, accepts_html};
use super::session;
use super::{App, pages};
use crate::account::SignedIn;
use crate::chance;
use crate::domain::ids::{AccountId, EventId};
use crate::error::{Refusal, Result};
use crate::language::Lang;
use crate::store::tokens::{self, Purpose};
use crate::waitlist::status::{EventRef, find_event};

/// Says that a page refreshes itself: nobody has asked for what was flashed.
const LIVE: HeaderName = HeaderName::from_static("x-live");

/// One request: the app, who asks, when, and what to tell them.
#[derive(Clone)]
pub struct Call {
    pub app: Arc<App>,
    pub session: Session,
    pub account: Option<SignedIn>,
    pub lang: Lang,
    pub now: DateTime<Utc>,
    pub flash: Option<Flash>,
    /// Where a browser's form goes next, and with which words.
    pub reply: Reply,
    /// Path and query of the request.
    pub here: String,
}

/// Finds the account and the flash message of this request's session.
pub async fn attach(State(app): State<Arc<App>>, session: Session, mut request: Request, next: Next) -> Response {
    let page = (!request.headers().contains_key(LIVE)).then(|| request.uri().path());
    let found = session::read(&session, &app, page).await;
    let (account, flash) = match found {
        Ok(found) => found,
        Err(error) => {
            return pages::errors::answer(accepts_html(request.headers()), &ApiError::from(error));
        }
    };
    if let Some(lang) = account.as_ref().and_then(|account| Lang::find(account.language.as_deref()?)) {
        request.extensions_mut().insert(lang);
    }
    let call = Call {
        lang: lang_of(&request),
        now: app.clock.now(),
        app,
        session,
        account,
        flash,
        reply: Reply::default(),
        here: request.uri().path_and_query().map_or_else(String::new, ToString::to_string),
    };
    request.extensions_mut().insert(call);
    next.run(request).await
}

tokio::task_local! {
    static LANG: Lang;
}

/// The cookie of the languages' switch, for who isn't signed in.
pub const LANGUAGE_COOKIE: &str = "language";

/// Finds the request's language before anybody knows the account: by the switch's cookie, else as the browser asks.
pub async fn with_language(mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let cookie = text(header::COOKIE).and_then(|cookies| {
        let pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
        pairs.into_iter().find(|(name, _)| *name == LANGUAGE_COOKIE).and_then(|(_, tag)| Lang::find(tag))
    });
    let lang = cookie.or_else(|| text(header::ACCEPT_LANGUAGE).and_then(Lang::accepted)).unwrap_or(Lang::ENGLISH);
    request.extensions_mut().insert(lang);
    LANG.scope(lang, next.run(request)).await
}

pub fn lang_of(request: &Request) -> Lang {
    request.extensions().get().copied().unwrap_or(Lang::ENGLISH)
}

/// The language of what is being answered; a page is rendered in a task of its own, and finds it in its context.
pub fn lang() -> Lang {
    let of_page = with_context::<Parts, _>(|parts| parts.extensions.get::<Lang>().copied()).flatten();
    of_page.or_else(|| LANG.try_with(|lang| *lang).ok()).unwrap_or(Lang::ENGLISH)
}

/// A sentence of the catalogue in the language of this request: `t!("seats-free", n = free)`.
macro_rules! t {
    ($($sentence:tt)+) => {
        $crate::web::viewer::lang().say(&$crate::domain::text::say!($($sentence)+))
    };
}
pub(crate) use t;

/// This request, in a server function or a page.
pub fn call() -> Call {
    expect_context::<Parts>().extensions.get::<Call>().expect("the middleware attached it").clone()
}

/// This request, if there is one: when the routes are listed there is none.
pub fn try_call() -> Option<Call> {
    use_context::<Parts>().and_then(|parts| parts.extensions.get::<Call>().cloned())
}

impl Call {
    pub fn account_id(&self) -> Option<AccountId> {
        self.account.as_ref().map(|account| account.id)
    }

    /// # Errors
    /// `SignInRequired`
    pub fn signed_in(&self) -> Result<AccountId> {
        self.account_id().ok_or_else(|| Refusal::SignInRequired.into())
    }

    /// The event's id; a slug is looked up.
    ///
    /// # Errors
    /// `NotFound`
    pub async fn event_id(&self, event: &EventRef) -> Result<EventId> {
        match event {
            EventRef::Id(id) => Ok(*id),
            EventRef::Slugs(..) => Ok(find_event(&mut self.app.db.read().await?, event).await?.id),
        }
    }

    /// Whose place at which event a request is about: the token's person, whoever is signed in (R36); else the signed-in one.
    ///
    /// # Errors
    /// `LinkSpent` for a token that is unknown, over, or another event's; `SignInRequired`.
    pub async fn participant(&self, event: &EventRef, token: Option<&str>) -> Result<Participant> {
        let Some(token) = token.filter(|token| !token.is_empty()) else {
            return Ok(Participant { account: self.signed_in()?, event: event.clone() });
        };
        let (account, of) = self.holder(token).await?;
        let id = self.event_id(event).await?;
        if of != id {
            return Err(Refusal::LinkSpent.into());
        }
        Ok(Participant { account, event: EventRef::Id(id) })
    }

    /// The person that a mailed token stands for, and at which event (R36).
    ///
    /// # Errors
    /// `LinkSpent` for a token that is unknown or over.
    pub async fn holder(&self, token: &str) -> Result<(AccountId, EventId)> {
        let found = tokens::find(&mut self.app.db.read().await?, &chance::hash_of(token), self.now).await?;
        let found = found.filter(|found| found.purpose == Purpose::Participate).ok_or(Refusal::LinkSpent)?;
        Ok((found.account_id, found.event_id.ok_or(Refusal::LinkSpent)?))
    }
}

pub struct Participant {
    pub account: AccountId,
    pub event: EventRef,
}
