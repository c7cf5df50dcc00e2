//! The rules of rows of stones.

use tilebase_core::{
    StateError,
    oshidori::{Row, Stones, Turn},
    sliding::Metric,
};

use super::traits::{Numbers, PuzzleRules};
use crate::step::Move;

impl PuzzleRules for Stones {
    fn cells(&self) -> usize {
        Stones::cells(*self)
    }

    fn columns(&self) -> Option<usize> {
        None
    }

    fn parse(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        write(&Row::parse(*self, text)?, cells);
        Ok(())
    }

    fn check(&self, cells: &[u8]) -> Result<(), StateError> {
        Row::from_cells(*self, cells).map(drop)
    }

    fn numbers_are_cells(&self) -> bool {
        self.rules().names_moves_by_cell()
    }

    fn moves(&self, cells: &[u8], _: Metric) -> Numbers {
        let row = Row::from_checked_cells(*self, cells);
        let numbers = row.moves().map(|jump| row.number(jump) as usize);
        numbers.collect()
    }

    fn make_move(&self, cells: &mut [u8], number: usize) -> Move {
        let mut row = Row::from_checked_cells(*self, cells);
        let jump = row.numbered(number as u32);
        row.jump(jump);
        write(&row, cells);
        let rules = self.rules();
        Move {
            name: jump.from as u8,
            landing: rules.is_open().then_some(jump.to as u8),
            turned: jump.turned && rules.turn == Turn::May,
            ..Move::default()
        }
    }

    fn back(&self, cells: &[u8], number: usize) -> usize {
        let row = Row::from_checked_cells(*self, cells);
        row.number(row.numbered(number as u32).back()) as usize
    }
}

/// Writes the cells of a row.
fn write(row: &Row, cells: &mut [u8]) {
    let cells = cells.iter_mut().zip(row.cells());
    cells.for_each(|(cell, stone)| *cell = stone);
}
