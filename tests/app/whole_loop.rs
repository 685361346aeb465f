//! The loop that must work, as a script would walk it; the browser walks it in end2end/.

use chrono::TimeDelta;

on_both! {
    async fn a_freed_seat_goes_from_one_to_the_next_until_someone_takes_it(world: World) {
        let concert = world.concert_with(2, &[("waitlist_batch_size", "1")]).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben, clara, jonas, stranger] = world.people(["Ann", "Ben", "Clara", "Jonas", "Stranger"]).await;

        assert_eq!(ann.yes(event).await.ok()["status"], "yes");
        ben.yes(event).await.ok();
        assert_eq!(stranger.yes(event).await.refused(), (409, "event_is_full"));
        assert_eq!(clara.join(event).await.ok()["position"], 1);
        assert_eq!(jonas.join(event).await.ok()["position"], 2);

        // One cancels: in that same transaction the next in line gets an offer, and the seat is held.
        ann.no(event).await.ok();
        let (_, deadline) = clara.offer(event).await.expect("an offer");
        assert_eq!(deadline, world.now() + TimeDelta::hours(24));
        let refused = stranger.yes(event).await;
        assert_eq!(refused.refused(), (409, "event_is_full"));
        assert_eq!(refused.json["eligibility"]["reason_code"], "spots_reserved_for_waitlist");
        assert_eq!(refused.json["eligibility"]["next_batch_at"].as_str().unwrap().parse(), Ok(deadline));
        assert_eq!(jonas.position(event).await, Some(1), "a holder counts in nobody's rank");

        // The mail says until when, in the event's zone, and links to a page.
        let mails = world.mails().await;
        let offer = mails.iter().find(|mail| mail.kind.as_str() == "spot_available").expect("the offer's mail");
        assert_eq!(offer.to, clara.email);
        assert!(offer.text.contains("until Mon 2 March 2026, 12:00 CET"), "{}", offer.text);
        let token = world.token(&clara, "spot_available").await;
        let page = stranger.open(&format!("/o/{token}")).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains("A seat is held for you") && page.text.contains("c•••@example.org"));
        assert!(clara.offer(event).await.is_some(), "opening the link changes nothing");

        // Nobody answers: at the deadline the next is offered, and nobody else can slip in at that instant.
        world.clock.set(deadline);
        assert_eq!(stranger.yes(event).await.refused(), (409, "event_is_full"));
        world.settle().await;
        assert_eq!(clara.offer(event).await, None);
        assert!(jonas.offer(event).await.is_some());
        assert_eq!(clara.position(event).await, Some(1), "she waits at the end of the line");

        // Jonas takes it by his link, without signing in.
        let token = world.token(&jonas, "spot_available").await;
        let anyone = world.stranger();
        let answer = [("event_id", event), ("answer", "yes"), ("party_size", "1"), ("token", &token)];
        assert_eq!(anyone.post("rsvp/answer", &answer).await.ok()["status"], "yes");

        let ledger = olga.ledger(event).await;
        assert_eq!(
            (&ledger["capacity"], &ledger["attendees"], &ledger["held"], &ledger["free"], &ledger["waiting"]),
            (&2.into(), &2.into(), &0.into(), &0.into(), &1.into())
        );
        assert_eq!(olga.line(event).await, ["Clara"]);
        let statuses: Vec<_> = olga.offers(event, "").await.iter().map(|o| o["status"].as_str().unwrap().to_owned()).collect();
        assert_eq!(statuses, ["claimed", "expired"]);
        let kinds = world.kinds_to(&clara).await;
        assert_eq!(kinds, ["waitlist_joined", "spot_available", "offer_expired"]);
        assert_eq!(world.kinds_to(&jonas).await, ["waitlist_joined", "spot_available", "registration_confirmed"]);
        assert!(olga.offers(event, "claimed").await[0]["notified_at"].is_string());
    }
}
