//! The lottery (R18): committed to before, drawn, published, verified.

use std::process::Command;

use chrono::TimeDelta;
use nextseat::domain::lottery::Draw;

const LOTTERY: (&str, &str) = ("waitlist_lottery_mode", "true");

on_both! {
    async fn r18_a_draw_is_committed_to_before_and_verified_after(world: World) {
        let concert = world.concert_with(3, &[LOTTERY]).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let guests = world.fill(&concert, 3).await;
        let people = world.people(["Ann", "Ben", "Clara", "Dora", "Emil", "Fay"]).await;
        for person in &people {
            assert!(person.join(event).await.ok()["position"].is_null(), "R29: seats are drawn, no rank is shown");
        }
        assert_eq!(people[0].position(event).await, None);
        let page = people[0].open("/e/club/concert").await.text;
        let shown = olga.get("events/show", &[("event_id", event)]).await.ok()["lottery_commitment"].as_str().unwrap().to_owned();
        assert!(page.contains("You're in the draw") && page.contains(&shown), "{page}");
        assert!(!page.contains("lottery_seed"));
        assert_eq!(olga.ledger(event).await["mode"], "lottery");

        guests[0].no(event).await.ok();
        let batch = olga.ledger(event).await["last_pass"]["batch_id"].as_str().unwrap().to_owned();
        let drawn = olga.get("organizer/draw", &[("event_id", event), ("batch_id", &batch)]).await.ok();
        assert_eq!(drawn["commitment"], shown.as_str(), "what was shown before the draw");
        let draw: Draw = serde_json::from_value(drawn.clone()).unwrap();
        draw.verify().unwrap();
        assert_eq!((draw.pool.len(), draw.offered.len()), (6, 1));
        let entries = olga.entries(event).await;
        let pool: Vec<_> = entries.iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect();
        assert_eq!(draw.pool.iter().map(ToString::to_string).collect::<Vec<_>>(), pool, "in line order");
        let holder = &olga.offers(event, "pending").await[0];
        assert_eq!(holder["entry_id"], draw.offered[0].to_string());
        let next = olga.get("events/show", &[("event_id", event)]).await.ok()["lottery_commitment"].clone();
        assert_ne!(next, shown.as_str(), "the next draw has a seed of its own");

        // The program and another language, written from docs/lottery.md alone, come to the same.
        let folder = tempfile::tempdir().unwrap();
        let verified = |draw: &serde_json::Value| {
            let file = folder.path().join("draw.json");
            std::fs::write(&file, draw.to_string()).unwrap();
            let program = Command::new(env!("CARGO_BIN_EXE_nextseat")).arg("verify-draw").arg(&file).output().unwrap();
            let script = Command::new("node").arg("tests/lottery.mjs").arg(&file).output().unwrap();
            (program.status.success(), script.status.success())
        };
        assert_eq!(verified(&drawn), (true, true));
        let mut forged = drawn.clone();
        forged["result"].as_array_mut().unwrap().reverse();
        assert_eq!(verified(&forged), (false, false));
        let stranger = world.person("Stranger").await;
        assert_eq!(stranger.get("organizer/draw", &[("event_id", event), ("batch_id", &batch)]).await.refused(), (404, "not_found"));
    }

    async fn r18_a_draw_that_offers_nothing_keeps_its_seed(world: World) {
        let concert = world.concert_with(4, &[LOTTERY, ("max_party_size", "4")]).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let guests = world.fill(&concert, 4).await;
        let [pair, stranger] = world.people(["Pair", "Stranger"]).await;
        pair.join_as(event, 2).await.ok();
        let before = olga.get("events/show", &[("event_id", event)]).await.ok()["lottery_commitment"].clone();
        guests[0].no(event).await.ok();
        assert_eq!(olga.get("events/show", &[("event_id", event)]).await.ok()["lottery_commitment"], before);
        assert_eq!(olga.ledger(event).await["why"], "Nobody is offered a seat: no party that waits fits the free seats (1).");
        // Nothing is closed to the public for a party that doesn't fit.
        stranger.yes(event).await.ok();
        guests[1].no(event).await.ok();
        guests[2].no(event).await.ok();
        assert!(pair.offer(event).await.is_some());
        assert_ne!(olga.get("events/show", &[("event_id", event)]).await.ok()["lottery_commitment"], before);
    }

    async fn r18_a_batch_limits_how_many_are_drawn_and_who_lapses_stays_in_the_pool(world: World) {
        let concert = world.concert_with(4, &[LOTTERY, ("waitlist_batch_size", "2")]).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let guests = world.fill(&concert, 4).await;
        for person in world.people(["Ann", "Ben", "Clara", "Dora", "Emil"]).await {
            person.join(event).await.ok();
        }
        for guest in &guests {
            guest.no(event).await.ok();
        }
        assert_eq!(olga.offers(event, "pending").await.len(), 2);
        world.advance(TimeDelta::hours(24)).await;
        assert_eq!(olga.offers(event, "expired").await.len(), 2);
        let batch = olga.ledger(event).await["last_pass"]["batch_id"].as_str().unwrap().to_owned();
        let draw: Draw = serde_json::from_value(olga.get("organizer/draw", &[("event_id", event), ("batch_id", &batch)]).await.ok()).unwrap();
        assert_eq!((draw.pool.len(), draw.offered.len(), draw.people), (5, 2, Some(2)));
        draw.verify().unwrap();
        assert!(olga.open("/manage/club/concert/waitlist/history").await.text.contains("of 5 people were drawn"));
        assert!(olga.open("/manage/club/concert/waitlist/offers").await.text.contains("drawn by lot"));
    }
}
