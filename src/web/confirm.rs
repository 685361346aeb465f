//! Dangerous acts ask first, with the numbers: in a dialog with JavaScript, on a page of their own without it. One sentence for both.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::App;
use super::components::text::count;
use super::error::withdraw_message;
use super::viewer::Call;
use crate::account::{member_of_event, member_of_organization};
use crate::domain::event::Answer;
use crate::domain::role::Permission;
use crate::store::events::Event;
use crate::store::standing::Numbers;
use crate::store::{accounts, entries, offers, registrations};
use crate::waitlist::ledger;
use crate::waitlist::status::EventRef;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub title: String,
    pub text: String,
    /// What the button says.
    pub yes: String,
    /// The field that says yes.
    pub field: String,
}

fn ask(title: &str, text: String, yes: &str) -> Question {
    Question { title: title.to_owned(), text, yes: yes.to_owned(), field: "confirm".to_owned() }
}

pub fn cancel_place() -> Question {
    ask("Give your place back?", "Your seat is free for the next person at once.".into(), "Cancel my place")
}

pub fn erase_account() -> Question {
    let text = "Your seats and places in line go to others at once, and your name and address are forgotten. This can't be undone.";
    ask("Erase your account?", text.into(), "Erase it for ever")
}

pub fn revoke(name: &str) -> Question {
    let text = format!(
        "{name} is told that the offer is withdrawn, and is skipped until you offer again. The seat is free for the next in line."
    );
    ask(&format!("Withdraw {name}'s offer?"), text, "Withdraw the offer")
}

pub fn remove(name: &str, has_offer: bool) -> Question {
    let offer = if has_offer { " The offer is withdrawn and the seat is free for the next in line." } else { "" };
    ask(&format!("Remove {name} from the waitlist?"), format!("{name} loses their place in line.{offer}"), "Remove")
}

pub fn remove_registration(name: &str, going: bool) -> Question {
    let seat = if going { " The seat is free for the next in line at once." } else { "" };
    ask(&format!("Remove {name}'s registration?"), format!("{name} is told.{seat}"), "Remove")
}

pub fn remove_from_team(name: &str) -> Question {
    ask(&format!("Remove {name} from the team?"), format!("{name} can't see or change your events any more."), "Remove")
}

pub fn remove_member(name: &str) -> Question {
    let text = format!("{name} can't register for members-only events any more; an offer of one is withdrawn.");
    ask(&format!("Remove {name} from the members?"), text, "Remove")
}

pub fn unblock(name: &str) -> Question {
    ask(&format!("Unblock {name}?"), format!("{name} can register and wait again."), "Unblock")
}

pub fn uninvite(name: &str) -> Question {
    let text = format!("{name} can't see the event or register any more; an offer is withdrawn.");
    ask(&format!("Withdraw {name}'s invitation?"), text, "Withdraw the invitation")
}

pub fn close_list(numbers: &Numbers) -> Question {
    let text = format!(
        "{}{} told. Everyone keeps their place in case you open it again.",
        withdrawn(numbers.pending),
        count(numbers.waiting + numbers.pending, "person is", "people are"),
    );
    ask("Close the waitlist?", text, "Close the list")
}

pub fn cancel_event(event: &Event, numbers: &Numbers) -> Question {
    let text = format!(
        "“{}” is shown as cancelled. {}Everyone going ({}) or waiting ({}) is told.",
        event.details.title,
        withdrawn(numbers.pending),
        numbers.attendees,
        numbers.waiting,
    );
    ask("Cancel the event?", text, "Cancel the event")
}

pub fn close_event(event: &Event, numbers: &Numbers) -> Question {
    let text = format!(
        "Nobody can register for “{}” any more. {}Everyone keeps their place in line in case you open it again.",
        event.details.title,
        withdrawn(numbers.pending),
    );
    ask("Close registration?", text, "Close registration")
}

pub fn delete_event(event: &Event) -> Question {
    let text =
        format!("“{}” goes with its registrations, waitlist and history. This can't be undone.", event.details.title);
    ask("Delete the event?", text, "Delete for ever")
}

pub fn message(numbers: &Numbers) -> Question {
    let n = numbers.waiting + numbers.pending;
    ask("Send the message?", format!("{} mailed.", count(n, "person is", "people are")), "Send it")
}

/// R25
pub fn withdraws(n: i64) -> Question {
    Question {
        title: "Save with fewer seats?".into(),
        text: withdraw_message(n),
        yes: "Save and withdraw".into(),
        field: "confirm_withdraw".into(),
    }
}

/// A sentence about the offers that end with it, if there are any.
fn withdrawn(n: i64) -> String {
    if n == 0 { String::new() } else { format!("{} withdrawn. ", count(n, "held offer is", "held offers are")) }
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
        | "organizer/message" => {}
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
                "organizer/message" => return Some(message(&ledger.numbers)),
                _ => {}
            }
            ledger.event.settings.waitlist_open.then(|| close_list(&ledger.numbers))
        }
    }
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
