//! What the beam of a construction counts: weights that were found by trials on 10x10 and 16x16.

use tilebase_core::sliding::Shape;

/// What a move that was made weighs.
pub(super) const MOVE: i32 = 100;

/// What moves and places weigh.
pub(super) struct Weights {
    cells: usize,
    /// What a tile away from home weighs, for each tile and cell.
    away: Vec<i32>,
    /// What a move weighs that the stage's table says is left.
    pub exact: i32,
    /// The number of layers after the first end of a stage in which later ends are looked for.
    pub patience: usize,
    /// The moves further than the furthest start for which the table is made.
    pub reach: u16,
}

impl Weights {
    pub fn new(shape: Shape, width: usize) -> Self {
        let get = |key: &str, default: i32| {
            std::env::var(key)
                .ok()
                .and_then(|v| v.parse().ok())
                .unwrap_or(default)
        };
        let (cells, side) = (shape.cells(), shape.rows().max(shape.cols()) as i32);
        let mut away = vec![0; cells * cells];
        for home in 0..cells - 1 {
            let (row, col) = (shape.row(home), shape.col(home));
            let ring = row.min(col) as i32;
            let square = get("SQUARE", 19) + get("OUTER", 11) * (side - ring) / side;
            for cell in 0..cells {
                let down = shape.row(cell).abs_diff(row) as i32;
                let right = shape.col(cell).abs_diff(col) as i32;
                away[(home + 1) * cells + cell] =
                    square * (down * down + right * right) + get("LINEAR", 7) * (down + right);
            }
        }
        Self {
            cells,
            away,
            exact: if width < 8 { 400 } else { get("EXACT", 68) },
            patience: get("PATIENCE", 39) as usize,
            reach: if width < 8 { 8 } else { UNLIMITED },
        }
    }

    /// Returns the estimate of a tile in a cell.
    #[inline]
    pub fn of(&self, tile: u8, cell: u8) -> i32 {
        self.away[usize::from(tile) * self.cells + usize::from(cell)]
    }
}

const UNLIMITED: u16 = 1 << 14;
