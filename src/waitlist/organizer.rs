//! What organizers do to the queue and its offers by hand.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::revoked;
use super::settle::{Making, Trigger, make};
use crate::chance;
use crate::domain::capacity::NoRoom;
use crate::domain::deadline::{self, NoDeadline};
use crate::domain::eligibility::Barred;
use crate::domain::ids::{AccountId, BatchId, EntryId, EventId, OfferId};
use crate::domain::offer::EndReason;
use crate::domain::role::{Permission, Role};
use crate::domain::selection::{self, Limits};
use crate::domain::settings::Fit;
use crate::error::{Refusal, Result};
use crate::store::entries::Candidate;
use crate::store::event_tx::{Change, Notice};
use crate::store::notifications::Kind;
use crate::store::offers::OfferRow;
use crate::store::standing::Person;
use crate::store::{Db, EventTx, entries, offers};

const NOT_CLAIMABLE: &str = "offerable-not-open";

/// How an organizer wants an offer made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terms {
    /// In UTC; `None`: now + window (R7).
    pub expires_at: Option<DateTime<Utc>>,
    /// A pending offer to withdraw in the same transaction, so that its seats go to this person.
    pub instead_of: Option<OfferId>,
}

/// Offers a seat to the person of this entry, also when the list is closed or passive (R7); answers the offer.
///
/// # Errors
/// In this order: `NotFound`; `ExpiryRequired` or `Invalid`; `AlreadyPending`, `NotOfferable`, `Capacity`.
pub async fn create_offer(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    entry: EntryId,
    terms: Terms,
) -> Result<OfferId> {
    let mut event = EventTx::open(db, event, now).await?;
    let entry = entries::find_locked(&mut event, entry).await?.ok_or(Refusal::NotFound)?;
    let person = event.person(entry.account_id).await?.ok_or(Refusal::NotFound)?;
    let instead_of = replaced(&mut event, terms.instead_of).await?;
    let expires_at = deadline_by(&event, terms.expires_at)?;
    if person.live_offer(now).is_some_and(|offer| !offer.is_cutoff_batch) {
        return Err(Refusal::AlreadyPending.into());
    }
    check_offerable(&event, &person)?;
    if let Some(offer) = instead_of {
        withdraw(&mut event, who, &offer, Withdrawn::ForSomeoneElse).await?;
    }
    check_room(&mut event, entry.party_size).await?;
    // R7: a live invitation is replaced by the reserved offer.
    if let Some(invitation) = person.live_offer(now) {
        offers::end(&mut event, invitation.id, EndReason::Organizer).await?;
    }

    entries::lift(&mut event, entry.account_id).await?;
    let candidate = Candidate { id: entry.id, account_id: entry.account_id, party_size: entry.party_size };
    let made = make(&mut event, &[candidate], by_hand(who, expires_at, now)).await?;
    event.commit(Trigger::OfferMade).await?;
    Ok(made[0].id)
}

/// A round of an organizer's own: told at once, whatever the hour (R42).
fn by_hand(who: AccountId, expires_at: DateTime<Utc>, now: DateTime<Utc>) -> Making {
    Making { who: Some(who), batch_id: BatchId(chance::id(now)), expires_at, call_at: None, tell_at: now }
}

/// Offers seats to as many as fit of the next `count` people in line, one round; answers the round and how many offers it has.
///
/// # Errors
/// `ExpiryRequired` or `Invalid`; `NotOfferable` when the event isn't open; `Capacity` when none of them fits.
pub async fn create_next(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    count: i64,
    expires_at: Option<DateTime<Utc>>,
) -> Result<(BatchId, usize)> {
    let mut event = EventTx::open(db, event, now).await?;
    let expires_at = deadline_by(&event, expires_at)?;
    if !event.event().schedule.is_claimable(now) {
        return Err(Refusal::NotOfferable(NOT_CLAIMABLE.into()).into());
    }
    let next = entries::first_eligible(&mut event, count).await?;
    let sizes: Vec<i64> = next.iter().map(|candidate| candidate.party_size).collect();
    let seats = event.numbers().seats(event.event());
    let limits = Limits { seats: seats.free(), people: None, fit: Fit::Fill };
    let chosen = selection::choose(&sizes, limits);
    if chosen.picked.is_empty() {
        let needed = sizes.first().copied().unwrap_or(1);
        return Err(no_room(&event, needed, seats.free().unwrap_or_default()).into());
    }
    let chosen: Vec<Candidate> = chosen.picked.iter().map(|&at| next[at]).collect();
    let making = by_hand(who, expires_at, now);
    make(&mut event, &chosen, making).await?;
    event.commit(Trigger::OfferMade).await?;
    Ok((making.batch_id, chosen.len()))
}

/// Gives a live offer a later deadline, and tells its holder.
///
/// # Errors
/// `NotFound`; `NotPending`; `Invalid` (`expires_at`: R7, and not earlier than it is).
pub async fn extend(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    offer: OfferId,
    expires_at: DateTime<Utc>,
) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let offer = offers::find_locked(&mut event, offer).await?.ok_or(Refusal::NotFound)?;
    if !offer.is_live(now) {
        return Err(Refusal::NotPending.into());
    }
    let expires_at = deadline_by(&event, Some(expires_at))?;
    if expires_at <= offer.expires_at {
        return Err(Refusal::field("expires_at", "error-deadline-later").into());
    }
    offers::set_deadline(&mut event, offer.id, expires_at).await?;
    event.notify(Notice {
        kind: Kind::OfferDeadlineMoved,
        subject: offer.id.0,
        generation: now.timestamp_micros(),
        to: offer.account_id,
        give_up_at: expires_at,
    });
    event.log(Change {
        who: Some(who),
        what: "offer_extended",
        on: Some(offer.account_id),
        before: Some(json!({"expires_at": offer.expires_at})),
        after: Some(json!({"expires_at": expires_at})),
        ..Change::default()
    });
    event.commit(Trigger::OfferExtended).await.map(drop)
}

/// Where an organizer moves an entry to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Before(EntryId),
    /// Before whoever has this rank (R29).
    Rank(i64),
    End,
}

/// Moves an entry in the line; the reason is kept in the log.
///
/// # Errors
/// `NotFound`
pub async fn move_entry(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    entry: EntryId,
    target: Target,
    reason: &str,
) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let moved = entries::find_locked(&mut event, entry).await?.ok_or(Refusal::NotFound)?;
    let target = match target {
        Target::Rank(rank) => {
            let other = entries::at_rank(&mut event, rank).await?;
            let nobody = || Refusal::field("before_entry_id", "error-rank");
            Target::Before(other.ok_or_else(nobody)?)
        }
        other => other,
    };
    let to = match target {
        Target::Rank(_) | Target::End => {
            entries::move_to_end(&mut event, entry).await?;
            json!({"place": "end"})
        }
        Target::Before(other) => {
            let other = entries::find_locked(&mut event, other).await?.ok_or(Refusal::NotFound)?;
            if other.id != entry {
                entries::move_before(&mut event, &moved, &other).await?;
            }
            json!({"place": "before", "before": other.name})
        }
    };
    event.log(Change {
        who: Some(who),
        what: "entry_moved",
        on: Some(moved.account_id),
        reason: Some(reason),
        before: Some(json!({"place": moved.place})),
        after: Some(to),
    });
    event.commit(Trigger::EntryMoved).await.map(drop)
}

/// Lifts skip, rest and pause of an entry.
///
/// # Errors
/// `NotFound`
pub async fn lift_entry(db: &Db, now: DateTime<Utc>, who: AccountId, event: EventId, entry: EntryId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let entry = entries::find_locked(&mut event, entry).await?.ok_or(Refusal::NotFound)?;
    entries::lift(&mut event, entry.account_id).await?;
    event.log(Change {
        who: Some(who),
        what: "entry_lifted",
        on: Some(entry.account_id),
        before: Some(json!({"state": entry.state})),
        ..Change::default()
    });
    event.commit(Trigger::EntryLifted).await.map(drop)
}

/// Withdraws a pending offer, skips its entry (R16), and passes the seat on; answers whether someone was there to be offered it.
///
/// # Errors
/// `NotFound`, `NotPending`.
pub async fn revoke(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    offer: OfferId,
    reason: Option<&str>,
) -> Result<bool> {
    let mut event = EventTx::open(db, event, now).await?;
    let offer = offers::find_locked(&mut event, offer).await?.ok_or(Refusal::NotFound)?;
    withdraw(&mut event, who, &offer, Withdrawn::Because(reason)).await?;
    Ok(!event.commit(Trigger::OfferRevoked).await?.is_empty())
}

/// R5: makes an ended offer pending again, with a new deadline, for as many seats as the person waits for now.
///
/// # Errors
/// In this order: `NotFound`; `ExpiryRequired` or `Invalid`; `NotReactivatable`, `AlreadyPending`, `AlreadyRegistered`, `NotOfferable`, `Capacity`.
pub async fn reactivate(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    offer: OfferId,
    terms: Terms,
) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let offer = offers::find_locked(&mut event, offer).await?.ok_or(Refusal::NotFound)?;
    let person = event.person(offer.account_id).await?.ok_or(Refusal::NotFound)?;
    let instead_of = replaced(&mut event, terms.instead_of).await?;
    let expires_at = deadline_by(&event, terms.expires_at)?;
    if !offer.status.is_reactivatable() {
        return Err(Refusal::NotReactivatable.into());
    }
    if person.live_offer(now).is_some() {
        return Err(Refusal::AlreadyPending.into());
    }
    if person.seats() > 0 {
        return Err(Refusal::AlreadyRegistered.into());
    }
    check_offerable(&event, &person)?;
    if let Some(other) = instead_of {
        withdraw(&mut event, who, &other, Withdrawn::ForSomeoneElse).await?;
    }
    // Who has joined again meanwhile comes with the party that they wait with now.
    let seats = person.entry.map_or(offer.seats, |entry| entry.party_size);
    check_room(&mut event, seats).await?;

    entries::lift(&mut event, offer.account_id).await?;
    let entry = match person.entry {
        Some(entry) => entry.id,
        None => match entries::insert(&mut event, offer.account_id, offer.seats, None).await? {
            Some((entry, _)) => entry,
            None => {
                return Err(Refusal::Stale("stale-joined-again".into()).into());
            }
        },
    };
    offers::reactivate(&mut event, offer.id, entry, seats, expires_at).await?;
    event.notify(Notice {
        kind: Kind::SpotAvailable,
        subject: offer.id.0,
        generation: offer.generation + 1,
        to: offer.account_id,
        give_up_at: expires_at,
    });
    event.log(Change {
        who: Some(who),
        what: "offer_reactivated",
        on: Some(offer.account_id),
        before: Some(json!({"status": offer.status, "end_reason": offer.end_reason, "expires_at": offer.expires_at})),
        after: Some(json!({"status": "pending", "expires_at": expires_at})),
        ..Change::default()
    });
    event.commit(Trigger::OfferReactivated).await.map(drop)
}

/// Takes an entry out of the queue; a live offer is revoked (`entry_removed`), which needs the permission to manage the event.
///
/// # Errors
/// `NotFound`; `Forbidden` for a live offer without that permission.
pub async fn remove_entry(
    db: &Db,
    now: DateTime<Utc>,
    who: (AccountId, Role),
    event: EventId,
    entry: EntryId,
    reason: Option<&str>,
) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    let entry = entries::find_locked(&mut event, entry).await?.ok_or(Refusal::NotFound)?;
    let person = event.person(entry.account_id).await?.ok_or(Refusal::NotFound)?;
    if let Some(offer) = person.live_offer(now) {
        if !who.1.permits(Permission::ManageEvent) {
            return Err(Refusal::Forbidden.into());
        }
        end_and_tell(&mut event, offer.id, EndReason::EntryRemoved).await?;
    }
    entries::delete(&mut event, entry.account_id).await?;
    event.log(Change {
        who: Some(who.0),
        what: "entry_removed",
        on: Some(entry.account_id),
        reason,
        before: Some(json!({"state": entry.state, "party_size": entry.party_size, "joined_at": entry.joined_at})),
        ..Change::default()
    });
    event.commit(Trigger::EntryRemoved).await.map(drop)
}

/// An organizer's revoke of one pending offer, within their transaction.
/// What an organizer withdraws an offer for.
#[derive(Debug, Clone, Copy)]
enum Withdrawn<'a> {
    /// With the reason that they gave.
    Because(Option<&'a str>),
    ForSomeoneElse,
}

async fn withdraw(event: &mut EventTx, who: AccountId, offer: &OfferRow, why: Withdrawn<'_>) -> Result<()> {
    if !end_and_tell(event, offer.id, EndReason::Organizer).await? {
        return Err(Refusal::NotPending.into());
    }
    entries::skip(event, offer.account_id, who).await?;
    let mut after = json!({"status": "revoked", "end_reason": "organizer"});
    let reason = match why {
        Withdrawn::Because(reason) => reason,
        Withdrawn::ForSomeoneElse => {
            after["for_someone_else"] = true.into();
            None
        }
    };
    event.log(Change {
        who: Some(who),
        what: "offer_revoked",
        on: Some(offer.account_id),
        reason,
        before: Some(json!({"status": "pending", "expires_at": offer.expires_at})),
        after: Some(after),
    });
    Ok(())
}

/// Ends a pending offer and tells its holder; `false`: it wasn't pending.
async fn end_and_tell(event: &mut EventTx, offer: OfferId, reason: EndReason) -> Result<bool> {
    let Some(offer) = offers::find_locked(event, offer).await? else {
        return Ok(false);
    };
    if !offers::end(event, offer.id, reason).await? {
        return Ok(false);
    }
    revoked::tell(event, offer.id, offer.generation, offer.account_id);
    Ok(true)
}

/// The pending offer that another one is to take the place of.
async fn replaced(event: &mut EventTx, instead_of: Option<OfferId>) -> Result<Option<OfferRow>> {
    let Some(id) = instead_of else {
        return Ok(None);
    };
    Ok(Some(offers::find_locked(event, id).await?.ok_or(Refusal::NotFound)?))
}

/// R7
fn deadline_by(event: &EventTx, given: Option<DateTime<Utc>>) -> Result<DateTime<Utc>> {
    let window = event.event().settings.waitlist_time_window;
    let claim_deadline = event.event().schedule.claim_deadline();
    deadline::of_organizer(given, event.now(), window, claim_deadline).map_err(|no_deadline| {
        match no_deadline {
            NoDeadline::Required => Refusal::ExpiryRequired,
            NoDeadline::Invalid(message) => Refusal::field("expires_at", message),
        }
        .into()
    })
}

/// May this person be offered a seat by hand at all?
fn check_offerable(event: &EventTx, person: &Person) -> Result<()> {
    let why_not = if !event.event().schedule.is_claimable(event.now()) {
        NOT_CLAIMABLE
    } else if let Some(barred) = person.barred(event.event()) {
        match barred {
            Barred::Blocked => "offerable-blocked",
            Barred::RequiresInvitation => "offerable-invitation",
            Barred::MembersOnly => "offerable-members",
        }
    } else if person.entry.is_some_and(|entry| !entry.confirmed) {
        "offerable-unconfirmed"
    } else if person.seats() > 0 {
        "offerable-registered"
    } else {
        return Ok(());
    };
    Err(Refusal::NotOfferable(why_not.into()).into())
}

/// R8: organizers' own acts aren't bound by closures, but by the capacity.
async fn check_room(event: &mut EventTx, needed: i64) -> Result<()> {
    event.recount_if_stale().await?;
    let seats = event.numbers().seats(event.event());
    match seats.may_take(needed, 0, false) {
        Ok(()) => Ok(()),
        Err(NoRoom { left }) => Err(no_room(event, needed, left).into()),
    }
}

fn no_room(event: &EventTx, needed: i64, free: i64) -> Refusal {
    Refusal::Capacity { needed, free, capacity: event.event().capacity().unwrap_or_default() }
}
