//! Thresholds, threads and solutions.
//!
//! A search is divided at its roots: the boards a few moves from the start ([`Frontier`]). Each
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

    /// Moves the roots further from the start until none should take long, judged by the last
    /// iteration.
    fn refine(&self, frontier: &mut Frontier<CELLS, SLOTS, WORDS>) {
        let largest = |frontier: &Frontier<CELLS, SLOTS, WORDS>| {
            let sizes = frontier.subtrees.iter().map(|subtree| subtree.size);
            sizes.max().unwrap_or(0)
        };
        // One more move divides a root into about two parts of half its size.
        let mut size = largest(frontier);
        while size > LARGEST && frontier.lacks(MOST_ROOTS) {
            frontier.widen(self.0.tables, self.0.instructions, &mut B::new());
            size /= 2;
        }
        frontier.sort();
    }

    /// Returns the state of a search. `subtrees` says which roots have been walked, and `walked`
    /// has their counts.
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

    /// Widens the frontier from the start to the roots of a saved search, whose first threshold is
    /// `first`. Returns its threshold, and the counts of the roots that have been walked.
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
        // Their counts are already in the totals.
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

    /// Widens a frontier to at least `enough` boards, leaving one out. Stops early at the first
    /// solutions.
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
        // What it found, and the caller's request, show whether it ended early.
        let met = AtomicBool::new(false);
        let _ = self.walk(frontier, &all, threshold, search, &met, &mut found);
        (std::mem::take(&mut search.counts), found)
    }

    /// Walks the remaining roots within a threshold on all threads, and reports and saves
    /// meanwhile. Returns the walked subtrees, the counts and the solutions.
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
                // A panic in a callback on another thread leaves nothing inconsistent.
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
                    // Roots that were cut off by damaged tables are not done.
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

    /// Walks some roots. Breaks if no others need to be walked. The second walks that find the ends
    /// of solutions are not counted.
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

    /// Returns the board to which the first `moves` of a trail lead from a root.
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
    /// The counts of the roots that have been walked within the current threshold.
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

/// Records the first moves of solutions.
struct PrefixRecorder<'a> {
    tables: &'a Tables<'a>,
    control: &'a Control<'a>,
    wanted: Wanted,
    /// Set when enough solutions have been found.
    met: &'a AtomicBool,
    /// The depth of the roots.
    depth: u16,
    /// For each solution, the root, the first moves from there, and their number: as many as the
    /// trail holds, but not the last.
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
        // Different first moves belong to different solutions.
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
