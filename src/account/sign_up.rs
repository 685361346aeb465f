//! Making accounts, and mailing the links that prove an address (R27, R28).

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::password;
use crate::chance::{self, Token};
use crate::domain::address::Email;
use crate::domain::fields::{self, Fields};
use crate::domain::ids::{AccountId, NotificationId};
use crate::domain::zone;
use crate::error::Result;
use crate::store::accounts::Account;
use crate::store::notifications::{self, Kind, NewNotification};
use crate::store::tokens::{self, NewToken, Purpose};
use crate::store::{Db, Tx, accounts};

const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(20);

/// What a sign-up form says, as text.
#[derive(Debug, Clone, Default)]
pub struct SignUp {
    pub name: String,
    pub email: String,
    pub password: Option<String>,
    pub time_zone: Option<String>,
    /// Of their pages and mails, as a tag of the catalogue.
    pub language: Option<String>,
}

/// Mails a link to the address: to confirm a new account, or to sign in to the one that it has. The answer is the same for every address (R27).
///
/// A password given here is checked but not kept: whoever opens the link chooses theirs there (R28).
///
/// # Errors
/// `Invalid` with every broken field.
pub async fn sign_up(db: &Db, now: DateTime<Utc>, form: SignUp) -> Result<()> {
    let (name, email) = parse(&form)?;
    let zone = form.time_zone.filter(|zone| zone::parse_zone(zone).is_ok());
    let mut tx = db.write().await?;
    let (id, language) = (AccountId(chance::id(now)), form.language.as_deref());
    if !accounts::insert(&mut tx, id, &name, &email, zone.as_deref(), language, now).await? {
        accounts::rename_unverified(&mut tx, &email, &name).await?;
    }
    if let Some(account) = accounts::find_by_email(&mut tx, &email).await? {
        mail_link(&mut tx, &account, now).await?;
    }
    Ok(tx.commit().await?)
}

fn parse(form: &SignUp) -> Result<(String, Email)> {
    let mut fields = Fields::default();
    let name = fields.take("name", fields::one_line(&form.name));
    let email = fields.take("email", Email::parse(&form.email));
    if let Some(given) = form.password.as_deref().filter(|given| !given.is_empty()) {
        fields.take("password", password::check(given));
    }
    match (name, email, fields.is_empty()) {
        (Some(name), Some(email), true) => Ok((name, email)),
        _ => Err(fields.into()),
    }
}

/// Mails a sign-in link, if the address has an account; nobody learns whether it has (R27).
///
/// # Errors
/// `Invalid` (`email`).
pub async fn send_link(db: &Db, now: DateTime<Utc>, email: &str) -> Result<()> {
    let email = Email::parse(email).map_err(|message| Fields::one("email", message))?;
    let mut tx = db.write().await?;
    if let Some(account) = accounts::find_by_email(&mut tx, &email).await? {
        mail_link(&mut tx, &account, now).await?;
    }
    Ok(tx.commit().await?)
}

async fn mail_link(tx: &mut Tx, account: &Account, now: DateTime<Utc>) -> Result<()> {
    let (purpose, kind) = match account.verified_at {
        None => (Purpose::Verify, Kind::VerifyAddress),
        Some(_) => (Purpose::SignIn, Kind::SignInLink),
    };
    let token = Token::draw();
    let expires_at = now + LINK_LIFETIME;
    let row = NewToken {
        hash: token.hash(),
        purpose,
        account_id: account.id,
        event_id: None,
        expires_at: Some(expires_at),
        created_at: now,
    };
    let subject: Uuid = chance::id(now);
    let notice = NewNotification {
        id: NotificationId(chance::id(now)),
        kind,
        subject_id: subject,
        generation: 1,
        account_id: account.id,
        event_id: None,
        token: Some(token.as_str().to_owned()),
        due_at: now,
        give_up_at: expires_at,
        created_at: now,
    };
    tokens::insert(tx, &[row]).await?;
    notifications::insert(tx, &[notice]).await?;
    Ok(())
}

/// Adds an account whose address counts as verified (the command line does); answers its id.
///
/// # Errors
/// `Invalid` with every broken field; an address that has an account is one.
pub async fn add(db: &Db, now: DateTime<Utc>, form: SignUp) -> Result<AccountId> {
    let (name, email) = parse(&form)?;
    let hash = match form.password.filter(|given| !given.is_empty()) {
        Some(given) => Some(password::hash(given).await),
        None => None,
    };
    let id = AccountId(chance::id(now));
    let mut tx = db.write().await?;
    if !accounts::insert(&mut tx, id, &name, &email, form.time_zone.as_deref(), form.language.as_deref(), now).await? {
        return Err(Fields::one("email", "error-account-exists").into());
    }
    accounts::verify(&mut tx, id, now).await?;
    accounts::set_password(&mut tx, id, hash.as_deref()).await?;
    tx.commit().await?;
    Ok(id)
}
