//! What each letter says: paragraphs and one link, from which the text and the HTML are both made, in the language of whom they are for.

use crate::domain::settings::Mode;
use crate::domain::text::{Text, When, full, say};
use crate::language::Lang;
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
    subject: Text,
    paragraphs: Vec<Text>,
    /// The link's label; its address stands alone on a line of the text.
    action: Text,
    path: &'static str,
}

/// The letter's subject, text and HTML; links begin with `base_url`.
pub fn render(letter: &Letter, base_url: &str) -> Content {
    let lang = letter.to.language.as_deref().and_then(Lang::find).unwrap_or(Lang::ENGLISH);
    let draft = match &letter.about {
        Some(about) => about_event(letter.kind, about),
        None => about_account(letter.kind),
    };
    // Whoever typed an address that isn't theirs chose the name, too: it isn't repeated before the address is confirmed.
    let unproven = |about: &About| about.person.entry.is_some_and(|entry| !entry.confirmed);
    let greeting = match &letter.about {
        Some(about) if !unproven(about) => say!("mail-hello-name", name = &letter.to.name),
        _ => say!("mail-hello"),
    };
    let signature =
        letter.about.as_ref().map_or_else(|| "nextseat".to_owned(), |about| about.event.organization.name.clone());
    write(lang, &greeting, &draft, &format!("{base_url}{}{}", draft.path, letter.token), &signature)
}

/// A message as those who wait would read it; the link leads nowhere yet.
pub fn preview(lang: Lang, event: &Event, subject: &str, body: &str) -> Content {
    let draft = message(event, subject, body);
    write(lang, &say!("mail-hello-name", name = "…"), &draft, "…", &event.organization.name)
}

fn write(lang: Lang, greeting: &Text, draft: &Draft, link: &str, signature: &str) -> Content {
    let paragraphs: Vec<String> =
        std::iter::once(greeting).chain(&draft.paragraphs).map(|text| lang.say(text)).collect();
    let (subject, action) = (lang.say(&draft.subject), lang.say(&draft.action));
    Content {
        text: text(&paragraphs, &action, link, signature),
        html: html(lang, &subject, &paragraphs, &action, link, signature),
        subject,
    }
}

fn about_account(kind: Kind) -> Draft {
    let (subject, does) = match kind {
        Kind::VerifyAddress => (say!("mail-verify"), say!("mail-verify-text")),
        _ => (say!("mail-sign-in"), say!("mail-sign-in-text")),
    };
    Draft { subject, paragraphs: vec![does, say!("mail-link-once")], action: say!("mail-open"), path: "/s/" }
}

fn about_event(kind: Kind, about: &About) -> Draft {
    let event = &about.event;
    let title = || event.details.title.clone();
    let seats = about.offer.as_ref().map_or(1, |offer| offer.seats);
    let until = || about.offer.as_ref().map_or_else(|| when(event), |offer| full(offer.expires_at, event.zone()));
    let (subject, mut paragraphs, action) = match kind {
        Kind::SpotAvailable => (
            say!("mail-offer", seats, title = title()),
            vec![say!("mail-offer-text", seats, title = title(), until = until()), say!("mail-offer-open")],
            say!("mail-offer-action"),
        ),
        Kind::SpotAvailableFinalCall => (
            say!("mail-final-call", title = title()),
            vec![say!("mail-final-call-text", title = title(), until = until()), say!("mail-final-call-open")],
            say!("mail-final-call-action"),
        ),
        Kind::Promoted => (
            say!("mail-promoted", title = title()),
            vec![say!("mail-promoted-text", seats = about.person.seats().max(1), title = title())],
            say!("mail-place-action"),
        ),
        Kind::WaitlistPaused => (
            say!("mail-paused", title = title()),
            vec![say!("mail-paused-text", title = title()), say!("mail-paused-press")],
            say!("card-ask-again"),
        ),
        Kind::OrganizerMessage => {
            let message = about.message.clone();
            let (subject, body) = message.map_or_else(Default::default, |message| (message.subject, message.body));
            return self::message(event, &subject, &body);
        }
        Kind::OfferExpired => (
            say!("mail-expired", title = title()),
            vec![say!("mail-expired-text", title = title()), still_in_line(about)],
            say!("mail-stand-action"),
        ),
        Kind::OfferWithdrawn => (
            say!("mail-withdrawn", title = title()),
            vec![say!("mail-withdrawn-text", title = title()), still_in_line(about)],
            say!("mail-stand-action"),
        ),
        Kind::OfferDeadlineMoved => (
            say!("mail-moved", title = title()),
            vec![say!("mail-moved-text", title = title(), until = until())],
            say!("mail-offer-action"),
        ),
        Kind::WaitlistJoined => return joined(about),
        Kind::RegistrationConfirmed => (
            say!("mail-going", title = title()),
            vec![say!("mail-going-text", seats = about.person.seats().max(1), title = title())],
            say!("mail-place-action"),
        ),
        Kind::RegistrationCancelled => (
            say!("mail-unregistered", title = title()),
            vec![say!("mail-unregistered-text", title = title())],
            say!("mail-event-action"),
        ),
        Kind::EventCancelled => (
            say!("mail-cancelled", title = title()),
            vec![say!("mail-cancelled-text", title = title())],
            say!("mail-event-action"),
        ),
        Kind::WaitlistClosed => (
            say!("mail-closed", title = title()),
            vec![say!("mail-closed-text", title = title())],
            say!("mail-stand-action"),
        ),
        Kind::SignInLink | Kind::VerifyAddress => return about_account(kind),
    };
    paragraphs.push(when_and_where(event));
    Draft { subject, paragraphs, action, path: "/o/" }
}

/// What an organizer wrote, as it is; a paragraph ends with an empty line.
fn message(event: &Event, subject: &str, body: &str) -> Draft {
    let mut paragraphs: Vec<Text> = body.split("\n\n").map(|text| say!("mail-message-text", text)).collect();
    paragraphs.push(when_and_where(event));
    Draft {
        subject: say!("mail-message", subject, title = &event.details.title),
        paragraphs,
        action: say!("mail-stand-action"),
        path: "/o/",
    }
}

/// The one mail after joining: it confirms the place, asks to confirm it, or says why there is none (R26, R27).
fn joined(about: &About) -> Draft {
    let event = &about.event;
    let title = || event.details.title.clone();
    let (subject, mut paragraphs, action, path) = match about.person.entry {
        Some(entry) if !entry.confirmed => (
            say!("mail-confirm", title = title()),
            vec![say!("mail-asked", title = title()), say!("mail-confirm-press")],
            say!("card-confirm"),
            "/c/",
        ),
        Some(_) => {
            let lasts = match event.mode() {
                Mode::Offers { window, lottery: true, .. } => say!("mail-joined-drawn", window),
                Mode::Offers { window, .. } => say!("mail-joined-next", window),
                Mode::Promotion => say!("mail-joined-promotion"),
                Mode::FinalCall => say!("mail-joined-final-call"),
                Mode::Passive | Mode::Closed => say!("mail-joined-passive"),
            };
            let words = vec![say!("mail-joined-text", title = title()), lasts];
            (say!("mail-joined", title = title()), words, say!("mail-stand-action"), "/o/")
        }
        None => {
            let why = if about.person.seats() > 0 {
                say!("mail-has-seat", asked = say!("mail-asked", title = title()))
            } else {
                say!("mail-has-none", asked = say!("mail-asked", title = title()))
            };
            (say!("mail-about", title = title()), vec![why], say!("mail-event-action"), "/o/")
        }
    };
    paragraphs.push(when_and_where(event));
    Draft { subject, paragraphs, action, path }
}

fn still_in_line(about: &About) -> Text {
    if about.person.entry.is_some() { say!("mail-still-in-line") } else { say!("mail-not-in-line") }
}

fn when(event: &Event) -> When {
    full(event.schedule.starts_at, event.zone())
}

fn when_and_where(event: &Event) -> Text {
    match event.details.venue.as_str() {
        "" => say!("mail-when", when = when(event)),
        venue => say!("mail-when-where", when = when(event), venue),
    }
}

fn text(paragraphs: &[String], action: &str, link: &str, signature: &str) -> String {
    let body = paragraphs.join("\n\n");
    format!("{body}\n\n{action}:\n\n{link}\n\n--\n{signature}\n")
}

fn html(lang: Lang, subject: &str, paragraphs: &[String], action: &str, link: &str, signature: &str) -> String {
    let paragraphs: String = paragraphs.iter().map(|p| format!("<p>{}</p>", escape(p))).collect();
    format!(
        "<!doctype html><html lang=\"{}\" dir=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title></head>\
         <body style=\"margin:0;padding:24px;background:#fbfaf7;color:#16202b;font:16px/1.5 system-ui,sans-serif\">\
         <div style=\"max-width:36em;margin:0 auto\">{paragraphs}\
         <p><a href=\"{}\" style=\"display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5d4e;color:#ffffff;font-weight:600;text-decoration:none\">{}</a></p>\
         <p style=\"color:#51606e\">{}</p></div></body></html>",
        lang.tag(),
        lang.direction(),
        escape(subject),
        escape(link),
        escape(action),
        escape(signature),
    )
}

fn escape(text: &str) -> std::borrow::Cow<'_, str> {
    html_escape::encode_safe(text)
}
