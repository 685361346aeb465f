//! The queue as CSV, in and out.

use reqwest::multipart::{Form, Part};
use serde_json::Value;

use crate::support::people::Answer;
use crate::support::{Client, Concert};

async fn import(person: &Client, dry_run: &str, file: impl Into<Vec<u8>>, accept: &'static str) -> Answer {
    let part = Part::bytes(file.into()).file_name("queue.csv").mime_str("text/csv").unwrap();
    let form = Form::new().text("dry_run", dry_run.to_owned()).part("file", part);
    let request = person
        .request(reqwest::Method::POST, "/manage/club/concert/import")
        .header("accept", accept)
        .header("origin", &person.url)
        .multipart(form);
    person.send(request).await
}

async fn json(concert: &Concert, dry_run: &str, file: &str) -> Value {
    import(&concert.olga, dry_run, file, "application/json").await.ok()
}

const FILE: &str = "\u{feff}Name;E-Mail;Seats;Joined at\r\n\
    Late;late@example.org;1;2026-02-20T10:00\r\n\
    \"Kern; \"\"Ann\"\"\";ann@example.org;2;2026-02-10T10:00\r\n\
    NoTime;notime@example.org;;\r\n\
    ;nameless@example.org;1;\r\n\
    Late Again;LATE@example.org;1;\r\n\
    Huge;huge@example.org;9;\r\n\
    Guest;guest.1@example.org;1;\r\n";

on_both! {
    async fn a_dry_run_writes_nothing_and_the_real_one_appends_in_the_order_of_join_times(world: World) {
        let concert = world.concert_with(2, &[("max_party_size", "2")]).await;
        world.fill(&concert, 2).await;
        let [first] = world.people(["First"]).await;
        first.join(&concert.id).await.ok();
        let dry = json(&concert, "true", FILE).await;
        assert_eq!((&dry["rows"], &dry["added"], &dry["duplicates"], &dry["already_registered"]), (&7.into(), &3.into(), &1.into(), &1.into()));
        let bad: Vec<i64> = dry["bad"].as_array().unwrap().iter().map(|bad| bad["line"].as_i64().unwrap()).collect();
        assert_eq!(bad, [5, 7], "{dry}");
        assert_eq!(concert.olga.line(&concert.id).await, ["First"]);
        let before = world.mails().await.len();
        let real = json(&concert, "false", FILE).await;
        assert_eq!((&real["dry_run"], &real["added"]), (&false.into(), &3.into()));
        assert_eq!(concert.olga.line(&concert.id).await, ["First", "Kern; \"Ann\"", "Late", "NoTime"]);
        assert_eq!(world.mails().await.len(), before + 3);
        let joined = concert.olga.entries(&concert.id).await[1]["joined_at"].clone();
        assert_eq!(joined, "2026-02-10T09:00:00Z", "as the file says");
        let again = json(&concert, "false", FILE).await;
        assert_eq!((&again["added"], &again["already_queued"]), (&0.into(), &3.into()));
        assert_eq!(world.mails().await.len(), before + 3, "nobody is mailed twice");
    }

    async fn an_import_runs_a_pass(world: World) {
        let concert = world.concert(2).await;
        let report = json(&concert, "false", "name,email\nAnn,ann@example.org\n").await;
        assert_eq!(report["added"], 1);
        let offers = concert.olga.offers(&concert.id, "pending").await;
        assert_eq!((offers.len(), &offers[0]["user"]["name"]), (1, &"Ann".into()));
    }

    async fn what_is_wrong_with_a_file_is_said(world: World) {
        let concert = world.concert(1).await;
        json(&concert, "true", "name,email\nAnn,ann@example.org\n").await;
        let refused = async |file: Vec<u8>| {
            let answer = import(&concert.olga, "true", file, "application/json").await;
            (answer.status, answer.json["fields"]["file"][0].as_str().unwrap_or_default().to_owned())
        };
        let (status, words) = refused(b"name,phone\nAnn,1\n".to_vec()).await;
        assert!(status == 400 && words.contains("email"), "{words}");
        assert_eq!(refused(vec![]).await, (400, "Choose a file.".into()));
        assert_eq!(refused(b"name,email\n\xff,x\n".to_vec()).await.0, 400);
        let large = [b"name,email\n".to_vec(), vec![b'x'; 5 * 1024 * 1024]].concat();
        assert_eq!(import(&concert.olga, "true", large, "application/json").await.status, 413);
        let plain = concert.olga.request(reqwest::Method::POST, "/manage/club/concert/import").header("accept", "application/json").body("x");
        assert_eq!(concert.olga.send(plain).await.status, 415);
        let [stranger] = world.people(["Stranger"]).await;
        assert_eq!(import(&stranger, "true", "name,email\n", "application/json").await.status, 404);
        assert_eq!(import(&world.stranger(), "true", "name,email\n", "application/json").await.status, 401);
        let cross = concert.olga.request(reqwest::Method::POST, "/manage/club/concert/import").header("origin", "https://evil.example").header("sec-fetch-site", "cross-site").body("x");
        assert_eq!(concert.olga.send(cross).await.status, 403);
    }

    async fn a_browser_looks_first_and_then_imports(world: World) {
        let concert = world.concert(1).await;
        world.fill(&concert, 1).await;
        let page = "/manage/club/concert/waitlist/import";
        assert_eq!(concert.olga.open(page).await.status, 200);
        let file = "name,email\nAnn,ann@example.org\nBen,nobody\n";
        let looked = import(&concert.olga, "true", file, "text/html").await;
        let kept = looked.header("location").to_owned();
        assert!(looked.status == 303 && kept.starts_with(page), "{kept}");
        let shown = concert.olga.open(&kept).await.text;
        assert!(shown.contains("1 person would be added.") && shown.contains("Line 3: E-mail"), "{shown}");
        assert!(concert.olga.entries(&concert.id).await.is_empty());
        let id = kept.rsplit('/').next().unwrap();
        let start = [("event_id", concert.id.as_str()), ("import_id", id)];
        concert.olga.post("organizer/import/start", &start).await.ok();
        let done = async {
            while !concert.olga.open(&kept).await.text.contains("1 person was added and is told.") {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), done).await.expect("the import ends");
        assert_eq!(concert.olga.entries(&concert.id).await[0]["user"]["name"], "Ann");
        // Started again, it adds nobody twice.
        concert.olga.post("organizer/import/start", &start).await.ok();
        assert_eq!(concert.olga.entries(&concert.id).await.len(), 1);
        let [stranger] = world.people(["Stranger"]).await;
        assert_eq!(stranger.post("organizer/import/start", &start).await.status, 404);
        import(&concert.olga, "false", "nonsense", "text/html").await;
        assert!(concert.olga.open(page).await.text.contains("names no column"));
        world.settle().await;
    }

    async fn the_export_is_rfc_4180_and_runs_in_no_spreadsheet(world: World) {
        let concert = world.concert(1).await;
        world.fill(&concert, 1).await;
        json(&concert, "false", "name,email\n\"=HYPERLINK(1), \"\"x\"\"\",ann@example.org\nBen,ben@example.org\n").await;
        let queue = concert.olga.open("/manage/club/concert/waitlist.csv").await;
        assert_eq!(queue.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(queue.header("content-disposition"), "attachment; filename=\"concert-waitlist.csv\"");
        let lines: Vec<&str> = queue.text.split("\r\n").collect();
        assert_eq!(lines[0], "position,name,email,party_size,state,why_not,joined_at,offer_until");
        assert!(lines[1].starts_with("1,\"'=HYPERLINK(1), \"\"x\"\"\",ann@example.org,1,waiting,,2026-03-01T"), "{}", lines[1]);
        assert_eq!((lines.len(), lines[3]), (4, ""));
        let going = concert.olga.open("/manage/club/concert/registrations.csv").await;
        assert!(going.text.starts_with("name,email,answer,party_size,answered_at\r\nGuest 1,guest.1@example.org,yes,1,"));
        let [stranger] = world.people(["Stranger"]).await;
        assert_eq!(stranger.open("/manage/club/concert/waitlist.csv").await.status, 404);
        world.settle().await;
    }
}
