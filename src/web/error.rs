//! Errors as the API answers them: one type for all server functions, one match from refusals to codes, one from codes to statuses.

use axum::http::StatusCode;
use leptos::server_fn::codec::JsonEncoding;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::domain::eligibility::{ReasonCode, Verdict};
use crate::domain::fields::Fields;
use crate::domain::text_enum::text_enum;
use crate::error::{Error, Refusal};
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

/// `{"code", "message", "fields"?, "eligibility"?, "withdraws"?, "left"?}`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ApiError {
    pub code: Code,
    /// A sentence for a person: what happened and what to do.
    pub message: String,
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
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), fields: None, eligibility: None, withdraws: None, left: None }
    }

    fn eligibility(code: Code, message: String, verdict: &Verdict) -> Self {
        Self { eligibility: serde_json::to_value(verdict).ok().map(Box::new), ..Self::new(code, message) }
    }

    pub fn status(&self) -> StatusCode {
        self.code.status()
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
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
        if away {
            Self::new(Code::Busy, "Too much is going on right now. Nothing was changed; try again in a moment.")
        } else {
            internal()
        }
    }
}

const TOO_LATE: &str = "The last seat was taken a moment ago. You're still on the waitlist.";

pub fn internal() -> ApiError {
    let report = request_id().map_or_else(String::new, |id| format!(" If it happens again, report the request {id}."));
    ApiError::new(Code::Internal, format!("Something went wrong on our side. Nothing was changed; try again.{report}"))
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let plain = |code, message: &str| Self::new(code, message);
        match refusal {
            Refusal::Invalid(fields) => {
                Self { fields: Some(fields), ..plain(Code::Invalid, "Something in the form needs another look.") }
            }
            Refusal::WaitlistClosed => plain(Code::WaitlistClosed, "The waitlist of this event is closed."),
            Refusal::ExpiryRequired => {
                let message = "Say until when the offer holds: this waitlist has no time window.";
                Self { fields: Some(Fields::one("expires_at", message)), ..plain(Code::ExpiryRequired, message) }
            }
            Refusal::SignInRequired => plain(Code::SignInRequired, "Sign in first."),
            Refusal::BadCredentials => plain(
                Code::SignInRequired,
                "This address and password don't belong together. Try again, or have a sign-in link mailed to you.",
            ),
            Refusal::LinkSpent => {
                plain(Code::NotFound, "This link was used already, or is too old. Ask for a new one.")
            }
            Refusal::Forbidden => plain(Code::Forbidden, "Your role in this organization doesn't allow that."),
            Refusal::NotEligible(verdict) => {
                let message = verdict.reason.unwrap_or("You can't register for this event.").to_owned();
                Self::eligibility(Code::NotEligible, message, &verdict)
            }
            Refusal::NotFound => plain(Code::NotFound, "There is nothing here, or nothing that you may see."),
            Refusal::Capacity { needed, free, capacity } => {
                Self { left: Some(free), ..plain(Code::Capacity, &capacity_message(needed, free, capacity)) }
            }
            Refusal::AlreadyPending => plain(Code::AlreadyPending, "This person has an offer already."),
            Refusal::AlreadyRegistered => {
                plain(Code::AlreadyRegistered, "This person has a seat at the event already.")
            }
            Refusal::SeatsAvailable => {
                plain(Code::SeatsAvailable, "There are seats left: you can register right away.")
            }
            Refusal::NotPending => plain(Code::NotPending, "This offer is over."),
            Refusal::NotReactivatable => {
                plain(Code::NotReactivatable, "Only an offer that has ended unclaimed can be made again.")
            }
            Refusal::NotOfferable(why) => plain(Code::NotOfferable, why),
            Refusal::EventIsFull(verdict) => {
                // Only a page that showed a free seat leads someone who waits here.
                let message = match verdict.reason_code {
                    Some(ReasonCode::OnWaitlist) => TOO_LATE.to_owned(),
                    _ => verdict.reason.unwrap_or("All seats are taken.").to_owned(),
                };
                Self::eligibility(Code::EventIsFull, message, &verdict)
            }
            Refusal::OnlyNLeft { left, verdict } => {
                let message = format!("Only {left} {} left.", if left == 1 { "seat is" } else { "seats are" });
                Self { left: Some(left), ..Self::eligibility(Code::OnlyNLeft, message, &verdict) }
            }
            Refusal::WouldWithdraw { withdraws } => {
                Self { withdraws: Some(withdraws), ..plain(Code::WouldWithdraw, &withdraw_message(withdraws)) }
            }
            Refusal::Stale(message) => plain(Code::Stale, message),
        }
    }
}

fn capacity_message(needed: i64, free: i64, capacity: i64) -> String {
    let all = match capacity {
        1 => "The only seat is taken or held.".to_owned(),
        _ => format!("All {capacity} seats are taken or held."),
    };
    match (needed, free) {
        (_, 0) => format!("{all} Withdraw a pending offer for this one, or raise the capacity."),
        (needed, free) => {
            format!(
                "{needed} seats are needed and {free} of {capacity} are free. Withdraw a pending offer for this one, or raise the capacity."
            )
        }
    }
}

/// R25
pub fn withdraw_message(withdraws: i64) -> String {
    match withdraws {
        1 => "1 offer will be withdrawn and its holder told, since the seats no longer suffice.".to_owned(),
        n => format!("{n} offers will be withdrawn and their holders told, since the seats no longer suffice."),
    }
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
                Self {
                    fields: Some(Fields::one(&field, "Send this field once, as text.")),
                    ..Self::new(Code::Invalid, "The form could not be read.")
                }
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
