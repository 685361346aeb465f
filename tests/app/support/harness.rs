//! Registers each test twice. Without PostgreSQL (`NEXTSEAT_TEST_POSTGRES`) its half shows as ignored.

use std::future::Future;
use std::pin::Pin;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

pub struct Case {
    pub name: &'static str,
    pub run: fn(Engine) -> Pin<Box<dyn Future<Output = ()> + Send>>,
}

inventory::collect!(Case);

/// Makes a SQLite and a PostgreSQL test of each function.
macro_rules! on_both {
    ($($(#[$meta:meta])* async fn $name:ident($world:ident: World) $body:block)+) => {$(
        $(#[$meta])*
        async fn $name($world: &$crate::support::World) $body

        inventory::submit! {
            $crate::support::harness::Case {
                name: concat!(module_path!(), "::", stringify!($name)),
                run: |engine| Box::pin(async move {
                    let world = $crate::support::World::new(engine).await;
                    $name(&world).await;
                    world.finish().await;
                }),
            }
        }
    )+};
}

/// Where the throw-away PostgreSQL of this run is, if there is one.
pub fn postgres() -> Option<String> {
    std::env::var("NEXTSEAT_TEST_POSTGRES").ok().filter(|url| !url.is_empty())
}

pub fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = inventory::iter::<Case>().flat_map(|case| {
        let name = case.name.trim_start_matches("app::");
        let sqlite = Trial::test(format!("{name}::sqlite"), move || run(case, Engine::Sqlite));
        let postgres = Trial::test(format!("{name}::postgres"), move || run(case, Engine::Postgres))
            .with_ignored_flag(postgres().is_none())
            .with_kind(if postgres().is_none() { "needs NEXTSEAT_TEST_POSTGRES" } else { "" });
        [sqlite, postgres]
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn run(case: &'static Case, engine: Engine) -> Result<(), libtest_mimic::Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build()?;
    let test = runtime.spawn((case.run)(engine));
    let done = runtime.block_on(test);
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    done.map_err(|error| match error.try_into_panic() {
        Ok(panic) => {
            match panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied()) {
                Some(message) => message.to_owned().into(),
                None => "the test panicked".into(),
            }
        }
        Err(error) => error.to_string().into(),
    })
}
