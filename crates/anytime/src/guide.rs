//! Estimates of the moves left, by which a beam ranks boards.

use tilebase_core::sliding::Shape;

/// Estimates the moves left from a board, in any unit: the beam only compares estimates and adds
/// changes.
pub trait Guide: Sync {
    /// Returns the estimate of a board, given as its cells.
    fn estimate(&self, cells: &[u8]) -> i32;

    /// Returns the change of the estimate by a move. `cells` are those before the move, with zeros
    /// after those of the board.
    fn change<const N: usize>(&self, slide: TileSlide, cells: &[u8; N]) -> i32;

    /// Returns a further change by a move. A beam adds it only when it makes the board, so it
    /// counts from the next layer on: most children are never made.
    fn later_change<const N: usize>(&self, _slide: TileSlide, _cells: &[u8; N]) -> i32 {
        0
    }
}

/// A move: a tile slides to the blank's cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileSlide {
    /// The tile.
    pub tile: u8,
    /// The cell that it leaves.
    pub from: u8,
    /// The cell where the blank was.
    pub to: u8,
    /// The direction of the blank: 0 up, 1 left, 2 right, 3 down.
    pub direction: u8,
}

/// The sum of the distances of the tiles from their cells in a target.
#[derive(Debug, Clone)]
pub struct ToTarget {
    /// The row and the column of each cell.
    lines: Vec<[u8; 2]>,
    /// The row and the column of each tile in the target.
    homes: Vec<[u8; 2]>,
}

impl ToTarget {
    /// Returns the guide to `target`, given as the cells of a board.
    pub fn new(shape: Shape, target: &[u8]) -> Self {
        let line = |cell| [shape.row(cell) as u8, shape.col(cell) as u8];
        let homes = places(target).into_iter();
        Self {
            lines: (0..shape.cells()).map(line).collect(),
            homes: homes.map(|cell| line(cell.into())).collect(),
        }
    }

    /// Returns the number of cells of a board.
    pub(crate) fn cells(&self) -> usize {
        self.homes.len()
    }

    /// Returns the estimate of a board, given as its cells.
    pub fn of(&self, cells: &[u8]) -> usize {
        let apart = |(&[row, col], &tile): (&[u8; 2], &u8)| {
            let home = self.homes[usize::from(tile)];
            let apart = row.abs_diff(home[0]) + col.abs_diff(home[1]);
            if tile == 0 { 0 } else { usize::from(apart) }
        };
        self.lines.iter().zip(cells).map(apart).sum()
    }
}

impl Guide for ToTarget {
    fn estimate(&self, cells: &[u8]) -> i32 {
        self.of(cells) as i32
    }

    /// Returns 1 if the move takes the tile farther from its cell in the target; else −1.
    #[inline(always)]
    fn change<const N: usize>(&self, slide: TileSlide, _: &[u8; N]) -> i32 {
        let [row, col] = self.lines[usize::from(slide.to)];
        let [home_row, home_col] = self.homes[usize::from(slide.tile)];
        // The tile goes against the blank.
        let nearer = match slide.direction {
            0 => row <= home_row,
            1 => col <= home_col,
            2 => col >= home_col,
            _ => row >= home_row,
        };
        if nearer { -1 } else { 1 }
    }
}

/// Returns the cell of each tile, that of the blank first.
pub(crate) fn places(cells: &[u8]) -> Vec<u8> {
    let mut places = vec![0; cells.len()];
    for (cell, &tile) in cells.iter().enumerate() {
        places[usize::from(tile)] = cell as u8;
    }
    places
}
