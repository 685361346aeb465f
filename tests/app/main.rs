//! Tests of the whole app: in-process, on a real socket, with a settable clock and caught mail; every one on SQLite and on PostgreSQL.

#[macro_use]
mod support;

mod accounts;
mod crash;
mod dates;
mod events;
mod final_call;
mod forms;
mod gates;
mod imports;
mod jobs;
mod joining;
mod lifecycle;
mod live;
mod lottery;
mod mails;
mod model;
mod nonsense;
mod offers;
mod organizers;
mod pages;
mod parties;
mod passes;
mod promotion;
mod races;
mod registrations;
mod rests;
mod schema;
mod settings;
mod statements;
mod team;
mod triggers;
mod unsigned;
mod whole_loop;

fn main() -> std::process::ExitCode {
    support::harness::main()
}
