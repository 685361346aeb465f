//! An event's fields as they arrive, and what they become: every broken one is noted (R1).

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use crate::domain::event::{EventKind, EventStatus, Schedule, Visibility};
use crate::domain::fields::{self, Fields, Patch};
use crate::domain::settings::{Around, SettingsForm, WaitlistSettings};
use crate::domain::text::Text;
use crate::domain::zone;
use crate::store::events::{Details, Event};

const MOST_SEATS: i64 = 1_000_000;
const NOT_YET: &str = "error-not-yet";

/// The fields of `organizer/events/create` and `update`: text, each absent, empty or set.
#[derive(Debug, Clone, Default)]
pub struct EventForm {
    pub title: Patch<String>,
    pub kind: Patch<String>,
    pub starts_at: Patch<String>,
    pub ends_at: Patch<String>,
    pub time_zone: Patch<String>,
    pub max_attendees: Patch<String>,
    pub venue_capacity: Patch<String>,
    pub registration_deadline: Patch<String>,
    pub visibility: Patch<String>,
    pub members_only: Patch<String>,
    pub hide_capacity: Patch<String>,
    pub description: Patch<String>,
    pub venue: Patch<String>,
    pub slug: Patch<String>,
    pub settings: SettingsForm,
}

/// What the fields say, checked.
#[derive(Debug, Clone)]
pub struct Parsed {
    pub kind: EventKind,
    pub details: Details,
    pub schedule: Schedule,
    pub settings: WaitlistSettings,
    pub slug: Option<String>,
}

impl EventForm {
    /// A new event's fields; `zone` is the organization's, used where none is given.
    pub fn create(self, zone: Tz) -> Result<Parsed, Fields> {
        let mut fields = Fields::default();
        for (name, field) in [("title", &self.title), ("starts_at", &self.starts_at), ("ends_at", &self.ends_at)] {
            if *field == Patch::Absent {
                fields.add(name, "error-empty");
            }
        }
        let blank = Details {
            title: String::new(),
            description: String::new(),
            venue: String::new(),
            zone,
            visibility: Visibility::Public,
            members_only: false,
            hide_capacity: false,
            max_attendees: None,
            venue_capacity: None,
        };
        self.parse(EventKind::Rsvp, blank, None, &WaitlistSettings::default(), fields)
    }

    /// A change of `event`.
    pub fn update(self, event: &Event) -> Result<Parsed, Fields> {
        let (details, schedule) = (event.details.clone(), event.schedule);
        self.parse(event.kind, details, Some(schedule), &event.settings, Fields::default())
    }

    fn parse(
        self,
        kind: EventKind,
        current: Details,
        schedule: Option<Schedule>,
        settings: &WaitlistSettings,
        mut fields: Fields,
    ) -> Result<Parsed, Fields> {
        let f = &mut fields;
        let zone = self.time_zone.required("time_zone", f, zone::parse_zone).over(None).unwrap_or(current.zone);
        let instant = |text: &str| fields::instant(text, zone);
        let seats = |text: &str| fields::whole_number(text, 0, MOST_SEATS);
        let text = |patch: Patch<String>, current: String| match patch {
            Patch::Absent => current,
            Patch::Null => String::new(),
            Patch::Set(text) => text,
        };

        let kind = self.kind.required("kind", f, fields::word::<EventKind>).over(None).unwrap_or(kind);
        let title = self.title.required("title", f, fields::one_line).over(Some(current.title));
        let starts_at = self.starts_at.required("starts_at", f, instant).over(schedule.map(|s| s.starts_at));
        let ends_at = self.ends_at.required("ends_at", f, instant).over(schedule.map(|s| s.ends_at));
        let registration_deadline = self
            .registration_deadline
            .nullable("registration_deadline", f, instant)
            .over(schedule.and_then(|s| s.registration_deadline));
        let details = Details {
            title: title.unwrap_or_default(),
            description: text(self.description.nullable("description", f, fields::long_text), current.description),
            venue: text(self.venue.nullable("venue", f, fields::one_line), current.venue),
            zone,
            visibility: self
                .visibility
                .required("visibility", f, fields::word::<Visibility>)
                .over(None)
                .unwrap_or(current.visibility),
            members_only: self
                .members_only
                .required("members_only", f, fields::boolean)
                .over(None)
                .unwrap_or(current.members_only),
            hide_capacity: self
                .hide_capacity
                .required("hide_capacity", f, fields::boolean)
                .over(None)
                .unwrap_or(current.hide_capacity),
            max_attendees: self.max_attendees.nullable("max_attendees", f, seats).over(current.max_attendees),
            venue_capacity: self.venue_capacity.nullable("venue_capacity", f, seats).over(current.venue_capacity),
        };
        let slug = self.slug.nullable("slug", f, slug_of).over(None);
        let settings = self.settings.apply(settings, Around { zone, starts_at, kind }, f);
        check(kind, starts_at, ends_at, registration_deadline, f);

        match (starts_at, ends_at, fields.is_empty()) {
            (Some(starts_at), Some(ends_at), true) => Ok(Parsed {
                kind,
                details,
                schedule: Schedule {
                    status: schedule.map_or(EventStatus::Draft, |s| s.status),
                    starts_at,
                    ends_at,
                    registration_deadline,
                },
                settings,
                slug,
            }),
            _ => Err(fields),
        }
    }
}

/// The rules between fields, and what isn't built yet.
fn check(
    kind: EventKind,
    starts_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
    registration_deadline: Option<DateTime<Utc>>,
    fields: &mut Fields,
) {
    if let (Some(start), Some(end)) = (starts_at, ends_at) {
        if end <= start {
            fields.add("ends_at", "error-ends");
        }
        if registration_deadline.is_some_and(|deadline| deadline > start) {
            fields.add("registration_deadline", "error-registration-deadline");
        }
    }
    if kind != EventKind::Rsvp {
        fields.add("kind", NOT_YET);
    }
}

/// The part of an address that names an event: lower-case letters, digits and single hyphens.
fn slug_of(text: &str) -> Result<String, Text> {
    let text = text.trim();
    if text.len() <= 80 && !text.is_empty() && text == slug::slugify(text) {
        return Ok(text.to_owned());
    }
    Err("error-slug".into())
}

/// A slug made from a title; `fallback` where nothing of it remains.
pub fn slug_from(title: &str, fallback: &str) -> String {
    let slug = slug::slugify(title);
    let short = slug.get(..60).unwrap_or(&slug).trim_matches('-');
    if short.is_empty() { fallback.to_owned() } else { short.to_owned() }
}

/// `slug`, or the first of `slug-2`, `slug-3` … that isn't taken.
pub fn unique_slug(slug: &str, taken: &[String]) -> String {
    let free = |candidate: &String| !taken.contains(candidate);
    std::iter::once(slug.to_owned())
        .chain((2..).map(|n| format!("{slug}-{n}")))
        .find(free)
        .expect("there are more numbers than slugs")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Patch<String> {
        Patch::Set(text.to_owned())
    }

    fn concert() -> EventForm {
        EventForm {
            title: set("Schubert, by candlelight"),
            starts_at: set("2026-03-07T19:30"),
            ends_at: set("2026-03-07T22:00"),
            time_zone: set("Europe/Vienna"),
            max_attendees: set("50"),
            ..EventForm::default()
        }
    }

    #[test]
    fn local_times_are_read_in_the_events_zone() {
        let parsed = concert().create(chrono_tz::UTC).unwrap();
        assert_eq!(parsed.schedule.starts_at.to_rfc3339(), "2026-03-07T18:30:00+00:00");
        assert_eq!(parsed.details.max_attendees, Some(50));
    }

    #[test]
    fn r1_every_broken_field_is_reported_at_once() {
        let fields = EventForm {
            title: Patch::Null,
            ends_at: set("2026-03-07T19:30"),
            registration_deadline: set("2026-03-07T19:31"),
            max_attendees: set("-1"),
            kind: set("ticketed"),
            visibility: set("secret"),
            members_only: set("maybe"),
            ..concert()
        }
        .create(chrono_tz::UTC)
        .unwrap_err();
        let broken: Vec<_> = fields.0.keys().map(String::as_str).collect();
        assert_eq!(
            broken,
            ["ends_at", "kind", "max_attendees", "members_only", "registration_deadline", "title", "visibility"]
        );
        let missing = EventForm::default().create(chrono_tz::UTC).unwrap_err();
        assert_eq!(missing.0.keys().collect::<Vec<_>>(), ["ends_at", "starts_at", "title"]);
    }

    #[test]
    fn slugs_are_made_unique() {
        assert_eq!(slug_from("Schubert, by candlelight!", "event"), "schubert-by-candlelight");
        assert_eq!(slug_from("…", "event"), "event");
        assert_eq!(unique_slug("a", &[]), "a");
        assert_eq!(unique_slug("a", &["a".into(), "a-2".into()]), "a-3");
        assert!(slug_of("UPPER").is_err() && slug_of("a--b").is_err() && slug_of("fine-1").is_ok());
    }
}
