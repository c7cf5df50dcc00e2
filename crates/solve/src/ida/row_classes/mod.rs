//! The engine for the multi-tile metric: IDA\* over row classes and column classes.
//!
//! A state is an edge between its row class and its column class, and a move leads along one of the
//! two ([`RowClassSpace`](tilebase_core::sliding::RowClassSpace)). Two moves along one line are
//! never better than one, so a shortest solution alternates: it is a path in the graph of classes,
//! from a class of the start to a class of the goal, and one move more. A search of classes instead
//! of states:
//! - tries only useful moves: three on a 4x4 board, along the axis that the last move did not use;
//! - bounds the moves left after a move along a row by the column class alone, which is a greater
//!   bound than that of the state;
//! - needs tables of classes, which are fewer than the states.
//!
//! Bounds come from colour tables ([`ColourBounds`]). Neighbours differ by at most one, so a table
//! holds only bounds modulo 3, and a class's bound follows from its predecessor's.
//!
//! - [`nodes`]: classes under search, and their neighbours
//! - [`walk`]: the walk through subtrees, which takes most of the time

mod nodes;
mod walk;

use tilebase_core::{Instructions, format::Payload, parallel};

use self::{
    nodes::{ClassNode, ClassTables},
    walk::{ClassWalk, RootWalk},
};
use super::{
    checkpoint::SearchState,
    engine::{BoardEnd, Engine, Request},
    outcome::SolveError,
};
use crate::{
    FoundSolutions,
    deepening::{ThresholdResult, ThresholdSearch, deepen, jobs::JobQueue, log::Log},
    heuristic::{ColourBounds, Heuristic},
    stats::Counts,
};

/// If an iteration generates more classes than this, the next uses all threads.
const LARGE: u64 = 500_000;

/// The least number of subtrees into which a search on several threads is divided.
const ROOTS: usize = 2048;

/// The number of subtrees that a thread takes at once.
const SHARE: usize = 16;

/// The engine for colour tables.
impl<D: Payload + Send + Sync> Engine for ColourBounds<D> {
    fn heuristic(&self) -> &dyn Heuristic {
        self
    }

    fn search(&self, request: &Request<'_>) -> Result<BoardEnd, SolveError> {
        let tables = ClassTables::new(self, request.start);
        let (mut log, mut found) = (request.log(), FoundSolutions::default());
        let mut roots = Vec::new();
        if *request.start == tables.goal {
            // There is no other shortest solution.
            let _ = found.add(Vec::new(), request.wanted);
            log.finish(0, Counts::default());
        } else {
            roots = tables.roots(self, request.excluded_first_move)?;
        }
        let least = roots.iter().map(|root| u32::from(root.bound())).min();
        let first = 1 + least.unwrap_or_default();
        let threshold = first.max(request.least);
        let mut search = ClassDeepening {
            bounds: self,
            tables: &tables,
            roots,
            request,
            // The size of an iteration is estimated from the one before; only the first is known to
            // be small.
            threads: if threshold == first { 1 } else { parallel::current_num_threads() },
        };
        deepen(&mut search, threshold, request.limit, found, log)
    }
}

/// A search from the classes of the start.
struct ClassDeepening<'a> {
    bounds: &'a dyn Heuristic,
    tables: &'a ClassTables<'a>,
    roots: Vec<ClassNode>,
    request: &'a Request<'a>,
    /// The number of threads that search.
    threads: usize,
}

impl ThresholdSearch<u8, SearchState, SolveError> for ClassDeepening<'_> {
    fn search(
        &mut self,
        threshold: u32,
        _: &mut Log<'_>,
    ) -> Result<ThresholdResult<u8>, SolveError> {
        SolveError::if_longer(threshold, self.tables.longest())?;
        let walk = || ClassWalk {
            tables: self.tables,
            request: self.request,
            counts: Counts::default(),
            found: FoundSolutions::default(),
        };
        let within = self.roots.iter().map(|root| root.within(threshold - 1));
        let (mut first, mut level) = (walk(), within.flatten().collect::<Vec<ClassNode>>());
        while self.threads > 1 && level.len() < ROOTS && !level.is_empty() {
            level = first.widen(&level);
        }
        // The bounds say little about where solutions are, but subtrees with slack are large, so
        // they come first.
        level.sort_by_key(|node| node.bound());
        let queue = JobQueue::new(0..if first.is_done() { 0 } else { level.len() });
        let walks = queue.run(self.threads, SHARE, &walk, &|walk, jobs| {
            let roots = &level[jobs];
            Instructions::detect().run(RootWalk {
                walk,
                roots,
                is_over: &|| queue.leaves_out(0) || self.request.monitor.stopped(),
            })
        });
        let (mut counts, mut found) = (first.counts, first.found);
        for walk in walks {
            counts += walk.counts;
            found.merge(walk.found, self.request.wanted);
        }
        let searched = self.request.searched(counts, found, threshold + 1);
        self.bounds.damage()?;
        Ok(searched)
    }

    fn prepare(&mut self, _: u32, last: Counts, _: &Log<'_>) -> FoundSolutions {
        if last.generated > LARGE {
            self.threads = parallel::current_num_threads();
        }
        FoundSolutions::default()
    }
}
