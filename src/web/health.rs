//! Is the process alive, and can it work?

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::TimeDelta;
use serde_json::json;

use super::App;
use crate::jobs::{DEADLINE_ALARM, DELIVER_NOTIFICATIONS};
use crate::store::jobs;

const SILENT: TimeDelta = TimeDelta::minutes(2);

pub async fn alive() -> &'static str {
    "ok"
}

/// The database answers, and the jobs that are always at work have been heard of lately.
pub async fn ready(State(app): State<Arc<App>>) -> Response {
    let jobs = match app.db.read().await {
        Ok(mut tx) => jobs::list(&mut tx).await,
        Err(error) => Err(error),
    };
    let Ok(jobs) = jobs else {
        return (StatusCode::SERVICE_UNAVAILABLE, Json(json!({"ready": false, "why": "the database doesn't answer"})))
            .into_response();
    };
    let now = app.clock.now();
    let beats = |name: &str| {
        jobs.iter().any(|job| job.name == name && job.last_run_at.is_some_and(|at| (now - at).abs() < SILENT))
    };
    match [DEADLINE_ALARM, DELIVER_NOTIFICATIONS].into_iter().find(|name| !beats(name)) {
        None => Json(json!({"ready": true})).into_response(),
        Some(silent) => {
            let why = format!("the job {silent} hasn't run lately");
            (StatusCode::SERVICE_UNAVAILABLE, Json(json!({"ready": false, "why": why}))).into_response()
        }
    }
}
