//! Finds the shortest part of a failing sequence that still fails.

use std::pin::Pin;

/// Why the sequence that was tried fails, if it does.
pub type Tried = Pin<Box<dyn Future<Output = Option<String>> + Send>>;

/// Drops ever smaller chunks while the rest fails; `fails` says why, or `None`. Answers the rest and its failure.
pub async fn shrink<T: Clone>(
    mut sequence: Vec<T>,
    mut why: String,
    fails: impl Fn(Vec<T>) -> Tried,
) -> (Vec<T>, String) {
    let mut chunk = sequence.len() / 2;
    while chunk > 0 {
        let (mut from, mut dropped) = (0, false);
        while from < sequence.len() {
            let to = (from + chunk).min(sequence.len());
            let without: Vec<T> = sequence[..from].iter().chain(&sequence[to..]).cloned().collect();
            if let Some(failure) = fails(without.clone()).await {
                (sequence, why, dropped) = (without, failure, true);
            } else {
                from = to;
            }
        }
        if !dropped || chunk > 1 {
            chunk /= 2;
        }
    }
    (sequence, why)
}
