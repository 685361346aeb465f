//! Random commands against a small model in memory; after each one the app and the model agree, and every invariant holds.

use chrono::{DateTime, TimeDelta, Utc};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::support::{Client, Concert, World};

const PEOPLE: usize = 7;
const WINDOW: i64 = 3;

#[derive(Debug, Clone, Copy)]
enum Command {
    Yes(usize),
    No(usize),
    Join(usize),
    Leave(usize),
    Decline(usize),
    Revoke(usize),
    Capacity(i64),
    Batch(i64),
    Advance(i64),
}

/// What docs/domain.md says should be, for parties of one, a window of three hours and strict order.
#[derive(Debug, Clone)]
struct Model {
    now: DateTime<Utc>,
    capacity: i64,
    batch: i64,
    going: [bool; PEOPLE],
    /// In line order; skipped people stay in it.
    line: Vec<usize>,
    skipped: [bool; PEOPLE],
    offers: [Option<DateTime<Utc>>; PEOPLE],
}

impl Model {
    fn held(&self) -> i64 {
        self.offers.iter().flatten().count() as i64
    }

    fn attendees(&self) -> i64 {
        self.going.iter().filter(|going| **going).count() as i64
    }

    fn free(&self) -> i64 {
        (self.capacity - self.attendees() - self.held()).max(0)
    }

    fn eligible(&self, person: usize) -> bool {
        self.offers[person].is_none() && !self.skipped[person]
    }

    fn rank(&self, person: usize) -> Option<i64> {
        let at = self.line.iter().position(|p| *p == person)?;
        self.eligible(person).then(|| 1 + self.line[..at].iter().filter(|p| self.eligible(**p)).count() as i64)
    }

    /// R6, R15: what is past its deadline ends, and its people go to the end of the line; then the seats go on.
    fn settle(&mut self) {
        let mut lapsed: Vec<(DateTime<Utc>, usize, usize)> = vec![];
        for (place, person) in self.line.iter().enumerate() {
            if let Some(deadline) = self.offers[*person].filter(|deadline| *deadline <= self.now) {
                lapsed.push((deadline, place, *person));
            }
        }
        lapsed.sort_unstable();
        for (_, _, person) in lapsed {
            self.offers[person] = None;
            self.line.retain(|p| *p != person);
            self.line.push(person);
        }
        while self.free() > 0 && (self.batch == 0 || self.held() < self.batch) {
            let Some(next) = self.line.iter().copied().find(|person| self.eligible(*person)) else { break };
            self.offers[next] = Some(self.now + TimeDelta::hours(WINDOW));
        }
    }

    fn leave(&mut self, person: usize) {
        self.offers[person] = None;
        self.skipped[person] = false;
        self.line.retain(|p| *p != person);
    }

    /// The status that the app should answer with.
    fn apply(&mut self, command: Command) -> u16 {
        self.settle();
        let status = match command {
            Command::Yes(p) if self.going[p] => 200,
            Command::Yes(p) if self.offers[p].is_some() || self.free() > 0 => {
                self.leave(p);
                self.going[p] = true;
                200
            }
            Command::Yes(_) => 409,
            Command::No(p) => {
                self.leave(p);
                self.going[p] = false;
                200
            }
            Command::Join(p) if self.line.contains(&p) => 200,
            Command::Join(p) if self.going[p] || self.free() > 0 => 409,
            Command::Join(p) => {
                self.line.push(p);
                200
            }
            Command::Leave(p) => {
                self.leave(p);
                200
            }
            Command::Decline(p) | Command::Revoke(p) if self.offers[p].is_none() => 409,
            Command::Decline(p) => {
                self.leave(p);
                200
            }
            Command::Revoke(p) => {
                self.offers[p] = None;
                self.skipped[p] = true;
                200
            }
            Command::Capacity(n) => {
                self.capacity = n;
                while self.attendees() + self.held() > n {
                    // R25: newest first, then the later place.
                    let place = |p: &usize| self.line.iter().position(|q| q == p);
                    let newest =
                        (0..PEOPLE).filter(|p| self.offers[*p].is_some()).max_by_key(|p| (self.offers[*p], place(p)));
                    let Some(newest) = newest else { break };
                    self.offers[newest] = None;
                }
                200
            }
            Command::Batch(n) => {
                self.batch = n;
                200
            }
            Command::Advance(minutes) => {
                self.now += TimeDelta::minutes(minutes);
                200
            }
        };
        self.settle();
        status
    }
}

fn draw(rng: &mut StdRng) -> Command {
    let person = rng.random_range(0..PEOPLE);
    match rng.random_range(0..20) {
        0..4 => Command::Yes(person),
        4..7 => Command::No(person),
        7..11 => Command::Join(person),
        11 => Command::Leave(person),
        12 => Command::Decline(person),
        13 => Command::Revoke(person),
        14 => Command::Capacity(rng.random_range(0..5)),
        15 => Command::Batch(rng.random_range(0..3)),
        _ => Command::Advance(rng.random_range(1..120)),
    }
}

struct Game<'a> {
    world: &'a World,
    concert: Concert,
    people: Vec<Client>,
    model: Model,
}

impl<'a> Game<'a> {
    async fn begin(world: &'a World) -> Self {
        let concert = world
            .concert_with(
                2,
                &[("waitlist_time_window", "3h"), ("starts_at", "2026-12-07T19:30"), ("ends_at", "2026-12-07T22:00")],
            )
            .await;
        let mut people = vec![];
        for n in 0..PEOPLE {
            people.push(world.person(&format!("Player {n}")).await);
        }
        let model = Model {
            now: world.now(),
            capacity: 2,
            batch: 0,
            going: [false; PEOPLE],
            line: vec![],
            skipped: [false; PEOPLE],
            offers: [None; PEOPLE],
        };
        Self { world, concert, people, model }
    }

    async fn last_offer(&self, person: usize) -> String {
        let offers = self.concert.olga.offers(&self.concert.id, "").await;
        let mine = offers.iter().find(|offer| offer["user"]["name"] == self.people[person].name.as_str());
        mine.map_or_else(|| uuid::Uuid::nil().to_string(), |offer| offer["id"].as_str().unwrap().to_owned())
    }

    async fn send(&self, command: Command) -> u16 {
        let event = self.concert.id.as_str();
        let olga = &self.concert.olga;
        match command {
            Command::Yes(p) => self.people[p].yes(event).await.status,
            Command::No(p) => self.people[p].no(event).await.status,
            Command::Join(p) => self.people[p].join(event).await.status,
            Command::Leave(p) => self.people[p].leave(event).await.status,
            // Who never had an offer has none to answer: the id is unknown.
            Command::Decline(p) => {
                let offer = self.last_offer(p).await;
                known(self.people[p].post("offers/decline", &[("offer_id", &offer)]).await.status)
            }
            Command::Revoke(p) => {
                let offer = self.last_offer(p).await;
                known(olga.post("organizer/offers/revoke", &[("event_id", event), ("offer_id", &offer)]).await.status)
            }
            Command::Capacity(n) => {
                let change = [("max_attendees", n.to_string())];
                olga.change(event, &[("max_attendees", &change[0].1), ("confirm_withdraw", "true")]).await.status
            }
            Command::Batch(n) => olga.save(event, &[("waitlist_batch_size", &n.to_string())]).await.status,
            Command::Advance(minutes) => {
                self.world.clock.advance(TimeDelta::minutes(minutes));
                200
            }
        }
    }

    /// R10: what the page says of a YES by someone who isn't going; a write decides the same.
    async fn page_allows(&self, command: Command) -> Option<bool> {
        match command {
            Command::Yes(p) if !self.model.going[p] => {
                self.people[p].status(&self.concert.id).await["allowed"].as_bool()
            }
            _ => None,
        }
    }

    /// The app says what the model says.
    async fn compare(&self, said: &str) {
        let event = self.concert.id.as_str();
        let ledger = self.concert.olga.ledger(event).await;
        let number = |name: &str| ledger[name].as_i64().unwrap();
        let model = &self.model;
        assert_eq!(
            (number("capacity"), number("attendees"), number("held"), number("free")),
            (model.capacity, model.attendees(), model.held(), model.free()),
            "{said}\n{model:?}"
        );
        // A lower capacity removes nobody who is going; but nothing is promised beyond it.
        assert!(model.held() == 0 || number("attendees") + number("held") <= number("capacity"), "{said}");
        let entries = self.concert.olga.entries(event).await;
        let line: Vec<usize> =
            entries.iter().map(|entry| self.index(entry["user"]["name"].as_str().unwrap())).collect();
        assert_eq!(line, model.line, "{said}\n{model:?}");
        for (entry, person) in entries.iter().zip(&line) {
            assert_eq!(entry["position"].as_i64(), model.rank(*person), "{said}\n{model:?}");
            let deadline = entry["current_offer"]["expires_at"].as_str().map(|at| at.parse::<DateTime<Utc>>().unwrap());
            assert_eq!(deadline, model.offers[*person], "{said}\n{model:?}");
        }
    }

    fn index(&self, name: &str) -> usize {
        self.people.iter().position(|person| person.name == name).unwrap()
    }
}

fn known(status: u16) -> u16 {
    if status == 404 { 409 } else { status }
}

on_both! {
    async fn the_app_does_what_the_model_does(world: World) {
        let steps = if std::env::var("NEXTSEAT_TEST_LONG").is_ok() { 20_000 } else { 400 };
        let seed = std::env::var("NEXTSEAT_TEST_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_260_301);
        let mut rng = StdRng::seed_from_u64(seed);
        let mut game = Game::begin(world).await;
        let mut history = vec![];
        for step in 0..steps {
            let command = draw(&mut rng);
            history.push(command);
            let page = game.page_allows(command).await;
            let expected = game.model.apply(command);
            let status = game.send(command).await;
            let tail = &history[history.len().saturating_sub(12)..];
            let said = format!("seed {seed}, step {step}: {command:?}, the last steps: {tail:?}");
            assert_eq!(status, expected, "{said}\n{:?}", game.model);
            assert!(page.is_none_or(|allowed| allowed == (status == 200)), "R10: the page said otherwise: {said}");
            game.compare(&said).await;
        }
    }
}
