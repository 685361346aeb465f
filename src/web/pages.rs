//! The pages: each loads its data with the use cases and hands plain values to components.

mod account;
mod confirm;
mod door;
pub mod errors;
mod event;
mod home;
mod mailbox;
mod manage;
mod manage_event;
mod me;
mod people;
mod registrations;
pub mod waitlist;

use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::SsrMode;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use super::components::layout::{document, not_found};

/// The whole document.
pub fn shell() -> impl IntoView {
    document(|| app().into_any())
}

fn app() -> impl IntoView {
    provide_meta_context();
    // Status and title must be right, so every page is rendered when its data is there.
    let ssr = SsrMode::Async;
    view! {
        <Router>
            <Routes fallback=not_found>
                <Route path=path!("/") view=home::page ssr=ssr.clone() />
                <Route path=path!("/sign-in") view=account::sign_in ssr=ssr.clone() />
                <Route path=path!("/sign-up") view=account::sign_up ssr=ssr.clone() />
                <Route path=path!("/check-mail") view=account::check_mail ssr=ssr.clone() />
                <Route path=path!("/s/:token") view=account::use_link ssr=ssr.clone() />
                <Route path=path!("/e/:org/:event") view=event::page ssr=ssr.clone() />
                <Route path=path!("/o/:token") view=event::by_token ssr=ssr.clone() />
                <Route path=path!("/c/:token") view=event::confirm ssr=ssr.clone() />
                <Route path=path!("/me") view=me::page ssr=ssr.clone() />
                <Route path=path!("/confirm") view=confirm::page ssr=ssr.clone() />
                <Route path=path!("/manage/:org") view=manage::events ssr=ssr.clone() />
                <Route path=path!("/manage/:org/team") view=people::team ssr=ssr.clone() />
                <Route path=path!("/manage/:org/members") view=people::members ssr=ssr.clone() />
                <Route path=path!("/manage/:org/blocklist") view=people::blocklist ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/invitations") view=people::invited ssr=ssr.clone() />
                <Route path=path!("/manage/:org/new") view=manage_event::new ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event") view=manage_event::overview ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/edit") view=manage_event::edit ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/waitlist") view=waitlist::queue::page ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/waitlist/offers") view=waitlist::offers::page ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/waitlist/history") view=waitlist::history::page ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/registrations") view=registrations::page ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/waitlist/import") view=waitlist::import::page ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/waitlist/message") view=waitlist::message::page ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/waitlist/settings") view=waitlist::settings::page ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/waitlist/import/:import") view=waitlist::import::one ssr=ssr.clone() />
                <Route path=path!("/manage/:org/:event/door") view=door::page ssr=ssr.clone() />
                <Route path=path!("/dev/mailbox") view=mailbox::page ssr=ssr />
            </Routes>
        </Router>
    }
}

/// A part of the page's address; what no address of ours has is empty, which leads nowhere.
fn param(name: &str) -> String {
    plain(leptos_router::hooks::use_params_map().read_untracked().get(name))
}

/// A part of the page's query; absent is empty.
fn query(name: &str) -> String {
    plain(leptos_router::hooks::use_query_map().read_untracked().get(name))
}

fn plain(text: Option<String>) -> String {
    text.filter(|text| !text.chars().any(char::is_control)).unwrap_or_default()
}
