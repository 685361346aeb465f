//! Live pages: an open page hears at once that it is stale, whoever made it so, and in whichever process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nextseat::jobs::Jobs;
use nextseat::notify::worker::Post;
use nextseat::notify::{Mailbox, Mailer};
use nextseat::store::Db;
use nextseat::web::{self, App};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::support::{Client, World};

const PATIENCE: Duration = Duration::from_secs(30);
const CONCERT: &str = "/e/club/concert/live";

/// What a stream says: the event's name, the version and the spread.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Said {
    name: String,
    version: i64,
    spread: u64,
}

struct Stream {
    response: reqwest::Response,
    text: String,
}

impl Stream {
    async fn open(person: &Client, path: &str) -> Self {
        let request = person.request(reqwest::Method::GET, path).header("accept-encoding", "br, gzip");
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert!(!response.headers().contains_key("content-encoding"), "it would be kept back until there is more");
        Self { response, text: String::new() }
    }

    /// The next event; `None`: the stream has ended.
    async fn next(&mut self) -> Option<Said> {
        timeout(PATIENCE, async {
            loop {
                if let Some((event, rest)) = self.text.split_once("\n\n") {
                    let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim();
                    let (version, spread) = field("data:").split_once(' ').unwrap();
                    let name = field("event:").to_owned();
                    let said = Said { name, version: version.parse().unwrap(), spread: spread.parse().unwrap() };
                    self.text = rest.to_owned();
                    return Some(said);
                }
                let chunk = self.response.chunk().await.ok().flatten()?;
                self.text.push_str(std::str::from_utf8(&chunk).unwrap());
            }
        })
        .await
        .expect("the stream says nothing")
    }

    async fn hello(&mut self) -> i64 {
        let said = self.next().await.unwrap();
        assert_eq!((said.name.as_str(), said.spread), ("hello", 0));
        said.version
    }

    async fn change(&mut self) -> i64 {
        let said = self.next().await.expect("the stream has ended");
        assert_eq!((said.name.as_str(), said.spread), ("change", 0));
        said.version
    }

    /// Says nothing for a good second.
    async fn is_silent(&mut self) -> bool {
        timeout(Duration::from_millis(1300), self.next()).await.is_err()
    }
}

/// The version that a page carries, and where it listens.
async fn shown(person: &Client, path: &str) -> (i64, String) {
    let page = person.open(path).await;
    assert_eq!(page.status, 200, "{path}");
    let main = page.text.split_once("<main").unwrap().1.split_once('>').unwrap().0;
    let attribute =
        |name: &str| main.split_once(&format!("{name}=\"")).unwrap().1.split_once('"').unwrap().0.to_owned();
    (attribute("data-version").parse().unwrap(), attribute("data-live"))
}

/// Another app process on the world's database.
async fn second_process(world: &World) -> (String, Db, watch::Sender<bool>) {
    let db = Db::connect(&world.database).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let post = Post { mailer: Mailer::Mailbox(Mailbox::default()), base_url: url.clone() };
    let jobs = Jobs::new(db.clone(), world.clock.clone(), post);
    let app = Arc::new(App { db: db.clone(), jobs, base_url: url.clone(), dev_mailbox: None, ..(*world.app).clone() });
    let (stop, stopping) = watch::channel(false);
    tokio::spawn(async move { web::serve(&app, listener, stopping).await });
    (url, db, stop)
}

on_both! {
    async fn every_live_page_greets_with_the_version_that_it_shows(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ben.yes(&concert.id).await.ok();
        ann.join(&concert.id).await.ok();
        ben.no(&concert.id).await.ok();
        let link = format!("/o/{}", world.token(&ann, "spot_available").await);
        for (person, path) in [
            (&world.stranger(), "/e/club/concert"),
            (&world.stranger(), link.as_str()),
            (&ann, "/me"),
            (&concert.olga, "/me"),
            (&concert.olga, "/manage/club"),
            (&concert.olga, "/manage/club/concert"),
            (&concert.olga, "/manage/club/concert/waitlist"),
            (&concert.olga, "/manage/club/concert/waitlist/offers"),
            (&concert.olga, "/manage/club/concert/waitlist/history"),
            (&concert.olga, "/manage/club/concert/registrations"),
        ] {
            let (version, live) = shown(person, path).await;
            assert_eq!(Stream::open(person, &live).await.hello().await, version, "{path}");
        }
        let settings = concert.olga.open("/manage/club/concert/waitlist/settings").await;
        assert!(!settings.text.contains("data-live"), "a form isn't swapped away");
    }

    async fn whatever_someone_else_does_is_heard_of(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        ben.yes(&concert.id).await.ok();
        let mut page = Stream::open(&world.stranger(), CONCERT).await;
        let mut manage = Stream::open(&concert.olga, "/manage/club/live").await;
        let mut seen = (page.hello().await, manage.hello().await);
        for act in ["join", "no", "claim", "settings"] {
            let began = Instant::now();
            match act {
                "join" => ann.join(&concert.id).await.ok(),
                "no" => ben.no(&concert.id).await.ok(),
                "claim" => ann.yes(&concert.id).await.ok(),
                _ => concert.olga.save(&concert.id, &[("waitlist_batch_size", "2")]).await.ok(),
            };
            let now = (page.change().await, manage.change().await);
            assert!(now.0 > seen.0 && now.1 > seen.1, "{act}: {seen:?} {now:?}");
            assert_eq!(now.0, shown(&ann, "/e/club/concert").await.0, "{act}");
            assert!(began.elapsed() < Duration::from_secs(5));
            seen = now;
        }
        assert!(page.is_silent().await);
    }

    async fn a_connection_is_told_at_most_once_a_second(world: World) {
        let concert = world.concert(30).await;
        let guests = world.people(["Ann", "Ben", "Clara", "Dora", "Emil"]).await;
        let mut page = Stream::open(&world.stranger(), CONCERT).await;
        page.hello().await;
        let began = Instant::now();
        let mut told = 0;
        for guest in &guests {
            guest.yes(&concert.id).await.ok();
        }
        let (last, _) = shown(&guests[0], "/e/club/concert").await;
        while page.change().await < last {
            told += 1;
        }
        assert!(told <= began.elapsed().as_secs(), "{told} in {:?}", began.elapsed());
        assert!(page.is_silent().await);
    }

    async fn a_place_at_another_event_appears_on_my_list(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let mut mine = Stream::open(&ann, "/me/live").await;
        assert_eq!(mine.hello().await, 0, "no event yet");
        let mut of_olga = Stream::open(&concert.olga, "/manage/club/live").await;
        of_olga.hello().await;
        ann.yes(&concert.id).await.ok();
        // The list is looked at again after each signal, so that Olga's other event comes along.
        let fields = [
            ("org", "club"), ("title", "Reading"), ("starts_at", "2026-03-08T19:30"), ("ends_at", "2026-03-08T22:00"),
            ("time_zone", "Europe/Vienna"),
        ];
        concert.olga.post("organizer/events/create", &fields).await.ok();
        of_olga.change().await;
        concert.olga.save(&concert.id, &[("waitlist_batch_size", "2")]).await.ok();
        while of_olga.change().await < shown(&concert.olga, "/manage/club").await.0 {}
        // Nothing that Ann listens to has changed: only the next look finds the new event.
        assert_eq!(mine.change().await, shown(&ann, "/me").await.0);
    }

    async fn who_may_not_see_the_page_may_not_listen(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let stranger = world.stranger();
        let refused = async |person: &Client, path: &str| {
            let answer = person.open(path).await;
            let (status, code) = answer.refused();
            (status, code.to_owned())
        };
        let not_found = (404, "not_found".to_owned());
        let sign_in = (401, "sign_in_required".to_owned());
        Stream::open(&stranger, CONCERT).await.hello().await;
        concert.olga.change(&concert.id, &[("visibility", "private")]).await.ok();
        assert_eq!(refused(&stranger, CONCERT).await, not_found);
        assert_eq!(refused(&ann, CONCERT).await, not_found);
        Stream::open(&concert.olga, CONCERT).await.hello().await;
        assert_eq!(refused(&stranger, "/e/club/nothing/live").await, not_found);
        assert_eq!(refused(&stranger, "/o/nothing/live").await, not_found);
        assert_eq!(refused(&stranger, "/me/live").await, sign_in);
        for path in ["/manage/club/live", "/manage/club/concert/live"] {
            assert_eq!(refused(&stranger, path).await, sign_in);
            assert_eq!(refused(&ann, path).await, not_found);
        }
        let ann_as = async |list: &str, role: &str| {
            let fields = [("org", "club"), ("email", &ann.email), ("name", "Ann"), ("role", role)];
            concert.olga.post(&format!("organizer/{list}/add"), &fields).await.ok();
        };
        ann_as("members", "").await;
        assert_eq!(refused(&ann, "/manage/club/live").await, not_found, "a member isn't of the team");
        ann_as("team", "staff").await;
        for path in ["/manage/club/live", "/manage/club/concert/live", CONCERT] {
            Stream::open(&ann, path).await.hello().await;
        }
    }

    async fn processes_hear_of_each_other(world: World) {
        let concert = world.concert(1).await;
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let (url, db, stop) = second_process(world).await;
        let mut here = Stream::open(&ann, CONCERT).await;
        let mut there = Stream::open(&ann.at(&url), CONCERT).await;
        assert_eq!(here.hello().await, there.hello().await);
        let began = Instant::now();
        ben.yes(&concert.id).await.ok();
        assert_eq!(here.change().await, there.change().await);
        ann.at(&url).join(&concert.id).await.ok();
        assert_eq!(there.change().await, here.change().await);
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
        stop.send(true).unwrap();
        assert_eq!(there.next().await, None);
        db.close().await;
    }

    async fn a_deleted_event_is_told_of_and_ends_the_stream(world: World) {
        let concert = world.concert(1).await;
        let (url, db, _stop) = second_process(world).await;
        concert.olga.post("organizer/events/cancel", &[("event_id", &concert.id)]).await.ok();
        world.settle().await;
        let mut streams = [Stream::open(&concert.olga, CONCERT).await, Stream::open(&concert.olga.at(&url), CONCERT).await];
        for stream in &mut streams {
            stream.hello().await;
        }
        concert.olga.post("organizer/events/delete", &[("event_id", &concert.id), ("confirm", "true")]).await.ok();
        for stream in &mut streams {
            assert_eq!(stream.change().await, 0);
            assert_eq!(stream.next().await, None);
        }
        db.close().await;
    }

    async fn a_server_that_stops_ends_its_streams_at_once(world: World) {
        world.concert(1).await;
        let (url, db, stop) = second_process(world).await;
        let mut page = Stream::open(&Client::new(&url), CONCERT).await;
        page.hello().await;
        let began = Instant::now();
        stop.send(true).unwrap();
        assert_eq!(page.next().await, None);
        assert!(began.elapsed() < Duration::from_secs(3));
        db.close().await;
    }

    async fn nobody_listening_asks_nothing(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let mut page = Stream::open(&ann, CONCERT).await;
        page.hello().await;
        let asked = async |what: Duration| {
            let before = world.db.statements();
            tokio::time::sleep(what).await;
            world.db.statements() - before
        };
        assert!((1..=8).contains(&asked(Duration::from_millis(1100)).await), "one question a look");
        drop(page);
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(asked(Duration::from_millis(1100)).await, 0);
        assert_eq!(world.db.changes().listeners(concert.id.parse().unwrap()), 0);
    }

    async fn a_page_that_refreshes_itself_leaves_the_message_for_the_next(world: World) {
        let concert = world.concert(1).await;
        let ann = world.person("Ann").await;
        let page = "/e/club/concert";
        ann.submit(page, "rsvp/answer", &[("event_id", &concert.id), ("answer", "yes")]).await;
        let refresh = ann.request(reqwest::Method::GET, page).header("accept", "text/html").header("x-live", "1");
        assert!(!ann.send(refresh).await.text.contains("class=\"flash"));
        assert!(ann.open(page).await.text.contains("class=\"flash"));
        assert!(!ann.open(page).await.text.contains("class=\"flash"));
    }
}
