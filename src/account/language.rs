//! The language that someone wants to be spoken to in.

use crate::domain::ids::AccountId;
use crate::error::Result;
use crate::store::{Db, accounts};

/// The language of the person's pages and mails from now on, as a tag of the catalogue.
pub async fn set_language(db: &Db, account: AccountId, language: &str) -> Result<()> {
    let mut tx = db.write().await?;
    accounts::set_language(&mut tx, account, language).await?;
    Ok(tx.commit_quietly().await?)
}
