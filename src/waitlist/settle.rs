//! The pass (docs/domain.md §5), and the door that runs it: before the command when time has decided something, and after it.

use chrono::{DateTime, Utc};
use serde_json::json;

use crate::chance;
use crate::domain::deadline;
use crate::domain::ids::{BatchId, EventId, OfferId};
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

    /// Settles what the command has freed or opened, and commits with the notices and the log.
    pub async fn commit(mut self, trigger: Trigger) -> Result<()> {
        self.recount_if_stale().await?;
        settle(&mut self, trigger).await?;
        Ok(self.write_down().await?)
    }
}

/// Settles one event for a timer or a page; answers whether anything changed. An event that is gone is nothing to do.
pub async fn settle_event(db: &Db, id: EventId, now: DateTime<Utc>, trigger: Trigger) -> Result<bool> {
    let Some(mut event) = EventTx::lock(db, id, now).await? else {
        return Ok(false);
    };
    let changed = settle(&mut event, trigger).await?;
    if changed {
        event.write_down().await?;
    }
    Ok(changed)
}

/// Has time decided something about the event that isn't written yet?
fn is_due(event: &EventTx) -> bool {
    event.numbers().lapsed > 0
}

/// One pass at the event's `now`, idempotent; answers whether it changed anything.
async fn settle(event: &mut EventTx, trigger: Trigger) -> Result<bool> {
    let expired = is_due(event);
    if expired {
        expire(event).await?;
    }
    let (status, round) = offer_to_the_next(event).await?;
    let stored = event.event().last_pass.as_ref().map(|pass| pass.status);
    let changed = expired || round.is_some() || stored != Some(status);
    if changed {
        let (batch_id, offers_created) = round.map_or((None, 0), |(batch, offers)| (Some(batch), offers));
        let at = event.now();
        event.set_last_pass(LastPass {
            status,
            offers_created,
            promoted: 0,
            batch_id,
            trigger: trigger.as_str().to_owned(),
            at,
        });
    }
    Ok(changed)
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

/// Steps 2 to 6: how the pass ended, and the round it made, if any.
async fn offer_to_the_next(event: &mut EventTx) -> Result<(PassStatus, Option<(BatchId, i64)>)> {
    let (now, numbers) = (event.now(), *event.numbers());
    let of = event.event();
    let mode = of.settings.mode();
    let seats = numbers.seats(of);
    let decision = selection::decide(&of.schedule, mode, of.settings.waitlist_fit, &seats, numbers.live_of_passes, now);
    let (limits, window) = match (decision, mode) {
        (Decision::Choose(limits), Mode::Offers { window, .. }) => (limits, window),
        (Decision::Stop(status), _) => return Ok((status, None)),
        (Decision::Choose(_), Mode::Closed | Mode::Passive) => {
            return Ok((PassStatus::Disabled, None));
        }
    };
    let expires_at = deadline::of_pass(now, window, of.schedule.claim_deadline());

    let line = entries::candidates(event, limits).await?;
    let sizes: Vec<i64> = line.iter().map(|candidate| candidate.party_size).collect();
    let chosen = selection::choose(&sizes, limits);
    if chosen.picked.is_empty() {
        return Ok((chosen.status(), None));
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
        tell_of_offer(event, offer, 1);
    }
    Ok((PassStatus::Ok, Some((batch_id, round.len() as i64))))
}

fn tell_of_offer(event: &mut EventTx, offer: &NewOffer, generation: i64) {
    event.notify(Notice {
        kind: Kind::SpotAvailable,
        subject: offer.id.0,
        generation,
        to: offer.account_id,
        give_up_at: offer.expires_at,
    });
    event.log(Change {
        what: "offer_made",
        on: Some(offer.account_id),
        after: Some(json!({"seats": offer.seats, "expires_at": offer.expires_at})),
        ..Change::default()
    });
}
