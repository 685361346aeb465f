//! Passes (docs/domain.md §5): what they offer, to whom, until when, and that a promise holds.

use chrono::TimeDelta;

use crate::support::{Client, Concert};

/// These people join one after the other.
async fn queue(concert: &Concert, people: &[Client]) {
    for person in people {
        person.join(&concert.id).await.ok();
    }
}

async fn holders(concert: &Concert) -> Vec<String> {
    let offers = concert.olga.offers(&concert.id, "pending").await;
    let mut names: Vec<String> =
        offers.iter().map(|offer| offer["user"]["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

on_both! {
    async fn several_freed_seats_are_offered_in_line_order(world: World) {
        let concert = world.concert(3).await;
        let people = world.people(["Ann", "Ben", "Clara", "Dora"]).await;
        let guests = world.fill(&concert, 3).await;
        queue(&concert, &people).await;
        guests[0].no(&concert.id).await.ok();
        assert_eq!(holders(&concert).await, ["Ann"]);
        guests[1].no(&concert.id).await.ok();
        guests[2].no(&concert.id).await.ok();
        assert_eq!(holders(&concert).await, ["Ann", "Ben", "Clara"]);
        let ledger = concert.olga.ledger(&concert.id).await;
        assert_eq!((&ledger["held"], &ledger["free"]), (&3.into(), &0.into()));
    }

    async fn a_batch_is_what_is_live_at_one_time_and_is_topped_up(world: World) {
        let concert = world.concert_with(4, &[("waitlist_batch_size", "2")]).await;
        let people = world.people(["Ann", "Ben", "Clara", "Dora"]).await;
        let guests = world.fill(&concert, 4).await;
        queue(&concert, &people).await;
        for guest in &guests[..3] {
            guest.no(&concert.id).await.ok();
        }
        assert_eq!(holders(&concert).await, ["Ann", "Ben"]);
        let ledger = concert.olga.ledger(&concert.id).await;
        assert_eq!(ledger["free"], 1);
        assert!(ledger["why"].as_str().unwrap().contains("as many as the batch size allows"), "{ledger}");
        // A claim makes room in the batch: the next one is asked.
        people[0].yes(&concert.id).await.ok();
        assert_eq!(holders(&concert).await, ["Ben", "Clara"]);
    }

    async fn saving_settings_runs_a_pass_and_leaves_live_offers_alone(world: World) {
        let concert = world.concert_with(2, &[("waitlist_time_window", "")]).await;
        let people = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 2).await;
        queue(&concert, &people).await;
        guests[0].no(&concert.id).await.ok();
        assert_eq!(holders(&concert).await, Vec::<String>::new(), "a passive list offers nothing by itself");
        concert.olga.save(&concert.id, &[("waitlist_time_window", "3d")]).await.ok();
        assert_eq!(holders(&concert).await, ["Ann"]);
        let (_, deadline) = people[0].offer(&concert.id).await.unwrap();
        concert.olga.save(&concert.id, &[("waitlist_time_window", "2h")]).await.ok();
        assert_eq!(people[0].offer(&concert.id).await.unwrap().1, deadline, "R2");
        guests[1].no(&concert.id).await.ok();
        assert_eq!(people[1].offer(&concert.id).await.unwrap().1, world.now() + TimeDelta::hours(2));
    }

    async fn r13_an_offer_ends_with_registration_at_the_latest(world: World) {
        let concert = world.concert_with(1, &[("registration_deadline", "2026-03-02T01:00")]).await;
        let ann = world.person("Ann").await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        assert_eq!(ann.offer(&concert.id).await.unwrap().1, "2026-03-02T00:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap());
        world.set("2026-03-02T00:00:00Z".parse().unwrap()).await;
        assert_eq!(ann.offer(&concert.id).await, None);
        assert_eq!(holders(&concert).await, Vec::<String>::new(), "nothing is offered from then on");
    }

    async fn r15_a_silent_head_rotates_and_nobody_overtakes(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben, late] = world.people(["Ann", "Ben", "Late"]).await;
        let guests = world.fill(&concert, 1).await;
        queue(&concert, &[ann.clone(), ben.clone()]).await;
        guests[0].no(&concert.id).await.ok();
        late.join(&concert.id).await.ok();
        world.advance(TimeDelta::hours(24)).await;
        assert_eq!(holders(&concert).await, ["Ben"]);
        assert_eq!(concert.olga.line(&concert.id).await, ["Ben", "Late", "Ann"]);
        world.advance(TimeDelta::hours(24)).await;
        assert_eq!(holders(&concert).await, ["Late"]);
        world.advance(TimeDelta::hours(24)).await;
        assert_eq!(holders(&concert).await, ["Ann"]);
    }

    async fn r6_time_has_decided_before_anyone_asks(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben, stranger] = world.people(["Ann", "Ben", "Stranger"]).await;
        let guests = world.fill(&concert, 1).await;
        queue(&concert, &[ann.clone(), ben.clone()]).await;
        guests[0].no(&concert.id).await.ok();
        let (_, deadline) = ann.offer(&concert.id).await.unwrap();
        // No job has run yet, and at the very instant the offer is over and the seat Ben's.
        world.clock.set(deadline);
        assert_eq!(stranger.yes(&concert.id).await.refused(), (409, "event_is_full"));
        assert_eq!(ann.yes(&concert.id).await.refused(), (409, "event_is_full"));
        assert_eq!(concert.olga.offers(&concert.id, "expired").await.len(), 1, "what time decided is committed though the command was refused");
        ben.yes(&concert.id).await.ok();
    }

    async fn a_page_settles_what_is_due_before_it_is_shown(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        queue(&concert, &[ann.clone(), ben.clone()]).await;
        guests[0].no(&concert.id).await.ok();
        world.clock.set(ann.offer(&concert.id).await.unwrap().1);
        assert!(ben.open("/e/club/concert").await.text.contains("A seat is held for you"));
        assert!(ann.open("/e/club/concert").await.text.contains("Your offer ended on"));
    }

    async fn r17_strict_waits_for_the_first_party_and_closes_its_seats(world: World) {
        let concert = world.concert_with(4, &[("max_party_size", "3")]).await;
        let [trio, ann, stranger] = world.people(["Trio", "Ann", "Stranger"]).await;
        let guests = world.fill(&concert, 4).await;
        trio.join_as(&concert.id, 3).await.ok();
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        assert_eq!(holders(&concert).await, Vec::<String>::new());
        let refused = stranger.yes(&concert.id).await;
        assert_eq!(refused.refused(), (409, "event_is_full"));
        assert_eq!(refused.json["eligibility"]["reason_code"], "spots_reserved_for_waitlist");
        let ledger = concert.olga.ledger(&concert.id).await;
        assert_eq!((&ledger["free"], &ledger["last_pass"]["status"]), (&1.into(), &"waiting_for_seats".into()));
        assert!(ledger["why"].as_str().unwrap().starts_with("1 of 3 seats gathered"));
        // The organizer may fill instead: the next who fits is offered, the party keeps its place.
        concert.olga.save(&concert.id, &[("waitlist_fit", "fill")]).await.ok();
        assert_eq!(holders(&concert).await, ["Ann"]);
        assert_eq!(trio.position(&concert.id).await, Some(1));
    }

    async fn r17_filling_reaches_everyone_who_fits(world: World) {
        let concert = world.concert_with(4, &[("max_party_size", "4"), ("waitlist_fit", "fill")]).await;
        let four = world.person("Four").await;
        four.post("rsvp/answer", &[("event_id", &concert.id), ("answer", "yes"), ("party_size", "4")]).await.ok();
        let parties = world.people(["Three", "Two", "Pair", "Quartet", "Single"]).await;
        for (person, size) in parties.iter().zip([3, 2, 2, 4, 1]) {
            person.join_as(&concert.id, size).await.ok();
        }
        four.no(&concert.id).await.ok();
        assert_eq!(holders(&concert).await, ["Single", "Three"]);
        assert_eq!(concert.olga.ledger(&concert.id).await["free"], 0);
    }

    async fn a_party_claims_fewer_seats_and_the_rest_is_free_at_once(world: World) {
        let concert = world.concert_with(3, &[("max_party_size", "3")]).await;
        let [trio, ann] = world.people(["Trio", "Ann"]).await;
        let guests = world.fill(&concert, 3).await;
        trio.join_as(&concert.id, 3).await.ok();
        ann.join(&concert.id).await.ok();
        for guest in &guests {
            guest.no(&concert.id).await.ok();
        }
        assert_eq!(concert.olga.ledger(&concert.id).await["held"], 3);
        trio.post("rsvp/answer", &[("event_id", &concert.id), ("answer", "yes"), ("party_size", "2")]).await.ok();
        assert!(ann.offer(&concert.id).await.is_some());
    }

    async fn r12_seats_can_be_given_back_when_the_limit_was_lowered(world: World) {
        let concert = world.concert_with(4, &[("max_party_size", "4")]).await;
        let [four, ann] = world.people(["Four", "Ann"]).await;
        let yes = |size: &'static str| {
            let (four, event) = (four.clone(), concert.id.clone());
            async move { four.post("rsvp/answer", &[("event_id", &event), ("answer", "yes"), ("party_size", size)]).await }
        };
        yes("4").await.ok();
        concert.olga.save(&concert.id, &[("max_party_size", "2")]).await.ok();
        ann.join(&concert.id).await.ok();
        yes("4").await.ok();
        yes("3").await.ok();
        assert!(ann.offer(&concert.id).await.is_some(), "the seat goes on");
        assert_eq!(yes("4").await.refused(), (400, "invalid"));
    }

    async fn hidden_numbers_and_fill_are_respected_in_words(world: World) {
        let concert = world.concert_with(3, &[("max_party_size", "3"), ("hide_capacity", "true")]).await;
        let trio = world.person("Trio").await;
        let guests = world.fill(&concert, 3).await;
        trio.join_as(&concert.id, 3).await.ok();
        guests[0].no(&concert.id).await.ok();
        let page = trio.open("/e/club/concert").await.text;
        assert!(page.contains("Seats are being gathered for your party of 3.") && !page.contains("so far"), "{page}");
        concert.olga.save(&concert.id, &[("waitlist_fit", "fill")]).await.ok();
        assert!(!trio.open("/e/club/concert").await.text.contains("gathered"));
        let why = concert.olga.ledger(&concert.id).await["why"].as_str().unwrap().to_owned();
        assert_eq!(why, "Nobody is offered a seat: no party that waits fits the free seats (1).");
    }

    async fn who_is_offered_at_once_has_no_rank_and_next_is_others(world: World) {
        let concert = world.concert_with(1, &[("waitlist_queue_first", "true"), ("waitlist_time_window", "")]).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        // The seat is kept for who waits; Ann is skipped over by leaving, Ben joins as the window is set.
        ann.leave(&concert.id).await.ok();
        guests[0].yes(&concert.id).await.ok();
        concert.olga.save(&concert.id, &[("waitlist_time_window", "2h")]).await.ok();
        ben.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        let status = ben.status(&concert.id).await;
        assert_eq!((&status["pending_offers_count"], &status["next_batch_at"]), (&0.into(), &serde_json::Value::Null), "his own isn't others'");
        let (_, deadline) = ben.offer(&concert.id).await.unwrap();
        let seen = guests[0].status(&concert.id).await;
        assert_eq!(seen["next_batch_at"].as_str().unwrap().parse(), Ok(deadline));
    }

    async fn r21_without_a_limit_everyone_is_offered_at_once(world: World) {
        let concert = world.concert_with(1, &[("waitlist_batch_size", "1")]).await;
        let people = world.people(["Ann", "Ben", "Clara"]).await;
        world.fill(&concert, 1).await;
        queue(&concert, &people).await;
        concert.olga.change(&concert.id, &[("max_attendees", "")]).await.ok();
        assert_eq!(holders(&concert).await, ["Ann", "Ben", "Clara"]);
        assert!(concert.olga.ledger(&concert.id).await["capacity"].is_null());
    }

    async fn queue_first_keeps_free_seats_for_people_who_wait(world: World) {
        let settings = [("waitlist_time_window", ""), ("waitlist_queue_first", "true")];
        let concert = world.concert_with(1, &settings).await;
        let [ann, stranger] = world.people(["Ann", "Stranger"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        assert_eq!(stranger.yes(&concert.id).await.json["eligibility"]["reason_code"], "spots_reserved_for_waitlist");
        ann.leave(&concert.id).await.ok();
        stranger.yes(&concert.id).await.ok();
    }

    async fn a_pass_that_changes_nothing_leaves_the_stored_one(world: World) {
        let concert = world.concert(1).await;
        world.fill(&concert, 1).await;
        let before = concert.olga.ledger(&concert.id).await["last_pass"].clone();
        assert_eq!(before["status"], "no_spots");
        world.advance(TimeDelta::hours(2)).await;
        assert_eq!(concert.olga.ledger(&concert.id).await["last_pass"], before);
    }

    async fn no_offers_for_events_that_are_not_open(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        world.set("2026-03-07T18:30:00Z".parse().unwrap()).await;
        guests[0].no(&concert.id).await.ok();
        assert_eq!(holders(&concert).await, Vec::<String>::new());
        let refused = ann.yes(&concert.id).await;
        assert_eq!(refused.refused(), (403, "not_eligible"));
        assert_eq!(refused.json["eligibility"]["reason_code"], "event_has_started");
    }

    async fn another_events_offer_is_nobodys_business_here(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let guests = world.fill(&concert, 1).await;
        let again = [
            ("org", "club"), ("title", "Again"), ("starts_at", "2026-03-08T19:30"), ("ends_at", "2026-03-08T22:00"),
            ("time_zone", "Europe/Vienna"), ("max_attendees", "0"), ("waitlist_open", "true"), ("waitlist_time_window", "24h"),
        ];
        let second = concert.olga.post("organizer/events/create", &again).await.ok()["id"].as_str().unwrap().to_owned();
        concert.olga.post("organizer/events/publish", &[("event_id", &second)]).await.ok();
        ann.join(&concert.id).await.ok();
        ann.join(&second).await.ok();
        guests[0].no(&concert.id).await.ok();
        concert.olga.change(&second, &[("max_attendees", "1")]).await.ok();
        assert!(ann.offer(&concert.id).await.is_some() && ann.offer(&second).await.is_some());
    }
}
