//! Use cases on an event's queue and offers. A public function opens the event, changes it and commits; helpers take `&mut EventTx`.

pub mod add;
mod answer;
pub mod bulk;
mod confirm;
pub mod figures;
pub mod gates;
pub mod import;
mod join;
mod leave;
pub mod ledger;
pub mod message;
pub mod organizer;
mod party;
pub mod preview;
pub(crate) mod revoked;
pub mod settings;
pub mod settle;
pub mod status;
pub mod undeliverable;

pub use answer::{decline, pass, ready};
pub use confirm::{confirm, join_unsigned};
pub use join::{Joined, join};
pub(crate) use join::{check_party, join_within};
pub use leave::leave;
pub(crate) use leave::leave_within;
pub use party::set_party;
