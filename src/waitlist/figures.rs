//! The numbers people ask for about a waitlist, and what its event looked like on each of the last days.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::error::Result;
use crate::store::events::Event;
use crate::store::figures::{self, OfferFigures};
use crate::store::samples::{self, Sample};
use crate::store::standing::Numbers;
use crate::store::{Db, Tx};

/// A chart shows so many days, today included.
pub const DAYS: u64 = 14;

#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    pub offers: OfferFigures,
    /// From an offer to its claim; `None` before the first claim.
    pub median_claim: Option<TimeDelta>,
    /// The last days, oldest first, today as it is now; from the first day that anything is known of.
    pub days: Vec<Day>,
}

/// An event at the end of a day of its zone: seats, seats, people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    pub date: NaiveDate,
    pub attendees: i64,
    pub held: i64,
    pub waiting: i64,
}

impl Figures {
    /// Claims of a hundred decided offers.
    pub fn claim_rate(&self) -> Option<i64> {
        (self.offers.decided > 0).then(|| (self.offers.claimed * 200 + self.offers.decided) / (2 * self.offers.decided))
    }

    /// Offers made for each seat that was filled.
    pub fn offers_per_seat(&self) -> Option<f64> {
        (self.offers.filled > 0).then(|| self.offers.made as f64 / self.offers.filled as f64)
    }
}

pub async fn read(db: &Db, now: DateTime<Utc>, event: &Event, numbers: &Numbers) -> Result<Figures> {
    let mut tx = db.read().await?;
    let offers = figures::of_offers(&mut tx, event.id).await?;
    let median_claim = match offers.claimed {
        0 => None,
        _ => figures::median_claim(&mut tx, event.id).await?,
    };
    let days = days_of(&mut tx, now, event, numbers).await?;
    Ok(Figures { offers, median_claim: median_claim.map(|s| TimeDelta::seconds(s.round() as i64)), days })
}

async fn days_of(tx: &mut Tx, now: DateTime<Utc>, event: &Event, numbers: &Numbers) -> Result<Vec<Day>> {
    // A day more than is shown: the first day may begin with what was there before.
    let since = now - TimeDelta::days(DAYS as i64 + 1);
    let samples = samples::since(tx, event.id, since).await?;
    let current = Sample { at: now, attendees: numbers.attendees, held: numbers.held, waiting: numbers.waiting };
    Ok(by_day(&samples, current, event.zone()))
}

/// Each day ends with its last sample, or as the day before did.
fn by_day(samples: &[Sample], current: Sample, zone: Tz) -> Vec<Day> {
    let date = |sample: &Sample| sample.at.with_timezone(&zone).date_naive();
    let today = date(&current);
    let first = today.checked_sub_days(Days::new(DAYS - 1)).unwrap_or(today);
    let days = first.iter_days().take_while(|day| *day <= today).filter_map(|day| {
        let last = if day == today { Some(&current) } else { samples.iter().rfind(|sample| date(sample) <= day) };
        last.map(|s| Day { date: day, attendees: s.attendees, held: s.held, waiting: s.waiting })
    });
    days.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(at: &str, waiting: i64) -> Sample {
        Sample { at: at.parse().unwrap(), attendees: 10, held: 0, waiting }
    }

    #[test]
    fn r37_a_day_is_one_of_the_events_zone_and_a_gap_keeps_what_was() {
        // In Vienna the second sample lies on the 29th already.
        let samples = [sample("2026-03-27T12:00:00Z", 1), sample("2026-03-28T23:30:00Z", 2)];
        let days = by_day(&samples, sample("2026-03-31T10:00:00Z", 5), chrono_tz::Europe::Vienna);
        let shown: Vec<(String, i64)> = days.iter().map(|day| (day.date.to_string(), day.waiting)).collect();
        let expected = [("2026-03-27", 1), ("2026-03-28", 1), ("2026-03-29", 2), ("2026-03-30", 2), ("2026-03-31", 5)];
        assert_eq!(shown, expected.map(|(date, n)| (date.to_owned(), n)));
    }

    #[test]
    fn a_new_event_has_today_only_and_an_old_one_fourteen_days() {
        let now = sample("2026-03-31T10:00:00Z", 5);
        assert_eq!(by_day(&[], now, chrono_tz::UTC).len(), 1);
        assert_eq!(by_day(&[sample("2026-03-16T10:00:00Z", 1)], now, chrono_tz::UTC).len(), 14);
    }

    #[test]
    fn rates_are_rounded_and_absent_before_anything_happened() {
        let figures = |made, decided, claimed, filled| Figures {
            offers: OfferFigures { made, decided, claimed, filled },
            median_claim: None,
            days: vec![],
        };
        assert_eq!((figures(3, 3, 2, 4).claim_rate(), figures(3, 3, 2, 4).offers_per_seat()), (Some(67), Some(0.75)));
        assert_eq!((figures(1, 0, 0, 0).claim_rate(), figures(1, 0, 0, 0).offers_per_seat()), (None, None));
    }
}
