//! Optimal solutions of oshidori rows far too long for tables.
//!
//! The searches follow the gap: a move fills it with a block and leaves a gap where the block was.
//! A solution is therefore the list of the gap's places. The searches use one bound, which
//! `covering` explains: the places that the gap visits must cover all wrong cells. With it,
//! iterative deepening ([`solve()`]) tries a few thousand positions where a breadth-first search
//! stores a million, and solves rows of dozens of kinds.
//!
//! ```
//! use tilebase_core::{Monitor, oshidori::{Goal, Stones, Row}};
//! use tilebase_solve::{Proof, oshidori::{RowOptions, replay, solve}};
//!
//! let stones = Stones::of_kinds(11, 2)?;
//! let (start, goal) = (Row::start(stones), Goal::default(stones));
//! let answer = solve(&start, &goal, RowOptions::default(), &Monitor::silent())?;
//! assert_eq!(answer.length(), Some(11));
//! assert_eq!(answer.proof, Some(Proof::ConstructionAndBound));
//! let end = replay(&start, &answer.moves.expect("it is solved"));
//! assert_eq!(end, Some(Row::goal(stones)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod any_goal;
mod beam;
mod cell_set;
mod checkpoint;
mod construction;
mod covering;
mod depth_first;
mod error;
mod kernel;
mod pair;
mod parallel;
mod position;
mod reachability;
mod replay;
mod row_goal;
mod row_search;
mod ruled_row;
mod solve;
mod stone_sets;
#[cfg(test)]
mod tests;

pub use answer::{RowAnswer, RowOptions, RowProgress};
pub use checkpoint::RowCheckpoint;
pub use construction::{construction, doubling_cycles};
pub use error::OshidoriError;
pub use replay::replay;
pub use solve::{lower_bound, solutions, solve};
