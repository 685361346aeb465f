//! The final call (R19, R20): its own timer, first come first served, nobody invited twice, no mail when it ends by time.

use chrono::{DateTime, TimeDelta, Utc};

use crate::support::{Client, Concert, World};

fn utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// The concert starts on 7 March at 18:30 UTC; its cutoff is a day before.
const CUTOFF: (&str, &str) = ("waitlist_cutoff_date", "2026-03-06T19:30");

async fn invited(concert: &Concert) -> Vec<String> {
    let pending = concert.olga.offers(&concert.id, "pending").await;
    let mut names: Vec<String> = pending
        .iter()
        .filter(|offer| offer["is_cutoff_batch"] == true)
        .map(|offer| offer["user"]["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

async fn full_with_queue<const N: usize>(
    world: &World,
    concert: &Concert,
    names: [&str; N],
) -> (Vec<Client>, [Client; N]) {
    let guests = world.fill(concert, 2).await;
    let people = world.people(names).await;
    for person in &people {
        person.join(&concert.id).await.ok();
    }
    (guests, people)
}

on_both! {
    async fn r19_at_the_cutoff_everyone_is_invited_and_nothing_is_held(world: World) {
        let concert = world.concert_with(2, &[CUTOFF]).await;
        let (guests, people) = full_with_queue(world, &concert, ["Ann", "Ben", "Clara"]).await;
        world.set(utc("2026-03-06T18:29:59Z")).await;
        assert_eq!(concert.olga.ledger(&concert.id).await["mode"], "offers");
        assert_eq!(concert.olga.ledger(&concert.id).await["next_at"], "2026-03-06T18:30:00Z");
        world.set(utc("2026-03-06T18:30:00Z")).await;
        assert_eq!(concert.olga.ledger(&concert.id).await["mode"], "final_call");
        assert_eq!(invited(&concert).await, Vec::<String>::new(), "nothing is free");
        guests[0].no(&concert.id).await.ok();
        assert_eq!(invited(&concert).await, ["Ann", "Ben", "Clara"]);
        let ledger = concert.olga.ledger(&concert.id).await;
        assert_eq!((&ledger["held"], &ledger["free"]), (&0.into(), &1.into()));
        // Nothing is reserved, for nobody: a stranger may take the seat, and the invited are too late.
        let [stranger] = world.people(["Stranger"]).await;
        stranger.yes(&concert.id).await.ok();
        let late = people[0].yes(&concert.id).await;
        assert_eq!(late.refused(), (409, "event_is_full"));
        assert!(people[0].open("/e/club/concert").await.text.contains("All seats are taken at the moment"));
        guests[1].no(&concert.id).await.ok();
        people[2].yes(&concert.id).await.ok();
        assert_eq!(concert.olga.offers(&concert.id, "claimed").await.len(), 1);
    }

    async fn r19_without_a_cutoff_the_shortest_window_decides(world: World) {
        let concert = world.concert_with(2, &[("waitlist_min_window", "2h")]).await;
        let (guests, people) = full_with_queue(world, &concert, ["Ann", "Ben"]).await;
        world.set(utc("2026-03-07T16:30:00Z")).await;
        guests[0].no(&concert.id).await.ok();
        assert_eq!(invited(&concert).await, Vec::<String>::new(), "exactly the shortest window is left: an ordinary offer");
        let (_, deadline) = people[0].offer(&concert.id).await.unwrap();
        assert_eq!(deadline, utc("2026-03-07T18:30:00Z"));
        world.advance(TimeDelta::microseconds(1)).await;
        guests[1].no(&concert.id).await.ok();
        // Ann keeps her ordinary offer; Ben is invited to the seat that is free.
        assert_eq!(invited(&concert).await, ["Ben"]);
        assert_eq!(concert.olga.ledger(&concert.id).await["held"], 1);
    }

    async fn r19_late_lapses_and_late_joiners_are_invited_and_nobody_twice(world: World) {
        let concert = world.concert_with(2, &[CUTOFF]).await;
        let (guests, people) = full_with_queue(world, &concert, ["Ann", "Ben"]).await;
        world.set(utc("2026-03-06T12:00:00Z")).await;
        guests[0].no(&concert.id).await.ok();
        assert!(people[0].offer(&concert.id).await.is_some(), "an ordinary offer of 24 h");
        world.set(utc("2026-03-06T18:30:00Z")).await;
        guests[1].no(&concert.id).await.ok();
        assert_eq!(invited(&concert).await, ["Ben"]);
        // Both seats are gone again; who joins now is invited as soon as one is free.
        let [late, taker] = world.people(["Late", "Taker"]).await;
        taker.yes(&concert.id).await.ok();
        late.join(&concert.id).await.ok();
        assert_eq!(invited(&concert).await, ["Ben"]);
        world.set(utc("2026-03-07T12:00:00Z")).await;
        // Ann's ordinary offer lapsed: its seat is free, and she is invited like everyone.
        assert_eq!(invited(&concert).await, ["Ann", "Ben", "Late"]);
        let (offer, _) = people[1].offer(&concert.id).await.unwrap();
        people[1].post("offers/decline", &[("offer_id", &offer), ("keep_place", "true")]).await.ok();
        people[1].post("waitlist/ready", &[("event_id", &concert.id)]).await.ok();
        assert_eq!(invited(&concert).await, ["Ann", "Late"], "nobody twice");
    }

    async fn r20_no_notice_when_it_ends_by_time_and_no_lapse(world: World) {
        let concert = world.concert_with(2, &[CUTOFF]).await;
        let (guests, people) = full_with_queue(world, &concert, ["Ann", "Ben"]).await;
        world.set(utc("2026-03-06T18:30:00Z")).await;
        guests[0].no(&concert.id).await.ok();
        world.settle().await;
        let before = world.mails().await.len();
        assert_eq!(world.kinds_to(&people[0]).await, ["waitlist_joined", "spot_available_final_call"]);
        world.set(utc("2026-03-07T18:30:00Z")).await;
        assert_eq!(world.mails().await.len(), before, "no mail storm at the start");
        let ended = concert.olga.offers(&concert.id, "expired").await;
        assert!(ended.len() == 2 && ended.iter().all(|offer| offer["end_reason"] == "deadline"));
        assert_eq!(concert.olga.line(&concert.id).await, ["Ann", "Ben"], "no lapse: the order stays");
    }

    async fn r19_moving_the_cutoff_revokes_the_invitations_and_a_new_call_invites_anew(world: World) {
        let concert = world.concert_with(2, &[CUTOFF]).await;
        let (guests, people) = full_with_queue(world, &concert, ["Ann", "Ben"]).await;
        world.set(utc("2026-03-06T18:30:00Z")).await;
        guests[0].no(&concert.id).await.ok();
        assert_eq!(invited(&concert).await, ["Ann", "Ben"]);
        world.settle().await;
        concert.olga.save(&concert.id, &[("waitlist_cutoff_date", "2026-03-07T12:00")]).await.ok();
        let revoked = concert.olga.offers(&concert.id, "revoked").await;
        assert!(revoked.len() == 2 && revoked.iter().all(|offer| offer["end_reason"] == "cutoff_moved"), "{revoked:?}");
        assert!(people[0].offer(&concert.id).await.is_some(), "the free seat is offered in order again");
        assert_eq!(world.kinds_to(&people[1]).await, ["waitlist_joined", "spot_available_final_call", "offer_withdrawn"]);
        world.set(utc("2026-03-07T11:00:00Z")).await;
        guests[1].no(&concert.id).await.ok();
        assert_eq!(invited(&concert).await, ["Ben"], "it begins anew");
    }

    async fn r19_cancelling_ends_it_and_reopening_begins_it_anew(world: World) {
        let concert = world.concert_with(2, &[CUTOFF]).await;
        let (guests, _) = full_with_queue(world, &concert, ["Ann", "Ben"]).await;
        world.set(utc("2026-03-06T18:30:00Z")).await;
        guests[0].no(&concert.id).await.ok();
        let olga = &concert.olga;
        olga.post("organizer/events/cancel", &[("event_id", &concert.id)]).await.ok();
        let revoked = olga.offers(&concert.id, "revoked").await;
        assert!(revoked.len() == 2 && revoked.iter().all(|offer| offer["end_reason"] == "event_cancelled"));
        world.advance(TimeDelta::minutes(5)).await;
        olga.post("organizer/events/reopen", &[("event_id", &concert.id)]).await.ok();
        assert_eq!(invited(&concert).await, ["Ann", "Ben"]);
        olga.save(&concert.id, &[("waitlist_open", "false")]).await.ok();
        let again = olga.offers(&concert.id, "revoked").await;
        assert!(again[..2].iter().all(|offer| offer["end_reason"] == "waitlist_closed"), "{again:?}");
    }

    /// Found by the model: a call that ended and began again at one instant took everyone for invited.
    async fn r19_closed_and_opened_at_the_same_instant_it_begins_anew(world: World) {
        let concert = world.concert_with(2, &[CUTOFF]).await;
        let (guests, _) = full_with_queue(world, &concert, ["Ann", "Ben"]).await;
        world.set(utc("2026-03-06T18:30:00Z")).await;
        guests[0].no(&concert.id).await.ok();
        for act in ["close", "reopen"] {
            concert.olga.post(&format!("organizer/events/{act}"), &[("event_id", &concert.id)]).await.ok();
        }
        assert_eq!(invited(&concert).await, ["Ann", "Ben"]);
    }

    async fn r19_queue_first_and_strict_waiting_do_not_apply_page_and_lock_agree(world: World) {
        let settings = [CUTOFF, ("waitlist_queue_first", "true"), ("max_party_size", "2")];
        let concert = world.concert_with(2, &settings).await;
        let guests = world.fill(&concert, 2).await;
        let [pair, stranger] = world.people(["Pair", "Stranger"]).await;
        pair.join_as(&concert.id, 2).await.ok();
        guests[0].no(&concert.id).await.ok();
        assert_eq!(stranger.status(&concert.id).await["allowed"], false);
        world.clock.set(utc("2026-03-06T18:30:00Z"));
        // No job has run: the page settles what is due before it is shown, and says what the write does.
        assert_eq!(stranger.status(&concert.id).await["allowed"], true);
        stranger.yes(&concert.id).await.ok();
    }

    async fn r41_invitations_follow_the_claim_deadline(world: World) {
        let concert = world.concert_with(2, &[CUTOFF]).await;
        let (guests, people) = full_with_queue(world, &concert, ["Ann", "Ben"]).await;
        world.set(utc("2026-03-06T18:30:00Z")).await;
        guests[0].no(&concert.id).await.ok();
        concert.olga.change(&concert.id, &[("starts_at", "2026-03-07T20:30"), ("ends_at", "2026-03-07T23:00")]).await.ok();
        assert_eq!(people[0].offer(&concert.id).await.unwrap().1, utc("2026-03-07T19:30:00Z"));
        concert.olga.change(&concert.id, &[("registration_deadline", "2026-03-07T12:00")]).await.ok();
        assert_eq!(people[0].offer(&concert.id).await.unwrap().1, utc("2026-03-07T11:00:00Z"));
        let refused = concert.olga.change(&concert.id, &[("starts_at", "2026-03-06T19:00"), ("registration_deadline", "")]).await;
        assert_eq!(refused.refused(), (400, "invalid"));
        assert!(refused.json["fields"]["waitlist_cutoff_date"].is_array(), "a cutoff no longer before the start: {}", refused.text);
    }
}
