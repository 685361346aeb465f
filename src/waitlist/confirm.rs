//! Joining with name and e-mail alone, and confirming it by the mailed link (R26, R27).

use chrono::{DateTime, TimeDelta, Utc};

use super::join::check_party;
use super::settings::subject_of;
use super::settle::Trigger;
use super::status::{check_visible, facts};
use crate::domain::address::Email;
use crate::domain::fields::{self, Fields};
use crate::domain::ids::{AccountId, EventId};
use crate::error::{Error, Refusal, Result};
use crate::store::accounts::Speaks;
use crate::store::event_tx::Notice;
use crate::store::notifications::Kind;
use crate::store::{Db, EventTx, accounts, entries};

/// How long a place waits for the button behind its mailed link (R26).
const UNCONFIRMED: TimeDelta = TimeDelta::hours(48);

/// One mail to an address in this time, however often it is asked for.
const AGAIN_AFTER: TimeDelta = TimeDelta::minutes(10);

/// Draws a place for whoever reads this address's mail; it counts once they confirm it. The answer is the same for every address: what depends on who
/// one is speaks through the one mail (R27), in the language that is given (a tag of the catalogue).
///
/// # Errors
/// What is the same for everybody: `NotFound`, `WaitlistClosed`, `NotEligible` (the event isn't open), `SeatsAvailable`, `Invalid`.
pub async fn join_unsigned(
    db: &Db,
    now: DateTime<Utc>,
    event: EventId,
    name: &str,
    email: &str,
    party_size: i64,
    language: &str,
) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    check_visible(event.event(), None)?;
    if !event.event().settings.waitlist_open {
        return Err(Refusal::WaitlistClosed.into());
    }
    let public = facts(event.event(), event.numbers(), None, party_size, now);
    let verdict = public.verdict(now);
    // Members speak through the mail, too.
    if public.gate_about_the_event(now).is_some() {
        return Err(Refusal::NotEligible(Box::new(verdict)).into());
    }
    if event.numbers().seats(event.event()).may_take(party_size, 0, public.is_closed()).is_ok() {
        return Err(Refusal::SeatsAvailable.into());
    }
    let (name, email) = parse(&event, name, email, party_size)?;

    let account = accounts::find_or_insert(&mut event, &name, &email, Speaks::Language(language)).await?;
    let person = event.person(account).await?.ok_or(Refusal::NotFound)?;
    let may_queue = person.seats() == 0 && person.barred(event.event()).is_none() && person.entry.is_none();
    let entry = match (may_queue, person.entry) {
        (true, _) => entries::insert(&mut event, account, party_size, Some(now + UNCONFIRMED)).await?.map(|(id, _)| id),
        (false, entry) => entry.map(|entry| entry.id),
    };
    let subject = entry.map_or_else(|| subject_of(event.id().0, account), |entry| entry.0);
    // Asked again, the mail comes again, but nobody can flood an address with it.
    let (generation, give_up_at) = (now.timestamp() / AGAIN_AFTER.num_seconds(), now + UNCONFIRMED);
    event.notify(Notice { kind: Kind::WaitlistJoined, subject, generation, to: account, give_up_at });
    event.commit(Trigger::Joined).await.map(drop)
}

fn parse(event: &EventTx, name: &str, email: &str, party_size: i64) -> Result<(String, Email)> {
    let mut broken = Fields::default();
    let name = broken.take("name", fields::one_line(name));
    let email = broken.take("email", Email::parse(email));
    if let Err(party) = check_party(event, party_size) {
        broken.0.extend(party.0);
    }
    match (name, email, broken.is_empty()) {
        (Some(name), Some(email), true) => Ok((name, email)),
        _ => Err(Error::from(broken)),
    }
}

/// The button behind the link in the mail: the address is theirs, and the place that was drawn counts from now on. Confirming twice changes nothing.
///
/// # Errors
/// `LinkSpent` when the place is gone.
pub async fn confirm(db: &Db, now: DateTime<Utc>, event: EventId, account: AccountId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let person = event.person(account).await?.ok_or(Refusal::LinkSpent)?;
    if person.entry.is_none() && person.registration.is_none() {
        return Err(Refusal::LinkSpent.into());
    }
    accounts::verify_within(&mut event, account).await?;
    if person.entry.is_some_and(|entry| !entry.confirmed) {
        entries::confirm(&mut event, account).await?;
    }
    event.commit(Trigger::Confirmed).await.map(drop)
}
