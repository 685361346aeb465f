//! What organizers do to the queue and its offers by hand.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::settle::{Trigger, tell_of_offer};
use crate::chance;
use crate::domain::deadline::{self, NoDeadline};
use crate::domain::ids::{AccountId, BatchId, EntryId, EventId, OfferId};
use crate::domain::offer::{EndReason, MadeBy};
use crate::domain::role::{Permission, Role};
use crate::error::{Refusal, Result};
use crate::store::event_tx::{Change, Notice};
use crate::store::notifications::Kind;
use crate::store::offers::{NewOffer, OfferRow};
use crate::store::standing::Person;
use crate::store::{Db, EventTx, entries, offers};

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
        withdraw(&mut event, who, &offer, Some("Withdrawn for someone else.")).await?;
    }
    check_room(&mut event, entry.party_size).await?;
    // R7: a live invitation is replaced by the reserved offer.
    if let Some(invitation) = person.live_offer(now) {
        offers::end(&mut event, invitation.id, EndReason::Organizer).await?;
    }

    entries::lift(&mut event, entry.account_id).await?;
    let offer = NewOffer {
        id: OfferId(chance::id(now)),
        event_id: event.id(),
        account_id: entry.account_id,
        entry_id: entry.id,
        seats: entry.party_size,
        expires_at,
        batch_id: BatchId(chance::id(now)),
        made_by: MadeBy::Organizer,
        created_at: now,
    };
    offers::insert(&mut event, &[offer]).await?;
    tell_of_offer(&mut event, Some(who), &offer);
    event.commit(Trigger::OfferMade).await?;
    Ok(offer.id)
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
    withdraw(&mut event, who, &offer, reason).await?;
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
        withdraw(&mut event, who, &other, Some("Withdrawn for someone else.")).await?;
    }
    // Who has joined again meanwhile comes with the party that they wait with now.
    let seats = person.entry.map_or(offer.seats, |entry| entry.party_size);
    check_room(&mut event, seats).await?;

    entries::lift(&mut event, offer.account_id).await?;
    let entry = match person.entry {
        Some(entry) => entry.id,
        None => match entries::insert(&mut event, offer.account_id, offer.seats).await? {
            Some((entry, _)) => entry,
            None => {
                return Err(Refusal::Stale("This person joined again a moment ago. Load the page again.").into());
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
async fn withdraw(event: &mut EventTx, who: AccountId, offer: &OfferRow, reason: Option<&str>) -> Result<()> {
    if !end_and_tell(event, offer.id, EndReason::Organizer).await? {
        return Err(Refusal::NotPending.into());
    }
    entries::skip(event, offer.account_id).await?;
    event.log(Change {
        who: Some(who),
        what: "offer_revoked",
        on: Some(offer.account_id),
        reason,
        before: Some(json!({"status": "pending", "expires_at": offer.expires_at})),
        after: Some(json!({"status": "revoked", "end_reason": "organizer"})),
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
    tell_withdrawn(event, offer.id, offer.generation, offer.account_id);
    Ok(true)
}

/// Tells the holder of a revoked offer.
pub(crate) fn tell_withdrawn(event: &mut EventTx, offer: OfferId, generation: i64, to: AccountId) {
    let give_up_at = event.notice_horizon();
    event.notify(Notice { kind: Kind::OfferWithdrawn, subject: offer.0, generation, to, give_up_at });
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
        "Registration for this event isn't open, so no seat can be offered."
    } else if person.entry.is_some_and(|entry| !entry.confirmed) {
        "This person hasn't confirmed their address yet."
    } else if person.seats() > 0 {
        "This person is registered already."
    } else {
        return Ok(());
    };
    Err(Refusal::NotOfferable(why_not).into())
}

/// R8: organizers' own acts aren't bound by closures, but by the capacity.
async fn check_room(event: &mut EventTx, needed: i64) -> Result<()> {
    event.recount_if_stale().await?;
    let seats = event.numbers().seats(event.event());
    match seats.may_take(needed, 0, false) {
        Ok(()) => Ok(()),
        Err(no_room) => {
            Err(Refusal::Capacity { needed, free: no_room.left, capacity: seats.capacity.unwrap_or_default() }.into())
        }
    }
}
