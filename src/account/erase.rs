//! Erasing an account: its seats go on through the same door as any other, and what remains of it names nobody.

use chrono::{DateTime, Utc};

use crate::domain::ids::AccountId;
use crate::domain::offer::EndReason;
use crate::domain::role::Role;
use crate::error::{Refusal, Result};
use crate::store::event_tx::Change;
use crate::store::{Db, EventTx, accounts, events, notifications, organizations, registrations, sessions, tokens};
use crate::waitlist::leave_within;
use crate::waitlist::settle::Trigger;

/// Leaves every queue, gives back every seat at events to come, ends sessions and links, and forgets name and address.
///
/// # Errors
/// `Stale` for the only owner of an organization.
pub async fn erase(db: &Db, now: DateTime<Utc>, account: AccountId) -> Result<()> {
    // The roles go first, so that of two last owners who go at the same time one stays.
    let mut tx = db.write().await?;
    for membership in organizations::of_account(&mut tx, account).await? {
        if membership.role != Some(Role::Owner) {
            continue;
        }
        organizations::lock(&mut tx, membership.organization.id).await?;
        if organizations::owners(&mut tx, membership.organization.id).await? == 1 {
            return Err(Refusal::Stale("stale-only-owner".into()).into());
        }
    }
    organizations::remove_roles(&mut tx, account).await?;
    tx.commit().await?;
    let takes_part = events::taken_part_in(&mut db.read().await?, account, now).await?;
    for event in takes_part {
        let mut event = EventTx::open(db, event, now).await?;
        let Some(person) = event.person(account).await? else { continue };
        leave_within(&mut event, &person, EndReason::Left).await?;
        registrations::delete(&mut event, account).await?;
        event.log(Change { what: "account_erased", on: Some(account), ..Change::default() });
        event.commit(Trigger::AccountErased).await?;
    }
    let mut tx = db.write().await?;
    sessions::delete_of(&mut tx, account).await?;
    tokens::delete_of(&mut tx, account).await?;
    notifications::drop_queued(&mut tx, account).await?;
    accounts::anonymize(&mut tx, account).await?;
    Ok(tx.commit().await?)
}
