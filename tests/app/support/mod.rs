//! What the tests stand on: worlds, people, and a harness that runs each test on both engines.

#[macro_use]
pub mod harness;
pub mod clock;
pub mod people;
pub mod world;

pub use people::Client;
pub use world::{Concert, World, at_once};
