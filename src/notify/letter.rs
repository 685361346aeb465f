//! A notice with all that it tells of, read afresh at delivery; nothing if it is no longer true (docs/domain.md §11).

use chrono::{DateTime, Utc};

use crate::domain::event::{Answer, EventStatus};
use crate::domain::ids::OfferId;
use crate::domain::offer::OfferStatus;
use crate::error::Result;
use crate::store::accounts::Account;
use crate::store::events::Event;
use crate::store::messages::{self, Message};
use crate::store::notifications::{Kind, Leased};
use crate::store::offers::OfferRow;
use crate::store::standing::Person;
use crate::store::{Db, accounts, events, offers, standing};
use crate::waitlist::settings::{about_of, subject_of};

#[derive(Debug)]
pub struct Letter {
    pub kind: Kind,
    pub to: Account,
    pub about: Option<About>,
    pub token: String,
}

/// What at which event.
#[derive(Debug)]
pub struct About {
    pub event: Event,
    pub person: Person,
    pub offer: Option<OfferRow>,
    pub message: Option<Message>,
}

impl Letter {
    /// The offer that this letter brings; its `notified_at` is stamped when the letter is accepted.
    pub fn brings(&self) -> Option<OfferId> {
        let offer = self.about.as_ref()?.offer.as_ref()?;
        matches!(self.kind, Kind::SpotAvailable | Kind::SpotAvailableFinalCall).then_some(offer.id)
    }
}

/// `None`: what the notice tells is no longer true, or nobody is there to read it.
pub async fn read(db: &Db, notice: &Leased, now: DateTime<Utc>) -> Result<Option<Letter>> {
    let mut tx = db.read().await?;
    let Some(to) = accounts::find(&mut tx, notice.account_id).await? else {
        return Ok(None);
    };
    let Some(token) = notice.token.clone() else {
        return Ok(None);
    };
    let Some(event_id) = notice.event_id else {
        return Ok(Some(Letter { kind: notice.kind, to, about: None, token }));
    };
    let Some(event) = events::find(&mut tx, event_id).await? else {
        return Ok(None);
    };
    let Some(person) = standing::person(&mut tx, event_id, event.organization.id, to.id, now).await? else {
        return Ok(None);
    };
    let offer = offers::find(&mut tx, event_id, OfferId(notice.subject_id)).await?;
    let message = match notice.kind {
        Kind::OrganizerMessage => messages::find(&mut tx, event_id, about_of(notice.subject_id, to.id)).await?,
        _ => None,
    };
    let about = About { event, person, offer, message };
    if !is_still_true(notice, &about, now) {
        return Ok(None);
    }
    Ok(Some(Letter { kind: notice.kind, to, about: Some(about), token }))
}

fn is_still_true(notice: &Leased, about: &About, now: DateTime<Utc>) -> bool {
    let offer = about.offer.as_ref();
    let same = offer.filter(|offer| offer.generation == notice.generation);
    let going = about.person.registration.is_some_and(|r| r.answer == Answer::Yes);
    match notice.kind {
        Kind::SpotAvailable | Kind::SpotAvailableFinalCall => same.is_some_and(|offer| offer.is_live(now)),
        Kind::OfferExpired => same.is_some_and(|offer| offer.status == OfferStatus::Expired),
        Kind::OfferWithdrawn => same.is_some_and(|offer| offer.status == OfferStatus::Revoked),
        Kind::OfferDeadlineMoved => offer.is_some_and(|offer| offer.is_live(now)),
        // Without an entry it says why there is none (R27).
        Kind::WaitlistJoined => {
            let of_nobody = subject_of(about.event.id.0, about.person.account_id) == notice.subject_id;
            about.person.entry.map_or(of_nobody, |entry| entry.id.0 == notice.subject_id)
        }
        Kind::WaitlistPaused => about.person.entry.is_some_and(|entry| entry.paused.is_some()),
        Kind::OrganizerMessage => about.message.is_some() && about.person.entry.is_some(),
        Kind::RegistrationConfirmed | Kind::Promoted => going,
        Kind::RegistrationCancelled => !going,
        Kind::EventCancelled => about.event.schedule.status == EventStatus::Cancelled,
        Kind::WaitlistClosed => !about.event.settings.waitlist_open,
        Kind::SignInLink | Kind::VerifyAddress => true,
    }
}
