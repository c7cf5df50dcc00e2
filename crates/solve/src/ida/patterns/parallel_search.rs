//! Thresholds, threads and solutions.
//!
//! A search is divided at its roots: the boards a few moves from the start ([`Roots`]). Each
//! iteration walks the subtrees of all roots within one threshold. Small iterations run on the
//! caller's thread; once one has been large, the search is divided into thousands of roots, and the
//! threads of rayon's current pool take a few of them at a time. Roots whose subtrees were largest
//! in the iteration before come first, because solutions are likely where many boards are within
//! the threshold. Roots that become too large are divided. Each thread has its own
//! [`SubtreeSearch`]; they share the number of the next root, and a flag that the threshold has
//! been met, which ends the others' walks too. The number of moves does not depend on which thread
//! meets it first, since every lower threshold has been walked completely.
//!
//! A walk in batches knows only the first moves of each path. If it finds a solution, the rest of
//! that path is found by another walk from there, depth first, which takes almost no time.

use std::{
    collections::BTreeSet,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use tilebase_core::{Instructions, Stopwatch, parallel, sliding::Board};

use super::{
    super::{
        checkpoint::SearchState,
        deepening::{Walks, deepen},
        engine::{End, Request},
        log::SearchLog,
        outcome::SolveError,
    },
    batch::BatchLookup,
    kernel::{Ahead, SubtreeSearch, SubtreeWalk},
    node::{MOST, NodeHead, SearchNode, TRAIL},
    pass::Pass,
    roots::{Roots, States, Subtree},
    slots::Slot,
    tables::SearchTables,
};
use crate::{FoundSolutions, SavedError, stats::Counts};

/// The number of roots of a small search: enough to fill batches, and to begin with the most
/// promising.
const FEW: usize = 128;
/// The number of roots of a large search.
const MANY: usize = 4096;
/// The most roots of a search. They take 50 MB of memory, and a megabyte in a saved search.
const MOST_ROOTS: usize = 1 << 17;
/// If more boards than this were expanded below a root in an iteration, the root is divided before
/// the next, which would expand five to eight times as many: a few seconds of work.
const LARGEST: u64 = 2_000_000;
/// A thread takes as many roots at once as together generated this many boards in the iteration
/// before: the first number is for one thread, which pauses only to report and to save, the second
/// for several, which have to share the roots evenly.
const PART: [u64; 2] = [5_000_000, 50_000];
/// A search is large once an iteration has generated more boards than this.
const LARGE: u64 = 1_000_000;

/// The search to make, and its settings.
#[derive(Clone, Copy)]
pub(super) struct SearchTask<'a> {
    pub(super) tables: &'a SearchTables<'a>,
    pub(super) instructions: Instructions,
    /// Returns the look-ups of a board.
    pub(super) slots: &'a (dyn Fn(&Board) -> Vec<Slot> + Sync),
    pub(super) request: &'a Request<'a>,
}

/// A search with the look-ups `L`.
pub(super) struct ParallelSearch<'a, const LANES: usize, L: BatchLookup<LANES>> {
    work: SearchTask<'a>,
    frontier: Roots<L::Node>,
    /// The counts of the roots that have been walked within the current threshold.
    walked: Counts,
    /// Whether the roots are many, and all threads walk.
    large: bool,
    saved: Option<Stopwatch>,
}

impl<'a, const LANES: usize, L: BatchLookup<LANES>> ParallelSearch<'a, LANES, L> {
    pub(super) fn search(work: SearchTask<'a>) -> Result<End, SolveError> {
        let (tables, request, start) = (work.tables, work.request, work.request.start);
        let log = SearchLog::new(request);
        tables.damage(&|| request.monitor.stopped())?;
        let states = States::first(tables, start.blank());
        let mut driver = Self {
            work,
            frontier: Roots::new(tables, start, &(work.slots)(start), Vec::new(), states),
            walked: Counts::default(),
            large: request.resume.is_some(),
            saved: None,
        };
        let mut threshold = driver.frontier.threshold();
        let mut found = FoundSolutions::default();
        if let Some(saved) = request.resume {
            driver.reopen(threshold, saved)?;
            threshold = saved.threshold;
        } else {
            threshold = threshold.max(request.least);
            found = driver.widen(FEW);
        }
        deepen(&mut driver, threshold, found, request, log)
    }

    /// Moves the roots further from the start until none should take long, judged by the last
    /// iteration.
    fn refine(&mut self) {
        let (tables, instructions) = (self.work.tables, self.work.instructions);
        let sizes = self.frontier.subtrees.iter().map(|subtree| subtree.size);
        // One more move divides a root into about two parts of half its size.
        let mut size = sizes.max().unwrap_or(0);
        while size > LARGEST && self.frontier.lacks(MOST_ROOTS) {
            self.frontier.widen::<LANES, L>(tables, instructions);
            size /= 2;
        }
        self.frontier.sort();
    }

    /// Returns the state of a search. `subtrees` says which roots have been walked, and `walked`
    /// has their counts.
    fn state(
        &self,
        subtrees: &[Subtree],
        threshold: u32,
        walked: Counts,
        log: &SearchLog<'_>,
    ) -> SearchState {
        let frontier = &self.frontier;
        let order = frontier.in_order_of_moves();
        SearchState {
            threshold,
            depth: frontier.depth,
            expanded: log.stats.expanded + frontier.counts.expanded,
            generated: log.stats.generated + frontier.counts.generated,
            milliseconds: (1000.0 * log.seconds()) as u64,
            iterations: log.stats.iterations.clone(),
            walked_expanded: walked.expanded,
            walked_generated: walked.generated,
            sizes: order.iter().map(|&root| subtrees[root].size).collect(),
            walked: order.iter().map(|&root| subtrees[root].walked).collect(),
        }
    }

    /// Widens the frontier from the start, whose first threshold is `first`, to the roots of a
    /// saved search.
    fn reopen(&mut self, first: u32, saved: &SearchState) -> Result<(), SavedError> {
        let over = saved.threshold.checked_sub(first);
        if over.is_none_or(|over| over % 2 == 1 || u64::from(over) >= 2 * MOST) {
            return Err(SavedError::Damaged("its threshold is out of range"));
        }
        let (frontier, roots) = (&mut self.frontier, saved.sizes.len());
        let (tables, instructions) = (self.work.tables, self.work.instructions);
        while frontier.depth < saved.depth && frontier.lacks(roots) {
            frontier.widen::<LANES, L>(tables, instructions);
        }
        if frontier.depth != saved.depth || frontier.nodes.len() != roots {
            let what = "its parts are not those of this search";
            return Err(SavedError::Damaged(what));
        }
        // Their counts are already in the totals.
        frontier.counts = Counts::default();
        for (at, root) in frontier.in_order_of_moves().into_iter().enumerate() {
            let (size, walked) = (saved.sizes[at], saved.walked[at]);
            frontier.subtrees[root] = Subtree { size, walked };
        }
        frontier.sort();
        self.walked = Counts {
            expanded: saved.walked_expanded,
            generated: saved.walked_generated,
        };
        Ok(())
    }

    /// Widens the frontier to at least `enough` boards, leaving one out. Stops early at the first
    /// solutions.
    fn widen(&mut self, enough: usize) -> FoundSolutions {
        let mut found = FoundSolutions::default();
        let (frontier, tables) = (&mut self.frontier, self.work.tables);
        let Request {
            wanted, without, ..
        } = *self.work.request;
        loop {
            for (root, node) in frontier.nodes.iter().enumerate() {
                if node.is_goal(tables) && found.add(frontier.path(tables, root), wanted).is_break()
                {
                    break;
                }
            }
            if found.count > 0 || !frontier.lacks(enough) {
                frontier.sort();
                return found;
            }
            frontier.widen::<LANES, L>(tables, self.work.instructions);
            if let Some(board) = without {
                frontier.leave_out(board);
            }
        }
    }

    /// Walks the remaining roots within a threshold. If they are many, does so on all threads, and
    /// reports and saves meanwhile. Returns the walked subtrees, the counts and the solutions.
    fn pass(
        &self,
        threshold: u32,
        pass: Pass,
        log: &SearchLog<'_>,
    ) -> (Pass, Counts, FoundSolutions) {
        let Request {
            wanted,
            save,
            watch,
            ..
        } = *self.work.request;
        let roots = self.frontier.nodes.len();
        let left = |&root: &usize| pass.subtrees[root].walked.is_none();
        let left: Vec<usize> = (0..roots).filter(left).collect();
        let last = log.stats.iterations.last();
        let last = last.map_or(LARGE, |last| last.generated);
        let threads = if self.large { parallel::current_num_threads() } else { 1 };
        let part = PART[usize::from(threads > 1)];
        let share = part * roots as u64 / last.max(1);
        // A walk numbers its roots in 16 bits.
        let share = share.clamp(1, u16::MAX.into()) as usize;
        let (mut counts, mut found) = (pass.counts, FoundSolutions::default());
        let (next, met) = (AtomicUsize::new(0), AtomicBool::new(false));
        let pass = Mutex::new(pass);
        let work = |_| -> (Counts, FoundSolutions) {
            let mut search = SubtreeSearch::new(self.work.tables);
            let (mut counts, mut found) = (Counts::default(), FoundSolutions::default());
            loop {
                let first = next.fetch_add(share, Ordering::Relaxed);
                let some = left.iter().skip(first).take(share);
                let some: Vec<usize> = some.copied().collect();
                if some.is_empty() {
                    return (counts, found);
                }
                let flow = self.walk_roots(&some, threshold, &mut search, &met, &mut found);
                let more = std::mem::take(&mut search.counts);
                counts += more;
                if flow.is_break() {
                    return (counts, found);
                }
                // A panic in a callback on another thread leaves nothing inconsistent.
                let mut pass = pass.lock().unwrap_or_else(PoisonError::into_inner);
                pass.finish(&some, &search.sizes, more);
                if let Some(watch) = watch.filter(|_| self.large)
                    && pass.must_report()
                {
                    let generated = log.stats.generated + pass.counts.generated;
                    watch(&pass.progress(threshold, generated, log.seconds()));
                }
                if let Some(save) = save.filter(|_| self.large)
                    && pass.must_save()
                    // Roots that were cut off by damaged tables are not done.
                    && self.check().is_ok()
                {
                    save(self.state(&pass.subtrees, threshold, pass.counts, log));
                }
            }
        };
        for (more, others) in parallel::map(0..threads, work) {
            counts += more;
            found.merge(others, wanted);
        }
        let pass = pass.into_inner().unwrap_or_else(PoisonError::into_inner);
        (pass, counts, found)
    }

    /// Walks some roots. Breaks if no others need to be walked. The second walks that find the ends
    /// of solutions are not counted.
    fn walk_roots(
        &self,
        some: &[usize],
        threshold: u32,
        search: &mut SubtreeSearch<'_, L::Node>,
        met: &AtomicBool,
        found: &mut FoundSolutions,
    ) -> ControlFlow<()> {
        let (frontier, work, tables) = (&self.frontier, &self.work, self.work.tables);
        let wanted = work.request.wanted;
        let start = (frontier.nodes.first()).map_or(0, |root| root.head().depth());
        // For each solution, the root, the first moves from there, and their number: as many as the
        // trail holds, but not the last.
        let mut prefixes = BTreeSet::new();
        let stopped = || work.request.monitor.stopped() || tables.is_damaged();
        let flow = work.instructions.run_wide(SubtreeWalk::<_, LANES, L> {
            roots: frontier.roots(some, threshold, tables),
            search,
            numbers: some.len(),
            ahead: Ahead::Batch,
            stopped: &|| met.load(Ordering::Relaxed) || stopped(),
            solved: &mut |head: &NodeHead, _: &[u8]| {
                let moves = u32::from(head.depth().wrapping_sub(start)).saturating_sub(1);
                let moves = moves.min(TRAIL);
                let trail = head.trail & !u64::MAX.checked_shl(2 * moves).unwrap_or(0);
                prefixes.insert((head.root(), moves, trail));
                // Different first moves belong to different solutions.
                if !wanted.is_met_by(prefixes.len()) {
                    return ControlFlow::Continue(());
                }
                met.store(true, Ordering::Relaxed);
                ControlFlow::Break(())
            },
        });
        let (counts, sizes) = (search.counts, std::mem::take(&mut search.sizes));
        for (root, moves, trail) in prefixes {
            let rest = self.along(some[usize::from(root)], moves, trail);
            let before = rest.path(tables, 0);
            let flow = work.instructions.run_wide(SubtreeWalk::<_, LANES, L> {
                roots: rest.roots(&[0], threshold, tables),
                search,
                numbers: 1,
                ahead: Ahead::DepthFirst,
                stopped: &stopped,
                solved: &mut |_: &NodeHead, path: &[u8]| {
                    found.add([&before, path].concat(), wanted)
                },
            });
            if flow.is_break() {
                break;
            }
        }
        (search.counts, search.sizes) = (counts, sizes);
        flow
    }

    /// Returns the board to which the first `moves` of a trail lead from a root.
    fn along(&self, root: usize, moves: u32, trail: u64) -> Roots<L::Node> {
        let (frontier, tables) = (&self.frontier, self.work.tables);
        let shape = tables.geometry.shape;
        let from = &frontier.nodes[root];
        let board = Board::from_cells(shape, &from.cells()[..shape.cells()]);
        let mut board = board.expect("nodes are of boards");
        let mut path = frontier.path(tables, root);
        for transition in tables.dividing.along(from.head().state(), trail, moves) {
            board.slide(transition.cell());
            path.push(transition.cell() as u8);
        }
        let states = frontier.states(tables, root);
        let states = states.and_then(|states| states.after(tables, trail, moves));
        let states = states.expect("moves that a walk has made");
        Roots::new(tables, &board, &(self.work.slots)(&board), path, states)
    }
}

impl<const LANES: usize, L: BatchLookup<LANES>> Walks for ParallelSearch<'_, LANES, L> {
    const STEP: u32 = 2;

    fn longest(&self) -> u32 {
        self.frontier.longest()
    }

    fn walk(&mut self, threshold: u32, log: &SearchLog<'_>) -> (Counts, FoundSolutions) {
        let subtrees = std::mem::take(&mut self.frontier.subtrees);
        let pass = Pass::new(subtrees, std::mem::take(&mut self.walked), self.saved);
        let (pass, counts, found) = self.pass(threshold, pass, log);
        self.saved = pass.saved;
        (self.frontier.subtrees, self.walked) = (pass.subtrees, pass.counts);
        (counts, found)
    }

    fn check(&self) -> Result<(), SolveError> {
        let monitor = self.work.request.monitor;
        Ok(self.work.tables.damage(&|| monitor.stopped())?)
    }

    fn save(&self, threshold: u32, log: &SearchLog<'_>) {
        if let Some(save) = self.work.request.save.filter(|_| self.large) {
            save(self.state(&self.frontier.subtrees, threshold, self.walked, log));
        }
    }

    fn prepare(&mut self, last: Counts) -> FoundSolutions {
        self.walked = Counts::default();
        let grown = last.generated > LARGE;
        self.frontier.next_iteration();
        if self.large {
            self.frontier.sort();
            if grown {
                self.refine();
            }
        } else if grown {
            self.large = true;
            return self.widen(MANY);
        }
        FoundSolutions::default()
    }

    fn hand_over(&self, threshold: u32, log: &SearchLog<'_>) -> Option<SearchState> {
        let over = self.large && log.stats.generated > self.work.request.node_limit;
        over.then(|| self.state(&self.frontier.subtrees, threshold, self.walked, log))
    }

    fn aside(&self) -> Counts {
        self.frontier.counts
    }
}
