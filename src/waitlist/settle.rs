//! The pass (docs/domain.md §5), and the door that runs it: before the command when time has decided something, and after it.

use chrono::{DateTime, Utc};
use serde_json::json;

use crate::chance;
use crate::domain::deadline;
use crate::domain::ids::{AccountId, BatchId, EventId, OfferId};
use crate::domain::offer::MadeBy;
use crate::domain::selection::{self, Decision, PassStatus};
use crate::domain::settings::Mode;
use crate::domain::text_enum::text_enum;
use crate::error::{Refusal, Result};
use crate::store::event_tx::{Change, Notice};
use crate::store::events::LastPass;
use crate::store::notifications::Kind;
use crate::store::offers::NewOffer;
use crate::store::{Db, EventTx, entries, offers};

text_enum! {
    /// What led to a pass (docs/domain.md §6); shown to the organizer.
    pub enum Trigger {
        Answered = "answered",
        Joined = "joined",
        Left = "left",
        Declined = "declined",
        Deadline = "deadline",
        Sweep = "sweep",
        Nudge = "nudge",
        OfferMade = "offer_made",
        OfferRevoked = "offer_revoked",
        OfferReactivated = "offer_reactivated",
        EntryRemoved = "entry_removed",
        SettingsSaved = "settings_saved",
        EventChanged = "event_changed",
        EventPublished = "event_published",
        EventReopened = "event_reopened",
        EventCancelled = "event_cancelled",
    }
}

impl Trigger {
    /// For a sentence: "after …".
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Answered => "an answer",
            Self::Joined => "someone joined",
            Self::Left => "someone left",
            Self::Declined => "an offer was declined",
            Self::Deadline => "a deadline passed",
            Self::Sweep => "the hourly sweep",
            Self::Nudge => "the hourly check",
            Self::OfferMade => "an offer by hand",
            Self::OfferRevoked => "an offer was withdrawn",
            Self::OfferReactivated => "an offer was made again",
            Self::EntryRemoved => "someone was removed",
            Self::SettingsSaved => "the settings were saved",
            Self::EventChanged => "the event was changed",
            Self::EventPublished => "the event was published",
            Self::EventReopened => "the event was opened again",
            Self::EventCancelled => "the event was cancelled",
        }
    }
}

impl EventTx {
    /// Locks the event with everything settled that time has decided by `now`. What was settled is committed, whatever becomes of the command.
    ///
    /// # Errors
    /// `NotFound` for an unknown event.
    pub async fn open(db: &Db, id: EventId, now: DateTime<Utc>) -> Result<Self> {
        loop {
            let mut event = Self::lock(db, id, now).await?.ok_or(Refusal::NotFound)?;
            if !is_due(&event) {
                return Ok(event);
            }
            settle(&mut event, Trigger::Deadline).await?;
            event.write_down().await?;
        }
    }

    /// Settles what the command has freed or opened, and commits with the notices and the log; answers to whom the pass made offers.
    pub async fn commit(mut self, trigger: Trigger) -> Result<Vec<AccountId>> {
        self.recount_if_stale().await?;
        let settled = settle(&mut self, trigger).await?;
        self.write_down().await?;
        Ok(settled.offered)
    }
}

/// Settles one event for a timer or a page; answers whether anything changed. An event that is gone is nothing to do.
pub async fn settle_event(db: &Db, id: EventId, now: DateTime<Utc>, trigger: Trigger) -> Result<bool> {
    let Some(mut event) = EventTx::lock(db, id, now).await? else {
        return Ok(false);
    };
    let settled = settle(&mut event, trigger).await?;
    if settled.changed {
        event.write_down().await?;
    }
    Ok(settled.changed)
}

/// Has time decided something about the event that isn't written yet?
fn is_due(event: &EventTx) -> bool {
    event.numbers().lapsed > 0
}

/// What a pass did.
struct Settled {
    changed: bool,
    offered: Vec<AccountId>,
}

/// One pass at the event's `now`, idempotent.
async fn settle(event: &mut EventTx, trigger: Trigger) -> Result<Settled> {
    let expired = is_due(event);
    if expired {
        expire(event).await?;
    }
    let (status, round) = offer_to_the_next(event).await?;
    let stored = event.event().last_pass.as_ref().map(|pass| pass.status);
    let changed = expired || !round.is_empty() || stored != Some(status);
    if changed {
        let at = event.now();
        event.set_last_pass(LastPass {
            status,
            offers_created: round.len() as i64,
            promoted: 0,
            batch_id: round.first().map(|offer| offer.batch_id),
            trigger: trigger.as_str().to_owned(),
            at,
        });
    }
    Ok(Settled { changed, offered: round.iter().map(|offer| offer.account_id).collect() })
}

/// Step 1: offers whose deadline has passed end, and their people go to the end of the line (R6, R15).
async fn expire(event: &mut EventTx) -> Result<()> {
    entries::rotate_lapsed(event).await?;
    let horizon = event.notice_horizon();
    for offer in offers::expire_lapsed(event).await? {
        // R20: an invitation that ends by time is told to nobody.
        if !offer.is_cutoff_batch {
            event.notify(Notice {
                kind: Kind::OfferExpired,
                subject: offer.id.0,
                generation: offer.generation,
                to: offer.account_id,
                give_up_at: horizon,
            });
        }
        event.log(Change {
            what: "offer_expired",
            on: Some(offer.account_id),
            before: Some(json!({"status": "pending"})),
            after: Some(json!({"status": "expired", "end_reason": "deadline"})),
            ..Change::default()
        });
    }
    Ok(())
}

/// Steps 2 to 6: how the pass ended, and the round it made.
async fn offer_to_the_next(event: &mut EventTx) -> Result<(PassStatus, Vec<NewOffer>)> {
    let (now, numbers) = (event.now(), *event.numbers());
    let of = event.event();
    let mode = of.settings.mode();
    let seats = numbers.seats(of);
    let decision = selection::decide(&of.schedule, mode, of.settings.waitlist_fit, &seats, numbers.live_of_passes, now);
    let (limits, window) = match (decision, mode) {
        (Decision::Choose(limits), Mode::Offers { window, .. }) => (limits, window),
        (Decision::Stop(status), _) => return Ok((status, vec![])),
        (Decision::Choose(_), Mode::Closed | Mode::Passive) => {
            return Ok((PassStatus::Disabled, vec![]));
        }
    };
    let expires_at = deadline::of_pass(now, window, of.schedule.claim_deadline());

    let line = entries::candidates(event, limits).await?;
    let sizes: Vec<i64> = line.iter().map(|candidate| candidate.party_size).collect();
    let chosen = selection::choose(&sizes, limits);
    if chosen.picked.is_empty() {
        return Ok((chosen.status(), vec![]));
    }
    let batch_id = BatchId(chance::id(now));
    let event_id = event.id();
    let round: Vec<NewOffer> = chosen
        .picked
        .iter()
        .map(|&index| NewOffer {
            id: OfferId(chance::id(now)),
            event_id,
            account_id: line[index].account_id,
            entry_id: line[index].id,
            seats: line[index].party_size,
            expires_at,
            batch_id,
            made_by: MadeBy::Pass,
            created_at: now,
        })
        .collect();
    offers::insert(event, &round).await?;
    for offer in &round {
        tell_of_offer(event, None, offer);
    }
    Ok((PassStatus::Ok, round))
}

/// The notice and the log line of a new offer, made by this organizer or by a pass.
pub(super) fn tell_of_offer(event: &mut EventTx, who: Option<AccountId>, offer: &NewOffer) {
    event.notify(Notice {
        kind: Kind::SpotAvailable,
        subject: offer.id.0,
        generation: 1,
        to: offer.account_id,
        give_up_at: offer.expires_at,
    });
    event.log(Change {
        who,
        what: "offer_made",
        on: Some(offer.account_id),
        after: Some(json!({"seats": offer.seats, "expires_at": offer.expires_at})),
        ..Change::default()
    });
}
