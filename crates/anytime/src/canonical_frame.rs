//! Maps boards with any goal to boards with the goal `1 2 3 … 0`.

use tilebase_core::sliding::{Placement, Shape, blank_of, symmetries};

use crate::path::{play, steps, without_returns};
#[cfg(feature = "graphs")]
use crate::torus::{after, shift};

/// A map from boards with one goal to boards with the goal `1 2 3 … 0`, and back for paths.
///
/// It turns the board so that the blank's home is the last cell, and renames the tiles. If the
/// blank's home is not in a corner, solutions lead through the board in which the blank has moved
/// from its home straight to the nearest corner, and may therefore be longer than necessary.
///
/// ```
/// use tilebase_anytime::CanonicalFrame;
/// let shape = "3x3".parse()?;
/// let frame = CanonicalFrame::new(shape, &[0, 8, 7, 6, 5, 4, 3, 2, 1]);
/// assert_eq!(frame.canonicalize(&[8, 0, 7, 6, 5, 4, 3, 2, 1]), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
/// assert_eq!(frame.path_back(&[8, 0, 7, 6, 5, 4, 3, 2, 1], &[8]), [0]);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct CanonicalFrame {
    shape: Shape,
    /// For each cell of the canonical board, the cell of the user's board that it stands for.
    from: Vec<u8>,
    /// The canonical name of each of the user's tiles.
    name: Vec<u8>,
    /// The user's cells to which the blank goes from the corner to its home.
    tail: Vec<u8>,
}

impl CanonicalFrame {
    /// Returns the frame for a goal, given as its cells.
    ///
    /// # Panics
    /// If `goal` is not a board of the shape.
    pub fn new(shape: Shape, goal: &[u8]) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let home = blank_of(goal);
        let (row, col) = (shape.row(home), shape.col(home));
        let corner_row = if 2 * row < rows { 0 } else { rows - 1 };
        let corner_col = if 2 * col < cols { 0 } else { cols - 1 };
        let turns = [col, corner_col].map(|col| shape.cell(corner_row, col) as u8);
        let way = [vec![home as u8], steps(shape, home as u8, &turns)].concat();
        let cornered = play(shape, goal, &way[1..]).expect("the blank goes from cell to cell");
        // The first of them is not a transposition, so it is its own inverse.
        let to_last = |map: &Placement| map.cell(blank_of(&cornered)) == shape.tiles();
        let map = symmetries(shape).find(to_last);
        let map = map.expect("each corner can become the last");
        Self {
            shape,
            from: (0..shape.cells())
                .map(|cell| map.cell(cell) as u8)
                .collect(),
            name: map.names(&cornered),
            tail: way.into_iter().rev().skip(1).collect(),
        }
    }

    /// Returns the frame for a goal of a torus, which begins at any of its cells.
    ///
    /// # Panics
    /// If `goal` is not a board of the shape.
    #[cfg(feature = "graphs")]
    pub fn on_torus(shape: Shape, goal: &[u8]) -> Self {
        let home = shift(shape, shape.tiles(), blank_of(goal));
        let from: Vec<u8> = (0..shape.cells())
            .map(|cell| after(shape, cell, home) as u8)
            .collect();
        let mut name = vec![0; shape.cells()];
        for (&cell, tile) in from[..shape.tiles()].iter().zip(1..) {
            name[usize::from(goal[usize::from(cell)])] = tile;
        }
        Self {
            shape,
            from,
            name,
            tail: Vec::new(),
        }
    }

    /// Returns the cells of the canonical board of a board.
    pub fn canonicalize(&self, cells: &[u8]) -> Vec<u8> {
        let named = self
            .from
            .iter()
            .map(|&cell| self.name[usize::from(cells[usize::from(cell)])]);
        named.collect()
    }

    /// Returns how many moves longer a path is at most than that of the canonical board.
    pub fn detour(&self) -> usize {
        self.tail.len()
    }

    /// Returns the path of the user's board for a path of the canonical board.
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
