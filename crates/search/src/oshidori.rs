//! Oshidori rows as a state space, each packed into 128 bits.

use thiserror::Error;
use tilebase_core::oshidori::{Goal, Row, Stones};

use crate::StateSpace;

/// A row packed cell by cell, the first cell lowest, holes as zeros. [`Oshidori::unpack`] reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedRow(u128);

/// The rows of one puzzle with one goal, by any [rules](tilebase_core::oshidori::Rules). Successors
/// come in the order of [`Row::moves`].
///
/// For a goal of one row the lower bound is the least number of blocks that cover the cells that do
/// not have the goal's stone: each of these cells must be filled, and a move fills one block of
/// neighbouring cells. For the goal `together` it is the least of the bounds of its rows. For the
/// other goals it counts the borders between unlike stones in the word (the row without its holes).
/// A move makes new neighbours in three places, so it removes at most three borders, and a goal has
/// one border fewer than there are kinds. All this holds for all rules.
///
/// ```
/// use tilebase_core::{Monitor, oshidori::{Goal, Row, Stones}};
/// use tilebase_search::{SearchLimits, Oshidori, breadth_first};
///
/// let puzzle: Stones = "oshidori-bw-3".parse()?;
/// let space = Oshidori::new(puzzle, Goal::parse(puzzle, "BBBWWW__")?)?;
/// let start = space.pack(&Row::start(puzzle));
/// let outcome = breadth_first(&space, start, &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!((outcome.length(), outcome.stats.generated), (Some(4), 65));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Oshidori {
    puzzle: Stones,
    goal: Goal,
    /// The rows of the goal, if the bound is computed from each of them; otherwise empty.
    goal_rows: Vec<PackedRow>,
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
    /// Returns the space of the rows of `puzzle` with this goal.
    ///
    /// # Errors
    /// If a row does not fit 128 bits: by the usual rules, if there are more than 15 kinds of two,
    /// or more than 31 stones of each of two colours.
    pub fn new(puzzle: Stones, goal: Goal) -> Result<Self, RowTooLong> {
        let width = puzzle.kinds().ilog2() + 1;
        let bits = puzzle.cells() * width as usize;
        if bits > u128::BITS as usize {
            return Err(RowTooLong { puzzle, bits });
        }
        let listed = match goal {
            Goal::Row(_) | Goal::Together => goal.rows(puzzle).unwrap_or_default(),
            Goal::AnyGap | Goal::Any => Vec::new(),
        };
        Ok(Self {
            puzzle,
            goal,
            goal_rows: listed.iter().map(|row| pack(row, width)).collect(),
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

    /// Returns a state of this space as a row. The result is meaningless if a space of another
    /// puzzle packed the state.
    pub fn unpack(&self, state: PackedRow) -> Row {
        let mut cells = [0; u128::BITS as usize];
        let read = cells.iter_mut().zip(self.cells(state));
        read.for_each(|(cell, stone)| *cell = stone);
        Row::from_checked_cells(self.puzzle, &cells)
    }

    /// Returns the bits of the lowest `cells` cells.
    fn mask(&self, cells: usize) -> u128 {
        (1 << (self.width * cells as u32)) - 1
    }

    fn cells(&self, state: PackedRow) -> impl Iterator<Item = u8> {
        let (width, mask) = (self.width, self.mask(1));
        (0..self.puzzle.cells()).map(move |cell| ((state.0 >> (width * cell as u32)) & mask) as u8)
    }

    /// Returns the least number of blocks that cover the cells without the stone that `goal` has
    /// there: greedily from the left.
    fn covering(&self, state: PackedRow, goal: PackedRow) -> u32 {
        let (mut blocks, mut covered) = (0, 0);
        for (cell, (here, wanted)) in self.cells(state).zip(self.cells(goal)).enumerate() {
            if wanted != 0 && here != wanted && cell >= covered {
                blocks += 1;
                covered = cell + self.puzzle.block();
            }
        }
        blocks
    }

    /// Counts the pairs of neighbours in the word that are unlike.
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
        into.extend(self.unpack(state).moves().map(|jump| {
            let stone = |place: usize| {
                let cell = jump.from + if jump.turned { block - 1 - place } else { place };
                state.0 >> (self.width * cell as u32) & self.mask(1)
            };
            let stones = self.mask(block) << (self.width * jump.from as u32);
            let landed = (0..block).fold(0, |landed, place| {
                landed | stone(place) << (self.width * (jump.to + place) as u32)
            });
            PackedRow(state.0 & !stones | landed)
        }));
    }

    fn is_goal(&self, &state: &PackedRow) -> bool {
        match self.goal_rows[..] {
            [] => self.goal.is_met(&self.unpack(state)),
            _ => self.goal_rows.contains(&state),
        }
    }

    fn lower_bound(&self, &state: &PackedRow) -> u32 {
        let rows = self.goal_rows.iter();
        match rows.map(|goal| self.covering(state, *goal)).min() {
            Some(bound) => bound,
            None => {
                let least = self.puzzle.kinds() as u32 - 1;
                let above = self.borders(state).saturating_sub(least);
                above.div_ceil(3).max(u32::from(!self.is_goal(&state)))
            }
        }
    }
}
