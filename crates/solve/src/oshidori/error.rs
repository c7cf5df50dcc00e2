//! Why there is no answer.

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
    /// No moves lead to the goal.
    #[error("no moves lead from the start to the goal: {reason}")]
    Unreachable {
        /// Why, for people.
        reason: &'static str,
    },
    /// A saved search of something else.
    #[error(
        "the saved search is about {what} `{found}`, but asked for is `{expected}`; ask the same as before, or start afresh without it"
    )]
    OtherSearch {
        /// What differs.
        what: &'static str,
        /// As asked now.
        expected: String,
        /// As saved.
        found: String,
    },
    /// A saved search of another version of this library.
    #[error(
        "the saved search has version {found}, but only version {expected} can go on; start afresh without it"
    )]
    OtherVersion {
        /// The version that can be read.
        expected: u32,
        /// The version found.
        found: u32,
    },
    /// A saved search whose parts contradict each other.
    #[error("the saved search is damaged ({what}); start afresh without it")]
    Damaged {
        /// What is wrong.
        what: &'static str,
    },
}
