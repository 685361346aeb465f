//! Tables of people in and out: CSV import and export.

use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, Extension, Multipart, Path};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::error::{Answer, ApiError, Code};
use super::forms::{Flash, FlashKind, accepts_html, keep_flash, see_other};
use super::pages::errors;
use super::shapes::{position_of, why_not};
use super::viewer::Call;
use crate::account::{Member, member_of_event};
use crate::chance;
use crate::domain::ids::{EntryId, ImportId};
use crate::domain::role::Permission::{self, InviteToEvent, ManageEvent};
use crate::domain::sheet;
use crate::error::Refusal;
use crate::store::events::Event;
use crate::store::imports::{Import, ImportState};
use crate::store::{entries, registrations};
use crate::waitlist::import::{self, Report};
use crate::waitlist::ledger;
use crate::waitlist::status::EventRef;

const MOST_FILE: usize = 5 * 1024 * 1024;
const ALL: i64 = 1_000_000;

pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/manage/{org}/{event}/waitlist.csv", get(export_queue))
        .route("/manage/{org}/{event}/registrations.csv", get(export_registrations))
        // The form's own fields and boundaries come on top.
        .route("/manage/{org}/{event}/import", post(import).layer(DefaultBodyLimit::max(MOST_FILE + 64 * 1024)))
}

type Place = Path<(String, String)>;

async fn member(call: &Call, (org, event): (String, String), permission: Permission) -> Answer<(Member, Event)> {
    let account = call.signed_in()?;
    Ok(member_of_event(&call.app.db, Some(account), &EventRef::Slugs(org, event), permission).await?)
}

fn answered(html: bool, answer: Answer<Response>) -> Response {
    answer.unwrap_or_else(|error| errors::answer(html, &error))
}

async fn export_queue(Extension(call): Extension<Call>, Path(place): Place, headers: HeaderMap) -> Response {
    answered(accepts_html(&headers), queue(&call, place).await)
}

async fn queue(call: &Call, place: (String, String)) -> Answer<Response> {
    let (_, event) = member(call, place, InviteToEvent).await?;
    ledger::read(&call.app.db, call.now, event.id).await?;
    let ids = chosen(call);
    let mut tx = call.app.db.read().await?;
    let rows = if ids.is_empty() {
        let filter = entries::Filter { page: 1, page_size: ALL, ..entries::Filter::default() };
        entries::list(&mut tx, event.id, call.now, &filter).await?.1
    } else {
        entries::chosen(&mut tx, event.id, call.now, &ids).await?
    };
    let header = ["position", "name", "email", "party_size", "state", "why_not", "joined_at", "offer_until"];
    let text = sheet::write(
        &header,
        rows.iter().map(|entry| {
            vec![
                position_of(&event, entry).map_or_else(String::new, |n| n.to_string()),
                entry.name.clone(),
                entry.email.clone(),
                entry.party_size.to_string(),
                entry.state.to_string(),
                why_not(&event, entry).map_or_else(String::new, |why_not| call.lang.say(&why_not.in_full())),
                entry.joined_at.to_rfc3339(),
                entry.current_offer.as_ref().map_or_else(String::new, |offer| offer.expires_at.to_rfc3339()),
            ]
        }),
    );
    Ok(file(&format!("{}-waitlist.csv", event.slug), text))
}

/// The entries that the queue's boxes chose (`entry_id[]=…`).
pub fn chosen(call: &Call) -> Vec<EntryId> {
    let query = call.here.split_once('?').map_or("", |(_, query)| query);
    let chosen = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "entry_id[]");
    chosen.filter_map(|(_, id)| id.parse().ok()).collect()
}

async fn export_registrations(Extension(call): Extension<Call>, Path(place): Place, headers: HeaderMap) -> Response {
    answered(accepts_html(&headers), going(&call, place).await)
}

async fn going(call: &Call, place: (String, String)) -> Answer<Response> {
    let (_, event) = member(call, place, InviteToEvent).await?;
    let filter = registrations::Filter { page: 1, page_size: ALL, ..registrations::Filter::default() };
    let (_, rows) = registrations::list(&mut call.app.db.read().await?, event.id, &filter).await?;
    let text = sheet::write(
        &["name", "email", "answer", "party_size", "answered_at"],
        rows.iter().map(|row| {
            vec![
                row.name.clone(),
                row.email.clone(),
                row.answer.to_string(),
                row.party_size.to_string(),
                row.updated_at.to_rfc3339(),
            ]
        }),
    );
    Ok(file(&format!("{}-registrations.csv", event.slug), text))
}

/// A slug has only letters, digits and hyphens: it needs no quoting in a header.
fn file(name: &str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, disposition)], text)
        .into_response()
}

/// Reads the file; with `dry_run` (unless it says `false`) only says what would happen.
async fn import(
    Extension(call): Extension<Call>,
    Path(place): Place,
    headers: HeaderMap,
    body: Result<Multipart, MultipartRejection>,
) -> Response {
    let html = accepts_html(&headers);
    let page = format!("/manage/{}/{}/waitlist/import", place.0, place.1);
    let report = match body {
        Ok(body) => imported(&call, place, body, html).await,
        Err(_) => Err(ApiError::new(Code::WrongType, "refused-multipart")),
    };
    if !html {
        return match report {
            Ok(Looked::Report(report)) => Json(told(&call, report)).into_response(),
            Ok(Looked::Kept(id)) => Json(json!({"import_id": id})).into_response(),
            Err(error) => errors::answer(false, &error),
        };
    }
    match report {
        Ok(Looked::Kept(id)) => see_other(&format!("{page}/{id}")),
        Ok(Looked::Report(report)) => flashed(&call, &page, FlashKind::Imported(report)).await,
        Err(error) if error.code == Code::SignInRequired || error.status() == StatusCode::NOT_FOUND => {
            errors::answer(true, &error)
        }
        Err(error) => flashed(&call, &page, FlashKind::Failed(error)).await,
    }
}

async fn flashed(call: &Call, page: &str, kind: FlashKind) -> Response {
    let flash = Flash { page: page.to_owned(), endpoint: "import".into(), kind, typed: Default::default() };
    match keep_flash(call, flash).await {
        Ok(()) => see_other(page),
        Err(response) => response,
    }
}

/// What a sent file came to.
enum Looked {
    Report(Report),
    /// Looked at, and kept to be imported from its page.
    Kept(ImportId),
}

/// The report with its sentences.
fn told(call: &Call, report: Report) -> Value {
    let bad: Vec<Value> =
        (report.bad.iter()).map(|bad| json!({"line": bad.line, "message": call.lang.say(&bad.message)})).collect();
    let mut told = serde_json::to_value(report).unwrap_or_default();
    told["bad"] = bad.into();
    told
}

async fn imported(call: &Call, place: (String, String), mut body: Multipart, keep: bool) -> Answer<Looked> {
    let (member, event) = member(call, place, ManageEvent).await?;
    let (mut file, mut dry_run) = (None, true);
    let broken = |_| ApiError::new(Code::TooLarge, "refused-file");
    while let Some(field) = body.next_field().await.map_err(broken)? {
        match field.name() {
            Some("file") => file = Some(field.bytes().await.map_err(broken)?),
            Some("dry_run") => dry_run = field.text().await.map_err(broken)? != "false",
            _ => {}
        }
    }
    let file = file.filter(|file| !file.is_empty());
    let file = file.ok_or_else(|| ApiError::from(Refusal::field("file", "error-file")))?;
    if file.len() > MOST_FILE {
        return Err(ApiError::new(Code::TooLarge, "refused-file"));
    }
    let sheet = sheet::read(&file, event.zone()).map_err(|wrong| ApiError::from(Refusal::field("file", wrong)))?;
    let rows = sheet.rows.len();
    let report = import::import(&call.app.db, call.now, member.id, event.id, sheet, dry_run).await?;
    if !(keep && dry_run) {
        return Ok(Looked::Report(report));
    }
    let kept = Import {
        id: ImportId(chance::id(call.now)),
        created_at: call.now,
        // It was read as UTF-8 just now.
        file: String::from_utf8_lossy(&file).into_owned(),
        total: rows as i64,
        done: 0,
        report: serde_json::to_string(&report).unwrap_or_default(),
        state: ImportState::Checked,
        beat_at: None,
    };
    import::keep(&call.app.db, &kept, event.id, member.id).await?;
    Ok(Looked::Kept(kept.id))
}
