//! Where mails go: to an SMTP server, or into the development mailbox.

use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox as Address, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use serde::Serialize;

use super::templates::Content;
use crate::store::notifications::Kind;

/// A mail that is ready to go.
#[derive(Debug, Clone)]
pub struct Mail {
    pub to_name: String,
    /// As the person typed it.
    pub to: String,
    pub kind: Kind,
    pub content: Content,
    /// Stable over retries, without brackets.
    pub message_id: String,
    pub at: DateTime<Utc>,
}

#[derive(Debug, Clone)]
pub enum Mailer {
    Smtp {
        transport: Box<AsyncSmtpTransport<Tokio1Executor>>,
        from: Address,
    },
    /// Kept and shown at `/dev/mailbox`.
    Mailbox(Mailbox),
    /// No server is configured: nothing can be sent.
    Nowhere,
}

impl Mailer {
    /// `smtp://` or `smtps://user:password@host:port`; `from` is `Name <address>` or an address.
    pub fn smtp(url: &str, from: &str) -> anyhow::Result<Self> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?
            .timeout(Some(std::time::Duration::from_secs(15)))
            .build();
        Ok(Self::Smtp { transport: Box::new(transport), from: from.parse()? })
    }

    /// Hands the mail over; an error says why that failed.
    pub async fn send(&self, mail: &Mail) -> Result<(), String> {
        match self {
            Self::Smtp { transport, from } => {
                let message = message(mail, from.clone()).map_err(|error| error.to_string())?;
                transport.send(message).await.map(drop).map_err(|error| error.to_string())
            }
            Self::Mailbox(mailbox) => {
                mailbox.keep(mail);
                Ok(())
            }
            Self::Nowhere => Err("No mail server is configured (NEXTSEAT_SMTP_URL).".into()),
        }
    }
}

fn message(mail: &Mail, from: Address) -> Result<Message, Box<dyn std::error::Error + Send + Sync>> {
    let to = Address::new(Some(mail.to_name.clone()), mail.to.parse()?);
    let body = MultiPart::alternative_plain_html(mail.content.text.clone(), mail.content.html.clone());
    let mut message = Message::builder()
        .from(from)
        .to(to)
        .subject(&mail.content.subject)
        .message_id(Some(format!("<{}>", mail.message_id)))
        .date(mail.at.into())
        .multipart(body)?;
    let auto = HeaderName::new_from_ascii("Auto-Submitted".to_owned())?;
    message.headers_mut().insert_raw(HeaderValue::new(auto, "auto-generated".to_owned()));
    Ok(message)
}

/// The development mailbox: mails of this process, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Mailbox(Arc<Mutex<Vec<Kept>>>);

#[derive(Debug, Clone, Serialize)]
pub struct Kept {
    pub to: String,
    pub subject: String,
    pub kind: Kind,
    pub text: String,
    pub html: String,
    pub at: DateTime<Utc>,
}

impl Mailbox {
    fn keep(&self, mail: &Mail) {
        self.0.lock().expect("no panic holds this lock").push(Kept {
            to: mail.to.clone(),
            subject: mail.content.subject.clone(),
            kind: mail.kind,
            text: mail.content.text.clone(),
            html: mail.content.html.clone(),
            at: mail.at,
        });
    }

    pub fn all(&self) -> Vec<Kept> {
        self.0.lock().expect("no panic holds this lock").clone()
    }
}
