//! Team, members, blocklist and invitations as lists: adding twice, new addresses, paging, owners, pages and addresses. What they do to a queue is
//! in `gates`.

use serde_json::{Value, json};

use crate::support::{Client, Concert, World, at_once};

/// Each list, and what adding to it needs besides an address.
const LISTS: [(&str, &[(&str, &str)]); 4] =
    [("team", &[("role", "staff")]), ("members", &[]), ("blocklist", &[]), ("invitations", &[])];

async fn add(concert: &Concert, list: &str, email: &str, more: &[(&str, &str)]) -> crate::support::people::Answer {
    let mut fields = vec![("event_id", concert.id.as_str()), ("email", email)];
    fields.extend_from_slice(more);
    concert.olga.post(&format!("organizer/{list}/add"), &fields).await
}

async fn list(concert: &Concert, list: &str, more: &[(&str, &str)]) -> Value {
    let mut fields = vec![("event_id", concert.id.as_str())];
    fields.extend_from_slice(more);
    concert.olga.get(&format!("organizer/{list}/list"), &fields).await.ok()
}

/// The addresses in the list but Olga's, in its order.
async fn addresses(concert: &Concert, which: &str) -> Vec<String> {
    let page = list(concert, which, &[("page_size", "200")]).await;
    let email = |row: &Value| row["account"]["email"].as_str().unwrap().to_owned();
    page["results"].as_array().unwrap().iter().map(email).filter(|email| *email != concert.olga.email).collect()
}

async fn make_owner(by: &Client, email: &str) {
    by.post("organizer/team/add", &[("org", "club"), ("email", email), ("role", "owner")]).await.ok();
}

/// The owners of the club, as the database knows them: who asks may be none any more.
async fn owners(world: &World) -> usize {
    use nextseat::store::organizations;
    let mut tx = world.db.read().await.unwrap();
    let nobody = nextseat::domain::ids::AccountId(nextseat::chance::id(world.now()));
    let club = organizations::find_by_slug(&mut tx, "club", nobody).await.unwrap().unwrap().organization;
    organizations::owners(&mut tx, club.id).await.unwrap().try_into().unwrap()
}

on_both! {
    async fn adding_twice_is_adding_once(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private")]).await;
        world.person("Ann").await;
        for (which, more) in LISTS {
            let email = format!("{which}@example.org");
            add(&concert, which, &email, more).await.ok();
            add(&concert, which, &email.to_uppercase(), more).await.ok();
            assert_eq!(addresses(&concert, which).await, [email], "{which}");
        }
        assert_eq!(add(&concert, "invitations", "ann@example.org, ANN@example.org;\nben@example.org", &[]).await.ok(), json!({"invited": 2}));
        assert_eq!(add(&concert, "invitations", "ann@example.org", &[]).await.ok(), json!({"invited": 0}));
    }

    async fn a_new_address_gets_an_account_with_the_name_given_or_its_local_part(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private")]).await;
        for (which, more) in LISTS {
            let (named, bare) = (format!("x.{which}@example.org"), format!("y.{which}@example.org"));
            add(&concert, which, &named, &[more, &[("name", "Xenia")]].concat()).await.ok();
            add(&concert, which, &bare, more).await.ok();
            // Whoever types a known address renames nobody.
            add(&concert, which, &named, &[more, &[("name", "Yves")]].concat()).await.ok();
            let page = list(&concert, which, &[]).await;
            let name = |email: &str| {
                page["results"].as_array().unwrap().iter().find(|row| row["account"]["email"] == email).unwrap()["account"]["name"].clone()
            };
            assert_eq!((name(&named), name(&bare)), ("Xenia".into(), format!("y.{which}").into()), "{which}");
        }
    }

    async fn each_row_has_its_shape(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private")]).await;
        let [ann] = world.people(["Ann"]).await;
        let account = json!({"id": ann.id, "name": "Ann", "email": ann.email});
        add(&concert, "members", &ann.email, &[]).await.ok();
        add(&concert, "blocklist", &ann.email, &[("reason", "threw a chair")]).await.ok();
        add(&concert, "invitations", &ann.email, &[]).await.ok();
        let at = "2026-03-01T11:00:00Z";
        assert_eq!(list(&concert, "members", &[]).await["results"], json!([{"account": account, "role": "member"}]));
        assert_eq!(list(&concert, "blocklist", &[]).await["results"], json!([{"account": account, "reason": "threw a chair", "created_at": at}]));
        assert_eq!(list(&concert, "invitations", &[]).await["results"], json!([{"account": account, "created_at": at}]));
        add(&concert, "team", &ann.email, &[("role", "staff")]).await.ok();
        assert_eq!(list(&concert, "team", &[]).await["results"][0], json!({"account": account, "role": "staff"}));
        assert_eq!(list(&concert, "members", &[]).await["results"], json!([]), "who joins the team is no mere member");
    }

    async fn lists_come_in_pages_that_miss_and_repeat_nobody(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private")]).await;
        for (which, more) in LISTS {
            // The same name and the same instant: only the account's id tells them apart.
            for n in 0..5 {
                add(&concert, which, &format!("{which}{n}@example.org"), &[more, &[("name", "Twin")]].concat()).await.ok();
            }
            let all = list(&concert, which, &[("page_size", "200")]).await;
            let total = if which == "team" { 6 } else { 5 };
            assert_eq!((&all["count"], &all["page"], &all["pages"]), (&total.into(), &1.into(), &1.into()), "{which}");
            let mut paged = vec![];
            for page in ["1", "2", "3"] {
                let page = list(&concert, which, &[("page", page), ("page_size", "2")]).await;
                assert_eq!((&page["count"], &page["pages"]), (&total.into(), &3.into()), "{which}");
                paged.extend(page["results"].as_array().unwrap().clone());
            }
            assert_eq!(&paged, all["results"].as_array().unwrap(), "{which}");
            let beyond = list(&concert, which, &[("page", "4"), ("page_size", "2")]).await;
            assert_eq!(beyond["results"], json!([]), "{which}");
            let endpoint = format!("organizer/{which}/list");
            let refused = concert.olga.get(&endpoint, &[("event_id", &concert.id), ("page", "0"), ("page_size", "201")]).await;
            assert_eq!(refused.refused(), (400, "invalid"));
            assert!(refused.json["fields"]["page"].is_array() && refused.json["fields"]["page_size"].is_array(), "{}", refused.text);
        }
    }

    async fn an_organization_is_meant_by_its_slug_or_by_an_event_of_it(world: World) {
        let concert = world.concert(1).await;
        let olga = &concert.olga;
        for (which, more) in &LISTS[..3] {
            let email = format!("{which}@example.org");
            add(&concert, which, &email, more).await.ok();
            let (by_event, by_slug) = (list(&concert, which, &[]).await, olga.get(&format!("organizer/{which}/list"), &[("org", "club")]).await.ok());
            assert_eq!(by_event, by_slug, "{which}");
            let row = by_slug["results"].as_array().unwrap().iter().find(|row| row["account"]["email"] == *email).unwrap();
            let account = row["account"]["id"].as_str().unwrap();
            let remove = format!("organizer/{which}/remove");
            olga.post(&remove, &[("org", "club"), ("account_id", account)]).await.ok();
            assert_eq!(addresses(&concert, which).await, [""; 0], "{which}");
            assert_eq!(olga.post(&remove, &[("org", "club"), ("account_id", account)]).await.refused(), (404, "not_found"), "{which}");
            assert_eq!(olga.get(&format!("organizer/{which}/list"), &[("org", "other")]).await.refused(), (404, "not_found"), "{which}");
            let neither = olga.get(&format!("organizer/{which}/list"), &[]).await;
            assert_eq!((neither.refused(), neither.json["fields"]["event_id"].is_array()), ((400, "invalid"), true), "{which}");
        }
    }

    async fn the_team_of_one_organization_is_nobody_at_another(world: World) {
        let concert = world.concert(1).await;
        let [ann] = world.people(["Ann"]).await;
        let other = ann.post("account/organize", &[("name", "Choir")]).await.ok()["slug"].as_str().unwrap().to_owned();
        for (which, more) in &LISTS[..3] {
            let fields = |org| [&[("org", org), ("email", "new@example.org")], *more].concat();
            let add = format!("organizer/{which}/add");
            ann.post(&add, &fields(&other)).await.ok();
            let added = ann.get(&format!("organizer/{which}/list"), &[("org", &other)]).await.ok();
            let new = added["results"].as_array().unwrap().iter().find(|row| row["account"]["email"] == "new@example.org").unwrap();
            let account = new["account"]["id"].as_str().unwrap();
            assert_eq!(ann.post(&add, &fields("club")).await.refused(), (404, "not_found"), "{which}");
            // Of her own organization only: the same person elsewhere isn't hers to remove.
            concert.olga.post(&add, &fields("club")).await.ok();
            ann.post(&format!("organizer/{which}/remove"), &[("org", &other), ("account_id", account)]).await.ok();
            assert_eq!(addresses(&concert, which).await, ["new@example.org"], "{which}");
            concert.olga.post(&format!("organizer/{which}/remove"), &[("org", "club"), ("account_id", account)]).await.ok();
        }
    }

    async fn broken_fields_are_named(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private")]).await;
        for (which, more) in LISTS {
            let fine = format!("{which}@example.org");
            add(&concert, which, &fine, more).await.ok();
            for email in ["", "nobody", "two@example.org@example.org"] {
                let refused = add(&concert, which, email, more).await;
                assert_eq!((refused.refused(), refused.json["fields"]["email"].is_array()), ((400, "invalid"), true), "{which} {email:?}");
            }
            assert_eq!(addresses(&concert, which).await, [fine], "{which}");
            let remove = concert.olga.post(&format!("organizer/{which}/remove"), &[("event_id", &concert.id), ("account_id", "x")]).await;
            assert_eq!((remove.refused(), remove.json["fields"]["account_id"].is_array()), ((400, "invalid"), true), "{which}");
        }
        for role in ["", "member", "boss"] {
            let refused = add(&concert, "team", "fine@example.org", &[("role", role)]).await;
            assert_eq!((refused.refused(), refused.json["fields"]["role"].is_array()), ((400, "invalid"), true), "{role:?}");
        }
        let long = "x".repeat(20_001);
        let refused = add(&concert, "blocklist", "fine@example.org", &[("reason", &long)]).await;
        assert_eq!((refused.refused(), refused.json["fields"]["reason"].is_array()), ((400, "invalid"), true));
        let many: Vec<_> = (0..201).map(|n| format!("p{n}@example.org")).collect();
        add(&concert, "invitations", &many[..200].join("\n"), &[]).await.ok();
        assert_eq!(add(&concert, "invitations", &many.join("\n"), &[]).await.refused(), (400, "invalid"));
    }

    async fn someone_always_owns_the_organization(world: World) {
        let concert = world.concert(1).await;
        let [ben] = world.people(["Ben"]).await;
        let olga = &concert.olga;
        let leave = [("org", "club"), ("account_id", olga.id.as_str())];
        let step_down = [("org", "club"), ("email", olga.email.as_str()), ("role", "manager")];
        make_owner(olga, &ben.email).await;
        olga.post("organizer/team/add", &step_down).await.ok();
        make_owner(&ben, &olga.email).await;
        ben.post("organizer/team/remove", &[("org", "club"), ("account_id", &ben.id)]).await.ok();
        for (endpoint, fields) in [("organizer/team/remove", &leave[..]), ("organizer/team/add", &step_down[..])] {
            let refused = olga.post(endpoint, fields).await;
            assert_eq!(refused.refused(), (409, "stale"), "{endpoint}");
            assert!(refused.json["message"].as_str().unwrap().contains("Make another owner first"), "{}", refused.text);
        }
        let refused = olga.post("organizer/members/add", &[("org", "club"), ("email", &olga.email)]).await;
        assert_eq!(refused.refused(), (409, "stale"), "nor a mere member");
        make_owner(olga, &olga.email).await;
        assert_eq!(owners(world).await, 1);
    }

    async fn two_owners_who_remove_each_other_at_once_leave_one(world: World) {
        let concert = world.concert(1).await;
        let [ben] = world.people(["Ben"]).await;
        let pair = [concert.olga.clone(), ben];
        make_owner(&pair[0], &pair[1].email).await;
        for round in 0..20 {
            let other = |person: &Client| pair.iter().find(|one| one.id != person.id).unwrap().clone();
            let answers = at_once(&pair, |person| {
                let other = other(&person).id;
                async move { person.post("organizer/team/remove", &[("org", "club"), ("account_id", &other)]).await }
            })
            .await;
            let removed = answers.iter().filter(|answer| answer.status == 200).count();
            assert_eq!((removed, owners(world).await), (1, 1), "round {round}");
            // Whoever is left takes the other back.
            let left = if answers[0].status == 200 { &pair[0] } else { &pair[1] };
            make_owner(left, &other(left).email).await;
        }
    }

    async fn two_owners_who_step_down_at_once_leave_one(world: World) {
        let concert = world.concert(1).await;
        let [ben] = world.people(["Ben"]).await;
        let pair = [concert.olga.clone(), ben];
        make_owner(&pair[0], &pair[1].email).await;
        for round in 0..20 {
            let answers = at_once(&pair, |person| async move {
                person.post("organizer/team/add", &[("org", "club"), ("email", &person.email), ("role", "manager")]).await
            })
            .await;
            let done = answers.iter().filter(|answer| answer.status == 200).count();
            assert_eq!((done, owners(world).await), (1, 1), "round {round}");
            for person in &pair {
                make_owner(&pair[0], &person.email).await;
            }
        }
    }

    async fn two_owners_who_are_erased_at_once_leave_one(world: World) {
        for round in 0..5 {
            let organization = format!("Club {round}");
            let (zoe, yan) = (world.person(&format!("Zoe{round}")).await, world.person(&format!("Yan{round}")).await);
            let slug = zoe.post("account/organize", &[("name", &organization)]).await.ok();
            let slug = slug["slug"].as_str().unwrap();
            zoe.post("organizer/team/add", &[("org", slug), ("email", &yan.email), ("role", "owner")]).await.ok();
            let answers = at_once(&[zoe, yan], |who| async move { who.post("account/erase", &[]).await }).await;
            let erased = answers.iter().filter(|answer| answer.status == 200).count();
            assert_eq!(erased, 1, "round {round}");
        }
    }

    async fn blocking_again_with_a_reason_changes_the_reason(world: World) {
        let concert = world.concert(1).await;
        let reason = async || list(&concert, "blocklist", &[]).await["results"][0]["reason"].clone();
        add(&concert, "blocklist", "ann@example.org", &[("reason", "Rude")]).await.ok();
        add(&concert, "blocklist", "ann@example.org", &[]).await.ok();
        assert_eq!(reason().await, "Rude");
        add(&concert, "blocklist", "ann@example.org", &[("reason", "Threats")]).await.ok();
        assert_eq!(reason().await, "Threats");
    }

    async fn an_event_never_takes_the_address_of_a_page(world: World) {
        let concert = world.concert(1).await;
        let mut fields = vec![
            ("org", "club"), ("starts_at", "2026-03-07T19:30"), ("ends_at", "2026-03-07T22:00"), ("time_zone", "Europe/Vienna"),
        ];
        for (title, slug) in [("Team", "team-2"), ("Members", "members-2"), ("Blocklist", "blocklist-2"), ("New", "new-2"), ("Gala", "gala")] {
            fields.push(("title", title));
            let event = concert.olga.post("organizer/events/create", &fields).await.ok();
            assert_eq!(event["slug"], slug);
            fields.pop();
        }
        fields.extend([("title", "Night"), ("slug", "night")]);
        assert_eq!(concert.olga.post("organizer/events/create", &fields).await.ok()["slug"], "night");
        for slug in ["team", "members", "blocklist", "new"] {
            fields.pop();
            fields.push(("slug", slug));
            let refused = concert.olga.post("organizer/events/create", &fields).await;
            assert_eq!((refused.refused(), refused.json["fields"]["slug"].is_array()), ((400, "invalid"), true), "{slug}");
        }
    }

    async fn the_pages_are_for_who_manages(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private")]).await;
        let [staff, manager, member, stranger] = world.people(["Staff", "Manager", "Member", "Stranger"]).await;
        add(&concert, "team", &staff.email, &[("role", "staff")]).await.ok();
        add(&concert, "team", &manager.email, &[("role", "manager")]).await.ok();
        add(&concert, "members", &member.email, &[]).await.ok();
        for page in ["/manage/club/team", "/manage/club/members", "/manage/club/blocklist", "/manage/club/concert/invitations"] {
            assert_eq!(manager.open(page).await.status, 200, "{page}");
            assert_eq!(staff.open(page).await.status, 403, "{page}");
            assert_eq!(member.open(page).await.status, 404, "{page}");
            assert_eq!(stranger.open(page).await.status, 404, "{page}");
            let unsigned = world.stranger().open(page).await;
            assert_eq!(unsigned.status, 302, "{page}");
            assert!(unsigned.header("location").starts_with("/sign-in?next="), "{page}");
        }
        let tabs = |text: &str| ["team", "members", "blocklist"].map(|tab| text.contains(&format!("href=\"/manage/club/{tab}\"")));
        assert_eq!(tabs(&manager.open("/manage/club").await.text), [true; 3]);
        assert_eq!(tabs(&staff.open("/manage/club").await.text), [false; 3]);
        let tab = "/manage/club/concert/invitations\"";
        assert!(manager.open("/manage/club/concert").await.text.contains(tab));
        assert!(!staff.open("/manage/club/concert").await.text.contains(tab));
        concert.olga.change(&concert.id, &[("visibility", "public")]).await.ok();
        assert!(!manager.open("/manage/club/concert").await.text.contains(tab), "only a private event invites");
    }

    async fn empty_lists_say_so_and_names_stay_text(world: World) {
        let concert = world.concert_with(1, &[("visibility", "private")]).await;
        let pages = [
            ("/manage/club/members", "members", "There are no members yet."), ("/manage/club/blocklist", "blocklist", "Nobody is blocked."),
            ("/manage/club/concert/invitations", "invitations", "Nobody is invited yet."),
        ];
        for (page, which, empty) in pages {
            assert!(concert.olga.open(page).await.text.contains(empty), "{page}");
            add(&concert, which, &format!("{which}@example.org"), &[("name", "<b>Bold</b>")]).await.ok();
            let filled = concert.olga.open(page).await.text;
            assert!(!filled.contains(empty) && filled.contains("&lt;b&gt;Bold"), "{page}");
            assert!(!filled.contains("<b>Bold"), "{page}");
        }
    }
}
