//! The waitlist's settings through the app (R1, R2, docs/domain.md §2).

on_both! {
    async fn a_partial_change_keeps_the_rest_and_empty_means_null(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let saved = olga.save(event, &[("waitlist_batch_size", "3"), ("max_party_size", "4")]).await.ok();
        assert_eq!((&saved["waitlist_batch_size"], &saved["waitlist_time_window"]), (&3.into(), &"PT24H".into()));
        let saved = olga.save(event, &[("waitlist_time_window", "")]).await.ok();
        assert_eq!((&saved["waitlist_time_window"], &saved["max_party_size"]), (&serde_json::Value::Null, &4.into()));
        assert_eq!(olga.get("organizer/settings", &[("event_id", event)]).await.ok(), saved);
    }

    async fn r1_every_broken_field_is_named_and_nothing_is_saved(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let before = olga.get("organizer/settings", &[("event_id", event)]).await.ok();
        let refused = olga
            .save(event, &[
                ("waitlist_open", "on"), ("waitlist_time_window", "30m"), ("waitlist_batch_size", ""), ("waitlist_fit", "loose"),
                ("max_party_size", "21"), ("waitlist_queue_first", "true"),
            ])
            .await;
        assert_eq!(refused.refused(), (400, "invalid"));
        let broken: Vec<_> = refused.json["fields"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(broken, ["max_party_size", "waitlist_batch_size", "waitlist_fit", "waitlist_open", "waitlist_time_window"]);
        assert_eq!(olga.get("organizer/settings", &[("event_id", event)]).await.ok(), before);
    }

    async fn the_window_is_from_one_hour_to_seven_days_inclusive(world: World) {
        let concert = world.concert(1).await;
        for (window, status) in [("59m", 400), ("60m", 200), ("1h", 200), ("7d", 200), ("168h", 200), ("169h", 400), ("PT24H", 200)] {
            let answer = concert.olga.save(&concert.id, &[("waitlist_time_window", window)]).await;
            assert_eq!(answer.status, status, "{window}: {}", answer.text);
        }
    }

    async fn closing_revokes_live_offers_and_keeps_the_queue(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        guests[0].no(event).await.ok();
        world.settle().await;
        olga.save(event, &[("waitlist_open", "false")]).await.ok();
        assert_eq!(olga.offers(event, "revoked").await[0]["end_reason"], "waitlist_closed");
        assert_eq!(olga.line(event).await, ["Ann", "Ben"]);
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "spot_available", "waitlist_closed"], "told once");
        assert_eq!(olga.ledger(event).await["why"], "Nobody is offered a seat: the waitlist is closed.");
        olga.save(event, &[("waitlist_open", "true")]).await.ok();
        assert!(ann.offer(event).await.is_some(), "R16: the same people stand where they stood");
    }
}
