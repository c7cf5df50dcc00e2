//! The results of searches.

use std::ops::ControlFlow;

use thiserror::Error;
use tilebase_core::{format::DamagedPage, sliding::Shape};

use super::checkpoint::Checkpoint;
use crate::{
    FoundSolutions, SavedError, Stats, deepening::StopReason, solution_limit::SolutionLimit,
    table::TableError,
};

/// A shortest solution.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BoardSolution {
    /// The cells that the blank moves to, one after another: as many as the distance.
    pub moves: Vec<u8>,
    /// The cost of the search.
    pub stats: Stats,
}

/// What is known of a search that was stopped.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Stopped {
    /// Why it was stopped.
    pub reason: StopReason,
    /// A proven bound: no solution is shorter.
    pub at_least: u32,
    /// The cost until then. The totals include the unfinished iteration.
    pub stats: Stats,
    /// The search to continue, if it is a large one by pattern databases.
    pub rest: Option<Checkpoint>,
}

/// The reason why there is no answer.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board has another shape.
    #[error("a board of {found} cannot be solved with a solver for {expected} boards")]
    WrongShape {
        /// The solver's shape.
        expected: Shape,
        /// The board's shape.
        found: Shape,
    },
    /// No sequence of moves leads to the goal.
    #[error("the board cannot reach the goal: its permutation has the wrong parity")]
    Unsolvable,
    /// A table of the search is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedPage),
    /// The saved search cannot be continued.
    #[error(transparent)]
    Saved(#[from] SavedError),
    /// The monitor stopped the search, or it has generated as many boards as the options allow.
    #[error(
        "interrupted: at least {} needed",
        match .0.at_least { 1 => "1 move is".to_owned(), moves => format!("{moves} moves are") }
    )]
    Stopped(Box<Stopped>),
    /// No solution is shorter than the one that is known.
    #[error("no solution is shorter than the one that is known")]
    NoneShorter(Stats),
    /// A colour table is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no solution within the longest length that can be searched. No board is known to
    /// need nearly as many moves, so the tables are most likely wrong.
    #[error(
        "no solution of up to {moves} moves was found, and longer ones are not searched for: \
        verify the tables, which may be damaged"
    )]
    TooLong {
        /// The longest length that can be searched, in moves.
        moves: u32,
    },
}

impl SolveError {
    /// Returns the error [`TooLong`](Self::TooLong) for a threshold above this number of moves.
    pub(crate) fn if_longer(threshold: u32, moves: u32) -> Result<(), Self> {
        if threshold > moves { Err(Self::TooLong { moves }) } else { Ok(()) }
    }
}

impl<M> FoundSolutions<M> {
    /// Adds a solution, and returns whether to search for more.
    pub(crate) fn add(&mut self, moves: Vec<M>, wanted: SolutionLimit) -> ControlFlow<()> {
        self.distance = moves.len() as u32;
        self.count += 1;
        if self.listed.len() < wanted.listed() {
            self.listed.push(moves);
        }
        if wanted.is_met_by(self.listed.len()) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Adds the solutions of another part of the search.
    pub(super) fn merge(&mut self, other: Self, wanted: SolutionLimit) {
        self.count += other.count;
        self.distance = self.distance.max(other.distance);
        self.listed.extend(other.listed);
        self.listed.truncate(wanted.listed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_of_parts_are_counted_and_as_many_listed_as_wanted() {
        let wanted = SolutionLimit::All { limit: 3 };
        let part = |moves: [u8; 2]| {
            let mut found = FoundSolutions::default();
            for first in moves {
                assert!(found.add(vec![first, 9, 9], wanted).is_continue());
            }
            found
        };
        let (mut whole, other) = (part([1, 2]), part([3, 4]));
        whole.merge(FoundSolutions::default(), wanted);
        assert_eq!((whole.count, whole.distance), (2, 3));
        whole.merge(other, wanted);
        assert_eq!((whole.count, whole.distance), (4, 3));
        let first = whole.listed.iter().map(|moves| moves[0]);
        assert!(first.eq([1, 2, 3]));
        let mut empty = FoundSolutions::default();
        empty.merge(part([5, 6]), wanted);
        assert_eq!((empty.count, empty.distance), (2, 3));
    }
}
