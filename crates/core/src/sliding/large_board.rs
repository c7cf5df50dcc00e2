//! Boards of any size.

use smallvec::SmallVec;

use super::{MAX_CELLS, Metric, Shape, blank_of};

/// A board of any size, or the kinds in its cells. One that is larger than a
/// [`Board`](super::Board) takes memory from the heap.
///
/// ```
/// use tilebase_core::sliding::{LargeBoard, Metric};
/// let mut cells: Vec<u8> = (0..36).collect();
/// let board = LargeBoard::from_checked_cells("6x6".parse()?, &cells);
/// let down = board.neighbours(Metric::Single).last().expect("a neighbour");
/// cells.swap(0, 6);
/// assert_eq!(down.cells(), cells);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargeBoard {
    shape: Shape,
    blank: usize,
    cells: SmallVec<[u8; MAX_CELLS]>,
}

impl LargeBoard {
    /// Returns the board with cells that are known to be valid.
    pub fn from_checked_cells(shape: Shape, cells: &[u8]) -> Self {
        Self {
            shape,
            blank: blank_of(cells),
            cells: SmallVec::from_slice(cells),
        }
    }

    /// Returns the shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the tiles or kinds in reading order, 0 for the blank.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the boards one move away, in the order of [`Shape::destinations`].
    pub fn neighbours(&self, metric: Metric) -> impl Iterator<Item = Self> {
        let destinations = self.shape.destinations(self.blank, metric);
        destinations.map(|cell| self.after(cell))
    }

    /// Returns the board after the move that takes the blank to this cell.
    ///
    /// # Panics
    /// If the cell is not another one in the row or the column of the blank.
    pub fn after(&self, cell: usize) -> Self {
        let mut cells = SmallVec::from_slice(&self.cells);
        self.shape.slide_cells(&mut cells, self.blank, cell);
        Self {
            shape: self.shape,
            blank: cell,
            cells,
        }
    }
}
