//! The outbox: nothing is lost, nothing is told that is no longer true (docs/domain.md §11).

use chrono::TimeDelta;
use nextseat::notify::worker::{Post, deliver_batch};
use nextseat::notify::{Mailbox, Mailer};

on_both! {
    async fn an_offer_that_was_answered_before_its_mail_went_is_not_mailed(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        ann.yes(&concert.id).await.ok();
        assert_eq!(world.kinds_to(&ann).await, ["registration_confirmed"], "nor is she told that she waits");
    }

    async fn a_mail_server_that_is_away_loses_nothing(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        let away = Post { mailer: Mailer::Nowhere, base_url: world.url.clone() };
        deliver_batch(&world.db, &away, world.now()).await.unwrap();
        assert!(concert.olga.offers(&concert.id, "pending").await[0]["notified_at"].is_null(), "stamped when accepted, not before");
        assert_eq!(deliver_batch(&world.db, &away, world.now()).await.unwrap(), 0, "it pauses before it tries again");
        world.advance(TimeDelta::seconds(8)).await;
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "spot_available"]);
        assert!(concert.olga.offers(&concert.id, "pending").await[0]["notified_at"].is_string());
    }

    async fn a_mail_that_can_never_go_is_given_up_and_shown(world: World) {
        let concert = world.concert_with(1, &[("waitlist_time_window", "1h")]).await;
        let ann = world.person("Ann").await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        world.settle().await;
        guests[0].no(&concert.id).await.ok();
        let away = Post { mailer: Mailer::Nowhere, base_url: world.url.clone() };
        for _ in 0..12 {
            deliver_batch(&world.db, &away, world.now()).await.unwrap();
            world.clock.advance(TimeDelta::minutes(5));
        }
        assert_eq!(concert.olga.ledger(&concert.id).await["mail_failures"], 1);
    }

    async fn an_offer_that_cannot_be_delivered_ends_and_pauses_unless_its_page_was_opened(world: World) {
        let concert = world.concert_with(2, &[("waitlist_time_window", "1h")]).await;
        let event = concert.id.as_str();
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 2).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        world.settle().await;
        let tokens = [world.token(&ann, "waitlist_joined").await, world.token(&ben, "waitlist_joined").await];
        guests[0].no(event).await.ok();
        guests[1].no(event).await.ok();
        // Ben looks at the page; Ann never does.
        assert!(world.stranger().open(&format!("/o/{}", tokens[1])).await.text.contains("A seat is held for you"));
        let away = Post { mailer: Mailer::Nowhere, base_url: world.url.clone() };
        world.clock.advance(TimeDelta::hours(1) - TimeDelta::seconds(1));
        deliver_batch(&world.db, &away, world.now()).await.unwrap();
        let expired = concert.olga.offers(event, "expired").await;
        assert_eq!((expired.len(), &expired[0]["end_reason"], &expired[0]["user"]["name"]), (1, &"undeliverable".into(), &"Ann".into()));
        let entries = concert.olga.entries(event).await;
        let entry = entries.iter().find(|entry| entry["user"]["name"] == "Ann").unwrap();
        assert_eq!((&entry["state"], &entry["why_not"]), (&"paused".into(), &"paused: mail can't be delivered".into()));
        assert!(ben.offer(event).await.is_some(), "whoever has seen it was told");
        assert!(ann.open("/e/club/concert").await.text.contains("couldn&#x27;t reach you by mail") || ann.open("/e/club/concert").await.text.contains("couldn't reach you by mail"));
    }

    async fn two_workers_share_the_mails_and_each_goes_once(world: World) {
        let concert = world.concert(0).await;
        let mut people = vec![];
        for n in 0..15 {
            let person = world.person(&format!("Waiter {n}")).await;
            person.join(&concert.id).await.ok();
            people.push(person);
        }
        let shared = Mailbox::default();
        let post = Post { mailer: Mailer::Mailbox(shared.clone()), base_url: world.url.clone() };
        let workers: Vec<_> = (0..4)
            .map(|_| {
                let (db, post, now) = (world.db.clone(), post.clone(), world.now());
                tokio::spawn(async move { deliver_batch(&db, &post, now).await.unwrap() })
            })
            .collect();
        for worker in workers {
            worker.await.unwrap();
        }
        let mut to: Vec<_> = shared.all().into_iter().map(|mail| mail.to).collect();
        to.sort();
        let mut expected: Vec<_> = people.iter().map(|person| person.email.clone()).collect();
        expected.sort();
        assert_eq!(to, expected);
    }

    async fn addresses_and_titles_survive_and_markup_is_text(world: World) {
        let concert = world.concert_with(1, &[("title", "<b>Zürich & 東京</b>")]).await;
        let ann = world.person("Ann").await;
        world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        let mails = world.mails().await;
        let mail = mails.iter().find(|mail| mail.to == ann.email).unwrap();
        assert_eq!(mail.subject, "You're on the waitlist: <b>Zürich & 東京</b>");
        assert!(mail.html.contains("&lt;b&gt;Zürich &amp; 東京") && !mail.html.contains("<b>Z"));
        assert!(!mail.text.contains(&ann.email) && mail.text.lines().any(|line| line.starts_with("http")));
    }
}
