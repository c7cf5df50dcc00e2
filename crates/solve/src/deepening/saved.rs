//! The common part of saved searches of boards and of rows.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilebase_core::{Stopwatch, checksum_of};

/// More states and milliseconds than any search counts.
pub(crate) const MOST_COUNTED: u64 = 1 << 60;

/// The state of a kind of search.
pub(crate) trait SavedState: Clone + Serialize {
    /// The subject of a search.
    type Question: Serialize;

    /// Raised whenever the checksum changes, or states get another meaning.
    const VERSION: u32;

    /// Returns the parts of a question, with their names in messages.
    fn named_parts(question: &Self::Question) -> Vec<(&'static str, String)>;

    /// Returns the state as far as the checksum protects it.
    fn protected(&self) -> Self {
        self.clone()
    }
}

/// A saved search: the version of its form, its subject, its state, and the checksum of all this.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SealedSearch<Q, S> {
    version: u32,
    #[serde(flatten)]
    question: Q,
    #[serde(flatten)]
    pub(crate) state: S,
    checksum: u64,
}

impl<S: SavedState> SealedSearch<S::Question, S> {
    pub(crate) fn new(question: S::Question, state: S) -> Self {
        let saved = Self {
            version: S::VERSION,
            question,
            state,
            checksum: 0,
        };
        saved.sealed()
    }

    /// Returns the search with the checksum that fits it.
    pub(crate) fn sealed(mut self) -> Self {
        self.checksum = self.sum();
        self
    }

    fn sum(&self) -> u64 {
        checksum_of(&(self.version, &self.question, self.state.protected()))
    }

    /// Refuses a search that is about another question, or is not as it was saved.
    pub(crate) fn check(&self, expected: &S::Question) -> Result<(), SavedError> {
        if self.version != S::VERSION {
            return Err(SavedError::OtherVersion {
                expected: S::VERSION,
                found: self.version,
            });
        }
        if self.checksum != self.sum() {
            return Err(SavedError::Damaged("its checksum is wrong"));
        }
        let (expected, saved) = (S::named_parts(expected), S::named_parts(&self.question));
        for ((what, expected), (_, saved)) in expected.into_iter().zip(saved) {
            if expected != saved {
                // The text may be anything, of any length.
                let shown = saved.chars().take(400).flat_map(char::escape_default);
                let found = shown.collect();
                return Err(SavedError::OtherSearch {
                    what,
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }
}

/// Says when a search is to be saved. The first time is at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SaveTimer {
    every: Duration,
    saved: Option<Stopwatch>,
}

impl SaveTimer {
    pub(crate) fn new(every: Duration) -> Self {
        Self { every, saved: None }
    }

    /// Returns whether it is time to save. If so, the next time is counted from now.
    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.saved.is_none_or(|saved| saved.elapsed() >= self.every);
        if due {
            self.saved = Some(Stopwatch::start());
        }
        due
    }
}

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
        /// The part in the current question.
        expected: String,
        /// The part in the saved search, shortened and escaped.
        found: String,
    },
    /// It has a form of another version.
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
    #[error("the saved search is damaged ({0}); start again without it")]
    Damaged(&'static str),
}
