//! What each letter says: paragraphs and one link, from which the text and the HTML are both made.

use crate::domain::fields::write_duration;
use crate::domain::settings::Mode;
use crate::domain::zone;
use crate::store::events::Event;
use crate::store::notifications::Kind;

use super::letter::{About, Letter};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub subject: String,
    pub text: String,
    pub html: String,
}

struct Draft {
    subject: String,
    paragraphs: Vec<String>,
    /// The link's label; its address stands alone on a line of the text.
    action: &'static str,
    path: &'static str,
}

/// The letter's subject, text and HTML; links begin with `base_url`.
pub fn render(letter: &Letter, base_url: &str) -> Content {
    let draft = match &letter.about {
        Some(about) => about_event(letter.kind, about),
        None => about_account(letter.kind),
    };
    let link = format!("{base_url}{}{}", draft.path, letter.token);
    // Whoever typed an address that isn't theirs chose the name, too: it isn't repeated before the address is confirmed.
    let unproven = |about: &About| about.person.entry.is_some_and(|entry| !entry.confirmed);
    let greeting = match &letter.about {
        Some(about) if !unproven(about) => format!("Hello {},", letter.to.name),
        _ => "Hello,".to_owned(),
    };
    let signature =
        letter.about.as_ref().map_or_else(|| "nextseat".to_owned(), |about| about.event.organization.name.clone());
    Content {
        text: text(&greeting, &draft, &link, &signature),
        html: html(&greeting, &draft, &link, &signature),
        subject: draft.subject,
    }
}

fn about_account(kind: Kind) -> Draft {
    let (subject, does) = match kind {
        Kind::VerifyAddress => {
            ("Confirm your address", "Open this page and press the button to confirm your address and sign in.")
        }
        _ => ("Your sign-in link", "Open this page and press the button to sign in."),
    };
    Draft {
        subject: subject.to_owned(),
        paragraphs: vec![
            does.to_owned(),
            "The link works once, for 20 minutes. If you didn't ask for it, you can ignore this mail.".to_owned(),
        ],
        action: "Open the page",
        path: "/s/",
    }
}

fn about_event(kind: Kind, about: &About) -> Draft {
    let event = &about.event;
    let title = &event.details.title;
    let (subject, mut paragraphs, action) = match kind {
        Kind::SpotAvailable => {
            (format!("{} held for you: {title}", seats_are(about)), offered(about), "Answer the offer")
        }
        Kind::SpotAvailableFinalCall => (format!("Final call: {title}"), invited(about), "Answer the invitation"),
        Kind::Promoted => (format!("You have a seat: {title}"), vec![promoted(about)], "See or cancel my place"),
        Kind::WaitlistPaused => (
            format!("Should we ask you again? {title}"),
            vec![
                format!(
                    "Your offer has ended: three seats at “{title}” were offered to you in a row, and none of the offers was answered. So we stop asking; your place in line is kept."
                ),
                "Press the button on this page if you still want to come.".to_owned(),
            ],
            "Ask me again",
        ),
        Kind::OrganizerMessage => {
            let message = about.message.clone();
            let (subject, body) = message.map_or_else(Default::default, |message| (message.subject, message.body));
            (format!("{subject}: {title}"), body.split("\n\n").map(str::to_owned).collect(), "See where you stand")
        }
        Kind::OfferExpired => (
            format!("Your offer has ended: {title}"),
            vec![
                format!(
                    "The time for an answer is over, so no seat at “{title}” is held for you any more; it goes on to the next in line."
                ),
                still_in_line(about),
            ],
            "See where you stand",
        ),
        Kind::OfferWithdrawn => (
            format!("Your offer was withdrawn: {title}"),
            vec![
                format!("The organizer of “{title}” has withdrawn the seat that was offered to you."),
                still_in_line(about),
            ],
            "See where you stand",
        ),
        Kind::OfferDeadlineMoved => {
            let deadline =
                about.offer.as_ref().map_or_else(String::new, |offer| zone::write(offer.expires_at, event.zone()));
            (
                format!("Your time to answer has changed: {title}"),
                vec![format!("The time to answer your offer at “{title}” has changed: it now ends on {deadline}.")],
                "Answer the offer",
            )
        }
        Kind::WaitlistJoined => return joined(about),
        Kind::RegistrationConfirmed => {
            (format!("You're going: {title}"), vec![booked(about)], "See or cancel my place")
        }
        Kind::RegistrationCancelled => (
            format!("Your place is cancelled: {title}"),
            vec![format!("You no longer have a seat at “{title}”.")],
            "See the event",
        ),
        Kind::EventCancelled => (
            format!("Cancelled: {title}"),
            vec![format!("“{title}” is cancelled. There is nothing that you have to do.")],
            "See the event",
        ),
        Kind::WaitlistClosed => (
            format!("The waitlist is closed: {title}"),
            vec![format!(
                "The organizer of “{title}” has closed the waitlist, so no more seats are offered, and none is held for you any more. Your place in line is kept in case it opens again."
            )],
            "See where you stand",
        ),
        Kind::SignInLink | Kind::VerifyAddress => return about_account(kind),
    };
    paragraphs.push(when_and_where(event));
    Draft { subject, paragraphs, action, path: "/o/" }
}

fn offered(about: &About) -> Vec<String> {
    let event = &about.event;
    let Some(offer) = &about.offer else {
        return vec![];
    };
    vec![
        format!(
            "{} held for you at “{}” until {}. After that it goes on to the next person.",
            seats_are(about),
            event.details.title,
            zone::write(offer.expires_at, event.zone())
        ),
        "Opening this page answers nothing yet: press a button there to take the seat or to let it go.".to_owned(),
    ]
}

/// "A seat is", "3 seats are".
fn seats_are(about: &About) -> String {
    match about.offer.as_ref().map_or(1, |offer| offer.seats) {
        1 => "A seat is".to_owned(),
        n => format!("{n} seats are"),
    }
}

/// "Your seat … is", "Your 3 seats … are booked".
fn booked(about: &About) -> String {
    let title = &about.event.details.title;
    match about.person.seats() {
        0 | 1 => format!(
            "Your seat at “{title}” is booked. If you can't come, please give it back, so that the next person gets it."
        ),
        n => format!(
            "Your {n} seats at “{title}” are booked. What you don't need, please give back, so that the next person gets it."
        ),
    }
}

/// The one mail after joining: it confirms the place, asks to confirm it, or says why there is none (R26, R27).
fn joined(about: &About) -> Draft {
    let event = &about.event;
    let title = &event.details.title;
    let (subject, mut paragraphs, action, path) = match about.person.entry {
        Some(entry) if !entry.confirmed => (
            format!("Please confirm: waitlist of {title}"),
            vec![
                format!("Someone, we hope you, asked for a place on the waitlist of “{title}” with this address."),
                "Press the button on this page within 48 hours to keep the place that was drawn for you. If it wasn't you, do nothing.".to_owned(),
            ],
            "Confirm my place",
            "/c/",
        ),
        Some(_) => {
            let lasts = match event.mode() {
                Mode::Offers { window, lottery, .. } => {
                    let turn = if lottery { "you are drawn" } else { "it is your turn" };
                    format!("If a seat frees up and {turn}, we write to you and hold it for {}.", in_words(window))
                }
                Mode::Promotion => "If a seat frees up and it is your turn, it is yours at once, and we write to you.".to_owned(),
                Mode::FinalCall => "If a seat frees up, we write to you; seats go first come, first served.".to_owned(),
                Mode::Passive | Mode::Closed => "If a seat frees up, the organizer may offer it to you.".to_owned(),
            };
            let words = vec![format!("You're on the waitlist of “{title}”. This is not a booking."), lasts];
            (format!("You're on the waitlist: {title}"), words, "See where you stand", "/o/")
        }
        None => {
            let words = if about.person.seats() > 0 {
                format!("Someone, we hope you, asked for a place on the waitlist of “{title}” with this address. You have a seat there already.")
            } else {
                format!("Someone, we hope you, asked for a place on the waitlist of “{title}” with this address. You can't be put on it; please ask the organizer.")
            };
            (format!("About the waitlist: {title}"), vec![words], "See the event", "/o/")
        }
    };
    paragraphs.push(when_and_where(event));
    Draft { subject, paragraphs, action, path }
}

fn invited(about: &About) -> Vec<String> {
    let event = &about.event;
    let until = about.offer.as_ref().map_or_else(String::new, |offer| zone::write(offer.expires_at, event.zone()));
    vec![
        format!(
            "There is still room at “{}”. This is the final call: seats go first come, first served until {until}; none is held for you.",
            event.details.title
        ),
        "Opening this page answers nothing yet: press a button there to take a seat.".to_owned(),
    ]
}

fn promoted(about: &About) -> String {
    let title = &about.event.details.title;
    let seats = match about.person.seats() {
        0 | 1 => "a seat".to_owned(),
        n => format!("{n} seats"),
    };
    format!(
        "A seat freed up and it was your turn: you now have {seats} at “{title}”. If you can't come, please give it back, so that the next person gets it."
    )
}

fn still_in_line(about: &About) -> String {
    if about.person.entry.is_some() {
        "You're still on the waitlist; there is nothing that you have to do.".to_owned()
    } else {
        "You're no longer on the waitlist.".to_owned()
    }
}

fn when_and_where(event: &Event) -> String {
    let when = zone::write(event.schedule.starts_at, event.zone());
    if event.details.venue.is_empty() { when } else { format!("{when} · {}", event.details.venue) }
}

/// `24 hours`, `3 days`, `90 minutes`.
pub fn in_words(duration: chrono::TimeDelta) -> String {
    let short = write_duration(duration);
    let (number, unit) = short.split_at(short.len() - 1);
    let unit = match unit {
        "d" => "day",
        "h" => "hour",
        "m" => "minute",
        _ => "second",
    };
    format!("{number} {unit}{}", if number == "1" { "" } else { "s" })
}

fn text(greeting: &str, draft: &Draft, link: &str, signature: &str) -> String {
    let body = draft.paragraphs.join("\n\n");
    format!("{greeting}\n\n{body}\n\n{}:\n\n{link}\n\n--\n{signature}\n", draft.action)
}

fn html(greeting: &str, draft: &Draft, link: &str, signature: &str) -> String {
    let paragraphs: String = std::iter::once(greeting)
        .chain(draft.paragraphs.iter().map(String::as_str))
        .map(|p| format!("<p>{}</p>", escape(p)))
        .collect();
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title></head>\
         <body style=\"margin:0;padding:24px;background:#fbfaf7;color:#16202b;font:16px/1.5 system-ui,sans-serif\">\
         <div style=\"max-width:36em;margin:0 auto\">{paragraphs}\
         <p><a href=\"{}\" style=\"display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5d4e;color:#ffffff;font-weight:600;text-decoration:none\">{}</a></p>\
         <p style=\"color:#51606e\">{}</p></div></body></html>",
        escape(&draft.subject),
        escape(link),
        escape(draft.action),
        escape(signature),
    )
}

fn escape(text: &str) -> std::borrow::Cow<'_, str> {
    html_escape::encode_safe(text)
}
