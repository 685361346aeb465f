//! Looks for what is wrong with an installation.

use chrono::{DateTime, TimeDelta, Utc};

use crate::error::Result;
use crate::jobs::REGISTER;
use crate::store::{Db, events, jobs, notifications};

/// An hourly job that hasn't run for this long has stopped.
const SILENT: TimeDelta = TimeDelta::hours(2);

/// Each finding is a sentence; none: all is well.
pub async fn examine(db: &Db, now: DateTime<Utc>) -> Result<Vec<String>> {
    let mut findings = vec![];
    let mut tx = db.read().await?;
    let rows = jobs::list(&mut tx).await?;
    if rows.is_empty() {
        findings.push("No server has run on this database yet.".to_owned());
    }
    for job in rows {
        if !REGISTER.contains(&job.name.as_str()) {
            findings.push(format!("The job “{}” has a row, but nobody registers it: it never runs.", job.name));
        } else if job.last_run_at.is_none_or(|at| now - at > SILENT) {
            let last = job.last_run_at.map_or_else(|| "never".to_owned(), |at| at.to_rfc3339());
            findings.push(format!("The job “{}” last ran: {last}. Is a server running?", job.name));
        }
        if let Some(error) = job.last_error {
            findings.push(format!("The job “{}” failed: {error}", job.name));
        }
    }
    let overdue = events::overdue(&mut tx, now - TimeDelta::minutes(1)).await?;
    if !overdue.is_empty() {
        findings.push(format!("{} events have offers past their deadline that nobody has swept.", overdue.len()));
    }
    let late = notifications::deliverable(&mut tx, now - TimeDelta::minutes(10)).await?;
    if late > 0 {
        findings.push(format!("{late} mails have waited for more than ten minutes."));
    }
    let failed = notifications::failed(&mut tx).await?;
    if failed > 0 {
        findings.push(format!("{failed} mails could not be delivered and were given up."));
    }
    Ok(findings)
}
