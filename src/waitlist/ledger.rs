//! The organizer's ledger: the sum that adds up, why nothing happens, and when something can.

use chrono::{DateTime, TimeDelta, Utc};

use super::settle::{Trigger, settle_event};
use super::status;
use crate::domain::event::EventStatus;
use crate::domain::ids::EventId;
use crate::domain::offer::OfferStatus;
use crate::domain::selection::{self, Decision, PassStatus};
use crate::domain::settings::{Fit, Mode};
use crate::domain::text::{Text, say};
use crate::error::{Refusal, Result};
use crate::store::events::Event;
use crate::store::jobs::JobRow;
use crate::store::standing::{self, Numbers};
use crate::store::{Db, events, jobs, notifications, offers};

#[derive(Debug, Clone)]
pub struct Ledger {
    pub event: Event,
    pub numbers: Numbers,
    /// Why nobody is offered a seat now; `None` when something is on offer, or nobody waits for anything.
    pub why: Option<Why>,
    /// The next instant at which something can happen by itself, and what.
    pub next: Option<(DateTime<Utc>, Next)>,
    /// People to whom a notice could not be delivered.
    pub mail_failures: i64,
    pub jobs: Vec<JobRow>,
    /// How many offers there are in each status.
    pub offers: Vec<(OfferStatus, i64)>,
    pub now: DateTime<Utc>,
}

/// What time decides next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    OfferEnds,
    FinalCallBegins,
    FinalCallEnds,
    /// Someone's rest ends, or an unconfirmed place goes.
    PlaceChanges,
}

/// Why a pass would offer nothing now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    Draft,
    EventClosed,
    EventCancelled,
    EventStarted,
    RegistrationEnded,
    ListClosed,
    WindowNotSet,
    AllTaken {
        capacity: i64,
        held: i64,
    },
    BatchFull {
        live: i64,
    },
    /// R17: seats are gathered for the first party.
    WaitingForSeats {
        free: i64,
        party: i64,
    },
    /// R17 fill: every party that waits is larger than what is free.
    NoneFits {
        free: i64,
    },
    NobodyEligible {
        waiting: i64,
    },
    NobodyWaits,
    /// R19
    AllInvited,
}

impl Why {
    /// A sentence for the organizer.
    pub fn sentence(self) -> Text {
        match self {
            Self::Draft => say!("why-draft"),
            Self::EventClosed => say!("why-closed"),
            Self::EventCancelled => say!("why-cancelled"),
            Self::EventStarted => say!("why-started"),
            Self::RegistrationEnded => say!("why-registration-ended"),
            Self::ListClosed => say!("why-list-closed"),
            Self::WindowNotSet => say!("why-window"),
            Self::AllTaken { capacity: 0, .. } => say!("why-no-seats"),
            Self::AllTaken { capacity, held: 0 } => say!("why-taken", capacity),
            Self::AllTaken { capacity, held } => say!("why-held", capacity, held),
            Self::BatchFull { live } => say!("why-batch", live),
            Self::WaitingForSeats { free, party } => say!("why-gathering", free, party),
            Self::NoneFits { free } => say!("why-none-fits", free),
            Self::NobodyEligible { waiting } => say!("why-nobody-eligible", waiting),
            Self::AllInvited => say!("why-all-invited"),
            Self::NobodyWaits => say!("why-nobody-waits"),
        }
    }
}

/// Reads the ledger; settles first what is due.
///
/// # Errors
/// `NotFound` for an unknown event.
pub async fn read(db: &Db, now: DateTime<Utc>, event: EventId) -> Result<Ledger> {
    let ledger = read_once(db, now, event).await?;
    if !ledger.event.is_due(now) {
        return Ok(ledger);
    }
    settle_event(db, event, now, Trigger::Deadline).await?;
    read_once(db, now, event).await
}

async fn read_once(db: &Db, now: DateTime<Utc>, id: EventId) -> Result<Ledger> {
    let mut tx = db.read().await?;
    let event = events::find(&mut tx, id).await?.ok_or(Refusal::NotFound)?;
    let numbers = standing::numbers_for_page(&mut tx, &event, now).await?;
    let mail_failures = notifications::failures(&mut tx, id).await?;
    let jobs = jobs::list(&mut tx).await?;
    let offers = offers::counts(&mut tx, id).await?;
    let why = why(&event, &numbers, now);
    let next = event.wake_at.filter(|at| *at > now).map(|at| (at, what_is_next(&event, &numbers, at, now)));
    Ok(Ledger { event, numbers, why, next, mail_failures, jobs, offers, now })
}

fn what_is_next(event: &Event, numbers: &Numbers, at: DateTime<Utc>, now: DateTime<Utc>) -> Next {
    // What ends in the same minute as a rest is what counts.
    if numbers.next_deadline.is_some_and(|next| next - at < TimeDelta::minutes(1)) {
        Next::OfferEnds
    } else if event.next_turn_of_final_call(now) != Some(at) {
        Next::PlaceChanges
    } else if event.final_call_at.is_some() {
        Next::FinalCallEnds
    } else {
        Next::FinalCallBegins
    }
}

/// The reason a pass would give, said to the organizer.
fn why(event: &Event, numbers: &Numbers, now: DateTime<Utc>) -> Option<Why> {
    let (mode, seats) = (event.mode(), numbers.seats(event));
    let decision =
        selection::decide(&event.schedule, mode, event.settings.waitlist_fit, &seats, numbers.live_of_passes, now);
    let status = match decision {
        Decision::Stop(status) => status,
        // Whoever could be invited was, by the last pass.
        Decision::Invite => PassStatus::CutoffAlreadyProcessed,
        Decision::Choose(_) => match (seats.free(), seats.first_waiting) {
            (_, None) => PassStatus::NoEligibleUsers,
            (Some(free), Some(party))
                if party > free && (event.settings.waitlist_fit == Fit::Fill || status::is_drawn(event)) =>
            {
                return Some(Why::NoneFits { free });
            }
            (Some(free), Some(party)) if party > free => PassStatus::WaitingForSeats,
            _ => PassStatus::Ok,
        },
    };
    match status {
        PassStatus::Ok => None,
        PassStatus::EventClosed => Some(match event.schedule.status {
            EventStatus::Draft => Why::Draft,
            EventStatus::Closed => Why::EventClosed,
            EventStatus::Cancelled => Why::EventCancelled,
            EventStatus::Open if now >= event.schedule.starts_at => Why::EventStarted,
            EventStatus::Open => Why::RegistrationEnded,
        }),
        PassStatus::Disabled if mode == Mode::Closed => Some(Why::ListClosed),
        PassStatus::Disabled => Some(Why::WindowNotSet),
        PassStatus::NoSpots => Some(Why::AllTaken { capacity: seats.capacity.unwrap_or_default(), held: numbers.held }),
        PassStatus::BatchFull => Some(Why::BatchFull { live: numbers.live_of_passes }),
        PassStatus::WaitingForSeats => Some(Why::WaitingForSeats {
            free: seats.free().unwrap_or_default(),
            party: seats.first_waiting.unwrap_or_default(),
        }),
        PassStatus::CutoffAlreadyProcessed => Some(Why::AllInvited),
        PassStatus::NoEligibleUsers if numbers.waiting == 0 => Some(Why::NobodyWaits),
        PassStatus::NoEligibleUsers => Some(Why::NobodyEligible { waiting: numbers.waiting }),
    }
}
