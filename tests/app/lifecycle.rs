//! An event closed, copied, deleted (R3, R16, R41).

use serde_json::Value;

on_both! {
    async fn r41_closing_revokes_like_cancelling_and_reopening_restores_the_order(world: World) {
        let concert = world.concert(2).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let guests = world.fill(&concert, 2).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        guests[0].no(event).await.ok();
        world.settle().await;
        olga.post("organizer/events/close", &[("event_id", event), ("reason", "enough")]).await.ok();
        assert_eq!(olga.offers(event, "revoked").await[0]["end_reason"], "event_closed");
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "spot_available", "offer_withdrawn"]);
        assert_eq!(olga.ledger(event).await["why"], "Nobody is offered a seat: registration is closed.");
        assert_eq!(ann.status(event).await["reason_code"], "event_not_open");
        let stranger = world.person("Stranger").await;
        assert_eq!(stranger.yes(event).await.refused(), (403, "not_eligible"));
        ben.leave(event).await.ok();
        ben.leave(event).await.ok();
        assert_eq!(olga.post("organizer/events/close", &[("event_id", event)]).await.refused(), (409, "stale"));
        olga.post("organizer/events/reopen", &[("event_id", event)]).await.ok();
        assert_eq!(olga.line(event).await, ["Ann"]);
        assert!(ann.offer(event).await.is_some(), "nobody was skipped");
    }

    async fn r3_a_copy_shifts_every_instant_by_the_delta_of_its_start(world: World) {
        let concert = world.concert_with(2, &[("registration_deadline", "2026-03-06T12:00"), ("waitlist_cutoff_date", "2026-03-05T12:00"), ("venue", "Old Library")]).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let guests = world.fill(&concert, 2).await;
        let [ann] = world.people(["Ann"]).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        // 28 March at 19:30: three weeks later to the second.
        let copy = olga.post("organizer/events/copy", &[("event_id", event), ("starts_at", "2026-03-28T19:30")]).await.ok();
        assert_eq!((&copy["status"], &copy["slug"], &copy["venue"]), (&"draft".into(), &"concert-2".into(), &"Old Library".into()));
        for (field, at) in [
            ("starts_at", "2026-03-28T18:30:00Z"), ("ends_at", "2026-03-28T21:00:00Z"),
            ("registration_deadline", "2026-03-27T11:00:00Z"), ("waitlist_cutoff_date", "2026-03-26T11:00:00Z"),
        ] {
            assert_eq!(copy[field], at, "{field}");
        }
        let id = copy["id"].as_str().unwrap();
        assert_eq!(olga.get("organizer/settings", &[("event_id", id)]).await.ok()["waitlist_time_window"], "PT24H");
        let ledger = olga.ledger(id).await;
        assert_eq!((&ledger["attendees"], &ledger["held"], &ledger["waiting"], &ledger["last_pass"]), (&0.into(), &0.into(), &0.into(), &Value::Null), "nobody comes along");
        olga.post("organizer/events/publish", &[("event_id", id)]).await.ok();
        assert_eq!(olga.post("organizer/events/copy", &[("event_id", event), ("starts_at", "x")]).await.refused(), (400, "invalid"));
        assert_eq!(ann.post("organizer/events/copy", &[("event_id", event), ("starts_at", "2026-03-28T19:30")]).await.refused(), (404, "not_found"));
    }

    async fn deleting_needs_a_draft_or_a_cancelled_event(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let guests = world.fill(&concert, 1).await;
        let [ann] = world.people(["Ann"]).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        let delete = async |id: &str| olga.post("organizer/events/delete", &[("event_id", id)]).await;
        let draft = olga.post("organizer/events/copy", &[("event_id", event), ("starts_at", "2026-04-28T19:30")]).await.ok();
        delete(draft["id"].as_str().unwrap()).await.ok();
        assert_eq!(delete(event).await.refused(), (409, "stale"));
        olga.post("organizer/events/cancel", &[("event_id", event)]).await.ok();
        assert_eq!(delete(event).await.refused(), (409, "stale"), "people are still being told");
        world.settle().await;
        delete(event).await.ok();
        assert_eq!(ann.get("events/show", &[("event_id", event)]).await.refused(), (404, "not_found"));
        assert_eq!(olga.get("organizer/ledger", &[("event_id", event)]).await.refused(), (404, "not_found"));
        assert_eq!(ann.open("/me").await.status, 200);
        assert!(world.kinds_to(&ann).await.contains(&"event_cancelled".to_owned()));
    }

    async fn in_a_browser_each_of_them_asks_first(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let from = "/manage/club/concert";
        for (act, words) in [("close", "Close registration?"), ("cancel", "Cancel the event?"), ("delete", "Delete the event?")] {
            let asked = olga.submit(from, &format!("organizer/events/{act}"), &[("event_id", event)]).await;
            assert_eq!((asked.status, asked.header("location")), (303, "/confirm"));
            assert!(olga.open("/confirm").await.text.contains(words));
            let done = olga.submit(from, &format!("organizer/events/{act}"), &[("event_id", event), ("confirm", "true")]).await;
            assert_eq!(done.status, 303);
            if act == "delete" {
                assert_eq!(done.header("location"), "/manage/club");
            }
        }
        assert!(olga.open("/manage/club").await.text.contains("is deleted."));
    }
}
