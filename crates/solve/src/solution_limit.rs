//! The solutions that a search looks for, on boards or rows.

/// The solutions that a search looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolutionLimit {
    /// Any one solution.
    First,
    /// Any solutions up to a number, or all if there are no more.
    Some {
        /// The number wanted; at least one is found.
        limit: usize,
    },
    /// The number of all, and a list of some.
    All {
        /// The largest number that is listed.
        limit: usize,
    },
}

impl SolutionLimit {
    /// Returns whether this many solutions are enough.
    pub(crate) fn is_met_by(self, found: usize) -> bool {
        match self {
            Self::First => found > 0,
            Self::Some { limit } => found >= limit.max(1),
            Self::All { .. } => false,
        }
    }

    /// Returns the largest number of solutions that is listed.
    pub(crate) fn listed(self) -> usize {
        match self {
            Self::First => 1,
            Self::Some { limit } => limit.max(1),
            Self::All { limit } => limit,
        }
    }
}
