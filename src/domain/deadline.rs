//! Deadlines of offers (R7, R13).

use chrono::{DateTime, TimeDelta, Utc};

use super::text::Text;

/// R13: the beginning of the window (now, or the end of the quiet hours: R42) + window, never past the claim deadline.
pub fn of_pass(begins: DateTime<Utc>, window: TimeDelta, claim_deadline: DateTime<Utc>) -> DateTime<Utc> {
    (begins + window).min(claim_deadline)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoDeadline {
    /// There is no window, so one must be given.
    Required,
    /// The field is broken, and what to do.
    Invalid(Text),
}

/// R7: a deadline given by an organizer must lie after `now` and not after the claim deadline; without one, as a pass would set it.
pub fn of_organizer(
    given: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
    window: Option<TimeDelta>,
    claim_deadline: DateTime<Utc>,
) -> Result<DateTime<Utc>, NoDeadline> {
    match (given, window) {
        (Some(at), _) if at <= now => Err(NoDeadline::Invalid("error-deadline-past".into())),
        (Some(at), _) if at > claim_deadline => Err(NoDeadline::Invalid("error-deadline-late".into())),
        (Some(at), _) => Ok(at),
        (None, Some(window)) => Ok(of_pass(now, window, claim_deadline)),
        (None, None) => Err(NoDeadline::Required),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: TimeDelta = TimeDelta::hours(24);

    #[test]
    fn r13_a_deadline_never_passes_the_claim_deadline() {
        let now = DateTime::UNIX_EPOCH;
        assert_eq!(of_pass(now, WINDOW, now + TimeDelta::days(9)), now + WINDOW);
        assert_eq!(of_pass(now, WINDOW, now + TimeDelta::hours(3)), now + TimeDelta::hours(3));
    }

    #[test]
    fn r7_a_manual_deadline_lies_between_now_and_the_claim_deadline() {
        let now = DateTime::UNIX_EPOCH;
        let claim = now + TimeDelta::hours(48);
        let given = |at| of_organizer(Some(at), now, None, claim);
        assert_eq!(given(claim), Ok(claim));
        assert!(matches!(given(now), Err(NoDeadline::Invalid(_))));
        assert!(matches!(given(claim + TimeDelta::microseconds(1)), Err(NoDeadline::Invalid(_))));
        assert_eq!(of_organizer(None, now, Some(WINDOW), claim), Ok(now + WINDOW));
        assert_eq!(of_organizer(None, now, None, claim), Err(NoDeadline::Required));
    }
}
