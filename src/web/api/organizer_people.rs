//! Team, members, blocklist and invitations. The first three take `org`, or an `event_id` whose organization is meant.

use leptos::prelude::*;
use serde_json::{Value, json};

use super::organizer::member;
use super::organizer_registrations::address;
use super::{argument, id, optional, paging, remark, required};
use crate::account::{Member, member_of_organization, people};
use crate::domain::address::Email;
use crate::domain::fields::{self, Fields};
use crate::domain::role::Permission::ManageEvent;
use crate::domain::role::Role;
use crate::domain::text::say;
use crate::error::{Error, Refusal};
use crate::store::organizations::{self, Organization};
use crate::store::{blocks, invitations};
use crate::web::error::{Answer, ApiError};
use crate::web::shapes;
use crate::web::viewer::{Call, call};

const MOST_INVITED_AT_ONCE: usize = 200;

async fn manager(call: &Call, org: Option<String>, event: Option<String>) -> Answer<(Member, Organization)> {
    let account = Some(call.signed_in()?);
    let slug = match org.filter(|org| !org.trim().is_empty()) {
        Some(org) => required("org", Some(org))?,
        None => member(call, event, ManageEvent).await?.1.organization.slug,
    };
    Ok(member_of_organization(&call.app.db, account, &slug, ManageEvent).await?)
}

fn person(name: Option<String>, email: Option<String>) -> Answer<(String, Email)> {
    let mut broken = Fields::default();
    address(&mut broken, name, email).ok_or_else(|| Error::from(broken).into())
}

#[server(name = ListTeam, prefix = "/api", endpoint = "organizer/team/list", input = server_fn::codec::GetUrl)]
pub async fn team_list(
    #[server(default)] org: Option<String>,
    #[server(default)] event_id: Option<String>,
    #[server(default)] page: Option<String>,
    #[server(default)] page_size: Option<String>,
) -> Result<Value, ApiError> {
    roles(org, event_id, page, page_size, true).await
}

#[server(name = ListMembers, prefix = "/api", endpoint = "organizer/members/list", input = server_fn::codec::GetUrl)]
pub async fn members_list(
    #[server(default)] org: Option<String>,
    #[server(default)] event_id: Option<String>,
    #[server(default)] page: Option<String>,
    #[server(default)] page_size: Option<String>,
) -> Result<Value, ApiError> {
    roles(org, event_id, page, page_size, false).await
}

async fn roles(
    org: Option<String>,
    event_id: Option<String>,
    page: Option<String>,
    page_size: Option<String>,
    of_team: bool,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, organization) = manager(&call, org, event_id).await?;
    let (page, page_size) = paging(page, page_size)?;
    let mut tx = call.app.db.read().await?;
    let (count, rows) = organizations::people(&mut tx, organization.id, of_team, page, page_size).await?;
    Ok(shapes::page(count, page, page_size, rows.iter().map(shapes::role).collect()))
}

#[server(name = AddToTeam, prefix = "/api", endpoint = "organizer/team/add")]
pub async fn team_add(
    #[server(default)] org: Option<String>,
    #[server(default)] event_id: Option<String>,
    #[server(default)] email: Option<String>,
    #[server(default)] name: Option<String>,
    #[server(default)] role: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, organization) = manager(&call, org, event_id).await?;
    let (name, email) = person(name, email)?;
    let role = argument("role", role, |text| match fields::word::<Role>(text)? {
        Role::Member => Err("error-team-member".into()),
        role => Ok(role),
    })?;
    let account = people::set_role(&call.app.db, call.now, member.id, &organization, (&name, &email), role).await?;
    call.reply.say(say!("done-team", name));
    Ok(json!({"account_id": account, "role": role}))
}

#[server(name = RemoveFromTeam, prefix = "/api", endpoint = "organizer/team/remove")]
pub async fn team_remove(
    #[server(default)] org: Option<String>,
    #[server(default)] event_id: Option<String>,
    #[server(default)] account_id: Option<String>,
) -> Result<Value, ApiError> {
    remove_role(org, event_id, account_id, true).await
}

#[server(name = AddMember, prefix = "/api", endpoint = "organizer/members/add")]
pub async fn members_add(
    #[server(default)] org: Option<String>,
    #[server(default)] event_id: Option<String>,
    #[server(default)] email: Option<String>,
    #[server(default)] name: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, organization) = manager(&call, org, event_id).await?;
    let (name, email) = person(name, email)?;
    let account =
        people::set_role(&call.app.db, call.now, member.id, &organization, (&name, &email), Role::Member).await?;
    call.reply.say(say!("done-member", name));
    Ok(json!({"account_id": account, "role": Role::Member}))
}

#[server(name = RemoveMember, prefix = "/api", endpoint = "organizer/members/remove")]
pub async fn members_remove(
    #[server(default)] org: Option<String>,
    #[server(default)] event_id: Option<String>,
    #[server(default)] account_id: Option<String>,
) -> Result<Value, ApiError> {
    remove_role(org, event_id, account_id, false).await
}

async fn remove_role(
    org: Option<String>,
    event_id: Option<String>,
    account_id: Option<String>,
    of_team: bool,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, organization) = manager(&call, org, event_id).await?;
    let account = id("account_id", account_id)?;
    people::remove_role(&call.app.db, call.now, member.id, organization.id, account, of_team).await?;
    call.reply.say("done-removed");
    Ok(json!({}))
}

#[server(name = ListBlocks, prefix = "/api", endpoint = "organizer/blocklist/list", input = server_fn::codec::GetUrl)]
pub async fn blocklist(
    #[server(default)] org: Option<String>,
    #[server(default)] event_id: Option<String>,
    #[server(default)] page: Option<String>,
    #[server(default)] page_size: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, organization) = manager(&call, org, event_id).await?;
    let (page, page_size) = paging(page, page_size)?;
    let (count, rows) = blocks::list(&mut call.app.db.read().await?, organization.id, page, page_size).await?;
    Ok(shapes::page(count, page, page_size, rows.iter().map(shapes::block).collect()))
}

#[server(name = AddBlock, prefix = "/api", endpoint = "organizer/blocklist/add")]
pub async fn blocklist_add(
    #[server(default)] org: Option<String>,
    #[server(default)] event_id: Option<String>,
    #[server(default)] email: Option<String>,
    #[server(default)] name: Option<String>,
    #[server(default)] reason: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, organization) = manager(&call, org, event_id).await?;
    let (name, email) = person(name, email)?;
    let reason = remark("reason", reason)?;
    let person = (name.as_str(), &email);
    let account = people::block(&call.app.db, call.now, member.id, organization.id, person, reason.as_deref()).await?;
    call.reply.say(say!("done-blocked", name));
    Ok(json!({"account_id": account}))
}

#[server(name = RemoveBlock, prefix = "/api", endpoint = "organizer/blocklist/remove")]
pub async fn blocklist_remove(
    #[server(default)] org: Option<String>,
    #[server(default)] event_id: Option<String>,
    #[server(default)] account_id: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, organization) = manager(&call, org, event_id).await?;
    let account = id("account_id", account_id)?;
    people::unblock(&call.app.db, call.now, member.id, organization.id, account).await?;
    call.reply.say("done-unblocked");
    Ok(json!({}))
}

#[server(name = ListInvitations, prefix = "/api", endpoint = "organizer/invitations/list", input = server_fn::codec::GetUrl)]
pub async fn invited(
    #[server(default)] event_id: Option<String>,
    #[server(default)] page: Option<String>,
    #[server(default)] page_size: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (_, event) = member(&call, event_id, ManageEvent).await?;
    let (page, page_size) = paging(page, page_size)?;
    let (count, rows) = invitations::list(&mut call.app.db.read().await?, event.id, page, page_size).await?;
    Ok(shapes::page(count, page, page_size, rows.iter().map(shapes::invitation).collect()))
}

#[server(name = AddInvitations, prefix = "/api", endpoint = "organizer/invitations/add")]
pub async fn invite(
    #[server(default)] event_id: Option<String>,
    #[server(default)] email: Option<String>,
    #[server(default)] name: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let people = addresses(name, &email.unwrap_or_default())?;
    let new = people::invite(&call.app.db, call.now, member.id, event.id, &people).await?;
    call.reply.say(say!("done-invited", n = i64::try_from(new).unwrap_or(i64::MAX)));
    Ok(json!({"invited": new}))
}

/// One address, or several in lines or separated by commas or semicolons.
fn addresses(name: Option<String>, text: &str) -> Result<Vec<(String, Email)>, Error> {
    let texts: Vec<&str> = text.split(['\n', ',', ';']).map(str::trim).filter(|text| !text.is_empty()).collect();
    if texts.is_empty() || texts.len() > MOST_INVITED_AT_ONCE {
        return Err(Refusal::field("email", say!("error-invited", most = MOST_INVITED_AT_ONCE)).into());
    }
    let mut broken = Fields::default();
    let mut people = vec![];
    for text in &texts {
        match Email::parse(text) {
            Err(wrong) => broken.add("email", say!("error-address", text = *text, wrong)),
            Ok(email) => {
                let given = optional("name", name.clone().filter(|_| texts.len() == 1), fields::one_line)?;
                people.push((given.unwrap_or_else(|| email.local().to_owned()), email));
            }
        }
    }
    broken.finish()?;
    Ok(people)
}

#[server(name = RemoveInvitation, prefix = "/api", endpoint = "organizer/invitations/remove")]
pub async fn uninvite(
    #[server(default)] event_id: Option<String>,
    #[server(default)] account_id: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (member, event) = member(&call, event_id, ManageEvent).await?;
    let account = id("account_id", account_id)?;
    people::uninvite(&call.app.db, call.now, member.id, event.id, account).await?;
    call.reply.say("done-uninvited");
    Ok(json!({}))
}
