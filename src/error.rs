//! What a use case answers when it can't do what was asked: a refusal with its data, or the database's failure.

use crate::domain::eligibility::Verdict;
use crate::domain::fields::Fields;
use crate::domain::text::Text;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("refused: {0:?}")]
    Refused(Refusal),
    #[error(transparent)]
    Store(#[from] sqlx::Error),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Refusals by the rules. `web::error` gives each its status, code and sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    Invalid(Fields),
    WaitlistClosed,
    /// R7: without a window an organizer's offer needs a deadline.
    ExpiryRequired,
    SignInRequired,
    /// Address and password don't belong together.
    BadCredentials,
    /// A link was used already, or is too old.
    LinkSpent,
    Forbidden,
    NotEligible(Box<Verdict>),
    /// There is no such thing, or none that this person may know of.
    NotFound,
    /// R8, for organizers: `needed` seats, `free` left.
    Capacity {
        needed: i64,
        free: i64,
        capacity: i64,
    },
    AlreadyPending,
    AlreadyRegistered,
    SeatsAvailable,
    NotPending,
    NotReactivatable,
    /// R5, R7: why this person can't be offered a seat.
    NotOfferable(Text),
    EventIsFull(Box<Verdict>),
    OnlyNLeft {
        left: i64,
        verdict: Box<Verdict>,
    },
    /// R25: saving would withdraw this many offers; it must be confirmed.
    WouldWithdraw {
        withdraws: i64,
    },
    /// The thing isn't in the state that the request expects; what to do.
    Stale(Text),
}

impl Refusal {
    /// One broken field.
    pub fn field(name: &str, message: impl Into<Text>) -> Self {
        Self::Invalid(Fields::one(name, message))
    }
}

impl From<Fields> for Refusal {
    fn from(fields: Fields) -> Self {
        Self::Invalid(fields)
    }
}

impl From<Fields> for Error {
    fn from(fields: Fields) -> Self {
        Refusal::Invalid(fields).into()
    }
}
