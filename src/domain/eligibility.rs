//! May this person register now, and if not, why, and what next? (docs/domain.md §9)

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::capacity::{Closure, Seats};
use super::event::{EventStatus, Schedule, Visibility};
use super::ids::OfferId;
use super::role::Role;
use super::text::Text;
use super::text_enum::text_enum;

text_enum! {
    pub enum ReasonCode {
        Blocked = "blocked",
        EventNotOpen = "event_not_open",
        EventCancelled = "event_cancelled",
        EventHasStarted = "event_has_started",
        EventHasFinished = "event_has_finished",
        RegistrationClosed = "registration_closed",
        RequiresInvitation = "requires_invitation",
        MembersOnly = "members_only",
        EventIsFull = "event_is_full",
        SpotsReservedForWaitlist = "spots_reserved_for_waitlist",
        OnWaitlistWaitingForBatch = "on_waitlist_waiting_for_batch",
        OnWaitlist = "on_waitlist",
    }
}

text_enum! {
    pub enum NextStep {
        JoinWaitlist = "join_waitlist",
        WaitForOpenSpot = "wait_for_open_spot",
    }
}

impl ReasonCode {
    /// A sentence for a person.
    pub fn sentence(self) -> Text {
        Text::word("reason", self.as_str())
    }

    /// Availability refuses with 409, every other gate with 403.
    pub fn is_availability(self) -> bool {
        matches!(
            self,
            Self::EventIsFull | Self::SpotsReservedForWaitlist | Self::OnWaitlistWaitingForBatch | Self::OnWaitlist
        )
    }
}

text_enum! {
    /// A gate about the person that stops them, whatever the event's seats.
    pub enum Barred {
        Blocked = "blocked",
        RequiresInvitation = "requires_invitation",
        MembersOnly = "members_only",
    }
}

impl Barred {
    /// The first gate about the person that stops them. The same in SQL: `store::predicates::barred!`.
    pub fn of(
        visibility: Visibility,
        members_only: bool,
        blocked: bool,
        invited: bool,
        role: Option<Role>,
    ) -> Option<Self> {
        if blocked {
            Some(Self::Blocked)
        } else if visibility == Visibility::Private && !invited && !role.is_some_and(Role::is_team) {
            Some(Self::RequiresInvitation)
        } else if members_only && role.is_none() {
            Some(Self::MembersOnly)
        } else {
            None
        }
    }
}

impl From<Barred> for ReasonCode {
    fn from(barred: Barred) -> Self {
        match barred {
            Barred::Blocked => Self::Blocked,
            Barred::RequiresInvitation => Self::RequiresInvitation,
            Barred::MembersOnly => Self::MembersOnly,
        }
    }
}

/// A live offer of the person who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ActiveOffer {
    pub id: OfferId,
    pub seats: i64,
    pub expires_at: DateTime<Utc>,
    pub is_cutoff_batch: bool,
}

/// All that the gates look at.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    pub event: Schedule,
    /// The gate about this person that stops them.
    pub barred: Option<Barred>,
    pub seats: Seats,
    pub closure: Closure,
    pub waitlist_open: bool,
    pub queued: bool,
    /// Seats asked for beyond those the person has already.
    pub wanted: i64,
    pub active_offer: Option<ActiveOffer>,
    /// Live reserved offers of others, and the earliest deadline among them.
    pub pending_offers_count: i64,
    pub next_batch_at: Option<DateTime<Utc>>,
    pub waitlist_position: Option<i64>,
    /// The event hides its capacity from this person.
    pub hide_counts: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    pub allowed: bool,
    pub reason_code: Option<ReasonCode>,
    pub next_step: Option<NextStep>,
    pub pending_offers_count: Option<i64>,
    pub next_batch_at: Option<DateTime<Utc>>,
    pub waitlist_position: Option<i64>,
    pub active_offer: Option<ActiveOffer>,
    pub active_offer_expires_at: Option<DateTime<Utc>>,
    /// How many seats this person could take now; only meaningful to the one who asked for several.
    #[serde(skip)]
    pub left: i64,
}

impl Facts {
    /// Seats of one's own live reserved offer (R9).
    pub fn own(&self) -> i64 {
        self.active_offer.filter(|offer| !offer.is_cutoff_batch).map_or(0, |offer| offer.seats)
    }

    /// Are the free seats kept for people who wait?
    pub fn is_closed(&self) -> bool {
        self.seats.closed(self.closure)
    }

    /// The first gate that blocks answers. `now` in UTC.
    pub fn verdict(&self, now: DateTime<Utc>) -> Verdict {
        let (blocked, left) = match self.gate(now) {
            Some(code) => (Some(code), 0),
            None => match self.seats.may_take(self.wanted, self.own(), self.is_closed()) {
                Ok(()) => (None, self.wanted),
                Err(no_room) => (Some(self.availability()), no_room.left),
            },
        };
        let next_step = blocked.filter(|code| code.is_availability()).and(match (self.queued, self.waitlist_open) {
            (true, _) => Some(NextStep::WaitForOpenSpot),
            (false, true) => Some(NextStep::JoinWaitlist),
            (false, false) => None,
        });
        Verdict {
            allowed: blocked.is_none(),
            reason_code: blocked,
            next_step,
            pending_offers_count: (!self.hide_counts).then_some(self.pending_offers_count),
            next_batch_at: self.next_batch_at,
            waitlist_position: self.waitlist_position,
            active_offer: self.active_offer,
            active_offer_expires_at: self.active_offer.map(|offer| offer.expires_at),
            left,
        }
    }

    /// The gates before availability, in order. They stop joining the waitlist too: a place that could never be claimed is a dead end.
    pub fn gate(&self, now: DateTime<Utc>) -> Option<ReasonCode> {
        match self.barred {
            Some(Barred::Blocked) => Some(ReasonCode::Blocked),
            other => self.gate_about_the_event(now).or(other.map(ReasonCode::from)),
        }
    }

    pub fn gate_about_the_event(&self, now: DateTime<Utc>) -> Option<ReasonCode> {
        let event = &self.event;
        match event.status {
            EventStatus::Draft | EventStatus::Closed => Some(ReasonCode::EventNotOpen),
            EventStatus::Cancelled => Some(ReasonCode::EventCancelled),
            EventStatus::Open if now >= event.ends_at => Some(ReasonCode::EventHasFinished),
            EventStatus::Open if now >= event.starts_at => Some(ReasonCode::EventHasStarted),
            EventStatus::Open if now >= event.claim_deadline() => Some(ReasonCode::RegistrationClosed),
            EventStatus::Open => None,
        }
    }

    /// Full, or are there seats that aren't open to this person?
    fn availability(&self) -> ReasonCode {
        let reserved = self.seats.held - self.own() > 0 || self.seats.any_free();
        match (reserved, self.queued) {
            (true, false) => ReasonCode::SpotsReservedForWaitlist,
            (true, true) => ReasonCode::OnWaitlistWaitingForBatch,
            (false, false) => ReasonCode::EventIsFull,
            (false, true) => ReasonCode::OnWaitlist,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    const START: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn facts() -> Facts {
        Facts {
            event: Schedule {
                status: EventStatus::Open,
                starts_at: START,
                ends_at: START + TimeDelta::hours(2),
                registration_deadline: Some(START - TimeDelta::hours(1)),
            },
            barred: None,
            seats: Seats { capacity: Some(10), attendees: 9, held: 0, first_waiting: None },
            closure: Closure::default(),
            waitlist_open: true,
            queued: false,
            wanted: 1,
            active_offer: None,
            pending_offers_count: 0,
            next_batch_at: None,
            waitlist_position: None,
            hide_counts: false,
        }
    }

    fn code(facts: Facts) -> Option<ReasonCode> {
        facts.verdict(START - TimeDelta::days(1)).reason_code
    }

    #[test]
    fn gates_answer_in_order() {
        let with = |status| Facts { event: Schedule { status, ..facts().event }, ..facts() };
        assert_eq!(code(facts()), None);
        assert_eq!(code(with(EventStatus::Draft)), Some(ReasonCode::EventNotOpen));
        assert_eq!(code(with(EventStatus::Cancelled)), Some(ReasonCode::EventCancelled));
        let at = |now| facts().verdict(now).reason_code;
        assert_eq!(at(START - TimeDelta::hours(1)), Some(ReasonCode::RegistrationClosed));
        assert_eq!(at(START), Some(ReasonCode::EventHasStarted));
        assert_eq!(at(START + TimeDelta::hours(2)), Some(ReasonCode::EventHasFinished));
    }

    #[test]
    fn gates_about_the_person_stand_where_the_law_puts_them() {
        let cancelled = Schedule { status: EventStatus::Cancelled, ..facts().event };
        let barred = |barred| Facts { barred: Some(barred), ..facts() };
        assert_eq!(code(barred(Barred::Blocked)), Some(ReasonCode::Blocked));
        assert_eq!(code(barred(Barred::RequiresInvitation)), Some(ReasonCode::RequiresInvitation));
        assert_eq!(code(barred(Barred::MembersOnly)), Some(ReasonCode::MembersOnly));
        assert_eq!(code(Facts { event: cancelled, ..barred(Barred::Blocked) }), Some(ReasonCode::Blocked));
        assert_eq!(code(Facts { event: cancelled, ..barred(Barred::MembersOnly) }), Some(ReasonCode::EventCancelled));
        let full = Facts { seats: Seats { attendees: 10, ..facts().seats }, ..barred(Barred::MembersOnly) };
        assert_eq!(code(full), Some(ReasonCode::MembersOnly), "before availability");
    }

    #[test]
    fn who_is_barred_from_what() {
        use Visibility::{Private, Public};
        assert_eq!(Barred::of(Public, false, false, false, None), None);
        assert_eq!(Barred::of(Public, false, true, true, Some(Role::Owner)), Some(Barred::Blocked));
        assert_eq!(Barred::of(Private, false, false, false, None), Some(Barred::RequiresInvitation));
        assert_eq!(Barred::of(Private, false, false, false, Some(Role::Member)), Some(Barred::RequiresInvitation));
        assert_eq!(Barred::of(Private, false, false, false, Some(Role::Staff)), None);
        assert_eq!(Barred::of(Private, true, false, true, None), Some(Barred::MembersOnly));
        assert_eq!(Barred::of(Private, true, false, true, Some(Role::Member)), None);
    }

    #[test]
    fn availability_tells_full_from_reserved_and_queued_from_strangers() {
        let full = Facts { seats: Seats { attendees: 10, ..facts().seats }, ..facts() };
        let reserved = Facts { seats: Seats { held: 1, ..facts().seats }, ..facts() };
        assert_eq!(code(full), Some(ReasonCode::EventIsFull));
        assert_eq!(code(Facts { queued: true, ..full }), Some(ReasonCode::OnWaitlist));
        assert_eq!(code(reserved), Some(ReasonCode::SpotsReservedForWaitlist));
        assert_eq!(code(Facts { queued: true, ..reserved }), Some(ReasonCode::OnWaitlistWaitingForBatch));
    }

    #[test]
    fn r17_seats_that_are_gathered_for_a_party_are_reserved() {
        let strict = Closure { strict: true, queue_first: false };
        let waiting = Facts { seats: Seats { first_waiting: Some(2), ..facts().seats }, closure: strict, ..facts() };
        assert_eq!(code(waiting), Some(ReasonCode::SpotsReservedForWaitlist));
    }

    #[test]
    fn the_next_step_is_to_join_or_to_wait_or_none() {
        let full = Facts { seats: Seats { attendees: 10, ..facts().seats }, ..facts() };
        let step = |facts: Facts| facts.verdict(START - TimeDelta::days(1)).next_step;
        assert_eq!(step(full), Some(NextStep::JoinWaitlist));
        assert_eq!(step(Facts { queued: true, ..full }), Some(NextStep::WaitForOpenSpot));
        assert_eq!(step(Facts { waitlist_open: false, ..full }), None);
        assert_eq!(step(facts()), None);
    }

    #[test]
    fn r9_the_holder_of_a_reserved_offer_is_allowed_and_sees_it() {
        let offer = ActiveOffer {
            id: OfferId(uuid::Uuid::nil()),
            seats: 1,
            expires_at: START - TimeDelta::hours(5),
            is_cutoff_batch: false,
        };
        let held = Seats { held: 1, ..facts().seats };
        let holder = Facts { seats: held, active_offer: Some(offer), queued: true, ..facts() };
        let verdict = holder.verdict(START - TimeDelta::days(1));
        assert!(verdict.allowed);
        assert_eq!(verdict.active_offer_expires_at, Some(offer.expires_at));
        let invitation = ActiveOffer { is_cutoff_batch: true, ..offer };
        assert!(!Facts { active_offer: Some(invitation), ..holder }.verdict(START - TimeDelta::days(1)).allowed);
    }

    #[test]
    fn hidden_counts_are_null() {
        let verdict = Facts { hide_counts: true, ..facts() }.verdict(START - TimeDelta::days(1));
        assert_eq!(verdict.pending_offers_count, None);
    }
}
