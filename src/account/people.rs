//! Who belongs to an organization and its events, and who doesn't: team, members, blocklist, invitations. Each change looks again at the queues that
//! it may open or close to someone.

use chrono::{DateTime, Utc};

use crate::chance;
use crate::domain::address::Email;
use crate::domain::ids::{AccountId, EventId, OrganizationId};
use crate::domain::role::Role;
use crate::error::{Refusal, Result};
use crate::store::organizations::Organization;
use crate::store::{Db, EventTx, Tx, accounts, blocks, events, invitations, organizations};
use crate::waitlist::gates;
use crate::waitlist::settle::Trigger;

/// The account of an address; an unverified one with this name is made if it has none, which speaks the language of `who` enters it.
async fn account_of(tx: &mut Tx, name: &str, email: &Email, who: AccountId, now: DateTime<Utc>) -> Result<AccountId> {
    let id = AccountId(chance::id(now));
    let language = accounts::language(tx, who).await?;
    if accounts::insert(tx, id, name, email, None, language.as_deref(), now).await? {
        return Ok(id);
    }
    Ok(accounts::find_by_email(tx, email).await?.ok_or(Refusal::NotFound)?.id)
}

/// Gives someone a role. A member keeps a role in the team; the last owner stays one.
///
/// # Errors
/// `Stale` for the last owner, and for someone of the team who is to be a mere member.
pub async fn set_role(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    organization: &Organization,
    (name, email): (&str, &Email),
    role: Role,
) -> Result<AccountId> {
    let mut tx = db.write().await?;
    organizations::lock(&mut tx, organization.id).await?;
    let account = account_of(&mut tx, name, email, who, now).await?;
    match organizations::role(&mut tx, organization.id, account).await? {
        Some(Role::Owner) if role != Role::Owner => check_not_last(&mut tx, organization.id).await?,
        Some(current) if role == Role::Member && current.is_team() => {
            return Err(Refusal::Stale("stale-on-team".into()).into());
        }
        _ => {}
    }
    organizations::set_role(&mut tx, organization.id, account, role).await?;
    tx.commit().await?;
    look_again(db, now, who, organization.id, account).await?;
    Ok(account)
}

/// Takes someone's role away: of the team, or of the members.
///
/// # Errors
/// `NotFound` for who has no such role; `Stale` for the last owner.
pub async fn remove_role(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    organization: OrganizationId,
    account: AccountId,
    of_team: bool,
) -> Result<()> {
    let mut tx = db.write().await?;
    organizations::lock(&mut tx, organization).await?;
    let role = organizations::role(&mut tx, organization, account).await?.filter(|role| role.is_team() == of_team);
    if role.ok_or(Refusal::NotFound)? == Role::Owner {
        check_not_last(&mut tx, organization).await?;
    }
    organizations::remove_role(&mut tx, organization, account).await?;
    tx.commit().await?;
    look_again(db, now, who, organization, account).await
}

/// Under the organization's lock: two owners who go at the same time would each count the other.
async fn check_not_last(tx: &mut Tx, organization: OrganizationId) -> Result<()> {
    if organizations::owners(tx, organization).await? > 1 {
        return Ok(());
    }
    Err(Refusal::Stale("stale-last-owner".into()).into())
}

/// Blocks someone at all events of the organization; blocked already is fine.
pub async fn block(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    organization: OrganizationId,
    (name, email): (&str, &Email),
    reason: Option<&str>,
) -> Result<AccountId> {
    let mut tx = db.write().await?;
    let account = account_of(&mut tx, name, email, who, now).await?;
    blocks::insert(&mut tx, organization, account, reason, who, now).await?;
    tx.commit().await?;
    look_again(db, now, who, organization, account).await?;
    Ok(account)
}

/// # Errors
/// `NotFound` for who isn't blocked.
pub async fn unblock(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    organization: OrganizationId,
    account: AccountId,
) -> Result<()> {
    let mut tx = db.write().await?;
    if !blocks::delete(&mut tx, organization, account).await? {
        return Err(Refusal::NotFound.into());
    }
    tx.commit().await?;
    look_again(db, now, who, organization, account).await
}

/// Invites people to the event; who is invited already stays so. Answers how many were new.
///
/// # Errors
/// `NotFound`
pub async fn invite(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    event: EventId,
    people: &[(String, Email)],
) -> Result<u64> {
    let mut event = EventTx::open(db, event, now).await?;
    accounts::insert_many(&mut event, people.iter().map(|(name, email)| (name.as_str(), email)), who).await?;
    let new = invitations::insert_many(&mut event, people.iter().map(|(_, email)| email.key()), who).await?;
    gates::refresh(&mut event, Some(who)).await?;
    event.commit(Trigger::GatesChanged).await?;
    Ok(new)
}

/// # Errors
/// `NotFound` for who isn't invited.
pub async fn uninvite(db: &Db, now: DateTime<Utc>, who: AccountId, event: EventId, account: AccountId) -> Result<()> {
    let mut event = EventTx::open(db, event, now).await?;
    if !invitations::delete(&mut event, account).await? {
        return Err(Refusal::NotFound.into());
    }
    gates::refresh(&mut event, Some(who)).await?;
    event.commit(Trigger::GatesChanged).await.map(drop)
}

/// Each event in its own transaction: the queues where this person stands.
async fn look_again(
    db: &Db,
    now: DateTime<Utc>,
    who: AccountId,
    organization: OrganizationId,
    account: AccountId,
) -> Result<()> {
    let queued = events::queued_at(&mut db.read().await?, organization, account, now).await?;
    for event in queued {
        gates::changed(db, now, Some(who), event).await?;
    }
    Ok(())
}
