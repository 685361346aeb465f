//! Organizations and their first owner.

use chrono::{DateTime, Utc};

use crate::chance;
use crate::domain::fields::{self, Fields};
use crate::domain::ids::{AccountId, OrganizationId};
use crate::domain::role::Role;
use crate::error::{Refusal, Result};
use crate::event::form::{slug_from, unique_slug};
use crate::store::organizations::{self, Organization};
use crate::store::{Db, accounts};

/// Makes an organization with this account as its owner; its slug comes from the name.
///
/// # Errors
/// `Invalid` (`name`).
pub async fn organize(db: &Db, now: DateTime<Utc>, owner: AccountId, name: &str) -> Result<Organization> {
    let name = fields::one_line(name).map_err(|message| Fields::one("name", message))?;
    let mut tx = db.write().await?;
    let base = slug_from(&name, "organization");
    let slug = unique_slug(&base, &organizations::slugs_like(&mut tx, &base).await?);
    drop(tx);
    add_organization(db, now, owner, &slug, &name).await
}

/// The same with a given slug.
///
/// # Errors
/// `Invalid` (`slug`, `name`); `NotFound` for an unknown owner.
pub async fn add_organization(
    db: &Db,
    now: DateTime<Utc>,
    owner: AccountId,
    slug: &str,
    name: &str,
) -> Result<Organization> {
    let mut fields = Fields::default();
    let name = fields.take("name", fields::one_line(name)).unwrap_or_default();
    if slug.is_empty() || slug.len() > 80 || slug::slugify(slug) != slug {
        fields.add("slug", "error-slug");
    }
    fields.finish()?;
    let mut tx = db.write().await?;
    let owner = accounts::find(&mut tx, owner).await?.ok_or(Refusal::NotFound)?;
    let organization = Organization {
        id: OrganizationId(chance::id(now)),
        slug: slug.to_owned(),
        name,
        time_zone: owner.time_zone.unwrap_or_else(|| "UTC".to_owned()),
    };
    if !organizations::insert(&mut tx, &organization, now).await? {
        return Err(Fields::one("slug", "error-slug-organization").into());
    }
    organizations::set_role(&mut tx, organization.id, owner.id, Role::Owner).await?;
    tx.commit().await?;
    Ok(organization)
}
