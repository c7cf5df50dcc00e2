//! The stones of a row, cell by cell and as one set of cells for each kind.

use tilebase_core::oshidori::Row;

use super::cell_set::CellSet;

/// Cells of the longest row, rounded up to a power of two so that a masked index needs no bounds
/// check.
pub(super) const CELLS: usize = 128;
/// Kinds and kind 0, rounded up likewise.
const KINDS: usize = 64;

/// The stones of a row and its gap, `B` cells wide.
#[derive(Debug, Clone)]
pub(super) struct StoneSets<M, const B: usize> {
    /// The kind in each cell, from 1; meaningless in the gap, 0 beyond the row.
    row: [u8; CELLS],
    /// The cells with stones of each kind; none for kind 0.
    of_kind: [M; KINDS],
    /// The cells where a block can begin.
    lefts: M,
    /// The leftmost cell of the gap.
    pub gap: usize,
}

impl<M: CellSet, const B: usize> StoneSets<M, B> {
    pub(super) fn new(row: &Row) -> Self {
        let mut stones = Self {
            row: [0; CELLS],
            of_kind: [M::NONE; KINDS],
            lefts: M::NONE,
            gap: row.gap(),
        };
        let cells = row.puzzle().cells();
        for (cell, kind) in row.cells().enumerate() {
            stones.row[cell] = kind;
            if cell + B <= cells {
                stones.lefts |= M::block(cell, 1);
            }
            if kind != 0 {
                stones.of_kind[usize::from(kind)] |= M::block(cell, 1);
            }
        }
        stones
    }

    /// Returns the kind in `cell`, which must lie outside the gap; 0 beyond the row, which may be
    /// as long as the array.
    #[inline(always)]
    pub(super) fn at(&self, cell: usize) -> u8 {
        self.row.get(cell).copied().unwrap_or(0)
    }

    /// Returns the cells with stones of a kind.
    #[inline(always)]
    pub(super) fn of_kind(&self, kind: u8) -> M {
        self.of_kind[usize::from(kind) & (KINDS - 1)]
    }

    /// Returns the leftmost cells of the blocks that can jump.
    #[inline(always)]
    pub(super) fn blocks(&self) -> M {
        let near = self.gap.saturating_sub(B - 1);
        self.lefts & !M::block(near, self.gap + B - near)
    }

    /// Returns the kinds from left to right, 0 in the gap and beyond the row.
    pub(super) fn kinds(&self) -> [u8; CELLS] {
        let mut row = self.row;
        row[self.gap..self.gap + B].fill(0);
        row
    }

    /// Moves one stone between cells and returns its kind.
    #[inline(always)]
    pub(super) fn shift(&mut self, from: usize, to: usize) -> u8 {
        let stone = self.row[from & (CELLS - 1)];
        self.row[to & (CELLS - 1)] = stone;
        self.of_kind[usize::from(stone) & (KINDS - 1)] ^= M::block(from, 1) | M::block(to, 1);
        stone
    }

    /// Takes the last jump back, before which the gap was at `gap`.
    #[inline(always)]
    pub(super) fn take_back(&mut self, gap: usize) {
        for place in 0..B {
            self.shift(gap + place, self.gap + place);
        }
        self.gap = gap;
    }
}
