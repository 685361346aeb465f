//! People whom an organizer puts on the waitlist, one by one or from a file.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde_json::json;

use super::join::{check_party, join_within};
use super::settle::Trigger;
use crate::domain::address::Email;
use crate::domain::event::EventStatus;
use crate::domain::ids::{AccountId, EntryId, EventId};
use crate::domain::sheet::{BadRow, Sheet, SheetRow};
use crate::error::{Refusal, Result};
use crate::store::entries::Appended;
use crate::store::event_tx::{Change, Notice};
use crate::store::notifications::Kind;
use crate::store::{Db, EventTx, accounts, entries};

/// Puts the person of this address at the end of the line, confirmed, and tells them; who stands there already stays where they are.
///
/// # Errors
/// `Stale` unless the event is to come; `AlreadyRegistered`; `Invalid` (`party_size`).
pub async fn add(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    (name, email): (&str, &Email),
    party_size: i64,
) -> Result<EntryId> {
    let mut event = EventTx::open(db, event, now).await?;
    check_to_come(&event)?;
    check_party(&event, party_size)?;
    let account = accounts::find_or_insert(&mut event, name, email).await?;
    let person = event.person(account).await?.ok_or(Refusal::NotFound)?;
    if person.seats() > 0 {
        return Err(Refusal::AlreadyRegistered.into());
    }
    let entry = match person.entry {
        Some(entry) if entry.confirmed => return Ok(entry.id),
        Some(entry) => {
            entries::confirm(&mut event, account).await?;
            entry.id
        }
        None => join_within(&mut event, account, party_size).await?.0,
    };
    event.log(Change {
        who: Some(who),
        what: "entry_added",
        on: Some(account),
        after: Some(json!({"party_size": party_size})),
        ..Change::default()
    });
    event.commit(Trigger::EntryAdded).await?;
    Ok(entry)
}

fn check_to_come(event: &EventTx) -> Result<()> {
    let schedule = &event.event().schedule;
    let why_not = match schedule.status {
        EventStatus::Draft => "Publish the event first.",
        EventStatus::Cancelled => "This event is cancelled.",
        EventStatus::Open | EventStatus::Closed if event.now() >= schedule.starts_at => "This event has begun.",
        EventStatus::Open | EventStatus::Closed => return Ok(()),
    };
    Err(Refusal::Stale(why_not).into())
}

/// What an import did, or with a dry run would do.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Report {
    pub dry_run: bool,
    /// Rows of the file, the bad ones included.
    pub rows: usize,
    pub added: usize,
    pub already_queued: usize,
    pub already_registered: usize,
    /// The same address further up in the file.
    pub duplicates: usize,
    pub bad: Vec<BadRow>,
}

/// Appends the file's people in the order of their join times, those without one last; all in one transaction, each told once. Bad rows are reported
/// and left out.
///
/// # Errors
/// `Stale` unless the event is to come.
pub async fn import(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    sheet: Sheet,
    dry_run: bool,
) -> Result<Report> {
    let mut event = EventTx::open(db, event, now).await?;
    check_to_come(&event)?;
    let mut report = Report { dry_run, rows: sheet.rows.len() + sheet.bad.len(), bad: sheet.bad, ..Report::default() };
    let (mut rows, mut seen): (Vec<SheetRow>, HashSet<String>) = (vec![], HashSet::new());
    for row in sheet.rows {
        if !seen.insert(row.email.key().to_owned()) {
            report.duplicates += 1;
        } else if row.joined_at.is_some_and(|at| at > now) {
            let message = "Join time: This lies in the future.".to_owned();
            report.bad.push(BadRow { line: row.line, message });
        } else if let Err(fields) = check_party(&event, row.party_size) {
            let message = fields.0.into_values().flatten().collect::<Vec<_>>().join(" ");
            report.bad.push(BadRow { line: row.line, message });
        } else {
            rows.push(row);
        }
    }
    report.bad.sort_by_key(|bad| bad.line);
    rows.sort_by_key(|row| (row.joined_at.is_none(), row.joined_at, row.line));

    let known = entries::known(&mut event, rows.iter().map(|row| row.email.key())).await?;
    let known: HashMap<&str, &entries::Known> = known.iter().map(|known| (known.email_key.as_str(), known)).collect();
    rows.retain(|row| match known.get(row.email.key()) {
        Some(known) if known.going => {
            report.already_registered += 1;
            false
        }
        Some(known) if known.queued => {
            report.already_queued += 1;
            false
        }
        _ => true,
    });
    report.added = rows.len();
    if dry_run || rows.is_empty() {
        return Ok(report);
    }
    append(&mut event, &rows).await?;
    event.log(Change {
        who: Some(who),
        what: "entries_imported",
        after: Some(json!({"added": report.added})),
        ..Change::default()
    });
    event.commit(Trigger::EntryAdded).await?;
    Ok(report)
}

async fn append(event: &mut EventTx, rows: &[SheetRow]) -> Result<()> {
    accounts::insert_many(event, rows.iter().map(|row| (row.name.as_str(), &row.email))).await?;
    let now = event.now();
    let person = |row| {
        let SheetRow { email, party_size, joined_at, .. }: &SheetRow = row;
        Appended { email_key: email.key(), party_size: *party_size, joined_at: joined_at.unwrap_or(now) }
    };
    let people: Vec<Appended> = rows.iter().map(person).collect();
    let give_up_at = event.notice_horizon();
    for (entry, to) in entries::append(event, &people).await? {
        event.notify(Notice { kind: Kind::WaitlistJoined, subject: entry.0, generation: 1, to, give_up_at });
    }
    Ok(())
}
