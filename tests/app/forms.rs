//! Browsers' forms, and the rules for every request (docs/architecture.md, "Errors").

use reqwest::Method;

on_both! {
    async fn a_browser_goes_on_with_a_message_and_a_script_gets_json(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let page = "/e/club/concert";
        let sent = ann.submit(page, "rsvp/answer", &[("event_id", &concert.id), ("answer", "yes")]).await;
        assert_eq!((sent.status, sent.header("location")), (303, page));
        let shown = ann.open(page).await.text;
        assert!(shown.contains("class=\"flash ok\"") && shown.contains("You're going"), "{shown}");
        assert!(!ann.open(page).await.text.contains("class=\"flash ok\""), "it is told once");
        let json = ann.yes(&concert.id).await;
        assert_eq!(json.header("content-type"), "application/json");
    }

    async fn a_failed_form_keeps_what_was_typed_but_passwords(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let page = "/manage/club/concert/waitlist/settings";
        let fields = [("event_id", event), ("waitlist_time_window", "<b>soon</b>"), ("waitlist_batch_size", "7")];
        let sent = olga.submit(page, "organizer/settings", &fields).await;
        assert_eq!((sent.status, sent.header("location")), (303, page));
        let shown = olga.open(page).await.text;
        assert!(shown.contains("error-summary") && shown.contains("href=\"#waitlist_time_window\""), "{shown}");
        assert!(shown.contains("value=\"&lt;b&gt;soon&lt;/b&gt;\"") && shown.contains("value=\"7\""), "{shown}");
        assert!(shown.contains("aria-invalid=\"true\"") && shown.contains("id=\"waitlist_time_window-error\""));
        let stranger = world.stranger();
        let sent = stranger.submit("/sign-in", "account/sign_in", &[("email", "x@example.org"), ("password", "secret horse")]).await;
        assert_eq!(sent.status, 303);
        let shown = stranger.open("/sign-in").await.text;
        assert!(shown.contains("value=\"x@example.org\"") && !shown.contains("secret horse"), "{shown}");
    }

    async fn another_tab_takes_no_message_away(world: World) {
        let concert = world.concert(1).await;
        let olga = &concert.olga;
        let page = "/manage/club/concert/waitlist/settings";
        let fields = [("event_id", concert.id.as_str()), ("waitlist_time_window", "soon")];
        olga.submit(page, "organizer/settings", &fields).await;
        assert!(!olga.open("/me").await.text.contains("error-summary"));
        assert!(olga.open(page).await.text.contains("value=\"soon\""));
    }

    async fn what_was_typed_survives_the_end_of_the_session(world: World) {
        let concert = world.concert(1).await;
        let olga = &concert.olga;
        let page = "/manage/club/concert/edit";
        olga.post("account/sign_out", &[]).await.ok();
        let sent = olga.submit(page, "organizer/events/update", &[("event_id", &concert.id), ("title", "A long new title")]).await;
        assert_eq!(sent.header("location"), "/sign-in?next=%2Fmanage%2Fclub%2Fconcert%2Fedit");
        olga.open("/sign-in").await;
        let password = crate::support::world::PASSWORD;
        let sign_in = [("email", olga.email.as_str()), ("password", password), ("next", page)];
        assert_eq!(olga.submit("/sign-in", "account/sign_in", &sign_in).await.header("location"), page);
        let shown = olga.open(page).await.text;
        assert!(shown.contains("You were signed out meanwhile") && shown.contains("value=\"A long new title\""), "{shown}");
        assert_eq!(olga.get("events/show", &[("event_id", &concert.id)]).await.ok()["title"], "Concert");
    }

    async fn a_dangerous_act_asks_first_without_javascript(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        ann.yes(&concert.id).await.ok();
        let fields = [("event_id", concert.id.as_str()), ("answer", "no")];
        let asked = ann.submit("/e/club/concert", "rsvp/answer", &fields).await;
        assert_eq!((asked.status, asked.header("location")), (303, "/confirm"));
        let question = ann.open("/confirm").await.text;
        assert!(question.contains("Your seat is free for the next person at once.") && question.contains("name=\"confirm\""), "{question}");
        assert_eq!(ann.status(&concert.id).await["registration"]["status"], "yes");
        let confirmed = [("event_id", concert.id.as_str()), ("answer", "no"), ("confirm", "true"), ("_back", "/e/club/concert")];
        let sent = ann.submit("/confirm", "rsvp/answer", &confirmed).await;
        assert_eq!(sent.header("location"), "/e/club/concert");
        assert_eq!(ann.status(&concert.id).await["registration"]["status"], "no");
    }

    async fn closing_the_list_and_lowering_the_capacity_name_the_numbers(world: World) {
        let concert = world.concert(2).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 2).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        guests[0].no(event).await.ok();
        let asked = olga.submit("/manage/club/concert", "organizer/settings", &[("event_id", event), ("waitlist_open", "false")]).await;
        assert_eq!(asked.header("location"), "/confirm");
        assert!(olga.open("/confirm").await.text.contains("1 held offer is withdrawn. 2 people are told."));
        let asked = olga.submit("/manage/club/concert/edit", "organizer/events/update", &[("event_id", event), ("max_attendees", "1")]).await;
        assert_eq!(asked.header("location"), "/confirm");
        let question = olga.open("/confirm").await.text;
        assert!(question.contains("1 offer will be withdrawn") && question.contains("name=\"confirm_withdraw\""), "{question}");
        assert_eq!(olga.ledger(event).await["capacity"], 2);
        let asked = olga.submit("/manage/club/concert", "organizer/events/cancel", &[("event_id", event)]).await;
        assert_eq!(asked.header("location"), "/confirm");
        assert!(olga.open("/confirm").await.text.contains("1 held offer is withdrawn. Everyone going (1) or waiting (1) is told."));
    }

    async fn who_must_sign_in_comes_back_after_it(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let stranger = world.stranger();
        let sent = stranger.submit("/e/club/concert", "rsvp/answer", &[("event_id", &concert.id), ("answer", "yes")]).await;
        assert_eq!(sent.header("location"), "/sign-in?next=%2Fe%2Fclub%2Fconcert");
        let opened = stranger.open("/me").await;
        assert_eq!((opened.status, opened.header("location")), (302, "/sign-in?next=%2Fme"));
        let password = crate::support::world::PASSWORD;
        for (next, to) in [("/e/club/concert", "/e/club/concert"), ("//evil.example/", "/me"), ("https://evil.example", "/me")] {
            let fields = [("email", ann.email.as_str()), ("password", password), ("next", next)];
            assert_eq!(stranger.submit("/sign-in", "account/sign_in", &fields).await.header("location"), to);
        }
    }

    async fn bad_input_is_a_clear_400_and_never_a_500(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let doubled = olga.post("organizer/settings", &[("event_id", event), ("waitlist_open", "true"), ("waitlist_open", "false")]).await;
        assert_eq!(doubled.refused(), (400, "invalid"));
        let nul = olga.change(event, &[("title", "a\0b"), ("description", "a\0b"), ("venue", "a\u{7}b")]).await;
        assert_eq!(nul.refused(), (400, "invalid"));
        assert_eq!(nul.json["fields"].as_object().unwrap().len(), 3);
        for (name, value) in [("event_id", ""), ("event_id", "x"), ("event_id", "a/b"), ("event_id", "\0")] {
            let status = olga.post("rsvp/answer", &[(name, value), ("answer", "yes")]).await.status;
            assert!(status == 400 || status == 404, "{value:?}: {status}");
        }
        assert_eq!(olga.post("rsvp/answer", &[("event_id", event), ("answer", "perhaps")]).await.refused(), (400, "invalid"));
        let brackets = olga.post("organizer/settings", &[("event_id", event), ("waitlist_open[x]", "true")]).await;
        assert!(brackets.status < 500, "{}", brackets.text);
        let long = "x".repeat(20_001);
        assert_eq!(olga.change(event, &[("description", &long)]).await.refused(), (400, "invalid"));
        olga.change(event, &[("description", &long[..20_000])]).await.ok();
    }

    async fn too_large_a_body_is_413_and_another_type_415(world: World) {
        let concert = world.concert(1).await;
        let olga = &concert.olga;
        let post = |body: String, kind: &'static str| {
            let request = olga.request(Method::POST, "/api/organizer/settings").header("content-type", kind).body(body);
            async move { olga.send(request).await }
        };
        let form = "application/x-www-form-urlencoded";
        let fits = format!("event_id={}&x={}", concert.id, "y".repeat(60_000));
        post(fits, form).await.ok();
        assert_eq!(post("x".repeat(64 * 1024 + 1), form).await.refused(), (413, "too_large"));
        assert_eq!(post("{}".into(), "application/json").await.refused(), (415, "wrong_type"));
    }

    async fn writes_from_other_sites_are_refused(world: World) {
        let concert = world.concert(2).await;
        let ann = world.person("Ann").await;
        let send = |headers: &[(&'static str, &str)]| {
            let mut request = ann.request(Method::POST, "/api/rsvp/answer").form(&[("event_id", concert.id.as_str()), ("answer", "yes")]);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            ann.send(request)
        };
        send(&[("origin", &world.url), ("sec-fetch-site", "same-origin")]).await.ok();
        assert_eq!(send(&[("origin", "https://evil.example")]).await.refused(), (403, "cross_site"));
        assert_eq!(send(&[("sec-fetch-site", "cross-site")]).await.refused(), (403, "cross_site"));
        assert_eq!(send(&[("origin", "null")]).await.refused(), (403, "cross_site"));
    }

    async fn what_people_type_stays_text_on_every_page(world: World) {
        let markup = "</title></textarea><meta http-equiv=\"refresh\" content=\"0\"><b>\"x\"</b>";
        let concert = world.concert_with(1, &[("title", markup), ("slug", "concert"), ("venue", markup), ("description", markup)]).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let ann = world.person("Ann").await;
        let mut sly = world.stranger();
        sly.email = "sly@example.org".into();
        sly.post("account/sign_up", &[("name", markup), ("email", "sly@example.org")]).await.ok();
        let token = world.token(&sly, "verify_address").await;
        sly.post("account/use_link", &[("token", &token)]).await.ok();
        ann.yes(event).await.ok();
        sly.join(event).await.ok();
        ann.no(event).await.ok();
        let link = world.token(&sly, "spot_available").await;
        let (offer, _) = sly.offer(event).await.unwrap();
        olga.submit("/", "organizer/offers/revoke", &[("event_id", event), ("offer_id", &offer)]).await;
        let link = format!("/o/{link}");
        for path in [
            "/", "/confirm", "/e/club/concert", &link, "/me", "/manage/club", "/manage/club/concert", "/manage/club/concert/edit",
            "/manage/club/concert/waitlist", "/manage/club/concert/waitlist/offers", "/manage/club/concert/waitlist/settings", "/dev/mailbox",
        ] {
            for person in [olga, &sly] {
                let page = person.open(path).await;
                assert!(!page.text.contains("<meta http-equiv") && !page.text.contains("<b>\"x\""), "{path}: {}", page.text);
                assert_eq!(page.text.matches("</title>").count(), usize::from(page.status != 302), "{path}");
            }
        }
        assert!(world.mails().await.iter().all(|mail| !mail.html.contains("<meta http-equiv")));
    }

    async fn the_head_of_an_answer_can_be_asked_for(world: World) {
        let ann = world.person("Ann").await;
        for path in ["/api/events/list", "/", "/healthz"] {
            assert_eq!(ann.send(ann.request(Method::HEAD, path)).await.status, 200, "{path}");
        }
    }

    async fn unknown_addresses_and_methods_say_so(world: World) {
        let ann = world.person("Ann").await;
        assert_eq!(ann.get("no/such", &[]).await.refused(), (404, "not_found"));
        assert_eq!(ann.get("rsvp/answer", &[]).await.refused(), (405, "method_not_allowed"));
        let page = ann.open("/no/such/page").await;
        assert!(page.status == 404 && page.text.contains("Not found"), "{}", page.text);
        assert_eq!(ann.open("/e/club/nothing").await.status, 404);
        assert_eq!(ann.open("/manage/club").await.status, 404);
        assert_eq!(ann.open("/o/nonsense").await.status, 404);
        for odd in ["/e/%00/x", "/e/club/a%0Ab", "/manage/%00", "/o/%00", "/s/%00"] {
            assert_eq!(ann.open(odd).await.status, 404, "{odd}");
        }
    }

    async fn every_answer_carries_its_headers(world: World) {
        let ann = world.person("Ann").await;
        for answer in [ann.open("/").await, ann.get("account/me", &[]).await, ann.open("/healthz").await, ann.open("/nothing").await] {
            assert_eq!(answer.header("x-request-id").len(), 32);
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert_eq!(answer.header("referrer-policy"), "same-origin");
            let policy = answer.header("content-security-policy");
            assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
            assert!(!policy.contains("unsafe"), "{policy}");
        }
        let page = ann.open("/").await;
        let nonce = page.header("content-security-policy").split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
        for script in page.text.split("<script").skip(1) {
            assert!(script.contains("src=") || script.contains(nonce), "an inline script without the nonce: {script}");
        }
    }
}
