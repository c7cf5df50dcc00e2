//! Sliding boards as a state space, each packed into three words.

use tilebase_core::sliding::{Board, MAX_CELLS, Metric, Shape, TileDistances};

use crate::StateSpace;

/// Bits that a cell takes: tiles go up to 31.
const WIDTH: usize = 5;

/// Cells that a word holds.
const IN_WORD: usize = u64::BITS as usize / WIDTH;

/// The lowest bit of each cell in a word.
const LOWEST: u64 = ((1 << (WIDTH * IN_WORD)) - 1) / ((1 << WIDTH) - 1);

/// A board packed into five bits per cell, the first cell lowest. [`Sliding::unpack`] reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedBoard([u64; MAX_CELLS.div_ceil(IN_WORD)]);

impl PackedBoard {
    fn get(self, cell: usize) -> u64 {
        self.0[cell / IN_WORD] >> (WIDTH * (cell % IN_WORD)) & ((1 << WIDTH) - 1)
    }

    /// Returns the first cell without a bit, which is the blank's.
    fn blank(self) -> Option<usize> {
        self.0.iter().zip(0..).find_map(|(&bits, word)| {
            // The highest bit of a cell is set if it holds 0; also, wrongly, of some cells behind.
            let empty = bits.wrapping_sub(LOWEST) & !bits & LOWEST << (WIDTH - 1);
            let first = empty.trailing_zeros() as usize / WIDTH;
            (empty != 0).then_some(IN_WORD * word + first)
        })
    }

    /// Changes the bits of a cell that `bits` has.
    fn flip(&mut self, cell: usize, bits: u64) {
        self.0[cell / IN_WORD] ^= bits << (WIDTH * (cell % IN_WORD));
    }
}

/// The boards of one shape with one goal. Successors come in the order of [`Board::destinations`].
///
/// The lower bound is the Manhattan distance: the sum of the rows and columns from each tile to its
/// place. In the multi-tile metric it is divided by the most tiles that a move can slide.
#[derive(Debug, Clone)]
pub struct Sliding {
    shape: Shape,
    goal: PackedBoard,
    distances: TileDistances,
    /// The cells to which a move takes the blank, by the blank's cell.
    beside: Vec<Vec<usize>>,
    /// The most tiles that one move slides.
    most_tiles: u32,
}

impl Sliding {
    /// Returns the space of the boards that have the shape of `goal`, in the single-tile metric.
    pub fn new(goal: &Board) -> Self {
        Self::with_metric(goal, Metric::Single)
    }

    /// Returns the space of the boards that have the shape of `goal`, with the moves of a metric.
    pub fn with_metric(goal: &Board, metric: Metric) -> Self {
        let shape = goal.shape();
        Self {
            shape,
            goal: pack(goal),
            distances: TileDistances::new(shape, goal.cells()),
            beside: (0..shape.cells())
                .map(|cell| Board::ordered(shape, cell).destinations(metric).collect())
                .collect(),
            most_tiles: match metric {
                Metric::Single => 1,
                Metric::Multi => shape.rows().max(shape.cols()) as u32 - 1,
            },
        }
    }

    /// Returns the space in which the successors of a board come in another order: sorted by the
    /// key of the cell of the blank and the cell that it moves to, equal ones as before.
    ///
    /// ```
    /// use tilebase_core::sliding::Board;
    /// use tilebase_search::{Sliding, StateSpace};
    ///
    /// let shape = "3x3".parse()?;
    /// // The blank goes to the last cell first.
    /// let space = Sliding::new(&Board::goal(shape)).ordered_by(|_, to| std::cmp::Reverse(to));
    /// let board = space.pack(&Board::parse(shape, "1 2 3 4 0 5 6 7 8")?);
    /// let mut next = Vec::new();
    /// space.successors(&board, &mut next);
    /// let blanks: Vec<usize> = next.iter().map(|&board| space.unpack(board).blank()).collect();
    /// assert_eq!(blanks, [7, 5, 3, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ordered_by<K: Ord>(mut self, key: impl Fn(usize, usize) -> K) -> Self {
        for (blank, beside) in self.beside.iter_mut().enumerate() {
            beside.sort_by_key(|&to| key(blank, to));
        }
        self
    }

    /// Returns the goal as a state of this space.
    pub fn goal(&self) -> PackedBoard {
        self.goal
    }

    /// Returns the lower bound of textbooks that counts the tiles which are not in their places; in
    /// the multi-tile metric, divided by the most tiles that a move can slide.
    pub fn misplaced(&self, state: PackedBoard) -> u32 {
        let cells = 0..self.shape.cells();
        let wrong = |&cell: &usize| state.get(cell) != 0 && state.get(cell) != self.goal.get(cell);
        (cells.filter(wrong).count() as u32).div_ceil(self.most_tiles)
    }

    /// Returns a board as a state of this space.
    ///
    /// # Panics
    /// If the board has another shape than the goal.
    pub fn pack(&self, board: &Board) -> PackedBoard {
        assert_eq!(
            board.shape(),
            self.shape,
            "the board must have the goal's shape"
        );
        pack(board)
    }

    /// Returns a state of this space as a board.
    ///
    /// # Panics
    /// If the state's cells are not a board of this shape.
    pub fn unpack(&self, state: PackedBoard) -> Board {
        let cells: Vec<u8> = (0..self.shape.cells())
            .map(|cell| state.get(cell) as u8)
            .collect();
        Board::from_cells(self.shape, &cells).expect("states are packed from boards and moves")
    }
}

fn pack(board: &Board) -> PackedBoard {
    let mut packed = PackedBoard([0; _]);
    for (cell, &tile) in board.cells().iter().enumerate() {
        packed.flip(cell, tile.into());
    }
    packed
}

impl StateSpace for Sliding {
    type State = PackedBoard;

    fn successors(&self, &state: &PackedBoard, into: &mut Vec<PackedBoard>) {
        let blank = state.blank().expect("every board has a blank");
        for &cell in &self.beside[blank] {
            let (mut next, mut gap) = (state, blank);
            let step = if self.shape.row(cell) == self.shape.row(blank) {
                1
            } else {
                self.shape.cols()
            };
            while gap != cell {
                let from = if cell < gap { gap - step } else { gap + step };
                let tile = next.get(from);
                next.flip(from, tile);
                next.flip(gap, tile);
                gap = from;
            }
            into.push(next);
        }
    }

    fn is_goal(&self, state: &PackedBoard) -> bool {
        *state == self.goal
    }

    fn lower_bound(&self, state: &PackedBoard) -> u32 {
        let slidings: u32 = (0..self.shape.cells())
            .map(|cell| u32::from(self.distances.moves(state.get(cell) as usize, cell)))
            .sum();
        slidings.div_ceil(self.most_tiles)
    }
}
