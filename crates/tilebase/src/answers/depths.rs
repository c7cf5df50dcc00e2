//! The number of states at each distance, and chances that follow from it.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    answers::About,
    known::sample,
    values::{Error, Result, ensure},
};

/// The largest number of states of a mean.
const MOST_AVERAGED: u32 = 1000;

/// The number of states at each distance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "read", derive(serde::Deserialize))]
#[non_exhaustive]
pub struct Depths {
    /// The puzzle, its rules and its metric.
    #[serde(flatten)]
    pub about: About,
    /// States that can reach the goal.
    pub states: u64,
    /// The greatest distance, in moves.
    pub eccentricity: u32,
    /// States in the table that cannot reach the goal.
    pub unreachable: u64,
    /// `counts[d]` states are `d` moves from the goal.
    pub counts: Vec<u64>,
    /// Where the counts are published, if they are not those of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Cow<'static, str>>,
}

impl Depths {
    /// Returns the number of states at a distance.
    pub fn at(&self, distance: u32) -> u64 {
        sample::at(&self.counts, distance)
    }

    /// Returns the mean distance of the states that can reach the goal.
    pub fn mean(&self) -> f64 {
        let each = self.counts.iter().zip(0u32..);
        let moves: f64 = each
            .map(|(&states, distance)| states as f64 * f64::from(distance))
            .sum();
        moves / self.states.max(1) as f64
    }

    /// Returns the chance that the mean distance of `n` random states is less than `below`. The
    /// states are drawn independently and uniformly among those that can reach the goal.
    ///
    /// The counts are convolved, in time that grows as the square of `n` times the greatest
    /// distance.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let depths = Library::in_memory().puzzle("15-puzzle")?.depths()?;
    /// // Half of all boards need at most 53 moves; a mean of five is nearer to 52.6.
    /// assert!((depths.chance_of_mean(1, 53.5)?.chance - 0.5).abs() < 0.1);
    /// assert!(depths.chance_of_mean(5, 45.0)?.chance < 0.01);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// If `n` is not from 1 to 1,000, or `below` is not a finite number.
    pub fn chance_of_mean(&self, n: u32, below: f64) -> Result<Chance> {
        ensure((1..=MOST_AVERAGED).contains(&n), || {
            let most = MOST_AVERAGED;
            Error::Question(format!("the mean can be of 1 to {most} states, not of {n}"))
        })?;
        ensure(below.is_finite(), || {
            Error::Question(format!(
                "a mean is compared with a number of moves, not with {below}"
            ))
        })?;
        let shares = self
            .counts
            .iter()
            .map(|&count| count as f64 / self.states as f64);
        let shares: Vec<f64> = shares.collect();
        // The chance of each sum of distances.
        let mut sums = vec![1.0];
        for _ in 0..n {
            let mut next = vec![0.0; sums.len() + shares.len() - 1];
            for (sum, chance) in sums.iter().enumerate() {
                for (more, share) in next[sum..].iter_mut().zip(&shares) {
                    *more += chance * share;
                }
            }
            sums = next;
        }
        let (numerator, denominator) = fraction(below);
        let is_low = |sum: i128| sum * denominator < numerator.saturating_mul(n.into());
        let low = (0..).zip(&sums).take_while(|&(sum, _)| is_low(sum));
        Ok(Chance {
            about: self.about,
            mean_of: n,
            below,
            chance: if low.clone().count() == sums.len() {
                1.0 // A sum of rounded chances may be a little less.
            } else {
                // A sum of nothing would be −0.
                low.fold(0.0, |sum, (_, chance)| sum + chance).min(1.0)
            },
            source: self.source.clone(),
        })
    }
}

/// Returns a number as the fraction that its shortest decimal is: 50.2 as 502 / 10, although the
/// nearest number with 64 bits is a little more. Numbers that differ from 0 by less than 10^-12, or
/// by more than 10^19, are only compared with others.
fn fraction(number: f64) -> (i128, i128) {
    const MOST: i32 = 30;
    let text = format!("{number:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let numerator: i128 = digits.replace('.', "").parse().unwrap_or_default();
    let scale = places as i32 - exponent.parse::<i32>().unwrap_or_default();
    let power = |exponent: i32| 10i128.saturating_pow(exponent as u32);
    match scale {
        ..0 => (numerator.saturating_mul(power(-scale)), 1),
        0..MOST => (numerator, power(scale)),
        _ => (numerator.signum(), power(MOST)),
    }
}

/// The chance that the mean distance of random states is low.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "read", derive(serde::Deserialize))]
#[non_exhaustive]
pub struct Chance {
    /// The puzzle, its rules and its metric.
    #[serde(flatten)]
    pub about: About,
    /// The number of states.
    pub mean_of: u32,
    /// The number of moves that the mean is compared with.
    pub below: f64,
    /// The chance, from 0 to 1, that the mean is less.
    pub chance: f64,
    /// Where the counts are published, if they are not those of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Cow<'static, str>>,
}
