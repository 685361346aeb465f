//! What a pass does (docs/domain.md §5): first whether it offers at all, then whom, in line order (R15, R17).

use chrono::{DateTime, Utc};

use super::capacity::Seats;
use super::event::Schedule;
use super::settings::{Fit, Mode};
use super::text_enum::text_enum;

text_enum! {
    /// How a pass ended; stored on the event for the organizer's page.
    pub enum PassStatus {
        Ok = "ok",
        EventClosed = "event_closed",
        Disabled = "disabled",
        NoSpots = "no_spots",
        BatchFull = "batch_full",
        WaitingForSeats = "waiting_for_seats",
        NoEligibleUsers = "no_eligible_users",
        /// R19: everyone eligible is invited already.
        CutoffAlreadyProcessed = "cutoff_already_processed",
    }
}

/// Whether a pass goes on to choose people, and how many at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Stop(PassStatus),
    Choose(Limits),
    /// R19: invite everyone eligible who isn't yet.
    Invite,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Seats that may be promised; `None` = unlimited.
    pub seats: Option<i64>,
    /// People who may be asked; `None` = as many as fit.
    pub people: Option<i64>,
    pub fit: Fit,
}

/// Steps 2 to 5 of a pass. `live_of_passes` counts the live offers that passes made (manual and reactivated ones don't count).
pub fn decide(
    event: &Schedule,
    mode: Mode,
    fit: Fit,
    seats: &Seats,
    live_of_passes: i64,
    now: DateTime<Utc>,
) -> Decision {
    if !event.is_claimable(now) {
        return Decision::Stop(PassStatus::EventClosed);
    }
    if matches!(mode, Mode::Closed | Mode::Passive) {
        return Decision::Stop(PassStatus::Disabled);
    }
    if !seats.any_free() {
        return Decision::Stop(PassStatus::NoSpots);
    }
    let free = seats.free();
    let (batch, fit) = match mode {
        Mode::FinalCall => return Decision::Invite,
        // R18: a draw always passes over a party that doesn't fit.
        Mode::Offers { batch, lottery: true, .. } => (batch, Fit::Fill),
        Mode::Offers { batch, .. } => (batch, fit),
        Mode::Promotion | Mode::Closed | Mode::Passive => (None, fit),
    };
    // R21: unlimited capacity offers everyone at once, whatever the batch size.
    let people = batch.filter(|_| free.is_some()).map(|batch| batch - live_of_passes);
    if people.is_some_and(|people| people <= 0) {
        return Decision::Stop(PassStatus::BatchFull);
    }
    Decision::Choose(Limits { seats: free, people, fit })
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Indices into the line.
    pub picked: Vec<usize>,
    /// R17 strict: the first party that doesn't fit and stops the line, as an index.
    pub waits: Option<usize>,
}

/// Walks the line (party sizes in seats, first to last; parties larger than the capacity left out) within the limits.
pub fn choose(line: &[i64], limits: Limits) -> Chosen {
    let mut free = limits.seats;
    let mut chosen = Chosen { picked: Vec::new(), waits: None };
    for (index, &party) in line.iter().enumerate() {
        if limits.people.is_some_and(|people| chosen.picked.len() as i64 >= people) || free == Some(0) {
            break;
        }
        if free.is_some_and(|free| party > free) {
            match limits.fit {
                Fit::Fill => continue,
                Fit::Strict => {
                    chosen.waits = Some(index);
                    break;
                }
            }
        }
        free = free.map(|free| free - party);
        chosen.picked.push(index);
    }
    chosen
}

impl Chosen {
    /// Step 5 and 6: what the pass is called when the line was walked.
    pub fn status(&self) -> PassStatus {
        match (self.picked.is_empty(), self.waits) {
            (false, _) => PassStatus::Ok,
            (true, Some(_)) => PassStatus::WaitingForSeats,
            (true, None) => PassStatus::NoEligibleUsers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::event::EventStatus;
    use chrono::TimeDelta;
    use proptest::prelude::*;

    fn event(status: EventStatus) -> Schedule {
        let starts_at = DateTime::UNIX_EPOCH + TimeDelta::days(10);
        Schedule { status, starts_at, ends_at: starts_at + TimeDelta::hours(2), registration_deadline: None }
    }

    fn seats(capacity: Option<i64>, attendees: i64, held: i64) -> Seats {
        Seats { capacity, attendees, held, first_waiting: Some(1) }
    }

    fn offers(batch: Option<i64>) -> Mode {
        Mode::Offers { window: TimeDelta::hours(24), batch, lottery: false }
    }

    fn decided(status: EventStatus, mode: Mode, seats: Seats, live: i64) -> Decision {
        decide(&event(status), mode, Fit::Strict, &seats, live, DateTime::UNIX_EPOCH)
    }

    #[test]
    fn a_pass_stops_at_the_first_reason() {
        let free = seats(Some(10), 5, 0);
        for status in [EventStatus::Draft, EventStatus::Closed, EventStatus::Cancelled] {
            assert_eq!(decided(status, offers(None), free, 0), Decision::Stop(PassStatus::EventClosed));
        }
        for mode in [Mode::Closed, Mode::Passive] {
            assert_eq!(decided(EventStatus::Open, mode, free, 0), Decision::Stop(PassStatus::Disabled));
        }
        let full = seats(Some(10), 12, 1);
        assert_eq!(decided(EventStatus::Open, offers(None), full, 0), Decision::Stop(PassStatus::NoSpots));
        assert_eq!(decided(EventStatus::Open, offers(Some(3)), free, 3), Decision::Stop(PassStatus::BatchFull));
    }

    #[test]
    fn a_pass_tops_up_the_batch() {
        let free = seats(Some(10), 5, 2);
        let Decision::Choose(limits) = decided(EventStatus::Open, offers(Some(3)), free, 2) else { panic!() };
        assert_eq!((limits.seats, limits.people), (Some(3), Some(1)));
    }

    #[test]
    fn r21_unlimited_capacity_asks_everyone_at_once() {
        let unlimited = seats(None, 500, 3);
        let Decision::Choose(limits) = decided(EventStatus::Open, offers(Some(3)), unlimited, 3) else { panic!() };
        assert_eq!((limits.seats, limits.people), (None, None));
        assert_eq!(choose(&[1, 2, 3], limits).picked, [0, 1, 2]);
    }

    #[test]
    fn r13_nothing_is_offered_from_the_claim_deadline_on() {
        let event = event(EventStatus::Open);
        let seats = seats(Some(10), 5, 0);
        let at = |now| decide(&event, offers(None), Fit::Strict, &seats, 0, now);
        assert!(matches!(at(event.starts_at - TimeDelta::microseconds(1)), Decision::Choose(_)));
        assert_eq!(at(event.starts_at), Decision::Stop(PassStatus::EventClosed));
    }

    #[test]
    fn r17_strict_waits_for_the_first_party_and_fill_passes_over_it() {
        let limits = |fit| Limits { seats: Some(3), people: None, fit };
        let strict = choose(&[2, 2, 1], limits(Fit::Strict));
        assert_eq!(
            (strict.picked.as_slice(), strict.waits, strict.status()),
            ([0].as_slice(), Some(1), PassStatus::Ok)
        );
        let head = choose(&[4, 1], limits(Fit::Strict));
        assert_eq!((head.picked.len(), head.status()), (0, PassStatus::WaitingForSeats));
        assert_eq!(choose(&[2, 2, 1], limits(Fit::Fill)).picked, [0, 2]);
        assert_eq!(choose(&[], limits(Fit::Fill)).status(), PassStatus::NoEligibleUsers);
    }

    proptest! {
        #[test]
        fn r17_a_round_never_exceeds_free_seats_nor_the_batch(
            line in prop::collection::vec(1i64..=20, 0..40), free in 1i64..60, people in prop::option::of(1i64..10), fill: bool,
        ) {
            let fit = if fill { Fit::Fill } else { Fit::Strict };
            let chosen = choose(&line, Limits { seats: Some(free), people, fit });
            prop_assert!(chosen.picked.iter().map(|&i| line[i]).sum::<i64>() <= free);
            prop_assert!(people.is_none_or(|people| chosen.picked.len() as i64 <= people));
            prop_assert!(chosen.picked.is_sorted());
            if !fill {
                prop_assert!(chosen.picked.iter().copied().eq(0..chosen.picked.len()), "nobody is overtaken");
            }
        }
    }
}
