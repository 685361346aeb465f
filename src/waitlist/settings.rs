//! Saving the waitlist's settings (R1, R2), and what closing the list does.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::revoked;
use super::settle::Trigger;
use crate::chance;
use crate::domain::fields::{Fields, iso_duration};
use crate::domain::ids::{AccountId, EventId};
use crate::domain::lottery::Seed;
use crate::domain::offer::EndReason;
use crate::domain::settings::{Around, SettingsForm, WaitlistSettings};
use crate::error::Result;
use crate::store::event_tx::{Change, Notice};
use crate::store::notifications::Kind;
use crate::store::{Db, EventTx, entries, offers};

/// Changes any of the settings, keeps live offers as they are (R2), and runs a pass; answers them as they are now.
///
/// # Errors
/// `NotFound`; `Invalid` with every broken field (R1).
pub async fn save(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    form: SettingsForm,
) -> Result<WaitlistSettings> {
    let mut event = EventTx::open(db, event, now).await?;
    let settings = parse(&event, form)?;
    change(&mut event, who, settings.clone()).await?;
    event.commit(Trigger::SettingsSaved).await?;
    Ok(settings)
}

fn parse(event: &EventTx, form: SettingsForm) -> Result<WaitlistSettings> {
    let (of, mut fields) = (event.event(), Fields::default());
    let around = Around { zone: of.zone(), starts_at: Some(of.schedule.starts_at), kind: of.kind };
    let settings = form.apply(&of.settings, around, &mut fields);
    fields.finish()?;
    Ok(settings)
}

/// The change itself, within an organizer's transaction.
pub(crate) async fn change(event: &mut EventTx, who: AccountId, settings: WaitlistSettings) -> Result<()> {
    let before = event.event().settings.clone();
    if settings == before {
        return Ok(());
    }
    let closing = before.waitlist_open && !settings.waitlist_open;
    let (was, is) = (as_json(&before), as_json(&settings));
    if settings.waitlist_lottery_mode && event.event().lottery_seed.is_none() {
        event.set_lottery_seed(Seed::new(chance::seed()));
    }
    event.save_settings(settings).await?;
    event.log(Change {
        who: Some(who),
        what: "settings_saved",
        before: Some(was),
        after: Some(is),
        ..Change::default()
    });
    if closing {
        close(event, who).await?;
    }
    Ok(())
}

/// true→false revokes all live offers and keeps the queue; everyone waiting is told once.
async fn close(event: &mut EventTx, who: AccountId) -> Result<()> {
    for offer in offers::end_all(event, EndReason::WaitlistClosed).await? {
        revoked::log(event, Some(who), offer.account_id, EndReason::WaitlistClosed);
    }
    let (id, generation, give_up_at) = (event.id(), event.now().timestamp_micros(), event.notice_horizon());
    for to in entries::account_ids(event).await? {
        let subject = subject_of(id.0, to);
        event.notify(Notice { kind: Kind::WaitlistClosed, subject, generation, to, give_up_at });
    }
    Ok(())
}

/// What a notice to one of many is unique by: what it is about (an event, a message) and this person.
pub(crate) fn subject_of(about: uuid::Uuid, person: AccountId) -> uuid::Uuid {
    uuid::Uuid::from_u128(about.as_u128() ^ person.0.as_u128().rotate_left(64))
}

/// What such a notice is about: the inverse of [`subject_of`].
pub(crate) fn about_of(subject: uuid::Uuid, person: AccountId) -> uuid::Uuid {
    subject_of(subject, person)
}

/// The settings as the API shows them.
pub fn as_json(settings: &WaitlistSettings) -> Value {
    json!({
        "waitlist_open": settings.waitlist_open,
        "waitlist_time_window": settings.waitlist_time_window.map(iso_duration),
        "waitlist_batch_size": settings.waitlist_batch_size,
        "waitlist_lottery_mode": settings.waitlist_lottery_mode,
        "waitlist_cutoff_date": settings.waitlist_cutoff_date,
        "waitlist_min_window": iso_duration(settings.waitlist_min_window),
        "waitlist_auto_promote": settings.waitlist_auto_promote,
        "waitlist_fit": settings.waitlist_fit,
        "waitlist_queue_first": settings.waitlist_queue_first,
        "quiet_from": settings.quiet_from.map(|time| time.format("%H:%M").to_string()),
        "quiet_to": settings.quiet_to.map(|time| time.format("%H:%M").to_string()),
        "max_party_size": settings.max_party_size,
    })
}
