//! Seats: how many are free, and who may take them (R8–R12). The one formula, for pages and for writes.

/// The numbers of one event at one instant, all in seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seats {
    /// Effective capacity; `None` = unlimited, 0 = a waitlist-only event.
    pub capacity: Option<i64>,
    /// Seats of YES answers.
    pub attendees: i64,
    /// Seats of live reserved offers.
    pub held: i64,
    /// Party size of the first eligible person in line that the capacity can hold at all, if anyone eligible waits (R14, R17).
    pub first_waiting: Option<i64>,
}

/// The smallest of the limits that are set; none set = unlimited.
pub fn effective_capacity(max_attendees: Option<i64>, venue_capacity: Option<i64>) -> Option<i64> {
    [max_attendees, venue_capacity].into_iter().flatten().min()
}

/// The waitlist's part in who may take a free seat: how the first in line closes it to the public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Closure {
    /// `waitlist_queue_first`, and the list is open.
    pub queue_first: bool,
    /// The list makes offers in strict order and its batch is not full (R17).
    pub strict: bool,
}

/// Why `n` more seats can't be taken; `left` is how many can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRoom {
    pub left: i64,
}

impl Seats {
    /// Free seats, never shown below 0; `None` = unlimited.
    pub fn free(&self) -> Option<i64> {
        self.capacity.map(|capacity| (capacity - self.attendees - self.held).max(0))
    }

    /// R11: is there anything to offer?
    pub fn any_free(&self) -> bool {
        self.free().is_none_or(|free| free > 0)
    }

    /// Are the free seats kept for people who wait? R17 strict waiting, `waitlist_queue_first`; never when unlimited (R21).
    pub fn closed(&self, closure: Closure) -> bool {
        let (Some(free), Some(first)) = (self.free(), self.first_waiting) else {
            return false;
        };
        closure.queue_first || (closure.strict && first > free)
    }

    /// R8: may `n` more seats be taken by a person whose own live **reserved** offer holds `own` (R9)?
    ///
    /// A promise stands: at most one's own seats always pass. `closed` is [`Seats::closed`] for the public, `false` for organizers' own acts.
    pub fn may_take(&self, n: i64, own: i64, closed: bool) -> Result<(), NoRoom> {
        if n <= own {
            return Ok(());
        }
        let Some(free) = self.free() else {
            return Ok(());
        };
        let left = own + if closed { 0 } else { free };
        if n <= left { Ok(()) } else { Err(NoRoom { left }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STRICT: Closure = Closure { queue_first: false, strict: true };

    fn seats(capacity: i64, attendees: i64, held: i64) -> Seats {
        Seats { capacity: Some(capacity), attendees, held, first_waiting: None }
    }

    #[test]
    fn the_smallest_limit_counts_and_zero_is_zero_seats() {
        assert_eq!(effective_capacity(None, None), None);
        assert_eq!(effective_capacity(Some(50), Some(40)), Some(40));
        assert_eq!(effective_capacity(Some(0), None), Some(0));
        assert_eq!(seats(0, 0, 0).may_take(1, 0, false), Err(NoRoom { left: 0 }));
    }

    #[test]
    fn r8_held_seats_are_taken_for_strangers_and_own_for_the_holder() {
        let full = seats(10, 9, 1);
        assert_eq!(full.may_take(1, 0, false), Err(NoRoom { left: 0 }));
        assert_eq!(full.may_take(1, 1, false), Ok(()));
        assert_eq!(seats(10, 7, 1).may_take(3, 0, false), Err(NoRoom { left: 2 }));
    }

    #[test]
    fn r8_a_promise_stands_where_an_override_has_used_the_seats_up() {
        let over = seats(10, 12, 2);
        assert_eq!(over.may_take(2, 2, true), Ok(()));
        assert_eq!(over.may_take(3, 2, false), Err(NoRoom { left: 2 }));
    }

    #[test]
    fn r9_who_holds_no_reserved_offer_nets_nothing() {
        assert_eq!(seats(10, 10, 0).may_take(1, 0, false), Err(NoRoom { left: 0 }));
    }

    #[test]
    fn r11_free_is_never_shown_below_zero_and_offers_nothing() {
        assert_eq!(seats(10, 12, 3).free(), Some(0));
        assert!(!seats(10, 12, 3).any_free());
    }

    #[test]
    fn r17_a_party_that_waits_for_seats_closes_them_to_the_public_only() {
        let waiting = Seats { first_waiting: Some(3), ..seats(10, 8, 0) };
        assert!(waiting.closed(STRICT));
        assert_eq!(waiting.may_take(1, 0, waiting.closed(STRICT)), Err(NoRoom { left: 0 }));
        assert_eq!(waiting.may_take(1, 0, false), Ok(()));
        assert!(!Seats { first_waiting: Some(2), ..waiting }.closed(STRICT));
        assert!(!waiting.closed(Closure::default()));
    }

    #[test]
    fn queue_first_closes_the_seats_while_anyone_eligible_waits() {
        let queue_first = Closure { queue_first: true, strict: false };
        let seats = seats(10, 8, 0);
        assert!(!seats.closed(queue_first));
        assert!(Seats { first_waiting: Some(1), ..seats }.closed(queue_first));
        assert!(!Seats { first_waiting: Some(1), capacity: None, ..seats }.closed(queue_first), "R21: unlimited");
    }

    proptest! {
        #[test]
        fn r8_the_sum_never_exceeds_the_capacity_unless_it_did_before(
            capacity in 0i64..60, attendees in 0i64..60, held in 0i64..30, own in 0i64..20, n in 1i64..21, closed: bool,
        ) {
            let own = own.min(held);
            let seats = seats(capacity, attendees, held);
            if seats.may_take(n, own, closed).is_ok() {
                prop_assert!(n <= own || attendees + held - own + n <= capacity);
            } else {
                prop_assert!(n > own && (closed || attendees + held - own + n > capacity));
            }
        }

        #[test]
        fn r8_what_is_said_to_be_left_can_be_taken_and_no_more(
            capacity in 0i64..60, attendees in 0i64..60, held in 0i64..30, own in 0i64..20, closed: bool,
        ) {
            let own = own.min(held);
            let seats = seats(capacity, attendees, held);
            if let Err(NoRoom { left }) = seats.may_take(1000, own, closed) {
                prop_assert!(seats.may_take(left, own, closed).is_ok());
                prop_assert!(seats.may_take(left + 1, own, closed).is_err());
            }
        }
    }
}
