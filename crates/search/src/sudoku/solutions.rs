//! Counting the solutions of a sudoku.
//!
//! The search is depth-first and fills the cell with the fewest numbers left. Bit masks hold the
//! numbers taken in each row, column and box, and each number is released when the search
//! backtracks.

use tilebase_core::Monitor;

use super::{Sudoku, Taken};
use crate::{SearchError, SearchLimits, SearchStats, run::Meter};

/// The verdict about a sudoku by its number of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SudokuVerdict {
    /// A given number appears twice in a row, column or box.
    Contradictory,
    /// No given number appears twice, but there is no solution.
    Unsolvable,
    /// There is exactly one solution.
    Unique,
    /// There is more than one solution.
    Ambiguous,
}

/// The solutions of a sudoku.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SudokuSolutions {
    /// The number found.
    pub count: u64,
    /// Whether these are all. If not, the search ended when it had found the requested number, and
    /// there may be more.
    pub complete: bool,
    /// The first solution found.
    pub first: Option<Sudoku>,
    /// The second solution found, which shows in which cells the sudoku is ambiguous.
    pub second: Option<Sudoku>,
    /// The counts of the search.
    pub stats: SearchStats,
    contradictory: bool,
}

impl SudokuSolutions {
    /// Returns the verdict about the sudoku. To distinguish one solution from several, the count
    /// must have been allowed to reach two.
    pub fn verdict(&self) -> SudokuVerdict {
        match self.count {
            _ if self.contradictory => SudokuVerdict::Contradictory,
            0 => SudokuVerdict::Unsolvable,
            1 => SudokuVerdict::Unique,
            _ => SudokuVerdict::Ambiguous,
        }
    }
}

impl Sudoku {
    /// Counts solutions, at most `at_most`, and returns the first two.
    ///
    /// The time grows with `at_most`, and in the worst case exponentially with the number of empty
    /// cells. The memory is that of one grid, so [`SearchLimits::memory`] does
    /// not matter.
    ///
    /// # Errors
    /// If the search reaches [`SearchLimits::expanded`], or the monitor asks it to stop.
    pub fn solutions(
        &self,
        at_most: u64,
        limits: &SearchLimits,
        monitor: &Monitor<'_, SearchStats>,
    ) -> Result<SudokuSolutions, SearchError> {
        let mut counter = Counter {
            sudoku: self,
            at_most,
            cells: self.cells.clone(),
            taken: self.taken(&self.cells),
            empty: (0..self.cells.len())
                .filter(|&at| self.cells[at] == 0)
                .collect(),
            meter: Meter::new(limits, monitor),
            found: SudokuSolutions {
                count: 0,
                complete: true,
                first: None,
                second: None,
                stats: SearchStats::default(),
                contradictory: self.conflict().is_some(),
            },
        };
        if !counter.found.contradictory {
            counter.meter.stats.generated = 1;
            counter.fill()?;
        }
        counter.found.stats = counter.meter.stats;
        Ok(counter.found)
    }
}

struct Counter<'a> {
    sudoku: &'a Sudoku,
    at_most: u64,
    cells: Box<[u8]>,
    taken: Taken,
    empty: Vec<usize>,
    meter: Meter<'a>,
    found: SudokuSolutions,
}

impl Counter<'_> {
    /// Tries all numbers in the empty cell that has the fewest, and fills the rest for each.
    fn fill(&mut self) -> Result<(), SearchError> {
        if self.found.count >= self.at_most {
            self.found.complete = false;
            return Ok(());
        }
        self.meter.expand()?;
        let depth = self.sudoku.cells.len() - self.empty.len() + 1;
        self.meter.hold(1, depth);
        let choice = (0..self.empty.len())
            .map(|at| (at, self.sudoku.free(self.empty[at], &self.taken)))
            .min_by_key(|(_, values)| values.count_ones());
        let Some((at, mut values)) = choice else {
            self.found.count += 1;
            let solution = || Some(self.sudoku.with_cells(self.cells.clone()));
            match self.found.count {
                1 => self.found.first = solution(),
                2 => self.found.second = solution(),
                _ => {}
            }
            return Ok(());
        };
        let cell = self.empty.swap_remove(at);
        while values != 0 {
            let value = values.trailing_zeros() as u8;
            values &= values - 1;
            self.meter.stats.generated += 1;
            self.cells[cell] = value;
            self.sudoku.toggle(cell, value, &mut self.taken);
            self.fill()?;
            self.sudoku.toggle(cell, value, &mut self.taken);
        }
        self.cells[cell] = 0;
        // The cell goes back to its old place, so that the callers' indices into the list still
        // hold.
        let last = self.empty.len();
        self.empty.push(cell);
        self.empty.swap(at, last);
        Ok(())
    }
}
