//! Statements per action, so that nobody adds a query unseen.

use crate::support::World;

/// Statements that `act` runs, on an app where nothing else goes on.
async fn counted(world: &World, act: impl Future<Output = ()>) -> u64 {
    let before = world.db.statements();
    act.await;
    world.db.statements() - before
}

on_both! {
    async fn page_claim_join_and_pass_stay_within_their_budgets(world: World) {
        let concert = world.concert(3).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 3).await;
        let people = world.people(["Ann", "Ben", "Clara", "Dora", "Emil"]).await;
        world.settle().await;
        // The first request of a day touches the session.
        for person in people.iter().chain(&guests) {
            person.get("account/me", &[]).await.ok();
        }

        let join = counted(world, async { people[0].join(event).await.ok(); }).await;
        for person in &people[1..] {
            person.join(event).await.ok();
        }
        let page = counted(world, async { assert_eq!(people[0].open("/e/club/concert").await.status, 200) }).await;
        let status = counted(world, async { people[0].status(event).await; }).await;
        let cancel = counted(world, async { guests[0].no(event).await.ok(); }).await;
        let claim = counted(world, async { people[0].yes(event).await.ok(); }).await;
        guests[1].no(event).await.ok();
        guests[2].no(event).await.ok();
        world.settle().await;

        // At the deadline two offers lapse and two are made: one pass, whatever n.
        let deadline = people[1].offer(event).await.unwrap().1;
        world.clock.set(deadline);
        let id = event.parse().unwrap();
        let trigger = nextseat::waitlist::settle::Trigger::Deadline;
        let pass = counted(world, async {
            assert!(nextseat::waitlist::settle::settle_event(&world.db, id, world.now(), trigger).await.unwrap());
        })
        .await;
        assert_eq!(concert.olga.offers(event, "pending").await.len(), 2);

        let counts = [("page", page), ("status", status), ("join", join), ("claim", claim), ("pass", pass), ("cancel", cancel)];
        println!("statements: {counts:?}");
        assert!(page <= 4, "{counts:?}");
        assert!(join <= 8, "{counts:?}");
        assert!(claim <= 12, "{counts:?}");
        assert!(pass <= 10, "{counts:?}");
    }

    async fn the_lists_do_not_ask_once_a_row(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        world.fill(&concert, 1).await;
        let people = world.people(["Ann", "Ben", "Clara", "Dora", "Emil"]).await;
        people[0].join(event).await.ok();
        let olga = &concert.olga;
        let look = async || {
            let mut counts = vec![];
            for path in ["/manage/club", "/manage/club/concert/waitlist", "/manage/club/concert/waitlist/offers", "/", "/me"] {
                counts.push(counted(world, async { assert_eq!(olga.open(path).await.status, 200) }).await);
            }
            counts
        };
        look().await;
        let one = look().await;
        for person in &people[1..] {
            person.join(event).await.ok();
        }
        assert_eq!(look().await, one);
    }
}
