//! The stones of a puzzle.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The largest number of kinds, and of stones of each colour.
pub const MAX_KINDS: usize = 62;

/// The stones of an oshidori row: `kinds` kinds of `each` stones, moved `block` at a time.
///
/// `oshidori-bw-N` is two kinds of N stones, printed as B and W; `oshidori-kinds-KxM` is K kinds of
/// M stones, and `oshidori-kinds-K` has two of each.
///
/// ```
/// use tilebase_core::oshidori::Stones;
/// let stones: Stones = "oshidori-kinds-6".parse()?;
/// assert_eq!((stones.kinds(), stones.each(), stones.cells()), (6, 2, 14));
/// assert_eq!(stones.states(), Some(97_297_200));
/// # Ok::<(), tilebase_core::oshidori::StonesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Fields")]
pub struct Stones {
    kinds: u8,
    each: u8,
    block: u8,
    letters: bool,
}

/// Stones as they stand in a file, before their numbers are checked.
#[derive(Deserialize)]
#[serde(rename = "Stones")]
struct Fields {
    kinds: u8,
    each: u8,
    block: u8,
    letters: bool,
}

impl TryFrom<Fields> for Stones {
    type Error = StonesError;

    fn try_from(read: Fields) -> Result<Self, StonesError> {
        let (kinds, each) = (read.kinds.into(), read.each.into());
        let stones = match (read.letters, kinds) {
            (true, 2) => Self::black_and_white(each),
            (true, _) => Err(StonesError(format!("{kinds} kinds of stones, by letters"))),
            (false, _) => Self::of_kinds(kinds, each),
        };
        match (stones?, read.block) {
            (stones, 2) => Ok(stones),
            (stones, block) => stones.with_block(block.into()),
        }
    }
}

/// A name that is not that of an oshidori puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not an oshidori puzzle: write oshidori-bw-N, oshidori-kinds-K or \
     oshidori-kinds-KxM, with at most {MAX_KINDS} kinds or stones of a colour and at most 124 \
     stones"
)]
pub struct StonesError(String);

impl Stones {
    /// Returns `n` black and `n` white stones.
    ///
    /// # Errors
    /// If `n` is 0 or more than 62.
    pub fn black_and_white(n: usize) -> Result<Self, StonesError> {
        if n == 0 || n > MAX_KINDS {
            return Err(StonesError(format!("oshidori-bw-{n}")));
        }
        Ok(Self {
            kinds: 2,
            each: n as u8,
            block: 2,
            letters: true,
        })
    }

    /// Returns `each` stones of each of `kinds` kinds.
    ///
    /// # Errors
    /// If either is 0, there are more than 62 kinds or more than 124 stones.
    pub fn of_kinds(kinds: usize, each: usize) -> Result<Self, StonesError> {
        let fits = kinds >= 1
            && each >= 1
            && kinds <= MAX_KINDS
            && kinds.saturating_mul(each) <= 2 * MAX_KINDS;
        if !fits {
            return Err(StonesError(format!("oshidori-kinds-{kinds}x{each}")));
        }
        Ok(Self {
            kinds: kinds as u8,
            each: each as u8,
            block: 2,
            letters: false,
        })
    }

    /// Returns the same stones, moved `block` at a time into a gap of that width (2 or 3).
    ///
    /// # Errors
    /// If `block` is neither 2 nor 3, or there are fewer stones than `block`.
    pub fn with_block(self, block: usize) -> Result<Self, StonesError> {
        if !(2..=3).contains(&block) || self.stones() < block {
            return Err(StonesError(format!("{self} with blocks of {block}")));
        }
        Ok(Self {
            block: block as u8,
            ..self
        })
    }

    /// Returns the number of kinds.
    #[inline]
    pub fn kinds(self) -> usize {
        self.kinds.into()
    }

    /// Returns the number of stones of each kind.
    #[inline]
    pub fn each(self) -> usize {
        self.each.into()
    }

    /// Returns the number of stones moved at a time, which is the width of the gap.
    #[inline]
    pub fn block(self) -> usize {
        self.block.into()
    }

    /// Returns whether the stones are written as B and W.
    pub fn letters(self) -> bool {
        self.letters
    }

    /// Returns the number of stones.
    #[inline]
    pub fn stones(self) -> usize {
        self.kinds() * self.each()
    }

    /// Returns the length of the row in cells: stones and gap.
    #[inline]
    pub fn cells(self) -> usize {
        self.stones() + self.block()
    }

    /// Returns whether every arrangement is known to reach every other. That is so if pairs jump,
    /// and there are six stones or more, some of which are alike. (A pair that jumps over others
    /// permutes the stones evenly. Exchanging two stones that are alike changes nothing, and so
    /// supplies the odd permutations.)
    pub fn all_connected(self) -> bool {
        self.block == 2 && self.each >= 2 && self.stones() >= 6
    }

    /// Returns the number of arrangements, `(stones + 1) · stones! / each!^kinds`; `None` if it
    /// does not fit 64 bits.
    pub fn states(self) -> Option<u64> {
        let mut words: u128 = 1;
        let mut placed = 0u128;
        for _ in 0..self.kinds {
            for chosen in 1..=u128::from(self.each) {
                placed += 1;
                // This is a product of binomial coefficients, so every division leaves no
                // remainder.
                words = words.checked_mul(placed)? / chosen;
            }
        }
        words.checked_mul(placed + 1)?.try_into().ok()
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.letters, self.kinds, self.each) {
            (true, _, n) => write!(f, "oshidori-bw-{n}"),
            (false, k, 2) => write!(f, "oshidori-kinds-{k}"),
            (false, k, m) => write!(f, "oshidori-kinds-{k}x{m}"),
        }
    }
}

impl FromStr for Stones {
    type Err = StonesError;

    fn from_str(text: &str) -> Result<Self, StonesError> {
        let wrong = || StonesError(text.chars().take(40).collect());
        let number = |digits: &str| digits.parse::<usize>().map_err(|_| wrong());
        if let Some(n) = text.strip_prefix("oshidori-bw-") {
            return Self::black_and_white(number(n)?).map_err(|_| wrong());
        }
        let kinds = text.strip_prefix("oshidori-kinds-").ok_or_else(wrong)?;
        let (kinds, each) = match kinds.split_once('x') {
            Some((kinds, each)) => (number(kinds)?, number(each)?),
            None => (number(kinds)?, 2),
        };
        Self::of_kinds(kinds, each).map_err(|_| wrong())
    }
}
