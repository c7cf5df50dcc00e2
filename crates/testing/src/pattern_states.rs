//! The states of a pattern by their ranks.

use tilebase_core::pattern::{MAX_TILES, Pattern, PatternIndex, PatternKind, colex, lehmer};

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
    /// Returns the state that an index numbers so.
    ///
    /// # Panics
    /// If the index has fewer states.
    pub fn unrank(index: &PatternIndex, rank: u64) -> Self {
        assert!(rank < index.len());
        let block = (rank / index.orders()) as u32;
        let (size, all) = (index.pattern().size(), index.grid().all());
        let (cells, blank) = match index.kind() {
            PatternKind::Plain => {
                let cells = colex::unrank(block, size);
                (cells, all & !cells)
            }
            PatternKind::ZeroAware => {
                let set = index.starts().partition_point(|&start| start <= block) - 1;
                let cells = colex::unrank(set as u32, size);
                let mut regions = index.grid().regions(all & !cells);
                let region = regions.nth((block - index.starts()[set]) as usize);
                (cells, region.unwrap())
            }
        };
        let mut labels = [0; MAX_TILES];
        lehmer::unrank((rank % index.orders()) as u32, &mut labels[..size]);
        Self {
            cells,
            blank,
            labels,
        }
    }

    /// Returns the Manhattan distance of the tiles from their cells in the goal, in moves.
    pub fn manhattan(&self, pattern: &Pattern) -> u32 {
        let shape = pattern.shape();
        let goal: Vec<usize> = pattern.goal_cells().collect();
        colex::cells(self.cells)
            .zip(self.order())
            .map(|(cell, &label)| shape.distance(cell, goal[usize::from(label)]) as u32)
            .sum()
    }

    /// Returns the labels of the kept tiles in reading order.
    pub fn order(&self) -> &[u8] {
        &self.labels[..self.cells.count_ones() as usize]
    }
}
