//! The engine for moves of several tiles: IDA\* over row classes and column classes.
//!
//! A state is an edge between its row class and its column class, and a move leads along one of the
//! two ([`LineSpace`](tilebase_core::sliding::LineSpace)). Two moves along one line are never
//! better than one, so a shortest solution alternates: it is a path in the graph of classes, from a
//! class of the start to a class of the goal, and one move more. A search of classes instead of
//! states
//! - tries only the moves that make sense: three on a board of 4x4 cells, along the other axis than
//!   the last;
//! - bounds what is left after a move along a row by the column class alone, which is more than
//!   what the state's distance says;
//! - needs tables of classes, four times smaller than tables of states.
//!
//! Bounds come from colour tables ([`ColourBounds`]): as neighbours differ by one at most, the
//! bound's remainder modulo 3 in the table tells a class's bound from its predecessor's.
//!
//! - [`nodes`]: classes on their way, and their neighbours
//! - [`walk`]: the walk through subtrees, which is where the time goes

mod nodes;
mod walk;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tilebase_core::{
    Instructions, Kernel, Monitor,
    format::{DamagedPage, Payload},
    parallel::{self, prelude::*},
    sliding::Board,
};

use self::{
    nodes::{Node, Tables},
    walk::Walk,
};
use super::{
    control::Control,
    outcome::{Counts, Engine, Found, Scope, SearchLog, SolveError, Wanted, WholeTree},
};
use crate::{
    Iteration, Stats,
    heuristic::{ColourBounds, Heuristic},
};

/// Classes generated in an iteration after which the next uses all threads.
const LARGE: u64 = 500_000;

/// Subtrees that a search on several threads is cut into, at least.
const ROOTS: usize = 2048;

/// Subtrees that a thread takes at once.
const SHARE: usize = 16;

/// The engine for colour tables.
pub(super) struct Lines<D> {
    bounds: ColourBounds<D>,
    instructions: Instructions,
}

impl<D> Lines<D> {
    pub(super) fn new(bounds: ColourBounds<D>) -> Self {
        Self {
            bounds,
            instructions: Instructions::detect(),
        }
    }
}

impl<D: Payload + Send + Sync> Engine for Lines<D> {
    fn estimate(&self, board: &Board) -> u32 {
        self.bounds.estimate(board)
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        self.bounds.damage()
    }

    fn saves(&self) -> Option<WholeTree> {
        None
    }

    fn search(
        &self,
        start: &Board,
        wanted: Wanted,
        scope: Scope<'_>,
        control: &Control<'_>,
    ) -> Result<(Found, Stats), SolveError> {
        let (monitor, mut log) = (control.monitor, SearchLog::new(control));
        let tables = Tables::new(&self.bounds, start);
        if *start == tables.goal {
            let mut found = Found::default();
            // There is no other shortest solution.
            let _ = found.add(Vec::new(), wanted);
            log.finish(0, Counts::default());
            return Ok((found, log.close()));
        }
        let roots = tables.roots(&self.bounds, scope.without)?;
        let least = roots.iter().map(|root| u32::from(root.bound())).min();
        let first = 1 + least.unwrap_or_default();
        let mut threshold = first.max(scope.least);
        // How large an iteration is, the one before tells; only a first one is known to be small.
        let mut workers = if threshold == first { 1 } else { parallel::current_num_threads() };
        while threshold <= scope.limit {
            let moves = tables.longest();
            if threshold > moves {
                return Err(SolveError::TooLong { moves });
            }
            let iteration = Deepening {
                tables: &tables,
                instructions: self.instructions,
                wanted,
                monitor,
            };
            let (counts, found) = iteration.run(&roots, threshold, workers);
            // One solution is one; all of them are only those that a finished walk has found.
            if !wanted.are(found.listed.len()) && monitor.stopped() {
                log.add(counts);
                return Err(log.interrupted(threshold));
            }
            log.finish(threshold, counts);
            if found.count > 0 {
                return Ok((found, log.close()));
            }
            if counts.generated > LARGE {
                workers = parallel::current_num_threads();
            }
            threshold += 1;
        }
        Ok((Found::default(), log.close()))
    }
}

/// Walks within one threshold after another.
struct Deepening<'a> {
    tables: &'a Tables<'a>,
    instructions: Instructions,
    wanted: Wanted,
    monitor: &'a Monitor<'a, Iteration>,
}

impl Deepening<'_> {
    /// Looks for solutions of `threshold` moves, on so many threads. The classes of the start are
    /// the roots.
    fn run(&self, roots: &[Node], threshold: u32, workers: usize) -> (Counts, Found) {
        let met = AtomicBool::new(false);
        let mut walk = Walk::new(self.tables, self.wanted, self.monitor, &met);
        let within = roots.iter().filter_map(|root| root.within(threshold - 1));
        let mut level: Vec<Node> = within.collect();
        if workers == 1 {
            self.instructions.run(Onwards {
                walk: &mut walk,
                roots: &level,
            });
            return (walk.counts, walk.found);
        }
        while level.len() < ROOTS && !level.is_empty() {
            level = walk.widen(level);
        }
        // The bounds say little of where solutions are, but subtrees with slack are the large ones:
        // those first.
        level.sort_by_key(|node| node.bound());
        let next = AtomicUsize::new(0);
        let others: Vec<(Counts, Found)> = (0..workers)
            .into_par_iter()
            .map(|_| {
                let mut walk = Walk::new(self.tables, self.wanted, self.monitor, &met);
                loop {
                    let first = next.fetch_add(SHARE, Ordering::Relaxed).min(level.len());
                    let roots = &level[first..level.len().min(first + SHARE)];
                    if roots.is_empty() || met.load(Ordering::Relaxed) {
                        return (walk.counts, walk.found);
                    }
                    self.instructions.run(Onwards {
                        walk: &mut walk,
                        roots,
                    });
                }
            })
            .collect();
        let (mut counts, mut found) = (walk.counts, walk.found);
        for (other, more) in others {
            counts += other;
            found.merge(more, self.wanted);
        }
        (counts, found)
    }
}

/// A walk through the subtrees of some roots, as compiled for a processor.
struct Onwards<'a, 'b> {
    walk: &'a mut Walk<'b>,
    roots: &'a [Node],
}

impl Kernel for Onwards<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.walk.walk(self.roots);
    }
}
