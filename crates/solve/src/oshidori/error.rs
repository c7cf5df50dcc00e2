//! Errors of the searches.

use thiserror::Error;
use tilebase_core::oshidori::Stones;

/// Why a search of an oshidori row gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OshidoriError {
    /// The start and the goal have different stones.
    #[error(
        "the start is a row of {start}, but the goal one of {goal}; both must have the same stones and blocks of the same width"
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
    /// The saved search is of another question.
    #[error(
        "the saved search is about {what} `{found}`, but asked for is `{expected}`; ask the same as before, or start afresh without it"
    )]
    OtherSearch {
        /// The part that differs.
        what: &'static str,
        /// The part as asked now.
        expected: String,
        /// The part as saved, shortened and escaped.
        found: String,
    },
    /// The saved search is of another version of this library.
    #[error(
        "the saved search has version {found}, but only version {expected} can go on; start afresh without it"
    )]
    OtherVersion {
        /// The version that can be read.
        expected: u32,
        /// The version found.
        found: u32,
    },
    /// The saved search is damaged, or its parts contradict each other.
    #[error("the saved search is damaged ({what}); start afresh without it")]
    Damaged {
        /// The fault.
        what: &'static str,
    },
}
