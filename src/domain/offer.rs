//! An offer's states and why it ended (docs/domain.md §3).

use chrono::{DateTime, Utc};

use super::text_enum::text_enum;

text_enum! {
    pub enum OfferStatus {
        Pending = "pending",
        Claimed = "claimed",
        Expired = "expired",
        Revoked = "revoked",
    }
}

text_enum! {
    pub enum EndReason {
        Deadline = "deadline",
        Left = "left",
        Declined = "declined",
        Passed = "passed",
        Undeliverable = "undeliverable",
        Organizer = "organizer",
        EventCancelled = "event_cancelled",
        EventClosed = "event_closed",
        WaitlistClosed = "waitlist_closed",
        CutoffMoved = "cutoff_moved",
        EntryRemoved = "entry_removed",
        CapacityReduced = "capacity_reduced",
    }
}

text_enum! {
    pub enum MadeBy {
        Pass = "pass",
        Organizer = "organizer",
    }
}

text_enum! {
    /// R39: why an entry is paused.
    pub enum PauseReason {
        NoAnswer = "no_answer",
        Undeliverable = "undeliverable",
    }
}

/// R39: so many offers in a row without any answer pause the entry.
pub const MOST_LAPSES: i64 = 3;

impl EndReason {
    /// Which of the two ends this is.
    pub fn status(self) -> OfferStatus {
        match self {
            Self::Deadline | Self::Left | Self::Declined | Self::Passed | Self::Undeliverable => OfferStatus::Expired,
            Self::Organizer
            | Self::EventCancelled
            | Self::EventClosed
            | Self::WaitlistClosed
            | Self::CutoffMoved
            | Self::EntryRemoved
            | Self::CapacityReduced => OfferStatus::Revoked,
        }
    }
}

impl OfferStatus {
    /// A PENDING offer past its deadline is dead everywhere, swept or not; at its very instant it is over.
    pub fn is_live(self, expires_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        self == Self::Pending && expires_at > now
    }

    /// R5
    pub fn is_reactivatable(self) -> bool {
        matches!(self, Self::Expired | Self::Revoked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn r6_at_its_instant_an_offer_is_over() {
        let deadline = DateTime::UNIX_EPOCH;
        assert!(OfferStatus::Pending.is_live(deadline, deadline - TimeDelta::microseconds(1)));
        assert!(!OfferStatus::Pending.is_live(deadline, deadline));
        assert!(!OfferStatus::Claimed.is_live(deadline, deadline - TimeDelta::days(1)));
    }

    #[test]
    fn r5_only_ended_unclaimed_offers_can_be_reactivated() {
        let can: Vec<_> = OfferStatus::ALL.iter().filter(|status| status.is_reactivatable()).collect();
        assert_eq!(can, [&OfferStatus::Expired, &OfferStatus::Revoked]);
    }

    #[test]
    fn every_reason_ends_in_expired_or_revoked() {
        for reason in EndReason::ALL {
            assert!(reason.status().is_reactivatable(), "{reason}");
        }
    }
}
