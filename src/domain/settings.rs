//! Settings of one event's waitlist, their validation (R1), and the mode that follows from them (docs/domain.md §2).

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;

use super::event::EventKind;
use super::fields::{self, Fields, Patch};
use super::quiet::QuietHours;
use super::text::Text;
use super::text_enum::text_enum;

pub const LEAST_WINDOW: TimeDelta = TimeDelta::hours(1);
pub const MOST_WINDOW: TimeDelta = TimeDelta::days(7);
pub const DEFAULT_MIN_WINDOW: TimeDelta = TimeDelta::minutes(30);
pub const MOST_PARTY: i64 = 20;
const MOST_BATCH: i64 = 100_000;

text_enum! {
    /// What a pass does when the next party does not fit the free seats (R17).
    pub enum Fit {
        /// Wait for it.
        Strict = "strict",
        /// Pass over it this time; it keeps its place.
        Fill = "fill",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitlistSettings {
    pub waitlist_open: bool,
    /// `None`: no offers by themselves.
    pub waitlist_time_window: Option<TimeDelta>,
    /// Most offers made by passes that are live at one time; 0 = as many as fit.
    pub waitlist_batch_size: i64,
    pub waitlist_lottery_mode: bool,
    pub waitlist_cutoff_date: Option<DateTime<Utc>>,
    pub waitlist_min_window: TimeDelta,
    pub waitlist_auto_promote: bool,
    pub waitlist_fit: Fit,
    pub waitlist_queue_first: bool,
    pub quiet_from: Option<NaiveTime>,
    pub quiet_to: Option<NaiveTime>,
    pub max_party_size: i64,
}

impl Default for WaitlistSettings {
    fn default() -> Self {
        Self {
            waitlist_open: false,
            waitlist_time_window: None,
            waitlist_batch_size: 0,
            waitlist_lottery_mode: false,
            waitlist_cutoff_date: None,
            waitlist_min_window: DEFAULT_MIN_WINDOW,
            waitlist_auto_promote: false,
            waitlist_fit: Fit::Strict,
            waitlist_queue_first: false,
            quiet_from: None,
            quiet_to: None,
            max_party_size: 1,
        }
    }
}

/// What happens when a seat frees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing; joining is refused.
    Closed,
    /// Nothing; the organizer offers by hand.
    Passive,
    /// The head of the line becomes an attendee at once.
    Promotion,
    /// The head of the line, or with a lottery whoever is drawn, is offered a seat for `window`; at most `batch` offers made by passes are live at
    /// one time (`None`: as many as fit).
    Offers { window: TimeDelta, batch: Option<i64>, lottery: bool },
    /// R19: everyone eligible is invited once; nothing is reserved.
    FinalCall,
}

impl Mode {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Passive => "passive",
            Self::Promotion => "automatic_promotion",
            Self::Offers { lottery: false, .. } => "offers",
            Self::Offers { lottery: true, .. } => "lottery",
            Self::FinalCall => "final_call",
        }
    }
}

impl WaitlistSettings {
    /// `in_final_call`: does the final call run? (`final_call::is_running` says; the event keeps since when.)
    pub fn mode(&self, in_final_call: bool) -> Mode {
        match (self.waitlist_open, self.waitlist_time_window) {
            (false, _) => Mode::Closed,
            (true, None) if self.waitlist_auto_promote => Mode::Promotion,
            (true, None) => Mode::Passive,
            (true, Some(_)) if in_final_call => Mode::FinalCall,
            (true, Some(window)) => Mode::Offers {
                window,
                batch: (self.waitlist_batch_size > 0).then_some(self.waitlist_batch_size),
                lottery: self.waitlist_lottery_mode,
            },
        }
    }

    /// R42, in the event's zone.
    pub fn quiet_hours(&self, zone: Tz) -> Option<QuietHours> {
        let (from, to) = self.quiet_from.zip(self.quiet_to)?;
        Some(QuietHours { from, to, zone })
    }
}

/// What of the event its waitlist's settings depend on, as it will be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Around {
    /// Reads local times.
    pub zone: Tz,
    pub starts_at: Option<DateTime<Utc>>,
    pub kind: EventKind,
}

/// The settings' fields as they arrive: text, each absent, empty or set.
#[derive(Debug, Clone, Default)]
pub struct SettingsForm {
    pub waitlist_open: Patch<String>,
    pub waitlist_time_window: Patch<String>,
    pub waitlist_batch_size: Patch<String>,
    pub waitlist_lottery_mode: Patch<String>,
    pub waitlist_cutoff_date: Patch<String>,
    pub waitlist_min_window: Patch<String>,
    pub waitlist_auto_promote: Patch<String>,
    pub waitlist_fit: Patch<String>,
    pub waitlist_queue_first: Patch<String>,
    pub quiet_from: Patch<String>,
    pub quiet_to: Patch<String>,
    pub max_party_size: Patch<String>,
}

impl SettingsForm {
    /// The settings after this change of `current`, with every broken field noted in `fields` (R1).
    pub fn apply(self, current: &WaitlistSettings, around: Around, fields: &mut Fields) -> WaitlistSettings {
        let set = |patch: Patch<bool>, current: bool| patch.over(Some(current)).unwrap_or(current);
        let open = self.waitlist_open.required("waitlist_open", fields, fields::boolean);
        let window = self.waitlist_time_window.nullable("waitlist_time_window", fields, fields::duration);
        let batch = self
            .waitlist_batch_size
            .required("waitlist_batch_size", fields, |text| fields::whole_number(text, 0, MOST_BATCH));
        let lottery = self.waitlist_lottery_mode.required("waitlist_lottery_mode", fields, fields::boolean);
        let cutoff = self
            .waitlist_cutoff_date
            .nullable("waitlist_cutoff_date", fields, |text| fields::instant(text, around.zone));
        let min_window = self.waitlist_min_window.required("waitlist_min_window", fields, fields::duration);
        let auto = self.waitlist_auto_promote.required("waitlist_auto_promote", fields, fields::boolean);
        let fit = self.waitlist_fit.required("waitlist_fit", fields, fields::word::<Fit>);
        let queue_first = self.waitlist_queue_first.required("waitlist_queue_first", fields, fields::boolean);
        let quiet_from = self.quiet_from.nullable("quiet_from", fields, time_of_day);
        let quiet_to = self.quiet_to.nullable("quiet_to", fields, time_of_day);
        let party =
            self.max_party_size.required("max_party_size", fields, |text| fields::whole_number(text, 1, MOST_PARTY));

        let settings = WaitlistSettings {
            waitlist_open: set(open, current.waitlist_open),
            waitlist_time_window: window.over(current.waitlist_time_window),
            waitlist_batch_size: batch.over(None).unwrap_or(current.waitlist_batch_size),
            waitlist_lottery_mode: set(lottery, current.waitlist_lottery_mode),
            waitlist_cutoff_date: cutoff.over(current.waitlist_cutoff_date),
            waitlist_min_window: min_window.over(None).unwrap_or(current.waitlist_min_window),
            waitlist_auto_promote: set(auto, current.waitlist_auto_promote),
            waitlist_fit: fit.over(None).unwrap_or(current.waitlist_fit),
            waitlist_queue_first: set(queue_first, current.waitlist_queue_first),
            quiet_from: quiet_from.over(current.quiet_from),
            quiet_to: quiet_to.over(current.quiet_to),
            max_party_size: party.over(None).unwrap_or(current.max_party_size),
        };
        check(&settings, around, fields);
        settings
    }
}

fn time_of_day(text: &str) -> Result<NaiveTime, Text> {
    NaiveTime::parse_from_str(text.trim(), "%H:%M").map_err(|_| "error-time".into())
}

/// The rules of docs/domain.md §2.
fn check(settings: &WaitlistSettings, around: Around, fields: &mut Fields) {
    let window = settings.waitlist_time_window;
    if window.is_some_and(|w| !(LEAST_WINDOW..=MOST_WINDOW).contains(&w)) {
        fields.add("waitlist_time_window", "error-window");
    }
    if let Some(cutoff) = settings.waitlist_cutoff_date {
        if window.is_none() {
            fields.add("waitlist_cutoff_date", "error-cutoff-window");
        }
        if around.starts_at.is_some_and(|start| cutoff >= start) {
            fields.add("waitlist_cutoff_date", "error-cutoff-start");
        }
    }
    if window.is_some_and(|w| settings.waitlist_min_window > w) {
        fields.add("waitlist_min_window", "error-min-window");
    } else if settings.waitlist_min_window > MOST_WINDOW {
        fields.add("waitlist_min_window", "error-min-window-most");
    }
    if settings.waitlist_auto_promote {
        if window.is_some() {
            fields.add("waitlist_auto_promote", "error-promote-window");
        }
        if around.kind != EventKind::Rsvp {
            fields.add("waitlist_auto_promote", "error-promote-tickets");
        }
    }
    match (settings.quiet_from, settings.quiet_to) {
        (Some(_), None) => fields.add("quiet_to", "error-quiet-to"),
        (None, Some(_)) => fields.add("quiet_from", "error-quiet-from"),
        (Some(from), Some(to)) if from == to => fields.add("quiet_to", "error-quiet-same"),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::Vienna;

    fn set(text: &str) -> Patch<String> {
        Patch::Set(text.to_owned())
    }

    fn around() -> Around {
        let starts_at = Some("2026-03-07T18:30:00Z".parse().unwrap());
        Around { zone: Vienna, starts_at, kind: EventKind::Rsvp }
    }

    fn apply(form: SettingsForm) -> (WaitlistSettings, Fields) {
        let mut fields = Fields::default();
        let settings = form.apply(&WaitlistSettings::default(), around(), &mut fields);
        (settings, fields)
    }

    #[test]
    fn r1_every_broken_field_is_reported_at_once() {
        let (_, fields) = apply(SettingsForm {
            waitlist_open: set("yes"),
            waitlist_time_window: set("30m"),
            waitlist_batch_size: set("-1"),
            waitlist_fit: set("loose"),
            max_party_size: set("21"),
            quiet_from: set("25:00"),
            ..Default::default()
        });
        let broken: Vec<_> = fields.0.keys().map(String::as_str).collect();
        assert_eq!(
            broken,
            [
                "max_party_size",
                "quiet_from",
                "waitlist_batch_size",
                "waitlist_fit",
                "waitlist_open",
                "waitlist_time_window"
            ]
        );
    }

    #[test]
    fn r1_the_window_is_from_one_hour_to_seven_days_inclusive() {
        for (text, fine) in [("59m", false), ("1h", true), ("60m", true), ("7d", true), ("169h", false)] {
            let (_, fields) = apply(SettingsForm { waitlist_time_window: set(text), ..Default::default() });
            assert_eq!(fields.is_empty(), fine, "{text}: {fields:?}");
        }
    }

    #[test]
    fn a_partial_change_leaves_the_rest_and_empty_means_null() {
        let current = WaitlistSettings {
            waitlist_open: true,
            waitlist_time_window: Some(TimeDelta::hours(24)),
            waitlist_batch_size: 3,
            ..Default::default()
        };
        let mut fields = Fields::default();
        let form = SettingsForm { waitlist_time_window: Patch::Null, ..Default::default() };
        let settings = form.apply(&current, around(), &mut fields);
        assert!(fields.is_empty());
        assert_eq!(settings, WaitlistSettings { waitlist_time_window: None, ..current });
    }

    #[test]
    fn r1_rules_between_fields() {
        let broken = |form: SettingsForm| apply(form).1.0.keys().cloned().collect::<Vec<_>>();
        let day = || set("24h");
        let cutoff = |at: &str| SettingsForm {
            waitlist_time_window: day(),
            waitlist_cutoff_date: set(at),
            ..Default::default()
        };
        assert!(broken(cutoff("2026-03-07T19:29")).is_empty());
        assert_eq!(broken(cutoff("2026-03-07T19:30")), ["waitlist_cutoff_date"], "strictly before the start");
        let without_window = SettingsForm { waitlist_time_window: Patch::Absent, ..cutoff("2026-03-07T12:00") };
        assert_eq!(broken(without_window), ["waitlist_cutoff_date"]);
        let least = |text: &str| SettingsForm {
            waitlist_time_window: day(),
            waitlist_min_window: set(text),
            ..Default::default()
        };
        assert!(broken(least("24h")).is_empty());
        assert_eq!(broken(least("25h")), ["waitlist_min_window"]);
        let promote = SettingsForm { waitlist_auto_promote: set("true"), ..Default::default() };
        assert!(broken(promote.clone()).is_empty());
        assert_eq!(broken(SettingsForm { waitlist_time_window: day(), ..promote }), ["waitlist_auto_promote"]);
        let quiet = |from: &str, to: &str| SettingsForm {
            quiet_from: Patch::from_field(Some(from.into())),
            quiet_to: Patch::from_field(Some(to.into())),
            ..Default::default()
        };
        assert!(broken(quiet("22:00", "07:00")).is_empty());
        assert_eq!(broken(quiet("22:00", "")), ["quiet_to"]);
        assert_eq!(broken(quiet("", "07:00")), ["quiet_from"]);
        assert_eq!(broken(quiet("22:00", "22:00")), ["quiet_to"]);
    }

    #[test]
    fn automatic_promotion_is_refused_where_a_seat_is_a_ticket() {
        let promote = SettingsForm { waitlist_auto_promote: set("true"), ..Default::default() };
        let around = |kind| Around { zone: Vienna, starts_at: None, kind };
        for (kind, fine) in [(EventKind::Rsvp, true), (EventKind::Ticketed, false)] {
            let mut fields = Fields::default();
            promote.clone().apply(&WaitlistSettings::default(), around(kind), &mut fields);
            assert_eq!(fields.is_empty(), fine, "{kind}");
        }
    }

    #[test]
    fn the_mode_follows_from_the_settings() {
        let mut settings = WaitlistSettings { waitlist_auto_promote: true, ..WaitlistSettings::default() };
        assert_eq!(settings.mode(false), Mode::Closed);
        settings.waitlist_open = true;
        assert_eq!(settings.mode(false), Mode::Promotion);
        settings.waitlist_auto_promote = false;
        assert_eq!(settings.mode(false), Mode::Passive);
        let window = TimeDelta::hours(24);
        settings.waitlist_time_window = Some(window);
        assert_eq!(settings.mode(false), Mode::Offers { window, batch: None, lottery: false });
        settings.waitlist_batch_size = 3;
        settings.waitlist_lottery_mode = true;
        assert_eq!(settings.mode(false), Mode::Offers { window, batch: Some(3), lottery: true });
        assert_eq!(settings.mode(true), Mode::FinalCall);
    }
}
