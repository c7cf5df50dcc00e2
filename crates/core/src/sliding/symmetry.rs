//! Reduces questions about any goal to the few goals that tables are made for.

use super::{Board, CellRanker, MAX_CELLS, Metric, Shape, SlidingSpace, TooLarge, blank_of};

/// A map from boards with one goal to boards with a canonical goal that keeps all distances.
///
/// Two operations keep distances: turning, mirroring or transposing board and goal together, and
/// renaming the tiles of both. The reduction first lays the board so that it is at least as high as
/// wide and the blank's home is the least cell possible. (If several tiles may slide in one move,
/// it is at least as wide as high instead, because that makes tables smaller.) Then the reduction
/// renames the tiles so that the goal becomes [`Board::ordered`]. All goals with the blank in a
/// corner therefore share one table, whatever the order of their tiles.
///
/// ```
/// use tilebase_core::{Reduce, sliding::{Board, Metric, Reduction}};
/// let shape = "2x5".parse()?;
/// let goal = Board::goal(shape);
/// let reduction = Reduction::to_canonical(&goal, Metric::Single);
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
    /// The canonical cell of each cell of the user's board.
    pub(super) cell: [u8; MAX_CELLS],
    /// The canonical name of each tile of the user's board.
    pub(super) tile: [u8; MAX_CELLS],
    /// The user's cell of each cell of the canonical board.
    pub(super) from: [u8; MAX_CELLS],
    /// The ranker of the cells of user's boards, if canonical boards are ranked.
    pub(super) ranker: Option<CellRanker>,
}

/// A map of a board onto itself or its transpose: a rotation, a reflection or a transposition.
///
/// ```
/// use tilebase_core::sliding::Placement;
/// // With the goal 1 2 … 0 the canonical board is rotated by 180 degrees.
/// let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
/// let placement = Placement::of_goal("3x3".parse()?, &goal);
/// assert_eq!(placement.cell(8), 0);
/// assert_eq!(placement.names(&goal), [0, 8, 7, 6, 5, 4, 3, 2, 1]);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    shape: Shape,
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Placement {
    /// Returns the eight placements of boards of `shape`. The first is the identity.
    pub fn all(shape: Shape) -> impl Iterator<Item = Self> {
        (0..8u8).map(move |bits| Self {
            shape,
            transpose: bits & 4 != 0,
            flip_rows: bits & 2 != 0,
            flip_cols: bits & 1 != 0,
        })
    }

    /// Returns the placement of an arrangement that is the goal by which [`Reduction`] makes it
    /// canonical if each move slides one tile.
    ///
    /// # Panics
    /// If `goal` has no blank.
    pub fn of_goal(shape: Shape, goal: &[u8]) -> Self {
        Self::canonical(shape, blank_of(goal), Metric::Single)
    }

    fn canonical(shape: Shape, home: usize, metric: Metric) -> Self {
        let canonical = |image: Shape| match metric {
            Metric::Single => image.rows() >= image.cols(),
            Metric::Multi => image.rows() <= image.cols(),
        };
        Self::all(shape)
            .filter(|placement| canonical(placement.image()))
            .min_by_key(|placement| placement.cell(home))
            .expect("a board or its transpose is at least as high as wide")
    }

    /// Returns the shape of the board after the placement.
    #[inline]
    pub fn image(self) -> Shape {
        if self.transpose { self.shape.transposed() } else { self.shape }
    }

    /// Returns the cell to which a cell goes.
    #[inline]
    pub fn cell(self, cell: usize) -> usize {
        let (row, col) = (self.shape.row(cell), self.shape.col(cell));
        let (row, col) = if self.transpose { (col, row) } else { (row, col) };
        let image = self.image();
        let row = if self.flip_rows { image.rows() - 1 - row } else { row };
        let col = if self.flip_cols { image.cols() - 1 - col } else { col };
        row * image.cols() + col
    }

    /// Returns the new name of each tile, and 0 for the blank: with these names, `goal` after the
    /// placement becomes the goal with tiles in order.
    ///
    /// # Panics
    /// If `goal` is not an arrangement of the board.
    pub fn names(self, goal: &[u8]) -> Vec<u8> {
        let ordered = self.image().ordered_cells(self.cell(blank_of(goal)));
        let mut names = vec![0; goal.len()];
        for (cell, &tile) in goal.iter().enumerate() {
            names[usize::from(tile)] = ordered[self.cell(cell)];
        }
        names
    }
}

impl Reduction {
    /// Returns the reduction for questions about `goal` in a metric.
    pub fn to_canonical(goal: &Board, metric: Metric) -> Self {
        let placement = Placement::canonical(goal.shape(), goal.blank(), metric);
        let (mut cell, mut from) = ([0; MAX_CELLS], [0; MAX_CELLS]);
        for (at, to) in cell.iter_mut().enumerate().take(goal.cells().len()) {
            *to = placement.cell(at) as u8;
            from[usize::from(*to)] = at as u8;
        }
        let mut tile = [0; MAX_CELLS];
        let names = placement.names(goal.cells());
        tile[..names.len()].copy_from_slice(&names);
        let mut reduction = Self {
            goal: *goal,
            shape: placement.image(),
            home: cell[goal.blank()].into(),
            metric,
            cell,
            tile,
            from,
            ranker: None,
        };
        let space = reduction.space().ok();
        reduction.ranker = space.map(|space| CellRanker::new(*goal, &space, from, &tile));
        reduction
    }

    /// Returns the user's goal, before the reduction.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Returns the metric, which says what counts as one move.
    #[inline]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the canonical shape. It has rows ≥ columns if each move slides one tile, and
    /// otherwise rows ≤ columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the blank's cell in the canonical goal.
    #[inline]
    pub fn home(&self) -> usize {
        self.home
    }

    /// Returns the canonical name of one of the user's tiles.
    ///
    /// # Panics
    /// If `tile` is [`MAX_CELLS`] or more.
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
}

/// Returns the placements that map a board onto itself. The first is the identity.
///
/// ```
/// use tilebase_core::sliding::symmetries;
/// assert_eq!(symmetries("4x4".parse()?).count(), 8);
/// assert_eq!(symmetries("4x3".parse()?).count(), 4);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
pub fn symmetries(shape: Shape) -> impl Iterator<Item = Placement> {
    Placement::all(shape).filter(move |placement| placement.image() == shape)
}
