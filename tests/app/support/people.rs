//! People at their browsers or scripts.

use chrono::{DateTime, Utc};
use serde_json::Value;

/// What the app answered.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub json: Value,
    pub text: String,
    pub headers: reqwest::header::HeaderMap,
}

impl Answer {
    /// The answer's JSON; panics with the whole answer unless it was accepted.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.json
    }

    /// Status and code of a refusal; panics if it was accepted.
    #[track_caller]
    pub fn refused(&self) -> (u16, &str) {
        assert!(self.status >= 400, "it was accepted: {}", self.text);
        (self.status, self.json["code"].as_str().unwrap_or("no code"))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// One person's client with its own cookies.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    pub url: String,
    pub id: String,
    pub name: String,
    pub email: String,
}

impl Client {
    pub fn new(url: &str) -> Self {
        let http =
            reqwest::Client::builder().cookie_store(true).redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { http, url: url.to_owned(), id: String::new(), name: String::new(), email: String::new() }
    }

    /// The same person at another process: the session is in the database.
    pub fn at(&self, url: &str) -> Self {
        Self { url: url.to_owned(), ..self.clone() }
    }

    pub fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url))
    }

    pub async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        Answer { status, json: serde_json::from_str(&text).unwrap_or(Value::Null), text, headers }
    }

    /// Calls a function as a script does.
    pub async fn post(&self, endpoint: &str, fields: &[(&str, &str)]) -> Answer {
        let request =
            self.request(reqwest::Method::POST, &format!("/api/{endpoint}")).header("accept", "application/json");
        self.send(request.form(fields)).await
    }

    pub async fn get(&self, endpoint: &str, fields: &[(&str, &str)]) -> Answer {
        let request =
            self.request(reqwest::Method::GET, &format!("/api/{endpoint}")).header("accept", "application/json");
        self.send(request.query(fields)).await
    }

    /// Sends a form as a browser does, from the page `from`.
    pub async fn submit(&self, from: &str, endpoint: &str, fields: &[(&str, &str)]) -> Answer {
        let request = self
            .request(reqwest::Method::POST, &format!("/api/{endpoint}"))
            .header("accept", "text/html,application/xhtml+xml")
            .header("origin", &self.url)
            .header("referer", format!("{}{from}", self.url));
        self.send(request.form(fields)).await
    }

    /// Opens a page as a browser does.
    pub async fn open(&self, path: &str) -> Answer {
        self.send(self.request(reqwest::Method::GET, path).header("accept", "text/html")).await
    }

    // What attendees do, in short.

    pub async fn yes(&self, event: &str) -> Answer {
        self.post("rsvp/answer", &[("event_id", event), ("answer", "yes")]).await
    }

    pub async fn no(&self, event: &str) -> Answer {
        self.post("rsvp/answer", &[("event_id", event), ("answer", "no")]).await
    }

    pub async fn join(&self, event: &str) -> Answer {
        self.post("waitlist/join", &[("event_id", event)]).await
    }

    pub async fn join_as(&self, event: &str, party: u8) -> Answer {
        self.post("waitlist/join", &[("event_id", event), ("party_size", &party.to_string())]).await
    }

    pub async fn leave(&self, event: &str) -> Answer {
        self.post("waitlist/leave", &[("event_id", event)]).await
    }

    pub async fn status(&self, event: &str) -> Value {
        self.get("events/my_status", &[("event_id", event)]).await.ok()
    }

    /// My live offer: its id and deadline.
    pub async fn offer(&self, event: &str) -> Option<(String, DateTime<Utc>)> {
        let offer = self.status(event).await["active_offer"].clone();
        let id = offer["id"].as_str()?.to_owned();
        Some((id, offer["expires_at"].as_str()?.parse().unwrap()))
    }

    pub async fn position(&self, event: &str) -> Option<i64> {
        self.status(event).await["waitlist_position"].as_i64()
    }

    // What organizers do and ask, in short.

    pub async fn ledger(&self, event: &str) -> Value {
        self.get("organizer/ledger", &[("event_id", event)]).await.ok()
    }

    pub async fn save(&self, event: &str, settings: &[(&str, &str)]) -> Answer {
        let mut fields = vec![("event_id", event)];
        fields.extend_from_slice(settings);
        self.post("organizer/settings", &fields).await
    }

    pub async fn change(&self, event: &str, change: &[(&str, &str)]) -> Answer {
        let mut fields = vec![("event_id", event)];
        fields.extend_from_slice(change);
        self.post("organizer/events/update", &fields).await
    }

    /// Offers of the event, newest first; with this status, or all.
    pub async fn offers(&self, event: &str, status: &str) -> Vec<Value> {
        let page = self.get("organizer/offers", &[("event_id", event), ("status", status), ("page_size", "200")]).await;
        page.ok()["results"].as_array().unwrap().clone()
    }

    /// The queue in order.
    pub async fn entries(&self, event: &str) -> Vec<Value> {
        let page = self.get("organizer/entries", &[("event_id", event), ("page_size", "200")]).await;
        page.ok()["results"].as_array().unwrap().clone()
    }

    /// The names in the queue, first to last.
    pub async fn line(&self, event: &str) -> Vec<String> {
        let name = |entry: &Value| entry["user"]["name"].as_str().unwrap().to_owned();
        self.entries(event).await.iter().map(name).collect()
    }

    pub async fn entry_of(&self, event: &str, name: &str) -> String {
        let entries = self.entries(event).await;
        let entry = entries.iter().find(|entry| entry["user"]["name"] == name);
        entry.unwrap_or_else(|| panic!("{name} isn't queued"))["id"].as_str().unwrap().to_owned()
    }
}
