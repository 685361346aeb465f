//! Answers that organizers enter for someone (R8, R12, R40).

use serde_json::json;

use crate::support::Concert;
use crate::support::people::Answer;

async fn set(concert: &Concert, more: &[(&str, &str)]) -> Answer {
    let mut fields = vec![("event_id", concert.id.as_str())];
    fields.extend_from_slice(more);
    concert.olga.post("organizer/registrations/set", &fields).await
}

on_both! {
    async fn entering_yes_is_bound_by_the_capacity_unless_a_reason_says_otherwise(world: World) {
        let concert = world.concert(1).await;
        let entered = set(&concert, &[("email", "new@example.org"), ("name", "Newcomer"), ("answer", "yes")]).await.ok();
        assert_eq!(entered["status"], "yes");
        let again = [("email", "late@example.org"), ("answer", "yes")];
        assert_eq!(set(&concert, &again).await.refused(), (409, "capacity"));
        let without = set(&concert, &[again[0], again[1], ("override_capacity", "true")]).await;
        assert_eq!((without.refused(), without.json["fields"]["reason"].is_array()), ((400, "invalid"), true));
        set(&concert, &[again[0], again[1], ("override_capacity", "true"), ("reason", "the mayor")]).await.ok();
        let ledger = concert.olga.ledger(&concert.id).await;
        assert_eq!((&ledger["attendees"], &ledger["capacity"], &ledger["free"]), (&2.into(), &1.into(), &0.into()), "R11: shown as 0");
        let history = concert.olga.get("organizer/history", &[("event_id", &concert.id)]).await.ok();
        let line = &history["results"][0];
        assert_eq!((&line["what"], &line["reason"], &line["after"]["over_capacity"]), (&"registration_set".into(), &"the mayor".into(), &true.into()));
        let listed = concert.olga.get("organizer/registrations", &[("event_id", &concert.id), ("q", "newc")]).await.ok();
        assert_eq!((&listed["count"], &listed["results"][0]["user"]["email"]), (&1.into(), &"new@example.org".into()));
        let mails = world.mails().await;
        assert!(mails.iter().any(|mail| mail.to == "new@example.org" && mail.kind.as_str() == "registration_confirmed"));
        let broken = set(&concert, &[("email", "x"), ("answer", "perhaps"), ("party_size", "0")]).await;
        assert_eq!(broken.json["fields"].as_object().unwrap().keys().collect::<Vec<_>>(), ["answer", "email", "party_size"]);
    }

    async fn entering_yes_claims_their_offer_and_a_promise_stands(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        // An override uses the promised seat up; the promise stands all the same.
        set(&concert, &[("account_id", &ben.id), ("answer", "yes"), ("override_capacity", "true"), ("reason", "plays tonight")]).await.ok();
        assert_eq!(set(&concert, &[("email", "z@example.org"), ("answer", "yes")]).await.refused(), (409, "capacity"));
        set(&concert, &[("account_id", &ann.id), ("answer", "yes")]).await.ok();
        assert_eq!(concert.olga.offers(event, "claimed").await.len(), 1);
        assert!(concert.olga.line(event).await.is_empty());
        assert_eq!(concert.olga.ledger(event).await["held"], 0);
    }

    async fn closures_do_not_bind_organizers_and_yes_removes_the_entry(world: World) {
        let concert = world.concert_with(2, &[("waitlist_time_window", ""), ("waitlist_queue_first", "true")]).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 2).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        assert_eq!(ben.yes(event).await.refused(), (409, "event_is_full"));
        set(&concert, &[("account_id", &ben.id), ("answer", "yes")]).await.ok();
        guests[1].no(event).await.ok();
        set(&concert, &[("account_id", &ann.id), ("answer", "yes")]).await.ok();
        assert!(concert.olga.line(event).await.is_empty());
    }

    async fn editing_and_removing_a_yes_frees_the_seat_and_it_goes_on(world: World) {
        let concert = world.concert_with(2, &[("max_party_size", "2")]).await;
        let event = concert.id.as_str();
        let [pair, ann, ben] = world.people(["Pair", "Ann", "Ben"]).await;
        let entered = set(&concert, &[("account_id", &pair.id), ("answer", "yes"), ("party_size", "2")]).await.ok();
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        set(&concert, &[("account_id", &pair.id), ("answer", "yes"), ("party_size", "1")]).await.ok();
        assert!(ann.offer(event).await.is_some(), "a smaller party frees the rest at once");
        let id = entered["registration_id"].as_str().unwrap();
        concert.olga.post("organizer/registrations/remove", &[("event_id", event), ("registration_id", id), ("reason", "ill")]).await.ok();
        assert!(ben.offer(event).await.is_some());
        assert_eq!(world.kinds_to(&pair).await, ["registration_cancelled"], "what was confirmed meanwhile isn't told any more");
        assert_eq!(concert.olga.post("organizer/registrations/remove", &[("event_id", event), ("registration_id", id)]).await.refused(), (404, "not_found"));
    }

    async fn no_leaves_the_queue_and_maybe_changes_nothing_in_it(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        guests[0].no(event).await.ok();
        set(&concert, &[("account_id", &ann.id), ("answer", "maybe")]).await.ok();
        assert!(ann.offer(event).await.is_some());
        set(&concert, &[("account_id", &ann.id), ("answer", "no")]).await.ok();
        assert_eq!(concert.olga.offers(event, "expired").await[0]["end_reason"], "declined");
        assert_eq!(concert.olga.line(event).await, ["Ben"]);
        assert!(ben.offer(event).await.is_some());
    }

    async fn a_draft_and_a_cancelled_event_take_no_registrations(world: World) {
        let concert = world.concert(1).await;
        let yes = [("email", "a@example.org"), ("answer", "yes")];
        set(&concert, &yes).await.ok();
        concert.olga.post("organizer/events/close", &[("event_id", &concert.id)]).await.ok();
        set(&concert, &yes).await.ok();
        concert.olga.post("organizer/events/cancel", &[("event_id", &concert.id)]).await.ok();
        assert_eq!(set(&concert, &yes).await.refused(), (409, "stale"));
    }

    async fn adding_to_the_queue_by_hand(world: World) {
        let concert = world.concert_with(2, &[("max_party_size", "2"), ("waitlist_open", "false")]).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 2).await;
        let add = async |more: &[(&str, &str)]| {
            let mut fields = vec![("event_id", event)];
            fields.extend_from_slice(more);
            concert.olga.post("organizer/entries/add", &fields).await
        };
        let added = add(&[("name", "Newcomer"), ("email", "new@example.org"), ("party_size", "2")]).await.ok();
        assert_eq!((&added["state"], &added["party_size"], &added["position"]), (&"waiting".into(), &2.into(), &1.into()), "also when the list is closed");
        assert_eq!(add(&[("name", "Again"), ("email", "NEW@example.org")]).await.ok()["id"], added["id"]);
        assert_eq!(add(&[("email", &guests[0].email)]).await.refused(), (409, "already_registered"));
        assert_eq!(add(&[("name", "Big"), ("email", "big@example.org"), ("party_size", "3")]).await.refused(), (400, "invalid"));
        let mails = world.mails().await;
        assert_eq!(mails.iter().filter(|mail| mail.to == "new@example.org").count(), 1, "told once");
        concert.olga.post("organizer/events/cancel", &[("event_id", event)]).await.ok();
        assert_eq!(add(&[("name", "Late"), ("email", "late@example.org")]).await.refused(), (409, "stale"));
        world.settle().await;
    }

    async fn the_page_enters_and_asks_in_a_browser(world: World) {
        let concert = world.concert(1).await;
        let page = "/manage/club/concert/registrations";
        let fields = [("event_id", concert.id.as_str()), ("email", "new@example.org"), ("name", "Newcomer"), ("answer", "yes"), ("override_capacity", "false"), ("reason", "")];
        let done = concert.olga.submit(page, "organizer/registrations/set", &fields).await;
        assert_eq!((done.status, done.header("location")), (303, page));
        let shown = concert.olga.open(page).await.text;
        assert!(shown.contains("Newcomer") && shown.contains("Entered, and the person is told."));
        let mut second = fields;
        second[1].1 = "late@example.org";
        concert.olga.submit(page, "organizer/registrations/set", &second).await;
        let shown = concert.olga.open(page).await.text;
        assert!(shown.contains("late@example.org") && shown.contains("error-summary"), "what was typed is still there: {shown}");
        let list = concert.olga.get("organizer/registrations", &[("event_id", &concert.id)]).await.ok();
        assert_eq!(list["count"], json!(1));
        let id = list["results"][0]["id"].as_str().unwrap();
        let asked = concert.olga.submit(page, "organizer/registrations/remove", &[("event_id", &concert.id), ("registration_id", id)]).await;
        assert_eq!(asked.header("location"), "/confirm");
        assert!(concert.olga.open("/confirm").await.text.contains("Newcomer"));
    }
}
