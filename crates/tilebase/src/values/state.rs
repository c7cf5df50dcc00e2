//! States of any puzzle. What they can do depends on their [family](crate::families).

use std::{borrow::Cow, fmt};

use smallvec::SmallVec;
#[cfg(feature = "graphs")]
use tilebase_core::graph::GraphBoard;
use tilebase_core::{
    Puzzle,
    oshidori::Row,
    sliding::{Board, LargeBoard, Shape, line_of_cells},
};

use crate::values::OtherFamily;

/// A state of a puzzle: the puzzle, and the cells in reading order.
///
/// Every constructor checks that the cells are those of a state. Boards have up to 256 cells. A
/// state of up to 32 cells is copied without an allocation.
///
/// ```
/// use tilebase::{Board, State};
///
/// let state = State::parse("3x3".parse()?, "1 2 3 / 4 5 6 / 7 0 8")?;
/// assert_eq!(state.cells(), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
/// let board = Board::try_from(&state)?;
/// assert_eq!(board.blank(), 7);
/// assert_eq!(State::from(board), state);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    puzzle: Puzzle,
    cells: SmallVec<[u8; 32]>,
}

impl State {
    /// Returns as many empty cells, which are to become those of a state.
    pub(crate) fn blank(puzzle: Puzzle, cells: usize) -> Self {
        let cells = SmallVec::from_elem(0, cells);
        Self { puzzle, cells }
    }

    /// Returns the board with the tiles in order and the blank at `home`.
    pub(crate) fn ordered(shape: Shape, home: usize) -> Self {
        let mut cells = SmallVec::from_elem(0, shape.cells());
        shape.order_cells(home, &mut cells);
        Self {
            puzzle: Puzzle::Sliding(shape),
            cells,
        }
    }

    /// Returns the state of the same puzzle that `change` makes of the cells.
    pub(crate) fn with_cells(&self, change: impl FnOnce(&mut [u8])) -> Self {
        let mut state = self.clone();
        change(&mut state.cells);
        state
    }

    /// Returns the state with these cells, which must be those of a state.
    #[inline]
    pub(crate) fn from_checked_cells(puzzle: Puzzle, cells: &[u8]) -> Self {
        let cells = SmallVec::from_slice(cells);
        Self { puzzle, cells }
    }

    /// Returns the puzzle that this is a state of.
    #[inline]
    pub fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// Returns the cells in reading order, 0 for the blank and for each cell of a gap.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the puzzle by reference.
    #[inline]
    pub(crate) fn puzzle_ref(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the puzzle, and the cells, which must be those of a state when the borrow ends.
    #[inline]
    pub(crate) fn parts_mut(&mut self) -> (&Puzzle, &mut [u8]) {
        (&self.puzzle, &mut self.cells)
    }

    fn is_not(&self, expected: &'static str) -> OtherFamily {
        let found = self.puzzle;
        OtherFamily { found, expected }
    }
}

/// Writes the cells in one line, separated by spaces, as [`State::parse`] reads them.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&line_of_cells(&self.cells))
    }
}

/// Copies the bytes as one slice; the vector's own `clone` copies them one by one.
impl Clone for State {
    #[inline]
    fn clone(&self) -> Self {
        Self::from_checked_cells(self.puzzle, &self.cells)
    }
}

impl From<Board> for State {
    #[inline]
    fn from(board: Board) -> Self {
        Self::from_checked_cells(Puzzle::Sliding(board.shape()), board.cells())
    }
}

impl From<LargeBoard> for State {
    #[inline]
    fn from(board: LargeBoard) -> Self {
        Self::from_checked_cells(Puzzle::Sliding(board.shape()), board.cells())
    }
}

impl From<Row> for State {
    #[inline]
    fn from(row: Row) -> Self {
        Self {
            puzzle: Puzzle::Oshidori(row.puzzle()),
            cells: row.cells().collect(),
        }
    }
}

#[cfg(feature = "graphs")]
impl From<GraphBoard> for State {
    #[inline]
    fn from(board: GraphBoard) -> Self {
        Self::from_checked_cells(Puzzle::Graph(board.graph()), board.cells())
    }
}

#[cfg(feature = "graphs")]
impl TryFrom<&State> for GraphBoard {
    type Error = OtherFamily;

    #[inline]
    fn try_from(state: &State) -> Result<Self, OtherFamily> {
        match state.puzzle {
            Puzzle::Graph(graph) => Ok(Self::from_checked_cells(graph, &state.cells)),
            _ => Err(state.is_not("one of a graph")),
        }
    }
}

impl TryFrom<&State> for Board {
    type Error = OtherFamily;

    #[inline]
    fn try_from(state: &State) -> Result<Self, OtherFamily> {
        match state.puzzle {
            Puzzle::Sliding(shape) if Self::holds(shape) => {
                Ok(Self::from_checked_cells(shape, &state.cells))
            }
            Puzzle::Sliding(_) => Err(state.is_not("one of up to 32 cells")),
            _ => Err(state.is_not("a sliding board")),
        }
    }
}

impl TryFrom<&State> for LargeBoard {
    type Error = OtherFamily;

    #[inline]
    fn try_from(state: &State) -> Result<Self, OtherFamily> {
        match state.puzzle {
            Puzzle::Sliding(shape) => Ok(Self::from_checked_cells(shape, &state.cells)),
            _ => Err(state.is_not("a sliding board")),
        }
    }
}

impl TryFrom<&State> for Row {
    type Error = OtherFamily;

    #[inline]
    fn try_from(state: &State) -> Result<Self, OtherFamily> {
        match state.puzzle {
            Puzzle::Oshidori(stones) => Ok(Self::from_checked_cells(stones, &state.cells)),
            _ => Err(state.is_not("a row of stones")),
        }
    }
}

/// A state as a caller gives it: text, cells, or a value.
#[derive(Debug, Clone)]
pub enum Input<'a> {
    /// Text as people write it: see [`State::parse`].
    Text(&'a str),
    /// The cells in reading order, 0 for the blank and for each cell of a gap.
    Cells(&'a [u8]),
    /// A state.
    State(Cow<'a, State>),
}

impl<'a> From<&'a str> for Input<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Input<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(cells: &'a [u8]) -> Self {
        Self::Cells(cells)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Input<'a> {
    fn from(cells: &'a [u8; N]) -> Self {
        Self::Cells(cells)
    }
}

impl<'a> From<&'a State> for Input<'a> {
    fn from(state: &'a State) -> Self {
        Self::State(Cow::Borrowed(state))
    }
}

impl<S: Into<State>> From<S> for Input<'_> {
    fn from(state: S) -> Self {
        Self::State(Cow::Owned(state.into()))
    }
}
