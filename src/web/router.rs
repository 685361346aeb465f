//! Every route and the layers around them, outermost last.

use std::any::Any;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::get;
use leptos::config::LeptosOptions;
use leptos::nonce::{provide_nonce, use_nonce};
use leptos::prelude::expect_context;
use leptos_axum::{LeptosRoutes, ResponseOptions, generate_route_list, render_app_async_with_context};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use super::error::{ApiError, Code, internal};
use super::forms::accepts_html;
use super::guard::{self, Limits};
use super::{App, assets, calendar, csv, dev, forms, health, live, pages, readback, session, viewer};
use crate::store::changes;

/// How long what is in flight may take after the signal to stop.
pub const GRACE: Duration = Duration::from_secs(9);

/// The whole app; live streams end when `stop` says so.
pub fn router(app: &Arc<App>, stop: &watch::Receiver<bool>) -> Router {
    let options = LeptosOptions::builder().output_name("nextseat").build();
    let with_session = Router::new()
        .leptos_routes_with_context(&options, generate_route_list(pages::shell), context, pages::shell)
        .merge(csv::routes())
        .merge(calendar::routes())
        .merge(readback::routes())
        .merge(live::routes(stop))
        .fallback(nothing_here)
        .method_not_allowed_fallback(wrong_method)
        .with_state(options)
        .layer(from_fn_with_state(app.clone(), forms::handle))
        .layer(from_fn_with_state((app.clone(), Arc::new(Limits::new())), guard::slow_down))
        .layer(from_fn_with_state(app.clone(), viewer::attach))
        .layer(session::layer(app));

    dev::routes(app)
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/style.css", get(assets::style))
        .route("/app.js", get(assets::script))
        .route("/favicon.svg", get(assets::icon))
        .with_state(app.clone())
        .fallback_service(with_session)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(app.clone(), guard::same_site))
        .layer(from_fn(viewer::with_language))
        .layer(from_fn_with_state(app.clone(), guard::outermost))
}

/// What each page and server function finds in its context beside the request: Leptos's nonce, which the answer's policy names.
fn context() {
    provide_nonce();
    let policy = guard::content_policy(use_nonce().as_deref());
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        expect_context::<ResponseOptions>().insert_header(header::CONTENT_SECURITY_POLICY, policy);
    }
}

async fn nothing_here(request: Request) -> Response {
    if request.uri().path().starts_with("/api/") || !accepts_html(request.headers()) {
        let error = ApiError::new(Code::NotFound, "refused-nothing-here");
        return pages::errors::answer(false, &error);
    }
    render_app_async_with_context(context, pages::shell)(request).await
}

async fn wrong_method(request: Request) -> Response {
    let error = ApiError::new(Code::MethodNotAllowed, "refused-method-not-allowed");
    pages::errors::answer(accepts_html(request.headers()), &error)
}

fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let message = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(panic = message.unwrap_or("?"), "a request panicked");
    let error = internal();
    pages::errors::answer(false, &error)
}

/// Serves until `stop` says so, then finishes what is in flight.
pub async fn serve(app: &Arc<App>, listener: TcpListener, mut stop: watch::Receiver<bool>) -> std::io::Result<()> {
    let service = router(app, &stop).into_make_service_with_connect_info::<SocketAddr>();
    let mut stopping = stop.clone();
    let served = axum::serve(listener, service).with_graceful_shutdown(async move {
        let _ = stopping.wait_for(|stop| *stop).await;
    });
    tokio::select! {
        done = served => done,
        () = async {
            let _ = stop.wait_for(|stop| *stop).await;
            tokio::time::sleep(GRACE).await;
        } => Ok(()),
        () = changes::follow_others(&app.db) => Ok(()),
    }
}
