//! Waiting parties made smaller and larger, and parties beyond the capacity (R17, R40).

use crate::support::{Client, Concert};

async fn resize(person: &Client, concert: &Concert, size: &str) -> crate::support::people::Answer {
    person.post("waitlist/party", &[("event_id", &concert.id), ("party_size", size)]).await
}

on_both! {
    async fn r40_smaller_keeps_its_place_and_triggers_larger_goes_to_the_end(world: World) {
        let concert = world.concert_with(4, &[("max_party_size", "4")]).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 4).await;
        let [trio, ann] = world.people(["Trio", "Ann"]).await;
        trio.join_as(event, 3).await.ok();
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        guests[1].no(event).await.ok();
        assert_eq!(trio.offer(event).await, None, "two seats for a party of three");
        assert!(trio.open("/e/club/concert").await.text.contains("Seats are being gathered for your party of 3 (2 so far)."));
        resize(&trio, &concert, "4").await.ok();
        assert_eq!(concert.olga.line(event).await, ["Ann", "Trio"], "larger: a new place at the end");
        assert!(ann.offer(event).await.is_some(), "who stood behind is next");
        resize(&trio, &concert, "1").await.ok();
        assert!(trio.offer(event).await.is_some(), "smaller triggers a pass");
        assert_eq!(resize(&trio, &concert, "2").await.refused(), (409, "already_pending"));
        let [stranger] = world.people(["Stranger"]).await;
        assert_eq!(resize(&stranger, &concert, "2").await.refused(), (404, "not_found"));
    }

    async fn a_partys_size_has_its_limits(world: World) {
        let concert = world.concert_with(3, &[("max_party_size", "4")]).await;
        world.fill(&concert, 3).await;
        let [ann] = world.people(["Ann"]).await;
        ann.join(&concert.id).await.ok();
        resize(&ann, &concert, "3").await.ok();
        for size in ["0", "5", "21", "x", ""] {
            assert_eq!(resize(&ann, &concert, size).await.refused(), (400, "invalid"), "{size}");
        }
        assert_eq!(resize(&ann, &concert, "4").await.refused(), (400, "invalid"), "more than there are seats");
    }

    async fn r17_a_party_larger_than_the_capacity_neither_blocks_nor_closes_anything(world: World) {
        let settings = [("max_party_size", "4"), ("waitlist_queue_first", "true")];
        let concert = world.concert_with(4, &settings).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 4).await;
        let [four, ann, stranger] = world.people(["Four", "Ann", "Stranger"]).await;
        four.join_as(event, 4).await.ok();
        ann.join(event).await.ok();
        concert.olga.change(event, &[("max_attendees", "3")]).await.ok();
        guests[0].no(event).await.ok();
        guests[1].no(event).await.ok();
        assert!(ann.offer(event).await.is_some());
        let entry = &concert.olga.entries(event).await[0];
        assert_eq!(entry["why_not"], "a party of 4, more than the 3 seats");
        ann.yes(event).await.ok();
        guests[2].no(event).await.ok();
        stranger.yes(event).await.ok();
    }
}
