//! Maps boards with any goal to boards with the goal `1 2 3 … 0`.

use tilebase_core::sliding::Shape;

use crate::{beam::places, path::without_returns};

/// A map from boards with one goal to boards with the goal `1 2 3 … 0`, and back for paths.
///
/// It turns the board so that the blank's home is the last cell, and renames the tiles. If the
/// blank's home is not in a corner, solutions lead through the board in which the blank has moved
/// from its home straight to the nearest corner, and may therefore be longer than necessary.
///
/// ```
/// use tilebase_anytime::Frame;
/// let shape = "3x3".parse()?;
/// let frame = Frame::new(shape, &[0, 8, 7, 6, 5, 4, 3, 2, 1]);
/// assert_eq!(frame.lay(&[8, 0, 7, 6, 5, 4, 3, 2, 1]), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
/// assert_eq!(frame.path_back(&[8, 0, 7, 6, 5, 4, 3, 2, 1], &[8]), [0]);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Frame {
    shape: Shape,
    /// The user's cell of each cell.
    from: Vec<u8>,
    /// The name of each of the user's tiles.
    name: Vec<u8>,
    /// The user's cells to which the blank goes from the corner to its home.
    tail: Vec<u8>,
}

impl Frame {
    /// Returns the frame for a goal, given as its cells.
    ///
    /// # Panics
    /// If `goal` is not a board of the shape.
    pub fn new(shape: Shape, goal: &[u8]) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let home = usize::from(places(goal)[0]);
        let (row, col) = (shape.row(home), shape.col(home));
        let (at_top, at_left) = (2 * row < rows, 2 * col < cols);
        let corner_row = if at_top { 0 } else { rows - 1 };
        let corner_col = if at_left { 0 } else { cols - 1 };
        let towards = |from: usize, to: usize| -> Vec<usize> {
            if from < to { (from + 1..=to).collect() } else { (to..from).rev().collect() }
        };
        let down = towards(row, corner_row)
            .into_iter()
            .map(|row| row * cols + col);
        let across = towards(col, corner_col)
            .into_iter()
            .map(|col| corner_row * cols + col);
        let to_corner: Vec<usize> = down.chain(across).collect();
        let mut cornered = goal.to_vec();
        let mut blank = home;
        for &to in &to_corner {
            cornered.swap(blank, to);
            blank = to;
        }
        let tail = to_corner.iter().rev().skip(1).chain([&home]);
        let tail = if to_corner.is_empty() {
            Vec::new()
        } else {
            tail.map(|&to| to as u8).collect()
        };
        let from = (0..shape.cells()).map(|cell| {
            let (row, col) = (shape.row(cell), shape.col(cell));
            let row = if at_top { rows - 1 - row } else { row };
            let col = if at_left { cols - 1 - col } else { col };
            (row * cols + col) as u8
        });
        let from: Vec<u8> = from.collect();
        let mut name = vec![0; shape.cells()];
        for (tile, &cell) in (1..shape.cells()).zip(&from) {
            name[usize::from(cornered[usize::from(cell)])] = tile as u8;
        }
        Self {
            shape,
            from,
            name,
            tail,
        }
    }

    /// Returns the cells of the mapped board.
    pub fn lay(&self, cells: &[u8]) -> Vec<u8> {
        let named = self
            .from
            .iter()
            .map(|&cell| self.name[usize::from(cells[usize::from(cell)])]);
        named.collect()
    }

    /// Returns the number of moves by which a path is at most longer than that of the mapped board.
    pub fn detour(&self) -> usize {
        self.tail.len()
    }

    /// Returns the path of the user's board for a path of the mapped board.
    pub fn path_back(&self, start: &[u8], path: &[u8]) -> Vec<u8> {
        let back = path.iter().map(|&cell| self.from[usize::from(cell)]);
        let path: Vec<u8> = back.chain(self.tail.iter().copied()).collect();
        if self.tail.is_empty() {
            path
        } else {
            without_returns(self.shape, start, &path)
        }
    }
}
