//! Oshidori rows as a state space, each packed into 128 bits.

use thiserror::Error;
use tilebase_core::oshidori::{Goal, Row, Stones};

use crate::StateSpace;

/// A row packed cell by cell, the first cell lowest, the gap as zeros. [`Oshidori::unpack`] reads
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedRow(u128);

/// The rows of one puzzle with one goal. Successors come in ascending order of the leftmost cell of
/// the block that jumps.
///
/// For a goal that is one row, the lower bound is the number of cells that lack their stone,
/// divided by the number of stones that a move sets down and rounded up. For the other goals it
/// counts the borders between unlike stones in the word (the row without its gap). A move joins the
/// word anew in three places, so it removes at most three borders, and a goal has one border fewer
/// than there are kinds.
///
/// ```
/// use tilebase_core::{Monitor, oshidori::{Goal, Row, Stones}};
/// use tilebase_search::{Limits, Oshidori, breadth_first};
///
/// let puzzle: Stones = "oshidori-bw-3".parse()?;
/// let space = Oshidori::new(puzzle, Goal::parse(puzzle, "BBBWWW__")?)?;
/// let start = space.pack(&Row::start(puzzle));
/// let outcome = breadth_first(&space, start, &Limits::default(), &Monitor::silent())?;
/// assert_eq!((outcome.length(), outcome.stats.generated), (Some(4), 65));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Oshidori {
    puzzle: Stones,
    goal: Goal,
    /// The goal if it is one row.
    goal_row: Option<PackedRow>,
    /// Bits that a cell takes.
    width: u32,
}

/// The error for rows that do not fit 128 bits.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "a row of {puzzle} takes {bits} bits, more than the 128 into which the textbook searches pack \
     it"
)]
pub struct RowTooLong {
    puzzle: Stones,
    bits: usize,
}

impl Oshidori {
    /// Returns the space of the rows of `puzzle` that are to be brought to `goal`.
    ///
    /// # Errors
    /// If a row does not fit 128 bits: more than 15 kinds of two, or 31 stones of black and white.
    pub fn new(puzzle: Stones, goal: Goal) -> Result<Self, RowTooLong> {
        let width = puzzle.kinds().ilog2() + 1;
        let bits = puzzle.cells() * width as usize;
        if bits > u128::BITS as usize {
            return Err(RowTooLong { puzzle, bits });
        }
        let goal_row = match &goal {
            Goal::Row(row) => Some(pack(row, width)),
            Goal::AnyGap | Goal::Any => None,
        };
        Ok(Self {
            puzzle,
            goal,
            goal_row,
            width,
        })
    }

    /// Returns all rows that are goals, for [`bidirectional`](crate::bidirectional); `None` if
    /// there are more than [`Goal::MOST_ROWS`].
    pub fn goals(&self) -> Option<Vec<PackedRow>> {
        let rows = self.goal.rows(self.puzzle)?;
        Some(rows.iter().map(|row| pack(row, self.width)).collect())
    }

    /// Returns a row as a state of this space.
    ///
    /// # Panics
    /// If the row is of another puzzle.
    pub fn pack(&self, row: &Row) -> PackedRow {
        assert_eq!(
            row.puzzle(),
            self.puzzle,
            "the row must be of this space's puzzle"
        );
        pack(row, self.width)
    }

    /// Returns a state of this space as a row.
    ///
    /// # Panics
    /// If the state was packed by a space of another puzzle.
    pub fn unpack(&self, state: PackedRow) -> Row {
        let cells: Vec<u8> = self.cells(state).collect();
        Row::from_cells(self.puzzle, &cells).expect("states are packed from rows and moves")
    }

    /// Returns the bits of the lowest `cells` cells.
    fn mask(&self, cells: usize) -> u128 {
        (1 << (self.width * cells as u32)) - 1
    }

    fn cells(&self, state: PackedRow) -> impl Iterator<Item = u8> {
        let (width, mask) = (self.width, self.mask(1));
        (0..self.puzzle.cells()).map(move |cell| ((state.0 >> (width * cell as u32)) & mask) as u8)
    }

    /// Counts the cells that lack the stone that `goal` has there.
    fn misplaced(&self, state: PackedRow, goal: PackedRow) -> u32 {
        self.cells(state)
            .zip(self.cells(goal))
            .filter(|&(here, wanted)| wanted != 0 && here != wanted)
            .count() as u32
    }

    /// Counts the neighbours in the word that are unlike.
    fn borders(&self, state: PackedRow) -> u32 {
        let mut before = 0;
        let mut borders = 0;
        for stone in self.cells(state).filter(|&stone| stone != 0) {
            borders += u32::from(before != 0 && before != stone);
            before = stone;
        }
        borders
    }
}

fn pack(row: &Row, width: u32) -> PackedRow {
    let cells = row.cells().zip(0..);
    PackedRow(cells.fold(0, |packed, (stone, cell)| {
        packed | u128::from(stone) << (width * cell)
    }))
}

impl StateSpace for Oshidori {
    type State = PackedRow;

    fn successors(&self, &state: &PackedRow, into: &mut Vec<PackedRow>) {
        let block = self.puzzle.block();
        let gap = self
            .cells(state)
            .position(|stone| stone == 0)
            .expect("every row has a gap");
        let moved = self.mask(block);
        let from =
            (0..(gap + 1).saturating_sub(block)).chain(gap + block..self.puzzle.stones() + 1);
        into.extend(from.map(|cell| {
            let at = self.width * cell as u32;
            let stones = (state.0 >> at) & moved;
            PackedRow(state.0 ^ (stones << at) ^ (stones << (self.width * gap as u32)))
        }));
    }

    fn is_goal(&self, &state: &PackedRow) -> bool {
        match self.goal_row {
            Some(goal) => goal == state,
            None => self.goal.is_met(&self.unpack(state)),
        }
    }

    fn lower_bound(&self, &state: &PackedRow) -> u32 {
        match self.goal_row {
            Some(goal) => self
                .misplaced(state, goal)
                .div_ceil(self.puzzle.block() as u32),
            None => {
                let least = self.puzzle.kinds() as u32 - 1;
                let above = self.borders(state).saturating_sub(least);
                above.div_ceil(3).max(u32::from(!self.is_goal(&state)))
            }
        }
    }
}
