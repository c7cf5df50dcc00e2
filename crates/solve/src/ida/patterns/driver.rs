//! Thresholds, threads and solutions.
//!
//! A search is cut at its roots: the boards a few moves from the start ([`Frontier`]). Each iteration walks
//! the subtrees of all of them within one threshold. Small iterations run on the caller's thread; once one
//! has been large, the search is cut into thousands of roots, which the threads of rayon's current pool take
//! a few at a time. Each has its own [`SubtreeSearch`]; they share the number of the next root, and a flag that the
//! threshold has been met, which ends the others' walks too. Whoever meets it first, the number of moves
//! is the same: every lower threshold has been walked to the end.
//!
//! A walk that runs ahead of memory only knows the first moves of its path. Where it has found a solution,
//! what is left is walked once more from there, depth first; that is next to nothing.

use std::{
    collections::BTreeSet,
    marker::PhantomData,
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use rayon::prelude::*;
use tilebase_core::{Instructions, Monitor, sliding::Board};

use super::{
    super::outcome::{Counts, Found, Iteration, Scope, SearchLog, SolveError, Stats, Wanted},
    batch::Batch,
    frontier::Frontier,
    kernel::{Ahead, SubtreeSearch, Visitor, Walk},
    node::{Head, TRAIL},
    tables::{Slot, Tables},
};

/// Roots of a small search: enough to fill batches and to begin where it promises most.
const FEW: usize = 128;
/// Roots of a large search.
const MANY: usize = 4096;
/// Roots that a thread takes at once.
const SHARE: usize = 8;
/// Boards generated in an iteration after which a search is large.
const LARGE: u64 = 500_000;

/// What to search, and how.
pub(super) struct Work<'a> {
    pub(super) tables: &'a Tables<'a>,
    pub(super) instructions: Instructions,
    /// The look-ups of a board.
    pub(super) slots: &'a (dyn Fn(&Board) -> Vec<Slot> + Sync),
    pub(super) wanted: Wanted,
    pub(super) monitor: &'a Monitor<'a, Iteration>,
}

/// A search on boards of at most `CELLS` cells with at most `SLOTS` look-ups in `8 * WORDS` views, which
/// batches `B` look up.
pub(super) struct Driver<
    'a,
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
    B,
>(Work<'a>, PhantomData<fn() -> B>);

impl<
    'a,
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
    B: Batch<CELLS, SLOTS, WORDS, LANES>,
> Driver<'a, CELLS, SLOTS, WORDS, LANES, B>
{
    pub(super) fn new(work: Work<'a>) -> Self {
        Self(work, PhantomData)
    }

    pub(super) fn search(
        &self,
        start: &Board,
        scope: Scope<'_>,
    ) -> Result<(Found, Stats), SolveError> {
        let mut log = SearchLog::new(self.0.monitor);
        self.0.tables.damage()?;
        let state = self.0.tables.pruning.start(start.blank());
        let mut frontier = self.frontier(start, Vec::new(), state);
        let mut threshold = frontier.threshold().max(scope.least);
        let mut found = self.widen(&mut frontier, FEW, scope.without);
        let mut search = SubtreeSearch::new(self.0.tables);
        let (mut workers, mut large) = (1, false);
        while found.count == 0 && threshold <= scope.limit {
            let moves = frontier.longest();
            if threshold > moves {
                return Err(SolveError::TooLong { moves });
            }
            let counts;
            (counts, found) = if workers == 1 {
                self.walk_alone(&frontier, threshold, &mut search)
            } else {
                self.walk_together(&frontier, threshold, workers)
            };
            self.0.tables.damage()?;
            // One solution is one; all of them are only those that a finished walk has found.
            if !self.0.wanted.are(found.listed.len()) && self.0.monitor.stopped() {
                log.add(counts);
                log.add(frontier.counts);
                return Err(log.interrupted(threshold));
            }
            log.finish(threshold, counts);
            if found.count == 0 && counts.generated > LARGE && !large {
                found = self.widen(&mut frontier, MANY, scope.without);
                (workers, large) = (rayon::current_num_threads(), true);
            }
            if large {
                frontier.sort();
            }
            threshold += 2;
        }
        log.add(frontier.counts);
        self.0.tables.damage()?;
        Ok((found, log.close()))
    }

    fn frontier(&self, board: &Board, path: Vec<u8>, state: u32) -> Frontier<CELLS, SLOTS, WORDS> {
        Frontier::new(self.0.tables, board, &(self.0.slots)(board), path, state)
    }

    /// Widens a frontier to at least `enough` boards, leaving one out. Or as far as the first solutions, if
    /// there are any.
    fn widen(
        &self,
        frontier: &mut Frontier<CELLS, SLOTS, WORDS>,
        enough: usize,
        without: Option<&Board>,
    ) -> Found {
        let mut found = Found::default();
        loop {
            for (root, node) in frontier.nodes.iter().enumerate() {
                if node.is_goal(self.0.tables)
                    && (found.add(frontier.path(self.0.tables, root), self.0.wanted)).is_break()
                {
                    break;
                }
            }
            if found.count > 0 || !frontier.lacks(enough) {
                frontier.sort();
                return found;
            }
            frontier.widen::<LANES, B>(self.0.tables, &mut B::new());
            if let Some(board) = without {
                frontier.leave_out(board);
            }
        }
    }

    /// Walks all roots within a threshold.
    fn walk_alone(
        &self,
        frontier: &Frontier<CELLS, SLOTS, WORDS>,
        threshold: u32,
        search: &mut SubtreeSearch<'_, CELLS, SLOTS, WORDS, LANES, B>,
    ) -> (Counts, Found) {
        let mut found = Found::default();
        let (all, met) = (0..frontier.nodes.len(), AtomicBool::new(false));
        // Whether it broke off is told by what it found and by the monitor.
        let _ = self.walk(frontier, all, threshold, search, &met, &mut found);
        (std::mem::take(&mut search.counts), found)
    }

    /// Walks all roots within a threshold on this many threads.
    fn walk_together(
        &self,
        frontier: &Frontier<CELLS, SLOTS, WORDS>,
        threshold: u32,
        workers: usize,
    ) -> (Counts, Found) {
        let (next, met) = (AtomicUsize::new(0), AtomicBool::new(false));
        let results: Vec<(Counts, Found)> = (0..workers)
            .into_par_iter()
            .map(|_| {
                let mut search = SubtreeSearch::new(self.0.tables);
                let mut found = Found::default();
                loop {
                    let first = next.fetch_add(SHARE, Ordering::Relaxed);
                    let some = first..frontier.nodes.len().min(first + SHARE);
                    if some.is_empty()
                        || (self.walk(frontier, some, threshold, &mut search, &met, &mut found))
                            .is_break()
                    {
                        return (search.counts, found);
                    }
                }
            })
            .collect();
        let mut total = (Counts::default(), Found::default());
        for (counts, found) in results {
            total.0 += counts;
            total.1.merge(found, self.0.wanted);
        }
        total
    }

    /// Walks some roots. Breaks if there is no need to walk others. Walking the ends of solutions once
    /// more, to know their moves, is not counted.
    fn walk(
        &self,
        frontier: &Frontier<CELLS, SLOTS, WORDS>,
        some: Range<usize>,
        threshold: u32,
        search: &mut SubtreeSearch<'_, CELLS, SLOTS, WORDS, LANES, B>,
        met: &AtomicBool,
        found: &mut Found,
    ) -> ControlFlow<()> {
        let first = some.start;
        let mut recorder = PrefixRecorder {
            tables: self.0.tables,
            monitor: self.0.monitor,
            wanted: self.0.wanted,
            met,
            depth: frontier.nodes.first().map_or(0, |root| root.head.depth()),
            prefixes: BTreeSet::new(),
        };
        let roots = frontier.roots(some, threshold, &self.0.tables.ones);
        let flow = self.0.instructions.run(Walk {
            search,
            roots,
            ahead: Ahead::Batch,
            visitor: &mut recorder,
        });
        for (size, &expanded) in frontier.sizes[first..].iter().zip(&search.sizes) {
            size.store(expanded, Ordering::Relaxed);
        }
        let counts = search.counts;
        for (root, moves, trail) in recorder.prefixes {
            let rest = self.along(frontier, first + usize::from(root), moves, trail);
            let mut collector = PathCollector {
                tables: self.0.tables,
                monitor: self.0.monitor,
                wanted: self.0.wanted,
                before: &rest.path(self.0.tables, 0),
                found,
            };
            let root = rest.roots(0..1, threshold, &self.0.tables.ones);
            let flow = self.0.instructions.run(Walk {
                search,
                roots: root,
                ahead: Ahead::DepthFirst,
                visitor: &mut collector,
            });
            if flow.is_break() {
                break;
            }
        }
        search.counts = counts;
        flow
    }

    /// Returns the board that the first `moves` of a trail lead to from a root.
    fn along(
        &self,
        frontier: &Frontier<CELLS, SLOTS, WORDS>,
        root: usize,
        moves: u32,
        trail: u64,
    ) -> Frontier<CELLS, SLOTS, WORDS> {
        let shape = self.0.tables.geometry.shape;
        let from = &frontier.nodes[root];
        let board = Board::from_cells(shape, &from.cells[..shape.cells()]);
        let mut board = board.expect("nodes are of boards");
        let mut path = frontier.path(self.0.tables, root);
        let mut state = from.head.state();
        for transition in self.0.tables.pruning.along(state, trail, moves) {
            board.slide(transition.cell());
            path.push(transition.cell() as u8);
            state = transition.next();
        }
        self.frontier(&board, path, state)
    }
}

/// Notes where solutions come from.
struct PrefixRecorder<'a> {
    tables: &'a Tables<'a>,
    monitor: &'a Monitor<'a, Iteration>,
    wanted: Wanted,
    /// Set when enough solutions have been found.
    met: &'a AtomicBool,
    /// The depth of the roots.
    depth: u16,
    /// Of each solution the root, and the first moves from there with their number: as many as the trail
    /// holds, and at most all but the last.
    prefixes: BTreeSet<(u16, u32, u64)>,
}

impl Visitor for PrefixRecorder<'_> {
    fn stopped(&self) -> bool {
        self.met.load(Ordering::Relaxed) || self.monitor.stopped() || self.tables.is_damaged()
    }

    fn solved(&mut self, head: &Head, _: &[u8]) -> ControlFlow<()> {
        let moves = u32::from(head.depth() - self.depth).saturating_sub(1);
        let moves = moves.min(TRAIL);
        let trail = head.trail & !u64::MAX.checked_shl(2 * moves).unwrap_or(0);
        self.prefixes.insert((head.root(), moves, trail));
        // Different first moves are those of different solutions.
        if !self.wanted.are(self.prefixes.len()) {
            return ControlFlow::Continue(());
        }
        self.met.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    }
}

/// Collects the solutions that a walk from one root finds.
struct PathCollector<'a> {
    tables: &'a Tables<'a>,
    monitor: &'a Monitor<'a, Iteration>,
    wanted: Wanted,
    /// The moves to the root.
    before: &'a [u8],
    found: &'a mut Found,
}

impl Visitor for PathCollector<'_> {
    fn stopped(&self) -> bool {
        self.monitor.stopped() || self.tables.is_damaged()
    }

    fn solved(&mut self, _: &Head, path: &[u8]) -> ControlFlow<()> {
        let moves = [self.before, path].concat();
        self.found.add(moves, self.wanted)
    }
}
