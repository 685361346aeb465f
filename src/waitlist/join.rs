//! Joining the waitlist (docs/domain.md §7).

use chrono::{DateTime, Utc};

use super::settle::Trigger;
use super::status::{facts, person_in, rank_behind};
use crate::domain::fields::Fields;
use crate::domain::ids::{AccountId, EntryId, EventId};
use crate::domain::text::say;
use crate::error::{Refusal, Result};
use crate::store::event_tx::Notice;
use crate::store::notifications::Kind;
use crate::store::{Db, EventTx, entries};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    /// At the end of the line, with their rank; none for whom the pass offered a seat at once (R29).
    New { entry: EntryId, position: Option<i64> },
    /// They stood in line already; nothing changed.
    Already { entry: EntryId, position: Option<i64> },
}

/// Puts a signed-in person at the end of the line, `party_size` seats together, and runs a pass. Who stands there unconfirmed is confirmed.
///
/// # Errors
/// In this order: `WaitlistClosed`, `AlreadyRegistered`, `SeatsAvailable`, `NotEligible`, `Invalid` (`party_size`).
pub async fn join(db: &Db, now: DateTime<Utc>, event: EventId, account: AccountId, party_size: i64) -> Result<Joined> {
    let mut event = EventTx::open(db, event, now).await?;
    let person = person_in(&mut event, account).await?;
    if !event.event().settings.waitlist_open {
        return Err(Refusal::WaitlistClosed.into());
    }
    let facts = facts(event.event(), event.numbers(), Some(&person), party_size, now);
    if let Some(entry) = person.entry {
        if entry.confirmed {
            return Ok(Joined::Already { entry: entry.id, position: facts.waitlist_position });
        }
        entries::confirm(&mut event, account).await?;
        let rank = rank_behind(event.event(), entry.ahead);
        let offered = event.commit(Trigger::Confirmed).await?;
        let position = rank.filter(|_| !offered.contains(&account));
        return Ok(Joined::Already { entry: entry.id, position });
    }
    if person.seats() > 0 {
        return Err(Refusal::AlreadyRegistered.into());
    }
    let verdict = facts.verdict(now);
    if verdict.allowed {
        return Err(Refusal::SeatsAvailable.into());
    }
    if facts.gate(now).is_some() {
        return Err(Refusal::NotEligible(Box::new(verdict)).into());
    }
    check_party(&event, party_size)?;
    let (entry, ahead) = join_within(&mut event, account, party_size).await?;
    let rank = rank_behind(event.event(), ahead);
    let offered = event.commit(Trigger::Joined).await?;
    Ok(Joined::New { entry, position: rank.filter(|_| !offered.contains(&account)) })
}

/// The joining itself, of someone who may: answers the entry and how many eligible people stand ahead.
pub(crate) async fn join_within(event: &mut EventTx, account: AccountId, party_size: i64) -> Result<(EntryId, i64)> {
    let Some((entry, ahead)) = entries::insert(event, account, party_size, None).await? else {
        return Err(Refusal::Stale("stale-joined".into()).into());
    };
    let give_up_at = event.notice_horizon();
    event.notify(Notice { kind: Kind::WaitlistJoined, subject: entry.0, generation: 1, to: account, give_up_at });
    Ok((entry, ahead))
}

/// A party fits the event's limit, and a capacity above zero.
pub(crate) fn check_party(event: &EventTx, party_size: i64) -> std::result::Result<(), Fields> {
    let most = event.event().settings.max_party_size;
    if party_size > most {
        return Err(Fields::one("party_size", say!("error-party-most", most)));
    }
    match event.event().capacity() {
        Some(capacity) if capacity > 0 && party_size > capacity => {
            Err(Fields::one("party_size", say!("error-party-capacity", capacity)))
        }
        _ => Ok(()),
    }
}
