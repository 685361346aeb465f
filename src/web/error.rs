//! Errors as the API answers them: one type for all server functions, one match from refusals to codes, one from codes to statuses.

use axum::http::StatusCode;
use leptos::server_fn::codec::JsonEncoding;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::domain::eligibility::{ReasonCode, Verdict};
use crate::domain::fields::Fields;
use crate::domain::text::{Text, say};
use crate::domain::text_enum::text_enum;
use crate::error::{Error, Refusal};
use crate::language::Lang;
use crate::web::guard::request_id;

text_enum! {
    /// Stable and machine-readable.
    pub enum Code {
        Invalid = "invalid",
        WaitlistClosed = "waitlist_closed",
        ExpiryRequired = "expiry_required",
        SignInRequired = "sign_in_required",
        Forbidden = "forbidden",
        NotEligible = "not_eligible",
        CrossSite = "cross_site",
        NotFound = "not_found",
        MethodNotAllowed = "method_not_allowed",
        Capacity = "capacity",
        AlreadyPending = "already_pending",
        AlreadyRegistered = "already_registered",
        SeatsAvailable = "seats_available",
        NotPending = "not_pending",
        NotReactivatable = "not_reactivatable",
        NotOfferable = "not_offerable",
        EventIsFull = "event_is_full",
        OnlyNLeft = "only_n_left",
        WouldWithdraw = "would_withdraw",
        Stale = "stale",
        TooLarge = "too_large",
        WrongType = "wrong_type",
        SlowDown = "slow_down",
        Busy = "busy",
        Internal = "internal",
    }
}

impl Code {
    pub fn status(self) -> StatusCode {
        match self {
            Self::Invalid | Self::WaitlistClosed | Self::ExpiryRequired => StatusCode::BAD_REQUEST,
            Self::SignInRequired => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::NotEligible | Self::CrossSite => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Capacity
            | Self::AlreadyPending
            | Self::AlreadyRegistered
            | Self::SeatsAvailable
            | Self::NotPending
            | Self::NotReactivatable
            | Self::NotOfferable
            | Self::EventIsFull
            | Self::OnlyNLeft
            | Self::WouldWithdraw
            | Self::Stale => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::WrongType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::SlowDown => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// An error before its language is known; [`ApiError::told`] is what clients get.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ApiError {
    pub code: Code,
    /// A sentence for a person: what happened and what to do.
    pub message: Box<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<Fields>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eligibility: Option<Box<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdraws: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
}

impl ApiError {
    pub fn new(code: Code, message: impl Into<Text>) -> Self {
        Self { code, message: Box::new(message.into()), fields: None, eligibility: None, withdraws: None, left: None }
    }

    /// `{"code", "message", "fields"?, "eligibility"?, "withdraws"?, "left"?}`, in this language.
    pub fn told(&self, lang: Lang) -> Value {
        let mut told = json!({"code": self.code, "message": lang.say(&self.message)});
        if let Some(fields) = &self.fields {
            let say = |texts: &Vec<Text>| texts.iter().map(|text| lang.say(text)).collect::<Vec<_>>();
            told["fields"] = fields.0.iter().map(|(name, texts)| (name.clone(), json!(say(texts)))).collect();
        }
        if let Some(eligibility) = &self.eligibility {
            told["eligibility"] = reasoned(lang, (**eligibility).clone());
        }
        for (name, n) in [("withdraws", self.withdraws), ("left", self.left)] {
            if let Some(n) = n {
                told[name] = n.into();
            }
        }
        told
    }

    fn eligibility(code: Code, message: Text, verdict: &Verdict) -> Self {
        Self { eligibility: serde_json::to_value(verdict).ok().map(Box::new), ..Self::new(code, message) }
    }

    pub fn status(&self) -> StatusCode {
        self.code.status()
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&Lang::ENGLISH.say(&self.message))
    }
}

/// A verdict with the sentence of its reason.
pub fn reasoned(lang: Lang, mut verdict: Value) -> Value {
    let code = verdict["reason_code"].as_str().and_then(|code| code.parse::<ReasonCode>().ok());
    verdict["reason"] = json!(code.map(|code| lang.say(&code.sentence())));
    verdict
}

pub type Answer<T> = std::result::Result<T, ApiError>;

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(refusal) => refusal.into(),
            Error::Store(error) => error.into(),
        }
    }
}

/// What a database says when it is locked, overrun or shutting down: SQLite's "busy" and "locked" codes; PostgreSQL's classes of connection
/// failures, rollbacks, short resources, objects not in a usable state, and operators' intervention.
fn is_away(code: &str) -> bool {
    ["5", "6", "261", "517"].contains(&code)
        || (code.len() == 5 && ["08", "40", "53", "55", "57"].iter().any(|class| code.starts_with(class)))
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        let away = matches!(error, sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_))
            || error.as_database_error().and_then(|error| error.code()).is_some_and(|code| is_away(&code));
        tracing::error!(%error, away, "the database failed");
        if away { Self::new(Code::Busy, "refused-busy") } else { internal() }
    }
}

pub fn internal() -> ApiError {
    ApiError::new(
        Code::Internal,
        match request_id() {
            Some(id) => say!("refused-internal", id),
            None => say!("refused-internal-unnamed"),
        },
    )
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let plain = |code: Code| Self::new(code, Text::word("refused", code.as_str()));
        match refusal {
            Refusal::Invalid(fields) => Self { fields: Some(fields), ..plain(Code::Invalid) },
            Refusal::WaitlistClosed => plain(Code::WaitlistClosed),
            Refusal::ExpiryRequired => {
                let error = plain(Code::ExpiryRequired);
                Self { fields: Some(Fields::one("expires_at", (*error.message).clone())), ..error }
            }
            Refusal::SignInRequired => plain(Code::SignInRequired),
            Refusal::BadCredentials => Self::new(Code::SignInRequired, "refused-credentials"),
            Refusal::LinkSpent => Self::new(Code::NotFound, "refused-link-spent"),
            Refusal::Forbidden => plain(Code::Forbidden),
            Refusal::NotEligible(verdict) => {
                let message = verdict.reason_code.map_or_else(|| "refused-not-eligible".into(), ReasonCode::sentence);
                Self::eligibility(Code::NotEligible, message, &verdict)
            }
            Refusal::NotFound => plain(Code::NotFound),
            Refusal::Capacity { needed, free, capacity } => {
                let message = match free {
                    0 => say!("refused-capacity", capacity),
                    _ => say!("refused-capacity-some", needed, free, capacity),
                };
                Self { left: Some(free), ..Self::new(Code::Capacity, message) }
            }
            Refusal::AlreadyPending => plain(Code::AlreadyPending),
            Refusal::AlreadyRegistered => plain(Code::AlreadyRegistered),
            Refusal::SeatsAvailable => plain(Code::SeatsAvailable),
            Refusal::NotPending => plain(Code::NotPending),
            Refusal::NotReactivatable => plain(Code::NotReactivatable),
            Refusal::NotOfferable(why) => Self::new(Code::NotOfferable, why),
            Refusal::EventIsFull(verdict) => {
                let message = match verdict.reason_code {
                    // Only a page that showed a free seat leads someone who waits here.
                    Some(ReasonCode::OnWaitlist) => say!("refused-too-late"),
                    Some(code) => code.sentence(),
                    None => say!("refused-event-is-full"),
                };
                Self::eligibility(Code::EventIsFull, message, &verdict)
            }
            Refusal::OnlyNLeft { left, verdict } => {
                let message = say!("refused-only-n-left", left);
                Self { left: Some(left), ..Self::eligibility(Code::OnlyNLeft, message, &verdict) }
            }
            Refusal::WouldWithdraw { withdraws } => {
                Self { withdraws: Some(withdraws), ..Self::new(Code::WouldWithdraw, withdraw_message(withdraws)) }
            }
            Refusal::Stale(message) => Self::new(Code::Stale, message),
        }
    }
}

/// R25
pub fn withdraw_message(withdraws: i64) -> Text {
    say!("refused-would-withdraw", n = withdraws)
}

impl FromServerFnError for ApiError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Args(message)
            | ServerFnErrorErr::MissingArg(message)
            | ServerFnErrorErr::Deserialization(message) => {
                // serde names the field in backticks; a doubled or misshapen one is the usual cause.
                let field = message.split('`').nth(1).unwrap_or("form").to_owned();
                Self { fields: Some(Fields::one(&field, "error-field")), ..Self::new(Code::Invalid, "refused-form") }
            }
            other => {
                tracing::error!(error = %other, "a server function failed outside its body");
                internal()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_is_locked_or_away_is_busy_and_a_broken_constraint_is_not() {
        for code in ["5", "517", "08006", "40001", "40P01", "53300", "55000", "57P01"] {
            assert!(is_away(code), "{code}");
        }
        for code in ["19", "1555", "2067", "23505", "42601", "50"] {
            assert!(!is_away(code), "{code}");
        }
        assert_eq!(ApiError::from(sqlx::Error::PoolTimedOut).status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(ApiError::from(sqlx::Error::RowNotFound).status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
