//! What a search took.

use serde::{Deserialize, Serialize};

/// What a search did, on boards or rows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Stats {
    /// States whose moves were tried.
    pub expanded: u64,
    /// Moves tried: the states that they lead to, whether those were within the threshold or not.
    /// The state given is not among them.
    pub generated: u64,
    /// The lengths searched for, in moves and in order; for rows the last of them perhaps in part.
    pub thresholds: Vec<u32>,
    /// What each of these took, for boards; empty for rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<Iteration>,
    /// Seconds from beginning to end.
    pub seconds: f64,
}

/// A finished iteration: every sequence of moves within the threshold has been looked at, or a
/// solution has been found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Iteration {
    /// The greatest number of moves allowed.
    pub threshold: u32,
    /// States whose moves were tried, in this iteration.
    pub expanded: u64,
    /// Moves tried, in this iteration.
    pub generated: u64,
    /// Seconds from the beginning of the whole search to the end of this iteration.
    pub seconds: f64,
}
