//! States of any puzzle, and the moves between them.

use std::{borrow::Cow, fmt};

use smallvec::SmallVec;
use tilebase_core::{
    Puzzle, StateError,
    oshidori::Row,
    sliding::{Board, LargeBoard, Metric, Shape, line_of_cells},
};

use crate::{
    Error, OtherFamily, Result,
    families::{self, Family, board},
    step::Move,
};

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
    /// Reads a state of `puzzle` from text.
    ///
    /// # Errors
    /// As [`Shape::parse_cells`] and [`Row::parse`].
    #[inline]
    pub fn parse(puzzle: Puzzle, text: &str) -> Result<Self, StateError> {
        Self::parse_in(puzzle, families::of(&puzzle), text)
    }

    /// Reads a state of `puzzle` as this family of its states is written.
    pub(crate) fn parse_in(
        puzzle: Puzzle,
        family: &dyn Family,
        text: &str,
    ) -> Result<Self, StateError> {
        let mut cells = SmallVec::from_elem(0, family.cells());
        family.parse_cells(text, &mut cells)?;
        Ok(Self { puzzle, cells })
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

    /// Returns the state with these cells in reading order, 0 for the blank and for each cell of a
    /// gap.
    ///
    /// # Errors
    /// As [`Shape::check_cells`] and [`Row::from_cells`].
    #[inline]
    pub fn from_cells(puzzle: Puzzle, cells: &[u8]) -> Result<Self, StateError> {
        families::of(&puzzle).check_cells(cells)?;
        Ok(Self::from_checked_cells(puzzle, cells))
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

    #[inline]
    pub(crate) fn puzzle_ref(&self) -> &Puzzle {
        &self.puzzle
    }

    fn family(&self) -> &dyn Family {
        families::of(&self.puzzle)
    }

    /// Returns the cells in reading order, 0 for the blank and for each cell of a gap.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns every state one move away, in the puzzle's order. On boards, `metric` defines what
    /// counts as one move.
    pub fn neighbours(&self, metric: Metric) -> Vec<Self> {
        let after = |number| {
            let mut next = self.clone();
            next.make_move(number);
            next
        };
        let moves = self.family().moves(&self.cells, metric);
        moves.into_iter().map(after).collect()
    }

    /// Returns the states along the moves with these numbers, this one first.
    pub(crate) fn along(&self, moves: &[impl Copy + Into<u32>]) -> Vec<Self> {
        let mut states = vec![self.clone()];
        for &number in moves {
            let mut next = states[states.len() - 1].clone();
            next.make_move(number.into() as usize);
            states.push(next);
        }
        states
    }

    /// Makes the move with this number: on boards, brings the blank to this cell.
    pub(crate) fn make_move(&mut self, number: usize) -> Move {
        families::of(&self.puzzle).make_move(&mut self.cells, number)
    }

    /// Returns the first of the usual goals of a board, `blank-first` (`0 1 2 …`) and `blank-last`
    /// (`1 2 … 0`), that can be reached from here, and its name; `None` for rows of stones.
    pub fn usual_goal(&self) -> Option<(&'static str, Self)> {
        match self.puzzle {
            Puzzle::Sliding(shape) => board::usual_goal(shape, &self.cells),
            Puzzle::Oshidori(_) => None,
        }
    }

    /// Returns the error that the goal cannot be reached from here.
    pub(crate) fn unsolvable(&self) -> Error {
        Error::Unsolvable {
            state: self.to_string(),
            usual_goal: self.usual_goal().map(|(name, _)| name),
        }
    }

    fn is_not(&self, expected: &'static str) -> OtherFamily {
        let found = self.puzzle;
        OtherFamily { found, expected }
    }

    /// Returns the move that leads to `next`; `None` if no single move does. On boards, a move may
    /// slide several tiles.
    pub fn move_to(&self, next: &Self) -> Option<Move> {
        self.move_in(Metric::Multi, next)
    }

    /// As [`move_to`](Self::move_to), by a single move of a metric.
    pub(crate) fn move_in(&self, metric: Metric, next: &Self) -> Option<Move> {
        let moves = self.family().moves(&self.cells, metric);
        // The lowest bits of a move's number are a cell that it leaves empty, if any is.
        let has_empty = next.cells.contains(&0);
        let fits = |number: &usize| !has_empty || next.cells.get(number & 0xFF) == Some(&0);
        moves.into_iter().filter(fits).find_map(|number| {
            let mut after = self.clone();
            let step = after.make_move(number);
            (after == *next).then_some(step)
        })
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

impl TryFrom<&State> for Board {
    type Error = OtherFamily;

    #[inline]
    fn try_from(state: &State) -> Result<Self, OtherFamily> {
        match state.puzzle {
            Puzzle::Sliding(shape) if Self::holds(shape) => {
                Ok(Self::from_checked_cells(shape, &state.cells))
            }
            Puzzle::Sliding(_) => Err(state.is_not("one of up to 32 cells")),
            Puzzle::Oshidori(_) => Err(state.is_not("a sliding board")),
        }
    }
}

impl TryFrom<&State> for LargeBoard {
    type Error = OtherFamily;

    #[inline]
    fn try_from(state: &State) -> Result<Self, OtherFamily> {
        match state.puzzle {
            Puzzle::Sliding(shape) => Ok(Self::from_checked_cells(shape, &state.cells)),
            Puzzle::Oshidori(_) => Err(state.is_not("a sliding board")),
        }
    }
}

impl TryFrom<&State> for Row {
    type Error = OtherFamily;

    #[inline]
    fn try_from(state: &State) -> Result<Self, OtherFamily> {
        match state.puzzle {
            Puzzle::Oshidori(stones) => Ok(Self::from_checked_cells(stones, &state.cells)),
            Puzzle::Sliding(_) => Err(state.is_not("a row of stones")),
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
