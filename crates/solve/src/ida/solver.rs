//! The door to both engines.

use tilebase_core::{
    Monitor,
    sliding::{Board, Shape, solvable},
};

use super::{
    Solution, Solutions, SolveError, Stats, Threshold,
    outcome::{Found, Wanted},
    patterns::{self, Patterns, Tuning},
    reference::Reference,
};
use crate::heuristic::{AdditivePatterns, Heuristic};

/// Finds shortest solutions of canonical boards by IDA\*.
///
/// A solver may be used from many threads at once: it holds nothing that a search changes.
///
/// ```
/// use tilebase_core::{Monitor, sliding::Board};
/// use tilebase_solve::{heuristic::WalkingDistance, ida::Solver};
///
/// let shape = "4x4".parse()?;
/// let solver = Solver::with_heuristic(shape, 0, Box::new(WalkingDistance::new(shape, 0)?));
/// let board = Board::parse(shape, "4 1 2 3 5 0 6 7 8 9 10 11 12 13 14 15")?;
/// let solution = solver.solve(&board, &Monitor::silent())?;
/// assert_eq!(solution.moves, [4, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a> {
    shape: Shape,
    goal: Board,
    heuristic: String,
    engine: Box<dyn Engine + 'a>,
}

/// What a solver needs of an engine. Boards are of the right shape and solvable.
pub(super) trait Engine: Send + Sync {
    fn search(
        &self,
        start: &Board,
        wanted: Wanted,
        monitor: &Monitor<'_, Threshold>,
    ) -> Result<(Found, Stats), SolveError>;
}

impl<'a> Solver<'a> {
    /// A solver for any heuristic, on one thread for each board: the reference engine.
    ///
    /// # Panics
    /// If `home`, the blank's cell in the goal, is not a cell of the board.
    pub fn with_heuristic(shape: Shape, home: usize, heuristic: Box<dyn Heuristic + 'a>) -> Self {
        let goal = Board::ordered(shape, home);
        Self {
            shape,
            goal,
            heuristic: heuristic.name(),
            engine: Box::new(Reference { heuristic, goal }),
        }
    }

    /// A solver for pattern databases: the tuned engine where it can use the
    /// tables (at most 16 look-ups a board, or eight if some take a byte an entry), else the reference.
    ///
    /// Hard boards are searched on all threads of rayon's current pool.
    pub fn with_patterns<B: AsRef<[u8]> + Send + Sync + 'a>(
        databases: AdditivePatterns<B>,
    ) -> Self {
        Self::with_tuning(databases, Tuning::default())
    }

    /// The same with the tuned engine as told, so that tests and benchmarks can compare.
    pub fn with_tuning<B: AsRef<[u8]> + Send + Sync + 'a>(
        databases: AdditivePatterns<B>,
        tuning: Tuning,
    ) -> Self {
        let (shape, home) = (databases.shape(), databases.home());
        if !patterns::fit(&databases) {
            return Self::with_heuristic(shape, home, Box::new(databases));
        }
        Self {
            shape,
            goal: Board::ordered(shape, home),
            heuristic: databases.name(),
            engine: Box::new(Patterns::new(databases, tuning)),
        }
    }

    /// The shape of the boards it solves.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The goal it solves them for.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The name of its heuristic.
    pub fn heuristic(&self) -> &str {
        &self.heuristic
    }

    /// A shortest solution.
    ///
    /// Reports each finished iteration to `monitor`, and stops within 0.2 seconds if asked to.
    ///
    /// # Errors
    /// If the board has another shape or cannot reach the goal, or the monitor asks to stop.
    pub fn solve(
        &self,
        board: &Board,
        monitor: &Monitor<'_, Threshold>,
    ) -> Result<Solution, SolveError> {
        self.check(board)?;
        let (mut found, stats) = self.engine.search(board, Wanted::First, monitor)?;
        let moves = found
            .listed
            .pop()
            .expect("a search that ends has found one");
        Ok(Solution { moves, stats })
    }

    /// Counts all shortest solutions and lists the first `limit` that turn up, in ascending order of the
    /// cells the blank moves to.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_all(
        &self,
        board: &Board,
        limit: usize,
        monitor: &Monitor<'_, Threshold>,
    ) -> Result<Solutions, SolveError> {
        self.check(board)?;
        let (mut found, stats) = self.engine.search(board, Wanted::All { limit }, monitor)?;
        found.listed.sort_unstable();
        Ok(Solutions {
            distance: found.distance,
            count: found.count,
            listed: found.listed,
            stats,
        })
    }

    /// A search for a board that cannot reach the goal would never end.
    fn check(&self, board: &Board) -> Result<(), SolveError> {
        match solvable(board, &self.goal) {
            Ok(true) => Ok(()),
            Ok(false) => Err(SolveError::Unsolvable),
            Err(_) => Err(SolveError::WrongShape {
                expected: self.shape,
                found: board.shape(),
            }),
        }
    }
}
