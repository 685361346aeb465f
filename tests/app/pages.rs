//! What organizers' pages do beyond one thing at a time: several entries at once, messages to some, figures; and the languages of it all.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{Client, Concert};

async fn ids(concert: &Concert, names: &[&str]) -> Vec<String> {
    let entries = concert.olga.entries(&concert.id).await;
    let id = |name: &&str| {
        let entry = entries.iter().find(|entry| entry["user"]["name"] == **name).unwrap();
        entry["id"].as_str().unwrap().to_owned()
    };
    names.iter().map(id).collect()
}

async fn bulk(by: &Client, concert: &Concert, act: &str, ids: &[String]) -> crate::support::people::Answer {
    let mut fields = vec![("event_id", concert.id.as_str()), ("act", act)];
    fields.extend(ids.iter().map(|id| ("entry_id[]", id.as_str())));
    by.post("organizer/entries/bulk", &fields).await
}

async fn states(concert: &Concert) -> Vec<(String, String)> {
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let entries = concert.olga.entries(&concert.id).await;
    entries.iter().map(|entry| (word(&entry["user"]["name"]), word(&entry["state"]))).collect()
}

on_both! {
    async fn several_are_offered_seats_until_there_are_none_and_the_rest_are_told_why(world: World) {
        let concert = world.concert(3).await;
        world.fill(&concert, 3).await;
        let people = world.people(["Ann", "Ben", "Cleo"]).await;
        for person in &people {
            person.join(&concert.id).await;
        }
        concert.olga.post("organizer/settings", &[("event_id", &concert.id), ("waitlist_time_window", "")]).await.ok();
        concert.olga.post("organizer/events/update", &[("event_id", &concert.id), ("max_attendees", "5")]).await.ok();
        concert.olga.post("organizer/settings", &[("event_id", &concert.id), ("waitlist_open", "true")]).await.ok();
        let chosen = ids(&concert, &["Cleo", "Ann", "Ben"]).await;
        let without = bulk(&concert.olga, &concert, "offer", &chosen).await.ok();
        assert_eq!((&without["done"], &without["refused"][0]["error"]["code"]), (&json!(0), &json!("expiry_required")));
        concert.olga.post("organizer/settings", &[("event_id", &concert.id), ("waitlist_batch_size", "1"), ("waitlist_time_window", "24h")]).await.ok();
        let done = bulk(&concert.olga, &concert, "offer", &chosen).await.ok();
        // The pass has offered the head one already; in line order the next takes the last seat.
        assert_eq!(done["done"], 1);
        let refused: Vec<_> = done["refused"].as_array().unwrap().iter().map(|one| (one["name"].clone(), one["error"]["code"].clone())).collect();
        assert_eq!(refused, [(json!("Ann"), json!("already_pending")), (json!("Cleo"), json!("capacity"))]);
        world.settle().await;
    }

    async fn several_are_withdrawn_and_removed_by_who_manages_only(world: World) {
        let concert = world.concert(2).await;
        world.fill(&concert, 2).await;
        for person in world.people(["Ann", "Ben", "Cleo"]).await {
            person.join(&concert.id).await;
        }
        concert.olga.post("organizer/events/update", &[("event_id", &concert.id), ("max_attendees", "4")]).await.ok();
        let chosen = ids(&concert, &["Ann", "Ben", "Cleo"]).await;
        let done = bulk(&concert.olga, &concert, "revoke", &chosen[..1]).await.ok();
        assert_eq!((&done["done"], &done["refused"]), (&json!(1), &json!([])));
        let done = bulk(&concert.olga, &concert, "revoke", &chosen).await.ok();
        assert_eq!((&done["done"], done["refused"].as_array().unwrap().len()), (&json!(2), 1));
        let staff = world.person("Stan").await;
        concert.olga.post("organizer/team/add", &[("org", "club"), ("email", &staff.email), ("role", "staff")]).await.ok();
        assert_eq!(bulk(&staff, &concert, "remove", &chosen).await.status, 403);
        let stranger = world.person("Mallory").await;
        assert_eq!(bulk(&stranger, &concert, "remove", &chosen).await.status, 404);
        let empty = bulk(&concert.olga, &concert, "remove", &[]).await;
        assert_eq!((empty.status, &empty.json["fields"]["entry_id"]), (400, &json!(["Select someone in the list first."])));
        assert_eq!(bulk(&concert.olga, &concert, "burn", &chosen).await.status, 400);
        assert_eq!(bulk(&concert.olga, &concert, "remove", &chosen[1..]).await.ok()["done"], 2);
        assert_eq!(states(&concert).await, [("Ann".to_owned(), "skipped".to_owned())]);
        world.settle().await;
    }

    async fn a_message_to_some_reaches_them_only(world: World) {
        let concert = world.concert(1).await;
        world.fill(&concert, 1).await;
        for person in world.people(["Ann", "Ben", "Cleo"]).await {
            person.join(&concert.id).await;
        }
        let to = ids(&concert, &["Ann", "Cleo"]).await.join(",");
        let message = [("event_id", concert.id.as_str()), ("subject", "News"), ("body", "One.\n\nTwo <3."), ("to", &to)];
        let preview = concert.olga.post("organizer/message_preview", &message).await.ok();
        assert_eq!(preview["subject"], "News: Concert");
        assert!(preview["html"].as_str().unwrap().contains("<p>Two &lt;3.</p>"), "{preview}");
        assert_eq!(concert.olga.post("organizer/message", &message).await.ok()["people"], 2);
        let mails = world.mails().await;
        let mut told: Vec<_> = mails.iter().filter(|mail| mail.subject == "News: Concert").map(|mail| mail.to.clone()).collect();
        told.sort();
        assert_eq!(told, ["ann@example.org", "cleo@example.org"]);
    }

    async fn figures_come_from_what_happened_and_the_chart_from_each_hour(world: World) {
        use nextseat::waitlist::{figures, ledger};
        let concert = world.concert(1).await;
        let guests = world.fill(&concert, 1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ann.join(&concert.id).await;
        ben.join(&concert.id).await;
        let read = async || {
            let ledger = ledger::read(&world.db, world.now(), concert.id.parse().unwrap()).await.unwrap();
            figures::read(&world.db, world.now(), &ledger.event, &ledger.numbers).await.unwrap()
        };
        let before = read().await;
        assert_eq!((before.claim_rate(), before.median_claim, before.offers_per_seat()), (None, None, None));
        let mut tx = world.db.write().await.unwrap();
        nextseat::store::jobs::register(&mut tx, nextseat::jobs::EXPIRE_OFFERS).await.unwrap();
        tx.commit().await.unwrap();
        guests[0].no(&concert.id).await.ok();
        world.advance(TimeDelta::hours(1)).await;
        world.advance(TimeDelta::hours(23)).await;
        // Ann was silent; Ben takes it after two hours.
        world.advance(TimeDelta::hours(2)).await;
        ben.post("rsvp/answer", &[("event_id", &concert.id), ("answer", "yes")]).await.ok();
        let after = read().await;
        assert_eq!((after.offers.made, after.offers.claimed, after.claim_rate()), (2, 1, Some(50)));
        assert_eq!(after.median_claim, Some(TimeDelta::hours(2)));
        assert_eq!(after.offers_per_seat(), Some(2.0));
        let days: Vec<(i64, i64, i64)> = after.days.iter().map(|day| (day.attendees, day.held, day.waiting)).collect();
        assert_eq!(days.last(), Some(&(1, 0, 1)));
        assert!(days.len() == 2 && days[0].1 == 1, "{days:?}");
        world.settle().await;
    }

    async fn errors_and_reasons_come_in_the_language_that_is_asked_for(world: World) {
        let concert = world.concert(1).await;
        world.fill(&concert, 1).await;
        let [ann] = world.people(["Ann"]).await;
        let ask = |accept: &'static str| {
            let request = ann.request(reqwest::Method::POST, "/api/rsvp/answer").header("accept", "application/json");
            request.header("accept-language", accept).form(&[("event_id", concert.id.as_str()), ("answer", "yes"), ("party_size", "x")])
        };
        let english = ann.send(ask("de, en;q=0.5")).await.json;
        let portuguese = ann.send(ask("pt-BR, en;q=0.5")).await.json;
        assert_eq!(english["code"], portuguese["code"]);
        assert!(english["fields"]["party_size"][0].as_str().unwrap().starts_with("Give a whole number"), "{english}");
        assert_ne!(english["fields"]["party_size"], portuguese["fields"]["party_size"]);
        // What the account has chosen is stronger than what its browser asks for.
        ann.post("account/language", &[("language", "pt")]).await.ok();
        assert_eq!(ann.send(ask("en")).await.json["fields"], portuguese["fields"]);
        let page = ann.open("/e/club/concert").await.text;
        assert!(page.contains("<html lang=\"pt\"") && page.contains("Entrar na lista de espera"), "{page}");
        let unknown = ann.post("account/language", &[("language", "xx")]).await;
        assert_eq!((unknown.status, unknown.json["code"].clone()), (400, json!("invalid")));
        ann.join(&concert.id).await;
        let mails = world.mails().await;
        let mail = mails.iter().find(|mail| mail.to == "ann@example.org").unwrap();
        assert!(mail.html.contains("<html lang=\"pt\""), "{}", mail.subject);
    }

    async fn people_whom_an_organizer_enters_are_written_to_in_the_organizers_language(world: World) {
        let concert = world.concert(1).await;
        concert.olga.post("account/language", &[("language", "pt")]).await.ok();
        concert.olga.post("organizer/entries/add", &[("event_id", &concert.id), ("name", "Inês"), ("email", "ines@example.org")]).await.ok();
        let mails = world.mails().await;
        assert!(mails.iter().find(|mail| mail.to == "ines@example.org").unwrap().subject.contains("lista de espera"));
    }

    async fn an_import_that_died_goes_on_where_it_was_and_adds_nobody_twice(world: World) {
        use nextseat::domain::sheet;
        use nextseat::store::imports::{Import, ImportState};
        use nextseat::waitlist::import::{self, PART};
        let concert = world.concert(1).await;
        let event = concert.id.parse().unwrap();
        let who = concert.olga.id.parse().unwrap();
        let rows: String = (0..PART + 5).map(|n| format!("Person {n},p{n}@example.org\n")).collect();
        let file = format!("name,email\n{rows}");
        let sheet = sheet::read(file.as_bytes(), chrono_tz::UTC).unwrap();
        let id = nextseat::domain::ids::ImportId(nextseat::chance::id(world.now()));
        let total = (PART + 5) as i64;
        let kept = Import { id, created_at: world.now(), file, total, done: 0, report: "{}".into(), state: ImportState::Checked, beat_at: None };
        import::keep(&world.db, &kept, event, who).await.unwrap();
        assert!(import::start(&world.db, world.now(), id).await.unwrap());
        assert!(!import::start(&world.db, world.now(), id).await.unwrap(), "someone is at it");
        let next = import::part(&world.db, world.now(), who, event, id, &sheet, 0).await.unwrap();
        assert_eq!(next, Some(PART));
        // Whoever ran it is silent for a minute: it may be started again, even from its beginning.
        world.advance(TimeDelta::minutes(1)).await;
        assert!(import::start(&world.db, world.now(), id).await.unwrap());
        assert_eq!(import::part(&world.db, world.now(), who, event, id, &sheet, 0).await.unwrap(), Some(PART));
        assert_eq!(import::part(&world.db, world.now(), who, event, id, &sheet, PART).await.unwrap(), Some(PART + 5));
        assert_eq!(import::part(&world.db, world.now(), who, event, id, &sheet, PART + 5).await.unwrap(), None);
        import::end(&world.db, id, true).await.unwrap();
        assert!(!import::start(&world.db, world.now(), id).await.unwrap(), "it is finished");
        let queue = concert.olga.get("organizer/entries", &[("event_id", concert.id.as_str()), ("page_size", "1")]).await.ok();
        assert_eq!(queue["count"], total);
        world.settle().await;
    }
}
