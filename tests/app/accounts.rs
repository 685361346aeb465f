//! Accounts: sign-up, sign-in, links, sessions (R27, R28, R36).

use chrono::TimeDelta;
use serde_json::json;

use crate::support::world::PASSWORD;

on_both! {
    async fn the_answer_is_the_same_for_every_address(world: World) {
        let known = world.person("Ann").await;
        let stranger = world.stranger();
        for endpoint in ["account/sign_up", "account/send_link"] {
            let ask = |email: &str| {
                let (stranger, email) = (stranger.clone(), email.to_owned());
                async move { stranger.post(endpoint, &[("name", "Somebody"), ("email", &email)]).await }
            };
            let (a, b) = (ask(&known.email).await, ask("nobody@example.org").await);
            assert_eq!((a.status, &a.text), (b.status, &b.text), "R27");
            assert_eq!(a.ok(), json!({"check_mail": true}));
        }
        assert_eq!(stranger.post("account/sign_up", &[("name", ""), ("email", "x")]).await.refused(), (400, "invalid"));
        assert_eq!(world.kinds_to(&known).await, ["sign_in_link", "sign_in_link"], "what depends on the address speaks through the mail");
    }

    async fn r28_a_password_set_before_the_address_was_verified_is_forgotten(world: World) {
        let ann = world.stranger();
        let mut ann = ann;
        ann.email = "ann@example.org".into();
        let sign_up = [("name", "Ann"), ("email", "ann@example.org"), ("password", "an early password")];
        ann.post("account/sign_up", &sign_up).await.ok();
        let early = [("email", "ann@example.org"), ("password", "an early password")];
        assert_eq!(ann.post("account/sign_in", &early).await.refused(), (401, "sign_in_required"), "unverified");
        let token = world.token(&ann, "verify_address").await;
        assert_eq!(ann.open(&format!("/s/{token}")).await.status, 200);
        assert_eq!(ann.get("account/me", &[]).await.refused(), (401, "sign_in_required"), "R36: opening it changes nothing");
        ann.post("account/use_link", &[("token", &token)]).await.ok();
        assert_eq!(ann.get("account/me", &[]).await.ok()["name"], "Ann");
        assert_eq!(world.stranger().post("account/sign_in", &early).await.refused(), (401, "sign_in_required"));
        assert_eq!(world.stranger().post("account/use_link", &[("token", &token)]).await.refused(), (404, "not_found"), "once");
        assert_eq!(world.stranger().open(&format!("/s/{token}")).await.status, 404);
    }

    async fn a_password_typed_at_the_link_is_kept(world: World) {
        let mut ann = world.stranger();
        ann.email = "ann@example.org".into();
        ann.post("account/sign_up", &[("name", "Ann"), ("email", "Ann@Example.org")]).await.ok();
        ann.email = "Ann@Example.org".into();
        let token = world.token(&ann, "verify_address").await;
        let short = ann.post("account/use_link", &[("token", &token), ("password", "short")]).await;
        assert_eq!(short.refused(), (400, "invalid"));
        ann.post("account/use_link", &[("token", &token), ("password", PASSWORD)]).await.ok();
        for spelling in ["ann@example.org", " ANN@EXAMPLE.ORG "] {
            let signed_in = world.stranger().post("account/sign_in", &[("email", spelling), ("password", PASSWORD)]).await;
            assert_eq!(signed_in.ok()["email"], "Ann@Example.org", "R28");
        }
        let wrong = world.stranger().post("account/sign_in", &[("email", "ann@example.org"), ("password", "wrong horse")]).await;
        assert_eq!(wrong.refused(), (401, "sign_in_required"));
    }

    async fn whichever_confirming_link_is_used_a_typed_password_counts(world: World) {
        let mut ann = world.stranger();
        ann.email = "ann@example.org".into();
        ann.post("account/sign_up", &[("name", "A stranger's joke"), ("email", &ann.email)]).await.ok();
        let first = world.token(&ann, "verify_address").await;
        ann.post("account/sign_up", &[("name", "Ann"), ("email", &ann.email)]).await.ok();
        let second = world.token(&ann, "verify_address").await;
        assert!(world.mails().await.iter().all(|mail| !mail.text.contains("joke")), "nobody is mailed a stranger's words");
        let other = world.stranger();
        assert_eq!(other.post("account/use_link", &[("token", &first)]).await.ok()["name"], "Ann", "the last name typed");
        ann.post("account/use_link", &[("token", &second), ("password", PASSWORD)]).await.ok();
        assert_eq!(other.get("account/me", &[]).await.refused(), (401, "sign_in_required"), "other sessions end");
        world.stranger().post("account/sign_in", &[("email", &ann.email), ("password", PASSWORD)]).await.ok();
    }

    async fn a_link_works_for_twenty_minutes(world: World) {
        let ann = world.person("Ann").await;
        ann.post("account/send_link", &[("email", &ann.email)]).await.ok();
        let token = world.token(&ann, "sign_in_link").await;
        world.advance(TimeDelta::minutes(20)).await;
        assert_eq!(world.stranger().post("account/use_link", &[("token", &token)]).await.refused(), (404, "not_found"));
        ann.post("account/send_link", &[("email", &ann.email)]).await.ok();
        let token = world.token(&ann, "sign_in_link").await;
        world.advance(TimeDelta::minutes(19)).await;
        world.stranger().post("account/use_link", &[("token", &token)]).await.ok();
    }

    async fn a_session_ends_with_sign_out_and_idleness(world: World) {
        let ann = world.person("Ann").await;
        world.advance(TimeDelta::days(29)).await;
        ann.get("account/me", &[]).await.ok();
        world.advance(TimeDelta::days(29)).await;
        ann.get("account/me", &[]).await.ok();
        world.advance(TimeDelta::days(30)).await;
        assert_eq!(ann.get("account/me", &[]).await.refused(), (401, "sign_in_required"));
        let ben = world.person("Ben").await;
        ben.post("account/sign_out", &[]).await.ok();
        assert_eq!(ben.get("account/me", &[]).await.refused(), (401, "sign_in_required"));
    }

    async fn a_session_is_over_after_half_a_year_whatever_happens(world: World) {
        let ann = world.person("Ann").await;
        for _ in 0..8 {
            world.advance(TimeDelta::days(20)).await;
            ann.get("account/me", &[]).await.ok();
        }
        world.advance(TimeDelta::days(20)).await;
        assert_eq!(ann.get("account/me", &[]).await.refused(), (401, "sign_in_required"));
    }

    async fn the_cookie_is_for_the_browser_alone_and_changes_at_sign_in(world: World) {
        let ann = world.person("Ann").await;
        let page = world.stranger().open("/").await;
        assert_eq!(page.header("set-cookie"), "", "who only looks gets none");
        let sign_in = [("email", ann.email.as_str()), ("password", PASSWORD)];
        let first = ann.post("account/sign_in", &sign_in).await;
        let cookie = first.header("set-cookie").to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
        let second = ann.post("account/sign_in", &sign_in).await;
        assert_ne!(second.header("set-cookie").split(';').next(), cookie.split(';').next());
    }

    async fn an_erased_account_names_nobody_and_its_seats_go_on(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ann.yes(event).await.ok();
        ben.join(event).await.ok();
        assert_eq!(concert.olga.post("account/erase", &[]).await.refused(), (409, "stale"), "the only owner");
        ann.post("account/erase", &[]).await.ok();
        assert!(ben.offer(event).await.is_some());
        assert_eq!(ann.get("account/me", &[]).await.refused(), (401, "sign_in_required"));
        let sign_in = [("email", ann.email.as_str()), ("password", crate::support::world::PASSWORD)];
        assert_eq!(ann.post("account/sign_in", &sign_in).await.refused().0, 401);
        let history = concert.olga.get("organizer/history", &[("event_id", event)]).await.ok().to_string();
        assert!(!history.contains("Ann") && history.contains("Erased account"), "{history}");
        world.settle().await;
        assert!(world.mails().await.iter().all(|mail| !mail.to.contains("erased")));
    }

    async fn r36_a_mailed_token_stands_for_its_person_at_its_event_only(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(&concert.id).await.ok();
        guests[0].no(&concert.id).await.ok();
        let token = world.token(&ann, "spot_available").await;
        let other = nextseat::chance::id(world.now()).to_string();
        let at = |event: &str| [("event_id", event.to_owned()), ("answer", "yes".to_owned()), ("token", token.clone())];
        let send = |fields: [(&'static str, String); 3]| {
            let ben = ben.clone();
            async move {
                let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
                ben.post("rsvp/answer", &fields).await
            }
        };
        assert_eq!(send(at(&other)).await.refused(), (404, "not_found"));
        send(at("club/concert")).await.ok();
        assert_eq!(ann.status(&concert.id).await["registration"]["status"], "yes", "its person acts, whoever is signed in");
        assert!(ben.status(&concert.id).await["registration"].is_null());
        assert_eq!(world.stranger().post("account/use_link", &[("token", &token)]).await.refused(), (404, "not_found"));
        let page = ben.open(&format!("/o/{token}")).await;
        assert!(page.status == 200 && page.text.contains("You're going"), "after an answer it shows the outcome");
        world.set("2026-03-07T21:00:00Z".parse().unwrap()).await;
        assert_eq!(ben.open(&format!("/o/{token}")).await.status, 404, "it ends with the event");
    }
}
