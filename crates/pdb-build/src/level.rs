//! Progress reports of builders and proofs.

/// A finished level of a breadth-first search, as builders report it to a
/// [`Monitor`](tilebase_core::Monitor).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The distance of the level from the goal, in moves.
    pub depth: u32,
    /// States first reached at this distance.
    pub new: u64,
    /// States reached at this distance or less.
    pub reached: u64,
    /// All states; some may be out of reach.
    pub total: u64,
}

impl Level {
    /// Returns the last level, given the numbers of states of all levels.
    pub(crate) fn last(counts: &[u64], total: u64) -> Self {
        Self {
            depth: counts.len().saturating_sub(1) as u32,
            new: counts.last().copied().unwrap_or_default(),
            reached: counts.iter().sum(),
            total,
        }
    }
}

/// The progress of comparing states with their neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// States that have been compared.
    pub states: u64,
    /// All states.
    pub total: u64,
}

/// Levels of at most this many states are kept as lists of ranks in a table's file: the first ones
/// and the hardest, which are requested most often.
pub const LISTED_AT_MOST: usize = 65_536;
