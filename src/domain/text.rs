//! A sentence before its language is known: its name in the catalogue (`locales/`) and the values in it.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    pub key: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(Cow<'static, str>, Value)>,
}

/// What stands in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// As it is, in every language: a name, an address, a title.
    Word(String),
    Number(i64),
    /// A length of time, in seconds.
    Lasts(i64),
    When(When),
    /// Another sentence, or a part of one.
    Text(Box<Text>),
}

/// An instant as people read it: in a zone that is named (R37).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct When {
    pub at: DateTime<Utc>,
    pub zone: Tz,
    pub style: Style,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// `Wed 4 March 2026, 18:00 CET`
    Full,
    /// `Wed 4 March, 18:00 CET`, for what is near.
    Short,
    /// `18:00 CET`
    Time,
    /// `Wed 4 March`
    Day,
}

impl Text {
    pub fn new(key: &'static str) -> Self {
        Self { key: Cow::Borrowed(key), values: vec![] }
    }

    /// One of many sentences of a kind, by a word: `Text::word("trigger", "offer_made")` is `trigger-offer-made`.
    pub fn word(kind: &str, word: &str) -> Self {
        Self { key: Cow::Owned(format!("{kind}-{}", word.replace('_', "-"))), values: vec![] }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.push((Cow::Borrowed(name), value.into()));
        self
    }
}

impl From<&'static str> for Text {
    fn from(key: &'static str) -> Self {
        Self::new(key)
    }
}

/// `Wed 4 March, 18:00 CET`
pub fn short(at: DateTime<Utc>, zone: Tz) -> When {
    When { at, zone, style: Style::Short }
}

/// `Wed 4 March 2026, 18:00 CET`
pub fn full(at: DateTime<Utc>, zone: Tz) -> When {
    When { at, zone, style: Style::Full }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl From<&String> for Value {
    fn from(word: &String) -> Self {
        Self::Word(word.clone())
    }
}

impl From<String> for Value {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::Number(n)
    }
}

impl From<usize> for Value {
    fn from(n: usize) -> Self {
        Self::Number(i64::try_from(n).unwrap_or(i64::MAX))
    }
}

impl From<TimeDelta> for Value {
    fn from(length: TimeDelta) -> Self {
        Self::Lasts(length.num_seconds())
    }
}

impl From<When> for Value {
    fn from(when: When) -> Self {
        Self::When(when)
    }
}

impl From<Text> for Value {
    fn from(text: Text) -> Self {
        Self::Text(Box::new(text))
    }
}

/// A sentence of the catalogue: `say!("seats-free", n = free)`; a value alone is named as its variable.
macro_rules! say {
    ($key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::domain::text::Text::new($key)$(.with(stringify!($name), $crate::domain::text::say!(@value $name $(= $value)?)))*
    };
    (@value $name:ident = $value:expr) => { $value };
    (@value $name:ident) => { $name };
}

pub(crate) use say;
