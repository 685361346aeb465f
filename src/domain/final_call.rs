//! The final call (R19): when it runs.

use chrono::{DateTime, TimeDelta, Utc};

use super::event::{EventStatus, Schedule};
use super::settings::WaitlistSettings;

/// The instant from which the final call runs, in UTC: the cutoff, or as soon as less than the shortest window is left until the claim deadline,
/// whichever is earlier. `None` where there is none: the event or its list isn't open, or offers aren't made by themselves.
pub fn begins_at(event: &Schedule, settings: &WaitlistSettings) -> Option<DateTime<Utc>> {
    let deadline = event.claim_deadline();
    if event.status != EventStatus::Open || !settings.waitlist_open || settings.waitlist_time_window.is_none() {
        return None;
    }
    // With exactly the shortest window left an ordinary offer still fits.
    let too_late = deadline - settings.waitlist_min_window + TimeDelta::microseconds(1);
    let begins = settings.waitlist_cutoff_date.map_or(too_late, |cutoff| cutoff.min(too_late));
    (begins < deadline).then_some(begins)
}

/// Does the final call run at `now`?
pub fn is_running(event: &Schedule, settings: &WaitlistSettings, now: DateTime<Utc>) -> bool {
    event.is_claimable(now) && begins_at(event, settings).is_some_and(|begins| begins <= now)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: TimeDelta = TimeDelta::minutes(1);
    const TICK: TimeDelta = TimeDelta::microseconds(1);

    fn start() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(10)
    }

    fn event() -> Schedule {
        let starts_at = start();
        Schedule {
            status: EventStatus::Open,
            starts_at,
            ends_at: starts_at + TimeDelta::hours(2),
            registration_deadline: None,
        }
    }

    fn settings() -> WaitlistSettings {
        WaitlistSettings {
            waitlist_open: true,
            waitlist_time_window: Some(TimeDelta::hours(24)),
            ..WaitlistSettings::default()
        }
    }

    #[test]
    fn r19_it_runs_from_the_very_instant_of_the_cutoff_until_the_claim_deadline() {
        let cutoff = start() - TimeDelta::days(1);
        let with = WaitlistSettings { waitlist_cutoff_date: Some(cutoff), ..settings() };
        assert!(!is_running(&event(), &with, cutoff - TICK));
        assert!(is_running(&event(), &with, cutoff));
        assert!(is_running(&event(), &with, start() - TICK));
        assert!(!is_running(&event(), &with, start()));
    }

    #[test]
    fn r19_without_a_cutoff_it_begins_when_less_than_the_shortest_window_is_left() {
        let last = start() - MINUTE * 30;
        assert!(!is_running(&event(), &settings(), last), "exactly the shortest window is left");
        assert!(is_running(&event(), &settings(), last + TICK));
        assert_eq!(begins_at(&event(), &settings()), Some(last + TICK));
        let never = WaitlistSettings { waitlist_min_window: TimeDelta::zero(), ..settings() };
        assert_eq!(begins_at(&event(), &never), None);
        let early = Schedule { registration_deadline: Some(start() - TimeDelta::hours(5)), ..event() };
        assert!(is_running(&early, &settings(), start() - TimeDelta::hours(5) - MINUTE * 29));
    }

    #[test]
    fn r19_it_needs_an_open_event_an_open_list_and_a_window() {
        let now = start() - MINUTE;
        assert!(is_running(&event(), &settings(), now));
        for status in [EventStatus::Draft, EventStatus::Closed, EventStatus::Cancelled] {
            assert!(!is_running(&Schedule { status, ..event() }, &settings(), now));
        }
        assert!(!is_running(&event(), &WaitlistSettings { waitlist_open: false, ..settings() }, now));
        assert!(!is_running(&event(), &WaitlistSettings { waitlist_time_window: None, ..settings() }, now));
    }
}
