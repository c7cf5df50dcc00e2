//! The rows that end the game.

use std::fmt;

use super::{Row, Stones, row::MAX_STONES};
use crate::StateError;

/// The goal of a puzzle: one row, or several any of which ends the game.
///
/// ```
/// use tilebase_core::oshidori::{Goal, Stones, Row};
/// let stones = Stones::black_and_white(3)?;
/// let row = Row::parse(stones, "W__WWBBB")?;
/// assert!(Goal::parse(stones, "any")?.is_met(&row));
/// assert!(!Goal::parse(stones, "any-gap")?.is_met(&row)); // black comes first there
/// assert!(!Goal::default(stones).is_met(&row));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Exactly this row.
    Row(Row),
    /// The stones in ascending order, with the gap anywhere, even between two stones of a kind.
    AnyGap,
    /// The stones of each kind together if the gap is left out, with the kinds in any order and the
    /// gap anywhere.
    Any,
}

impl Goal {
    /// The largest number of rows that [`rows`](Self::rows) lists.
    pub const MOST_ROWS: u64 = 1 << 20;

    /// Returns the usual goal: stones in ascending order, the gap on the right.
    pub fn default(puzzle: Stones) -> Self {
        Self::Row(Row::goal(puzzle))
    }

    /// Reads `any`, `any-gap` or a row.
    ///
    /// # Errors
    /// If the text is neither of the two names nor a row of the puzzle.
    pub fn parse(puzzle: Stones, text: &str) -> Result<Self, StateError> {
        Ok(match text.trim() {
            "any" => Self::Any,
            "any-gap" => Self::AnyGap,
            row => Self::Row(Row::parse(puzzle, row)?),
        })
    }

    /// Returns whether `row` is a goal.
    pub fn is_met(&self, row: &Row) -> bool {
        match self {
            Self::Row(goal) => goal == row,
            Self::AnyGap => row.word().is_sorted(),
            // Every kind has the same number of stones, so each piece of that length must have one
            // kind.
            Self::Any => row
                .word()
                .chunks(row.puzzle().each())
                .all(|kind| kind.iter().all(|stone| *stone == kind[0])),
        }
    }

    /// Returns the number of rows that meet the goal; `None` if it does not fit 64 bits.
    pub fn count(&self, puzzle: Stones) -> Option<u64> {
        let gaps = puzzle.stones() as u64 + 1;
        match self {
            Self::Row(_) => Some(1),
            Self::AnyGap => Some(gaps),
            Self::Any => (1..=puzzle.kinds() as u64)
                .chain([gaps])
                .try_fold(1u64, u64::checked_mul),
        }
    }

    /// Returns all rows that meet the goal, ordered by gap and then by word; `None` if there are
    /// more than [`MOST_ROWS`](Self::MOST_ROWS).
    pub fn rows(&self, puzzle: Stones) -> Option<Vec<Row>> {
        self.count(puzzle)
            .filter(|&count| count <= Self::MOST_ROWS)?;
        let gaps = 0..=puzzle.stones();
        Some(match self {
            Self::Row(row) => vec![*row],
            Self::AnyGap => gaps.map(|gap| Row::ordered(puzzle, gap)).collect(),
            Self::Any => {
                let mut words = Vec::new();
                words_of_blocks(puzzle, &mut [0; MAX_STONES], 0, &mut words);
                gaps.flat_map(|gap| {
                    words
                        .iter()
                        .map(move |word| Row::from_parts(puzzle, gap, *word))
                })
                .collect()
            }
        })
    }
}

/// Adds to `found`, in lexicographic order, the words that begin with the first `placed` stones of
/// `word` and in which the stones of each kind stand together.
fn words_of_blocks(
    puzzle: Stones,
    word: &mut [u8; MAX_STONES],
    placed: usize,
    found: &mut Vec<[u8; MAX_STONES]>,
) {
    if placed == puzzle.stones() {
        found.push(*word);
        return;
    }
    for kind in 1..=puzzle.kinds() as u8 {
        if !word[..placed].contains(&kind) {
            word[placed..placed + puzzle.each()].fill(kind);
            words_of_blocks(puzzle, word, placed + puzzle.each(), found);
            word[placed..placed + puzzle.each()].fill(0);
        }
    }
}

/// Writes `any`, `any-gap`, or the row as one line of numbers.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => row.fmt(f),
            Self::AnyGap => f.write_str("any-gap"),
            Self::Any => f.write_str("any"),
        }
    }
}
