//! What saving would do, found by doing it and rolling back.

use serde::Serialize;

use super::settle::Trigger;
use crate::domain::ids::OfferId;
use crate::error::Result;
use crate::store::{EventTx, offers};

/// So many names are read for a preview; the rest is counted.
const NAMES: usize = 20;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Preview {
    /// How many people would be offered, or with `promotes` be given, seats.
    pub offers: usize,
    pub promotes: bool,
    /// The first of them, in the order of the round.
    pub people: Vec<Seated>,
    /// How many live offers would be withdrawn.
    pub withdraws: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Seated {
    pub name: String,
    pub seats: i64,
}

/// Runs the pass that would follow the changes made in `event`, looks at what it did, and forgets everything. `before` were live before the changes.
pub async fn of(mut event: EventTx, before: &[OfferId]) -> Result<Preview> {
    let round = event.settle_command(Trigger::SettingsSaved).await?;
    let promotes = !round.is_empty() && event.event().last_pass.as_ref().is_some_and(|pass| pass.promoted > 0);
    let after = offers::live_ids(&mut event).await?;
    let mut people = vec![];
    for account in round.iter().take(NAMES) {
        if let Some(person) = event.person(*account).await? {
            let seats = person.offer.map_or_else(|| person.seats(), |offer| offer.seats);
            people.push(Seated { name: person.name, seats });
        }
    }
    let withdraws = before.iter().filter(|id| !after.contains(id)).count();
    Ok(Preview { offers: round.len(), promotes, people, withdraws })
}
