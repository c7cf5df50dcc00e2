//! Searches for goals that leave cells open or have equal tiles.
//!
//! States are given by kinds ([`PartialGoal`](tilebase_core::sliding::PartialGoal)), so that boards
//! that differ only in equal tiles are one state. So many paths lead to each state that a
//! depth-first search would visit it again and again; therefore A\* keeps the states.
//!
//! - `search`: one length of solutions after another
//! - `bound`: the distances to a goal of fewer kinds
//! - `front`: the states that are kept
//! - `paths`: the shortest paths through these states

mod bound;
mod front;
mod paths;
mod search;

pub use self::{
    bound::PartialGoalBound,
    search::{PartialGoalFound, PartialGoalSearch},
};
