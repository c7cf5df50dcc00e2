//! The rules of sliding boards.

use tilebase_core::{
    StateError,
    sliding::{Metric, Shape},
};

use super::traits::{Numbers, PuzzleRules, gap};
use crate::step::{Direction, Move};

impl PuzzleRules for Shape {
    fn cells(&self) -> usize {
        Shape::cells(*self)
    }

    fn columns(&self) -> Option<usize> {
        Some(self.cols())
    }

    fn parse(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        self.parse_cells(text, cells)
    }

    fn check(&self, cells: &[u8]) -> Result<(), StateError> {
        self.check_cells(cells)
    }

    fn numbers_are_cells(&self) -> bool {
        true
    }

    fn moves(&self, cells: &[u8], metric: Metric) -> Numbers {
        // Each iterator alone takes less time than `destinations`, which carries both.
        match metric {
            Metric::Single => self.neighbours(gap(cells)).collect(),
            Metric::Multi => self.in_line(gap(cells)).collect(),
        }
    }

    fn make_move(&self, cells: &mut [u8], to: usize) -> Move {
        let gap = gap(cells);
        Move {
            name: cells[to],
            direction: Some(Direction::between(*self, to, gap)),
            tiles: self.slide_cells(cells, gap, to) as u8,
            ..Move::default()
        }
    }

    fn back(&self, cells: &[u8], _: usize) -> usize {
        gap(cells)
    }
}
