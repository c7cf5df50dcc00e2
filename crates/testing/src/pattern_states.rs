//! The states of a pattern by their ranks.

use tilebase_core::pattern::{MAX_TILES, PatternIndex, PatternKind, colex, lehmer};

/// A state of a pattern: the placement of the kept tiles, and the cells where the blank may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatternState {
    /// The cells of the kept tiles as a mask, with bit c for cell c.
    pub cells: u64,
    /// The cells where the blank may be, as a mask: its region (zero-aware) or all free cells
    /// (plain).
    pub blank: u64,
    labels: [u8; MAX_TILES],
}

impl PatternState {
    /// Returns the labels of the kept tiles in reading order.
    pub fn order(&self) -> &[u8] {
        &self.labels[..self.cells.count_ones() as usize]
    }
}

/// The states that an index numbers.
pub trait PatternStates {
    /// Returns the state of a rank.
    fn unrank(&self, rank: u64) -> PatternState;

    /// Returns the Manhattan distance of a state's tiles from their cells in the goal, in moves.
    fn manhattan(&self, state: &PatternState) -> u32;
}

impl PatternStates for PatternIndex {
    fn unrank(&self, rank: u64) -> PatternState {
        assert!(rank < self.len());
        let block = (rank / self.orders()) as u32;
        let (size, all) = (self.pattern().size(), self.grid().all());
        let (cells, blank) = match self.kind() {
            PatternKind::Plain => {
                let cells = colex::unrank(block, size);
                (cells, all & !cells)
            }
            PatternKind::ZeroAware => {
                let set = self.starts().partition_point(|&start| start <= block) - 1;
                let cells = colex::unrank(set as u32, size);
                let mut regions = self.grid().regions(all & !cells);
                let region = regions.nth((block - self.starts()[set]) as usize);
                (cells, region.unwrap())
            }
        };
        let mut labels = [0; MAX_TILES];
        lehmer::unrank((rank % self.orders()) as u32, &mut labels[..size]);
        PatternState {
            cells,
            blank,
            labels,
        }
    }

    fn manhattan(&self, state: &PatternState) -> u32 {
        let shape = self.pattern().shape();
        let goal: Vec<usize> = self.pattern().goal_cells().collect();
        colex::cells(state.cells)
            .zip(state.order())
            .map(|(cell, &label)| shape.distance(cell, goal[usize::from(label)]) as u32)
            .sum()
    }
}
