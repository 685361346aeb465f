//! Many at the same time: exactly as many seats are given as there are.

use std::time::Duration;

use nextseat::store::Db;

use crate::support::people::Answer;
use crate::support::{Client, World, at_once};

/// How many answers have this status.
fn with_status(answers: &[Answer], status: u16) -> usize {
    answers.iter().filter(|answer| answer.status == status).count()
}

async fn crowd(world: &World, n: usize) -> Vec<Client> {
    let mut people = vec![];
    for i in 0..n {
        people.push(world.person(&format!("Runner {i}")).await);
    }
    people
}

on_both! {
    async fn r8_sixteen_want_three_seats(world: World) {
        let concert = world.concert(3).await;
        let people = crowd(world, 16).await;
        let event = concert.id.clone();
        let answers = at_once(&people, |person| { let event = event.clone(); async move { person.yes(&event).await } }).await;
        assert_eq!((with_status(&answers, 200), with_status(&answers, 409)), (3, 13));
        assert!(answers.iter().filter(|answer| answer.status == 409).all(|answer| answer.json["code"] == "event_is_full"));
        let ledger = concert.olga.ledger(&event).await;
        assert_eq!((&ledger["attendees"], &ledger["free"]), (&3.into(), &0.into()));
    }

    /// The same race without the event's lock oversells, so that the one above proves something.
    async fn without_the_lock_sixteen_take_more_than_three_seats(world: World) {
        let concert = world.concert(3).await;
        let people = crowd(world, 16).await;
        let mut racers = vec![];
        for person in &people {
            racers.push(tokio::spawn(naive::yes(world.database.clone(), concert.id.clone(), person.id.clone())));
        }
        let mut taken = 0;
        for racer in racers {
            taken += usize::from(racer.await.unwrap());
        }
        assert!(taken > 3, "it sold only {taken}");
    }

    async fn a_claim_and_a_revoke_of_one_offer_never_both_win(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (concert.olga.clone(), concert.id.clone());
        for round in 0..6 {
            let [ann, holder] = [world.person(&format!("Ann {round}")).await, world.person(&format!("Holder {round}")).await];
            holder.yes(&event).await.ok();
            ann.join(&event).await.ok();
            holder.no(&event).await.ok();
            let (offer, _) = ann.offer(&event).await.expect("the seat is free for her");
            let claim = tokio::spawn({ let (ann, event) = (ann.clone(), event.clone()); async move { ann.yes(&event).await } });
            let revoke = tokio::spawn({
                let (olga, event) = (olga.clone(), event.clone());
                async move { olga.post("organizer/offers/revoke", &[("event_id", &event), ("offer_id", &offer)]).await }
            });
            let (claim, revoke) = (claim.await.unwrap(), revoke.await.unwrap());
            match (claim.status, revoke.status) {
                (200, 409) => assert_eq!(revoke.refused().1, "not_pending"),
                // Revoked first, the seat was free again, for her as for anybody: nobody else waits.
                (200 | 409, 200) => {}
                other => panic!("{other:?}: {} {}", claim.text, revoke.text),
            }
            let ledger = olga.ledger(&event).await;
            let (attendees, held) = (ledger["attendees"].as_i64().unwrap(), ledger["held"].as_i64().unwrap());
            assert!(attendees + held <= 1, "{ledger}");
            let claimed = olga.offers(&event, "claimed").await.len();
            let revoked = olga.offers(&event, "revoked").await.len();
            assert_eq!(claimed + revoked, round + 1, "each offer has ended one way");
            ann.no(&event).await.ok();
        }
    }

    async fn at_the_deadline_nobody_else_slips_in(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.clone();
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let strangers = crowd(world, 8).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&event).await.ok();
        ben.join(&event).await.ok();
        guests[0].no(&event).await.ok();
        world.clock.set(ann.offer(&event).await.unwrap().1);
        let mut everyone = strangers;
        everyone.push(ann);
        let answers = at_once(&everyone, |person| { let event = event.clone(); async move { person.yes(&event).await } }).await;
        assert_eq!(with_status(&answers, 409), 9);
        ben.yes(&event).await.ok();
    }

    async fn two_organizers_offer_the_last_seat_to_one_person(world: World) {
        let concert = world.concert_with(1, &[("waitlist_time_window", "")]).await;
        let event = concert.id.clone();
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&event).await.ok();
        ben.join(&event).await.ok();
        guests[0].no(&event).await.ok();
        let entries = [concert.olga.entry_of(&event, "Ann").await, concert.olga.entry_of(&event, "Ben").await];
        let mut tasks = vec![];
        for n in 0..8 {
            let (olga, event, entry) = (concert.olga.clone(), event.clone(), entries[n % 2].clone());
            tasks.push(tokio::spawn(async move {
                let fields = [("event_id", event.as_str()), ("entry_id", &entry), ("expires_at", "2026-03-05T12:00")];
                olga.post("organizer/offers/create", &fields).await
            }));
        }
        let mut answers = vec![];
        for task in tasks {
            answers.push(task.await.unwrap());
        }
        assert_eq!((with_status(&answers, 200), with_status(&answers, 409)), (1, 7));
        assert!(answers.iter().filter(|a| a.status == 409).all(|a| ["already_pending", "capacity"].contains(&a.refused().1)));
        assert_eq!(concert.olga.ledger(&event).await["held"], 1);
    }

    async fn two_processes_on_one_database_share_the_seats(world: World) {
        let concert = world.concert(3).await;
        let people = crowd(world, 12).await;
        let other = Db::connect(&world.database).await.unwrap();
        let mut racers = vec![];
        for (n, person) in people.iter().enumerate() {
            let db = if n % 2 == 0 { world.db.clone() } else { other.clone() };
            let (event, person, now) = (concert.id.parse().unwrap(), person.id.parse().unwrap(), world.now());
            racers.push(tokio::spawn(async move {
                nextseat::registration::rsvp::answer(&db, now, event, person, nextseat::domain::event::Answer::Yes, 1).await.is_ok()
            }));
        }
        let mut taken = 0;
        for racer in racers {
            taken += usize::from(racer.await.unwrap());
        }
        assert_eq!(taken, 3);
        other.close().await;
    }
}

/// Count, pause, take: what a claim would be without the lock.
mod naive {
    use super::*;

    const COUNT: &str = "select count(*) from registrations where event_id = $1 and answer = 'yes'";
    const TAKE: &str = "insert into registrations (id, event_id, account_id, answer, party_size, created_at, updated_at) \
         values ($1, $2, $3, 'yes', 1, $4, $4)";

    pub async fn yes(database: String, event: String, person: String) -> bool {
        let now = crate::support::world::beginning();
        let (id, event, person): (_, uuid::Uuid, uuid::Uuid) =
            (nextseat::chance::id(now), event.parse().unwrap(), person.parse().unwrap());
        let pause = Duration::from_millis(300);
        if let Some(path) = database.strip_prefix("sqlite:") {
            let options =
                sqlx::sqlite::SqliteConnectOptions::new().filename(path).busy_timeout(Duration::from_secs(10));
            let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
            let count: i64 = sqlx::query_scalar(COUNT).bind(event).fetch_one(&pool).await.unwrap();
            tokio::time::sleep(pause).await;
            count < 3 && sqlx::query(TAKE).bind(id).bind(event).bind(person).bind(now).execute(&pool).await.is_ok()
        } else {
            let pool = sqlx::PgPool::connect(&database).await.unwrap();
            let count: i64 = sqlx::query_scalar(COUNT).bind(event).fetch_one(&pool).await.unwrap();
            tokio::time::sleep(pause).await;
            count < 3 && sqlx::query(TAKE).bind(id).bind(event).bind(person).bind(now).execute(&pool).await.is_ok()
        }
    }
}
