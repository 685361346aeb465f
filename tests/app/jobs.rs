//! Jobs: the alarm rings at the deadline, the sweep and the nudge run at their minute, and `doctor` finds what is wrong.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use nextseat::doctor;
use nextseat::jobs::{EXPIRE_OFFERS, NUDGE_WAITLISTS, REGISTER};
use nextseat::store::jobs;
use tokio::sync::watch;

on_both! {
    async fn r22_at_the_deadline_the_next_person_is_offered(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        let (stop, stopping) = watch::channel(false);
        let mut running = world.app.jobs.start(stopping).await.unwrap();
        ann.join(&concert.id).await.ok();
        ben.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        let (_, deadline) = ann.offer(&concert.id).await.unwrap();
        // Nobody asks: only the alarm can notice that the instant has come.
        world.clock.set(deadline);
        let began = Instant::now();
        while !world.mailbox.all().iter().any(|mail| mail.to == ben.email && mail.kind.as_str() == "spot_available") {
            assert!(began.elapsed() < Duration::from_secs(20), "nobody rang");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        stop.send(true).unwrap();
        while running.join_next().await.is_some() {}
    }

    async fn the_hourly_jobs_run_once_an_hour_for_all_processes(world: World) {
        let (stop, stopping) = watch::channel(true);
        let mut running = world.app.jobs.start(stopping).await.unwrap();
        while running.join_next().await.is_some() {}
        drop(stop);
        let ran = |name: &'static str| async move {
            let rows = jobs::list(&mut world.db.read().await.unwrap()).await.unwrap();
            rows.into_iter().find(|row| row.name == name).unwrap().last_run_at
        };
        world.settle().await;
        let first = world.now();
        assert_eq!((ran(EXPIRE_OFFERS).await, ran(NUDGE_WAITLISTS).await), (Some(first), Some(first)));
        world.advance(TimeDelta::minutes(29)).await;
        assert_eq!(ran(NUDGE_WAITLISTS).await, Some(first));
        world.advance(TimeDelta::minutes(1)).await;
        assert_eq!(ran(NUDGE_WAITLISTS).await, Some(world.now()));
        assert_eq!(ran(EXPIRE_OFFERS).await, Some(first));
        world.advance(TimeDelta::minutes(30)).await;
        assert_eq!(ran(EXPIRE_OFFERS).await, Some(world.now()));
    }

    async fn the_doctor_reports_orphans_and_silence(world: World) {
        assert_eq!(doctor::examine(&world.db, world.now()).await.unwrap(), ["No server has run on this database yet."]);
        let (_stop, stopping) = watch::channel(true);
        let mut running = world.app.jobs.start(stopping).await.unwrap();
        while running.join_next().await.is_some() {}
        assert_eq!(doctor::examine(&world.db, world.now()).await.unwrap().len(), REGISTER.len(), "none has run yet");
        world.settle().await;
        assert_eq!(doctor::examine(&world.db, world.now()).await.unwrap(), Vec::<String>::new());
        let mut tx = world.db.write().await.unwrap();
        jobs::register(&mut tx, "rebuild-everything").await.unwrap();
        tx.commit().await.unwrap();
        let findings = doctor::examine(&world.db, world.now()).await.unwrap();
        assert!(findings.len() == 1 && findings[0].contains("rebuild-everything"), "{findings:?}");
    }

    async fn the_app_says_when_it_is_ready(world: World) {
        let client = world.stranger();
        assert_eq!(client.open("/healthz").await.status, 200);
        assert_eq!(client.open("/readyz").await.status, 503, "no job has been heard of");
        let (_stop, stopping) = watch::channel(true);
        let mut running = world.app.jobs.start(stopping).await.unwrap();
        while running.join_next().await.is_some() {}
        world.settle().await;
        assert_eq!(client.open("/readyz").await.status, 200);
    }
}
