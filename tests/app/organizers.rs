//! Organizer's overrides beyond one offer at a time: the next n, extending, moving, lifting, previews, messages, history.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::support::{Client, Concert, World};

async fn queue<const N: usize>(world: &World, concert: &Concert, names: [&str; N]) -> [Client; N] {
    let people = world.people(names).await;
    for person in &people {
        person.join(&concert.id).await.ok();
    }
    people
}

async fn act(concert: &Concert, endpoint: &str, more: &[(&str, &str)]) -> crate::support::people::Answer {
    let mut fields = vec![("event_id", concert.id.as_str())];
    fields.extend_from_slice(more);
    concert.olga.post(&format!("organizer/{endpoint}"), &fields).await
}

fn names(offers: &Value) -> Vec<&str> {
    let mut names: Vec<&str> =
        offers.as_array().unwrap().iter().map(|offer| offer["user"]["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    names
}

on_both! {
    async fn offers_to_the_next_n_as_many_as_fit(world: World) {
        let concert = world.concert_with(4, &[("waitlist_time_window", ""), ("max_party_size", "3")]).await;
        let guests = world.fill(&concert, 4).await;
        let people = world.people(["Ann", "Trio", "Ben", "Clara"]).await;
        for (person, size) in people.iter().zip([1, 3, 1, 1]) {
            person.join_as(&concert.id, size).await.ok();
        }
        assert_eq!(act(&concert, "offers/create_next", &[("count", "2")]).await.refused(), (400, "expiry_required"));
        let until = ("expires_at", "2026-03-03T12:00");
        assert_eq!(act(&concert, "offers/create_next", &[("count", "2"), until]).await.refused(), (409, "capacity"));
        guests[0].no(&concert.id).await.ok();
        guests[1].no(&concert.id).await.ok();
        // Of the next three, the party of three doesn't fit.
        let made = act(&concert, "offers/create_next", &[("count", "3"), until]).await.ok();
        assert_eq!(names(&made), ["Ann", "Ben"]);
        assert!(made.as_array().unwrap().iter().all(|offer| offer["made_by"] == "organizer" && offer["batch_id"] == made[0]["batch_id"]));
        guests[2].no(&concert.id).await.ok();
        assert_eq!(act(&concert, "offers/create_next", &[("count", "1"), until]).await.refused(), (409, "capacity"), "the next one needs three");
        for bad in ["0", "x", ""] {
            assert_eq!(act(&concert, "offers/create_next", &[("count", bad), until]).await.refused(), (400, "invalid"));
        }
        concert.olga.post("organizer/events/close", &[("event_id", &concert.id)]).await.ok();
        assert_eq!(act(&concert, "offers/create_next", &[("count", "1"), until]).await.refused(), (409, "not_offerable"));
    }

    async fn an_offer_is_extended_and_its_holder_told(world: World) {
        let concert = world.concert(1).await;
        let guests = world.fill(&concert, 1).await;
        let [ann, _] = queue(world, &concert, ["Ann", "Ben"]).await;
        guests[0].no(&concert.id).await.ok();
        let (offer, deadline) = ann.offer(&concert.id).await.unwrap();
        let later = (deadline + TimeDelta::hours(5)).to_rfc3339();
        let extended = act(&concert, "offers/extend", &[("offer_id", &offer), ("expires_at", &later)]).await.ok();
        assert_eq!(extended["expires_at"].as_str().unwrap().parse::<DateTime<Utc>>().unwrap(), deadline + TimeDelta::hours(5));
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "spot_available", "offer_deadline_moved"]);
        world.set(deadline).await;
        assert!(ann.offer(&concert.id).await.is_some(), "the old deadline is nothing any more");
        for (at, why) in [(deadline.to_rfc3339(), "in the past"), ((deadline + TimeDelta::hours(1)).to_rfc3339(), "earlier than it is"), ("2026-03-08T12:00".into(), "after the start"), (String::new(), "empty")] {
            assert_eq!(act(&concert, "offers/extend", &[("offer_id", &offer), ("expires_at", &at)]).await.refused(), (400, "invalid"), "{why}");
        }
        ann.yes(&concert.id).await.ok();
        let latest = "2026-03-06T12:00";
        assert_eq!(act(&concert, "offers/extend", &[("offer_id", &offer), ("expires_at", latest)]).await.refused(), (409, "not_pending"));
        let nobody = uuid::Uuid::nil().to_string();
        assert_eq!(act(&concert, "offers/extend", &[("offer_id", &nobody), ("expires_at", latest)]).await.refused(), (404, "not_found"));
    }

    async fn an_organizer_moves_people_with_a_reason(world: World) {
        let concert = world.concert(1).await;
        world.fill(&concert, 1).await;
        queue(world, &concert, ["Ann", "Ben", "Clara", "Dora"]).await;
        let entry = async |name: &str| concert.olga.entry_of(&concert.id, name).await;
        let moved = async |name: &str, before: &str| {
            let id = entry(name).await;
            act(&concert, "entries/move", &[("entry_id", &id), ("before_entry_id", before), ("reason", "asked kindly")]).await
        };
        moved("Dora", &entry("Ben").await).await.ok();
        assert_eq!(concert.olga.line(&concert.id).await, ["Ann", "Dora", "Ben", "Clara"]);
        moved("Ann", &entry("Clara").await).await.ok();
        assert_eq!(concert.olga.line(&concert.id).await, ["Dora", "Ben", "Ann", "Clara"]);
        moved("Dora", "end").await.ok();
        assert_eq!(concert.olga.line(&concert.id).await, ["Ben", "Ann", "Clara", "Dora"]);
        moved("Clara", "1").await.ok();
        assert_eq!(concert.olga.line(&concert.id).await, ["Clara", "Ben", "Ann", "Dora"]);
        moved("Clara", &entry("Clara").await).await.ok();
        let late = world.person("Late").await;
        late.join(&concert.id).await.ok();
        assert_eq!(late.position(&concert.id).await, Some(5), "who joins later overtakes nobody");
        let id = entry("Ann").await;
        let without = act(&concert, "entries/move", &[("entry_id", &id), ("before_entry_id", "end")]).await;
        assert_eq!((without.refused(), without.json["fields"]["reason"].is_array()), ((400, "invalid"), true));
        assert_eq!(moved("Ann", "9").await.refused(), (400, "invalid"));
        assert_eq!(moved("Ann", &uuid::Uuid::nil().to_string()).await.refused(), (404, "not_found"));
        let history = concert.olga.get("organizer/history", &[("event_id", &concert.id)]).await.ok();
        let line = history["results"].as_array().unwrap().iter().find(|line| line["what"] == "entry_moved").unwrap();
        assert_eq!((&line["reason"], &line["who"]["name"], &line["on"]["name"]), (&"asked kindly".into(), &"Olga".into(), &"Clara".into()));
    }

    async fn moving_a_party_out_of_the_way_starts_a_strict_line(world: World) {
        let concert = world.concert_with(3, &[("max_party_size", "3")]).await;
        let guests = world.fill(&concert, 3).await;
        let [trio, ann] = world.people(["Trio", "Ann"]).await;
        trio.join_as(&concert.id, 3).await.ok();
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        assert_eq!(ann.offer(&concert.id).await, None);
        let page = concert.olga.open("/manage/club/concert/waitlist").await.text;
        assert!(page.contains("Offer to the next who fits") && page.contains("Switch to filling"), "{page}");
        let id = concert.olga.entry_of(&concert.id, "Trio").await;
        act(&concert, "entries/move", &[("entry_id", &id), ("before_entry_id", "end"), ("reason", "they agreed")]).await.ok();
        assert!(ann.offer(&concert.id).await.is_some());
    }

    async fn a_skip_is_lifted(world: World) {
        let concert = world.concert(1).await;
        let guests = world.fill(&concert, 1).await;
        let [ann] = queue(world, &concert, ["Ann"]).await;
        guests[0].no(&concert.id).await.ok();
        let (offer, _) = ann.offer(&concert.id).await.unwrap();
        act(&concert, "offers/revoke", &[("offer_id", &offer)]).await.ok();
        assert_eq!(concert.olga.entries(&concert.id).await[0]["why_not"], "skipped: Olga withdrew the offer");
        let id = concert.olga.entry_of(&concert.id, "Ann").await;
        act(&concert, "entries/lift", &[("entry_id", &id)]).await.ok();
        assert!(ann.offer(&concert.id).await.is_some());
        assert_eq!(act(&concert, "entries/lift", &[("entry_id", &uuid::Uuid::nil().to_string())]).await.refused(), (404, "not_found"));
    }

    async fn a_preview_says_what_saving_would_do_and_does_nothing(world: World) {
        let concert = world.concert_with(2, &[("waitlist_time_window", "")]).await;
        let guests = world.fill(&concert, 2).await;
        let people = queue(world, &concert, ["Ann", "Ben"]).await;
        guests[0].no(&concert.id).await.ok();
        let before = concert.olga.ledger(&concert.id).await;
        let preview = act(&concert, "settings_preview", &[("waitlist_time_window", "24h"), ("max_attendees", "5")]).await.ok();
        assert_eq!((&preview["offers"], &preview["withdraws"]), (&2.into(), &0.into()));
        assert_eq!(preview["people"][0], serde_json::json!({"name": "Ann", "seats": 1}));
        assert_eq!(concert.olga.ledger(&concert.id).await, before);
        act(&concert, "settings", &[("waitlist_time_window", "24h")]).await.ok();
        assert!(people[0].offer(&concert.id).await.is_some());
        let closing = act(&concert, "settings_preview", &[("waitlist_open", "false")]).await.ok();
        assert_eq!((&closing["offers"], &closing["withdraws"]), (&0.into(), &1.into()));
        let lower = act(&concert, "settings_preview", &[("max_attendees", "1")]).await.ok();
        assert_eq!(lower["withdraws"], 1);
        assert!(people[0].offer(&concert.id).await.is_some());
        assert_eq!(act(&concert, "settings_preview", &[("waitlist_time_window", "30m")]).await.refused(), (400, "invalid"));
        let promote = act(&concert, "settings_preview", &[("waitlist_time_window", ""), ("waitlist_auto_promote", "true"), ("max_attendees", "3")]).await.ok();
        assert_eq!((&promote["promotes"], &promote["people"][0]["name"]), (&true.into(), &"Ben".into()));
        assert_eq!(people[1].status(&concert.id).await["registration"], Value::Null);
        // In a browser the words come back with the form as it was typed.
        let from = "/manage/club/concert/waitlist/settings";
        concert.olga.submit(from, "organizer/settings_preview", &[("event_id", &concert.id), ("waitlist_batch_size", "7")]).await;
        let page = concert.olga.open(from).await.text;
        assert!(page.contains("Nothing is saved yet.") && page.contains("value=\"7\""), "{page}");
        assert_eq!(concert.olga.get("organizer/settings", &[("event_id", &concert.id)]).await.ok()["waitlist_batch_size"], 0);
    }

    async fn a_message_goes_to_everyone_who_waits_once(world: World) {
        let concert = world.concert(1).await;
        let guests = world.fill(&concert, 1).await;
        let [ann, ben] = queue(world, &concert, ["Ann", "Ben"]).await;
        let message = [("subject", "The hall has moved"), ("body", "We play in the <b>garden</b>.\n\nBring a coat.")];
        assert_eq!(act(&concert, "message", &message).await.ok()["people"], 2);
        for person in [&ann, &ben] {
            assert_eq!(world.kinds_to(person).await, ["waitlist_joined", "organizer_message"]);
        }
        assert!(!world.kinds_to(&guests[0]).await.contains(&"organizer_message".to_owned()));
        let mails = world.mails().await;
        let mail = mails.iter().find(|mail| mail.to == ann.email && mail.kind.as_str() == "organizer_message").unwrap();
        assert_eq!(mail.subject, "The hall has moved: Concert");
        assert!(mail.text.contains("Bring a coat.") && mail.html.contains("&lt;b&gt;garden"));
        let broken = act(&concert, "message", &[("subject", ""), ("body", " ")]).await;
        assert_eq!(broken.json["fields"].as_object().unwrap().keys().collect::<Vec<_>>(), ["body", "subject"]);
        assert_eq!(ann.post("organizer/message", &[("event_id", &concert.id), message[0], message[1]]).await.refused(), (404, "not_found"));
    }

    async fn the_history_says_who_did_what_to_whom_and_why(world: World) {
        let concert = world.concert(1).await;
        let guests = world.fill(&concert, 1).await;
        let [ann, _] = queue(world, &concert, ["Ann", "Ben"]).await;
        guests[0].no(&concert.id).await.ok();
        let (offer, _) = ann.offer(&concert.id).await.unwrap();
        act(&concert, "offers/revoke", &[("offer_id", &offer), ("reason", "she called")]).await.ok();
        act(&concert, "settings", &[("waitlist_batch_size", "4")]).await.ok();
        concert.olga.change(&concert.id, &[("max_attendees", "3")]).await.ok();
        let page = concert.olga.get("organizer/history", &[("event_id", &concert.id), ("page_size", "200")]).await.ok();
        let lines = page["results"].as_array().unwrap();
        let find = |what: &str| lines.iter().find(|line| line["what"] == what).unwrap_or_else(|| panic!("no {what}: {page}"));
        let revoked = find("offer_revoked");
        assert_eq!((&revoked["reason"], &revoked["before"]["status"], &revoked["after"]["end_reason"]), (&"she called".into(), &"pending".into(), &"organizer".into()));
        let settings = find("settings_saved");
        assert_eq!((&settings["before"]["waitlist_batch_size"], &settings["after"]["waitlist_batch_size"]), (&0.into(), &4.into()));
        let capacity = find("event_changed");
        assert_eq!((&capacity["before"]["max_attendees"], &capacity["after"]["max_attendees"]), (&1.into(), &3.into()));
        assert!(find("offer_made")["who"].is_null(), "by the system");
        let shown = concert.olga.open("/manage/club/concert/waitlist/history").await.text;
        for words in ["Olga withdrew Ann&#x27;s offer: withdrawn by an organizer.", "Reason: ", "she called", "max attendees: 1 → 3"] {
            assert!(shown.contains(words) || shown.contains(&words.replace("&#x27;", "'")), "{words}: {shown}");
        }
        let of_ann = concert.olga.get("organizer/history", &[("event_id", &concert.id), ("account_id", &ann.id)]).await.ok();
        assert!(of_ann["results"].as_array().unwrap().iter().all(|line| line["on"]["name"] == "Ann"));
        assert_eq!(ann.get("organizer/history", &[("event_id", &concert.id)]).await.refused(), (404, "not_found"));
    }
}
