//! The tuned engine: IDA\* on pattern databases.
//!
//! - [`tables`]: everything a search looks up; [`slots`]: the look-ups, and what nodes keep of
//!   them; [`changes`]: what a move changes; [`entries`]: finding entries; [`ranks`]: orders of
//!   labels and their ranks
//! - [`geometry`]: moves of the blank and distances of tiles; [`pruning`]: moves that only lead
//!   where others lead
//! - [`node`]: a board of the search; [`batch`]: children, many at once, looked up in all views
//!   together ([`all_views`]) or first in one ([`tightest_first`]); in long searches, in copies of
//!   the tables ([`direct_index`], [`tightest_first_direct`])
//! - [`kernel`]: the walk through some subtrees, which takes most of the time
//! - [`roots`]: dividing a search into subtrees; [`root_search`]: the search of some of them;
//!   [`parallel_search`]: one threshold after another on several threads; [`iteration`]: the
//!   progress within one
//! - [`escalation`]: a small set of tables first, and a larger one for long searches;
//!   [`once_built`]: what one search makes for others
//!
//! The kernel is compiled for a few sizes of board and node, and each time for three kinds of
//! processor ([`Instructions`](tilebase_core::Instructions)).

#![allow(
    clippy::needless_range_loop,
    reason = "loops over columns and words are counted, as closures are not always compiled for \
              the kernel's instructions"
)]
#![cfg_attr(
    target_family = "wasm",
    allow(
        dead_code,
        reason = "a module for WebAssembly has no search in copies of tables"
    )
)]

mod all_views;
mod batch;
mod changes;
mod direct_index;
mod entries;
mod escalation;
mod geometry;
mod iteration;
mod kernel;
mod node;
mod once_built;
mod parallel_search;
mod pruning;
mod ranks;
mod root_search;
mod roots;
mod slots;
mod tables;
mod tightest_first;
mod tightest_first_direct;

pub(super) use escalation::Escalation;

use std::{
    ops::ControlFlow,
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

use tilebase_core::{
    Stopwatch,
    format::{Encoding, Payload},
    pattern::{MAX_TILES, PatternKind, colex},
    sliding::Board,
};

use self::{
    all_views::AllViews,
    batch::BatchLookup,
    changes::Changes,
    direct_index::{DirectIndex, MovesOfTiles, TileMoves},
    entries::{EntryIndex, LookupTable},
    geometry::{Geometry, MAX_SLOTS, PADDED},
    once_built::OnceBuilt,
    parallel_search::ParallelSearch,
    pruning::PruningAutomaton,
    ranks::pack,
    root_search::SearchTask,
    slots::{Slot, Views, view_ones},
    tables::SearchTables,
    tightest_first::TightestFirst,
};
use super::{
    engine::{BoardEnd, Engine, Request},
    options::Tuning,
    outcome::SolveError,
};
use crate::{
    heuristic::{AdditivePatterns, Heuristic, Lookup},
    solution_limit::SolutionLimit,
};

/// The length of the longest duplicate operators that are pruned, on boards of up to 16 cells and
/// on larger ones. Searches of larger boards are long enough to be worth a tenth of a second to
/// find more operators: compared with eight moves, twelve save between a seventh and a third of the
/// boards of a search, and most in the hardest.
const LONGEST_DUPLICATE: [usize; 2] = [8, 12];

/// The length of the longest duplicate operators that are pruned in long searches. On 5x5, making
/// the automaton takes as long as 30 million boards.
const LONGEST_IN_LONG_SEARCHES: usize = 14;

/// The tuned engine for a set of pattern databases.
pub(super) struct Patterns {
    patterns: AdditivePatterns,
    tuning: Tuning,
    geometry: Geometry,
    /// Every move except the one back, for searches of all solutions or of the whole tree.
    all: PruningAutomaton,
    /// Every move except those that only lead where others lead, for searches of one solution.
    /// Built by the first such search.
    pruned: OnceLock<PruningAutomaton>,
    sets: Box<colex::Ranker>,
    views: Views,
    changes: Box<Changes>,
    /// One for each size of pattern in use.
    numberings: [Option<EntryIndex>; MAX_TILES + 1],
    /// What long searches use, once it has been made.
    long: OnceBuilt<LongSearches>,
    /// The number of boards that searches in many views have generated without copies.
    in_tables: AtomicU64,
}

/// What long searches use instead of the tables and of the usual automaton.
struct LongSearches {
    direct: DirectIndex,
    pruned: PruningAutomaton,
}

/// Stands in for the changes of moves if there are no copies.
static NO_MOVES: MovesOfTiles = [TileMoves::NONE; PADDED];

impl Patterns {
    /// Returns the engine for some tables.
    pub(super) fn new(patterns: AdditivePatterns, tuning: Tuning) -> Self {
        let views = Views::new(&patterns);
        let numberings = std::array::from_fn(|size| {
            let indices = patterns.tables.iter().map(|table| &table.index);
            let of_size = indices.filter(|index| index.pattern().size() == size);
            let most = of_size.max_by_key(|index| index.kind() == PatternKind::ZeroAware);
            most.map(EntryIndex::new)
        });
        Self {
            tuning,
            geometry: Geometry::new(patterns.shape(), patterns.home()),
            all: PruningAutomaton::new(patterns.shape(), 2),
            pruned: OnceLock::new(),
            sets: colex::Ranker::new(patterns.shape().cells()),
            changes: Box::new(Changes::new(patterns.shape(), &views)),
            views,
            numberings,
            long: OnceBuilt::new(),
            in_tables: AtomicU64::new(0),
            patterns,
        }
    }

    /// Returns what a search looks up, in the tables or in copies, and the moves to try for the
    /// wanted solutions.
    fn tables<'t>(
        &'t self,
        wanted: SolutionLimit,
        long: Option<&'t LongSearches>,
    ) -> SearchTables<'t> {
        let shape = self.geometry.shape;
        let large = shape.cells() > 16;
        let (dividing, pruning) = match wanted {
            SolutionLimit::First if !self.tuning.whole_tree => {
                let pruned = once(&self.pruned, || {
                    PruningAutomaton::new(shape, LONGEST_DUPLICATE[usize::from(large)])
                });
                (pruned, long.map_or(pruned, |long| &long.pruned))
            }
            _ => (&self.all, &self.all),
        };
        let direct = long.map(|long| &long.direct);
        let all = &self.views.lookups;
        let lookup = |slot: usize| all.get(slot).unwrap_or(&all[0]);
        let table = |slot| &self.patterns.tables[lookup(slot).table];
        let lookups = std::array::from_fn(|slot| {
            let numbering = self.numberings[table(slot).pattern().size()].as_ref();
            let numbering = numbering.expect("there is one for each size");
            LookupTable::new(table(slot), numbering, &lookup(slot).cell)
        });
        let payloads = std::array::from_fn(|slot| -> &(dyn Payload + Sync) { &*table(slot).bytes });
        let nibble_shift =
            std::array::from_fn(|slot| u32::from(table(slot).encoding == Encoding::Nibble));
        SearchTables {
            geometry: &self.geometry,
            pruning,
            dividing,
            sets: &self.sets,
            changes: &self.changes,
            view_ones: view_ones(0..self.views.views.len()),
            bytes: payloads.map(|payload| payload.as_ref()),
            payloads,
            all_touched: AtomicBool::new(false),
            nibble_shift,
            all_nibbles: nibble_shift == [1; MAX_SLOTS],
            prefetch_blocks_first: lookups.iter().any(LookupTable::has_many_blocks),
            lookups,
            entries: direct.map_or(&[], DirectIndex::entries),
            moves: direct.map_or(&NO_MOVES, |direct| &direct.moves),
        }
    }

    /// Returns the slot of each look-up: where its tiles are, and their number.
    fn slots(&self, board: &Board, tables: &SearchTables<'_>) -> Vec<Slot> {
        let lookups = self.views.lookups.iter().enumerate();
        let slot = |(place, lookup): (usize, &Lookup)| {
            let placed = lookup.place(board.cells());
            let slot = Slot::new(placed.set as u32, pack(placed.order()));
            let rank = tables.lookups[place].rank::<PADDED>(tables.sets, slot, board.blank());
            tables.touch(std::iter::once((place, rank)));
            slot.with(tables.number(place, rank))
        };
        lookups.map(slot).collect()
    }

    /// Returns whether copies of the tables can be made and are allowed. A module for WebAssembly
    /// has no search in copies, because it is downloaded and should be small.
    fn may_copy(&self) -> bool {
        !cfg!(target_family = "wasm")
            && DirectIndex::bytes(&self.patterns).is_some_and(|bytes| bytes <= self.tuning.copies)
    }

    /// Searches in many views: first in the tables, and in copies of them once searches have become
    /// long.
    fn search_many(&self, request: &Request<'_>) -> Result<BoardEnd, SolveError> {
        let (may_copy, mut later) = (self.may_copy(), None);
        let before = request.resume.map_or(0, |saved| saved.generated);
        let in_tables = self.in_tables.load(Relaxed).max(before);
        let left = self.tuning.copy_after.saturating_sub(in_tables);
        if self.long.get().is_none() && !(may_copy && left == 0) {
            // A search that leaves out a board cannot be continued.
            let node_limit = if may_copy && request.excluded_first_move.is_none() {
                request.node_limit.min(before.saturating_add(left))
            } else {
                request.node_limit
            };
            let until = &Request {
                node_limit,
                ..*request
            };
            let end = self.run::<16, TightestFirst>(until, None)?;
            let generated = end.found.stats.generated;
            self.in_tables.fetch_add(generated - before, Relaxed);
            match end.rest_below(request.node_limit) {
                ControlFlow::Continue(rest) => later = Some(rest),
                ControlFlow::Break(end) => return Ok(end),
            }
        }
        let watch = Stopwatch::start();
        let make = || {
            let stopped = || request.monitor.stopped();
            // First of all, because the memory for making it is free again when copies are made.
            let (shape, longest) = (self.geometry.shape, LONGEST_IN_LONG_SEARCHES);
            let pruned = PruningAutomaton::unless_stopped(shape, longest, &stopped)?;
            let direct = DirectIndex::new(&self.patterns, &self.views, &self.geometry, &stopped)?;
            Some(LongSearches { direct, pruned })
        };
        let long = may_copy.then(|| self.long.get_or_make(make)).flatten();
        let mut resume = later.or_else(|| request.resume.cloned());
        if let Some(state) = &mut resume {
            state.milliseconds += (1000.0 * watch.seconds()) as u64;
        }
        let resume = resume.as_ref();
        let request = &Request { resume, ..*request };
        match long {
            #[cfg(not(target_family = "wasm"))]
            Some(_) => self.run::<16, tightest_first_direct::TightestFirstDirect>(request, long),
            _ => self.run::<16, TightestFirst>(request, None),
        }
    }

    /// Searches in the tables or in copies, whichever the look-ups `L` read.
    fn run<const LANES: usize, L: BatchLookup<LANES>>(
        &self,
        request: &Request<'_>,
        long: Option<&LongSearches>,
    ) -> Result<BoardEnd, SolveError> {
        let tables = self.tables(request.wanted, long);
        let slots = |board: &Board| match long {
            Some(long) => {
                let lookups = self.views.lookups.iter();
                let slot = |lookup| long.direct.slot(&self.patterns, lookup, board);
                lookups.map(slot).collect()
            }
            None => self.slots(board, &tables),
        };
        ParallelSearch::<LANES, L>::run(SearchTask {
            tables: &tables,
            instructions: self.tuning.instructions,
            slots: &slots,
            request,
        })
    }
}

impl Engine for Patterns {
    fn heuristic(&self) -> &dyn Heuristic {
        &self.patterns
    }

    fn search(&self, request: &Request<'_>) -> Result<BoardEnd, SolveError> {
        // Searches of small boards are short, so their batches are smaller and less work is lost
        // when the goal is met. A module for WebAssembly is downloaded and should be small: it has
        // the usual search of the 15-puzzle, and one for all others.
        let large = self.geometry.shape.cells() > 16;
        match (large, self.views.lookups.len(), self.views.views.len()) {
            #[cfg(not(target_family = "wasm"))]
            (false, ..=4, 1) => self.run::<16, AllViews<16, 4, 1, 16>>(request, None),
            (false, ..=4, 2) => self.run::<16, AllViews<16, 4, 2, 16>>(request, None),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=8, 1) => self.run::<32, AllViews<PADDED, 8, 1, 32>>(request, None),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=8, 2) => self.run::<32, AllViews<PADDED, 8, 2, 32>>(request, None),
            _ => self.search_many(request),
        }
    }

    fn tuning(&self) -> Option<Tuning> {
        Some(self.tuning)
    }
}

/// Returns the content of a cell, and makes it first if necessary. It is made outside the cell,
/// because a thread that waits for others of its pool may begin another search, which needs the
/// cell too.
fn once<T>(cell: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    match cell.get() {
        Some(made) => made,
        None => {
            let made = make();
            cell.get_or_init(|| made)
        }
    }
}
