//! The weights of the estimate of a construction, found by trials on 10x10 and 16x16.

use tilebase_core::sliding::Shape;

/// The weight of a move that was made.
pub(super) const MOVE: i32 = 100;

/// Returns whether a beam is so narrow that it follows the tables: it has too few boards to make
/// progress by the squares.
pub(super) fn is_narrow(width: usize) -> bool {
    width < 8
}

/// Returns a measure of a distance in rows or in columns: its square up to `bend` cells, and beyond
/// in proportion to the distance. Squares of long distances would outweigh everything else.
fn measure(distance: i32, bend: i32) -> i32 {
    let beyond = (distance - bend).max(0);
    distance * distance - beyond * beyond
}

/// The weights of moves and cells.
pub(super) struct Weights {
    cells: usize,
    /// The weight of each tile in each cell.
    away: Vec<i32>,
    /// The weight of a move that is left by the stage's table.
    pub exact: i32,
    /// The number of layers after the first end of a stage in which later ends are awaited.
    pub patience: usize,
    /// The number of moves by which the table extends beyond each start.
    pub reach: u16,
}

impl Weights {
    pub fn new(shape: Shape, width: usize) -> Self {
        let (cells, side) = (shape.cells(), shape.rows().max(shape.cols()) as i32);
        let is_narrow = is_narrow(width);
        // Found by trials on boards of 2x128, 3x85, 5x50, 8x32, 12x20 and 16x16.
        let bend = (60 / shape.rows().min(shape.cols()) as i32).max(5);
        let mut away = vec![0; cells * cells];
        for home in 0..cells - 1 {
            let (row, col) = (shape.row(home), shape.col(home));
            let ring = row.min(col) as i32;
            let square = 190 / side + 15 * (side - ring) / side;
            for cell in 0..cells {
                let down = shape.row(cell).abs_diff(row) as i32;
                let right = shape.col(cell).abs_diff(col) as i32;
                let both = measure(down, bend) + measure(right, bend);
                away[(home + 1) * cells + cell] = square * both + 9 * (down + right);
            }
        }
        Self {
            cells,
            away,
            exact: if is_narrow { 40 * side } else { (8 * side).max(75) },
            patience: if is_narrow { 5 } else { 30 },
            reach: if is_narrow { 2 } else { 20 },
        }
    }

    /// Returns the estimate of a tile in a cell.
    #[inline]
    pub fn of(&self, tile: u8, cell: u8) -> i32 {
        self.away[usize::from(tile) * self.cells + usize::from(cell)]
    }
}
