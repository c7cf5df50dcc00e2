//! Solutions of boards of any size, by a beam that brings tiles home line by line.
//!
//! People solve large boards by lines: the first row, tile by tile, then the first column, and so
//! on until 2x2 cells are left. A finished row is not disturbed, so that such a construction always
//! ends. It is long, because it considers only the next tile. Here a beam makes the construction
//! and considers all tiles.
//!
//! A construction is a sequence of *stages*, each of which brings one tile home, or the last two of
//! a line. The least number of moves of a stage depends only on the cells of the blank and of these
//! tiles, and a table stores it exactly ([`table`]). Each stage is a beam search. The estimate of a
//! board is the sum of
//!
//! - the moves that the stage still takes, from the table, and
//! - for each tile whose stage comes later, the *squares* of its distances from home in rows and in
//!   columns.
//!
//! The squares matter: on 10x10 boards, a beam that adds distances needs 2.0 times the Manhattan
//! distance, one that adds their squares 1.7 times. A tile that is far away must pass many others,
//! together with the blank; near home, tiles shift each other by a cell all the time. With squares,
//! the beam first carries tiles to about where they belong, and finishes stages only when nothing
//! more is gained that way. Beyond some cells the weight grows only in proportion to the distance;
//! otherwise the longest distances of long or large boards would outweigh everything else.
//!
//! Boards that finish a stage are starts of the next. They have made different numbers of moves; a
//! start joins the layer of its number. The beam waits some layers for boards that finish later but
//! are better otherwise. The starts of a stage with the least sums of moves made and estimate are
//! kept.
//!
//! The table makes each stage end, because its distances have no local minimum. If a beam finds
//! nothing better for some layers, the table alone decides, and leads to the end by a shortest
//! path.
//!
//! Once the remaining rectangle is small enough, a better search for small boards can finish the
//! construction ([`Inner`]).

mod estimate;
mod search;
mod stages;
mod table;

use tilebase_core::{
    parallel,
    sliding::{Shape, solvable_cells},
};

use estimate::Weights;
use search::{StageSearch, Start};
use stages::{Stage, stages};

use crate::path::{goal, without_returns};

/// A search that finishes constructions.
#[derive(Clone, Copy)]
pub struct Inner<'a> {
    /// The number of boards, the most promising ones, that it is tried on.
    pub boards: usize,
    /// Solves a board of its own shape and numbering in fewer moves than the given number, or
    /// returns `None`. It is asked about ever smaller rectangles.
    pub solve: &'a SolveInner<'a>,
}

/// The most moves of a useful solution, per cell of the board. Constructions have fewer on all
/// boards that have models.
const MOVES_A_CELL: usize = 20;

/// A search as [`Inner`] calls it.
pub type SolveInner<'a> = dyn Fn(Shape, &[u8], usize) -> Option<Vec<u8>> + Sync + 'a;

/// A beam that constructs solutions.
///
/// ```
/// use tilebase_anytime::{Construction, play};
/// let shape = "2x3".parse()?;
/// let construction = Construction { width: 10, inner: None, stop: &|| false };
/// let path = construction.solve(shape, &[5, 4, 3, 2, 1, 0]).expect("solvable");
/// assert_eq!(play(shape, &[5, 4, 3, 2, 1, 0], &path), Some(vec![1, 2, 3, 4, 5, 0]));
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Construction<'a> {
    /// The number of boards in a layer.
    pub width: usize,
    /// The search that solves the last rectangle, if there is one.
    pub inner: Option<Inner<'a>>,
    /// Returns whether to give up. It is called once per layer.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Construction<'_> {
    /// Returns a solution, as the cells to which the blank moves: the shorter of two, of which one
    /// begins with the rows and one with the columns, each on a thread of rayon's current pool.
    /// With a width of less than 8, only the one that begins with the rows is computed. Returns
    /// `None` if the board is not solvable, or `stop` returned true.
    ///
    /// Time grows with the width times the length of the solution, by some 400 ns, and on large
    /// boards by what the tables take, some 30 ms for 16x16 if the width is 1.
    ///
    /// # Panics
    /// If `cells` is not a board of the shape.
    pub fn solve(&self, shape: Shape, cells: &[u8]) -> Option<Vec<u8>> {
        if !solvable_cells(shape, cells, &goal(shape)) {
            return None;
        }
        let orders = if estimate::is_narrow(self.width) { 1 } else { 2 };
        let orders = [false, true].into_iter().take(orders);
        let paths = parallel::map(orders, |columns| self.solve_by(shape, cells, columns));
        let paths = paths.into_iter().flatten();
        // A stage may take back the last move of the one before.
        let paths = paths.map(|path| without_returns(shape, cells, &path));
        paths.min_by_key(Vec::len)
    }

    fn solve_by(&self, shape: Shape, cells: &[u8], columns_first: bool) -> Option<Vec<u8>> {
        let weights = Weights::new(shape, self.width);
        let mut starts = vec![Start::new(cells)];
        for stage in &stages(shape, columns_first) {
            let search = StageSearch::new(shape, &weights, stage, starts, self.width);
            if let Some(path) = self.finish(shape, stage, &search.starts) {
                return Some(path);
            }
            starts = search.run(self.stop)?;
        }
        starts.iter().min_by_key(|end| end.length).map(Start::path)
    }

    /// Returns the shortest solution that the inner search finds, if it solves what is left.
    fn finish(&self, shape: Shape, stage: &Stage, starts: &[Start]) -> Option<Vec<u8>> {
        let (inner, (top, left)) = self.inner.as_ref().zip(stage.rectangle)?;
        let (rows, cols) = (shape.rows() - top, shape.cols() - left);
        let rectangle = Shape::new(rows, cols).ok()?;
        let outside = |cell: usize| (cell / cols + top) * shape.cols() + cell % cols + left;
        let mut number = vec![0; shape.cells()];
        for cell in 0..rectangle.tiles() {
            number[outside(cell) + 1] = cell as u8 + 1;
        }
        let mut best: Option<Vec<u8>> = None;
        for start in starts.iter().take(inner.boards) {
            let cells = (0..rectangle.cells()).map(|cell| start.cells[outside(cell)]);
            let cells: Vec<u8> = cells.map(|tile| number[usize::from(tile)]).collect();
            let below = best.as_ref().map_or(usize::MAX, Vec::len);
            let below = below.saturating_sub(start.length);
            // A beam that has lost its way would never end.
            let below = below.min(MOVES_A_CELL * rectangle.cells());
            if let Some(last) = (inner.solve)(rectangle, &cells, below) {
                let mut path = start.path();
                path.extend(last.iter().map(|&cell| outside(cell.into()) as u8));
                best = best.into_iter().chain([path]).min_by_key(Vec::len);
            }
        }
        best
    }
}
