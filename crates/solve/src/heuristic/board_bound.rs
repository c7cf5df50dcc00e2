//! The best available bound for boards of any size.

use tilebase_core::{
    format::DamagedPage,
    sliding::{Metric, Shape},
};

use super::{AdditivePatterns, Heuristic, LineDistance, LinearConflict};

/// A lower bound for boards of up to 256 cells with any goal: the Manhattan distance with linear
/// conflicts, or the sum of pattern databases if that is more; if several tiles may slide in one
/// move, the [`LineDistance`].
///
/// ```
/// use tilebase_core::sliding::{Metric, Shape};
/// use tilebase_solve::heuristic::BoardBound;
/// let shape: Shape = "10x10".parse()?;
/// let goal = shape.ordered_cells(99);
/// let mut cells = goal.clone();
/// shape.slide_cells(&mut cells, 99, 93); // six tiles slide to the right
/// let bound = |metric| BoardBound::new(shape, metric, &goal, None);
/// assert_eq!(bound(Metric::Single).of_cells(&cells), 6);
/// assert_eq!(bound(Metric::Multi).of_cells(&cells), 1);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
pub struct BoardBound {
    pub(crate) shape: Shape,
    pub(crate) metric: Metric,
    pub(crate) goal: Vec<u8>,
    pub(crate) plain: Box<dyn Heuristic>,
    pub(crate) patterns: Option<AdditivePatterns>,
}

impl BoardBound {
    /// Returns the bound for boards of which `goal` is the goal. The pattern databases, if there
    /// are any, are those [of that goal](AdditivePatterns::of_goal), and only for moves of one
    /// tile.
    ///
    /// # Panics
    /// If `goal` is not an arrangement of the board.
    pub fn new(
        shape: Shape,
        metric: Metric,
        goal: &[u8],
        patterns: Option<AdditivePatterns>,
    ) -> Self {
        Self {
            shape,
            metric,
            goal: goal.to_vec(),
            plain: match metric {
                Metric::Single => Box::new(LinearConflict::new(shape, goal)),
                Metric::Multi => Box::new(LineDistance::new(shape, goal)),
            },
            patterns,
        }
    }

    /// Returns a lower bound on the moves of every solution of an arrangement; for moves of one
    /// tile, of the same parity as these. Takes a microsecond or two for each view of the pattern
    /// databases.
    ///
    /// # Panics
    /// If `cells` is not an arrangement of the board.
    pub fn of_cells(&self, cells: &[u8]) -> u32 {
        let patterns = self.patterns.as_ref();
        let sum = patterns.map_or(0, |patterns| patterns.of_cells(cells));
        self.plain.of_cells(cells).max(sum)
    }

    /// Returns the name of the stronger of its two heuristics.
    pub fn name(&self) -> String {
        let patterns = self.patterns.as_ref();
        patterns.map_or_else(|| self.plain.name(), Heuristic::name)
    }

    /// Checks the tables that all earlier bounds were read from.
    ///
    /// # Errors
    /// If a table file is damaged.
    pub fn damage(&self) -> Result<(), DamagedPage> {
        self.patterns.as_ref().map_or(Ok(()), Heuristic::damage)
    }
}
