//! kill -9 under load: what was answered is there, nothing is promised twice, no notice is lost, and the app goes on.

use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use nextseat::clock::{Clock as _, MovableClock};

use crate::support::harness::Engine;
use crate::support::{Client, World};

const SEATS: i64 = 6;
const ROUNDS: usize = 3;

/// The real server on this world's database.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    async fn start(world: &World) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let listen = format!("127.0.0.1:{port}");
        let child = Command::new(env!("CARGO_BIN_EXE_nextseat"))
            .args(["serve", "--listen", &listen, "--database", &world.database, "--dev-mailbox"])
            .env("NEXTSEAT_RATE_LIMIT", "off")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { child, url: format!("http://{listen}") };
        let (client, began) = (Client::new(&server.url), Instant::now());
        while client.request(reqwest::Method::GET, "/readyz").send().await.is_err() {
            assert!(began.elapsed() < Duration::from_secs(30), "the server doesn't start");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        server
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// The status of an answer; nothing if the server died over it.
async fn post(person: &Client, endpoint: &str, fields: &[(&str, &str)]) -> Option<u16> {
    let request = person
        .request(reqwest::Method::POST, &format!("/api/{endpoint}"))
        .header("accept", "application/json")
        .timeout(Duration::from_secs(5))
        .form(fields);
    Some(request.send().await.ok()?.status().as_u16())
}

/// Pending offers without a notice, and people who both wait and go.
async fn broken(world: &World) -> (i64, i64) {
    const UNTOLD: &str = "select count(*) from offers o where o.status = 'pending' \
         and not exists (select 1 from notifications n where n.subject_id = o.id)";
    const BOTH: &str = "select count(*) from entries e join registrations r on r.event_id = e.event_id \
         and r.account_id = e.account_id where r.answer = 'yes'";
    match world.engine {
        Engine::Sqlite => {
            let pool = sqlx::SqlitePool::connect(&world.database).await.unwrap();
            let untold = sqlx::query_scalar(UNTOLD).fetch_one(&pool).await.unwrap();
            (untold, sqlx::query_scalar(BOTH).fetch_one(&pool).await.unwrap())
        }
        Engine::Postgres => {
            let pool = sqlx::PgPool::connect(&world.database).await.unwrap();
            let untold = sqlx::query_scalar(UNTOLD).fetch_one(&pool).await.unwrap();
            (untold, sqlx::query_scalar(BOTH).fetch_one(&pool).await.unwrap())
        }
    }
}

on_both! {
    async fn killed_under_load_the_app_loses_nothing_and_goes_on(world: World) {
        // The real server lives in real time.
        world.clock.set(MovableClock::default().now());
        let (start, seats) = (world.now() + TimeDelta::days(30), SEATS.to_string());
        let (starts_at, ends_at) = (start.to_rfc3339(), (start + TimeDelta::hours(2)).to_rfc3339());
        let concert = world
            .concert_with(0, &[("starts_at", &starts_at), ("ends_at", &ends_at), ("max_attendees", &seats)])
            .await;
        let event = concert.id.clone();
        let mut people = vec![];
        for n in 0..16 {
            people.push(world.person(&format!("Runner {n}")).await);
        }
        // The first three claim one seat each, in a round of their own, and keep it; the others come and go.
        let keepers = Arc::new(Mutex::new(Vec::<String>::new()));
        for round in 0..ROUNDS {
            let server = Server::start(world).await;
            let over = Arc::new(AtomicBool::new(false));
            let mut load = vec![];
            for (n, person) in people.iter().enumerate() {
                let (person, event, over, keepers) = (person.at(&server.url), event.clone(), over.clone(), keepers.clone());
                let keeper = n == round;
                if n < ROUNDS && !keeper {
                    continue;
                }
                load.push(tokio::spawn(async move {
                    while !over.load(Ordering::Relaxed) {
                        let id = [("event_id", event.as_str())];
                        if post(&person, "waitlist/join", &id).await.is_none() {
                            return;
                        }
                        let yes = post(&person, "rsvp/answer", &[id[0], ("answer", "yes")]).await;
                        if yes == Some(200) && keeper {
                            keepers.lock().unwrap().push(person.name.clone());
                            return;
                        }
                        if yes == Some(200) {
                            post(&person, "rsvp/answer", &[id[0], ("answer", "no")]).await;
                        }
                    }
                }));
            }
            // Under load for a while, and until this round's claim was answered, however busy the machine is.
            let began = Instant::now();
            while began.elapsed() < Duration::from_millis(1200)
                || (keepers.lock().unwrap().len() <= round && began.elapsed() < Duration::from_secs(30))
            {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            server.kill();
            over.store(true, Ordering::Relaxed);
            for task in load {
                task.await.unwrap();
            }
            assert_eq!(broken(world).await, (0, 0), "round {round}");
            world.clock.set(MovableClock::default().now());
            let ledger = concert.olga.ledger(&event).await;
            let number = |name: &str| ledger[name].as_i64().unwrap();
            assert!(number("attendees") + number("held") <= SEATS, "{ledger}");
        }
        let kept = keepers.lock().unwrap().clone();
        assert_eq!(kept.len(), ROUNDS, "a claim of each round was answered");
        for name in &kept {
            let person = people.iter().find(|person| person.name == *name).unwrap();
            assert_eq!(person.status(&event).await["registration"]["status"], "yes", "{name}: what was answered is on disk");
        }
        // What the dead had leased is delivered once the leases are over.
        world.clock.advance(TimeDelta::minutes(3));
        world.settle().await;
        let newcomer = world.person("Newcomer").await;
        for person in &people {
            person.no(&event).await.ok();
        }
        newcomer.yes(&event).await.ok();
    }
}
