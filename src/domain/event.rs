//! An event as the rules see it: its kind, status and instants.

use chrono::{DateTime, Utc};

use super::text_enum::text_enum;

text_enum! {
    pub enum EventKind {
        Rsvp = "rsvp",
        Ticketed = "ticketed",
    }
}

text_enum! {
    pub enum EventStatus {
        Draft = "draft",
        Open = "open",
        /// Registration was closed by the organizer.
        Closed = "closed",
        Cancelled = "cancelled",
    }
}

text_enum! {
    pub enum Visibility {
        Public = "public",
        Unlisted = "unlisted",
        Private = "private",
    }
}

text_enum! {
    /// A person's answer to an RSVP event.
    pub enum Answer {
        Yes = "yes",
        No = "no",
        Maybe = "maybe",
    }
}

/// What time has to say about an event. All instants in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    pub status: EventStatus,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub registration_deadline: Option<DateTime<Utc>>,
}

impl Schedule {
    /// The earliest of event start and registration deadline: after it nobody can claim (docs/domain.md §1).
    pub fn claim_deadline(&self) -> DateTime<Utc> {
        self.registration_deadline.map_or(self.starts_at, |deadline| deadline.min(self.starts_at))
    }

    /// May seats be offered and taken at `now`?
    pub fn is_claimable(&self, now: DateTime<Utc>) -> bool {
        self.status == EventStatus::Open && now < self.claim_deadline()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn r13_the_claim_deadline_is_the_earliest_limit_and_excludes_its_instant() {
        let start = DateTime::UNIX_EPOCH + TimeDelta::days(10);
        let mut event = Schedule {
            status: EventStatus::Open,
            starts_at: start,
            ends_at: start + TimeDelta::hours(2),
            registration_deadline: None,
        };
        assert_eq!(event.claim_deadline(), start);
        event.registration_deadline = Some(start - TimeDelta::days(1));
        assert_eq!(event.claim_deadline(), start - TimeDelta::days(1));
        assert!(event.is_claimable(event.claim_deadline() - TimeDelta::microseconds(1)));
        assert!(!event.is_claimable(event.claim_deadline()));
        event.status = EventStatus::Closed;
        assert!(!event.is_claimable(start - TimeDelta::days(2)));
    }
}
