//! The rules of rows of stones.

use tilebase_core::{
    StateError,
    oshidori::{Row, Stones},
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

    fn destinations(&self, cells: &[u8], _: Metric) -> Vec<usize> {
        Row::from_checked_cells(*self, cells).moves().collect()
    }

    fn make_move(&self, cells: &mut [u8], to: usize) -> Move {
        let gap = gap(cells);
        (0..self.block()).for_each(|cell| cells.swap(gap + cell, to + cell));
        Move::jump(to as u8)
    }
}
