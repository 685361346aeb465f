//! One app with its database, clock and caught mail.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use nextseat::account::{self, SignUp};
use nextseat::clock::Clock as _;
use nextseat::jobs::Jobs;
use nextseat::notify::mail::Kept;
use nextseat::notify::worker::Post;
use nextseat::notify::{Mailbox, Mailer};
use nextseat::store::{Db, notifications};
use nextseat::web::{self, App};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::clock::StoppedClock;
use super::harness::{Engine, postgres};
use super::people::{Answer, Client};

pub const PASSWORD: &str = "correct horse";

pub struct World {
    pub engine: Engine,
    pub app: Arc<App>,
    pub db: Db,
    pub database: String,
    pub clock: Arc<StoppedClock>,
    pub mailbox: Mailbox,
    pub url: String,
    pub stop: watch::Sender<bool>,
    /// Where the SQLite file is; deleted with the world.
    _folder: tempfile::TempDir,
}

/// An event, its organizer, and its id.
pub struct Concert {
    pub id: String,
    pub olga: Client,
}

/// When every world begins: a Sunday noon in Vienna.
pub fn beginning() -> DateTime<Utc> {
    "2026-03-01T11:00:00Z".parse().unwrap()
}

impl World {
    pub async fn new(engine: Engine) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = match engine {
            Engine::Sqlite => format!("sqlite:{}", folder.path().join("test.db").display()),
            Engine::Postgres => fresh_postgres().await,
        };
        let db = Db::connect(&database).await.unwrap();
        db.migrate().await.unwrap();
        let clock = Arc::new(StoppedClock::at(beginning()));
        let mailbox = Mailbox::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let post = Post { mailer: Mailer::Mailbox(mailbox.clone()), base_url: url.clone() };
        let app = Arc::new(App {
            db: db.clone(),
            clock: clock.clone(),
            jobs: Jobs::new(db.clone(), clock.clone(), post),
            base_url: url.clone(),
            limit_writes: false,
            dev_clock: None,
            dev_mailbox: Some(mailbox.clone()),
            demo: vec![],
        });
        let (stop, stopping) = watch::channel(false);
        let serving = app.clone();
        tokio::spawn(async move { web::serve(&serving, listener, stopping).await });
        Self { engine, app, db, database, clock, mailbox, url, stop, _folder: folder }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Moves the clock and runs what is due then, as the jobs do.
    pub async fn advance(&self, by: TimeDelta) {
        self.clock.advance(by);
        self.settle().await;
    }

    pub async fn set(&self, now: DateTime<Utc>) {
        self.clock.set(now);
        self.settle().await;
    }

    pub async fn settle(&self) {
        self.app.jobs.catch_up().await.unwrap();
    }

    /// Mails so far, after delivering what is due.
    pub async fn mails(&self) -> Vec<Kept> {
        self.settle().await;
        self.mailbox.all()
    }

    /// The subjects of this person's mails, oldest first.
    pub async fn kinds_to(&self, person: &Client) -> Vec<String> {
        let mails = self.mails().await;
        mails.iter().filter(|mail| mail.to == person.email).map(|mail| mail.kind.to_string()).collect()
    }

    /// The token in the latest mail of this kind to this person.
    pub async fn token(&self, person: &Client, kind: &str) -> String {
        let mails = self.mails().await;
        let mail = mails.iter().rev().find(|mail| mail.to == person.email && mail.kind.as_str() == kind);
        let text = &mail.unwrap_or_else(|| panic!("no {kind} to {}", person.email)).text;
        let link = text.lines().find(|line| line.starts_with("http")).expect("a link alone on its line");
        link.rsplit('/').next().unwrap().to_owned()
    }

    pub fn stranger(&self) -> Client {
        Client::new(&self.url)
    }

    /// A person with a verified account, signed in.
    pub async fn person(&self, name: &str) -> Client {
        let email = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
        let form = SignUp {
            name: name.into(),
            email: email.clone(),
            password: Some(PASSWORD.into()),
            time_zone: None,
            language: None,
        };
        let id = account::add(&self.db, self.now(), form).await.unwrap();
        let mut client = Client::new(&self.url);
        client.post("account/sign_in", &[("email", &email), ("password", PASSWORD)]).await.ok();
        client.id = id.to_string();
        client.name = name.to_owned();
        client.email = email;
        client
    }

    pub async fn people<const N: usize>(&self, names: [&str; N]) -> [Client; N] {
        let mut people = Vec::new();
        for name in names {
            people.push(self.person(name).await);
        }
        people.try_into().unwrap()
    }

    /// A published concert in six days with these seats, and a waitlist with a window of 24 hours; Olga owns it.
    pub async fn concert(&self, seats: i64) -> Concert {
        self.concert_with(seats, &[]).await
    }

    pub async fn concert_with(&self, seats: i64, more: &[(&str, &str)]) -> Concert {
        let olga = self.person("Olga").await;
        let org = olga.post("account/organize", &[("name", "Club")]).await.ok()["slug"].as_str().unwrap().to_owned();
        let seats = seats.to_string();
        let mut fields = vec![
            ("org", org.as_str()),
            ("title", "Concert"),
            ("starts_at", "2026-03-07T19:30"),
            ("ends_at", "2026-03-07T22:00"),
            ("time_zone", "Europe/Vienna"),
            ("max_attendees", &seats),
            ("waitlist_open", "true"),
            ("waitlist_time_window", "24h"),
        ];
        fields.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
        fields.extend_from_slice(more);
        let event = olga.post("organizer/events/create", &fields).await.ok();
        let id = event["id"].as_str().unwrap().to_owned();
        olga.post("organizer/events/publish", &[("event_id", &id)]).await.ok();
        Concert { id, olga }
    }

    /// Fills the event with people called Guest 1, Guest 2 …
    pub async fn fill(&self, concert: &Concert, seats: usize) -> Vec<Client> {
        let mut guests = Vec::new();
        for n in 1..=seats {
            let guest = self.person(&format!("Guest {n}")).await;
            guest.yes(&concert.id).await.ok();
            guests.push(guest);
        }
        guests
    }

    /// At the end of a test: what is due is delivered, nothing failed, and no promise is broken.
    pub async fn finish(&self) {
        self.settle().await;
        let mut tx = self.db.read().await.unwrap();
        assert_eq!(notifications::deliverable(&mut tx, self.now()).await.unwrap(), 0, "notices are left undelivered");
        drop(tx);
        let _ = self.stop.send(true);
        self.db.close().await;
        if self.engine == Engine::Postgres {
            drop_postgres(&self.database).await;
        }
    }
}

/// Sends the same request for each of these people at the same time.
pub async fn at_once<F, Fut>(people: &[Client], act: F) -> Vec<Answer>
where
    F: Fn(Client) -> Fut,
    Fut: Future<Output = Answer> + Send + 'static,
{
    let tasks: Vec<_> = people.iter().cloned().map(|person| tokio::spawn(act(person))).collect();
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

async fn admin() -> sqlx::PgConnection {
    use sqlx::Connection as _;
    sqlx::PgConnection::connect(&postgres().expect("a PostgreSQL")).await.unwrap()
}

pub async fn fresh_postgres() -> String {
    let name = format!("t{}", nextseat::chance::id(beginning()).simple());
    sqlx::query(sqlx::AssertSqlSafe(format!("create database {name}"))).execute(&mut admin().await).await.unwrap();
    let url = postgres().expect("a PostgreSQL");
    format!("{}/{name}", url.rsplit_once('/').unwrap().0)
}

pub async fn drop_postgres(url: &str) {
    let name = url.rsplit('/').next().unwrap();
    let sql = format!("drop database if exists {name} with (force)");
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut admin().await).await.unwrap();
}
