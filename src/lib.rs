//! nextseat: runs an event's waitlist. The map, one line a module; arrows point down it only.

pub mod account; // sign-up, sign-in, links, organizations, roles
pub mod chance; // randomness, drawn in one place
pub mod clock; // the time, asked by web, jobs and main only
pub mod config; // options of the command line and the environment
pub mod demo; // what `nextseat demo` begins with
pub mod doctor; // looks for what is wrong with an installation
pub mod domain; // the rules: pure, no I/O, no clock, no database
pub mod error; // what a use case answers when it can't
pub mod event; // use cases on events: create, change, publish, cancel, reopen
pub mod jobs; // the schedule: alarm, sweep, nudge, delivery
pub mod language; // the catalogue: sentences in each language
pub mod notify; // the outbox's way out: letters, mails
pub mod registration; // taking and giving up seats
pub mod store; // the tables and their SQL; EventTx, the one door
pub mod waitlist; // use cases on the queue and its offers; the pass
pub mod web; // router, middleware, server functions, pages
