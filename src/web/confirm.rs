//! Dangerous acts ask first, with the numbers: in a dialog with JavaScript, on a page of their own without it. One sentence for both.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::App;
use super::error::withdraw_message;
use super::viewer::{Call, lang};
use crate::account::{member_of_event, member_of_organization};
use crate::domain::event::Answer;
use crate::domain::ids::EntryId;
use crate::domain::role::Permission;
use crate::domain::text::{Text, say};
use crate::store::events::Event;
use crate::store::standing::Numbers;
use crate::store::{accounts, entries, offers, registrations};
use crate::waitlist::bulk::Bulk;
use crate::waitlist::ledger;
use crate::waitlist::status::EventRef;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub title: Text,
    pub text: Text,
    /// What the button says.
    pub yes: Text,
    /// The field that says yes.
    pub field: String,
}

/// The question in words, for the attributes of a button that the script reads.
#[derive(Debug, Clone, Default)]
pub struct Asks {
    pub title: Option<String>,
    pub text: Option<String>,
    pub yes: Option<String>,
}

impl From<Question> for Asks {
    fn from(question: Question) -> Self {
        let say = |text: &Text| Some(lang().say(text));
        Self { title: say(&question.title), text: say(&question.text), yes: say(&question.yes) }
    }
}

fn ask(title: Text, text: Text, yes: Text) -> Question {
    Question { title, text, yes, field: "confirm".to_owned() }
}

pub fn cancel_place() -> Question {
    ask(say!("ask-cancel-place"), say!("ask-cancel-place-text"), say!("card-cancel"))
}

pub fn erase_account() -> Question {
    ask(say!("ask-erase"), say!("ask-erase-text"), say!("ask-erase-yes"))
}

pub fn revoke(name: &str) -> Question {
    ask(say!("ask-revoke", name), say!("ask-revoke-text", name), say!("ask-revoke-yes"))
}

pub fn remove(name: &str, has_offer: bool) -> Question {
    let text = if has_offer { say!("ask-remove-text-offer", name) } else { say!("ask-remove-text", name) };
    ask(say!("ask-remove", name), text, say!("remove"))
}

pub fn remove_registration(name: &str, going: bool) -> Question {
    let text = if going { say!("ask-unregister-text-going", name) } else { say!("ask-unregister-text", name) };
    ask(say!("ask-unregister", name), text, say!("remove"))
}

pub fn remove_from_team(name: &str) -> Question {
    ask(say!("ask-team", name), say!("ask-team-text", name), say!("remove"))
}

pub fn remove_member(name: &str) -> Question {
    ask(say!("ask-member", name), say!("ask-member-text", name), say!("remove"))
}

pub fn unblock(name: &str) -> Question {
    ask(say!("ask-unblock", name), say!("ask-unblock-text", name), say!("ask-unblock-yes"))
}

pub fn uninvite(name: &str) -> Question {
    ask(say!("ask-uninvite", name), say!("ask-uninvite-text", name), say!("ask-uninvite-yes"))
}

pub fn close_list(numbers: &Numbers) -> Question {
    let (held, told) = (numbers.pending, numbers.waiting + numbers.pending);
    ask(say!("ask-close-list"), say!("ask-close-list-text", held, told), say!("ask-close-list-yes"))
}

pub fn cancel_event(event: &Event, numbers: &Numbers) -> Question {
    let text = say!(
        "ask-cancel-event-text",
        title = &event.details.title,
        held = numbers.pending,
        going = numbers.attendees,
        waiting = numbers.waiting
    );
    ask(say!("ask-cancel-event"), text, say!("overview-cancel"))
}

pub fn close_event(event: &Event, numbers: &Numbers) -> Question {
    let text = say!("ask-close-event-text", title = &event.details.title, held = numbers.pending);
    ask(say!("ask-close-event"), text, say!("overview-close"))
}

pub fn delete_event(event: &Event) -> Question {
    let text = say!("ask-delete-event-text", title = &event.details.title);
    ask(say!("ask-delete-event"), text, say!("ask-delete-event-yes"))
}

/// To everyone who waits, or to `chosen` of them.
pub fn message(numbers: &Numbers, chosen: Option<usize>) -> Question {
    let n = chosen.map_or(numbers.waiting + numbers.pending, |n| n as i64);
    ask(say!("ask-message"), say!("ask-message-text", n), say!("ask-message-yes"))
}

/// Of the chosen, `held` have an offer that ends.
pub fn bulk(act: Bulk, chosen: i64, held: i64) -> Option<Question> {
    match act {
        Bulk::Revoke => Some(ask(
            say!("ask-bulk-revoke", n = held),
            say!("ask-bulk-revoke-text", n = held),
            say!("ask-bulk-revoke-yes"),
        )),
        Bulk::Remove => {
            Some(ask(say!("ask-bulk-remove", n = chosen), say!("ask-bulk-remove-text", held), say!("remove")))
        }
        Bulk::Offer => None,
    }
}

/// R25
pub fn withdraws(n: i64) -> Question {
    Question {
        title: say!("ask-withdraws"),
        text: withdraw_message(n),
        yes: say!("ask-withdraws-yes"),
        field: "confirm_withdraw".into(),
    }
}

/// What to ask before this call, if anything. Whatever can't be found here is refused by the function itself.
pub async fn question(app: &App, call: &Call, endpoint: &str, typed: &BTreeMap<String, String>) -> Option<Question> {
    let field = |name: &str| typed.get(name).map(String::as_str);
    match endpoint {
        "account/erase" => return Some(erase_account()),
        "rsvp/answer" if field("answer") == Some("no") => return Some(cancel_place()),
        "organizer/team/remove"
        | "organizer/members/remove"
        | "organizer/blocklist/remove"
        | "organizer/invitations/remove" => return of_person(app, call, endpoint, typed).await,
        "organizer/offers/revoke"
        | "organizer/entries/remove"
        | "organizer/events/cancel"
        | "organizer/events/close"
        | "organizer/events/delete"
        | "organizer/registrations/remove"
        | "organizer/message"
        | "organizer/entries/bulk" => {}
        "organizer/settings" | "organizer/events/update" if field("waitlist_open") == Some("false") => {}
        _ => return None,
    }
    let event: EventRef = field("event_id")?.parse().ok()?;
    let (_, event) = member_of_event(&app.db, call.account_id(), &event, Permission::InviteToEvent).await.ok()?;
    let mut tx = app.db.read().await.ok()?;
    match endpoint {
        "organizer/offers/revoke" => {
            let offer = offers::find(&mut tx, event.id, field("offer_id")?.parse().ok()?).await.ok()??;
            Some(revoke(&offer.name))
        }
        "organizer/entries/bulk" => {
            let ids: Vec<EntryId> = ids(field("entry_id[]")?);
            let chosen = entries::chosen(&mut tx, event.id, call.now, &ids).await.ok()?;
            let held = chosen.iter().filter(|entry| entry.current_offer.is_some()).count();
            bulk(field("act")?.parse().ok()?, chosen.len() as i64, held as i64)
        }
        "organizer/registrations/remove" => {
            let registration =
                registrations::find(&mut tx, event.id, field("registration_id")?.parse().ok()?).await.ok()??;
            Some(remove_registration(&registration.name, registration.answer == Answer::Yes))
        }
        "organizer/entries/remove" => {
            let entry = entries::find(&mut tx, event.id, field("entry_id")?.parse().ok()?, call.now).await.ok()??;
            Some(remove(&entry.name, entry.state == entries::EntryState::Offered))
        }
        _ => {
            drop(tx);
            let ledger = ledger::read(&app.db, call.now, event.id).await.ok()?;
            match endpoint {
                "organizer/events/cancel" => return Some(cancel_event(&ledger.event, &ledger.numbers)),
                "organizer/events/close" => return Some(close_event(&ledger.event, &ledger.numbers)),
                "organizer/events/delete" => return Some(delete_event(&ledger.event)),
                "organizer/message" => {
                    let chosen = field("to").filter(|to| !to.is_empty()).map(|to| ids::<EntryId>(to).len());
                    return Some(message(&ledger.numbers, chosen));
                }
                _ => {}
            }
            ledger.event.settings.waitlist_open.then(|| close_list(&ledger.numbers))
        }
    }
}

/// Ids as they travel in one field: with commas between them.
pub fn ids<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split(',').filter_map(|id| id.trim().parse().ok()).collect()
}

/// Who manages asks about someone; a name is told to nobody else.
async fn of_person(app: &App, call: &Call, endpoint: &str, typed: &BTreeMap<String, String>) -> Option<Question> {
    let field = |name: &str| typed.get(name).map(String::as_str).filter(|text| !text.is_empty());
    let (account, permission) = (call.account_id(), Permission::ManageEvent);
    match field("org") {
        Some(org) => drop(member_of_organization(&app.db, account, org, permission).await.ok()?),
        None => drop(member_of_event(&app.db, account, &field("event_id")?.parse().ok()?, permission).await.ok()?),
    }
    let person = accounts::find(&mut app.db.read().await.ok()?, field("account_id")?.parse().ok()?).await.ok()??;
    Some(match endpoint {
        "organizer/team/remove" => remove_from_team(&person.name),
        "organizer/members/remove" => remove_member(&person.name),
        "organizer/blocklist/remove" => unblock(&person.name),
        _ => uninvite(&person.name),
    })
}
