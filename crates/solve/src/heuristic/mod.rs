//! Lower bounds on the distance of sliding boards from their goal.
//!
//! All are for canonical boards: the goal is [`Board::ordered`] with the blank at any home.
//! [`TileDistances`], [`LinearConflict`], [`LineDistance`] and [`BoardBound`] also take the cells
//! of boards of any size and goal, and [`AdditivePatterns`] those of any goal. A bound that never
//! exceeds the true distance is *admissible*, and IDA\* guided by it finds shortest solutions; one
//! that changes by at most 1 with each move is *consistent*. All are admissible, and all but plain
//! pattern databases are consistent: tests check it on every position of small boards. In the
//! multi-tile metric, only [`LineDistance`], [`WalkingDistance`] and [`ColourBounds`] are lower
//! bounds, and only the last is consistent.
//!
//! | heuristic | idea | needs |
//! | --- | --- | --- |
//! | [`TileDistances`] | each tile alone: the Manhattan distance | nothing |
//! | [`LinearConflict`] | and also tiles in their line that must pass each other | nothing |
//! | [`LineDistance`] | rows and columns to go, shared among moves of several tiles | nothing |
//! | [`WalkingDistance`] | all tiles, but rows (then columns) only | a small table, made at once |
//! | [`AdditivePatterns`] | disjoint groups of tiles, each solved alone | pattern databases |
//! | [`ColourBounds`] | all tiles, in few colours; for moves of several tiles | colour tables |
//! | [`Maximum`] | the best of several | |
//! | [`BoardBound`] | the best available bound for boards of any size | |
//!
//! [`TileDistances`]: tilebase_core::sliding::TileDistances

mod additive;
mod axis_table;
mod board_bound;
mod colours;
mod line_distance;
mod linear_conflict;
mod lookup;
mod manhattan;
mod maximum;
mod name;
mod table;
mod unit_bound;
mod walking;

pub use additive::{AdditiveError, AdditivePatterns};
pub(crate) use additive::{MAX_LOOKUPS, MAX_VIEWS};
pub use board_bound::BoardBound;
pub use colours::{ColourBounds, MOST_VIEWS};
pub use line_distance::LineDistance;
pub use linear_conflict::LinearConflict;
pub use maximum::Maximum;
pub use name::{Guides, HeuristicName, KnownHeuristic, UnknownHeuristic};
pub use table::{PatternTable, PatternTableError};
pub use walking::{TooManyStates, WalkingDistance};

pub(crate) use colours::View;
pub(crate) use linear_conflict::ConflictRises;
pub(crate) use lookup::Lookup;
pub(crate) use unit_bound::{AwayFromHome, Rises, RoomyCells, TileSlides};
pub(crate) use walking::{LinkedRises, SummedRises};

use tilebase_core::{
    format::DamagedPage,
    sliding::{Board, TileDistances},
};

/// A bound that every move of one tile raises or lowers by exactly one. A search need not know it:
/// it only asks of each move whether the bound rises.
#[derive(Clone, Copy)]
pub enum UnitBound<'a> {
    /// The Manhattan distance.
    Manhattan(&'a TileDistances),
    /// The Manhattan distance with linear conflicts.
    LinearConflict(&'a LinearConflict),
    /// The walking distance.
    WalkingDistance(&'a WalkingDistance),
}

/// A lower bound on the number of moves from a board to the goal.
pub trait Heuristic: Send + Sync {
    /// Returns the name of the bound, such as `manhattan`.
    fn name(&self) -> String;

    /// Returns a lower bound on the moves of every solution of an arrangement; 0 for the goal.
    ///
    /// The cells must be those of a solvable board of the shape that the heuristic was made for.
    ///
    /// # Panics
    /// If the cells have a number that is not a tile.
    fn of_cells(&self, cells: &[u8]) -> u32;

    /// Returns the bound of a board.
    fn estimate(&self, board: &Board) -> u32 {
        self.of_cells(board.cells())
    }

    /// Returns the bound as one that every move of one tile raises or lowers by exactly one; `None`
    /// if it is not known to be one.
    fn unit_bound(&self) -> Option<UnitBound<'_>> {
        None
    }

    /// Checks the tables that all earlier estimates were read from.
    ///
    /// # Errors
    /// If a table file is damaged.
    fn damage(&self) -> Result<(), DamagedPage> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
    use tilebase_core::sliding::{CELLS_LIMIT, Metric, Shape, blank_of};

    use super::*;

    /// What is said of every move along a random walk is what the bounds computed anew say.
    fn check(shape: Shape, goal: &[u8], heuristic: &dyn Heuristic, rises: &impl Rises, steps: u32) {
        let mut random = ChaCha8Rng::seed_from_u64(70);
        let slides = TileSlides::new(shape);
        let mut cells = [0; CELLS_LIMIT];
        cells[..goal.len()].copy_from_slice(goal);
        let mut state = rises.start(goal);
        let mut place = slides.start(blank_of(goal), None);
        let (mut bound, mut highest) = (heuristic.of_cells(goal), 0);
        for _ in 0..steps {
            let here = slides.at(place).as_slice();
            let slide = here[random.random_range(0..here.len())];
            let (from, to) = (usize::from(slide.from), usize::from(slide.to));
            let tile = cells[from];
            let is_higher = rises.rises(&mut state, &cells, tile, &slide);
            (cells[from], cells[to]) = (0, tile);
            place = slide.next.into();
            let now = heuristic.of_cells(&cells[..goal.len()]);
            assert_eq!(bound.abs_diff(now), 1);
            let name = heuristic.name();
            assert_eq!(is_higher, now > bound, "{name} of {shape}: {cells:?}");
            bound = now;
            highest = highest.max(bound);
        }
        assert!(highest > 1, "{shape}");
    }

    #[test]
    fn moves_raise_bounds_as_the_bounds_say() {
        for (name, home) in [
            ("2x2", 1),
            ("3x3", 4),
            ("2x5", 0),
            ("4x4", 15),
            ("4x4", 1),
            ("3x5", 7),
            ("5x5", 3),
            ("9x2", 0),
            ("2x128", 100),
            ("16x16", 255),
        ] {
            let shape: Shape = name.parse().unwrap();
            let goal = shape.ordered_cells(home);
            let manhattan = TileDistances::new(shape, &goal);
            let away = AwayFromHome::new(shape, &manhattan).unwrap();
            check(shape, &goal, &manhattan, &away, 3000);
            let conflicts = LinearConflict::new(shape, &goal);
            check(
                shape,
                &goal,
                &conflicts,
                &ConflictRises::new(&conflicts).unwrap(),
                3000,
            );
        }
        // Those that are linked are also followed by their sums.
        for (name, home, is_linked) in [("3x3", 4, true), ("4x4", 15, true), ("3x5", 7, false)] {
            let shape: Shape = name.parse().unwrap();
            let goal = shape.ordered_cells(home);
            let walking = WalkingDistance::new(shape, home, Metric::Single).unwrap();
            check(shape, &goal, &walking, &SummedRises::new(&walking), 3000);
            let linked = LinkedRises::new(&walking);
            assert_eq!(linked.is_some(), is_linked, "{name}");
            if let Some(linked) = linked {
                check(shape, &goal, &walking, &linked, 3000);
            }
        }
    }

    #[test]
    fn distances_that_are_not_those_of_a_board_are_refused() {
        let shape: Shape = "3x3".parse().unwrap();
        let goal = shape.ordered_cells(0);
        let none = TileDistances::between(&[0; 81], &goal);
        assert!(AwayFromHome::new(shape, &none).is_none());
    }
}
