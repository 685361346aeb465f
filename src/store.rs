//! The tables: `Db`, `Tx`, `EventTx` and the SQL, one file per table.

pub mod accounts;
pub mod activities;
pub mod blocks;
mod bulk;
pub mod changes;
pub mod db;
pub mod draws;
pub mod entries;
pub mod event_tx;
pub mod events;
pub mod figures;
pub mod imports;
pub mod invitations;
pub mod jobs;
pub mod messages;
pub mod notifications;
pub mod offers;
pub mod organizations;
mod predicates;
pub mod registrations;
pub mod samples;
pub mod sessions;
pub mod standing;
pub mod tokens;

pub use db::{Db, Tx};
pub use event_tx::EventTx;

/// A search text as a `like` pattern with `\` as escape: `%text%`, lower case; empty stays empty.
fn like(text: &str) -> String {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return text;
    }
    format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}
