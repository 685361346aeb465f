//! Answers that an organizer enters for someone (R8, R12, R40).

use chrono::{DateTime, Utc};
use serde_json::json;

use super::rsvp::{give_up, take};
use crate::domain::address::Email;
use crate::domain::capacity::NoRoom;
use crate::domain::event::{Answer, EventStatus};
use crate::domain::ids::{AccountId, EventId, RegistrationId};
use crate::domain::offer::EndReason;
use crate::error::{Refusal, Result};
use crate::store::accounts::Speaks;
use crate::store::event_tx::Change;
use crate::store::standing::Person;
use crate::store::{Db, EventTx, accounts, registrations};
use crate::waitlist::leave_within;
use crate::waitlist::settle::Trigger;

/// For whom an answer is entered: someone known, or an address, which gets an account if it has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whom {
    Account(AccountId),
    Address { name: String, email: Email },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    pub answer: Answer,
    pub party_size: i64,
    /// May it go beyond the capacity? Then there is a reason.
    pub override_capacity: bool,
    pub reason: Option<String>,
}

/// Enters an answer. YES claims the person's offer and removes their entry; it is bound by the capacity, not by what is closed to the public. NO
/// gives back and leaves the queue, MAYBE gives back. The person is told, and the seats go on in the same transaction.
///
/// # Errors
/// `Stale` for a draft or a cancelled event; `NotFound` for an unknown account; `Capacity` without an override.
pub async fn set(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    whom: Whom,
    entered: Entered,
) -> Result<RegistrationId> {
    let mut event = EventTx::open(db, event, now).await?;
    match event.event().schedule.status {
        EventStatus::Open | EventStatus::Closed => {}
        EventStatus::Draft => return Err(Refusal::Stale("stale-publish-before".into()).into()),
        EventStatus::Cancelled => return Err(Refusal::Stale("stale-cancelled".into()).into()),
    }
    let account = match whom {
        Whom::Account(id) => id,
        Whom::Address { name, email } => {
            accounts::find_or_insert(&mut event, &name, &email, Speaks::LikeAccount(who)).await?
        }
    };
    let person = event.person(account).await?.ok_or(Refusal::NotFound)?;
    let over = match entered.answer {
        Answer::Yes => check_room(&event, &person, &entered)?,
        Answer::No | Answer::Maybe => false,
    };
    let registration = match entered.answer {
        Answer::Yes => take(&mut event, &person, entered.party_size).await?,
        Answer::No => {
            leave_within(&mut event, &person, EndReason::Declined).await?;
            give_up(&mut event, &person, Answer::No).await?
        }
        Answer::Maybe => give_up(&mut event, &person, Answer::Maybe).await?,
    };
    let before = person.registration.map(|r| json!({"answer": r.answer, "party_size": r.party_size}));
    event.log(Change {
        who: Some(who),
        what: "registration_set",
        on: Some(account),
        reason: entered.reason.as_deref(),
        before,
        after: Some(json!({"answer": entered.answer, "party_size": entered.party_size, "over_capacity": over})),
    });
    event.commit(Trigger::RegistrationSet).await?;
    Ok(registration)
}

/// R8; answers whether the capacity is overridden.
fn check_room(event: &EventTx, person: &Person, entered: &Entered) -> Result<bool> {
    let own = person.live_offer(event.now()).filter(|offer| !offer.is_cutoff_batch).map_or(0, |offer| offer.seats);
    let seats = event.numbers().seats(event.event());
    let needed = entered.party_size - person.seats();
    match seats.may_take(needed, own, false) {
        Ok(()) => Ok(false),
        Err(_) if entered.override_capacity => Ok(true),
        Err(NoRoom { left }) => {
            Err(Refusal::Capacity { needed, free: left, capacity: seats.capacity.unwrap_or_default() }.into())
        }
    }
}

/// Deletes someone's answer; a YES gives its seats back, and they go on.
///
/// # Errors
/// `NotFound`
pub async fn remove(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    registration: RegistrationId,
    reason: Option<&str>,
) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let account = registrations::account_of(&mut event, registration).await?.ok_or(Refusal::NotFound)?;
    let person = event.person(account).await?.ok_or(Refusal::NotFound)?;
    give_up(&mut event, &person, Answer::No).await?;
    registrations::delete(&mut event, account).await?;
    event.log(Change {
        who: Some(who),
        what: "registration_removed",
        on: Some(account),
        reason,
        before: person.registration.map(|r| json!({"answer": r.answer, "party_size": r.party_size})),
        ..Change::default()
    });
    event.commit(Trigger::RegistrationRemoved).await.map(drop)
}
