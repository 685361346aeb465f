//! Sentences, times and countdowns in pages.

use chrono::{DateTime, Datelike, SecondsFormat, Utc};
use chrono_tz::Tz;
use leptos::prelude::*;

use crate::domain::text::{Style, Text, When, full, short};
use crate::language::{Lang, Part};
use crate::web::viewer::lang;

pub fn rfc3339(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// A sentence; its times are elements of their own.
pub fn told(text: &Text) -> AnyView {
    joined(text, time)
}

/// The same for someone who may be elsewhere: with their own times where they differ.
pub fn told_here_and_there(text: &Text) -> AnyView {
    joined(text, here_and_there)
}

fn joined(text: &Text, time: fn(When, String) -> AnyView) -> AnyView {
    let parts = lang().parts(text).into_iter().map(|part| match part {
        Part::Text(text) => text.into_any(),
        Part::When(when, words) => time(when, words),
    });
    parts.collect_view().into_any()
}

fn time(when: When, words: String) -> AnyView {
    view! { <time datetime=rfc3339(when.at)>{words}</time> }.into_any()
}

/// The script fills in the viewer's own time.
fn here_and_there(when: When, words: String) -> AnyView {
    view! {
        <time datetime=rfc3339(when.at) data-local="" data-zone=when.zone.name()>{words}</time>
        <small class="local" hidden></small>
    }
    .into_any()
}

/// `Wed 4 March, 18:00 CET`
pub fn when(at: DateTime<Utc>, zone: Tz) -> AnyView {
    let when = short(at, zone);
    time(when, lang().when(when))
}

/// `Wed 4 March 2026, 18:00 CET`, and the viewer's own time where it differs.
pub fn when_in_full(at: DateTime<Utc>, zone: Tz) -> AnyView {
    let when = full(at, zone);
    here_and_there(when, lang().when(when))
}

/// A row's date: `Fri 11 December` and the time with its zone; the year where it is another.
pub fn date(at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> AnyView {
    let year = at.with_timezone(&zone).year();
    let year = (year != now.with_timezone(&zone).year()).then(|| format!(" {year}"));
    let (day, time) = (When { at, zone, style: Style::Day }, When { at, zone, style: Style::Time });
    view! {
        <time datetime=rfc3339(at)><b>{lang().when(day)}{year}</b>" "{lang().when(time)}</time>
    }
    .into_any()
}

/// A countdown to `until`: what is left now, kept going by script; `title` names the instant.
pub fn countdown(until: DateTime<Utc>, now: DateTime<Utc>, title: Option<String>) -> AnyView {
    // To the millisecond: a countdown that ends before its deadline would ask for the new page too early, and never again.
    let exactly = until.to_rfc3339_opts(SecondsFormat::Millis, true);
    view! {
        <time class="count" role="timer" aria-live="off" title=title datetime=rfc3339(until) data-until=exactly>
            {left(until, now)}
        </time>
    }
    .into_any()
}

/// `2 d 3 h`, `5 h 41 min`, `12 min`: the same in every language.
pub fn left(until: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let minutes = (until - now).num_minutes().max(0);
    match (minutes / 1440, minutes / 60 % 24, minutes % 60) {
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

/// Sentences one after the other.
pub fn all_told(texts: &[Text]) -> AnyView {
    texts.iter().map(|text| view! { {told(text)}" " }).collect_view().into_any()
}

/// `a · b · c`, without what is empty.
pub fn dotted(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// A sentence for where no element can stand: a title, a label.
pub fn plain(text: &Text) -> String {
    lang().say(text)
}

/// The other languages that a page can be had in.
pub fn other_languages() -> Vec<Lang> {
    Lang::all().filter(|other| *other != lang()).collect()
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
