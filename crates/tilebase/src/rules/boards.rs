//! The rules of sliding boards.

use tilebase_core::{
    StateError,
    sliding::{Board, Metric, Shape},
};

use super::traits::{Rules, gap};
use crate::step::{Direction, Move};

impl Rules for Shape {
    fn cells(&self) -> usize {
        Shape::cells(*self)
    }

    fn columns(&self) -> Option<usize> {
        Some(self.cols())
    }

    fn parse(&self, text: &str) -> Result<Vec<u8>, StateError> {
        Ok(Board::parse(*self, text)?.cells().to_vec())
    }

    fn check(&self, cells: &[u8]) -> Result<(), StateError> {
        Board::from_cells(*self, cells).map(drop)
    }

    fn destinations(&self, cells: &[u8], metric: Metric) -> Vec<usize> {
        let board = Board::from_checked_cells(*self, cells);
        board.destinations(metric).collect()
    }

    fn make_move(&self, cells: &mut [u8], to: usize) -> Move {
        let gap = gap(cells);
        let step = if self.row(to) == self.row(gap) { 1 } else { self.cols() };
        let (tile, direction) = (cells[to], Direction::between(*self, to, gap));
        let mut blank = gap;
        while blank != to {
            let next = if blank < to { blank + step } else { blank - step };
            cells.swap(blank, next);
            blank = next;
        }
        Move::slide(tile, direction, (gap.abs_diff(to) / step) as u8)
    }
}
