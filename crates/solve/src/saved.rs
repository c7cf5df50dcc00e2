//! Errors of saved searches of boards and rows.

use thiserror::Error;

/// The reason why a saved search cannot be continued.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SavedError {
    /// It is of another question.
    #[error(
        "the saved search is about {what} `{found}`, but the question is about `{expected}`; ask \
         the same question as before, or start again without it"
    )]
    OtherSearch {
        /// The part that differs.
        what: &'static str,
        /// The part in the present question.
        expected: String,
        /// The part in the saved search, shortened and escaped.
        found: String,
    },
    /// It is of another version of this library.
    #[error(
        "the saved search has version {found}, but only version {expected} can be continued; \
         start again without it"
    )]
    OtherVersion {
        /// The version that can be read.
        expected: u32,
        /// The version found.
        found: u32,
    },
    /// It is damaged, or its parts contradict each other.
    #[error("the saved search is damaged ({what}); start again without it")]
    Damaged {
        /// The fault.
        what: &'static str,
    },
}

impl SavedError {
    /// Returns an error if a part of the question differs from the saved one.
    pub(crate) fn unless_same(
        what: &'static str,
        expected: String,
        found: &str,
    ) -> Result<(), Self> {
        if expected == found {
            return Ok(());
        }
        // The text may be anything, of any length.
        let shown = found.chars().take(400).flat_map(char::escape_default);
        Err(Self::OtherSearch {
            what,
            expected,
            found: shown.collect(),
        })
    }
}
