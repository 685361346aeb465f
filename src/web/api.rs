//! The server functions: the app's API, for the pages' forms, the tests and scripts alike. They parse text into domain types, call one use case, and
//! shape its answer.

mod account;
mod attendee;
mod organizer;
mod organizer_events;
mod organizer_people;
mod organizer_queue;
mod organizer_registrations;

use std::str::FromStr;

use super::error::Answer;
use crate::domain::fields::Patch;
use crate::domain::fields::{self, Fields};
use crate::domain::settings::SettingsForm;
use crate::domain::text::Text;
use crate::error::{Error, Refusal};
use crate::waitlist::status::EventRef;

const MOST_PAGE: i64 = 1_000_000;
const MOST_PAGE_SIZE: i64 = 200;

/// An argument that has to be there, in plain characters.
fn required(name: &str, field: Option<String>) -> Result<String, Error> {
    match field.filter(|text| !text.trim().is_empty()) {
        None => Err(Refusal::field(name, "error-empty").into()),
        Some(text) if text.chars().any(char::is_control) => Err(Refusal::field(name, "error-control").into()),
        Some(text) => Ok(text),
    }
}

/// A required argument, parsed; `Invalid` names the field.
fn argument<T>(name: &str, field: Option<String>, parse: impl FnOnce(&str) -> Result<T, Text>) -> Result<T, Error> {
    let text = required(name, field)?;
    parse(&text).map_err(|message| Refusal::field(name, message).into())
}

/// An optional argument; empty counts as left out.
fn optional<T>(
    name: &str,
    field: Option<String>,
    parse: impl FnOnce(&str) -> Result<T, Text>,
) -> Result<Option<T>, Error> {
    match field.filter(|text| !text.trim().is_empty()) {
        None => Ok(None),
        Some(text) => parse(&text).map(Some).map_err(|message| Refusal::field(name, message).into()),
    }
}

fn id<T: FromStr>(name: &str, field: Option<String>) -> Result<T, Error> {
    argument(name, field, fields::id)
}

fn event_ref(field: Option<String>) -> Result<EventRef, Error> {
    let text = required("event_id", field)?;
    Ok(text.trim().parse().unwrap_or_else(|never| match never {}))
}

/// `page` and `page_size`, counted from 1.
fn paging(page: Option<String>, page_size: Option<String>) -> Result<(i64, i64), Error> {
    let mut broken = Fields::default();
    let number = |text: Option<String>, default: i64, most: i64| match text.filter(|text| !text.trim().is_empty()) {
        None => Ok(default),
        Some(text) => fields::whole_number(&text, 1, most),
    };
    let page = broken.take("page", number(page, 1, MOST_PAGE));
    let page_size = broken.take("page_size", number(page_size, 20, MOST_PAGE_SIZE));
    match (page, page_size) {
        (Some(page), Some(page_size)) => Ok((page, page_size)),
        _ => Err(broken.into()),
    }
}

/// The fields of docs/domain.md §2 in a form, each absent, empty or set.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct SettingsFields {
    pub waitlist_open: Option<String>,
    pub waitlist_time_window: Option<String>,
    pub waitlist_batch_size: Option<String>,
    pub waitlist_lottery_mode: Option<String>,
    pub waitlist_cutoff_date: Option<String>,
    pub waitlist_min_window: Option<String>,
    pub waitlist_auto_promote: Option<String>,
    pub waitlist_fit: Option<String>,
    pub waitlist_queue_first: Option<String>,
    pub quiet_from: Option<String>,
    pub quiet_to: Option<String>,
    pub max_party_size: Option<String>,
}

impl From<SettingsFields> for SettingsForm {
    fn from(fields: SettingsFields) -> Self {
        let patch = Patch::from_field;
        Self {
            waitlist_open: patch(fields.waitlist_open),
            waitlist_time_window: patch(fields.waitlist_time_window),
            waitlist_batch_size: patch(fields.waitlist_batch_size),
            waitlist_lottery_mode: patch(fields.waitlist_lottery_mode),
            waitlist_cutoff_date: patch(fields.waitlist_cutoff_date),
            waitlist_min_window: patch(fields.waitlist_min_window),
            waitlist_auto_promote: patch(fields.waitlist_auto_promote),
            waitlist_fit: patch(fields.waitlist_fit),
            waitlist_queue_first: patch(fields.waitlist_queue_first),
            quiet_from: patch(fields.quiet_from),
            quiet_to: patch(fields.quiet_to),
            max_party_size: patch(fields.max_party_size),
        }
    }
}

/// A reason or other optional remark.
fn remark(name: &str, field: Option<String>) -> Answer<Option<String>> {
    Ok(optional(name, field, fields::long_text)?)
}
