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

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tilebase_core::{Instructions, format::Payload, parallel};

use self::{
    nodes::{ClassNode, ClassTables},
    walk::{ClassWalk, RootWalk},
};
use super::{
    deepening::{Walks, deepen},
    engine::{End, Engine, Request},
    log::SearchLog,
    outcome::SolveError,
};
use crate::{
    FoundSolutions,
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

    fn search(&self, request: &Request<'_>) -> Result<End, SolveError> {
        let mut log = SearchLog::new(request);
        let tables = ClassTables::new(self, request.start);
        if *request.start == tables.goal {
            let mut found = FoundSolutions::default();
            // There is no other shortest solution.
            let _ = found.add(Vec::new(), request.wanted);
            log.finish(0, Counts::default());
            found.stats = log.close();
            return Ok(End::Done(found));
        }
        let roots = tables.roots(self, request.without)?;
        let least = roots.iter().map(|root| u32::from(root.bound())).min();
        let first = 1 + least.unwrap_or_default();
        let threshold = first.max(request.least);
        let mut walks = ClassWalks {
            bounds: self,
            tables: &tables,
            roots,
            request,
            // The size of an iteration is estimated from the one before; only the first is known to
            // be small.
            workers: if threshold == first { 1 } else { parallel::current_num_threads() },
        };
        let found = FoundSolutions::default();
        deepen(&mut walks, threshold, found, request, log)
    }
}

/// The walks of one search, from the classes of the start.
struct ClassWalks<'a> {
    bounds: &'a dyn Heuristic,
    tables: &'a ClassTables<'a>,
    roots: Vec<ClassNode>,
    request: &'a Request<'a>,
    /// The threads that walk.
    workers: usize,
}

impl Walks for ClassWalks<'_> {
    const STEP: u32 = 1;

    fn longest(&self) -> u32 {
        self.tables.longest()
    }

    fn walk(&mut self, threshold: u32, _: &SearchLog<'_>) -> (Counts, FoundSolutions) {
        let met = AtomicBool::new(false);
        let walk = || ClassWalk {
            tables: self.tables,
            request: self.request,
            met: &met,
            counts: Counts::default(),
            found: FoundSolutions::default(),
        };
        let within = self.roots.iter().map(|root| root.within(threshold - 1));
        let (mut first, mut level) = (walk(), within.flatten().collect::<Vec<ClassNode>>());
        while self.workers > 1 && level.len() < ROOTS && !level.is_empty() {
            level = first.widen(&level);
        }
        // The bounds say little about where solutions are, but subtrees with slack are large, so
        // they come first.
        level.sort_by_key(|node| node.bound());
        let next = AtomicUsize::new(0);
        let others = parallel::map(0..self.workers, |_| {
            let mut walk = walk();
            loop {
                let first = next.fetch_add(SHARE, Ordering::Relaxed).min(level.len());
                let roots = &level[first..level.len().min(first + SHARE)];
                if roots.is_empty() || met.load(Ordering::Relaxed) {
                    return (walk.counts, walk.found);
                }
                let walk = &mut walk;
                Instructions::detect().run(RootWalk { walk, roots });
            }
        });
        let (mut counts, mut found) = (first.counts, first.found);
        for (other, more) in others {
            counts += other;
            found.merge(more, self.request.wanted);
        }
        (counts, found)
    }

    fn check(&self) -> Result<(), SolveError> {
        Ok(self.bounds.damage()?)
    }

    fn prepare(&mut self, last: Counts) -> FoundSolutions {
        if last.generated > LARGE {
            self.workers = parallel::current_num_threads();
        }
        FoundSolutions::default()
    }
}
