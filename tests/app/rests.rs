//! No starvation, no spam: "not this time" (R38), pause after three silent offers (R39), rotation (R15).

use chrono::TimeDelta;

use crate::support::{Client, Concert};

async fn pass(person: &Client, concert: &Concert) {
    let (offer, _) = person.offer(&concert.id).await.unwrap();
    person.post("offers/decline", &[("offer_id", &offer), ("keep_place", "true")]).await.ok();
}

async fn state_of(concert: &Concert, name: &str) -> (String, serde_json::Value) {
    let entries = concert.olga.entries(&concert.id).await;
    let entry = entries.iter().find(|entry| entry["user"]["name"] == name).unwrap();
    (entry["state"].as_str().unwrap().to_owned(), entry["why_not"].clone())
}

on_both! {
    async fn r38_not_this_time_keeps_the_place_and_rests_for_one_window(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        ben.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        pass(&ann, &concert).await;
        assert_eq!(concert.olga.offers(&concert.id, "expired").await[0]["end_reason"], "passed");
        assert!(ben.offer(&concert.id).await.is_some(), "the seat went on at once");
        assert_eq!(concert.olga.line(&concert.id).await, ["Ann", "Ben"], "the place is kept");
        assert_eq!(state_of(&concert, "Ann").await.0, "resting");
        assert_eq!(ann.position(&concert.id).await, Some(1), "resting people have a rank");
        assert!(ann.open("/e/club/concert").await.text.contains("You passed this time"));
        // The same seat doesn't come back while she rests, though nobody else is there.
        let (offer, _) = ben.offer(&concert.id).await.unwrap();
        ben.post("offers/decline", &[("offer_id", &offer)]).await.ok();
        assert_eq!(ann.offer(&concert.id).await, None);
        assert_eq!(concert.olga.ledger(&concert.id).await["free"], 1);
        // At the end of the rest she is asked again, by the timer.
        world.advance(TimeDelta::hours(24) - TimeDelta::seconds(1)).await;
        assert_eq!(ann.offer(&concert.id).await, None);
        world.advance(TimeDelta::seconds(1)).await;
        assert!(ann.offer(&concert.id).await.is_some());
    }

    async fn r38_ready_again_ends_the_rest_at_once(world: World) {
        let concert = world.concert(1).await;
        let [ann] = world.people(["Ann"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        pass(&ann, &concert).await;
        assert_eq!(ann.offer(&concert.id).await, None);
        ann.post("waitlist/ready", &[("event_id", &concert.id)]).await.ok();
        assert!(ann.offer(&concert.id).await.is_some());
        ann.post("waitlist/ready", &[("event_id", &concert.id)]).await.ok();
    }

    async fn r39_a_silent_lone_waiter_gets_three_offers_and_one_question(world: World) {
        let concert = world.concert_with(1, &[("waitlist_time_window", "1h"), ("starts_at", "2026-04-07T19:30"), ("ends_at", "2026-04-07T22:00")]).await;
        let [ann] = world.people(["Ann"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        world.settle().await;
        for _ in 0..168 {
            world.advance(TimeDelta::hours(1)).await;
        }
        let kinds = world.kinds_to(&ann).await;
        let count = |kind: &str| kinds.iter().filter(|other| *other == kind).count();
        assert_eq!(count("spot_available"), 3, "not 168 in a week: {kinds:?}");
        assert_eq!((count("offer_expired"), count("waitlist_paused")), (2, 1));
        assert_eq!(state_of(&concert, "Ann").await, ("paused".to_owned(), "paused: no answer to 3 offers".into()));
        assert_eq!(concert.olga.ledger(&concert.id).await["why"], "Nobody is offered a seat: the one person waiting can't be asked now.");
        // The button behind the mail's link asks again, and the count begins anew.
        let token = world.token(&ann, "waitlist_paused").await;
        let page = world.stranger().open(&format!("/o/{token}")).await.text;
        assert!(page.contains("Ask me again"), "{page}");
        assert_eq!(ann.offer(&concert.id).await, None, "opening it changes nothing");
        world.stranger().post("waitlist/ready", &[("event_id", &concert.id), ("token", &token)]).await.ok();
        assert!(ann.offer(&concert.id).await.is_some());
        world.advance(TimeDelta::hours(1)).await;
        assert!(ann.offer(&concert.id).await.is_some(), "one silence is no pause");
    }

    async fn r39_any_answer_resets_the_count(world: World) {
        let concert = world.concert_with(1, &[("waitlist_time_window", "1h")]).await;
        let [ann] = world.people(["Ann"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        world.advance(TimeDelta::hours(1)).await;
        world.advance(TimeDelta::hours(1)).await;
        pass(&ann, &concert).await;
        world.advance(TimeDelta::hours(1)).await;
        for _ in 0..2 {
            assert!(ann.offer(&concert.id).await.is_some());
            world.advance(TimeDelta::hours(1)).await;
        }
        assert!(ann.offer(&concert.id).await.is_some(), "two silences after an answer: not paused");
        world.advance(TimeDelta::hours(1)).await;
        assert_eq!(ann.offer(&concert.id).await, None);
    }

    async fn r5_an_organizers_offer_and_lift_end_rest_and_pause(world: World) {
        let concert = world.concert(1).await;
        let [ann] = world.people(["Ann"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        pass(&ann, &concert).await;
        let entry = concert.olga.entry_of(&concert.id, "Ann").await;
        concert.olga.post("organizer/entries/lift", &[("event_id", &concert.id), ("entry_id", &entry)]).await.ok();
        assert!(ann.offer(&concert.id).await.is_some());
        pass(&ann, &concert).await;
        concert.olga.post("organizer/offers/create", &[("event_id", &concert.id), ("entry_id", &entry)]).await.ok();
        assert!(ann.offer(&concert.id).await.is_some());
        assert_eq!(state_of(&concert, "Ann").await.0, "offered");
    }
}
