//! Reduces questions about any goal to the few goals that tables are made for.

use super::{Goal, MAX_CELLS, MAX_KINDS, Row, Stones};
use crate::{Reduce, StateError};

/// A map from rows with one goal to rows with a canonical goal that keeps all distances.
///
/// Two operations keep distances: mirroring row and goal together, and exchanging the names of
/// kinds with equally many stones in both. The reduction mirrors the row if that brings the goal's
/// holes further to the right or, if it leaves them where they are, makes the goal's order lesser.
/// It renames kinds in the order in which they first appear in the goal. Therefore, if all kinds
/// have equally many stones, every goal row in which the stones of each kind stand together and the
/// holes are at an end becomes [`Goal::default`]. [`Goal::Together`], [`Goal::AnyGap`] and
/// [`Goal::Any`] stay as they are.
///
/// ```
/// use tilebase_core::{Reduce, oshidori::{Goal, Stones, Row, RowReduction}};
/// let stones: Stones = "oshidori-bw-3".parse()?;
/// let goal = Goal::parse(stones, "__WWWBBB")?;
/// let reduction = RowReduction::to_canonical(stones, goal);
/// assert_eq!(reduction.canonical_goal(), Goal::default(stones));
/// let row = Row::parse(stones, "BW__WBBW")?;
/// assert_eq!(reduction.apply(&row).pretty(), "WBBW__WB");
/// assert_eq!(reduction.restore(&reduction.apply(&row)), row);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowReduction {
    puzzle: Stones,
    canonical: Goal,
    mirrored: bool,
    /// The new name of each kind of the user's row.
    kind: [u8; MAX_KINDS + 1],
}

impl RowReduction {
    /// Returns the reduction for questions about `goal`.
    ///
    /// # Panics
    /// If `goal` is a row of another puzzle.
    pub fn to_canonical(puzzle: Stones, goal: Goal) -> Self {
        let as_is = Self {
            puzzle,
            canonical: goal,
            mirrored: false,
            kind: std::array::from_fn(|kind| kind as u8),
        };
        let Goal::Row(row) = goal else { return as_is };
        assert_eq!(row.puzzle(), puzzle, "the goal must be of this puzzle");
        // `max_by_key` returns the last of equal ones, which is not mirrored.
        [true, false]
            .map(|mirrored| as_is.clone().renaming(&row, mirrored))
            .into_iter()
            // Holes further to the right are better, then a lesser order.
            .max_by_key(|(canonical, _)| (canonical.holes(), std::cmp::Reverse(*canonical)))
            .map_or(as_is, |(_, reduction)| reduction)
    }

    /// Renames the kinds in the order in which they first appear in `goal`, or in its mirror image.
    /// Only kinds with equally many stones exchange names.
    fn renaming(mut self, goal: &Row, mirrored: bool) -> (Row, Self) {
        self.mirrored = mirrored;
        let seen_as = if mirrored { mirror(goal) } else { *goal };
        self.kind = [0; MAX_KINDS + 1];
        let counts: Vec<usize> = self.puzzle.counts().collect();
        let mut free: Vec<u8> = (1..=counts.len() as u8).collect();
        let count = |kind: u8| counts[usize::from(kind) - 1];
        for &stone in seen_as.stone_order() {
            let name = &mut self.kind[usize::from(stone)];
            if *name == 0 {
                let first = free.iter().position(|&free| count(free) == count(stone));
                *name = free.remove(first.expect("each kind with this many stones has a name"));
            }
        }
        let canonical = self.apply(goal);
        self.canonical = Goal::Row(canonical);
        (canonical, self)
    }

    /// Returns the goal to which [`apply`](Self::apply) maps the user's goal. Tables are made for
    /// such goals.
    pub fn canonical_goal(&self) -> Goal {
        self.canonical
    }
}

impl Reduce for RowReduction {
    type State = Row;

    fn cells(&self) -> usize {
        self.puzzle.cells()
    }

    fn state_from_cells(&self, cells: &[u8]) -> Result<Row, StateError> {
        Row::from_cells(self.puzzle, cells)
    }

    /// Returns true: only a table shows whether a row cannot reach the goal.
    fn may_reach_goal(&self, _row: &Row) -> bool {
        true
    }

    /// Returns the canonical row of this row, which has the same distance.
    ///
    /// # Panics
    /// If the row and the goal belong to different puzzles.
    fn apply(&self, row: &Row) -> Row {
        assert_eq!(
            row.puzzle(),
            self.puzzle,
            "the row must be of the goal's puzzle"
        );
        let row = if self.mirrored { mirror(row) } else { *row };
        rename(&row, &self.kind)
    }

    /// Returns the user's row that [`apply`](Self::apply) maps to `canonical`.
    ///
    /// # Panics
    /// If the row and the goal belong to different puzzles.
    fn restore(&self, canonical: &Row) -> Row {
        assert_eq!(
            canonical.puzzle(),
            self.puzzle,
            "the row must be of the goal's puzzle"
        );
        let mut kind = [0; MAX_KINDS + 1];
        for (from, &to) in self.kind.iter().enumerate() {
            kind[usize::from(to)] = from as u8;
        }
        let row = rename(canonical, &kind);
        if self.mirrored { mirror(&row) } else { row }
    }

    fn blank_of(&self, canonical: &Row) -> usize {
        if self.mirrored {
            mirrored(canonical).trailing_zeros() as usize
        } else {
            canonical.gap()
        }
    }
}

/// Returns the holes of the row read from right to left.
fn mirrored(row: &Row) -> u128 {
    row.holes().reverse_bits() >> (MAX_CELLS - row.puzzle().cells())
}

/// Returns the row read from right to left.
fn mirror(row: &Row) -> Row {
    Row::from_stones(
        row.puzzle(),
        mirrored(row),
        row.stone_order().iter().rev().copied(),
    )
}

/// Returns the row with each stone `s` replaced by `kind[s]`.
fn rename(row: &Row, kind: &[u8; MAX_KINDS + 1]) -> Row {
    let renamed = row
        .stone_order()
        .iter()
        .map(|&stone| kind[usize::from(stone)]);
    Row::from_stones(row.puzzle(), row.holes(), renamed)
}
