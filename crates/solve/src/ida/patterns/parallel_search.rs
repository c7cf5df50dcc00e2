//! The search of one threshold after another on several threads.
//!
//! A search is divided at its roots: the boards a few moves from the start ([`Roots`]). Each
//! iteration searches the subtrees of all roots within one threshold. Small iterations run on the
//! caller's thread; once one has been large, the search is divided into thousands of roots, and the
//! threads of rayon's current pool take a few of them at a time. Roots whose subtrees were largest
//! in the iteration before come first, because solutions are likely where many boards are within
//! the threshold. Roots that become too large are divided. The number of moves does not depend on
//! which thread finds a solution first, since every lower threshold has been searched completely.

use std::{
    mem,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

use tilebase_core::parallel;

use super::{
    super::{checkpoint::SearchState, engine::BoardEnd, outcome::SolveError},
    batch::BatchLookup,
    iteration::{RootIteration, SAVE},
    kernel::SubtreeSearch,
    node::{MOST, SearchNode},
    root_search::{RootSearch, SearchTask},
    roots::{Roots, States, Subtree},
};
use crate::{
    FoundSolutions, SavedError,
    deepening::{
        ThresholdResult, ThresholdSearch, deepen, jobs::JobQueue, log::Log, saved::SaveTimer,
    },
    stats::Counts,
};

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
const AT_ONCE: [u64; 2] = [5_000_000, 50_000];
/// A search is large once an iteration has generated more boards than this.
const LARGE: u64 = 1_000_000;

/// A search with the look-ups `L`.
pub(super) struct ParallelSearch<'a, const LANES: usize, L: BatchLookup<LANES>> {
    task: SearchTask<'a>,
    roots: Roots<L::Node>,
    /// The counts of the roots that have been searched within the current threshold.
    walked: Counts,
    /// Whether the roots are many, and all threads search.
    is_large: bool,
    save_timer: SaveTimer,
}

impl<'a, const LANES: usize, L: BatchLookup<LANES>> ParallelSearch<'a, LANES, L> {
    /// Searches for the solutions that are requested.
    pub(super) fn run(task: SearchTask<'a>) -> Result<BoardEnd, SolveError> {
        let (tables, request, start) = (task.tables, task.request, task.request.start);
        let log = request.log();
        tables.damage(&|| request.monitor.stopped())?;
        let states = States::first(tables, start.blank());
        let mut search = Self {
            task,
            roots: Roots::new(tables, start, &(task.slots)(start), Vec::new(), states),
            walked: Counts::default(),
            is_large: request.resume.is_some(),
            save_timer: SaveTimer::new(SAVE),
        };
        let mut threshold = search.roots.threshold();
        let mut found = FoundSolutions::default();
        if let Some(saved) = request.resume {
            search.reopen(threshold, saved)?;
            threshold = saved.threshold;
        } else {
            threshold = threshold.max(request.least);
            found = search.widen(FEW);
        }
        let mut end = deepen(&mut search, threshold, request.limit, found, log)?;
        search.check()?;
        end.found.stats += search.roots.counts;
        Ok(end)
    }

    /// Returns an error if a table that has been read is damaged.
    fn check(&self) -> Result<(), SolveError> {
        let monitor = self.task.request.monitor;
        Ok(self.task.tables.damage(&|| monitor.stopped())?)
    }

    /// Moves the roots away from the start until there are at least `enough`, and leaves out those
    /// behind the excluded move. Stops early at the first solutions.
    fn widen(&mut self, enough: usize) -> FoundSolutions {
        let mut found = FoundSolutions::default();
        let (roots, tables) = (&mut self.roots, self.task.tables);
        let request = self.task.request;
        loop {
            for (root, node) in roots.nodes.iter().enumerate() {
                if node.is_goal(tables)
                    && found
                        .add(roots.path(tables, root), request.wanted)
                        .is_break()
                {
                    break;
                }
            }
            if found.count > 0 || !roots.lacks(enough) {
                roots.sort();
                return found;
            }
            roots.widen::<LANES, L>(tables, self.task.instructions);
            if let Some(board) = request.excluded_first_move {
                roots.leave_out(board);
            }
        }
    }

    /// Moves the roots away from the start until none should take long, judged by the last
    /// iteration.
    fn refine(&mut self) {
        let (tables, instructions) = (self.task.tables, self.task.instructions);
        let sizes = self.roots.subtrees.iter().map(|subtree| subtree.size);
        // One more move divides a root into about two parts of half its size.
        let mut size = sizes.max().unwrap_or(0);
        while size > LARGEST && self.roots.lacks(MOST_ROOTS) {
            self.roots.widen::<LANES, L>(tables, instructions);
            size /= 2;
        }
        self.roots.sort();
    }

    /// Moves the roots away from the start, whose first threshold is `first`, to those of a saved
    /// search.
    fn reopen(&mut self, first: u32, saved: &SearchState) -> Result<(), SavedError> {
        let over = saved.threshold.checked_sub(first);
        if over.is_none_or(|over| over % 2 == 1 || u64::from(over) >= 2 * MOST) {
            return Err(SavedError::Damaged("its threshold is out of range"));
        }
        let (roots, count) = (&mut self.roots, saved.sizes.len());
        while roots.depth < saved.depth && roots.lacks(count) {
            roots.widen::<LANES, L>(self.task.tables, self.task.instructions);
        }
        if roots.depth != saved.depth || roots.nodes.len() != count {
            let what = "its parts are not those of this search";
            return Err(SavedError::Damaged(what));
        }
        // Their counts are already in the totals.
        roots.counts = Counts::default();
        for (at, root) in roots.in_order_of_moves().into_iter().enumerate() {
            let (size, walked) = (saved.sizes[at], saved.walked[at]);
            roots.subtrees[root] = Subtree { size, walked };
        }
        roots.sort();
        self.walked = Counts {
            expanded: saved.walked_expanded,
            generated: saved.walked_generated,
        };
        Ok(())
    }

    /// Returns the state of the search. `subtrees` says which roots have been searched, and
    /// `walked` has their counts.
    fn state(
        &self,
        subtrees: &[Subtree],
        threshold: u32,
        walked: Counts,
        log: &Log<'_>,
    ) -> SearchState {
        let order = self.roots.in_order_of_moves();
        SearchState {
            threshold,
            depth: self.roots.depth,
            expanded: log.stats.expanded + self.roots.counts.expanded,
            generated: log.stats.generated + self.roots.counts.generated,
            milliseconds: log.milliseconds(),
            iterations: log.stats.iterations.clone(),
            walked_expanded: walked.expanded,
            walked_generated: walked.generated,
            sizes: order.iter().map(|&root| subtrees[root].size).collect(),
            walked: order.iter().map(|&root| subtrees[root].walked).collect(),
        }
    }

    /// Reports and saves a large search, if it is time to.
    fn publish(&self, iteration: &mut RootIteration, threshold: u32, log: &Log<'_>) {
        let request = self.task.request;
        if let Some(watch) = request.watch
            && iteration.must_report()
        {
            let generated = log.stats.generated + iteration.counts.generated;
            watch(&iteration.progress(threshold, generated, log.seconds()));
        }
        if let Some(save) = request.save
            && iteration.save_timer.is_due()
            // Roots that were cut off by damaged tables are not done.
            && self.check().is_ok()
        {
            save(self.state(&iteration.subtrees, threshold, iteration.counts, log));
        }
    }
}

impl<const LANES: usize, L: BatchLookup<LANES>> ThresholdSearch<u8, SearchState, SolveError>
    for ParallelSearch<'_, LANES, L>
{
    /// Searches the remaining roots within a threshold. If they are many, does so on all threads,
    /// and reports and saves meanwhile.
    fn search(
        &mut self,
        threshold: u32,
        log: &mut Log<'_>,
    ) -> Result<ThresholdResult<u8>, SolveError> {
        SolveError::if_longer(threshold, self.roots.longest())?;
        let iteration = RootIteration::new(
            mem::take(&mut self.roots.subtrees),
            mem::take(&mut self.walked),
            self.save_timer,
        );
        let (left, mut counts) = (iteration.left(), iteration.counts);
        let iteration = Mutex::new(iteration);
        let threads = if self.is_large { parallel::current_num_threads() } else { 1 };
        let last = log.stats.iterations.last();
        let last = last.map_or(LARGE, |last| last.generated);
        let share = AT_ONCE[usize::from(threads > 1)] * self.roots.nodes.len() as u64 / last.max(1);
        // A walk numbers its roots in 16 bits.
        let share = share.clamp(1, u16::MAX.into()) as usize;
        let (task, queue) = (&self.task, JobQueue::new(0..left.len()));
        let begin = || RootSearch::<LANES, L> {
            task,
            roots: &self.roots,
            threshold,
            queue: &queue,
            walk: SubtreeSearch::new(task.tables),
            counts: Counts::default(),
            found: FoundSolutions::default(),
        };
        let searches = queue.run(threads, share, &begin, &|search, jobs| {
            let roots = &left[jobs];
            let more = search.search(roots)?;
            // A panic in a callback on another thread leaves nothing inconsistent.
            let mut iteration = iteration.lock().unwrap_or_else(PoisonError::into_inner);
            iteration.finish(roots, &search.walk.sizes, more);
            if self.is_large {
                self.publish(&mut iteration, threshold, log);
            }
            ControlFlow::Continue(())
        });
        let mut found = FoundSolutions::default();
        for search in searches {
            counts += search.counts;
            found.merge(search.found, task.request.wanted);
        }
        let iteration = iteration.into_inner();
        let iteration = iteration.unwrap_or_else(PoisonError::into_inner);
        self.save_timer = iteration.save_timer;
        (self.roots.subtrees, self.walked) = (iteration.subtrees, iteration.counts);
        let next = threshold.saturating_add(2);
        let searched = self.task.request.searched(counts, found, next);
        self.check()?;
        Ok(searched)
    }

    fn prepare(&mut self, _: u32, last: Counts, _: &Log<'_>) -> FoundSolutions {
        self.walked = Counts::default();
        let grown = last.generated > LARGE;
        self.roots.next_iteration();
        if self.is_large {
            self.roots.sort();
            if grown {
                self.refine();
            }
        } else if grown {
            self.is_large = true;
            return self.widen(MANY);
        }
        FoundSolutions::default()
    }

    fn is_at_limit(&self, log: &Log<'_>) -> bool {
        self.is_large && log.stats.generated > self.task.request.node_limit
    }

    fn rest(&self, threshold: u32, log: &Log<'_>) -> Option<SearchState> {
        let state = || self.state(&self.roots.subtrees, threshold, self.walked, log);
        self.is_large.then(state)
    }
}
