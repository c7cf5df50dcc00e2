//! Reduces questions about any goal to the few goals that tables are made for.

use super::{Board, MAX_CELLS, Metric, Shape, SlidingSpace, TooLarge, solvable};
use crate::StateError;

/// A map from boards with one goal to boards with a canonical goal that keeps all distances.
///
/// Two operations keep distances: turning, mirroring or transposing board and goal together, and
/// renaming the tiles of both. The reduction first lays the board so that it is at least as high as
/// wide and the blank's home is the least cell possible. (If several tiles may slide in one move,
/// it is at least as wide as high instead, because that makes tables smaller.) Then the reduction
/// renames the tiles so that the goal becomes [`Board::ordered`]. So all goals with the blank in a
/// corner share one table, whatever the order of their tiles.
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
    /// The canonical cell of each cell of the user's board.
    pub(super) cell: [u8; MAX_CELLS],
    /// The canonical name of each tile of the user's board.
    pub(super) tile: [u8; MAX_CELLS],
    /// The user's cell of each cell of the canonical board.
    pub(super) from: [u8; MAX_CELLS],
}

/// Returns the eight ways to lay a board of `shape` onto itself or its transpose. Each is the shape
/// of the image and, for each cell, the cell to which it goes.
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
    /// Returns the reduction for questions about `goal` if each move slides one tile.
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

    /// Returns whether `board` can reach the goal.
    ///
    /// # Errors
    /// If the board does not have the goal's shape.
    pub fn solvable(&self, board: &Board) -> Result<bool, StateError> {
        solvable(board, &self.goal)
    }

    /// Returns the ways, other than the identity, to lay a canonical board onto itself that keep
    /// the blank's home. With each of them a second look into the same table gives a second lower
    /// bound.
    ///
    /// On a square board with its home in a corner the only one is the reflection about the
    /// diagonal.
    pub fn stabilisers(shape: Shape, home: usize) -> Vec<Self> {
        let goal = Board::ordered(shape, home);
        placements(shape)
            .skip(1)
            .filter(|&(image, map)| image == shape && usize::from(map[home]) == home)
            .map(|(image, map)| Self::new(&goal, image, map, Metric::Single))
            .collect()
    }
}

/// Returns the ways to lay a board onto itself. Each gives for every cell the cell to which it
/// goes. The first way leaves all cells where they are.
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
