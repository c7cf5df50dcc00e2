//! Positions of any puzzle, and the moves between them.

use std::fmt;

use tilebase_core::{
    Puzzle, StateError,
    oshidori::Row,
    sliding::{Board, Metric},
};

use crate::moves::{Direction, Move};

/// A position of a puzzle: a [`Board`], a [`Row`], or either as a [`State`].
pub trait Position: Copy + PartialEq + fmt::Debug + fmt::Display + Send + Sync {
    /// Returns the puzzle that this is a position of.
    fn puzzle(&self) -> Puzzle;

    /// Returns the cells in reading order, 0 for the blank and for each cell of a gap.
    fn cells(&self) -> Vec<u8> {
        let mut cells = Vec::new();
        self.append_cells(&mut cells);
        cells
    }

    /// Writes the cells behind others.
    fn append_cells(&self, cells: &mut Vec<u8>);

    /// Returns every position one move away, in the puzzle's order.
    fn neighbours(&self) -> Vec<Self>;

    /// Returns every position one move away where moves are counted by `metric`; rows know one way
    /// alone.
    fn neighbours_in(&self, metric: Metric) -> Vec<Self> {
        let _ = metric;
        self.neighbours()
    }

    /// Returns the move that leads to `next`; `None` if no one move does. On boards that may be a
    /// move of several tiles.
    fn move_to(&self, next: &Self) -> Option<Move>;
}

impl Position for Board {
    fn puzzle(&self) -> Puzzle {
        Puzzle::Sliding(self.shape())
    }

    fn append_cells(&self, cells: &mut Vec<u8>) {
        cells.extend_from_slice(self.cells());
    }

    fn neighbours(&self) -> Vec<Self> {
        self.neighbours_in(Metric::Single)
    }

    fn neighbours_in(&self, metric: Metric) -> Vec<Self> {
        let after = |cell| {
            let mut next = *self;
            next.slide_line(cell);
            next
        };
        self.destinations(metric).map(after).collect()
    }

    fn move_to(&self, next: &Self) -> Option<Move> {
        let cell = self
            .destinations(Metric::Multi)
            .find(|&cell| cell == next.blank())?;
        let mut after = *self;
        let tile = after.slide_line(cell);
        let direction = Direction::between(self.shape(), cell, self.blank());
        let tiles = self.shape().distance(cell, self.blank()) as u8;
        (after == *next).then(|| Move::slide(tile, direction, tiles))
    }
}

impl Position for Row {
    fn puzzle(&self) -> Puzzle {
        Puzzle::Oshidori(self.puzzle())
    }

    fn append_cells(&self, cells: &mut Vec<u8>) {
        cells.extend(self.cells());
    }

    fn neighbours(&self) -> Vec<Self> {
        let after = |cell| {
            let mut next = *self;
            next.jump(cell);
            next
        };
        self.moves().map(after).collect()
    }

    fn move_to(&self, next: &Self) -> Option<Move> {
        // The cells that the stones leave become the gap.
        let cell = self.moves().find(|&cell| cell == next.gap())?;
        let mut after = *self;
        after.jump(cell);
        (after == *next).then(|| Move::jump(cell as u8))
    }
}

/// A position of some puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(
    clippy::large_enum_variant,
    reason = "states are copied, never kept by the million"
)]
pub enum State {
    /// Tiles on a board.
    Board(Board),
    /// Stones in a row.
    Row(Row),
}

impl State {
    /// Reads a state of `puzzle` from text.
    ///
    /// # Errors
    /// As [`Board::parse`] and [`Row::parse`].
    #[inline]
    pub fn parse(puzzle: Puzzle, text: &str) -> Result<Self, StateError> {
        Ok(match puzzle {
            Puzzle::Sliding(shape) => Self::Board(Board::parse(shape, text)?),
            Puzzle::Oshidori(stones) => Self::Row(Row::parse(stones, text)?),
        })
    }

    /// Takes the cells in reading order, 0 for the blank and for each cell of a gap.
    ///
    /// # Errors
    /// As [`Board::from_cells`] and [`Row::from_cells`].
    #[inline]
    pub fn from_cells(puzzle: Puzzle, cells: &[u8]) -> Result<Self, StateError> {
        Ok(match puzzle {
            Puzzle::Sliding(shape) => Self::Board(Board::from_cells(shape, cells)?),
            Puzzle::Oshidori(stones) => Self::Row(Row::from_cells(stones, cells)?),
        })
    }
}

impl Position for State {
    fn puzzle(&self) -> Puzzle {
        match self {
            Self::Board(board) => Position::puzzle(board),
            Self::Row(row) => Position::puzzle(row),
        }
    }

    fn append_cells(&self, cells: &mut Vec<u8>) {
        match self {
            Self::Board(board) => board.append_cells(cells),
            Self::Row(row) => row.append_cells(cells),
        }
    }

    fn neighbours(&self) -> Vec<Self> {
        fn states<S: Position + Into<State>>(position: &S) -> Vec<State> {
            let neighbours = position.neighbours().into_iter();
            neighbours.map(Into::into).collect()
        }
        match self {
            Self::Board(board) => states(board),
            Self::Row(row) => states(row),
        }
    }

    fn neighbours_in(&self, metric: Metric) -> Vec<Self> {
        match self {
            Self::Board(board) => {
                let neighbours = board.neighbours_in(metric).into_iter();
                neighbours.map(Self::Board).collect()
            }
            Self::Row(_) => self.neighbours(),
        }
    }

    fn move_to(&self, next: &Self) -> Option<Move> {
        match (self, next) {
            (Self::Board(board), Self::Board(next)) => board.move_to(next),
            (Self::Row(row), Self::Row(next)) => row.move_to(next),
            _ => None,
        }
    }
}

impl From<Board> for State {
    fn from(board: Board) -> Self {
        Self::Board(board)
    }
}

impl From<Row> for State {
    fn from(row: Row) -> Self {
        Self::Row(row)
    }
}

/// One line, cells separated by spaces: what [`State::parse`] reads.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(board) => board.fmt(f),
            Self::Row(row) => row.fmt(f),
        }
    }
}
