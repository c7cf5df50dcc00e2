//! IDA\*: shortest solutions in almost no memory.
//!
//! Iterative deepening A\* walks the tree of all move sequences depth first, without moves that
//! take back the one before, and backtracks when the moves made plus a lower bound on those to come
//! ([`heuristic`](crate::heuristic)) exceed a threshold. If no solution is found, the threshold
//! rises to the least sum that exceeded it, and the walk starts again. Since every board within a
//! lower threshold has been searched before, the first solution found is a shortest one, and each
//! iteration proves a greater lower bound. (R. Korf: Depth-first iterative-deepening. Artificial
//! Intelligence 27, 1985.)
//!
//! There are three engines behind [`BoardSolver`]:
//! - the *reference* follows the paragraph above literally, for any heuristic;
//! - the *tuned* engine does the same for pattern databases on several threads, and is limited by
//!   memory alone. It leaves out moves that only lead where others lead, unless it is set to walk
//!   the whole tree. It is tested against the reference;
//! - the third, for the multi-tile metric, searches classes of boards with colour tables.
//!
//! [`BoardBound::search`](crate::heuristic::BoardBound::search) is for boards of any size and goal,
//! and ends when its caller stops it.
//!
//! Boards are canonical ([`Reduction`](tilebase_core::sliding::Reduction)), and so are the
//! solutions: lists of the cells that the blank moves to.

mod any_size;
mod checkpoint;
mod engine;
mod options;
mod outcome;
mod patterns;
mod reference;
mod row_classes;
mod solver;
mod unit_walk;

pub use crate::deepening::StopReason;
pub use any_size::RaisedBound;
pub use checkpoint::Checkpoint;
pub use options::{SearchOptions, SearchProgress, Tuning};
pub use outcome::{BoardSolution, SolveError, Stopped};
pub use solver::BoardSolver;
