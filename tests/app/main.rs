//! Tests of the whole app: in-process, on a real socket, with a settable clock and caught mail; every one on SQLite and on PostgreSQL.

#[macro_use]
mod support;

mod accounts;
mod events;
mod forms;
mod jobs;
mod joining;
mod mails;
mod model;
mod offers;
mod passes;
mod races;
mod schema;
mod settings;
mod statements;
mod whole_loop;

fn main() -> std::process::ExitCode {
    support::harness::main()
}
