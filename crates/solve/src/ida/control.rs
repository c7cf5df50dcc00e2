//! What a search of a board is given beside the board, and what it reports.

use tilebase_core::Monitor;

use super::checkpoint::{Checkpoint, SearchState};
use crate::Iteration;

/// What a search of one board takes beside its monitor.
#[derive(Default)]
pub struct Options<'a> {
    /// The search of the same board to go on with. Default: none.
    pub resume: Option<Checkpoint>,
    /// The moves of a solution that is known: only shorter ones are searched for. Default: none.
    pub below: Option<u32>,
    /// Gets the state of a large search now and then, about every five seconds, and when it is
    /// stopped. It is called on any thread, while others may wait. Default: none.
    pub save: Option<&'a (dyn Fn(&Checkpoint) + Sync)>,
    /// Gets the progress of a large search a few times a second. Default: none.
    pub watch: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

/// How far a large search has come.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The threshold being searched, in moves: no solution has fewer.
    pub threshold: u32,
    /// The share of this iteration that is done, from 0 to 1. An estimate: subtrees are taken to
    /// grow alike.
    pub done: f64,
    /// Seconds until the iteration ends, estimated from that share. A solution may come earlier.
    pub left: f64,
    /// Boards that moves led to, in all iterations so far.
    pub generated: u64,
    /// Seconds since the search began, including those before it was saved.
    pub seconds: f64,
}

/// What an engine knows of its caller.
pub(super) struct Control<'a> {
    pub(super) monitor: &'a Monitor<'a, Iteration>,
    pub(super) resume: Option<SearchState>,
    pub(super) save: Option<&'a (dyn Fn(SearchState) + Sync)>,
    pub(super) watch: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

impl<'a> Control<'a> {
    /// Returns that of a caller who only watches iterations.
    pub(super) fn new(monitor: &'a Monitor<'a, Iteration>) -> Self {
        Self {
            monitor,
            resume: None,
            save: None,
            watch: None,
        }
    }
}
