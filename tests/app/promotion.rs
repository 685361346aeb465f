//! Automatic promotion: the head of the line has the seat at once.

use chrono::{DateTime, TimeDelta, Utc};

const PROMOTE: [(&str, &str); 2] = [("waitlist_time_window", ""), ("waitlist_auto_promote", "true")];

on_both! {
    async fn a_freed_seat_is_the_heads_at_once_and_they_are_told(world: World) {
        let concert = world.concert_with(2, &PROMOTE).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let guests = world.fill(&concert, 2).await;
        let people = world.people(["Ann", "Ben", "Clara", "Dora"]).await;
        // A YES that finds no seat queues.
        for (person, place) in people.iter().zip(1..) {
            let answered = person.yes(event).await.ok();
            assert_eq!((&answered["status"], &answered["position"]), (&"waitlisted".into(), &place.into()));
        }
        assert_eq!(people[1].yes(event).await.ok()["position"], 2, "asked again, the place stays");
        guests[0].no(event).await.ok();
        assert_eq!(people[0].status(event).await["registration"]["status"], "yes");
        assert_eq!(people[1].position(event).await, Some(1), "the rest move up, without gaps");
        assert_eq!(people[2].position(event).await, Some(2));
        let pass = olga.ledger(event).await["last_pass"].clone();
        assert_eq!((&pass["promoted"], &pass["offers_created"], &pass["trigger"]), (&1.into(), &0.into(), &"answered".into()));
        // Several seats at once promote several.
        olga.change(event, &[("max_attendees", "4")]).await.ok();
        assert_eq!(olga.line(event).await, ["Dora"]);
        assert_eq!(olga.ledger(event).await["last_pass"]["promoted"], 2);
        assert_eq!(world.kinds_to(&people[0]).await, ["promoted"], "told once");
        let ledger = olga.ledger(event).await;
        assert_eq!((&ledger["attendees"], &ledger["capacity"]), (&4.into(), &4.into()), "R11: capacity is never changed");
        // Whoever was promoted can give the seat back like anybody.
        people[0].no(event).await.ok();
        assert_eq!(people[3].status(event).await["registration"]["status"], "yes");
    }

    async fn join_keeps_its_refusals_and_a_yes_takes_a_free_seat(world: World) {
        let concert = world.concert_with(1, &PROMOTE).await;
        let event = concert.id.as_str();
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        assert_eq!(ann.join(event).await.refused(), (409, "seats_available"));
        assert_eq!(ann.yes(event).await.ok()["status"], "yes");
        assert_eq!(ann.join(event).await.refused(), (409, "already_registered"));
        assert_eq!(ben.join(event).await.ok()["position"], 1);
    }

    async fn a_party_waits_for_its_seats_in_strict_order(world: World) {
        let mut settings = PROMOTE.to_vec();
        settings.push(("max_party_size", "2"));
        let concert = world.concert_with(2, &settings).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 2).await;
        let [pair, ann, stranger] = world.people(["Pair", "Ann", "Stranger"]).await;
        pair.join_as(event, 2).await.ok();
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        assert_eq!(concert.olga.ledger(event).await["free"], 1);
        // The seat is gathered for the pair: a stranger's YES queues.
        assert_eq!(stranger.yes(event).await.ok()["status"], "waitlisted");
        guests[1].no(event).await.ok();
        assert_eq!(pair.status(event).await["registration"]["party_size"], 2);
        assert_eq!(ann.position(event).await, Some(1));
    }

    async fn nobody_is_promoted_after_the_claim_deadline_or_while_resting(world: World) {
        let concert = world.concert_with(1, &PROMOTE).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 1).await;
        let [ann] = world.people(["Ann"]).await;
        ann.join(event).await.ok();
        world.set("2026-03-07T18:30:00Z".parse().unwrap()).await;
        guests[0].no(event).await.ok();
        assert!(ann.status(event).await["registration"].is_null());
    }

    async fn r42_the_mail_of_a_promotion_waits_for_the_morning(world: World) {
        let mut settings = PROMOTE.to_vec();
        settings.extend([("quiet_from", "22:00"), ("quiet_to", "07:00")]);
        let concert = world.concert_with(1, &settings).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 1).await;
        let [ann] = world.people(["Ann"]).await;
        ann.join(event).await.ok();
        world.set("2026-03-01T23:00:00Z".parse().unwrap()).await;
        guests[0].no(event).await.ok();
        assert_eq!(ann.status(event).await["registration"]["status"], "yes", "passes don't wait");
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined"]);
        world.set("2026-03-02T06:00:00Z".parse().unwrap()).await;
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "promoted"]);
    }

    async fn r42_an_offer_made_at_night_holds_its_seat_and_its_window_begins_in_the_morning(world: World) {
        let concert = world.concert_with(2, &[("quiet_from", "22:00"), ("quiet_to", "07:00"), ("waitlist_time_window", "2h")]).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 2).await;
        let [ann, ben, stranger] = world.people(["Ann", "Ben", "Stranger"]).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        world.set("2026-03-01T23:00:00Z".parse().unwrap()).await;
        guests[0].no(event).await.ok();
        let morning: DateTime<Utc> = "2026-03-02T06:00:00Z".parse().unwrap();
        assert_eq!(ann.offer(event).await.unwrap().1, morning + TimeDelta::hours(2));
        assert_eq!(stranger.yes(event).await.refused(), (409, "event_is_full"), "the seat is held at once");
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined"]);
        // A deadline that the organizer gives stands, and is told at once.
        let entry = concert.olga.entry_of(event, "Ben").await;
        guests[1].no(event).await.ok();
        let pending = ben.offer(event).await.unwrap();
        concert.olga.post("organizer/offers/revoke", &[("event_id", event), ("offer_id", &pending.0)]).await.ok();
        concert.olga.post("organizer/offers/create", &[("event_id", event), ("entry_id", &entry), ("expires_at", "2026-03-02T01:00")]).await.ok();
        assert_eq!(ben.offer(event).await.unwrap().1, "2026-03-02T00:00:00Z".parse::<DateTime<Utc>>().unwrap());
        assert!(world.kinds_to(&ben).await.contains(&"spot_available".to_owned()));
        world.set(morning).await;
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "spot_available"]);
    }
}
