//! Events: their life, and what a change does to offers (R25, R41).

use chrono::{DateTime, TimeDelta, Utc};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

on_both! {
    async fn a_draft_is_known_to_its_team_only(world: World) {
        let olga = world.person("Olga").await;
        let ann = world.person("Ann").await;
        let org = olga.post("account/organize", &[("name", "Club")]).await.ok()["slug"].as_str().unwrap().to_owned();
        let fields = [
            ("org", org.as_str()), ("title", "Soirée d'été"), ("starts_at", "2026-03-07T19:30"), ("ends_at", "2026-03-07T22:00"),
            ("time_zone", "Europe/Vienna"),
        ];
        let event = olga.post("organizer/events/create", &fields).await.ok();
        assert_eq!((&event["status"], &event["slug"], &event["max_attendees"]), (&"draft".into(), &"soiree-d-ete".into(), &serde_json::Value::Null));
        assert_eq!(event["starts_at"], "2026-03-07T18:30:00Z");
        let again = olga.post("organizer/events/create", &fields).await.ok();
        assert_eq!(again["slug"], "soiree-d-ete-2", "made unique");
        let id = event["id"].as_str().unwrap();
        assert_eq!(ann.get("events/show", &[("event_id", id)]).await.refused(), (404, "not_found"));
        assert_eq!(ann.yes(id).await.refused(), (404, "not_found"));
        assert_eq!(ann.get("events/list", &[]).await.ok(), serde_json::json!([]));
        assert_eq!(olga.yes(id).await.refused(), (403, "not_eligible"));
        olga.post("organizer/events/publish", &[("event_id", id)]).await.ok();
        assert_eq!(olga.post("organizer/events/publish", &[("event_id", id)]).await.refused(), (409, "stale"));
        let listed = ann.get("events/list", &[]).await.ok();
        assert_eq!(listed[0]["title"], "Soirée d'été");
        assert_eq!(ann.get("events/show", &[("event_id", "club/soiree-d-ete")]).await.ok()["id"], id);
        ann.yes(id).await.ok();
    }

    async fn r1_a_new_events_broken_fields_are_all_named(world: World) {
        let concert = world.concert(1).await;
        let fields = [
            ("org", "club"), ("title", ""), ("starts_at", "2026-03-29T02:30"), ("ends_at", "x"), ("time_zone", "Europe/Vienna"),
            ("max_attendees", "1.5"), ("kind", "ticketed"), ("visibility", "secret"), ("members_only", "maybe"),
            ("waitlist_time_window", "8d"), ("slug", "Not OK"),
        ];
        let refused = concert.olga.post("organizer/events/create", &fields).await;
        assert_eq!(refused.refused(), (400, "invalid"));
        let broken: Vec<_> = refused.json["fields"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(
            broken,
            ["ends_at", "kind", "max_attendees", "members_only", "slug", "starts_at", "title", "visibility", "waitlist_time_window"]
        );
        let stranger = world.person("Ann").await;
        assert_eq!(stranger.post("organizer/events/create", &fields).await.refused(), (404, "not_found"));
    }

    async fn cancelling_ends_offers_tells_everyone_once_and_reopening_restores_the_order(world: World) {
        let concert = world.concert(2).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 2).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        guests[0].no(event).await.ok();
        world.settle().await;
        olga.post("organizer/events/cancel", &[("event_id", event), ("reason", "rain")]).await.ok();
        assert_eq!(olga.offers(event, "revoked").await[0]["end_reason"], "event_cancelled");
        assert_eq!(ben.yes(event).await.json["eligibility"]["reason_code"], "event_cancelled");
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "spot_available", "event_cancelled"], "no offer_withdrawn beside it");
        assert_eq!(world.kinds_to(&ben).await, ["waitlist_joined", "event_cancelled"]);
        assert_eq!(world.kinds_to(&guests[1]).await, ["registration_confirmed", "event_cancelled"]);
        assert_eq!(olga.post("organizer/events/cancel", &[("event_id", event)]).await.refused(), (409, "stale"));
        world.advance(TimeDelta::hours(1)).await;
        olga.post("organizer/events/reopen", &[("event_id", event)]).await.ok();
        assert!(ann.offer(event).await.is_some(), "R16: she stands where she stood, and is offered again");
        assert_eq!(ben.position(event).await, Some(1));
    }

    async fn r25_a_lower_capacity_withdraws_the_newest_offers_after_consent(world: World) {
        let concert = world.concert(4).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben, clara] = world.people(["Ann", "Ben", "Clara"]).await;
        let guests = world.fill(&concert, 4).await;
        for person in [&ann, &ben, &clara] {
            person.join(event).await.ok();
        }
        guests[0].no(event).await.ok();
        world.advance(TimeDelta::hours(1)).await;
        guests[1].no(event).await.ok();
        guests[2].no(event).await.ok();
        let refused = olga.change(event, &[("max_attendees", "2")]).await;
        assert_eq!(refused.refused(), (409, "would_withdraw"));
        assert_eq!(refused.json["withdraws"], 2);
        assert_eq!(olga.ledger(event).await["capacity"], 4, "nothing was changed");
        olga.change(event, &[("max_attendees", "2"), ("confirm_withdraw", "true")]).await.ok();
        assert!(ann.offer(event).await.is_some() && ben.offer(event).await.is_none() && clara.offer(event).await.is_none());
        let reasons: Vec<_> = olga.offers(event, "revoked").await.iter().map(|o| o["end_reason"].clone()).collect();
        assert_eq!(reasons, ["capacity_reduced", "capacity_reduced"]);
        assert!(world.kinds_to(&clara).await.contains(&"offer_withdrawn".to_owned()));
        // Nobody is removed below what is going, and free shows 0.
        olga.change(event, &[("max_attendees", "0"), ("confirm_withdraw", "true")]).await.ok();
        let ledger = olga.ledger(event).await;
        assert_eq!((&ledger["attendees"], &ledger["held"], &ledger["free"]), (&1.into(), &0.into(), &0.into()));
        olga.change(event, &[("max_attendees", "2")]).await.ok();
        assert!(ann.offer(event).await.is_some(), "capacity reduction skips nobody");
    }

    async fn raising_either_limit_offers_what_it_opens(world: World) {
        let concert = world.concert_with(1, &[("venue_capacity", "1")]).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        world.fill(&concert, 1).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        olga.change(event, &[("max_attendees", "5")]).await.ok();
        assert_eq!(ann.offer(event).await, None, "the venue still limits");
        olga.change(event, &[("venue_capacity", "2")]).await.ok();
        assert!(ann.offer(event).await.is_some());
        olga.change(event, &[("venue_capacity", "")]).await.ok();
        assert!(ben.offer(event).await.is_some());
    }

    async fn r41_an_earlier_end_of_registration_shortens_live_offers(world: World) {
        let concert = world.concert_with(1, &[("waitlist_time_window", "3d")]).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let ann = world.person("Ann").await;
        let guests = world.fill(&concert, 1).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        world.settle().await;
        olga.change(event, &[("registration_deadline", "2026-03-02T12:00")]).await.ok();
        assert_eq!(ann.offer(event).await.unwrap().1, at("2026-03-02T11:00:00Z"));
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "spot_available", "offer_deadline_moved"]);
        olga.change(event, &[("registration_deadline", "2026-03-01T11:00")]).await.ok();
        assert_eq!(olga.offers(event, "revoked").await[0]["end_reason"], "event_closed");
        assert_eq!(ann.offer(event).await, None);
        assert_eq!(world.kinds_to(&ann).await.last().map(String::as_str), Some("offer_withdrawn"));
    }

    async fn hidden_numbers_are_null_for_everyone_but_the_team(world: World) {
        let concert = world.concert_with(2, &[("hide_capacity", "true")]).await;
        let ann = world.person("Ann").await;
        world.fill(&concert, 2).await;
        let shown = |event: &serde_json::Value| {
            ["max_attendees", "effective_capacity", "attendee_count", "seats_held", "free", "waiting"].map(|name| event[name].as_i64())
        };
        let ask = [("event_id", concert.id.as_str())];
        assert_eq!(shown(&ann.get("events/show", &ask).await.ok()), [None; 6]);
        assert_eq!(shown(&ann.get("events/list", &[]).await.ok()[0]), [None; 6]);
        assert_eq!(ann.status(&concert.id).await["pending_offers_count"], serde_json::Value::Null);
        assert_eq!(shown(&concert.olga.get("events/show", &ask).await.ok()), [Some(2), Some(2), Some(2), Some(0), Some(0), Some(0)]);
        assert!(!ann.open("/e/club/concert").await.text.contains("2 seats"));
    }

    async fn an_unlisted_event_is_found_by_its_link_only(world: World) {
        let concert = world.concert_with(2, &[("visibility", "unlisted")]).await;
        let ann = world.person("Ann").await;
        assert_eq!(ann.get("events/list", &[]).await.ok(), serde_json::json!([]));
        assert_eq!(ann.open("/e/club/concert").await.status, 200);
        ann.yes(&concert.id).await.ok();
    }
}
