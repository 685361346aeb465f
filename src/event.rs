//! Use cases on events: create, change, publish, cancel, reopen.

pub mod form;
mod lifecycle;
mod update;

pub use lifecycle::{cancel, create, publish, reopen};
pub use update::update;
