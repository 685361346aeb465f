//! Delivery: lease, read afresh, send with no transaction open, finish.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::join_all;

use super::letter::{self, Letter};
use super::mail::{Mail, Mailer};
use super::templates;
use crate::domain::address::mailable;
use crate::domain::ids::AccountId;
use crate::error::Result;
use crate::store::notifications::{Leased, Outcome};
use crate::store::{Db, notifications, offers};
use crate::waitlist::undeliverable;

const LEASE: TimeDelta = TimeDelta::minutes(2);
const AT_ONCE: i64 = 20;
const FIRST_RETRY: TimeDelta = TimeDelta::seconds(5);
const LONGEST_RETRY: TimeDelta = TimeDelta::minutes(15);

/// How mails leave, and what their links begin with.
#[derive(Debug, Clone)]
pub struct Post {
    pub mailer: Mailer,
    pub base_url: String,
}

/// Delivers a batch of what is due at `now`; answers how many notices it finished or put off, none when nothing is left.
///
/// The next batch wants a new `now`: leases and what is still true are judged by it.
pub async fn deliver_batch(db: &Db, post: &Post, now: DateTime<Utc>) -> Result<usize> {
    let mut tx = db.write().await?;
    let leased = notifications::lease(&mut tx, now, LEASE, AT_ONCE).await?;
    tx.commit_quietly().await?;
    let handled = leased.len();
    // People don't wait for each other; one person's mails go out in order.
    let mut by_person: BTreeMap<AccountId, Vec<Leased>> = BTreeMap::new();
    for notice in leased {
        by_person.entry(notice.account_id).or_default().push(notice);
    }
    for delivered in join_all(by_person.values().map(|notices| deliver_in_order(db, post, notices, now))).await {
        delivered?;
    }
    Ok(handled)
}

async fn deliver_in_order(db: &Db, post: &Post, notices: &[Leased], now: DateTime<Utc>) -> Result<()> {
    for notice in notices {
        deliver(db, post, notice, now).await?;
    }
    Ok(())
}

async fn deliver(db: &Db, post: &Post, notice: &Leased, now: DateTime<Utc>) -> Result<()> {
    let letter = match notice.give_up_at > now {
        true => letter::read(db, notice, now).await?,
        false => None,
    };
    let outcome = match &letter {
        Some(letter) => send(post, notice, letter, now).await,
        None => Outcome::Skipped,
    };
    // What the server said may name the person: it is kept with the notice, and stays out of the log.
    if let Outcome::Retry { .. } | Outcome::Failed { .. } = &outcome {
        tracing::warn!(notification = %notice.id, kind = %notice.kind, attempts = notice.attempts, "a mail was not accepted");
    }
    let mut tx = db.write().await?;
    notifications::finish(&mut tx, notice.id, &outcome, now).await?;
    if let (Outcome::Sent, Some(offer)) = (&outcome, letter.as_ref().and_then(Letter::brings)) {
        offers::stamp_notified(&mut tx, offer, notice.generation, now).await?;
    }
    tx.commit_quietly().await?;
    // Nobody could be told of the offer: it doesn't hold its seat any longer.
    if let (Outcome::Failed { .. }, Some(letter)) = (&outcome, &letter)
        && let (Some(offer), Some(event)) = (letter.brings(), notice.event_id)
    {
        undeliverable::end(db, now, event, offer, notice.generation).await?;
    }
    Ok(())
}

async fn send(post: &Post, notice: &Leased, letter: &Letter, now: DateTime<Utc>) -> Outcome {
    let host = post.base_url.split("://").nth(1).and_then(|rest| rest.split([':', '/']).next()).unwrap_or("localhost");
    let mail = Mail {
        to_name: letter.to.name.clone(),
        to: mailable(&letter.to.email),
        kind: letter.kind,
        content: templates::render(letter, &post.base_url),
        message_id: format!("{}@{host}", notice.id),
        at: now,
    };
    match post.mailer.send(&mail).await {
        Ok(()) => Outcome::Sent,
        Err(error) => again_or_never(notice, error, now),
    }
}

/// Tried again with doubling pauses, until it would be pointless.
fn again_or_never(notice: &Leased, error: String, now: DateTime<Utc>) -> Outcome {
    let doublings = u32::try_from(notice.attempts - 1).unwrap_or(0).min(12);
    let pause = (FIRST_RETRY * 2_i32.pow(doublings)).min(LONGEST_RETRY);
    // A little apart from its neighbours, so that a server that comes back isn't met by all at once.
    let jitter = TimeDelta::milliseconds((notice.id.0.as_u128() % 2000) as i64);
    let at = now + pause + jitter;
    if at < notice.give_up_at { Outcome::Retry { at, error } } else { Outcome::Failed { error } }
}
