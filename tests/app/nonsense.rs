//! Whatever a client sends, it is never answered with a 500, and leaves no half state.

use crate::support::World;

const POSTS: &[&str] = &[
    "account/sign_up",
    "account/sign_in",
    "account/send_link",
    "account/use_link",
    "account/organize",
    "waitlist/join",
    "waitlist/confirm",
    "waitlist/leave",
    "waitlist/ready",
    "waitlist/party",
    "offers/decline",
    "rsvp/answer",
    "organizer/settings",
    "organizer/settings_preview",
    "organizer/offers/create",
    "organizer/offers/create_next",
    "organizer/offers/revoke",
    "organizer/offers/reactivate",
    "organizer/offers/extend",
    "organizer/entries/add",
    "organizer/entries/remove",
    "organizer/entries/move",
    "organizer/entries/lift",
    "organizer/events/create",
    "organizer/events/update",
    "organizer/events/publish",
    "organizer/events/copy",
    "organizer/registrations/set",
    "organizer/registrations/remove",
    "organizer/team/add",
    "organizer/team/remove",
    "organizer/members/add",
    "organizer/members/remove",
    "organizer/blocklist/add",
    "organizer/blocklist/remove",
    "organizer/invitations/add",
    "organizer/invitations/remove",
    "organizer/message",
];

const GETS: &[&str] = &[
    "events/list",
    "events/show",
    "events/my_status",
    "account/me",
    "organizer/settings",
    "organizer/offers",
    "organizer/entries",
    "organizer/ledger",
    "organizer/history",
    "organizer/draw",
    "organizer/registrations",
    "organizer/team/list",
    "organizer/members/list",
    "organizer/blocklist/list",
    "organizer/invitations/list",
];

const FIELDS: &[&str] = &[
    "event_id",
    "org",
    "token",
    "name",
    "email",
    "password",
    "party_size",
    "answer",
    "offer_id",
    "entry_id",
    "before_entry_id",
    "account_id",
    "registration_id",
    "batch_id",
    "count",
    "expires_at",
    "starts_at",
    "ends_at",
    "reason",
    "subject",
    "body",
    "role",
    "q",
    "status",
    "state",
    "page",
    "page_size",
    "keep_place",
    "waitlist_open",
    "waitlist_time_window",
    "waitlist_batch_size",
    "waitlist_cutoff_date",
    "waitlist_min_window",
    "quiet_from",
    "quiet_to",
    "max_party_size",
    "max_attendees",
    "title",
    "time_zone",
    "visibility",
    "instead_of",
];

const VALUES: &[&str] = &[
    "",
    " ",
    "\0",
    "a\0b",
    "\u{1b}[2J",
    "-1",
    "0",
    "99999999999999999999",
    "1e9",
    "NaN",
    "true",
    "null",
    "''\"<script>",
    "%00",
    "../../etc/passwd",
    "00000000-0000-0000-0000-000000000000",
    "2026-02-30T25:61",
    "+292277026596-12-04T15:30:07Z",
    "99999999999d",
    "P99999999999999999999D",
    "\u{202e}evil",
    "😀",
    "a@b@c",
    "select 1; drop table events",
    "\u{feff}",
    "１２",
];

async fn walk(world: &World, event: &str, person: &crate::support::Client, every: usize) {
    for endpoint in POSTS {
        for value in VALUES.iter().step_by(every) {
            let mut fields: Vec<(&str, &str)> = FIELDS.iter().map(|field| (*field, *value)).collect();
            fields[0] = ("event_id", event);
            let answer = person.post(endpoint, &fields).await;
            assert!(answer.status < 500, "{endpoint} with {value:?}: {} {}", answer.status, answer.text);
            assert!(
                answer.status == 200 || answer.json["code"].is_string(),
                "{endpoint} with {value:?}: {}",
                answer.text
            );
        }
    }
    for endpoint in GETS {
        for value in VALUES.iter().step_by(every) {
            let mut fields: Vec<(&str, &str)> = FIELDS.iter().map(|field| (*field, *value)).collect();
            fields[0] = ("event_id", event);
            let answer = person.get(endpoint, &fields).await;
            assert!(answer.status < 500, "{endpoint} with {value:?}: {} {}", answer.status, answer.text);
        }
    }
    world.settle().await;
}

on_both! {
    async fn nonsense_is_refused_and_never_a_500(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        // Olga's settings survive what isn't valid.
        walk(world, &concert.id, &concert.olga, 1).await;
        walk(world, &concert.id, &ann, 4).await;
        walk(world, &concert.id, &world.stranger(), 4).await;
        for page in ["/e/%00/x", "/e/club/%F0%9F%98%80", "/o/%00", "/c/x", "/manage/club/concert/waitlist?page=-9&state=%00&q=%25", "/manage/club/concert/waitlist/history?on=x"] {
            let status = concert.olga.open(page).await.status;
            assert!(status < 500, "{page}: {status}");
        }
    }

    async fn doubled_keys_large_bodies_and_odd_encodings(world: World) {
        let concert = world.concert(1).await;
        let event = concert.id.as_str();
        let doubled = concert.olga.save(event, &[("waitlist_batch_size", "1"), ("waitlist_batch_size", "2")]).await;
        assert!([200, 400].contains(&doubled.status), "{}", doubled.text);
        let long = "x".repeat(70 * 1024);
        assert_eq!(concert.olga.post("organizer/message", &[("event_id", event), ("subject", "a"), ("body", &long)]).await.refused(), (413, "too_large"));
        let just_too_long = "x".repeat(20_001);
        let refused = concert.olga.post("organizer/message", &[("event_id", event), ("subject", "a"), ("body", &just_too_long)]).await;
        assert!(refused.json["fields"]["body"].is_array(), "{}", refused.text);
        concert.olga.post("organizer/message", &[("event_id", event), ("subject", "a"), ("body", &just_too_long[1..])]).await.ok();
        for body in ["event_id=%ff%fe", "%", "a=b&=&&&==", "event_id[]=x&event_id[a]=y"] {
            let request = concert.olga.request(reqwest::Method::POST, "/api/waitlist/join").header("accept", "application/json");
            let request = request.header("content-type", "application/x-www-form-urlencoded").body(body);
            let status = concert.olga.send(request).await.status;
            assert!((400..500).contains(&status), "{body}: {status}");
        }
    }
}
