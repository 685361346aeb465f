//! The lottery (R18): a uniformly random order from a seed that was committed to before. The algorithm is written down in docs/lottery.md; its results
//! are fixed by the tests here, whatever the libraries do.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::ids::EntryId;
use super::selection::{self, Limits};
use super::settings::Fit;

pub const ALGORITHM: &str = "nextseat-lottery-1";

/// 32 random bytes, secret until the draw.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// From 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        }
        Some(Self(bytes))
    }

    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// What is published before the draw: the SHA-256 of the seed's bytes, in hexadecimal.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A random order of `0..n`: Fisher–Yates from the end, each index from the ChaCha20 key stream of the seed.
pub fn order(seed: &Seed, n: usize) -> Vec<usize> {
    let mut stream = ChaCha20Rng::from_seed(seed.0);
    let mut order: Vec<usize> = (0..n).collect();
    for last in (1..n).rev() {
        let drawn = below(last as u64 + 1, || stream.next_u64());
        order.swap(last, drawn as usize);
    }
    order
}

/// A uniform number below `n`: numbers from the incomplete last interval of 2⁶⁴ are rejected.
fn below(n: u64, mut next: impl FnMut() -> u64) -> u64 {
    let incomplete = (u64::MAX % n + 1) % n;
    loop {
        let x = next();
        if x <= u64::MAX - incomplete {
            return x % n;
        }
    }
}

/// A draw as it is published and can be verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    pub algorithm: String,
    pub commitment: String,
    /// Hexadecimal.
    pub seed: String,
    /// Everyone eligible, in line order.
    pub pool: Vec<EntryId>,
    /// Seats that each of the pool waits for.
    pub parties: Vec<i64>,
    /// Free seats, and how many people could be asked; `None` = no limit.
    pub seats: Option<i64>,
    pub people: Option<i64>,
    /// The pool in drawn order.
    pub result: Vec<EntryId>,
    /// Those of the result who were offered seats.
    pub offered: Vec<EntryId>,
}

impl Draw {
    /// Draws: the pool's order from the seed, walked like the line, always passing over a party that doesn't fit.
    pub fn new(seed: &Seed, pool: Vec<EntryId>, parties: Vec<i64>, seats: Option<i64>, people: Option<i64>) -> Self {
        let order = order(seed, pool.len());
        let line: Vec<i64> = order.iter().map(|&at| parties[at]).collect();
        let chosen = selection::choose(&line, Limits { seats, people, fit: Fit::Fill });
        let result: Vec<EntryId> = order.iter().map(|&at| pool[at]).collect();
        let offered = chosen.picked.iter().map(|&at| result[at]).collect();
        Self {
            algorithm: ALGORITHM.to_owned(),
            commitment: seed.commitment(),
            seed: seed.to_hex(),
            pool,
            parties,
            seats,
            people,
            result,
            offered,
        }
    }

    /// Computes the draw again.
    ///
    /// # Errors
    /// What doesn't agree, in a sentence.
    pub fn verify(&self) -> Result<(), String> {
        if self.algorithm != ALGORITHM {
            return Err(format!("The algorithm “{}” isn't known; this is “{ALGORITHM}”.", self.algorithm));
        }
        let seed = Seed::from_hex(&self.seed).ok_or("The seed isn't 64 hexadecimal digits.")?;
        if seed.commitment() != self.commitment {
            return Err("The seed isn't the one that was committed to.".into());
        }
        if self.parties.len() != self.pool.len() {
            return Err("There isn't one party size for each of the pool.".into());
        }
        let again = Self::new(&seed, self.pool.clone(), self.parties.clone(), self.seats, self.people);
        if again.result != self.result {
            return Err("The seed draws another order of the pool.".into());
        }
        if again.offered != self.offered {
            return Err("Walking the drawn order, others would have been offered seats.".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn seed(n: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&n.to_le_bytes());
        Seed(bytes)
    }

    #[test]
    fn r18_the_key_stream_is_that_of_the_standard() {
        // RFC 8439, appendix A.1, test vector 1: key and nonce of zeros, block 0.
        let mut stream = ChaCha20Rng::from_seed([0; 32]);
        assert_eq!(stream.next_u64().to_le_bytes(), [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
        assert_eq!(stream.next_u64().to_le_bytes(), [0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28]);
    }

    #[test]
    fn r18_results_stay_the_same_across_library_versions() {
        assert_eq!(order(&seed(0), 10), EXPECTED_0);
        assert_eq!(order(&seed(1), 10), EXPECTED_1);
        assert_eq!(seed(0).commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
    }

    const EXPECTED_0: [usize; 10] = [9, 7, 3, 6, 1, 4, 8, 5, 2, 0];
    const EXPECTED_1: [usize; 10] = [1, 6, 9, 4, 5, 3, 0, 2, 8, 7];

    #[test]
    fn r18_numbers_of_the_incomplete_interval_are_rejected() {
        // 2⁶⁴ mod 3 = 1: only the very last number is rejected.
        let mut drawn = [u64::MAX, u64::MAX - 1].into_iter();
        assert_eq!(below(3, || drawn.next().unwrap()), (u64::MAX - 1) % 3);
        let mut all = [u64::MAX].into_iter();
        assert_eq!(below(4, || all.next().unwrap()), 3, "2⁶⁴ is a multiple of 4: nothing is rejected");
    }

    #[test]
    fn r18_every_order_is_equally_likely() {
        // 24 orders of four, 24 000 draws with seeds 0, 1, 2 …: 23 degrees of freedom, critical value 49.7 at p = 0.001.
        let mut counts = std::collections::BTreeMap::new();
        for n in 0..24_000 {
            *counts.entry(order(&seed(n), 4)).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        let chi_square: f64 = counts.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi_square < 49.7, "{chi_square}");
    }

    #[test]
    fn r18_every_place_is_equally_likely_for_the_last_in_line() {
        // Who is last of 20 in line comes first as often as anybody: 19 degrees of freedom, critical value 43.8 at p = 0.001.
        let mut counts = [0u32; 20];
        for n in 0..20_000 {
            counts[order(&seed(n), 20)[0]] += 1;
        }
        let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi_square < 43.8, "{chi_square}");
    }

    fn draw() -> Draw {
        let pool = (0..6).map(|n| EntryId(Uuid::from_u128(n))).collect();
        Draw::new(&seed(7), pool, vec![1, 3, 1, 2, 1, 2], Some(4), None)
    }

    #[test]
    fn r18_a_draw_can_be_verified_and_a_forged_one_is_found() {
        assert_eq!(draw().verify(), Ok(()));
        let forgeries: [fn(&mut Draw); 5] = [
            |draw| draw.seed = seed(8).to_hex(),
            |draw| draw.result.swap(0, 1),
            |draw| draw.offered.reverse(),
            |draw| draw.pool.swap(0, 1),
            |draw| draw.algorithm = "another".into(),
        ];
        for forge in forgeries {
            let mut forged = draw();
            forge(&mut forged);
            assert!(forged.verify().is_err(), "{forged:?}");
        }
    }

    #[test]
    fn r18_a_party_that_does_not_fit_is_passed_over() {
        let draw = draw();
        let party = |id: &EntryId| draw.parties[draw.pool.iter().position(|other| other == id).unwrap()];
        let seats: i64 = draw.offered.iter().map(party).sum();
        assert!(seats <= 4);
        let left = draw.result.iter().filter(|id| !draw.offered.contains(id)).map(party).min().unwrap();
        assert!(seats + left > 4, "whoever fits is offered");
    }
}
