//! Thresholds, threads and solutions.
//!
//! A search is cut at its roots: the boards a few moves from the start ([`Frontier`]). Each
//! iteration walks the subtrees of all of them within one threshold. Small iterations run on the
//! caller's thread; once one has been large, the search is cut into thousands of roots, which the
//! threads of rayon's current pool take a few at a time, those first whose subtrees were largest
//! before: solutions are where many boards are within the threshold. Roots that become too large
//! are cut. Each thread has its own [`SubtreeSearch`]; they share the number of the next root, and
//! a flag that the threshold has been met, which ends the others' walks too. Whichever thread meets
//! it first, the number of moves is the same: every lower threshold has been walked to the end.
//!
//! A walk that runs ahead of memory only knows the first moves of its path. Where it has found a
//! solution, what is left is walked once more from there, depth first; that is next to nothing.

use std::{
    collections::BTreeSet,
    marker::PhantomData,
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
        control::Control,
        deepening::{End, Walks, deepen},
        engine::Request,
        outcome::{Counts, Found, SearchLog, SolveError},
    },
    batch::Batch,
    frontier::{Frontier, Subtree},
    kernel::{Ahead, SubtreeSearch, Visitor, WalkKernel},
    node::{Head, MOST, TRAIL},
    pass::Pass,
    slots::Slot,
    tables::Tables,
};
use crate::{SavedError, wanted::Wanted};

/// Roots of a small search: enough to fill batches and to begin where it promises most.
const FEW: usize = 128;
/// Roots of a large search.
const MANY: usize = 4096;
/// A search is not cut into more roots: this many take 50 MB, and saved a megabyte.
const MOST_ROOTS: usize = 1 << 17;
/// Boards expanded below a root in an iteration after which the next cuts it: that expands some
/// five or eight times as many, in a few seconds.
const LARGEST: u64 = 2_000_000;
/// Roots that a thread takes at once: those that together generated this many boards in the
/// iteration before. Several threads share them evenly; one alone ends parts only to report and to
/// save.
const PART: [u64; 2] = [5_000_000, 50_000];
/// Boards generated in an iteration after which a search is large.
const LARGE: u64 = 1_000_000;

/// What to search, and how.
pub(super) struct Work<'a> {
    pub(super) tables: &'a Tables<'a>,
    pub(super) instructions: Instructions,
    /// Returns the look-ups of a board.
    pub(super) slots: &'a (dyn Fn(&Board) -> Vec<Slot> + Sync),
    pub(super) request: &'a Request<'a>,
    /// Boards generated after which a large search ends as [`End::HandedOver`].
    pub(super) node_limit: u64,
}

/// A search on boards of at most `CELLS` cells with at most `SLOTS` look-ups in `8 * WORDS` views,
/// which batches `B` look up.
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

    pub(super) fn search(&self) -> Result<End, SolveError> {
        let Request {
            start,
            scope,
            control,
            ..
        } = *self.0.request;
        let log = SearchLog::new(control);
        self.0.tables.damage(&|| control.monitor.stopped())?;
        let state = self.0.tables.pruning.start(start.blank());
        let mut frontier = self.frontier(start, Vec::new(), state);
        let mut threshold = frontier.threshold();
        let (mut found, mut walked) = (Found::default(), Counts::default());
        if let Some(saved) = &control.resume {
            (threshold, walked) = self.reopen(&mut frontier, threshold, saved)?;
        } else {
            threshold = threshold.max(scope.least);
            found = self.widen(&mut frontier, FEW);
        }
        let mut walks = SubtreeWalks {
            driver: self,
            frontier,
            walked,
            large: control.resume.is_some(),
            search: SubtreeSearch::new(self.0.tables),
            saved: None,
        };
        deepen(&mut walks, threshold, found, self.0.request, log)
    }

    /// Goes so many moves on that no root takes long, as far as the last iteration shows.
    fn refine(&self, frontier: &mut Frontier<CELLS, SLOTS, WORDS>) {
        let largest = |frontier: &Frontier<CELLS, SLOTS, WORDS>| {
            let sizes = frontier.subtrees.iter().map(|subtree| subtree.size);
            sizes.max().unwrap_or(0)
        };
        // A root that one more move cuts has about two parts of half its size.
        let mut size = largest(frontier);
        while size > LARGEST && frontier.lacks(MOST_ROOTS) {
            frontier.widen(self.0.tables, self.0.instructions, &mut B::new());
            size /= 2;
        }
        frontier.sort();
    }

    /// Returns the state of a search whose roots have been walked as `subtrees` say, which took
    /// `walked`.
    fn state(
        &self,
        frontier: &Frontier<CELLS, SLOTS, WORDS>,
        subtrees: &[Subtree],
        threshold: u32,
        walked: Counts,
        log: &SearchLog<'_>,
    ) -> SearchState {
        let order = frontier.in_order_of_moves();
        SearchState {
            threshold,
            depth: frontier.depth(),
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

    /// Goes on from the start to the roots of a saved search, whose first threshold is `first`.
    /// Returns its threshold and what the roots that were walked have taken.
    fn reopen(
        &self,
        frontier: &mut Frontier<CELLS, SLOTS, WORDS>,
        first: u32,
        saved: &SearchState,
    ) -> Result<(u32, Counts), SavedError> {
        let over = saved.threshold.checked_sub(first);
        if over.is_none_or(|over| over % 2 == 1 || u64::from(over) >= 2 * MOST) {
            let what = "its threshold is out of range";
            return Err(SavedError::Damaged { what });
        }
        let roots = saved.sizes.len();
        while frontier.depth() < saved.depth && frontier.lacks(roots) {
            frontier.widen(self.0.tables, self.0.instructions, &mut B::new());
        }
        if frontier.depth() != saved.depth || frontier.nodes.len() != roots {
            let what = "its parts are not those of this search";
            return Err(SavedError::Damaged { what });
        }
        // What they took is among the totals.
        frontier.counts = Counts::default();
        for (at, root) in frontier.in_order_of_moves().into_iter().enumerate() {
            let (size, walked) = (saved.sizes[at], saved.walked[at]);
            frontier.subtrees[root] = Subtree { size, walked };
        }
        frontier.sort();
        let walked = Counts {
            expanded: saved.walked_expanded,
            generated: saved.walked_generated,
        };
        Ok((saved.threshold, walked))
    }

    fn frontier(&self, board: &Board, path: Vec<u8>, state: u32) -> Frontier<CELLS, SLOTS, WORDS> {
        Frontier::new(self.0.tables, board, &(self.0.slots)(board), path, state)
    }

    /// Widens a frontier to at least `enough` boards, leaving one out. Or as far as the first
    /// solutions, if there are any.
    fn widen(&self, frontier: &mut Frontier<CELLS, SLOTS, WORDS>, enough: usize) -> Found {
        let (mut found, mut batch) = (Found::default(), B::new());
        loop {
            for (root, node) in frontier.nodes.iter().enumerate() {
                if node.is_goal(self.0.tables)
                    && (found.add(frontier.path(self.0.tables, root), self.0.request.wanted))
                        .is_break()
                {
                    break;
                }
            }
            if found.count > 0 || !frontier.lacks(enough) {
                frontier.sort();
                return found;
            }
            frontier.widen(self.0.tables, self.0.instructions, &mut batch);
            if let Some(board) = self.0.request.scope.without {
                frontier.leave_out(board);
            }
        }
    }

    /// Walks all roots within a threshold, on this thread.
    fn walk_alone(
        &self,
        frontier: &Frontier<CELLS, SLOTS, WORDS>,
        threshold: u32,
        search: &mut SubtreeSearch<'_, CELLS, SLOTS, WORDS, LANES, B>,
    ) -> (Counts, Found) {
        let mut found = Found::default();
        let all: Vec<usize> = (0..frontier.nodes.len()).collect();
        // Whether it broke off is told by what it found and by the caller.
        let met = AtomicBool::new(false);
        let _ = self.walk(frontier, &all, threshold, search, &met, &mut found);
        (std::mem::take(&mut search.counts), found)
    }

    /// Walks the roots that have not been walked within a threshold, on all threads, and reports
    /// and saves meanwhile. Returns what has been done, what it took and what it found.
    fn pass(
        &self,
        frontier: &Frontier<CELLS, SLOTS, WORDS>,
        threshold: u32,
        pass: Pass,
        log: &SearchLog<'_>,
    ) -> (Pass, Counts, Found) {
        let control = self.0.request.control;
        let left = |&root: &usize| pass.subtrees[root].walked.is_none();
        let left: Vec<usize> = (0..frontier.nodes.len()).filter(left).collect();
        let last = log
            .stats
            .iterations
            .last()
            .map_or(LARGE, |last| last.generated);
        let threads = parallel::current_num_threads();
        let part = PART[usize::from(threads > 1)];
        let share = part * frontier.nodes.len() as u64 / last.max(1);
        // A walk numbers its roots in 16 bits.
        let share = share.clamp(1, u16::MAX.into()) as usize;
        let (mut counts, mut found) = (pass.counts, Found::default());
        let (next, met, pass) = (
            AtomicUsize::new(0),
            AtomicBool::new(false),
            Mutex::new(pass),
        );
        let work = |_| -> (Counts, Found) {
            let mut search = SubtreeSearch::new(self.0.tables);
            let mut found = Found::default();
            loop {
                let first = next.fetch_add(share, Ordering::Relaxed);
                let some = left.iter().skip(first).take(share);
                let some: Vec<usize> = some.copied().collect();
                let before = search.counts;
                if some.is_empty()
                    || (self.walk(frontier, &some, threshold, &mut search, &met, &mut found))
                        .is_break()
                {
                    return (search.counts, found);
                }
                // A panic in a callback elsewhere leaves nothing half done.
                let mut pass = pass.lock().unwrap_or_else(PoisonError::into_inner);
                pass.finish(&some, &search.sizes, search.counts - before);
                if let Some(watch) = control.watch
                    && pass.must_report()
                {
                    let generated = log.stats.generated + pass.counts.generated;
                    watch(&pass.progress(threshold, generated, log.seconds()));
                }
                if let Some(save) = control.save
                    && pass.must_save()
                    // What damaged tables have turned back is not done.
                    && self.0.tables.damage(&|| control.monitor.stopped()).is_ok()
                {
                    save(self.state(frontier, &pass.subtrees, threshold, pass.counts, log));
                }
            }
        };
        for (more, others) in parallel::map(0..threads, work) {
            counts += more;
            found.merge(others, self.0.request.wanted);
        }
        let pass = pass.into_inner().unwrap_or_else(PoisonError::into_inner);
        (pass, counts, found)
    }

    /// Walks some roots. Breaks if there is no need to walk others. Walking the ends of solutions
    /// once more, to know their moves, is not counted.
    fn walk(
        &self,
        frontier: &Frontier<CELLS, SLOTS, WORDS>,
        some: &[usize],
        threshold: u32,
        search: &mut SubtreeSearch<'_, CELLS, SLOTS, WORDS, LANES, B>,
        met: &AtomicBool,
        found: &mut Found,
    ) -> ControlFlow<()> {
        let mut recorder = PrefixRecorder {
            tables: self.0.tables,
            control: self.0.request.control,
            wanted: self.0.request.wanted,
            met,
            depth: frontier.nodes.first().map_or(0, |root| root.head.depth()),
            prefixes: BTreeSet::new(),
        };
        let roots = frontier.roots(some, threshold, &self.0.tables.ones);
        let flow = self.0.instructions.run_wide(WalkKernel {
            search,
            roots,
            numbers: some.len(),
            ahead: Ahead::Batch,
            visitor: &mut recorder,
        });
        let (counts, sizes) = (search.counts, std::mem::take(&mut search.sizes));
        for (root, moves, trail) in recorder.prefixes {
            let rest = self.along(frontier, some[usize::from(root)], moves, trail);
            let mut collector = PathCollector {
                tables: self.0.tables,
                control: self.0.request.control,
                wanted: self.0.request.wanted,
                before: &rest.path(self.0.tables, 0),
                found,
            };
            let root = rest.roots(&[0], threshold, &self.0.tables.ones);
            let flow = self.0.instructions.run_wide(WalkKernel {
                search,
                roots: root,
                numbers: 1,
                ahead: Ahead::DepthFirst,
                visitor: &mut collector,
            });
            if flow.is_break() {
                break;
            }
        }
        (search.counts, search.sizes) = (counts, sizes);
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

/// The walks of one search.
struct SubtreeWalks<
    'a,
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
    B,
> {
    driver: &'a Driver<'a, CELLS, SLOTS, WORDS, LANES, B>,
    frontier: Frontier<CELLS, SLOTS, WORDS>,
    /// The counts of the roots that have been walked within the present threshold.
    walked: Counts,
    /// Whether the roots are many, and all threads walk.
    large: bool,
    /// The memory of walks on one thread.
    search: SubtreeSearch<'a, CELLS, SLOTS, WORDS, LANES, B>,
    saved: Option<Stopwatch>,
}

impl<
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
    B: Batch<CELLS, SLOTS, WORDS, LANES>,
> Walks for SubtreeWalks<'_, CELLS, SLOTS, WORDS, LANES, B>
{
    const STEP: u32 = 2;

    fn longest(&self) -> u32 {
        self.frontier.longest()
    }

    fn walk(&mut self, threshold: u32, log: &SearchLog<'_>) -> (Counts, Found) {
        if self.large {
            let subtrees = std::mem::take(&mut self.frontier.subtrees);
            let pass = Pass::new(subtrees, std::mem::take(&mut self.walked), self.saved);
            let (pass, counts, found) = self.driver.pass(&self.frontier, threshold, pass, log);
            self.saved = pass.saved();
            (self.frontier.subtrees, self.walked) = (pass.subtrees, pass.counts);
            return (counts, found);
        }
        let (frontier, search) = (&mut self.frontier, &mut self.search);
        let walked = self.driver.walk_alone(frontier, threshold, search);
        for (subtree, &size) in frontier.subtrees.iter_mut().zip(&search.sizes) {
            subtree.size = size;
        }
        walked
    }

    fn check(&self) -> Result<(), SolveError> {
        let Work {
            tables, request, ..
        } = &self.driver.0;
        Ok(tables.damage(&|| request.control.monitor.stopped())?)
    }

    fn save(&self, threshold: u32, log: &SearchLog<'_>) {
        if let Some(save) = self.driver.0.request.control.save.filter(|_| self.large) {
            let (frontier, walked) = (&self.frontier, self.walked);
            save((self.driver).state(frontier, &frontier.subtrees, threshold, walked, log));
        }
    }

    fn prepare(&mut self, last: Counts) -> Found {
        self.walked = Counts::default();
        let grown = last.generated > LARGE;
        if self.large {
            self.frontier.next_iteration();
            if grown {
                self.driver.refine(&mut self.frontier);
            }
        } else if grown {
            self.large = true;
            return self.driver.widen(&mut self.frontier, MANY);
        }
        Found::default()
    }

    fn hand_over(&self, threshold: u32, log: &SearchLog<'_>) -> Option<SearchState> {
        let over = self.large && log.stats.generated > self.driver.0.node_limit;
        let (frontier, walked) = (&self.frontier, self.walked);
        over.then(|| (self.driver).state(frontier, &frontier.subtrees, threshold, walked, log))
    }

    fn aside(&self) -> Counts {
        self.frontier.counts
    }
}

/// Notes where solutions come from.
struct PrefixRecorder<'a> {
    tables: &'a Tables<'a>,
    control: &'a Control<'a>,
    wanted: Wanted,
    /// Set when enough solutions have been found.
    met: &'a AtomicBool,
    /// The depth of the roots.
    depth: u16,
    /// Of each solution the root, and the first moves from there with their number: as many as the
    /// trail holds, and at most all but the last.
    prefixes: BTreeSet<(u16, u32, u64)>,
}

impl Visitor for PrefixRecorder<'_> {
    fn stopped(&self) -> bool {
        self.met.load(Ordering::Relaxed)
            || self.control.monitor.stopped()
            || self.tables.is_damaged()
    }

    fn solved(&mut self, head: &Head, _: &[u8]) -> ControlFlow<()> {
        let moves = u32::from(head.depth().wrapping_sub(self.depth)).saturating_sub(1);
        let moves = moves.min(TRAIL);
        let trail = head.trail & !u64::MAX.checked_shl(2 * moves).unwrap_or(0);
        self.prefixes.insert((head.root(), moves, trail));
        // Different first moves are those of different solutions.
        if !self.wanted.is_met_by(self.prefixes.len()) {
            return ControlFlow::Continue(());
        }
        self.met.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    }
}

/// Collects the solutions that a walk from one root finds.
struct PathCollector<'a> {
    tables: &'a Tables<'a>,
    control: &'a Control<'a>,
    wanted: Wanted,
    /// The moves to the root.
    before: &'a [u8],
    found: &'a mut Found,
}

impl Visitor for PathCollector<'_> {
    fn stopped(&self) -> bool {
        self.control.monitor.stopped() || self.tables.is_damaged()
    }

    fn solved(&mut self, _: &Head, path: &[u8]) -> ControlFlow<()> {
        let moves = [self.before, path].concat();
        self.found.add(moves, self.wanted)
    }
}
