//! Errors of the searches.

use thiserror::Error;
use tilebase_core::oshidori::Stones;

use crate::SavedError;

/// The reason why a search of an oshidori row gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OshidoriError {
    /// The start and the goal have different stones.
    #[error(
        "the start is a row of {start}, but the goal one of {goal}; both must have the same \
         stones and blocks of the same width"
    )]
    OtherPuzzle {
        /// The puzzle of the start.
        start: Stones,
        /// The puzzle of the goal.
        goal: Stones,
    },
    /// No moves lead from the start to the goal.
    #[error("no moves lead from the start to the goal: {reason}")]
    Unreachable {
        /// The reason, for people.
        reason: &'static str,
    },
    /// The monitor stopped a search of several solutions.
    #[error("interrupted after {found} solutions of {moves} moves")]
    Stopped {
        /// The number found.
        found: u64,
        /// The number of moves of each.
        moves: u32,
    },
    /// The saved search cannot be continued.
    #[error(transparent)]
    Saved(#[from] SavedError),
}
