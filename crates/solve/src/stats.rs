//! The cost of a search.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// The cost of a search of a board or row.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Stats {
    /// States whose moves were tried.
    pub expanded: u64,
    /// Moves tried, whether or not the states that they lead to were within the threshold.
    pub generated: u64,
    /// The lengths searched for, in moves and in order; for rows, the last one perhaps only in
    /// part.
    pub thresholds: Vec<u32>,
    /// The cost of each of these for boards; empty for rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<Iteration>,
    /// Seconds from the beginning to the end.
    pub seconds: f64,
}

/// A finished iteration: every sequence of moves within the threshold has been searched, or a
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

/// The numbers of states expanded and generated, as in [`Stats`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

impl AddAssign<Counts> for Stats {
    fn add_assign(&mut self, more: Counts) {
        self.expanded += more.expanded;
        self.generated += more.generated;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_added() {
        let mut sum = Counts {
            expanded: 7,
            generated: 20,
        };
        sum += Counts {
            expanded: 3,
            generated: 5,
        };
        assert_eq!((sum.expanded, sum.generated), (10, 25));
    }
}
