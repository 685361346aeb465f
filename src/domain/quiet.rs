//! Quiet hours (R42): when a notice made at night may go out.

use chrono::{DateTime, Days, LocalResult, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// From one local time to another in the event's zone; past midnight where `to` is the earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    pub from: NaiveTime,
    pub to: NaiveTime,
    pub zone: Tz,
}

impl QuietHours {
    /// The end of the quiet hours that `now` lies in, in UTC; `None`: it isn't quiet. At the end itself it isn't any more.
    fn end(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let local = now.with_timezone(&self.zone).naive_local();
        let (date, time) = (local.date(), local.time());
        let over_midnight = self.to <= self.from;
        let date = match (over_midnight, time >= self.from, time < self.to) {
            (false, true, true) | (true, false, true) => date,
            (true, true, _) => date.checked_add_days(Days::new(1))?,
            _ => return None,
        };
        let mut end = date.and_time(self.to);
        // A time that the clocks skip that night is over when they have.
        for _ in 0..8 {
            match self.zone.from_local_datetime(&end) {
                LocalResult::Single(at) => return Some(at.to_utc()),
                LocalResult::Ambiguous(first, second) => {
                    return Some(if first.to_utc() > now { first } else { second }.to_utc());
                }
                LocalResult::None => end += TimeDelta::minutes(30),
            }
        }
        None
    }
}

/// When an offer made by a pass at `now` is told of and its window begins: at the end of the quiet hours, unless they reach the claim deadline.
pub fn window_begins(now: DateTime<Utc>, quiet: Option<QuietHours>, claim_deadline: DateTime<Utc>) -> DateTime<Utc> {
    quiet.and_then(|quiet| quiet.end(now)).filter(|end| *end < claim_deadline).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::Vienna;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn quiet(from: &str, to: &str) -> QuietHours {
        QuietHours { from: from.parse().unwrap(), to: to.parse().unwrap(), zone: Vienna }
    }

    fn end(quiet: QuietHours, now: &str) -> Option<String> {
        quiet.end(utc(now)).map(|at| at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
    }

    #[test]
    fn r42_a_night_ends_in_the_morning_of_the_events_zone() {
        let night = quiet("22:00:00", "07:00:00");
        assert_eq!(end(night, "2026-01-10T20:59:59Z"), None);
        assert_eq!(end(night, "2026-01-10T21:00:00Z").as_deref(), Some("2026-01-11T06:00:00Z"));
        assert_eq!(end(night, "2026-01-11T05:59:59Z").as_deref(), Some("2026-01-11T06:00:00Z"));
        assert_eq!(end(night, "2026-01-11T06:00:00Z"), None);
        let noon = quiet("12:00:00", "13:00:00");
        assert_eq!(end(noon, "2026-01-10T11:30:00Z").as_deref(), Some("2026-01-10T12:00:00Z"));
        assert_eq!(end(noon, "2026-01-10T12:00:00Z"), None);
    }

    #[test]
    fn r42_the_nights_of_the_clock_change_end_once() {
        // The clocks skip 02:00 to 03:00 on 29 March 2026.
        assert_eq!(end(quiet("22:00:00", "02:30:00"), "2026-03-29T00:30:00Z").as_deref(), Some("2026-03-29T01:00:00Z"));
        assert_eq!(end(quiet("22:00:00", "07:00:00"), "2026-03-28T22:00:00Z").as_deref(), Some("2026-03-29T05:00:00Z"));
        // 02:30 comes twice on 25 October 2026.
        let early = quiet("22:00:00", "02:30:00");
        assert_eq!(end(early, "2026-10-25T00:15:00Z").as_deref(), Some("2026-10-25T00:30:00Z"));
        assert_eq!(end(early, "2026-10-25T01:15:00Z").as_deref(), Some("2026-10-25T01:30:00Z"));
        assert_eq!(end(early, "2026-10-25T01:30:00Z"), None);
    }

    #[test]
    fn r42_quiet_hours_that_reach_the_claim_deadline_do_not_apply() {
        let (now, night) = (utc("2026-01-10T23:00:00Z"), Some(quiet("22:00:00", "07:00:00")));
        assert_eq!(window_begins(now, night, utc("2026-01-11T06:00:01Z")), utc("2026-01-11T06:00:00Z"));
        assert_eq!(window_begins(now, night, utc("2026-01-11T06:00:00Z")), now);
        assert_eq!(window_begins(now, None, utc("2026-01-12T06:00:00Z")), now);
    }
}
