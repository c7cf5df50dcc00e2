//! Goals of rows.

use std::fmt;

use super::{MAX_CELLS, Row, Stones};
use crate::StateError;

/// The goal of a puzzle: one row, or several rows any of which ends the game.
///
/// ```
/// use tilebase_core::oshidori::{Goal, Stones, Row};
/// let stones: Stones = "oshidori-bw-3".parse()?;
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
    /// The stones in ascending order without a hole between them, anywhere in the row.
    Together,
    /// The stones in ascending order, with the holes anywhere, even between two stones of a kind.
    AnyGap,
    /// The stones of each kind together if the holes are left out, with the kinds in any order and
    /// the holes anywhere.
    Any,
}

impl Goal {
    /// The largest number of rows that [`rows`](Self::rows) lists.
    pub const MOST_ROWS: u64 = 1 << 20;

    /// Returns the usual goal: stones in ascending order, the holes on the right.
    pub fn default(puzzle: Stones) -> Self {
        Self::Row(Row::goal(puzzle))
    }

    /// Reads `together`, `any-gap`, `any` or a row.
    ///
    /// # Errors
    /// If the text is neither one of the three names nor a row of the puzzle.
    pub fn parse(puzzle: Stones, text: &str) -> Result<Self, StateError> {
        Ok(match text.trim() {
            "any" => Self::Any,
            "any-gap" => Self::AnyGap,
            "together" => Self::Together,
            row => Self::Row(Row::parse(puzzle, row)?),
        })
    }

    /// Returns whether `row` is a goal.
    pub fn is_met(&self, row: &Row) -> bool {
        match self {
            Self::Row(goal) => goal == row,
            Self::Together => {
                let stones = !row.holes() & row.puzzle().all_cells();
                let from_first = stones >> stones.trailing_zeros();
                row.stone_order().is_sorted() && from_first & from_first.wrapping_add(1) == 0
            }
            Self::AnyGap => row.stone_order().is_sorted(),
            Self::Any => {
                let unlike = row.stone_order().windows(2).filter(|two| two[0] != two[1]);
                unlike.count() < row.puzzle().kinds()
            }
        }
    }

    /// Returns the number of rows that meet the goal; `None` if it does not fit 64 bits.
    pub fn count(&self, puzzle: Stones) -> Option<u64> {
        let places = || puzzle.places()?.try_into().ok();
        match self {
            Self::Row(_) => Some(1),
            Self::Together if puzzle.rules().is_open() => Some(puzzle.holes() as u64 + 1),
            Self::Together => Some(2),
            Self::AnyGap => places(),
            Self::Any => (1..=puzzle.kinds() as u64).try_fold(places()?, u64::checked_mul),
        }
    }

    /// Returns all rows that meet the goal, ordered by the set of holes as a number and then by
    /// order; `None` if there are more than [`MOST_ROWS`](Self::MOST_ROWS).
    pub fn rows(&self, puzzle: Stones) -> Option<Vec<Row>> {
        self.count(puzzle)
            .filter(|&count| count <= Self::MOST_ROWS)?;
        let ordered = |holes: Vec<u128>| {
            let rows = holes.into_iter().map(|holes| Row::ordered(puzzle, holes));
            rows.collect()
        };
        Some(match self {
            Self::Row(row) => vec![*row],
            Self::Together => {
                let all = puzzle.all_cells();
                let line = u128::MAX >> (MAX_CELLS - puzzle.stones());
                let (open, most) = (puzzle.rules().is_open(), puzzle.holes());
                let lefts = (0..=most).rev().filter(|left| open || left % most == 0);
                ordered(lefts.map(|left| all & !(line << left)).collect())
            }
            Self::AnyGap => ordered(places(puzzle)),
            Self::Any => {
                let mut orders = Vec::new();
                orders_of_blocks(puzzle, &mut Vec::new(), &mut orders);
                let rows = |holes| {
                    let orders = orders.iter();
                    orders.map(move |order| Row::from_stones(puzzle, holes, order.iter().copied()))
                };
                places(puzzle).into_iter().flat_map(rows).collect()
            }
        })
    }
}

/// Returns the sets of cells that can be without stones, in numeric order.
fn places(puzzle: Stones) -> Vec<u128> {
    let gaps = 0..=puzzle.stones();
    if !puzzle.rules().is_open() {
        return gaps.map(|gap| puzzle.holes_at(gap)).collect();
    }
    let (first, all) = (puzzle.holes_at(0), puzzle.all_cells());
    // The next greater number with as many bits (Gosper).
    let next = |&set: &u128| {
        let lowest = set & set.wrapping_neg();
        let carried = set.checked_add(lowest)?;
        let next = carried | (((set ^ carried) >> 2) / lowest);
        (next <= all).then_some(next)
    };
    std::iter::successors(Some(first), next).collect()
}

/// Adds to `found`, in lexicographic order, the orders that begin with `order` and in which the
/// stones of each kind stand together.
fn orders_of_blocks(puzzle: Stones, order: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    let placed = order.len();
    if placed == puzzle.stones() {
        found.push(order.clone());
    }
    for (kind, count) in (1..).zip(puzzle.counts()) {
        if !order.contains(&kind) {
            order.resize(placed + count, kind);
            orders_of_blocks(puzzle, order, found);
            order.truncate(placed);
        }
    }
}

/// Writes `together`, `any-gap`, `any`, or the row as one line of numbers.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => row.fmt(f),
            Self::Together => f.write_str("together"),
            Self::AnyGap => f.write_str("any-gap"),
            Self::Any => f.write_str("any"),
        }
    }
}
