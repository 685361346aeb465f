//! Browsers' forms (docs/domain.md R1; JavaScript on or off): what a server function answers becomes a 303 with a flash message, or, when it failed,
//! a 303 back with the message, the field errors and what was typed. Every other client gets JSON with the right status.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::error::{ApiError, Code};
use super::viewer::{self, Call};
use super::{App, confirm, pages, session};
use crate::domain::text::Text;
use crate::language::Lang;
use crate::waitlist::import::Report;

pub const MOST_BODY: usize = 64 * 1024;

/// The page that asks before a dangerous act.
const CONFIRM: &str = "/confirm";

/// The function that says what saving would do.
pub const PREVIEW: &str = "organizer/settings_preview";
/// The function that says how a message would look.
pub const MESSAGE_PREVIEW: &str = "organizer/message_preview";

/// Does this function only show what would happen? What was typed stays in the form.
pub fn is_preview(endpoint: &str) -> bool {
    [PREVIEW, MESSAGE_PREVIEW].contains(&endpoint)
}

/// Where the page to go back to travels in a form.
pub const BACK: &str = "_back";

/// What a page tells once after a form was sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Flash {
    /// The page that it is for: another tab's doesn't take it away.
    pub page: String,
    /// The function that was called: `waitlist/join`.
    pub endpoint: String,
    pub kind: FlashKind,
    /// What was typed, but passwords; shown again after a failure.
    pub typed: BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum FlashKind {
    Done(Text),
    Failed(ApiError),
    /// What a file did, or would do.
    Imported(Report),
    /// A dangerous act waits for a yes.
    Question {
        question: confirm::Question,
        back: String,
    },
}

/// What a server function says to a browser beside its result.
#[derive(Debug, Clone, Default)]
pub struct Reply(Arc<Mutex<Said>>);

#[derive(Debug, Clone, Default)]
struct Said {
    message: Option<Text>,
    go_to: Option<String>,
    cookie: Option<String>,
}

impl Reply {
    /// The sentence that the next page shows.
    pub fn say(&self, message: impl Into<Text>) {
        self.said().message = Some(message.into());
    }

    /// The page that comes next, a path of ours; else the one that the form stood on.
    pub fn go_to(&self, path: impl Into<String>) {
        self.said().go_to = Some(path.into());
    }

    /// A cookie for the browser, as the header has it.
    pub fn set_cookie(&self, cookie: String) {
        self.said().cookie = Some(cookie);
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.0.lock().expect("no panic holds this lock")
    }

    fn take(&self) -> Said {
        std::mem::take(&mut *self.said())
    }
}

pub fn accepts_html(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT).iter().any(|value| value.to_str().is_ok_and(|value| value.contains("text/html")))
}

/// The middleware over `/api`.
pub async fn handle(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    if !request.uri().path().starts_with("/api/") {
        return next.run(request).await;
    }
    let browser = accepts_html(request.headers());
    // Left alone, server_fn would answer a browser itself: with the error in the address and what was typed lost.
    request.headers_mut().insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    let call = request.extensions().get::<Call>().cloned();
    // Leptos finds a function by its own method only; axum sends no body to who asks for the head.
    if request.method() == Method::HEAD {
        *request.method_mut() = Method::GET;
    }
    let lang = viewer::lang_of(&request);
    if request.method() != Method::POST {
        return with_status(next.run(request).await, lang).await;
    }
    let (endpoint, back) = (endpoint(&request), referer(&request));
    if let Err(error) = check_type(request.headers()) {
        return refuse(browser, &error);
    }
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MOST_BODY).await else {
        let error = ApiError::new(Code::TooLarge, "refused-too-large");
        return refuse(browser, &error);
    };
    let typed = typed(&body);
    let request = Request::from_parts(parts, Body::from(body));
    let (true, Some(call)) = (browser, call) else {
        return with_status(next.run(request).await, lang).await;
    };
    let back = local(typed.get(BACK).cloned()).or(back).unwrap_or_else(|| "/".to_owned());
    if typed.get("confirm").map(String::as_str) != Some("true")
        && let Some(question) = confirm::question(&app, &call, &endpoint, &typed).await
    {
        return ask(&call, endpoint, question, typed, back).await;
    }
    let answer = next.run(request).await;
    follow(&call, endpoint, typed, back, answer).await
}

/// What was sent, by field. The values of a list (`name[]`) travel in one field from here on, with commas between them.
fn typed(body: &[u8]) -> BTreeMap<String, String> {
    let mut typed = BTreeMap::<String, String>::new();
    for (name, value) in form_urlencoded::parse(body).into_owned() {
        match typed.get_mut(&name) {
            Some(list) if name.ends_with("[]") => *list = format!("{list},{value}"),
            _ => drop(typed.insert(name, value)),
        }
    }
    typed
}

/// JSON clients: the error's own status, and its sentences in their language.
async fn with_status(response: Response, lang: Lang) -> Response {
    let (mut parts, body) = response.into_parts();
    if parts.status.is_success() {
        return Response::from_parts(parts, body);
    }
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let Ok(error) = serde_json::from_slice::<ApiError>(&body) else {
        return Response::from_parts(parts, Body::from(body));
    };
    parts.status = error.status();
    parts.headers.remove("serverfnerror");
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Response::from_parts(parts, Body::from(error.told(lang).to_string()))
}

/// A browser: on to the next page, or back to the form.
async fn follow(
    call: &Call,
    endpoint: String,
    mut typed: BTreeMap<String, String>,
    back: String,
    answer: Response,
) -> Response {
    let Said { message, go_to: to, cookie } = call.reply.take();
    if answer.status().is_success() {
        if let Some(message) = message {
            let page = path_of(to.as_ref().unwrap_or(&back));
            // A preview saves nothing: what was typed stays.
            let typed = if is_preview(&endpoint) { typed } else { BTreeMap::new() };
            let flash = Flash { page, endpoint, kind: FlashKind::Done(message), typed };
            if let Err(response) = keep_flash(call, flash).await {
                return response;
            }
        }
        let mut response = see_other(&to.unwrap_or(back));
        if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        return response;
    }
    let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap_or_default();
    let error: ApiError = serde_json::from_slice(&body).unwrap_or_else(|_| super::error::internal());
    if error.code == Code::WouldWithdraw {
        let question = confirm::withdraws(error.withdraws.unwrap_or_default());
        return ask(call, endpoint, question, typed, back).await;
    }
    if matches!(error.code, Code::Internal | Code::Busy) {
        return pages::errors::answer(true, &error);
    }
    // A link's token stays out of the database; its page has it in its address.
    typed.retain(|name, value| !name.contains("password") && name != "token" && value.len() <= 20_000);
    let sign_in = error.code == Code::SignInRequired && call.account.is_none() && !endpoint.starts_with("account/");
    let to = if sign_in {
        format!("/sign-in?next={}", form_urlencoded::byte_serialize(back.as_bytes()).collect::<String>())
    } else {
        back.clone()
    };
    if sign_in && !endpoint.starts_with("organizer/") {
        // Attendees' forms are buttons: there is nothing to keep.
        return see_other(&to);
    }
    let error = if sign_in { signed_out() } else { error };
    let flash = Flash { page: path_of(&back), endpoint, kind: FlashKind::Failed(error), typed };
    match keep_flash(call, flash).await {
        Ok(()) => see_other(&to),
        Err(response) => response,
    }
}

/// The session ended while a form was being filled in.
fn signed_out() -> ApiError {
    ApiError::new(Code::SignInRequired, "refused-signed-out")
}

/// The path of an address, without its query.
fn path_of(address: &str) -> String {
    address.split(['?', '#']).next().unwrap_or_default().to_owned()
}

async fn ask(
    call: &Call,
    endpoint: String,
    question: confirm::Question,
    typed: BTreeMap<String, String>,
    back: String,
) -> Response {
    let page = CONFIRM.to_owned();
    match keep_flash(call, Flash { page, endpoint, kind: FlashKind::Question { question, back }, typed }).await {
        Ok(()) => see_other(CONFIRM),
        Err(response) => response,
    }
}

#[expect(clippy::result_large_err, reason = "it is answered at once")]
fn kept(result: tower_sessions::session_store::Result<()>) -> Result<(), Response> {
    result.map_err(|error| {
        tracing::error!(%error, "the session could not be kept");
        pages::errors::answer(true, &super::error::internal())
    })
}

/// Keeps what the next page is to tell; `Err` is the answer when that fails.
pub async fn keep_flash(call: &Call, flash: Flash) -> Result<(), Response> {
    kept(session::keep_flash(&call.session, flash).await)
}

pub fn see_other(path: &str) -> Response {
    let location = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response()
}

fn refuse(browser: bool, error: &ApiError) -> Response {
    pages::errors::answer(browser, error)
}

fn check_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let form = headers
        .get(header::CONTENT_TYPE)
        .is_none_or(|value| value.to_str().is_ok_and(|value| value.starts_with("application/x-www-form-urlencoded")));
    if form { Ok(()) } else { Err(ApiError::new(Code::WrongType, "refused-wrong-type")) }
}

fn endpoint(request: &Request) -> String {
    request.uri().path().trim_start_matches("/api/").to_owned()
}

/// The page that the form stood on, as a path of ours.
fn referer(request: &Request) -> Option<String> {
    let referer = request.headers().get(header::REFERER)?.to_str().ok()?;
    let host = request.headers().get(header::HOST)?.to_str().ok()?;
    let rest = referer.split_once("://")?.1.strip_prefix(host)?;
    local(Some(if rest.is_empty() { "/".to_owned() } else { rest.to_owned() }))
}

/// A path of this site, never another host's.
pub fn local(path: Option<String>) -> Option<String> {
    path.filter(|path| {
        path.starts_with('/') && !path.starts_with("//") && !path.contains('\\') && !path.chars().any(char::is_control)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_site_are_followed() {
        let follows = |path: &str| local(Some(path.to_owned())).is_some();
        assert!(follows("/e/club/concert?x=1"));
        for bad in ["", "//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nb", "javascript:alert(1)"] {
            assert!(!follows(bad), "{bad}");
        }
    }
}
