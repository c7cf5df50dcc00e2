//! The rules of rows of stones.

use tilebase_core::{
    StateError,
    oshidori::{Jump, Row, Stones, Turn},
    sliding::Metric,
};

use super::traits::{Rules, gap};
use crate::step::Move;

impl Rules for Stones {
    fn cells(&self) -> usize {
        Stones::cells(*self)
    }

    fn columns(&self) -> Option<usize> {
        None
    }

    fn parse(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        let read = Row::parse(*self, text)?;
        let cells = cells.iter_mut().zip(read.cells());
        cells.for_each(|(cell, stone)| *cell = stone);
        Ok(())
    }

    fn check(&self, cells: &[u8]) -> Result<(), StateError> {
        Row::from_cells(*self, cells).map(drop)
    }

    fn numbers_are_cells(&self) -> bool {
        self.rules().names_moves_by_cell()
    }

    fn moves(&self, cells: &[u8], _: Metric) -> Vec<usize> {
        let row = Row::from_checked_cells(*self, cells);
        row.moves().map(|jump| number(*self, jump)).collect()
    }

    fn make_move(&self, cells: &mut [u8], number: usize) -> Move {
        let mut row = Row::from_checked_cells(*self, cells);
        let jump = jump(*self, cells, number);
        row.jump(jump);
        cells
            .iter_mut()
            .zip(row.cells())
            .for_each(|(cell, stone)| *cell = stone);
        let rules = self.rules();
        let landing = rules.is_open().then_some(jump.to as u8);
        Move::jump(
            jump.from as u8,
            landing,
            jump.turned && rules.turn == Turn::May,
        )
    }

    fn back(&self, cells: &[u8], number: usize) -> usize {
        self::number(*self, jump(*self, cells, number).back())
    }
}

/// Returns the number of a move: the cell that the block leaves, and where that does not say all,
/// the cell where it lands, in the next eight bits, and whether it is turned round, in the bit
/// after them.
fn number(stones: Stones, Jump { from, to, turned }: Jump) -> usize {
    if stones.rules().names_moves_by_cell() {
        from
    } else {
        from | to << 8 | usize::from(turned) << 16
    }
}

/// Returns the move of a number.
fn jump(stones: Stones, cells: &[u8], number: usize) -> Jump {
    let rules = stones.rules();
    if rules.names_moves_by_cell() {
        Jump {
            from: number,
            to: gap(cells),
            turned: rules.turn == Turn::Must,
        }
    } else {
        Jump {
            from: number & 0xFF,
            to: number >> 8 & 0xFF,
            turned: number >> 16 == 1,
        }
    }
}
