//! Instants in named zones (R37): reading local times, writing dates with the zone's abbreviation.

use chrono::{DateTime, Datelike, LocalResult, NaiveDateTime, TimeZone, Timelike, Utc};
use chrono_tz::Tz;

use super::text::{Text, say};

/// Microsecond precision, the finest that both databases keep.
pub fn truncate(instant: DateTime<Utc>) -> DateTime<Utc> {
    let micros = instant.timestamp_subsec_micros();
    instant.with_nanosecond(micros * 1000).expect("less than a second")
}

pub fn parse_zone(text: &str) -> Result<Tz, Text> {
    text.trim().parse().map_err(|_| "error-zone".into())
}

/// RFC 3339 with offset, or `YYYY-MM-DDTHH:MM[:SS]` in `zone`.
///
/// A local time that the clock skips is refused, one that it repeats is the first of the two.
pub fn parse_instant(text: &str, zone: Tz) -> Result<DateTime<Utc>, Text> {
    let text = text.trim();
    let instant = match DateTime::parse_from_rfc3339(text) {
        Ok(instant) => instant.with_timezone(&Utc),
        Err(_) => local_instant(text, zone)?,
    };
    if !(1970..=9999).contains(&instant.year()) {
        return Err("error-year".into());
    }
    Ok(truncate(instant))
}

fn local_instant(text: &str, zone: Tz) -> Result<DateTime<Utc>, Text> {
    let local = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
        .iter()
        .find_map(|format| NaiveDateTime::parse_from_str(text, format).ok())
        .ok_or("error-instant")?;
    match zone.from_local_datetime(&local) {
        LocalResult::Single(instant) => Ok(instant.to_utc()),
        LocalResult::Ambiguous(first, _) => Ok(first.to_utc()),
        LocalResult::None => Err(say!("error-skipped", zone = zone.name())),
    }
}

/// What a `datetime-local` field shows: `2026-03-04T18:00`.
pub fn local_field(instant: DateTime<Utc>, zone: Tz) -> String {
    instant.with_timezone(&zone).format("%Y-%m-%dT%H:%M").to_string()
}

/// `CET`, or `UTC+04` where the zone has only a number.
pub fn abbreviation(instant: DateTime<Utc>, zone: Tz) -> String {
    let name = instant.with_timezone(&zone).format("%Z").to_string();
    if name.starts_with(['+', '-']) { format!("UTC{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::Vienna;

    #[test]
    fn r37_a_skipped_local_time_is_refused_and_a_repeated_one_is_the_first() {
        let utc = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert!(parse_instant("2026-03-29T02:30", Vienna).is_err());
        assert_eq!(parse_instant("2026-03-29T03:00", Vienna), Ok(utc("2026-03-29T01:00:00Z")));
        assert_eq!(parse_instant("2026-10-25T02:30", Vienna), Ok(utc("2026-10-25T00:30:00Z")));
        assert_eq!(parse_instant("2026-10-25T02:30:00+01:00", Vienna), Ok(utc("2026-10-25T01:30:00Z")));
        assert_eq!(parse_instant("2028-02-29T00:00", Vienna), Ok(utc("2028-02-28T23:00:00Z")));
        for bad in ["", "2026-02-30T00:00", "tomorrow", "2026-03-04", "+99999-01-01T00:00", "0001-01-01T00:00:00Z"] {
            assert!(parse_instant(bad, Vienna).is_err(), "{bad}");
        }
    }

    #[test]
    fn r37_dates_are_written_in_the_zone_that_is_named() {
        let instant = "2026-03-28T23:30:00Z".parse().unwrap();
        assert_eq!(abbreviation(instant, Vienna), "CET");
        assert_eq!(abbreviation(instant, chrono_tz::Asia::Dubai), "UTC+04");
        assert_eq!(local_field(instant, Vienna), "2026-03-29T00:30");
    }
}
