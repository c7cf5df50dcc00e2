//! Mazes: walls and open cells on a grid, with a start and a goal.

mod draw;
mod generate;
mod parse;

pub use generate::GenerateError;
pub use parse::MazeError;

use bitvec::vec::BitVec;

use crate::StateSpace;

/// The most cells a maze may have.
pub const MAX_MAZE_CELLS: usize = 1 << 26;

/// A grid of walls and open cells, with a start and a goal. A move goes to an open cell above, to
/// the left, to the right or below, and successors come in that order.
///
/// In text, `#` is a wall, a space or `.` an open cell, `S` the start and `G` the goal, and each
/// line is a row. Without `S` the first open cell in reading order is the start, and without `G`
/// the last is the goal. Others write `%` for a wall, `_` for an open cell, `A` or `P` for the
/// start and `B` or `E` for the goal; where `P` stands between walls of `%`, `.` is the goal.
///
/// As a [`StateSpace`], its states are cells, numbered in reading order from 0, and the lower bound
/// is the Manhattan distance.
///
/// ```
/// use tilebase_core::Monitor;
/// use tilebase_search::{SearchLimits, Maze, breadth_first};
///
/// let maze: Maze = "#######\n#S#   #\n# # # #\n#   #G#\n#######\n".parse()?;
/// let outcome = breadth_first(&maze, maze.start(), &SearchLimits::default(), &Monitor::silent())?;
/// let path = outcome.path.expect("there is a path");
/// assert_eq!(maze.directions(&path), "SSEENNEESS");
/// assert_eq!(maze.draw(&path), "#######\n#S#...#\n#.#.#.#\n#...#G#\n#######\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maze {
    rows: usize,
    cols: usize,
    /// The open cells.
    open: BitVec,
    start: u32,
    goal: u32,
}

impl Maze {
    /// Returns the number of rows, including walls.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns, including walls.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the cell to start from.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Returns the cell to reach.
    pub fn goal(&self) -> u32 {
        self.goal
    }

    /// Returns whether a cell is open. Cells beyond the last are not.
    pub fn is_open(&self, cell: u32) -> bool {
        self.open.get(cell as usize).is_some_and(|open| *open)
    }

    fn row(&self, cell: u32) -> usize {
        cell as usize / self.cols
    }

    fn col(&self, cell: u32) -> usize {
        cell as usize % self.cols
    }

    /// Returns the cells of the grid that are `steps` cells above, to the left, to the right and
    /// below.
    fn beside(&self, cell: u32, steps: usize) -> impl Iterator<Item = u32> {
        let (row, col, cols) = (self.row(cell), self.col(cell), self.cols);
        let cell = cell as usize;
        let beside = [
            (row >= steps).then(|| cell - steps * cols),
            (col >= steps).then(|| cell - steps),
            (col + steps < cols).then(|| cell + steps),
            (row + steps < self.rows).then(|| cell + steps * cols),
        ];
        beside.into_iter().flatten().map(|cell| cell as u32)
    }

    /// Returns a path as letters: `N` for a move up, `S` down, `E` right, `W` left, and `?` between
    /// cells that are not neighbours.
    pub fn directions(&self, path: &[u32]) -> String {
        path.windows(2)
            .map(|step| {
                let rows = self.row(step[1]) as isize - self.row(step[0]) as isize;
                let cols = self.col(step[1]) as isize - self.col(step[0]) as isize;
                match (rows, cols) {
                    (-1, 0) => 'N',
                    (1, 0) => 'S',
                    (0, 1) => 'E',
                    (0, -1) => 'W',
                    _ => '?',
                }
            })
            .collect()
    }
}

impl StateSpace for Maze {
    type State = u32;

    fn successors(&self, &cell: &u32, into: &mut Vec<u32>) {
        into.extend(self.beside(cell, 1).filter(|&to| self.is_open(to)));
    }

    fn is_goal(&self, &cell: &u32) -> bool {
        cell == self.goal
    }

    fn lower_bound(&self, &cell: &u32) -> u32 {
        let rows = self.row(cell).abs_diff(self.row(self.goal));
        let cols = self.col(cell).abs_diff(self.col(self.goal));
        (rows + cols) as u32
    }
}
