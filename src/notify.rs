//! The outbox's way out: notices become letters, letters become mails.

mod letter;
pub mod mail;
mod templates;
pub mod worker;

pub use mail::{Mailbox, Mailer};
pub use templates::{Content, preview};
