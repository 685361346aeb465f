//! Parsing of form fields: every broken field is collected under its name (R1), in words a person can act on.

use std::collections::BTreeMap;
use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use super::text::{Text, say};
use super::text_enum::UnknownWord;
use super::zone;

pub const ONE_LINE: usize = 200;
pub const LONG_TEXT: usize = 20_000;

/// Broken fields by name, each with what is wrong and what to do.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Fields(pub BTreeMap<String, Vec<Text>>);

impl Fields {
    pub fn one(name: &str, message: impl Into<Text>) -> Self {
        let mut fields = Self::default();
        fields.add(name, message);
        fields
    }

    pub fn add(&mut self, name: &str, message: impl Into<Text>) {
        self.0.entry(name.to_owned()).or_default().push(message.into());
    }

    /// Keeps the value, or notes what is wrong with the field and goes on to the next one.
    pub fn take<T>(&mut self, name: &str, parsed: Result<T, Text>) -> Option<T> {
        parsed.map_err(|message| self.add(name, message)).ok()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Err` with all that was collected, if anything was.
    pub fn finish(self) -> Result<(), Self> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }
}

/// A field of a partial update: left out (unchanged), sent empty (null), or a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Patch<T> {
    #[default]
    Absent,
    Null,
    Set(T),
}

impl<T> Patch<T> {
    /// What the field is after the patch; `Null` becomes `None`.
    pub fn over(self, current: Option<T>) -> Option<T> {
        match self {
            Self::Absent => current,
            Self::Null => None,
            Self::Set(value) => Some(value),
        }
    }
}

impl Patch<String> {
    pub fn from_field(field: Option<String>) -> Self {
        match field {
            None => Self::Absent,
            Some(text) if text.trim().is_empty() => Self::Null,
            Some(text) => Self::Set(text),
        }
    }

    /// Parses the text; an empty field where null isn't allowed is broken.
    pub fn required<T>(self, name: &str, fields: &mut Fields, parse: impl FnOnce(&str) -> Result<T, Text>) -> Patch<T> {
        if self == Self::Null {
            fields.add(name, "error-empty");
            return Patch::Absent;
        }
        self.nullable(name, fields, parse)
    }

    /// Parses the text; an empty field is null.
    pub fn nullable<T>(self, name: &str, fields: &mut Fields, parse: impl FnOnce(&str) -> Result<T, Text>) -> Patch<T> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Set(text) => fields.take(name, parse(&text)).map_or(Patch::Absent, Patch::Set),
        }
    }
}

/// A single line of at most 200 characters, trimmed; no control characters.
pub fn one_line(text: &str) -> Result<String, Text> {
    let text = text.trim();
    if text.is_empty() {
        return Err("error-empty".into());
    }
    if text.chars().any(char::is_control) {
        return Err("error-characters".into());
    }
    limited(text, ONE_LINE)
}

/// A text of at most 20 000 characters; line breaks and tabs are fine, other control characters aren't.
pub fn long_text(text: &str) -> Result<String, Text> {
    if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        return Err("error-control".into());
    }
    limited(text, LONG_TEXT)
}

fn limited(text: &str, most: usize) -> Result<String, Text> {
    let length = text.chars().count();
    if length > most {
        return Err(say!("error-long", length, most));
    }
    Ok(text.to_owned())
}

pub fn boolean(text: &str) -> Result<bool, Text> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("error-boolean".into()),
    }
}

/// A whole number within the bounds, both inclusive.
pub fn whole_number(text: &str, least: i64, most: i64) -> Result<i64, Text> {
    text.trim()
        .parse::<i64>()
        .ok()
        .filter(|n| (least..=most).contains(n))
        .ok_or_else(|| say!("error-number", least, most))
}

pub fn word<T: FromStr<Err = UnknownWord>>(text: &str) -> Result<T, Text> {
    text.trim().parse::<T>().map_err(|UnknownWord { word, allowed }| say!("error-word", word, allowed))
}

pub fn id<T: FromStr>(text: &str) -> Result<T, Text> {
    text.trim().parse::<T>().map_err(|_| "error-id".into())
}

/// `90m`, `24h`, `3d`, `45s`, or ISO 8601 (`PT24H`, `P1DT12H`): more than nothing, whole seconds.
pub fn duration(text: &str) -> Result<TimeDelta, Text> {
    let text = text.trim().to_ascii_lowercase();
    let seconds = match text.strip_prefix('p') {
        Some(iso) => {
            let (days, time) = iso.split_once('t').unwrap_or((iso, ""));
            // A `T` is followed by something.
            if iso.ends_with('t') {
                None
            } else {
                parts(days, "d").zip(parts(time, "hms")).map(|(days, time)| days + time)
            }
        }
        // Without the ISO letters, one number and one unit.
        None if text.bytes().filter(u8::is_ascii_alphabetic).count() == 1 => parts(&text, "dhms"),
        None => None,
    };
    seconds
        .filter(|seconds| (0..=36_500 * 86_400).contains(seconds) && text.bytes().any(|byte| byte.is_ascii_digit()))
        .map(TimeDelta::seconds)
        .ok_or_else(|| "error-duration".into())
}

/// The seconds of numbers with these units, in their order, each at most once; nothing is none.
fn parts(text: &str, units: &str) -> Option<i64> {
    let (mut rest, mut seconds) = (text, 0i64);
    for unit in units.chars() {
        let Some((number, after)) = rest.split_once(unit) else { continue };
        let length = match unit {
            'd' => 86_400,
            'h' => 3600,
            'm' => 60,
            _ => 1,
        };
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        seconds = seconds.checked_add(number.parse::<i64>().ok()?.checked_mul(length)?)?;
        rest = after;
    }
    rest.is_empty().then_some(seconds)
}

/// ISO 8601, as JSON has it: `PT24H`, `PT90M`, `P3D`; what [`duration`] reads, too.
pub fn iso_duration(duration: TimeDelta) -> String {
    let short = write_duration(duration).to_ascii_uppercase();
    if short.ends_with('D') { format!("P{short}") } else { format!("PT{short}") }
}

/// The way a duration is written back: `24h`, `90m`, `3d`; what [`duration`] reads.
pub fn write_duration(duration: TimeDelta) -> String {
    let seconds = duration.num_seconds();
    match seconds {
        s if s % 86_400 == 0 && s >= 2 * 86_400 => format!("{}d", s / 86_400),
        s if s % 3600 == 0 => format!("{}h", s / 3600),
        s if s % 60 == 0 => format!("{}m", s / 60),
        s => format!("{s}s"),
    }
}

/// RFC 3339 with offset, or the `YYYY-MM-DDTHH:MM` of a `datetime-local` field, read in `zone`.
pub fn instant(text: &str, zone: Tz) -> Result<DateTime<Utc>, Text> {
    zone::parse_instant(text, zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_and_written_back() {
        for (text, seconds) in [
            ("90m", 5400),
            ("24h", 86_400),
            ("3d", 259_200),
            ("PT24H", 86_400),
            ("P7D", 604_800),
            ("P1DT12H", 129_600),
            ("PT1H30M", 5400),
        ] {
            assert_eq!(duration(text), Ok(TimeDelta::seconds(seconds)), "{text}");
            assert_eq!(duration(&write_duration(TimeDelta::seconds(seconds))), Ok(TimeDelta::seconds(seconds)));
            assert_eq!(duration(&iso_duration(TimeDelta::seconds(seconds))), Ok(TimeDelta::seconds(seconds)));
        }
        for text in [
            "",
            "h",
            "-1h",
            "1.5h",
            "24",
            "1w",
            "PT1D",
            "P1H",
            "P",
            "PT",
            "P1DT",
            "PT1M1H",
            "1h30m",
            "P1D1D",
            "99999999999999d",
            "4294967295d",
            "１h",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn durations_are_iso_8601_in_json() {
        assert_eq!(duration("0m"), Ok(TimeDelta::zero()));
        for (seconds, text) in [(86_400, "PT24H"), (5400, "PT90M"), (259_200, "P3D"), (45, "PT45S")] {
            assert_eq!(iso_duration(TimeDelta::seconds(seconds)), text);
        }
    }

    #[test]
    fn a_patch_tells_absent_from_empty() {
        let mut fields = Fields::default();
        let number = |text: &str| whole_number(text, 0, 10);
        assert_eq!(Patch::from_field(None).nullable("n", &mut fields, number), Patch::Absent);
        assert_eq!(Patch::from_field(Some(" ".into())).nullable("n", &mut fields, number), Patch::Null);
        assert_eq!(Patch::from_field(Some("3".into())).nullable("n", &mut fields, number), Patch::Set(3));
        assert!(fields.is_empty());
        assert_eq!(Patch::from_field(Some(String::new())).required("n", &mut fields, number), Patch::Absent);
        assert_eq!(Patch::from_field(Some("x".into())).required("m", &mut fields, number), Patch::Absent);
        assert_eq!(fields.0.keys().collect::<Vec<_>>(), ["m", "n"]);
    }

    #[test]
    fn text_with_control_characters_is_refused() {
        assert_eq!(one_line(" Ann Kern "), Ok("Ann Kern".into()));
        assert!(one_line("a\0b").is_err() && one_line("a\nb").is_err() && one_line("  ").is_err());
        assert!(one_line(&"é".repeat(200)).is_ok() && one_line(&"é".repeat(201)).is_err());
        assert!(long_text("a\nb").is_ok() && long_text("a\0b").is_err());
    }
}
