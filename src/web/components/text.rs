//! Times and numbers in sentences.

use chrono::{DateTime, Datelike, SecondsFormat, Utc};
use chrono_tz::Tz;
use leptos::prelude::*;

use crate::domain::zone;

/// A piece of a sentence; a time is shown in the event's zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Text(String),
    At(DateTime<Utc>),
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<DateTime<Utc>> for Part {
    fn from(at: DateTime<Utc>) -> Self {
        Self::At(at)
    }
}

pub fn rfc3339(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// `Wed 4 March, 18:00 CET`
pub fn when(at: DateTime<Utc>, zone: Tz) -> AnyView {
    view! { <time datetime=rfc3339(at)>{zone::write_short(at, zone)}</time> }.into_any()
}

/// The same, and by script the viewer's own time where it differs.
pub fn when_here_and_there(at: DateTime<Utc>, zone: Tz) -> AnyView {
    with_local(at, zone, zone::write_short(at, zone))
}

/// `Wed 4 March 2026, 18:00 CET`, and the viewer's own time where it differs.
pub fn when_in_full(at: DateTime<Utc>, zone: Tz) -> AnyView {
    with_local(at, zone, zone::write(at, zone))
}

fn with_local(at: DateTime<Utc>, zone: Tz, text: String) -> AnyView {
    view! {
        <time datetime=rfc3339(at) data-local="" data-zone=zone.name()>{text}</time>
        <small class="local" hidden></small>
    }
    .into_any()
}

/// A row's date: `Fri 11 December` and the time with its zone; the year where it is another.
pub fn date(at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> AnyView {
    let local = at.with_timezone(&zone);
    let year = (local.year() != now.with_timezone(&zone).year()).then(|| local.format(" %Y").to_string());
    let time = zone::time_of_day(at, zone);
    view! {
        <time datetime=rfc3339(at)><b>{local.format("%a %-d %B").to_string()}{year}</b>" "{time}</time>
    }
    .into_any()
}

/// A countdown to `until`: what is left now, kept going by script.
pub fn countdown(until: DateTime<Utc>, now: DateTime<Utc>) -> AnyView {
    view! {
        <time class="count" role="timer" aria-live="off" datetime=rfc3339(until) data-until=rfc3339(until)>
            {left(until, now)}
        </time>
    }
    .into_any()
}

/// `2 d 3 h`, `5 h 41 min`, `12 min`.
pub fn left(until: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let minutes = (until - now).num_minutes().max(0);
    match (minutes / 1440, minutes / 60 % 24, minutes % 60) {
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

pub fn sentence(parts: Vec<Part>, zone: Tz) -> AnyView {
    joined(parts, |at| when(at, zone))
}

/// The same for someone who may be elsewhere: with their own times.
pub fn sentence_here_and_there(parts: Vec<Part>, zone: Tz) -> AnyView {
    joined(parts, |at| when_here_and_there(at, zone))
}

fn joined(parts: Vec<Part>, time: impl Fn(DateTime<Utc>) -> AnyView) -> AnyView {
    parts
        .into_iter()
        .map(|part| match part {
            Part::Text(text) => text.into_any(),
            Part::At(at) => time(at),
        })
        .collect_view()
        .into_any()
}

/// `1 person is`, `3 people are`.
pub fn count(n: i64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn what_is_left_is_said_in_two_units() {
        let now = DateTime::UNIX_EPOCH;
        for (seconds, text) in
            [(0, "0 min"), (59, "0 min"), (750, "12 min"), (20_460, "5 h 41 min"), (183_600, "2 d 3 h"), (-5, "0 min")]
        {
            assert_eq!(left(now + TimeDelta::seconds(seconds), now), text);
        }
    }
}
