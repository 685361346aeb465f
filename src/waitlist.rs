//! Use cases on an event's queue and offers. A public function opens the event, changes it and commits; helpers take `&mut EventTx`.

mod answer;
mod join;
mod leave;
pub mod ledger;
pub mod organizer;
pub mod settings;
pub mod settle;
pub mod status;

pub use answer::decline;
pub use join::{Joined, join};
pub use leave::leave;
pub(crate) use leave::leave_within;
