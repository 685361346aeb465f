//! What `nextseat demo` begins with: an organization, a full concert with an open waitlist, and people to play.

use chrono::{DateTime, TimeDelta, Utc};

use crate::account::{self, SignUp};
use crate::domain::address::Email;
use crate::domain::event::Answer;
use crate::domain::fields::Patch;
use crate::domain::ids::AccountId;
use crate::domain::settings::SettingsForm;
use crate::error::Result;
use crate::event::{self, form::EventForm};
use crate::registration::rsvp;
use crate::store::{Db, accounts};
use crate::waitlist;

const PASSWORD: &str = "candlelight";
const ORGANIZATION: &str = "chamber-music-society";
const ORGANIZER: (&str, &str, &str) = ("Olga Brandt", "olga@example.org", "the organizer");
const GUESTS: [(&str, &str, &str); 6] = [
    ("Ann Kern", "ann@example.org", "going"),
    ("Ben Okafor", "ben@example.org", "going"),
    ("Clara Weber", "clara@example.org", "going"),
    ("Jonas Li", "jonas@example.org", "number 1 on the waitlist"),
    ("Maria Reis", "maria@example.org", "number 2 on the waitlist"),
    ("Paulo Sand", "paulo@example.org", "not there yet"),
];
const SEATS: usize = 3;

/// Makes the demo's data, unless it is there already; answers its sign-ins: what for, address, password.
pub async fn prepare(db: &Db, now: DateTime<Utc>) -> Result<Vec<(String, String, String)>> {
    let people = std::iter::once(&ORGANIZER).chain(&GUESTS);
    let sign_ins = people.map(|(_, email, what)| (what.to_string(), email.to_string(), PASSWORD.to_owned())).collect();
    let organizer = Email::parse(ORGANIZER.1).expect("a constant address");
    if accounts::find_by_email(&mut db.read().await?, &organizer).await?.is_some() {
        return Ok(sign_ins);
    }
    let owner = add(db, now, ORGANIZER).await?;
    let organization = account::add_organization(db, now, owner, ORGANIZATION, "Chamber Music Society").await?;
    let concert = event::create(db, now, &organization, concert(now)).await?;
    event::publish(db, now, owner, concert).await?;
    for (index, guest) in GUESTS.into_iter().enumerate() {
        let guest = add(db, now, guest).await?;
        if index < SEATS {
            rsvp::answer(db, now, concert, guest, Answer::Yes, 1).await?;
        } else if index < SEATS + 2 {
            waitlist::join(db, now, concert, guest, 1).await?;
        }
    }
    Ok(sign_ins)
}

async fn add(db: &Db, now: DateTime<Utc>, (name, email, _): (&str, &str, &str)) -> Result<AccountId> {
    let form = SignUp {
        name: name.to_owned(),
        email: email.to_owned(),
        password: Some(PASSWORD.to_owned()),
        time_zone: Some("Europe/Vienna".to_owned()),
        language: None,
    };
    account::add(db, now, form).await
}

/// In ten days at 19:30, three seats, offers of 24 hours.
fn concert(now: DateTime<Utc>) -> EventForm {
    let zone = chrono_tz::Europe::Vienna;
    let day = (now + TimeDelta::days(10)).with_timezone(&zone).format("%Y-%m-%d").to_string();
    let at = |time: &str| Patch::Set(format!("{day}T{time}"));
    let set = |text: &str| Patch::Set(text.to_owned());
    EventForm {
        title: set("Schubert, by candlelight"),
        starts_at: at("19:30"),
        ends_at: at("22:00"),
        time_zone: set("Europe/Vienna"),
        venue: set("Old Library, Vienna"),
        description: set("The string quintet in C major, played by the light of two hundred candles."),
        max_attendees: set(&SEATS.to_string()),
        settings: SettingsForm {
            waitlist_open: set("true"),
            waitlist_time_window: set("24h"),
            waitlist_batch_size: set("0"),
            ..SettingsForm::default()
        },
        ..EventForm::default()
    }
}
