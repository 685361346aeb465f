//! The web app: router and middleware, server functions, pages.

mod api;
mod assets;
mod calendar;
mod components;
mod confirm;
mod csv;
mod dev;
pub mod error;
mod forms;
mod guard;
mod health;
mod live;
mod pages;
mod readback;
mod router;
mod session;
mod shapes;
mod viewer;

use std::sync::Arc;

use crate::clock::{MovableClock, SharedClock};
use crate::jobs::Jobs;
use crate::notify::Mailbox;
use crate::store::Db;

pub use router::{GRACE, router, serve};

/// What every request can reach.
#[derive(Debug, Clone)]
pub struct App {
    pub db: Db,
    pub clock: SharedClock,
    pub jobs: Jobs,
    /// Links begin with it; no slash at the end.
    pub base_url: String,
    /// Writes are limited per account and address.
    pub limit_writes: bool,
    /// `--dev-clock`: the clock that `POST /dev/clock` moves.
    pub dev_clock: Option<Arc<MovableClock>>,
    /// `--dev-mailbox`: the mails that `/dev/mailbox` shows.
    pub dev_mailbox: Option<Mailbox>,
    /// Sign-ins that the home page of a demo shows: what it is for, address, password.
    pub demo: Vec<(String, String, String)>,
}

impl App {
    /// Cookies are `Secure` unless people reach the app without TLS.
    fn is_secure(&self) -> bool {
        self.base_url.starts_with("https://")
    }
}
