//! Joining with name and e-mail alone (R26, R27).

use chrono::TimeDelta;

use crate::support::{Client, World};

async fn join(stranger: &Client, event: &str, name: &str, email: &str) -> crate::support::people::Answer {
    stranger.post("waitlist/join", &[("event_id", event), ("name", name), ("email", email)]).await
}

/// The token in the latest mail to this address.
async fn link(world: &World, email: &str) -> String {
    let mails = world.mails().await;
    let mail = mails.iter().rev().find(|mail| mail.to == email).expect("a mail");
    mail.text.lines().find(|line| line.starts_with("http")).unwrap().to_owned()
}

on_both! {
    async fn r26_a_place_drawn_with_an_address_alone_counts_once_it_is_confirmed(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let guests = world.fill(&concert, 1).await;
        let [ann] = world.people(["Ann"]).await;
        let stranger = world.stranger();
        assert_eq!(join(&stranger, event, "Newcomer", "new@example.org").await.ok(), serde_json::json!({"check_mail": true}));
        ann.join(event).await.ok();
        assert_eq!(ann.position(event).await, Some(1), "it counts in nobody's rank");
        let entries = olga.entries(event).await;
        assert_eq!((&entries[0]["state"], &entries[0]["why_not"]), (&"unconfirmed".into(), &"unconfirmed: the address isn't confirmed yet".into()));
        assert_eq!(olga.ledger(event).await["waiting"], 1);
        guests[0].no(event).await.ok();
        assert!(ann.offer(event).await.is_some(), "it is never offered");
        // Opening the link changes nothing, the button does; the place that was drawn is kept.
        let address = link(world, "new@example.org").await;
        assert!(address.contains("/c/"));
        let token = address.rsplit('/').next().unwrap();
        assert!(stranger.open(&format!("/c/{token}")).await.text.contains("Confirm my place"));
        assert_eq!(olga.entries(event).await[0]["state"], "unconfirmed");
        stranger.post("waitlist/confirm", &[("token", token)]).await.ok();
        stranger.post("waitlist/confirm", &[("token", token)]).await.ok();
        assert_eq!(olga.line(event).await, ["Newcomer", "Ann"]);
        assert_eq!(olga.entries(event).await[0]["position"], 1);
        // The same link stands for the person from now on.
        assert!(stranger.open(&format!("/c/{token}")).await.text.contains("You're number 1"));
        assert!(stranger.open(&format!("/o/{token}")).await.text.contains("You're number 1"));
    }

    async fn an_address_is_not_flooded_and_can_be_asked_again_later(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        world.fill(&concert, 1).await;
        let mails = async || world.mails().await.iter().filter(|mail| mail.to == "new@example.org").count();
        for _ in 0..5 {
            join(&world.stranger(), event, "Newcomer", "new@example.org").await.ok();
        }
        assert_eq!(mails().await, 1);
        world.advance(TimeDelta::minutes(10)).await;
        join(&world.stranger(), event, "Newcomer", "new@example.org").await.ok();
        assert_eq!(mails().await, 2, "the first may be lost");
    }

    async fn confirming_frees_a_seat_for_them(world: World) {
        let concert = world.concert_with(1, &[("waitlist_queue_first", "true")]).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 1).await;
        join(&world.stranger(), event, "Newcomer", "new@example.org").await.ok();
        guests[0].no(event).await.ok();
        assert_eq!(concert.olga.offers(event, "pending").await.len(), 0);
        let address = link(world, "new@example.org").await;
        world.stranger().post("waitlist/confirm", &[("token", address.rsplit('/').next().unwrap())]).await.ok();
        assert_eq!(concert.olga.offers(event, "pending").await.len(), 1);
    }

    async fn r26_an_unconfirmed_place_goes_silently_after_48_hours(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        world.fill(&concert, 1).await;
        join(&world.stranger(), event, "Newcomer", "new@example.org").await.ok();
        let address = link(world, "new@example.org").await;
        let mails = world.mails().await.len();
        world.advance(TimeDelta::hours(48) - TimeDelta::seconds(1)).await;
        assert_eq!(concert.olga.entries(event).await.len(), 1);
        world.advance(TimeDelta::seconds(1)).await;
        assert_eq!(concert.olga.entries(event).await.len(), 0);
        assert_eq!(world.mails().await.len(), mails, "silently");
        let token = address.rsplit('/').next().unwrap();
        assert_eq!(world.stranger().post("waitlist/confirm", &[("token", token)]).await.refused(), (404, "not_found"));
        join(&world.stranger(), event, "Newcomer", "new@example.org").await.ok();
        assert_eq!(concert.olga.entries(event).await.len(), 1);
    }

    async fn r27_the_answer_is_the_same_for_every_address(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 1).await;
        let [ann] = world.people(["Ann"]).await;
        ann.join(event).await.ok();
        let stranger = world.stranger();
        let mut answers = vec![];
        for email in ["new@example.org", &guests[0].email, &ann.email, "ANN@example.org"] {
            let answer = join(&stranger, event, "Somebody", email).await;
            answers.push((answer.status, answer.text));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!(concert.olga.line(event).await, ["Ann", "Somebody"], "nothing changes for who is registered or queued");
        // What depends on who one is speaks through the mail.
        let mails = world.mails().await;
        let last = |email: &str| mails.iter().rev().find(|mail| mail.to.eq_ignore_ascii_case(email)).unwrap().text.clone();
        assert!(last(&guests[0].email).contains("You have a seat there already."));
        assert!(last(&ann.email).contains("You're on the waitlist of"));
        let to_new = last("new@example.org");
        assert!(to_new.contains("press the button within 48 hours"));
        assert!(to_new.starts_with("Hello,") && !to_new.contains("Somebody"), "whoever typed the address chose the name: {to_new}");
        join(&stranger, event, "Renamed", "new@example.org").await.ok();
        assert_eq!(concert.olga.line(event).await, ["Ann", "Somebody"], "nobody renames anybody");
    }

    async fn r27_what_is_the_same_for_everybody_is_answered_as_such(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        let stranger = world.stranger();
        assert_eq!(join(&stranger, event, "A", "a@example.org").await.refused(), (409, "seats_available"));
        world.fill(&concert, 1).await;
        join(&stranger, event, "A", "a@example.org").await.ok();
        let refused = join(&stranger, event, " ", "nobody").await;
        assert_eq!(refused.refused(), (400, "invalid"));
        assert_eq!(refused.json["fields"].as_object().unwrap().keys().collect::<Vec<_>>(), ["email", "name"]);
        assert_eq!(stranger.post("waitlist/join", &[("event_id", event)]).await.refused(), (401, "sign_in_required"));
        concert.olga.save(event, &[("waitlist_open", "false")]).await.ok();
        assert_eq!(join(&stranger, event, "A", "a@example.org").await.refused(), (400, "waitlist_closed"));
        concert.olga.save(event, &[("waitlist_open", "true")]).await.ok();
        concert.olga.post("organizer/events/close", &[("event_id", event)]).await.ok();
        assert_eq!(join(&stranger, event, "A", "a@example.org").await.refused(), (403, "not_eligible"));
    }

    async fn joining_signed_in_confirms_an_unconfirmed_place_and_keeps_it(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        world.fill(&concert, 1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        join(&world.stranger(), event, "Somebody", &ann.email).await.ok();
        ben.join(event).await.ok();
        assert_eq!(concert.olga.entries(event).await[0]["state"], "unconfirmed", "whatever is known of the address");
        assert_eq!(ben.position(event).await, Some(1));
        let joined = ann.join(event).await.ok();
        assert_eq!((&joined["already"], &joined["position"]), (&true.into(), &1.into()));
        assert_eq!(concert.olga.line(event).await, ["Ann", "Ben"], "the name of a verified account stays");
        assert_eq!(ben.position(event).await, Some(2));
    }

    async fn a_browser_joins_with_the_form_and_keeps_what_was_typed(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        world.fill(&concert, 1).await;
        let stranger = world.stranger();
        let page = stranger.open("/e/club/concert").await.text;
        assert!(page.contains("name=\"email\"") && page.contains("Join the waitlist"));
        let broken = stranger.submit("/e/club/concert", "waitlist/join", &[("event_id", event), ("name", "Newcomer"), ("email", "nobody")]).await;
        assert_eq!((broken.status, broken.header("location")), (303, "/e/club/concert"));
        let page = stranger.open("/e/club/concert").await.text;
        assert!(page.contains("value=\"Newcomer\"") && page.contains("This is not an e-mail address"), "{page}");
        let done = stranger.submit("/e/club/concert", "waitlist/join", &[("event_id", event), ("name", "Newcomer"), ("email", "new@example.org")]).await;
        assert_eq!((done.status, done.header("location")), (303, "/check-mail?place=club/concert"));
        assert!(stranger.open("/check-mail?place=club/concert").await.text.contains("48 hours"));
        link(world, "new@example.org").await;
    }
}
