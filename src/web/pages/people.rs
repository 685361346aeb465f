//! Team, members, blocklist, invitations: lists with a form to add and buttons to remove.

use chrono::{DateTime, Utc};
use leptos::prelude::*;

use super::manage_event::{Tab, header, managed};
use super::waitlist::{PAGE_SIZE, page_number, pager};
use super::{param, query};
use crate::account::member_of_organization;
use crate::domain::ids::AccountId;
use crate::domain::role::Permission::ManageEvent;
use crate::domain::role::Role;
use crate::domain::text::Text;
use crate::domain::zone;
use crate::store::{blocks, invitations, organizations};
use crate::web::components::fields::{Field, Typed, hidden, input, select};
use crate::web::components::layout::{Page, load};
use crate::web::components::text::when;
use crate::web::confirm::{self, Asks, Question};
use crate::web::viewer::{lang, t};

/// One row: who, what is said of them, since when.
struct Row {
    account: AccountId,
    name: String,
    email: String,
    note: Option<String>,
    since: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganizationTab {
    Events,
    Team,
    Members,
    Blocklist,
}

/// The organization's pages, side by side; only managers see more than the events.
pub fn tabs(org: &str, current: OrganizationTab) -> AnyView {
    let tabs = [
        (OrganizationTab::Events, t!("home-events"), ""),
        (OrganizationTab::Team, t!("people-team"), "/team"),
        (OrganizationTab::Members, t!("people-members"), "/members"),
        (OrganizationTab::Blocklist, t!("people-blocklist"), "/blocklist"),
    ]
    .into_iter()
    .map(|(tab, label, path)| {
        let here = (tab == current).then_some("page");
        view! { <a href=format!("/manage/{org}{path}") aria-current=here>{label}</a> }
    })
    .collect_view();
    view! { <nav class="tabs" aria-label=t!("people-organization")>{tabs}</nav> }.into_any()
}

/// One kind of list: its words are `people-team`, `people-team-says`, `people-team-empty`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    Team,
    Members,
    Blocklist,
    Invitations,
}

impl List {
    /// `organizer/team`
    fn endpoint(self) -> &'static str {
        match self {
            Self::Team => "organizer/team",
            Self::Members => "organizer/members",
            Self::Blocklist => "organizer/blocklist",
            Self::Invitations => "organizer/invitations",
        }
    }

    /// The function that adds to it, whose failed form is shown again.
    fn adds(self) -> &'static str {
        match self {
            Self::Team => "organizer/team/add",
            Self::Members => "organizer/members/add",
            Self::Blocklist => "organizer/blocklist/add",
            Self::Invitations => "organizer/invitations/add",
        }
    }

    fn title(self) -> String {
        match self {
            Self::Team => t!("people-team"),
            Self::Members => t!("people-members"),
            Self::Blocklist => t!("people-blocklist"),
            Self::Invitations => t!("tab-invitations"),
        }
    }

    /// What being on it means.
    fn says(self) -> String {
        match self {
            Self::Team => t!("people-team-says"),
            Self::Members => t!("people-members-says"),
            Self::Blocklist => t!("people-blocklist-says"),
            Self::Invitations => t!("people-invitations-says"),
        }
    }

    fn empty(self) -> String {
        match self {
            Self::Team => t!("people-team-empty"),
            Self::Members => t!("people-members-empty"),
            Self::Blocklist => t!("people-blocklist-empty"),
            Self::Invitations => t!("people-invitations-empty"),
        }
    }

    fn removing(self, name: &str) -> Question {
        match self {
            Self::Team => confirm::remove_from_team(name),
            Self::Members => confirm::remove_member(name),
            Self::Blocklist => confirm::unblock(name),
            Self::Invitations => confirm::uninvite(name),
        }
    }

    fn tab(self) -> OrganizationTab {
        match self {
            Self::Team => OrganizationTab::Team,
            Self::Members => OrganizationTab::Members,
            Self::Blocklist => OrganizationTab::Blocklist,
            Self::Invitations => OrganizationTab::Events,
        }
    }
}

/// `/manage/{org}/team`
pub fn team() -> AnyView {
    of_organization(List::Team)
}

/// `/manage/{org}/members`
pub fn members() -> AnyView {
    of_organization(List::Members)
}

/// `/manage/{org}/blocklist`
pub fn blocklist() -> AnyView {
    of_organization(List::Blocklist)
}

fn of_organization(list: List) -> AnyView {
    let (org, page) = (param("org"), page_number(&query("page")));
    load(move |call| async move {
        let account = Some(call.signed_in()?);
        let (_, organization) = member_of_organization(&call.app.db, account, &org, ManageEvent).await?;
        let mut tx = call.app.db.read().await?;
        let (total, rows) = match list {
            List::Blocklist => {
                let (total, rows) = blocks::list(&mut tx, organization.id, page, PAGE_SIZE).await?;
                let row = |block: blocks::Block| Row {
                    account: block.account_id,
                    name: block.name,
                    email: block.email,
                    note: block.reason,
                    since: Some(block.created_at),
                };
                (total, rows.into_iter().map(row).collect())
            }
            _ => {
                let of_team = list == List::Team;
                let (total, rows) = organizations::people(&mut tx, organization.id, of_team, page, PAGE_SIZE).await?;
                let row = |person: organizations::PersonOf| Row {
                    account: person.account_id,
                    name: person.name,
                    email: person.email,
                    note: of_team.then(|| lang().say(&word(person.role))),
                    since: None,
                };
                (total, rows.into_iter().map(row).collect())
            }
        };
        drop(tx);
        let typed = Typed::of(&call, list.adds());
        let of = ("org", org.clone());
        let zone = zone::parse_zone(&organization.time_zone).unwrap_or(chrono_tz::UTC);
        let body = view! {
            <header><p class="eyebrow">{t!("home-organize")}</p><h1>{organization.name}</h1></header>
            {tabs(&org, list.tab())}
            {table(list, &of, rows, zone)}
            {pager(total, page, "")}
            {add(list, &of, &typed)}
        };
        Ok(Page::wide(list.title(), body.into_any()))
    })
}

/// `/manage/{org}/{event}/invitations`
pub fn invited() -> AnyView {
    let (org, slug, page) = (param("org"), param("event"), page_number(&query("page")));
    load(move |call| async move {
        let (_, event) = managed(&call, org, slug, ManageEvent).await?;
        let (total, rows) = {
            let mut tx = call.app.db.read().await?;
            invitations::list(&mut tx, event.id, page, PAGE_SIZE).await?
        };
        let row = |invitation: invitations::Invitation| Row {
            account: invitation.account_id,
            name: invitation.name,
            email: invitation.email,
            note: None,
            since: Some(invitation.created_at),
        };
        let rows = rows.into_iter().map(row).collect();
        let of = ("event_id", event.id.to_string());
        let typed = Typed::of(&call, List::Invitations.adds());
        let body = view! {
            {header(&event, Tab::Invitations, true)}
            {table(List::Invitations, &of, rows, event.zone())}
            {pager(total, page, "")}
            {add(List::Invitations, &of, &typed)}
        };
        Ok(Page::wide(format!("{} · {}", t!("tab-invitations"), event.details.title), body.into_any()))
    })
}

fn word(role: Role) -> Text {
    Text::word("role", role.as_str())
}

fn table(list: List, of: &(&'static str, String), rows: Vec<Row>, zone: chrono_tz::Tz) -> AnyView {
    if rows.is_empty() {
        return view! { <section class="empty"><h2>{list.empty()}</h2><p>{list.says()}</p></section> }.into_any();
    }
    let rows = rows
        .into_iter()
        .map(|row| {
            let Asks { title, text, yes } = list.removing(&row.name).into();
            let since = row.since.map(|at| view! { <small>{t!("since")}" "{when(at, zone)}</small> });
            view! {
                <tr>
                    <td class="who"><b>{row.name.clone()}</b><small>{row.email}</small></td>
                    <td class="stated">{row.note}{since}</td>
                    <td class="acts"><div class="actions">
                        <form method="post" action=format!("/api/{}/remove", list.endpoint())>
                            {hidden(vec![of.clone(), ("account_id", row.account.to_string())])}
                            <button class="btn small" aria-label=format!("{}: {}", yes.clone().unwrap_or_default(), row.name) data-confirm=text
                                data-confirm-title=title data-confirm-yes=yes>{t!("remove")}</button>
                        </form>
                    </div></td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <p class="hint">{list.says()}</p>
        <table>
            <caption class="visually-hidden">{list.title()}</caption>
            <thead><tr><th scope="col">{t!("person")}</th><th scope="col">{t!("people-about")}</th><th scope="col">{t!("actions")}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn add(list: List, of: &(&'static str, String), typed: &Typed) -> AnyView {
    let several = list == List::Invitations;
    let email = if several {
        Field {
            name: "email",
            label: t!("people-addresses"),
            hint: t!("people-addresses-hint"),
            kind: "textarea",
            required: true,
            ..Field::default()
        }
    } else {
        Field { name: "email", label: t!("field-email"), kind: "email", required: true, ..Field::default() }
    };
    let name = (!several).then(|| {
        input(typed, Field { name: "name", label: t!("field-name"), hint: t!("field-name-hint"), ..Field::default() })
    });
    let role = (list == List::Team).then(|| {
        let roles =
            [Role::Staff, Role::Manager, Role::Owner].map(|r| (r.as_str().to_owned(), lang().say(&word(r)))).to_vec();
        select(typed, "role", t!("people-role"), String::new(), roles, Role::Staff.as_str())
    });
    let reason = (list == List::Blocklist).then(|| {
        input(typed, Field { name: "reason", label: t!("field-why"), hint: t!("people-why-hint"), ..Field::default() })
    });
    view! {
        <section class="block" aria-labelledby="add">
            <h2 id="add">{t!("people-add")}</h2>
            <form class="form" method="post" action=format!("/api/{}", list.adds())>
                {hidden(vec![of.clone()])}
                {input(typed, email)}
                {name}{role}{reason}
                <div class="actions"><button class="btn primary">{t!("people-add")}</button></div>
            </form>
        </section>
    }
    .into_any()
}
