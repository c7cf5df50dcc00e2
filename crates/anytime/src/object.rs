//! Objects at cells: what a model has weights for.

use tilebase_core::sliding::Shape;

/// The units of a weight that make one move.
pub const UNITS: f32 = 64.0;

/// An object at a cell.
pub(crate) type ObjectAt = [usize; 2];

/// Returns the image of a place if rows and columns of a square board are exchanged; on another
/// board, the place itself.
pub(crate) fn mirror(shape: Shape, [object, cell]: ObjectAt) -> ObjectAt {
    if shape.rows() != shape.cols() {
        return [object, cell];
    }
    let turned = |cell: usize| shape.col(cell) * shape.cols() + shape.row(cell);
    let object = object.checked_sub(1).map_or(0, |home| turned(home) + 1);
    [object, turned(cell)]
}

/// Returns what a tile at a cell becomes in the inverse of a board, in which tiles and cells
/// exchange their roles: tile 5 at the home of tile 7 becomes tile 7 at the home of tile 5. The
/// inverse is as far from the goal as the board if the blank is at home. `None` for the blank, and
/// at its home.
#[cfg(any(feature = "train", test))]
pub(crate) fn inverse(shape: Shape, [object, cell]: ObjectAt) -> Option<ObjectAt> {
    let of_blank = object == 0 || cell + 1 == shape.cells();
    (!of_blank).then(|| [cell + 1, object - 1])
}
