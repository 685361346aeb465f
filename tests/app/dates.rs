//! Calendar dates and zones (R37): the nights of the clock change, leap days, and midnights between UTC and the event's date.

use chrono::{DateTime, TimeDelta, Utc};

fn utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

on_both! {
    async fn an_offer_over_the_night_of_the_clock_change_lasts_its_hours(world: World) {
        for (now, written) in [("2026-03-28T12:00:00Z", "Sun 29 March 2026, 14:00 CEST"), ("2026-10-24T12:00:00Z", "Sun 25 October 2026, 13:00 CET")] {
            let now = utc(now);
            world.set(now).await;
            let (starts_at, ends_at) = ((now + TimeDelta::days(9)).to_rfc3339(), (now + TimeDelta::days(10)).to_rfc3339());
            let olga = world.person(&format!("Olga {}", now.format("%B"))).await;
            let org = olga.post("account/organize", &[("name", "Club")]).await.ok()["slug"].as_str().unwrap().to_owned();
            let fields = [
                ("org", org.as_str()), ("title", "Concert"), ("starts_at", &starts_at), ("ends_at", &ends_at), ("time_zone", "Europe/Vienna"),
                ("max_attendees", "0"), ("waitlist_open", "true"), ("waitlist_time_window", "24h"),
            ];
            let event = olga.post("organizer/events/create", &fields).await.ok()["id"].as_str().unwrap().to_owned();
            olga.post("organizer/events/publish", &[("event_id", &event)]).await.ok();
            let ann = world.person(&format!("Ann {}", now.format("%B"))).await;
            ann.join(&event).await.ok();
            olga.change(&event, &[("max_attendees", "1")]).await.ok();
            assert_eq!(ann.offer(&event).await.unwrap().1, now + TimeDelta::hours(24));
            let mails = world.mails().await;
            let mail = mails.iter().rev().find(|mail| mail.to == ann.email && mail.kind.as_str() == "spot_available").unwrap();
            assert!(mail.text.contains(written), "{}", mail.text);
        }
    }

    async fn local_times_on_the_nights_of_the_clock_change(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let moved = async |starts: &str, ends: &str| olga.change(event, &[("starts_at", starts), ("ends_at", ends)]).await;
        // 02:30 comes twice on 25 October: the first is meant.
        assert_eq!(moved("2026-10-25T02:30", "2026-10-25T05:00").await.ok()["starts_at"], "2026-10-25T00:30:00Z");
        // 02:30 doesn't come on 29 March.
        let skipped = moved("2026-03-29T02:30", "2026-03-29T05:00").await;
        assert_eq!(skipped.refused(), (400, "invalid"));
        assert!(skipped.json["fields"]["starts_at"][0].as_str().unwrap().contains("skip this time"), "{}", skipped.text);
        assert_eq!(moved("2026-03-29T03:30", "2026-03-29T05:00").await.ok()["starts_at"], "2026-03-29T01:30:00Z");
        // The form that made the mistake keeps what was typed.
        olga.submit("/manage/club/concert/edit", "organizer/events/update", &[("event_id", event), ("starts_at", "2026-03-29T02:30"), ("title", "Typed")]).await;
        let page = olga.open("/manage/club/concert/edit").await.text;
        assert!(page.contains("2026-03-29T02:30") && page.contains("value=\"Typed\"") && page.contains("skip this time"));
    }

    async fn leap_days_and_dates_beyond_midnight(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        assert_eq!(olga.change(event, &[("starts_at", "2028-02-29T00:15"), ("ends_at", "2028-02-29T02:00")]).await.ok()["starts_at"], "2028-02-28T23:15:00Z");
        assert_eq!(olga.change(event, &[("starts_at", "2027-02-29T00:15")]).await.refused(), (400, "invalid"));
        // In UTC it is still the 28th; the page shows the event's date.
        let page = olga.open("/e/club/concert").await.text;
        assert!(page.contains("Tue 29 February 2028, 00:15 CET"), "{page}");
        assert_eq!(olga.post("organizer/events/copy", &[("event_id", event), ("starts_at", "2029-02-28T00:15")]).await.ok()["ends_at"], "2029-02-28T01:00:00Z");
        // A date given with an offset is in the caller's.
        assert_eq!(olga.change(event, &[("registration_deadline", "2028-02-28T18:00:00-05:00")]).await.ok()["registration_deadline"], "2028-02-28T23:00:00Z");
    }

    async fn a_final_call_at_a_local_midnight_begins_at_its_instant(world: World) {
        let concert = world.concert_with(1, &[("waitlist_cutoff_date", "2026-03-07T00:00")]).await;
        let guests = world.fill(&concert, 1).await;
        let [ann] = world.people(["Ann"]).await;
        ann.join(&concert.id).await.ok();
        world.set(utc("2026-03-06T22:59:59Z")).await;
        assert_eq!(concert.olga.ledger(&concert.id).await["mode"], "offers");
        world.set(utc("2026-03-06T23:00:00Z")).await;
        guests[0].no(&concert.id).await.ok();
        assert_eq!(ann.status(&concert.id).await["active_offer"]["is_cutoff_batch"], true);
    }
}
