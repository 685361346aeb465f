//! People from a file: looked at first, then put on the waitlist in the order of their join times, each told once.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::add::check_to_come;
use super::join::check_party;
use super::settle::Trigger;
use crate::domain::ids::{AccountId, EventId, ImportId};
use crate::domain::sheet::{BadRow, Sheet, SheetRow};
use crate::domain::text::{Text, say};
use crate::error::Result;
use crate::store::entries::Appended;
use crate::store::event_tx::{Change, Notice};
use crate::store::imports::{self, Import, ImportState};
use crate::store::notifications::Kind;
use crate::store::{Db, EventTx, accounts, entries};

/// So many people are put on the list by one transaction of a long import.
pub const PART: usize = 1000;
/// Who hasn't finished a part in this time has died.
const SILENT: TimeDelta = TimeDelta::seconds(30);

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
    let (mut report, rows) = sorted(&event, sheet, dry_run);
    let rows = new_ones(&mut event, rows, &mut report).await?;
    if dry_run || rows.is_empty() {
        return Ok(report);
    }
    append(&mut event, who, &rows).await?;
    event.commit(Trigger::EntryAdded).await?;
    Ok(report)
}

/// The good rows in the order in which they join; the others are in the report.
fn sorted(event: &EventTx, sheet: Sheet, dry_run: bool) -> (Report, Vec<SheetRow>) {
    let mut report = Report { dry_run, rows: sheet.rows.len() + sheet.bad.len(), bad: sheet.bad, ..Report::default() };
    let (mut rows, mut seen): (Vec<SheetRow>, HashSet<String>) = (vec![], HashSet::new());
    for row in sheet.rows {
        if !seen.insert(row.email.key().to_owned()) {
            report.duplicates += 1;
        } else if row.joined_at.is_some_and(|at| at > event.now()) {
            let message = say!("error-row-joined", wrong = Text::new("error-future"));
            report.bad.push(BadRow { line: row.line, message });
        } else if let Err(fields) = check_party(event, row.party_size) {
            let wrong = fields.0.into_values().flatten().next().unwrap_or_else(|| "error-empty".into());
            report.bad.push(BadRow { line: row.line, message: say!("error-row-party", wrong) });
        } else {
            rows.push(row);
        }
    }
    report.bad.sort_by_key(|bad| bad.line);
    rows.sort_by_key(in_line);
    (report, rows)
}

/// Those who joined first stand first; those without a time last, as in the file.
fn in_line(row: &SheetRow) -> (bool, Option<DateTime<Utc>>, u64) {
    (row.joined_at.is_none(), row.joined_at, row.line)
}

/// Those who are neither queued nor registered yet.
async fn new_ones(event: &mut EventTx, mut rows: Vec<SheetRow>, report: &mut Report) -> Result<Vec<SheetRow>> {
    let known = entries::known(event, rows.iter().map(|row| row.email.key())).await?;
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
    Ok(rows)
}

/// Keeps a file that was looked at, so that it can be imported without being sent again.
pub async fn keep(db: &Db, import: &Import, event: EventId, who: AccountId) -> Result<()> {
    let mut tx = db.write().await?;
    imports::insert(&mut tx, import, event, who).await?;
    Ok(tx.commit_quietly().await?)
}

/// Takes a kept file in hand; `false`: it is finished, or someone is at it.
pub async fn start(db: &Db, now: DateTime<Utc>, id: ImportId) -> Result<bool> {
    let mut tx = db.write().await?;
    let started = imports::start(&mut tx, id, now, now - SILENT).await?;
    tx.commit_quietly().await?;
    Ok(started)
}

/// Is whoever runs this import silent for so long that it must have died?
pub fn has_died(import: &Import, now: DateTime<Utc>) -> bool {
    import.state == ImportState::Running && import.beat_at.is_none_or(|at| at < now - SILENT)
}

/// Imports the next part of the file in one transaction: of its rows in line order those from `done` on, whatever is wrong with some of them now. Answers
/// the row to go on from, `None` when the file is done. Who stands on the list already is left alone, so that a part may be repeated.
///
/// # Errors
/// `Stale` unless the event is to come.
pub async fn part(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    id: ImportId,
    sheet: &Sheet,
    done: usize,
) -> Result<Option<usize>> {
    let mut event = EventTx::open(db, event, now).await?;
    check_to_come(&event)?;
    let mut rows = sheet.rows.clone();
    rows.sort_by_key(in_line);
    let next = (done + PART).min(rows.len());
    let part = rows.get(done..next).unwrap_or_default().to_vec();
    if part.is_empty() {
        return Ok(None);
    }
    let (mut report, part) = sorted(&event, Sheet { rows: part, bad: vec![] }, false);
    let new = new_ones(&mut event, part, &mut report).await?;
    if !new.is_empty() {
        append(&mut event, who, &new).await?;
    }
    imports::advance(&mut event, id, next as i64).await?;
    event.commit(Trigger::EntryAdded).await?;
    Ok(Some(next))
}

/// The file is done: it is forgotten, its report stays. Or it stopped: it can be started again.
pub async fn end(db: &Db, id: ImportId, finished: bool) -> Result<()> {
    let mut tx = db.write().await?;
    if finished {
        imports::finish(&mut tx, id).await?;
    } else {
        imports::fail(&mut tx, id).await?;
    }
    Ok(tx.commit().await?)
}

async fn append(event: &mut EventTx, who: AccountId, rows: &[SheetRow]) -> Result<()> {
    accounts::insert_many(event, rows.iter().map(|row| (row.name.as_str(), &row.email)), who).await?;
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
    event.log(Change {
        who: Some(who),
        what: "entries_imported",
        after: Some(json!({"added": rows.len()})),
        ..Change::default()
    });
    Ok(())
}
