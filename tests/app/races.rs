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

on_both! {
    async fn r19_in_the_final_call_exactly_as_many_win_as_there_are_seats(world: World) {
        let concert = world.concert_with(3, &[("waitlist_cutoff_date", "2026-03-01T11:30")]).await;
        let event = concert.id.clone();
        let guests = world.fill(&concert, 3).await;
        let people = crowd(world, 12).await;
        for person in &people {
            person.join(&event).await.ok();
        }
        for guest in &guests {
            guest.no(&event).await.ok();
        }
        let answers = at_once(&people, |person| { let event = event.clone(); async move { person.yes(&event).await } }).await;
        assert_eq!((with_status(&answers, 200), with_status(&answers, 409)), (3, 9));
        assert_eq!(concert.olga.ledger(&event).await["attendees"], 3);
    }

    async fn several_seats_that_free_at_once_promote_several(world: World) {
        let concert = world.concert_with(5, &[("waitlist_time_window", ""), ("waitlist_auto_promote", "true")]).await;
        let event = concert.id.clone();
        let guests = world.fill(&concert, 5).await;
        let people = crowd(world, 6).await;
        for person in &people {
            person.join(&event).await.ok();
        }
        at_once(&guests, |guest| { let event = event.clone(); async move { guest.no(&event).await } }).await;
        let ledger = concert.olga.ledger(&event).await;
        assert_eq!((&ledger["attendees"], &ledger["waiting"]), (&5.into(), &1.into()));
        assert_eq!(concert.olga.line(&event).await, ["Runner 5"], "in order");
        assert_eq!(people[5].position(&event).await, Some(1));
    }

    async fn one_person_joins_many_times_at_once_and_has_one_entry(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.clone();
        world.fill(&concert, 1).await;
        let ann = world.person("Ann").await;
        let same = vec![ann.clone(); 8];
        let answers = at_once(&same, |person| { let event = event.clone(); async move { person.join(&event).await } }).await;
        assert_eq!(with_status(&answers, 200), 8);
        assert_eq!(answers.iter().filter(|answer| answer.json["already"] == false).count(), 1);
        assert_eq!(concert.olga.line(&event).await, ["Ann"]);
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined"]);
    }

    async fn a_claim_and_a_lower_capacity_never_promise_too_much(world: World) {
        let concert = world.concert(2).await;
        let (olga, event) = (concert.olga.clone(), concert.id.clone());
        for round in 0..5 {
            let [ann, keeps, leaves] = [format!("Ann {round}"), format!("Keeps {round}"), format!("Leaves {round}")];
            let [ann, keeps, leaves] = [world.person(&ann).await, world.person(&keeps).await, world.person(&leaves).await];
            keeps.yes(&event).await.ok();
            leaves.yes(&event).await.ok();
            ann.join(&event).await.ok();
            leaves.no(&event).await.ok();
            let claim = tokio::spawn({ let (ann, event) = (ann.clone(), event.clone()); async move { ann.yes(&event).await } });
            let lower = tokio::spawn({
                let (olga, event) = (olga.clone(), event.clone());
                async move { olga.change(&event, &[("max_attendees", "1"), ("confirm_withdraw", "true")]).await }
            });
            let (claim, lower) = (claim.await.unwrap(), lower.await.unwrap());
            lower.ok();
            let ledger = olga.ledger(&event).await;
            match claim.status {
                // Nobody is removed; free shows 0.
                200 => assert_eq!((&ledger["attendees"], &ledger["held"], &ledger["free"]), (&2.into(), &0.into(), &0.into())),
                409 => assert_eq!((&ledger["attendees"], &ledger["held"]), (&1.into(), &0.into())),
                other => panic!("{other}: {}", claim.text),
            }
            for person in [&ann, &keeps] {
                person.no(&event).await.ok();
            }
            olga.change(&event, &[("max_attendees", "2")]).await.ok();
        }
    }

    async fn an_offer_made_again_and_a_claim_of_the_one_it_replaces_never_both_win(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (concert.olga.clone(), concert.id.clone());
        let ann = world.person("Ann").await;
        for round in 0..5 {
            let [ben, holder] = [world.person(&format!("Ben {round}")).await, world.person(&format!("Holder {round}")).await];
            holder.yes(&event).await.ok();
            ann.join(&event).await.ok();
            ben.join(&event).await.ok();
            holder.no(&event).await.ok();
            let (old, _) = ann.offer(&event).await.unwrap();
            ann.post("offers/decline", &[("offer_id", &old), ("keep_place", "true")]).await.ok();
            let (live, _) = ben.offer(&event).await.unwrap();
            let claim = tokio::spawn({ let (ben, event) = (ben.clone(), event.clone()); async move { ben.yes(&event).await } });
            let again = tokio::spawn({
                let (olga, event) = (olga.clone(), event.clone());
                async move { olga.post("organizer/offers/reactivate", &[("event_id", &event), ("offer_id", &old), ("instead_of", &live)]).await }
            });
            let (claim, again) = (claim.await.unwrap(), again.await.unwrap());
            assert!(matches!((claim.status, again.status), (200, 409) | (409, 200)), "{} {}", claim.text, again.text);
            let ledger = olga.ledger(&event).await;
            assert_eq!(ledger["attendees"].as_i64().unwrap() + ledger["held"].as_i64().unwrap(), 1, "{ledger}");
            for person in [&ann, &ben] {
                person.no(&event).await.ok();
            }
        }
    }

    async fn settings_saved_among_passes_lose_no_seat(world: World) {
        let concert = world.concert(4).await;
        let (olga, event) = (concert.olga.clone(), concert.id.clone());
        let guests = world.fill(&concert, 4).await;
        let people = crowd(world, 8).await;
        for person in &people {
            person.join(&event).await.ok();
        }
        let saving = tokio::spawn({
            let (olga, event) = (olga.clone(), event.clone());
            async move {
                for batch in ["1", "2", "0", "1", "3", "0"] {
                    olga.save(&event, &[("waitlist_batch_size", batch)]).await.ok();
                }
            }
        });
        let giving = at_once(&guests, |guest| { let event = event.clone(); async move { guest.no(&event).await } });
        let answers = at_once(&people, |person| {
            let event = event.clone();
            async move {
                for _ in 0..5 {
                    let answer = person.yes(&event).await;
                    if answer.status == 200 {
                        return answer;
                    }
                }
                person.yes(&event).await
            }
        });
        let (_, answers) = tokio::join!(giving, answers);
        saving.await.unwrap();
        let ledger = olga.ledger(&event).await;
        let number = |name: &str| ledger[name].as_i64().unwrap();
        assert_eq!(number("attendees"), with_status(&answers, 200) as i64);
        assert_eq!(number("attendees") + number("held"), 4, "every seat is someone's: {ledger}");
    }

    /// Claims, cancellations, joins and sweeps by two processes at once.
    async fn two_processes_keep_every_promise(world: World) {
        use nextseat::domain::event::Answer::{No, Yes};
        use nextseat::registration::rsvp;
        use nextseat::waitlist::settle::{Trigger, settle_event};

        let concert = world.concert_with(3, &[("waitlist_time_window", "1h")]).await;
        let people = crowd(world, 10).await;
        let other = Db::connect(&world.database).await.unwrap();
        let event = concert.id.parse().unwrap();
        let mut racers = vec![];
        for (n, person) in people.iter().enumerate() {
            let db = if n % 2 == 0 { world.db.clone() } else { other.clone() };
            let (person, beginning) = (person.id.parse().unwrap(), world.now());
            racers.push(tokio::spawn(async move {
                for step in 0..12_i64 {
                    let now = beginning + chrono::TimeDelta::minutes(step * 7);
                    // Refusals are part of the game; a broken database isn't.
                    let done = match (step + n as i64) % 4 {
                        0 | 2 => rsvp::answer(&db, now, event, person, Yes, 1).await.map(drop),
                        1 => nextseat::waitlist::join(&db, now, event, person, 1).await.map(drop),
                        _ => rsvp::answer(&db, now, event, person, No, 1).await.map(drop),
                    };
                    assert!(!matches!(done, Err(nextseat::error::Error::Store(_))), "{done:?}");
                    settle_event(&db, event, now, Trigger::Sweep).await.unwrap();
                }
            }));
        }
        for racer in racers {
            racer.await.unwrap();
        }
        world.clock.advance(chrono::TimeDelta::hours(2));
        let ledger = concert.olga.ledger(&concert.id).await;
        let number = |name: &str| ledger[name].as_i64().unwrap();
        assert!(number("attendees") + number("held") <= 3, "{ledger}");
        let entries = concert.olga.entries(&concert.id).await;
        let waits = entries.iter().any(|entry| entry["state"] == "waiting");
        assert!(number("free") == 0 || !waits, "no seat is lost: {ledger}");
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
