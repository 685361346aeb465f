//! The catalogue: every sentence that people read, in each language. One file a language (`locales/en.ftl`); a file that is added there is a
//! language more. What another language doesn't say yet is said in English; a test keeps that from happening.

use std::collections::HashMap;
use std::sync::LazyLock;

use chrono::{Datelike, TimeDelta, Timelike};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use rust_embed::RustEmbed;
use unic_langid::LanguageIdentifier;

use crate::domain::fields::write_duration;
use crate::domain::text::{Style, Text, Value, When, say};
use crate::domain::zone::abbreviation;

#[derive(RustEmbed)]
#[folder = "locales/"]
struct Files;

/// A language of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lang(usize);

struct Language {
    /// `pt`
    tag: String,
    /// `Português`
    name: String,
    /// `ltr` or `rtl`
    direction: String,
    bundle: FluentBundle<FluentResource>,
    /// The sentences without values, ready to be said.
    plain: HashMap<String, String>,
}

/// English first, then the others by their tags.
static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let mut tags: Vec<String> = Files::iter().filter_map(|file| file.strip_suffix(".ftl").map(str::to_owned)).collect();
    tags.sort_by_key(|tag| (tag != "en", tag.clone()));
    tags.into_iter().map(read).collect()
});

fn read(tag: String) -> Language {
    let file = Files::get(&format!("{tag}.ftl")).expect("it was listed");
    let source = String::from_utf8(file.data.into_owned()).expect("catalogues are UTF-8");
    let resource =
        FluentResource::try_new(source).unwrap_or_else(|(_, errors)| panic!("locales/{tag}.ftl: {errors:?}"));
    let names: Vec<String> = resource.entries().filter_map(name_of).collect();
    let id: LanguageIdentifier = tag.parse().expect("a file is named by its language");
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    // Marks around values would be in the way of whoever copies a sentence, or tests it.
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).unwrap_or_else(|errors| panic!("locales/{tag}.ftl: {errors:?}"));
    let plain: HashMap<String, String> = names
        .into_iter()
        .filter_map(|name| Some((format(&bundle, &name, None)?, name)))
        .map(|(text, name)| (name, text))
        .collect();
    let of = |name: &str| plain.get(name).cloned().unwrap_or_default();
    Language { name: of("language-name"), direction: of("language-direction"), tag, bundle, plain }
}

fn name_of(entry: &fluent_syntax::ast::Entry<&str>) -> Option<String> {
    match entry {
        fluent_syntax::ast::Entry::Message(message) => Some(message.id.name.to_owned()),
        _ => None,
    }
}

/// `None`: there is no such sentence, or it wants values that weren't given.
fn format(bundle: &FluentBundle<FluentResource>, key: &str, values: Option<&FluentArgs>) -> Option<String> {
    let pattern = bundle.get_message(key)?.value()?;
    let mut errors = vec![];
    let text = bundle.format_pattern(pattern, values, &mut errors).into_owned();
    errors.is_empty().then_some(text)
}

/// A piece of a sentence that is shown with its times as elements of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Text(String),
    When(When, String),
}

/// Stands for a time while the sentence around it is made; no text of ours has these characters.
const MARKS: [char; 2] = ['\u{e000}', '\u{e001}'];

impl Lang {
    pub const ENGLISH: Self = Self(0);

    pub fn all() -> impl Iterator<Item = Self> {
        (0..LANGUAGES.len()).map(Self)
    }

    /// The language with this tag (`pt`), or of its family (`pt-BR`).
    pub fn find(tag: &str) -> Option<Self> {
        let family = tag.split(['-', '_']).next().unwrap_or_default();
        let with = |tag: &str| Self::all().find(|lang| lang.tag().eq_ignore_ascii_case(tag));
        with(tag).or_else(|| with(family))
    }

    /// The first language of an `Accept-Language` header that the catalogue has.
    pub fn accepted(header: &str) -> Option<Self> {
        let mut wanted: Vec<(f32, &str)> = header
            .split(',')
            .filter_map(|part| {
                let (tag, parameters) = part.split_once(';').unwrap_or((part, ""));
                let quality = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse).ok()?;
                (quality > 0.0).then_some((quality, tag.trim()))
            })
            .collect();
        wanted.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        wanted.into_iter().find_map(|(_, tag)| Self::find(tag))
    }

    fn language(self) -> &'static Language {
        &LANGUAGES[self.0]
    }

    pub fn tag(self) -> &'static str {
        &self.language().tag
    }

    pub fn name(self) -> &'static str {
        &self.language().name
    }

    pub fn direction(self) -> &'static str {
        &self.language().direction
    }

    /// The sentence as plain text.
    pub fn say(self, text: &Text) -> String {
        self.sentence(text, &mut |when| self.when(when))
    }

    /// The sentence with its times apart.
    pub fn parts(self, text: &Text) -> Vec<Part> {
        let mut times = vec![];
        let sentence = self.sentence(text, &mut |when| {
            times.push(when);
            format!("{}{}{}", MARKS[0], times.len() - 1, MARKS[1])
        });
        let mut parts = vec![];
        for piece in sentence.split(MARKS[0]) {
            let (before, after) = piece.split_once(MARKS[1]).map_or(("", piece), |(n, after)| (n, after));
            if let Some(when) = before.parse::<usize>().ok().and_then(|n| times.get(n)) {
                parts.push(Part::When(*when, self.when(*when)));
            }
            if !after.is_empty() {
                parts.push(Part::Text(after.to_owned()));
            }
        }
        parts
    }

    fn sentence(self, text: &Text, time: &mut dyn FnMut(When) -> String) -> String {
        if text.values.is_empty()
            && let Some(plain) = self.language().plain.get(&*text.key)
        {
            return plain.clone();
        }
        let mut values = FluentArgs::new();
        for (name, value) in &text.values {
            let value = match value {
                Value::Word(word) => FluentValue::from(word.replace(MARKS, "")),
                Value::Number(n) => FluentValue::from(*n),
                Value::Lasts(seconds) => FluentValue::from(self.lasts(TimeDelta::seconds(*seconds))),
                Value::When(when) => FluentValue::from(time(*when)),
                Value::Text(text) => FluentValue::from(self.sentence(text, time)),
            };
            values.set(name.clone(), value);
        }
        let said = format(&self.language().bundle, &text.key, Some(&values));
        let said = said.or_else(|| format(&Self::ENGLISH.language().bundle, &text.key, Some(&values)));
        said.unwrap_or_else(|| {
            tracing::error!(key = %text.key, "the catalogue has no such sentence");
            text.key.clone().into_owned()
        })
    }

    /// `24 hours`, `3 days`, `90 minutes`.
    pub fn lasts(self, length: TimeDelta) -> String {
        let short = write_duration(length);
        let (number, unit) = short.split_at(short.len() - 1);
        let n: i64 = number.parse().unwrap_or_default();
        self.say(&match unit {
            "d" => say!("time-days", n),
            "h" => say!("time-hours", n),
            "m" => say!("time-minutes", n),
            _ => say!("time-seconds", n),
        })
    }

    /// The instant in its zone, with the zone's name.
    pub fn when(self, when: When) -> String {
        let local = when.at.with_timezone(&when.zone);
        let (day, year) = (i64::from(local.day()), local.year().to_string());
        let weekday = say!("time-weekday", n = i64::from(local.weekday().number_from_monday()));
        let month = say!("time-month", n = i64::from(local.month()));
        let time = format!("{:02}:{:02} {}", local.hour(), local.minute(), abbreviation(when.at, when.zone));
        self.say(&match when.style {
            Style::Full => say!("time-full", weekday, day, month, year, time),
            Style::Short => say!("time-short", weekday, day, month, time),
            Style::Day => say!("time-day", weekday, day, month),
            Style::Time => return time,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::eligibility::{Barred, ReasonCode};
    use crate::domain::event::Answer;
    use crate::domain::offer::{EndReason, OfferStatus};
    use crate::domain::role::Role;
    use crate::domain::selection::PassStatus;
    use crate::domain::text::full;

    fn portuguese() -> Lang {
        Lang::find("pt").unwrap()
    }

    #[test]
    fn every_word_of_a_family_has_its_sentence() {
        fn words<T: Copy>(kind: &'static str, all: &'static [T], word: fn(T) -> &'static str) -> Vec<Text> {
            all.iter().map(|one| Text::word(kind, word(*one))).collect()
        }
        let families = [
            words("reason", ReasonCode::ALL, ReasonCode::as_str),
            words("card", ReasonCode::ALL, ReasonCode::as_str),
            words("pass", PassStatus::ALL, PassStatus::as_str),
            words("ended", EndReason::ALL, EndReason::as_str),
            words("offer", OfferStatus::ALL, OfferStatus::as_str),
            words("answer", Answer::ALL, Answer::as_str),
            words("role", Role::ALL, Role::as_str),
            words("note", Barred::ALL, Barred::as_str),
        ];
        for lang in Lang::all() {
            for text in families.iter().flatten() {
                // A family's availability has cards of its own.
                let has = lang.language().bundle.has_message(&text.key);
                let unused = [
                    "card-event-is-full",
                    "card-spots-reserved-for-waitlist",
                    "card-on-waitlist",
                    "card-on-waitlist-waiting-for-batch",
                ];
                assert!(has || unused.contains(&&*text.key), "{} doesn't say {}", lang.tag(), text.key);
            }
        }
    }

    #[test]
    fn plurals_follow_the_language() {
        for (n, english, portuguese_) in [
            (0_i64, "0 people are waiting.", "0"),
            (1, "1 person is waiting.", "1 pessoa"),
            (2, "2 people are waiting.", "2 pessoas"),
        ] {
            assert_eq!(Lang::ENGLISH.say(&say!("card-waiting", n)), english);
            assert!(portuguese().say(&say!("card-waiting", n)).starts_with(portuguese_));
        }
    }

    #[test]
    fn r37_dates_are_written_in_the_locales_form_and_the_zone_that_is_named() {
        let at = "2026-03-28T23:30:00Z".parse().unwrap();
        assert_eq!(Lang::ENGLISH.when(full(at, chrono_tz::Europe::Vienna)), "Sun 29 March 2026, 00:30 CET");
        assert_eq!(Lang::ENGLISH.when(full(at, chrono_tz::Asia::Dubai)), "Sun 29 March 2026, 03:30 UTC+04");
        assert_eq!(portuguese().when(full(at, chrono_tz::Europe::Vienna)), "dom., 29 de março de 2026, 00:30 CET");
    }

    #[test]
    fn a_sentence_comes_apart_around_its_times_in_any_order() {
        let when = crate::domain::text::short("2026-03-04T17:00:00Z".parse().unwrap(), chrono_tz::Europe::Vienna);
        let parts = Lang::ENGLISH.parts(&say!("card-held-until", until = when, seats = 1_i64));
        let words = "Wed 4 March, 18:00 CET".to_owned();
        assert_eq!(
            parts,
            [
                Part::Text("Until ".into()),
                Part::When(when, words),
                Part::Text(". After that it goes to the next person.".into())
            ]
        );
    }

    #[test]
    fn names_can_forge_no_time() {
        let text = say!("done-member", name = "\u{e000}0\u{e001}Ann");
        assert_eq!(Lang::ENGLISH.parts(&text), [Part::Text("0Ann is a member.".into())]);
    }

    #[test]
    fn a_browser_gets_the_first_of_its_languages_that_there_is() {
        for (header, tag) in [
            ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
            ("de-AT, de;q=0.9, en;q=0.5, pt;q=0.7", "pt"),
            ("en-GB", "en"),
            ("pt;q=0, en;q=0.1", "en"),
        ] {
            assert_eq!(Lang::accepted(header).map(Lang::tag), Some(tag), "{header}");
        }
        assert_eq!(Lang::accepted("de, *;q=0.1"), None);
        assert_eq!(Lang::accepted("q;;=,,;q=x"), None);
    }

    #[test]
    fn lengths_of_time_are_said_in_their_largest_whole_unit() {
        for (seconds, words) in [(86_400, "24 hours"), (3 * 86_400, "3 days"), (5400, "90 minutes"), (3600, "1 hour")] {
            assert_eq!(Lang::ENGLISH.lasts(TimeDelta::seconds(seconds)), words);
        }
    }
}
