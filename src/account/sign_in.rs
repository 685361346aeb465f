//! Signing in, by password or by a mailed link.

use chrono::{DateTime, Utc};

use super::password;
use crate::chance;
use crate::domain::address::Email;
use crate::domain::fields::Fields;
use crate::domain::ids::AccountId;
use crate::error::{Refusal, Result};
use crate::store::tokens::Purpose;
use crate::store::{Db, accounts, sessions, tokens};

/// Who has signed in; the web layer gives them a session.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SignedIn {
    pub id: AccountId,
    pub name: String,
    pub email: String,
    pub time_zone: Option<String>,
    pub language: Option<String>,
}

impl From<accounts::Account> for SignedIn {
    fn from(account: accounts::Account) -> Self {
        Self {
            id: account.id,
            name: account.name,
            email: account.email,
            time_zone: account.time_zone,
            language: account.language,
        }
    }
}

/// By address and password; an address that isn't verified can't.
///
/// # Errors
/// `BadCredentials`, whatever of the two is wrong.
pub async fn sign_in(db: &Db, email: &str, password: String) -> Result<SignedIn> {
    let account = match Email::parse(email) {
        Ok(email) => accounts::find_by_email(&mut db.read().await?, &email).await?,
        Err(_) => None,
    };
    let account = account.filter(|account| account.verified_at.is_some());
    let hash = account.as_ref().and_then(|account| account.password_hash.clone());
    match (password::verify(password, hash).await, account) {
        (true, Some(account)) => Ok(account.into()),
        _ => Err(Refusal::BadCredentials.into()),
    }
}

/// By a mailed link, once. The first one proves the address: an older password is forgotten, and other sessions end (R28). A password typed with a
/// link that confirms an address is the account's from now on, whichever of several such links was used first.
///
/// # Errors
/// `LinkSpent`; `Invalid` (`password`), which leaves the link unspent.
pub async fn use_link(db: &Db, now: DateTime<Utc>, token: &str, password: Option<String>) -> Result<SignedIn> {
    let typed = password.filter(|typed| !typed.is_empty());
    let hash = match typed {
        Some(typed) => {
            password::check(&typed).map_err(|message| Fields::one("password", message))?;
            Some(password::hash(typed).await)
        }
        None => None,
    };
    let mut tx = db.write().await?;
    let token = tokens::spend(&mut tx, &chance::hash_of(token), now).await?.ok_or(Refusal::LinkSpent)?;
    let account = accounts::find(&mut tx, token.account_id).await?.ok_or(Refusal::LinkSpent)?;
    let first = accounts::verify(&mut tx, account.id, now).await?;
    let chosen = token.purpose == Purpose::Verify && hash.is_some();
    if first || chosen {
        accounts::set_password(&mut tx, account.id, hash.as_deref()).await?;
        sessions::delete_of(&mut tx, account.id).await?;
    }
    tx.commit().await?;
    Ok(account.into())
}
