//! Sessions in our own database, by the app's clock; the account is read with its session.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use time::OffsetDateTime;
use tower_sessions::cookie::SameSite;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};
use tower_sessions::{Expiry, Session, SessionManagerLayer, SessionStore};

use super::App;
use super::forms::Flash;
use crate::account::SignedIn;
use crate::jobs::{SESSION_IDLE, SESSION_LIFETIME};
use crate::store::{Tx, sessions};

const ACCOUNT: &str = "account";
const FLASH: &str = "flash";
const SEEN: &str = "seen";
const NEXT: &str = "next";

#[derive(Clone)]
pub struct Store(Arc<App>);

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Store")
    }
}

pub fn layer(app: &Arc<App>) -> SessionManagerLayer<Store> {
    SessionManagerLayer::new(Store(app.clone()))
        .with_name("nextseat")
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_secure(app.is_secure())
        .with_expiry(Expiry::OnInactivity(time::Duration::seconds(SESSION_IDLE.num_seconds())))
}

/// The session's account and the flash message for this page, which is taken out of it; a page that refreshes itself leaves it. Touches the session at most once a day.
pub async fn read(session: &Session, app: &App, page: Option<&str>) -> sqlx::Result<(Option<SignedIn>, Option<Flash>)> {
    let away = |error: tower_sessions::session::Error| sqlx::Error::Io(std::io::Error::other(error.to_string()));
    let account: Option<SignedIn> = session.get(ACCOUNT).await.map_err(away)?;
    let flash: Option<Flash> = session.get(FLASH).await.map_err(away)?;
    let flash = flash.filter(|flash| Some(flash.page.as_str()) == page);
    // Taking out what isn't there would count as a change, and write the session at every page.
    if flash.is_some() {
        session.remove_value(FLASH).await.map_err(away)?;
    }
    if account.is_some() {
        let today = app.clock.now().date_naive().to_string();
        let seen: Option<String> = session.get(SEEN).await.map_err(away)?;
        if seen.as_deref() != Some(&today) {
            session.insert(SEEN, today).await.map_err(away)?;
        }
    }
    Ok((account, flash))
}

/// Gives the person a session under a new id.
pub async fn sign_in(session: &Session, account: &SignedIn) -> Result<()> {
    session.cycle_id().await.map_err(failed)?;
    session.insert(ACCOUNT, account).await.map_err(failed)
}

pub async fn sign_out(session: &Session) -> Result<()> {
    session.flush().await.map_err(failed)
}

pub async fn keep_flash(session: &Session, flash: Flash) -> Result<()> {
    session.insert(FLASH, flash).await.map_err(failed)
}

/// Where someone was going when they had to make an account first.
pub async fn keep_next(session: &Session, path: String) -> Result<()> {
    session.insert(NEXT, path).await.map_err(failed)
}

/// The path that [`keep_next`] kept, once.
pub async fn take_next(session: &Session) -> Result<Option<String>> {
    session.remove(NEXT).await.map_err(failed)
}

fn failed(error: tower_sessions::session::Error) -> Error {
    Error::Backend(error.to_string())
}

impl Store {
    fn now(&self) -> DateTime<Utc> {
        self.0.clock.now()
    }

    async fn write(&self) -> Result<Tx> {
        self.0.db.write().await.map_err(backend)
    }
}

fn backend(error: sqlx::Error) -> Error {
    Error::Backend(error.to_string())
}

/// The session's data without the account, which has a column of its own.
fn encode(record: &Record) -> Result<(Option<SignedIn>, String)> {
    let mut data = record.data.clone();
    let account = data.remove(ACCOUNT).map(serde_json::from_value).transpose();
    let account = account.map_err(|error| Error::Encode(error.to_string()))?;
    Ok((account, serde_json::to_string(&data).map_err(|error| Error::Encode(error.to_string()))?))
}

#[async_trait]
impl SessionStore for Store {
    async fn create(&self, record: &mut Record) -> Result<()> {
        let (account, data) = encode(record)?;
        let mut tx = self.write().await?;
        loop {
            let id = record.id.to_string();
            if sessions::insert(&mut tx, &id, account.as_ref().map(|a| a.id), &data, self.now())
                .await
                .map_err(backend)?
            {
                break;
            }
            record.id = Id::default();
        }
        tx.commit_quietly().await.map_err(backend)
    }

    async fn save(&self, record: &Record) -> Result<()> {
        let (account, data) = encode(record)?;
        let mut tx = self.write().await?;
        sessions::update(&mut tx, &record.id.to_string(), account.map(|a| a.id), &data, self.now())
            .await
            .map_err(backend)?;
        tx.commit_quietly().await.map_err(backend)
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let now = self.now();
        let mut tx = self.0.db.read().await.map_err(backend)?;
        let (key, idle_since, made_since) = (id.to_string(), now - SESSION_IDLE, now - SESSION_LIFETIME);
        let row = sessions::find(&mut tx, &key, idle_since, made_since).await.map_err(backend)?;
        let Some(row) = row else { return Ok(None) };
        let mut record = Record {
            id: *id,
            data: serde_json::from_str(&row.data).map_err(|error| Error::Decode(error.to_string()))?,
            // Its life is judged above, by the app's clock.
            expiry_date: OffsetDateTime::now_utc() + time::Duration::days(1),
        };
        if let (Some(id), Some(name), Some(email)) = (row.account_id, row.name, row.email) {
            let account = SignedIn { id, name, email, time_zone: row.time_zone, language: row.language };
            let account = serde_json::to_value(account).map_err(|error| Error::Decode(error.to_string()))?;
            record.data.insert(ACCOUNT.to_owned(), account);
        }
        Ok(Some(record))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        let mut tx = self.write().await?;
        sessions::delete(&mut tx, &id.to_string()).await.map_err(backend)?;
        tx.commit_quietly().await.map_err(backend)
    }
}
