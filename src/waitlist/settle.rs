//! The pass (docs/domain.md §5), and the door that runs it: before the command when time has decided something, and after it.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::revoked;
use crate::chance;
use crate::domain::ids::{AccountId, BatchId, EventId, OfferId, RegistrationId};
use crate::domain::lottery::{Draw, Seed};
use crate::domain::offer::{EndReason, MadeBy};
use crate::domain::selection::{self, Decision, Limits, PassStatus};
use crate::domain::settings::Mode;
use crate::domain::text::Text;
use crate::domain::text_enum::text_enum;
use crate::domain::{deadline, final_call};
use crate::error::{Refusal, Result};
use crate::store::entries::Candidate;
use crate::store::event_tx::{Change, Notice};
use crate::store::events::LastPass;
use crate::store::notifications::Kind;
use crate::store::offers::NewOffer;
use crate::store::registrations::Promotion;
use crate::store::{Db, EventTx, draws, entries, offers, registrations};

text_enum! {
    /// What led to a pass (docs/domain.md §6); shown to the organizer.
    pub enum Trigger {
        Answered = "answered",
        RegistrationSet = "registration_set",
        RegistrationRemoved = "registration_removed",
        Joined = "joined",
        Left = "left",
        Declined = "declined",
        Deadline = "deadline",
        Sweep = "sweep",
        Nudge = "nudge",
        OfferMade = "offer_made",
        OfferRevoked = "offer_revoked",
        OfferReactivated = "offer_reactivated",
        OfferExtended = "offer_extended",
        Undeliverable = "undeliverable",
        Confirmed = "confirmed",
        Passed = "passed",
        Ready = "ready",
        PartyChanged = "party_changed",
        EntryAdded = "entry_added",
        EntryMoved = "entry_moved",
        EntryLifted = "entry_lifted",
        EntryRemoved = "entry_removed",
        GatesChanged = "gates_changed",
        AccountErased = "account_erased",
        MessageSent = "message_sent",
        SettingsSaved = "settings_saved",
        EventChanged = "event_changed",
        EventPublished = "event_published",
        EventReopened = "event_reopened",
        EventCancelled = "event_cancelled",
        EventClosed = "event_closed",
    }
}

impl Trigger {
    /// For a sentence: "after …".
    pub fn in_words(self) -> Text {
        Text::word("trigger", self.as_str())
    }
}

impl EventTx {
    /// Locks the event with everything settled that time has decided by `now`. What was settled is committed, whatever becomes of the command.
    ///
    /// # Errors
    /// `NotFound` for an unknown event.
    pub async fn open(db: &Db, id: EventId, now: DateTime<Utc>) -> Result<Self> {
        let mut event = Self::lock(db, id, now).await?.ok_or(Refusal::NotFound)?;
        if event.event().is_due(now) {
            settle(&mut event, Trigger::Deadline).await?;
            event.write_down().await?;
            event = Self::lock(db, id, now).await?.ok_or(Refusal::NotFound)?;
        }
        Ok(event)
    }

    /// Settles what the command has freed or opened, and commits with the notices and the log; answers whom the pass offered or gave a seat.
    pub async fn commit(mut self, trigger: Trigger) -> Result<Vec<AccountId>> {
        let round = self.settle_command(trigger).await?;
        self.write_down().await?;
        Ok(round)
    }

    /// What [`EventTx::commit`] would settle; rolled back when the event is dropped.
    pub(crate) async fn settle_command(&mut self, trigger: Trigger) -> Result<Vec<AccountId>> {
        self.recount_if_stale().await?;
        Ok(settle(self, trigger).await?.round.people)
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

/// What a pass did.
struct Settled {
    changed: bool,
    round: Round,
}

/// How a pass ended, and to whom it offered or gave a seat.
struct Round {
    status: PassStatus,
    batch_id: Option<BatchId>,
    promoted: bool,
    people: Vec<AccountId>,
}

impl Round {
    fn nobody(status: PassStatus) -> Self {
        Self { status, batch_id: None, promoted: false, people: vec![] }
    }
}

/// One pass at the event's `now`, idempotent.
async fn settle(event: &mut EventTx, trigger: Trigger) -> Result<Settled> {
    let due = event.event().is_due(event.now());
    let numbers = *event.numbers();
    if numbers.lapsed > 0 {
        expire(event).await?;
    }
    if numbers.rested > 0 {
        entries::end_rests(event).await?;
    }
    if numbers.unconfirmed > 0 {
        entries::drop_unconfirmed(event).await?;
    }
    let turned = turn_final_call(event).await?;
    let round = next_round(event).await?;
    let stored = event.event().last_pass.as_ref().map(|pass| pass.status);
    let changed = due || turned || numbers.lapsed > 0 || !round.people.is_empty() || stored != Some(round.status);
    if changed {
        let (at, n) = (event.now(), round.people.len() as i64);
        event.set_last_pass(LastPass {
            status: round.status,
            offers_created: if round.promoted { 0 } else { n },
            promoted: if round.promoted { n } else { 0 },
            batch_id: round.batch_id,
            trigger: trigger.as_str().to_owned(),
            at,
        });
    }
    Ok(Settled { changed, round })
}

/// Step 1: offers whose deadline has passed end; their people go to the end of the line (R6, R15), and pause after the third in a row (R39).
async fn expire(event: &mut EventTx) -> Result<()> {
    let paused = entries::rotate_lapsed(event).await?;
    let horizon = event.notice_horizon();
    for offer in offers::expire_lapsed(event).await? {
        let to = offer.account_id;
        match paused.iter().find(|(_, account)| *account == to) {
            // One mail tells of both.
            Some((entry, _)) => {
                let generation = event.now().timestamp_micros();
                let subject = entry.0;
                event.notify(Notice { kind: Kind::WaitlistPaused, subject, generation, to, give_up_at: horizon });
                event.log(Change {
                    what: "entry_paused",
                    on: Some(to),
                    after: Some(json!({"paused_reason": "no_answer"})),
                    ..Change::default()
                });
            }
            // R20: an invitation that ends by time is told to nobody.
            None if offer.is_cutoff_batch => {}
            None => {
                let (subject, generation) = (offer.id.0, offer.generation);
                event.notify(Notice { kind: Kind::OfferExpired, subject, generation, to, give_up_at: horizon });
            }
        }
        event.log(Change {
            what: "offer_expired",
            on: Some(to),
            before: Some(json!({"status": "pending"})),
            after: Some(json!({"status": "expired", "end_reason": "deadline"})),
            ..Change::default()
        });
    }
    Ok(())
}

/// Step 1: the final call begins, or ends with its live invitations revoked (R19); answers whether it did either.
async fn turn_final_call(event: &mut EventTx) -> Result<bool> {
    let now = event.now();
    let runs = final_call::is_running(&event.event().schedule, &event.event().settings, now);
    let ran = event.event().final_call_at.is_some();
    if runs == ran {
        return Ok(false);
    }
    let what = if runs { "final_call_began" } else { "final_call_ended" };
    if !runs {
        let ended = offers::end_invitations(event, EndReason::CutoffMoved).await?;
        // Beginning again, be it at this very instant, it invites anew.
        offers::forget_call(event).await?;
        revoked::log_and_tell(event, None, &ended, EndReason::CutoffMoved);
    }
    event.set_final_call(runs.then_some(now));
    event.log(Change { what, ..Change::default() });
    Ok(true)
}

/// Steps 2 to 6: whether the pass offers at all, and to whom.
async fn next_round(event: &mut EventTx) -> Result<Round> {
    let (now, numbers) = (event.now(), *event.numbers());
    let of = event.event();
    let (mode, seats) = (of.mode(), numbers.seats(of));
    let decision = selection::decide(&of.schedule, mode, of.settings.waitlist_fit, &seats, numbers.live_of_passes, now);
    match (decision, mode) {
        (Decision::Stop(status), _) => Ok(Round::nobody(status)),
        (Decision::Invite, _) => invite(event).await,
        (Decision::Choose(limits), Mode::Promotion) => promote(event, limits).await,
        (Decision::Choose(limits), Mode::Offers { lottery: true, .. }) => draw(event, limits).await,
        (Decision::Choose(limits), _) => offer_in_order(event, limits).await,
    }
}

/// The head of the line within the limits, and what the pass is called if it is nobody.
async fn head_of_the_line(event: &mut EventTx, limits: Limits) -> Result<(Vec<Candidate>, PassStatus)> {
    let line = entries::candidates(event, limits).await?;
    let sizes: Vec<i64> = line.iter().map(|candidate| candidate.party_size).collect();
    let chosen = selection::choose(&sizes, limits);
    Ok((chosen.picked.iter().map(|&index| line[index]).collect(), chosen.status()))
}

async fn offer_in_order(event: &mut EventTx, limits: Limits) -> Result<Round> {
    let (chosen, status) = head_of_the_line(event, limits).await?;
    if chosen.is_empty() {
        return Ok(Round::nobody(status));
    }
    offer(event, &chosen, BatchId(chance::id(event.now()))).await
}

/// R18: the pool is everyone eligible, its order drawn from the seed that was committed to; the next draw has a new one.
async fn draw(event: &mut EventTx, limits: Limits) -> Result<Round> {
    let pool = entries::pool(event).await?;
    let Some(seed) = event.event().lottery_seed.clone() else {
        // Settings that switch the lottery on bring a seed; an event without one waits for them.
        return Ok(Round::nobody(PassStatus::Disabled));
    };
    let ids = pool.iter().map(|candidate| candidate.id).collect();
    let parties = pool.iter().map(|candidate| candidate.party_size).collect();
    let draw = Draw::new(&seed, ids, parties, limits.seats, limits.people);
    if draw.offered.is_empty() {
        return Ok(Round::nobody(PassStatus::NoEligibleUsers));
    }
    let by_id: std::collections::HashMap<_, _> = pool.iter().map(|candidate| (candidate.id, *candidate)).collect();
    let chosen: Vec<Candidate> = draw.offered.iter().map(|id| by_id[id]).collect();
    let batch = BatchId(chance::id(event.now()));
    draws::insert(event, batch, &draw).await?;
    event.set_lottery_seed(Seed::new(chance::seed()));
    event.log(Change {
        what: "lottery_drawn",
        after: Some(json!({"batch_id": batch, "pool": draw.pool.len(), "offered": draw.offered.len()})),
        ..Change::default()
    });
    offer(event, &chosen, batch).await
}

/// Offers these people their seats, one round.
async fn offer(event: &mut EventTx, people: &[Candidate], batch_id: BatchId) -> Result<Round> {
    let now = event.now();
    let begins = event.event().window_begins(now);
    let Some(window) = event.event().settings.waitlist_time_window else {
        return Ok(Round::nobody(PassStatus::Disabled));
    };
    let expires_at = deadline::of_pass(begins, window, event.event().schedule.claim_deadline());
    make_round(event, people, Making { who: None, batch_id, expires_at, call_at: None, tell_at: begins }).await
}

/// R19: everyone eligible who isn't invited yet; nothing is held for them.
async fn invite(event: &mut EventTx) -> Result<Round> {
    let now = event.now();
    let call_at = event.event().final_call_at.unwrap_or(now);
    let people = entries::not_yet_invited(event, call_at).await?;
    if people.is_empty() {
        return Ok(Round::nobody(PassStatus::CutoffAlreadyProcessed));
    }
    let (batch_id, expires_at) = (BatchId(chance::id(now)), event.event().schedule.claim_deadline());
    make_round(event, &people, Making { who: None, batch_id, expires_at, call_at: Some(call_at), tell_at: now }).await
}

/// Who makes a round of offers, until when, and when they are told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Making {
    /// The organizer; `None`: a pass.
    pub who: Option<AccountId>,
    pub batch_id: BatchId,
    pub expires_at: DateTime<Utc>,
    /// Of invitations: the beginning of their final call.
    pub call_at: Option<DateTime<Utc>>,
    /// R42
    pub tell_at: DateTime<Utc>,
}

/// Step 6: the offers of one round and, in the same transaction, their notices; answers the offers.
pub(super) async fn make(event: &mut EventTx, people: &[Candidate], making: Making) -> Result<Vec<NewOffer>> {
    let (now, event_id) = (event.now(), event.id());
    let round: Vec<NewOffer> = people
        .iter()
        .map(|candidate| NewOffer {
            id: OfferId(chance::id(now)),
            event_id,
            account_id: candidate.account_id,
            entry_id: candidate.id,
            seats: candidate.party_size,
            expires_at: making.expires_at,
            batch_id: making.batch_id,
            made_by: if making.who.is_some() { MadeBy::Organizer } else { MadeBy::Pass },
            is_cutoff_batch: making.call_at.is_some(),
            call_at: making.call_at,
            created_at: now,
        })
        .collect();
    offers::insert(event, &round).await?;
    for offer in &round {
        tell_of_offer(event, making, offer);
    }
    Ok(round)
}

async fn make_round(event: &mut EventTx, people: &[Candidate], making: Making) -> Result<Round> {
    let round = make(event, people, making).await?;
    let people = round.iter().map(|offer| offer.account_id).collect();
    Ok(Round { status: PassStatus::Ok, batch_id: Some(making.batch_id), promoted: false, people })
}

/// Automatic promotion: the head of the line becomes attendees at once and is told.
async fn promote(event: &mut EventTx, limits: Limits) -> Result<Round> {
    let (chosen, status) = head_of_the_line(event, limits).await?;
    if chosen.is_empty() {
        return Ok(Round::nobody(status));
    }
    let (now, event_id) = (event.now(), event.id());
    let tell_at = event.event().window_begins(now);
    let promotions: Vec<Promotion> = chosen
        .iter()
        .map(|candidate| Promotion {
            id: RegistrationId(chance::id(now)),
            event_id,
            account_id: candidate.account_id,
            party_size: candidate.party_size,
            at: now,
        })
        .collect();
    let people: Vec<AccountId> = chosen.iter().map(|candidate| candidate.account_id).collect();
    registrations::promote(event, &promotions).await?;
    entries::delete_many(event, &people).await?;
    let give_up_at = event.event().schedule.starts_at;
    for candidate in &chosen {
        let (subject, to) = (candidate.id.0, candidate.account_id);
        event.notify_at(Notice { kind: Kind::Promoted, subject, generation: 1, to, give_up_at }, tell_at);
        event.log(Change {
            what: "promoted",
            on: Some(to),
            after: Some(json!({"status": "yes", "party_size": candidate.party_size})),
            ..Change::default()
        });
    }
    Ok(Round { status: PassStatus::Ok, batch_id: None, promoted: true, people })
}

/// The notice and the log line of a new offer.
fn tell_of_offer(event: &mut EventTx, making: Making, offer: &NewOffer) {
    let kind = if offer.is_cutoff_batch { Kind::SpotAvailableFinalCall } else { Kind::SpotAvailable };
    let (subject, to, give_up_at) = (offer.id.0, offer.account_id, offer.expires_at);
    event.notify_at(Notice { kind, subject, generation: 1, to, give_up_at }, making.tell_at);
    event.log(Change {
        who: making.who,
        what: if offer.is_cutoff_batch { "invited" } else { "offer_made" },
        on: Some(to),
        after: Some(json!({"seats": offer.seats, "expires_at": offer.expires_at})),
        ..Change::default()
    });
}
