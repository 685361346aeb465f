//! Use cases on events: create, change, publish, cancel, close, reopen, copy, delete.

pub mod form;
mod lifecycle;
mod update;

pub use lifecycle::{cancel, close, copy, create, delete, publish, reopen};
pub use update::{preview, update};
