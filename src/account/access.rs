//! Who may do what in an organization (docs/domain.md §12): 401 for nobody, 404 for strangers, 403 for too small a role.

use crate::domain::ids::AccountId;
use crate::domain::role::{Permission, Role};
use crate::error::{Refusal, Result};
use crate::store::Db;
use crate::store::events::Event;
use crate::store::organizations::{self, Organization};
use crate::waitlist::status::{EventRef, find_event};

/// Someone of the team who has the permission that was asked for.
#[derive(Debug, Clone)]
pub struct Member {
    pub id: AccountId,
    pub role: Role,
}

/// # Errors
/// `SignInRequired`; `NotFound` for an unknown event or a stranger to its organization; `Forbidden`.
pub async fn member_of_event(
    db: &Db,
    account: Option<AccountId>,
    event: &EventRef,
    permission: Permission,
) -> Result<(Member, Event)> {
    let account = account.ok_or(Refusal::SignInRequired)?;
    let mut tx = db.read().await?;
    let event = find_event(&mut tx, event).await?;
    let role = organizations::role(&mut tx, event.organization.id, account).await?;
    Ok((permitted(account, role, permission)?, event))
}

/// # Errors
/// The same, for the organization with this slug.
pub async fn member_of_organization(
    db: &Db,
    account: Option<AccountId>,
    slug: &str,
    permission: Permission,
) -> Result<(Member, Organization)> {
    let account = account.ok_or(Refusal::SignInRequired)?;
    let found = organizations::find_by_slug(&mut db.read().await?, slug, account).await?.ok_or(Refusal::NotFound)?;
    Ok((permitted(account, found.role, permission)?, found.organization))
}

fn permitted(id: AccountId, role: Option<Role>, permission: Permission) -> Result<Member> {
    let role = role.filter(|role| role.is_team()).ok_or(Refusal::NotFound)?;
    if role.permits(permission) { Ok(Member { id, role }) } else { Err(Refusal::Forbidden.into()) }
}
