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
use crate::domain::zone;
use crate::store::{blocks, invitations, organizations};
use crate::web::components::fields::{Field, Typed, hidden, input, select};
use crate::web::components::layout::{Page, load};
use crate::web::components::text::when;
use crate::web::confirm;

/// One row: who, what is said of them, since when.
struct Row {
    account: AccountId,
    name: String,
    email: String,
    note: Option<String>,
    since: Option<DateTime<Utc>>,
}

/// The organization's pages, side by side; only managers see more than the events.
pub fn tabs(org: &str, current: &'static str) -> AnyView {
    let tabs = [("Events", ""), ("Team", "/team"), ("Members", "/members"), ("Blocklist", "/blocklist")]
        .into_iter()
        .map(|(label, path)| {
            let here = (label == current).then_some("page");
            view! { <a href=format!("/manage/{org}{path}") aria-current=here>{label}</a> }
        })
        .collect_view();
    view! { <nav class="tabs" aria-label="Organization">{tabs}</nav> }.into_any()
}

struct List {
    title: &'static str,
    says: &'static str,
    empty: &'static str,
    /// `organizer/team`
    endpoint: &'static str,
    removes: fn(&str) -> confirm::Question,
}

const TEAM: List = List {
    title: "Team",
    says: "Owners and managers can do everything; staff reads queues and registrations, and checks people in.",
    empty: "Nobody is on the team yet.",
    endpoint: "organizer/team",
    removes: confirm::remove_from_team,
};
const MEMBERS: List = List {
    title: "Members",
    says: "Members may register for your members-only events, and wait for them.",
    empty: "There are no members yet.",
    endpoint: "organizer/members",
    removes: confirm::remove_member,
};
const BLOCKLIST: List = List {
    title: "Blocklist",
    says: "Blocked people can't register or wait for any of your events; an offer that they hold is withdrawn.",
    empty: "Nobody is blocked.",
    endpoint: "organizer/blocklist",
    removes: confirm::unblock,
};
const INVITATIONS: List = List {
    title: "Invitations",
    says: "While the event is private, only these people and your team can see it, register or wait.",
    empty: "Nobody is invited yet.",
    endpoint: "organizer/invitations",
    removes: confirm::uninvite,
};

/// `/manage/{org}/team`
pub fn team() -> AnyView {
    of_organization(&TEAM)
}

/// `/manage/{org}/members`
pub fn members() -> AnyView {
    of_organization(&MEMBERS)
}

/// `/manage/{org}/blocklist`
pub fn blocklist() -> AnyView {
    of_organization(&BLOCKLIST)
}

fn of_organization(list: &'static List) -> AnyView {
    let (org, page) = (param("org"), page_number(&query("page")));
    load(move |call| async move {
        let account = Some(call.signed_in()?);
        let (_, organization) = member_of_organization(&call.app.db, account, &org, ManageEvent).await?;
        let mut tx = call.app.db.read().await?;
        let (total, rows) = match list.title {
            "Blocklist" => {
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
            title => {
                let of_team = title == "Team";
                let (total, rows) = organizations::people(&mut tx, organization.id, of_team, page, PAGE_SIZE).await?;
                let row = |person: organizations::PersonOf| Row {
                    account: person.account_id,
                    name: person.name,
                    email: person.email,
                    note: of_team.then(|| role_word(person.role).to_owned()),
                    since: None,
                };
                (total, rows.into_iter().map(row).collect())
            }
        };
        drop(tx);
        let typed = Typed::of(
            &call,
            if list.title == "Team" {
                "organizer/team/add"
            } else if list.title == "Members" {
                "organizer/members/add"
            } else {
                "organizer/blocklist/add"
            },
        );
        let of = ("org", org.clone());
        let zone = zone::parse_zone(&organization.time_zone).unwrap_or(chrono_tz::UTC);
        let body = view! {
            <header><p class="eyebrow">"Organize"</p><h1>{organization.name}</h1></header>
            {tabs(&org, list.title)}
            {table(list, &of, rows, zone)}
            {pager(total, page, "")}
            {add(list, &of, &typed)}
        };
        Ok(Page::wide(list.title, body.into_any()))
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
        let typed = Typed::of(&call, "organizer/invitations/add");
        let body = view! {
            {header(&event, Tab::Invitations, true)}
            {table(&INVITATIONS, &of, rows, event.zone())}
            {pager(total, page, "")}
            {add(&INVITATIONS, &of, &typed)}
        };
        Ok(Page::wide(format!("Invitations · {}", event.details.title), body.into_any()))
    })
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Owner => "Owner",
        Role::Manager => "Manager",
        Role::Staff => "Staff",
        Role::Member => "Member",
    }
}

fn table(list: &'static List, of: &(&'static str, String), rows: Vec<Row>, zone: chrono_tz::Tz) -> AnyView {
    if rows.is_empty() {
        return view! { <section class="empty"><h2>{list.empty}</h2><p>{list.says}</p></section> }.into_any();
    }
    let rows = rows
        .into_iter()
        .map(|row| {
            let question = (list.removes)(&row.name);
            let since = row.since.map(|at| view! { <small>"since "{when(at, zone)}</small> });
            view! {
                <tr>
                    <td class="who"><b>{row.name.clone()}</b><small>{row.email}</small></td>
                    <td class="stated">{row.note}{since}</td>
                    <td class="acts"><div class="actions">
                        <form method="post" action=format!("/api/{}/remove", list.endpoint)>
                            {hidden(vec![of.clone(), ("account_id", row.account.to_string())])}
                            <button class="btn small" aria-label=format!("{}: {}", question.yes, row.name) data-confirm=question.text
                                data-confirm-title=question.title data-confirm-yes=question.yes.clone()>"Remove"</button>
                        </form>
                    </div></td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <p class="hint">{list.says}</p>
        <table>
            <caption class="visually-hidden">{list.title}</caption>
            <thead><tr><th scope="col">"Person"</th><th scope="col">"About"</th><th scope="col">"Actions"</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn add(list: &'static List, of: &(&'static str, String), typed: &Typed) -> AnyView {
    let several = list.endpoint == INVITATIONS.endpoint;
    let email = if several {
        Field {
            name: "email",
            label: "E-mail addresses",
            hint: "One a line.",
            kind: "textarea",
            required: true,
            ..Field::default()
        }
    } else {
        Field { name: "email", label: "E-mail", kind: "email", required: true, ..Field::default() }
    };
    let name = (!several).then(|| {
        input(
            typed,
            Field {
                name: "name",
                label: "Name",
                hint: "Only needed if the address is new here.",
                kind: "text",
                ..Field::default()
            },
        )
    });
    let role = (list.endpoint == TEAM.endpoint).then(|| {
        let roles = [Role::Staff, Role::Manager, Role::Owner]
            .map(|r| (r.as_str().to_owned(), role_word(r).to_owned()))
            .to_vec();
        select(typed, "role", "Role", "", roles, Role::Staff.as_str())
    });
    let reason = (list.endpoint == BLOCKLIST.endpoint).then(|| {
        input(
            typed,
            Field { name: "reason", label: "Why", hint: "Only your team sees it.", kind: "text", ..Field::default() },
        )
    });
    view! {
        <section aria-labelledby="add">
            <h2 id="add">"Add"</h2>
            <form class="form" method="post" action=format!("/api/{}/add", list.endpoint)>
                {hidden(vec![of.clone()])}
                {input(typed, email)}
                {name}{role}{reason}
                <div class="actions"><button class="btn primary">"Add"</button></div>
            </form>
        </section>
    }
    .into_any()
}
