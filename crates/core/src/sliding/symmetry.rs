//! Reducing a question about any goal to the few goals that tables are made for.

use super::{Board, MAX_CELLS, Metric, Shape, SlidingSpace, TooLarge, solvable};
use crate::StateError;

/// How boards with one goal map to boards with a canonical goal of the same distances.
///
/// Two things leave distances as they are: turning, mirroring or transposing board and goal
/// together, and renaming the tiles of both. The reduction turns the board so that it is at least
/// as high as wide (where several tiles slide in one move, at least as wide as high: tables are
/// then the smaller) and the blank's home is the least cell it can be, then renames tiles so that
/// the goal is [`Board::ordered`]. All corners of a board thus share one table, whatever the tiles'
/// order.
///
/// ```
/// use tilebase_core::{Reduce, sliding::{Board, Reduction}};
/// let shape = "2x5".parse()?;
/// let goal = Board::goal(shape);
/// let reduction = Reduction::to_canonical(&goal);
/// assert_eq!(reduction.shape().to_string(), "5x2");
/// assert_eq!(reduction.home(), 0);
/// let board = Board::parse(shape, "0 9 3 7 1 5 4 8 2 6")?;
/// assert_eq!(reduction.restore(&reduction.apply(&board)), board);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduction {
    pub(super) goal: Board,
    pub(super) shape: Shape,
    home: usize,
    metric: Metric,
    /// Where each cell of the user's board goes.
    pub(super) cell: [u8; MAX_CELLS],
    /// What each tile of the user's board is called.
    pub(super) tile: [u8; MAX_CELLS],
    /// Where each cell of the canonical board comes from.
    pub(super) from: [u8; MAX_CELLS],
}

/// Returns the ways to lay a board of `shape` onto itself or its transpose: (transpose, flip rows,
/// flip columns).
fn placements(shape: Shape) -> impl Iterator<Item = (Shape, [u8; MAX_CELLS])> {
    (0..8u8).map(move |bits| {
        let (transpose, flip_rows, flip_cols) = (bits & 4 != 0, bits & 2 != 0, bits & 1 != 0);
        let image = if transpose { shape.transposed() } else { shape };
        let mut map = [0; MAX_CELLS];
        for (cell, to) in map[..shape.cells()].iter_mut().enumerate() {
            let (row, col) = (shape.row(cell), shape.col(cell));
            let (row, col) = if transpose { (col, row) } else { (row, col) };
            let row = if flip_rows { image.rows() - 1 - row } else { row };
            let col = if flip_cols { image.cols() - 1 - col } else { col };
            *to = (row * image.cols() + col) as u8;
        }
        (image, map)
    })
}

impl Reduction {
    /// Returns the reduction for questions about `goal` where moves slide one tile.
    pub fn to_canonical(goal: &Board) -> Self {
        Self::to_canonical_in(goal, Metric::Single)
    }

    /// Returns the reduction for questions about `goal` in a metric.
    pub fn to_canonical_in(goal: &Board, metric: Metric) -> Self {
        let canonical = |image: Shape| match metric {
            Metric::Single => image.rows() >= image.cols(),
            Metric::Multi => image.rows() <= image.cols(),
        };
        let (image, cell) = placements(goal.shape())
            .filter(|&(image, _)| canonical(image))
            .min_by_key(|(_, map)| map[goal.blank()])
            .expect("a board or its transpose is at least as high as wide");
        Self::new(goal, image, cell, metric)
    }

    fn new(goal: &Board, shape: Shape, cell: [u8; MAX_CELLS], metric: Metric) -> Self {
        let home = usize::from(cell[goal.blank()]);
        let ordered = Board::ordered(shape, home);
        let (mut tile, mut origin) = ([0; MAX_CELLS], [0; MAX_CELLS]);
        for (from, &name) in goal.cells().iter().enumerate() {
            let to = usize::from(cell[from]);
            tile[usize::from(name)] = ordered.cells()[to];
            origin[to] = from as u8;
        }
        Self {
            goal: *goal,
            shape,
            home,
            metric,
            cell,
            tile,
            from: origin,
        }
    }

    /// Returns the goal this reduction is for, as the user has it.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Returns what counts as one move.
    #[inline]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the canonical shape: rows ≥ columns where moves slide one tile, else rows ≤ columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the blank's cell in the canonical goal.
    #[inline]
    pub fn home(&self) -> usize {
        self.home
    }

    /// Returns what the canonical goal calls a tile of the user's.
    ///
    /// # Panics
    /// If `tile` is 25 or more.
    #[inline]
    pub fn renamed(&self, tile: u8) -> u8 {
        self.tile[usize::from(tile)]
    }

    /// Returns the ranked space of canonical boards.
    ///
    /// # Errors
    /// If the board has more than 16 cells.
    pub fn space(&self) -> Result<SlidingSpace, TooLarge> {
        Ok(SlidingSpace::new(self.shape, self.home)?.with_metric(self.metric))
    }

    /// Returns whether `board` can reach the goal.
    ///
    /// # Errors
    /// If the board has another shape than the goal.
    pub fn solvable(&self, board: &Board) -> Result<bool, StateError> {
        solvable(board, &self.goal)
    }

    /// Returns every other way to lay a canonical board onto itself that keeps the blank's home:
    /// reflections for which a second look into the same table gives a second lower bound.
    ///
    /// On a square board with home in a corner this is the reflection about the diagonal.
    pub fn stabilisers(shape: Shape, home: usize) -> Vec<Self> {
        let goal = Board::ordered(shape, home);
        placements(shape)
            .skip(1)
            .filter(|&(image, map)| image == shape && usize::from(map[home]) == home)
            .map(|(image, map)| Self::new(&goal, image, map, Metric::Single))
            .collect()
    }
}

/// Returns the ways to lay a board onto itself: for each, the cell that every cell goes to. The
/// first leaves all cells where they are.
///
/// ```
/// use tilebase_core::sliding::symmetries;
/// assert_eq!(symmetries("4x4".parse()?).count(), 8);
/// assert_eq!(symmetries("4x3".parse()?).count(), 4);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
pub fn symmetries(shape: Shape) -> impl Iterator<Item = [u8; MAX_CELLS]> {
    placements(shape).filter_map(move |(image, map)| (image == shape).then_some(map))
}
