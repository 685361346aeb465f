//! Rules for every request: an id, headers that browsers obey, no writes from other sites, not too many of them.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use leptos::prelude::use_context;
use tracing::Instrument as _;

use super::error::{ApiError, Code};
use super::forms::accepts_html;
use super::viewer::Call;
use super::{App, pages};
use crate::chance;
use crate::domain::text::say;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const WRITES_A_MINUTE: u32 = 100;
const SIGN_INS_A_MINUTE: u32 = 10;

/// The id under which a request is logged.
#[derive(Debug, Clone)]
pub struct RequestId(String);

tokio::task_local! {
    static REQUEST: RequestId;
}

/// The id of the request that is being answered; a page is rendered in a task of its own, and finds it in its context.
pub fn request_id() -> Option<String> {
    let of_page = || use_context::<Parts>().and_then(|parts| parts.extensions.get::<RequestId>().cloned());
    REQUEST.try_with(Clone::clone).ok().or_else(of_page).map(|id| id.0)
}

/// The path without the tokens of mailed links, which are nobody's business: `/o/…`.
fn without_token(path: &str) -> String {
    match ["/o/", "/s/", "/c/"].into_iter().find(|prefix| path.starts_with(prefix)) {
        Some(prefix) => format!("{prefix}…"),
        None => path.to_owned(),
    }
}

/// Gives the request an id, logs how it went, and sets the headers.
pub async fn outermost(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let id = chance::id(app.clock.now()).simple().to_string();
    let span =
        tracing::info_span!("request", id, method = %request.method(), path = without_token(request.uri().path()));
    let began = std::time::Instant::now();
    request.extensions_mut().insert(RequestId(id.clone()));
    let answering = REQUEST.scope(RequestId(id.clone()), next.run(request));
    let mut response = answering.instrument(span.clone()).await;
    span.in_scope(|| {
        tracing::info!(status = response.status().as_u16(), ms = began.elapsed().as_millis() as u64, "answered");
    });
    let away = response.status() == StatusCode::SERVICE_UNAVAILABLE;
    let headers = response.headers_mut();
    if away && !headers.contains_key(header::RETRY_AFTER) {
        set(headers, header::RETRY_AFTER, "1");
    }
    set(headers, REQUEST_ID, &id);
    set(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, header::REFERRER_POLICY, "same-origin");
    set(headers, header::X_FRAME_OPTIONS, "DENY");
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        set(headers, header::CONTENT_SECURITY_POLICY, &content_policy(None));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        set(headers, header::CACHE_CONTROL, "no-store");
    }
    response
}

/// No inline script but what carries Leptos's own nonce.
pub fn content_policy(nonce: Option<&str>) -> String {
    let nonce = nonce.map_or_else(String::new, |nonce| format!(" 'nonce-{nonce}'"));
    format!(
        "default-src 'none'; script-src 'self'{nonce}; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    headers.insert(name, HeaderValue::from_str(value).expect("these are plain ASCII"));
}

/// Refuses a write that another site's page sends; scripts, which send neither header, pass.
pub async fn same_site(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if request.method().is_safe() || is_from_here(request.headers(), &app.base_url) {
        return next.run(request).await;
    }
    let error = ApiError::new(Code::CrossSite, "refused-cross-site");
    pages::errors::answer(accepts_html(request.headers()), &error)
}

fn is_from_here(headers: &HeaderMap, base_url: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    if text("sec-fetch-site") == Some("cross-site") {
        return false;
    }
    let Some(origin) = text("origin") else {
        return true;
    };
    let host = origin.split_once("://").map(|(_, host)| host);
    origin == base_url || (host.is_some() && host == text("host"))
}

/// How many writes a person and an address have left.
pub struct Limits {
    writes: DefaultKeyedRateLimiter<Key>,
    sign_ins: DefaultKeyedRateLimiter<Key>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Account(uuid::Uuid),
    Address(IpAddr),
}

impl Limits {
    pub fn new() -> Self {
        let a_minute = |n| RateLimiter::keyed(Quota::per_minute(NonZeroU32::new(n).expect("not zero")));
        Self { writes: a_minute(WRITES_A_MINUTE), sign_ins: a_minute(SIGN_INS_A_MINUTE) }
    }

    /// Seconds to wait, if it is too much.
    fn check(&self, path: &str, keys: &[Key]) -> Option<u64> {
        let signs_in = ["/api/account/sign_up", "/api/account/sign_in", "/api/account/send_link"].contains(&path);
        // Joining with an address alone sends a mail to it.
        let unsigned = path == "/api/waitlist/join" && !keys.iter().any(|key| matches!(key, Key::Account(_)));
        let mails = signs_in || unsigned;
        let limiter = if mails { &self.sign_ins } else { &self.writes };
        let now = DefaultClock::default().now();
        keys.iter()
            .filter_map(|key| limiter.check_key(key).err())
            .map(|not_yet| not_yet.wait_time_from(now).as_secs() + 1)
            .max()
    }
}

/// Slows down who writes too much.
pub async fn slow_down(State((app, limits)): State<(Arc<App>, Arc<Limits>)>, request: Request, next: Next) -> Response {
    if !app.limit_writes || request.method() != Method::POST {
        return next.run(request).await;
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let mut keys = vec![Key::Address(address(peer, request.headers()))];
    keys.extend(request.extensions().get::<Call>().and_then(Call::account_id).map(|id| Key::Account(id.0)));
    let Some(seconds) = limits.check(request.uri().path(), &keys) else {
        return next.run(request).await;
    };
    let error =
        ApiError::new(Code::SlowDown, say!("refused-slow-down", seconds = i64::try_from(seconds).unwrap_or(i64::MAX)));
    let mut response = pages::errors::answer(accepts_html(request.headers()), &error);
    set(response.headers_mut(), header::RETRY_AFTER, &seconds.to_string());
    response
}

/// Whose address this is: what a proxy on this machine says of its client, else the peer's own.
fn address(peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let forwarded = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
    let client = forwarded.and_then(|list| list.rsplit(',').next()).and_then(|last| last.trim().parse().ok());
    if peer.is_loopback() { client.unwrap_or(peer) } else { peer }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_on_this_machine_is_believed_and_nobody_else() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let headers = HeaderMap::from_iter([(
            HeaderName::from_static("x-forwarded-for"),
            HeaderValue::from_static("10.9.9.9, 203.0.113.7"),
        )]);
        assert_eq!(address(ip("127.0.0.1"), &headers), ip("203.0.113.7"));
        assert_eq!(address(ip("198.51.100.1"), &headers), ip("198.51.100.1"));
        assert_eq!(address(ip("127.0.0.1"), &HeaderMap::new()), ip("127.0.0.1"));
    }

    #[test]
    fn tokens_are_not_logged() {
        assert_eq!(without_token("/o/c2VjcmV0"), "/o/…");
        assert_eq!(without_token("/s/c2VjcmV0"), "/s/…");
        assert_eq!(without_token("/e/club/concert"), "/e/club/concert");
    }

    fn from_here(pairs: &[(&'static str, &'static str)]) -> bool {
        let headers = pairs.iter().map(|(n, v)| (HeaderName::from_static(n), HeaderValue::from_static(v))).collect();
        is_from_here(&headers, "https://seats.example.org")
    }

    #[test]
    fn writes_from_other_sites_are_refused_and_scripts_pass() {
        assert!(from_here(&[]));
        assert!(from_here(&[("origin", "https://seats.example.org")]));
        assert!(from_here(&[("origin", "http://127.0.0.1:3000"), ("host", "127.0.0.1:3000")]));
        assert!(from_here(&[("sec-fetch-site", "same-origin"), ("origin", "https://seats.example.org")]));
        assert!(!from_here(&[("sec-fetch-site", "cross-site")]));
        assert!(!from_here(&[("origin", "https://evil.example"), ("host", "seats.example.org")]));
        assert!(!from_here(&[("origin", "null"), ("host", "seats.example.org")]));
    }

    #[test]
    fn the_eleventh_sign_in_of_a_minute_waits() {
        let limits = Limits::new();
        let key = [Key::Address(IpAddr::V4(Ipv4Addr::LOCALHOST))];
        assert!((0..10).all(|_| limits.check("/api/account/sign_in", &key).is_none()));
        assert!(limits.check("/api/account/sign_in", &key).is_some());
        assert!(limits.check("/api/waitlist/join", &key).is_some(), "it sends a mail, too");
        assert!(limits.check("/api/waitlist/leave", &key).is_none());
        assert!(limits.check("/api/waitlist/join", &[Key::Account(uuid::Uuid::nil())]).is_none());
    }
}
