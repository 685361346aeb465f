//! Answers to RSVP events: taking a seat, with or without an offer, and giving it up (docs/domain.md §3, §7, R40).

use chrono::{DateTime, Utc};

use crate::domain::event::Answer;
use crate::domain::ids::{AccountId, EventId, RegistrationId};
use crate::domain::offer::EndReason;
use crate::domain::settings::Mode;
use crate::domain::text::say;
use crate::error::{Error, Refusal, Result};
use crate::store::event_tx::Notice;
use crate::store::notifications::Kind;
use crate::store::standing::Person;
use crate::store::{Db, EventTx, entries, offers, registrations};
use crate::waitlist::settle::Trigger;
use crate::waitlist::status::{facts, person_in, rank};
use crate::waitlist::{check_party, join_within, leave_within};

/// What became of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    Registered {
        answer: Answer,
        registration: RegistrationId,
    },
    /// Automatic promotion: no seat is open to this person, so they stand in line, with this rank.
    Waitlisted {
        position: Option<i64>,
    },
}

/// Answers for `party_size` seats. YES takes them, claims the person's live offer and removes their entry (R40); NO and MAYBE give back what was
/// taken, always (R12), and the seats go on in the same transaction; NO also leaves the queue.
///
/// # Errors
/// `NotFound`; for YES: `Invalid` (`party_size`), `NotEligible`, `EventIsFull`, `OnlyNLeft`.
pub async fn answer(
    db: &Db,
    now: DateTime<Utc>,
    event: EventId,
    account: AccountId,
    answer: Answer,
    party_size: i64,
) -> Result<Answered> {
    let mut event = EventTx::open(db, event, now).await?;
    let person = person_in(&mut event, account).await?;
    let no_seat = |error: &Error| matches!(error, Error::Refused(Refusal::EventIsFull(_) | Refusal::OnlyNLeft { .. }));
    let promotes = answer == Answer::Yes && event.event().mode() == Mode::Promotion;
    if promotes && check_room(&event, &person, party_size - person.seats()).is_err_and(|error| no_seat(&error)) {
        return queue(event, &person, party_size).await;
    }
    let registration = match answer {
        Answer::Yes => yes(&mut event, &person, party_size).await?,
        Answer::No => no(&mut event, &person).await?,
        Answer::Maybe => maybe(&mut event, &person).await?,
    };
    event.commit(Trigger::Answered).await?;
    Ok(Answered::Registered { answer, registration })
}

/// A YES that finds no seat open joins (docs/domain.md §7); who stands in line already keeps their place.
async fn queue(mut event: EventTx, person: &Person, party_size: i64) -> Result<Answered> {
    if person.seats() > 0 {
        // They are going; more seats than there are is refused as everywhere.
        check_room(&event, person, party_size - person.seats())?;
    }
    if let Some(entry) = person.entry.filter(|entry| entry.confirmed) {
        return Ok(Answered::Waitlisted {
            position: rank(event.event(), person, event.now()).or(Some(entry.ahead + 1)),
        });
    }
    let ahead = match person.entry {
        Some(entry) => {
            entries::confirm(&mut event, person.account_id).await?;
            entry.ahead
        }
        None => {
            check_party(&event, party_size)?;
            join_within(&mut event, person.account_id, party_size).await?.1
        }
    };
    let promoted = event.commit(Trigger::Joined).await?;
    Ok(Answered::Waitlisted { position: (!promoted.contains(&person.account_id)).then_some(ahead + 1) })
}

async fn yes(event: &mut EventTx, person: &Person, party_size: i64) -> Result<RegistrationId> {
    // What was offered, or is held already, stays possible when the limit is lowered.
    let promised = person.offer.map_or(0, |offer| offer.seats).max(person.seats());
    let most = event.event().settings.max_party_size.max(promised);
    if party_size > most {
        return Err(Refusal::field("party_size", say!("error-party-most", most)).into());
    }
    let more = party_size - person.seats();
    if more > 0 {
        check_room(event, person, more)?;
    }
    take(event, person, party_size).await
}

/// Takes the seats of someone who may: their live offer is claimed, their entry goes (R40), and they are told.
pub(super) async fn take(event: &mut EventTx, person: &Person, party_size: i64) -> Result<RegistrationId> {
    let registration = registrations::set(event, person.account_id, Answer::Yes, party_size).await?;
    if person.live_offer(event.now()).is_some() {
        offers::claim(event, person.account_id).await?;
    }
    if person.entry.is_some() {
        entries::delete(event, person.account_id).await?;
    }
    if person.seats() == 0 {
        tell(event, Kind::RegistrationConfirmed, registration, person.account_id);
    }
    Ok(registration)
}

/// R8, with every gate before it: availability refuses with 409, the others with 403.
fn check_room(event: &EventTx, person: &Person, more: i64) -> Result<()> {
    let verdict = facts(event.event(), event.numbers(), Some(person), more, event.now()).verdict(event.now());
    let left = verdict.left;
    match verdict.reason_code {
        None => Ok(()),
        Some(code) if !code.is_availability() => Err(Refusal::NotEligible(Box::new(verdict)).into()),
        Some(_) if left > 0 => Err(Refusal::OnlyNLeft { left, verdict: Box::new(verdict) }.into()),
        Some(_) => Err(Refusal::EventIsFull(Box::new(verdict)).into()),
    }
}

/// NO from someone queued is leaving; a live offer ends `declined`.
async fn no(event: &mut EventTx, person: &Person) -> Result<RegistrationId> {
    leave_within(event, person, EndReason::Declined).await?;
    give_up(event, person, Answer::No).await
}

/// MAYBE changes neither entry nor offer.
async fn maybe(event: &mut EventTx, person: &Person) -> Result<RegistrationId> {
    give_up(event, person, Answer::Maybe).await
}

/// Gives back what was taken, if anything, and tells them (R12).
pub(super) async fn give_up(event: &mut EventTx, person: &Person, answer: Answer) -> Result<RegistrationId> {
    let registration = registrations::set(event, person.account_id, answer, 1).await?;
    if person.seats() > 0 {
        tell(event, Kind::RegistrationCancelled, registration, person.account_id);
    }
    Ok(registration)
}

fn tell(event: &mut EventTx, kind: Kind, registration: RegistrationId, to: AccountId) {
    let (generation, give_up_at) = (event.now().timestamp_micros(), event.notice_horizon());
    event.notify(Notice { kind, subject: registration.0, generation, to, give_up_at });
}
