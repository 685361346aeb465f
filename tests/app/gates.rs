//! Gates about people (docs/domain.md §9): blocklist, invitations, members; stable codes and exact shapes; and who may change them.

use serde_json::{Value, json};

use crate::support::{Client, Concert};

async fn act(concert: &Concert, endpoint: &str, more: &[(&str, &str)]) -> crate::support::people::Answer {
    let mut fields = vec![("event_id", concert.id.as_str())];
    fields.extend_from_slice(more);
    concert.olga.post(&format!("organizer/{endpoint}"), &fields).await
}

async fn listed(concert: &Concert, endpoint: &str) -> Vec<String> {
    let page = concert.olga.get(&format!("organizer/{endpoint}"), &[("event_id", &concert.id)]).await.ok();
    page["results"].as_array().unwrap().iter().map(|row| row["account"]["name"].as_str().unwrap().to_owned()).collect()
}

async fn why(concert: &Concert, name: &str) -> Value {
    let entries = concert.olga.entries(&concert.id).await;
    entries.iter().find(|entry| entry["user"]["name"] == name).unwrap()["why_not"].clone()
}

async fn code(person: &Client, concert: &Concert) -> Value {
    person.status(&concert.id).await["reason_code"].clone()
}

on_both! {
    async fn a_blocked_person_is_passed_over_with_the_reason_and_never_stops_the_rest(world: World) {
        let concert = world.concert(2).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 2).await;
        let [ann, ben, clara] = world.people(["Ann", "Ben", "Clara"]).await;
        for person in [&ann, &ben] {
            person.join(event).await.ok();
        }
        act(&concert, "blocklist/add", &[("email", "ANN@example.org"), ("reason", "threw a chair")]).await.ok();
        act(&concert, "blocklist/add", &[("email", "ann@example.org")]).await.ok();
        assert_eq!(listed(&concert, "blocklist/list").await, ["Ann"]);
        guests[0].no(event).await.ok();
        assert!(ben.offer(event).await.is_some() && ann.offer(event).await.is_none());
        assert_eq!(why(&concert, "Ann").await, "not eligible: blocked");
        let status = ann.status(event).await;
        assert_eq!((&status["reason_code"], &status["next_step"], &status["waitlist_position"]), (&"blocked".into(), &Value::Null, &Value::Null));
        let refused = ann.yes(event).await;
        assert_eq!(refused.refused(), (403, "not_eligible"));
        assert_eq!(refused.json["eligibility"]["reason_code"], "blocked");
        let entry = concert.olga.entry_of(event, "Ann").await;
        assert_eq!(act(&concert, "offers/create", &[("entry_id", &entry)]).await.refused(), (409, "not_offerable"));
        clara.join(event).await.ok();
        assert_eq!(clara.position(event).await, Some(1), "a blocked person counts in nobody's rank");
        ann.leave(event).await.ok();
        assert_eq!(ann.join(event).await.refused(), (403, "not_eligible"));
    }

    async fn blocking_takes_a_live_offer_back_and_unblocking_triggers(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        world.settle().await;
        assert!(ann.offer(event).await.is_some());
        act(&concert, "blocklist/add", &[("email", &ann.email)]).await.ok();
        assert_eq!(concert.olga.offers(event, "revoked").await[0]["end_reason"], "organizer");
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "spot_available", "offer_withdrawn"]);
        assert_eq!(concert.olga.ledger(event).await["free"], 1);
        act(&concert, "blocklist/remove", &[("account_id", &ann.id)]).await.ok();
        assert!(ann.offer(event).await.is_some(), "she stands where she stood, and isn't skipped");
        assert_eq!(act(&concert, "blocklist/remove", &[("account_id", &ben.id)]).await.refused(), (404, "not_found"));
    }

    async fn a_private_event_is_for_the_invited(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private")]).await;
        let event = concert.id.as_str();
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        assert_eq!(ann.get("events/show", &[("event_id", event)]).await.refused(), (404, "not_found"), "nobody may know of it");
        act(&concert, "invitations/add", &[("email", "ann@example.org; ben@example.org\nnew@example.org")]).await.ok();
        let mut names = listed(&concert, "invitations/list").await;
        names.sort();
        assert_eq!(names, ["Ann", "Ben", "new"]);
        ann.yes(event).await.ok();
        ben.join(event).await.ok();
        assert!(world.stranger().get("events/list", &[]).await.ok().as_array().unwrap().is_empty());
        act(&concert, "invitations/remove", &[("account_id", &ben.id)]).await.ok();
        assert_eq!(why(&concert, "Ben").await, "not eligible: not invited");
        assert_eq!(code(&ben, &concert).await, "requires_invitation", "who takes part still knows of it");
        ann.no(event).await.ok();
        assert_eq!(ben.offer(event).await, None);
        act(&concert, "invitations/add", &[("email", &ben.email)]).await.ok();
        assert!(ben.offer(event).await.is_some(), "being invited triggers a pass");
        let broken = act(&concert, "invitations/add", &[("email", "ann@example.org, nobody")]).await;
        assert_eq!((broken.refused(), broken.json["fields"]["email"].is_array()), ((400, "invalid"), true));
    }

    async fn a_members_only_event_is_for_members(world: World) {
        let concert = world.concert_with(1, &[("members_only", "true")]).await;
        let event = concert.id.as_str();
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        assert_eq!(code(&ann, &concert).await, "members_only");
        assert_eq!(ann.yes(event).await.refused(), (403, "not_eligible"));
        act(&concert, "members/add", &[("email", &ann.email)]).await.ok();
        act(&concert, "members/add", &[("email", &ben.email)]).await.ok();
        ann.yes(event).await.ok();
        ben.join(event).await.ok();
        act(&concert, "members/remove", &[("account_id", &ben.id)]).await.ok();
        assert_eq!(why(&concert, "Ben").await, "not eligible: not a member");
        ann.no(event).await.ok();
        assert_eq!(ben.offer(event).await, None);
        act(&concert, "members/add", &[("email", &ben.email)]).await.ok();
        assert!(ben.offer(event).await.is_some(), "membership granted triggers a pass");
    }

    async fn making_an_event_private_withdraws_only_with_consent(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 1).await;
        let [ann] = world.people(["Ann"]).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        let refused = concert.olga.change(event, &[("visibility", "private")]).await;
        assert_eq!((refused.refused(), &refused.json["withdraws"]), ((409, "would_withdraw"), &json!(1)));
        assert!(ann.offer(event).await.is_some());
        concert.olga.change(event, &[("visibility", "private"), ("confirm_withdraw", "true")]).await.ok();
        assert_eq!(ann.offer(event).await, None);
        concert.olga.change(event, &[("visibility", "public")]).await.ok();
        assert!(ann.offer(event).await.is_some(), "visibility widened triggers a pass");
    }

    async fn one_gate_in_sql_and_in_rust_say_the_same(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private"), ("members_only", "true")]).await;
        let event = concert.id.as_str();
        let people = world.people(["Ann", "Ben", "Clara", "Dora", "Emil", "Olaf"]).await;
        for person in &people {
            act(&concert, "entries/add", &[("email", &person.email), ("name", &person.name)]).await.ok();
        }
        for index in [1, 2, 3] {
            act(&concert, "invitations/add", &[("email", &people[index].email)]).await.ok();
        }
        for index in [2, 3, 4] {
            act(&concert, "members/add", &[("email", &people[index].email)]).await.ok();
        }
        act(&concert, "blocklist/add", &[("email", &people[3].email)]).await.ok();
        act(&concert, "team/add", &[("email", &people[5].email), ("role", "staff")]).await.ok();
        let in_sql = ["not eligible: not invited", "not eligible: not a member", "", "not eligible: blocked", "not eligible: not invited", ""];
        let in_rust = ["requires_invitation", "members_only", "", "blocked", "requires_invitation", ""];
        for (index, person) in people.iter().enumerate() {
            let why = why(&concert, &person.name).await;
            assert_eq!(why.as_str().filter(|why| why.starts_with("not eligible")).unwrap_or(""), in_sql[index], "{}", person.name);
            let code = person.status(event).await["reason_code"].as_str().unwrap_or("").to_owned();
            let gate = ["requires_invitation", "members_only", "blocked"].contains(&code.as_str()).then_some(code);
            assert_eq!(gate.unwrap_or_default(), in_rust[index], "{}", person.name);
        }
    }

    async fn counts_are_hidden_in_the_api_too(world: World) {
        let concert = world.concert_with(2, &[("hide_capacity", "true")]).await;
        let event = concert.id.as_str();
        let guests = world.fill(&concert, 2).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        let status = ben.status(event).await;
        assert!(status["pending_offers_count"].is_null(), "{status}");
        let shown = ben.get("events/show", &[("event_id", event)]).await.ok();
        for field in ["attendee_count", "seats_held", "free", "waiting", "max_attendees", "effective_capacity"] {
            assert!(shown[field].is_null(), "{field}: {shown}");
        }
        let team = concert.olga.get("events/show", &[("event_id", event)]).await.ok();
        assert_eq!((&team["seats_held"], &team["attendee_count"]), (&1.into(), &1.into()));
        assert!(!ben.open("/e/club/concert").await.text.contains("1 seat is on offer"));
    }

    async fn the_verdict_has_exactly_its_shape(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        world.fill(&concert, 1).await;
        let [ann] = world.people(["Ann"]).await;
        let status = ann.status(event).await;
        let mut fields: Vec<_> = status.as_object().unwrap().keys().map(String::as_str).collect();
        fields.sort_unstable();
        assert_eq!(fields, [
            "active_offer", "active_offer_expires_at", "allowed", "entry", "next_batch_at", "next_step", "pending_offers_count",
            "reason", "reason_code", "registration", "waitlist_position",
        ]);
        let verdict = ann.yes(event).await.json["eligibility"].clone();
        assert_eq!((&verdict["reason_code"], &verdict["next_step"], &verdict["allowed"]), (&"event_is_full".into(), &"join_waitlist".into(), &false.into()));
    }

    async fn roles_permit_what_the_law_says(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        let [staff, manager, member, stranger] = world.people(["Staff", "Manager", "Member", "Stranger"]).await;
        act(&concert, "team/add", &[("email", &staff.email), ("role", "staff")]).await.ok();
        act(&concert, "team/add", &[("email", &manager.email), ("role", "manager")]).await.ok();
        act(&concert, "members/add", &[("email", &member.email)]).await.ok();
        let lists = ["team/list", "members/list", "blocklist/list", "invitations/list"];
        for list in lists {
            let get = async |person: &Client| person.get(&format!("organizer/{list}"), &[("event_id", event)]).await;
            get(&manager).await.ok();
            assert_eq!(get(&staff).await.refused(), (403, "forbidden"), "{list}");
            assert_eq!(get(&member).await.refused(), (404, "not_found"), "{list}");
            assert_eq!(get(&stranger).await.refused(), (404, "not_found"), "{list}");
            assert_eq!(get(&world.stranger()).await.refused(), (401, "sign_in_required"), "{list}");
        }
        for read in ["settings", "offers", "entries", "ledger", "history", "registrations"] {
            let get = async |person: &Client| person.get(&format!("organizer/{read}"), &[("event_id", event)]).await;
            get(&staff).await.ok();
            assert_eq!(get(&member).await.refused(), (404, "not_found"), "{read}");
        }
        for write in [
            "settings", "settings_preview", "offers/create_next", "entries/add", "entries/move", "entries/lift", "events/close",
            "events/copy", "events/delete", "registrations/set", "registrations/remove", "message", "team/add", "members/add", "blocklist/add",
        ] {
            let post = async |person: &Client| person.post(&format!("organizer/{write}"), &[("event_id", event)]).await;
            assert_eq!(post(&staff).await.refused(), (403, "forbidden"), "{write}");
            assert_eq!(post(&stranger).await.refused(), (404, "not_found"), "{write}");
            assert_eq!(post(&world.stranger()).await.refused(), (401, "sign_in_required"), "{write}");
        }
        assert_eq!(act(&concert, "members/add", &[("email", &staff.email)]).await.refused(), (409, "stale"));
        assert_eq!(act(&concert, "team/remove", &[("account_id", &concert.olga.id)]).await.refused(), (409, "stale"), "the last owner");
        assert_eq!(act(&concert, "team/add", &[("email", &concert.olga.email), ("role", "staff")]).await.refused(), (409, "stale"));
        act(&concert, "team/add", &[("email", &manager.email), ("role", "owner")]).await.ok();
        act(&concert, "team/remove", &[("account_id", &concert.olga.id)]).await.ok();
        assert_eq!(concert.olga.get("organizer/ledger", &[("event_id", event)]).await.refused(), (404, "not_found"));
        assert_eq!(manager.post("organizer/team/add", &[("org", "club"), ("email", "x"), ("role", "member")]).await.refused(), (400, "invalid"));
    }

    async fn the_pages_of_people_work_in_a_browser(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private")]).await;
        let [ann] = world.people(["Ann"]).await;
        let pages = [
            ("/manage/club/team", "organizer/team", ("org", "club")), ("/manage/club/members", "organizer/members", ("org", "club")),
            ("/manage/club/blocklist", "organizer/blocklist", ("org", "club")), ("/manage/club/concert/invitations", "organizer/invitations", ("event_id", &concert.id)),
        ];
        for (page, endpoint, of) in pages {
            assert_eq!(concert.olga.open(page).await.status, 200);
            let broken = concert.olga.submit(page, &format!("{endpoint}/add"), &[of, ("email", "nobody"), ("role", "staff")]).await;
            assert_eq!((broken.status, broken.header("location")), (303, page));
            assert!(concert.olga.open(page).await.text.contains("This is not an e-mail address"));
            concert.olga.submit(page, &format!("{endpoint}/add"), &[of, ("email", &ann.email), ("role", "staff")]).await;
            assert!(concert.olga.open(page).await.text.contains("ann@example.org"), "{page}");
            let asked = concert.olga.submit(page, &format!("{endpoint}/remove"), &[of, ("account_id", &ann.id)]).await;
            assert_eq!((asked.status, asked.header("location")), (303, "/confirm"));
            assert!(concert.olga.open("/confirm").await.text.contains("Ann"));
            let done = concert.olga.submit(page, &format!("{endpoint}/remove"), &[of, ("account_id", &ann.id), ("confirm", "true")]).await;
            assert_eq!((done.status, done.header("location")), (303, page));
            assert!(!concert.olga.open(page).await.text.contains("ann@example.org"), "{page}");
        }
        assert_eq!(ann.open("/manage/club/team").await.status, 404);
    }
}
