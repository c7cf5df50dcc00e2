//! The options of a search of a board, and its progress reports.

use tilebase_core::Instructions;

use super::checkpoint::Checkpoint;

/// The options of a search of one board.
#[derive(Default)]
pub struct SearchOptions<'a> {
    /// The saved search of the same board to continue. Default: none.
    pub resume: Option<Checkpoint>,
    /// The length of a known solution: only shorter ones are searched for. Default: none.
    pub below: Option<u32>,
    /// The number of boards after which a large search by pattern databases stops before its next
    /// iteration, as [`SolveError::Stopped`](super::SolveError::Stopped) with the rest of the
    /// search. Default: none.
    pub node_limit: Option<u64>,
    /// A function that receives the state of a large search about every five seconds, and when it
    /// is stopped. It is called on any thread, while others may wait. Default: none.
    pub save: Option<&'a (dyn Fn(&Checkpoint) + Sync)>,
    /// A function that receives the progress of a large search a few times a second. Default: none.
    pub watch: Option<&'a (dyn Fn(&SearchProgress) + Sync)>,
}

/// The settings of the tuned engine. Lengths and numbers of solutions do not depend on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// The processor instructions to use.
    pub instructions: Instructions,
    /// Whether to try every move except the one back, even if the last moves are known to lead only
    /// where others lead. Publications count the boards of that tree; otherwise there are fewer.
    pub whole_tree: bool,
    /// The most bytes for copies of tables, in which look-ups of long searches with many views are
    /// faster. Each takes about twice the size of its table, and is kept for other searches.
    pub copies: u64,
    /// The number of boards generated in all searches before copies are made. Faster look-ups make
    /// up for the time of copying after as many more boards, or twice as many.
    pub copy_after: u64,
}

impl Default for Tuning {
    /// Returns the fastest settings for this processor.
    fn default() -> Self {
        Self {
            instructions: Instructions::detect(),
            whole_tree: false,
            copies: u64::MAX,
            copy_after: 150_000_000,
        }
    }
}

/// The progress of a large search.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SearchProgress {
    /// The threshold being searched, in moves: no solution has fewer.
    pub threshold: u32,
    /// The fraction of this iteration that is done, from 0 to 1. It is an estimate, which assumes
    /// that all subtrees grow alike.
    pub done: f64,
    /// Seconds until the iteration ends, estimated from that fraction. A solution may be found
    /// earlier.
    pub left: f64,
    /// Boards that moves led to, in all iterations until now.
    pub generated: u64,
    /// Seconds since the search began, including those before it was saved.
    pub seconds: f64,
}
