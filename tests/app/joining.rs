//! Joining and leaving the waitlist (docs/domain.md §7).

use chrono::TimeDelta;

use crate::support::at_once;

on_both! {
    async fn a_closed_list_refuses_and_leaving_always_works(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        concert.olga.save(&concert.id, &[("waitlist_open", "false")]).await.ok();
        assert_eq!(ben.join(&concert.id).await.refused(), (400, "waitlist_closed"));
        assert_eq!(ann.join(&concert.id).await.refused(), (400, "waitlist_closed"));
        ann.leave(&concert.id).await.ok();
        assert_eq!(concert.olga.line(&concert.id).await, Vec::<String>::new());
        ben.leave(&concert.id).await.ok();
    }

    async fn joining_twice_changes_nothing(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        world.fill(&concert, 1).await;
        let first = ann.join(&concert.id).await.ok();
        assert_eq!((&first["position"], &first["already"]), (&1.into(), &false.into()));
        ben.join(&concert.id).await.ok();
        let again = ann.join(&concert.id).await.ok();
        assert_eq!((&again["position"], &again["already"], &again["entry_id"]), (&1.into(), &true.into(), &first["entry_id"]));
        assert_eq!(concert.olga.line(&concert.id).await, ["Ann", "Ben"]);
    }

    async fn who_has_a_seat_or_could_have_one_is_not_queued(world: World) {
        let concert = world.concert(2).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ann.yes(&concert.id).await.ok();
        assert_eq!(ben.join(&concert.id).await.refused(), (409, "seats_available"));
        ben.yes(&concert.id).await.ok();
        assert_eq!(ann.join(&concert.id).await.refused(), (409, "already_registered"), "R40");
    }

    async fn another_gate_blocks_with_the_verdict(world: World) {
        let concert = world.concert_with(1, &[("registration_deadline", "2026-03-05T12:00")]).await;
        let ann = world.person("Ann").await;
        world.fill(&concert, 1).await;
        world.set("2026-03-05T10:59:59Z".parse().unwrap()).await;
        ann.join(&concert.id).await.ok();
        ann.leave(&concert.id).await.ok();
        world.set("2026-03-05T11:00:00Z".parse().unwrap()).await;
        let refused = ann.join(&concert.id).await;
        assert_eq!(refused.refused(), (403, "not_eligible"));
        assert_eq!(refused.json["eligibility"]["reason_code"], "registration_closed");
    }

    async fn a_party_has_to_fit_the_limit_and_the_capacity(world: World) {
        let concert = world.concert_with(3, &[("max_party_size", "5")]).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        world.fill(&concert, 3).await;
        let refused = ann.join_as(&concert.id, 4).await;
        assert_eq!(refused.refused(), (400, "invalid"));
        assert!(refused.json["fields"]["party_size"].is_array());
        assert_eq!(ann.join_as(&concert.id, 6).await.refused(), (400, "invalid"));
        assert_eq!(ann.join_as(&concert.id, 3).await.ok()["already"], false);
        for bad in ["0", "-1", "many", "1.5", "99999999999999999999"] {
            let fields = [("event_id", concert.id.as_str()), ("party_size", bad)];
            assert_eq!(ben.post("waitlist/join", &fields).await.refused(), (400, "invalid"), "{bad}");
        }
    }

    async fn a_waitlist_only_event_takes_anyone_into_line(world: World) {
        let concert = world.concert(0).await;
        let ann = world.person("Ann").await;
        assert_eq!(ann.yes(&concert.id).await.refused(), (409, "event_is_full"));
        assert_eq!(ann.join(&concert.id).await.ok()["position"], 1);
        assert_eq!(concert.olga.ledger(&concert.id).await["capacity"], 0, "0 means zero seats, never unlimited");
    }

    async fn who_is_not_signed_in_is_asked_to(world: World) {
        let concert = world.concert(1).await;
        world.fill(&concert, 1).await;
        let stranger = world.stranger();
        for answer in [stranger.join(&concert.id).await, stranger.leave(&concert.id).await, stranger.yes(&concert.id).await] {
            assert_eq!(answer.refused(), (401, "sign_in_required"));
        }
    }

    async fn r23_a_waiter_who_leaves_frees_nothing_and_returns_to_the_end(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        ben.join(&concert.id).await.ok();
        ann.leave(&concert.id).await.ok();
        assert_eq!(concert.olga.offers(&concert.id, "").await.len(), 0);
        assert_eq!(ben.position(&concert.id).await, Some(1));
        assert_eq!(ann.join(&concert.id).await.ok()["position"], 2);
    }

    async fn leaving_with_an_offer_passes_the_seat_on_at_once(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        ben.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        assert!(ann.offer(&concert.id).await.is_some());
        ann.leave(&concert.id).await.ok();
        assert!(ben.offer(&concert.id).await.is_some());
        let ended = &concert.olga.offers(&concert.id, "expired").await[0];
        assert_eq!((&ended["end_reason"], &ended["user"]["name"]), (&"left".into(), &"Ann".into()));
        assert!(ended["entry_id"].is_null(), "the entry is gone");
    }

    async fn declining_leaves_and_passes_the_seat_on_at_once(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        ben.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        let (offer, _) = ann.offer(&concert.id).await.unwrap();
        assert_eq!(ben.post("offers/decline", &[("offer_id", &offer)]).await.refused(), (404, "not_found"));
        ann.post("offers/decline", &[("offer_id", &offer)]).await.ok();
        assert!(ben.offer(&concert.id).await.is_some());
        assert_eq!(concert.olga.line(&concert.id).await, ["Ben"]);
        assert_eq!(concert.olga.offers(&concert.id, "expired").await[0]["end_reason"], "declined");
        assert_eq!(ann.post("offers/decline", &[("offer_id", &offer)]).await.refused(), (409, "not_pending"));
    }

    async fn no_from_someone_queued_is_leaving_and_maybe_changes_nothing(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        ben.join(&concert.id).await.ok();
        guests[0].post("rsvp/answer", &[("event_id", &concert.id), ("answer", "maybe")]).await.ok();
        assert!(ann.offer(&concert.id).await.is_some(), "a maybe frees the seat");
        let maybe = ann.post("rsvp/answer", &[("event_id", &concert.id), ("answer", "maybe")]).await.ok();
        assert_eq!(maybe["status"], "maybe");
        assert!(ann.offer(&concert.id).await.is_some(), "R40");
        ann.no(&concert.id).await.ok();
        assert!(ben.offer(&concert.id).await.is_some());
        assert_eq!(concert.olga.offers(&concert.id, "expired").await[0]["end_reason"], "declined");
    }

    async fn racing_joins_of_one_person_make_one_entry(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        world.fill(&concert, 1).await;
        let event = concert.id.clone();
        let tabs = vec![ann; 8];
        let answers = at_once(&tabs, |tab| { let event = event.clone(); async move { tab.join(&event).await } }).await;
        let new = answers.into_iter().map(crate::support::people::Answer::ok).filter(|joined| joined["already"] == false).count();
        assert_eq!(new, 1);
        assert_eq!(concert.olga.line(&concert.id).await, ["Ann"]);
    }

    async fn racing_joins_of_many_get_different_numbers_without_gaps(world: World) {
        let concert = world.concert(0).await;
        let names: Vec<String> = (0..12).map(|n| format!("Waiter {n}")).collect();
        let mut people = vec![];
        for name in &names {
            people.push(world.person(name).await);
        }
        let event = concert.id.clone();
        let answers = at_once(&people, |person| { let event = event.clone(); async move { person.join(&event).await } }).await;
        let mut positions: Vec<i64> = answers.into_iter().map(|a| a.ok()["position"].as_i64().unwrap()).collect();
        positions.sort_unstable();
        assert_eq!(positions, (1..=12).collect::<Vec<_>>());
    }

    async fn r29_the_rank_is_the_same_in_every_view_and_never_rises_by_newcomers(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben, clara] = world.people(["Ann", "Ben", "Clara"]).await;
        world.fill(&concert, 1).await;
        for person in [&ann, &ben] {
            person.join(&concert.id).await.ok();
        }
        assert_eq!(ben.position(&concert.id).await, Some(2));
        world.advance(TimeDelta::hours(1)).await;
        clara.join(&concert.id).await.ok();
        assert_eq!(ben.position(&concert.id).await, Some(2));
        let entries = concert.olga.entries(&concert.id).await;
        let positions: Vec<_> = entries.iter().map(|entry| entry["position"].as_i64()).collect();
        assert_eq!(positions, [Some(1), Some(2), Some(3)]);
        assert!(ben.open("/e/club/concert").await.text.contains("number 2"));
    }
}
