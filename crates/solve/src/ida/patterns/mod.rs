//! The tuned engine: IDA\* on pattern databases.
//!
//! - [`tables`]: everything a search looks up; [`ranks`]: orders of labels and their ranks
//! - [`geometry`]: moves of the blank and distances of tiles; [`pruning`]: moves that only lead
//!   where others lead
//! - [`node`]: what is known of a board on its way; [`batch`]: children, many at once, looked up in
//!   all views ([`at_once`]) or first in one ([`staged`]), in long searches on copies of the tables
//!   ([`spread`], [`stepped`])
//! - [`kernel`]: the walk through one subtree, which is where the time goes
//! - [`frontier`]: cutting a search into subtrees; [`sweep`]: how far they are walked; [`driver`]:
//!   thresholds, threads and solutions
//! - [`in_turn`]: a small set of tables first, and a larger one for long searches
//!
//! The kernel is compiled for a few sizes of board and node, and three times for processors
//! ([`Instructions`]).

#![allow(
    clippy::needless_range_loop,
    reason = "loops over columns and words are counted, as closures are not always compiled for the kernel's instructions"
)]
#![cfg_attr(
    target_family = "wasm",
    allow(
        dead_code,
        reason = "a module for WebAssembly lacks the search in copies of tables"
    )
)]

mod at_once;
mod batch;
mod driver;
mod frontier;
mod geometry;
mod in_turn;
mod kernel;
mod node;
mod pruning;
mod ranks;
mod spread;
mod staged;
mod stepped;
mod sweep;
mod tables;

pub(super) use in_turn::InTurn;
pub use tilebase_core::Instructions;

use std::sync::{
    Mutex, OnceLock,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use tilebase_core::{
    Stopwatch,
    format::{DamagedPage, Encoding, Payload},
    pattern::{MAX_TILES, PatternKind, colex},
    sliding::Board,
};

use self::{
    at_once::AtOnce,
    batch::Batch,
    driver::{Driver, End, Work},
    geometry::{Geometry, MAX_SLOTS, MAX_VIEWS, MAX_WORDS, PADDED},
    pruning::PruningAutomaton,
    ranks::pack,
    spread::{Moves, Spread, TileMoves},
    staged::Staged,
    tables::{Changes, Numbering, Part, Slot, Tables, Views},
};
use super::{
    control::Control,
    outcome::{Engine, Found, Scope, SolveError, Wanted, WholeTree},
};
use crate::{
    Stats,
    heuristic::{AdditivePatterns, Heuristic, Lookup},
};

/// The longest duplicate operators that are pruned, on boards of up to 16 cells and on larger ones,
/// whose searches are worth a tenth of a second to find more: against eight moves, twelve take a
/// seventh to a third off the boards of a search, the more the harder it is.
const LONGEST_DUPLICATE: [usize; 2] = [8, 12];

/// How the tuned engine works. Lengths of solutions do not depend on it, nor their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// The processor instructions to use.
    pub instructions: Instructions,
    /// Whether to try every move but back, even where the last moves are known to lead only where
    /// others lead. That is the tree whose boards publications count; without, there are fewer.
    pub whole_tree: bool,
    /// The most bytes for copies of tables in which long searches with many views look up in less
    /// time. Each takes about twice what its table takes, and is kept for other searches.
    pub copies: u64,
    /// Boards generated in all searches after which copies are made: about as many more, or twice
    /// as many, make up for the time that this takes.
    pub copy_after: u64,
}

impl Default for Tuning {
    /// Returns the fastest way on this processor.
    fn default() -> Self {
        Self {
            instructions: Instructions::detect(),
            whole_tree: false,
            copies: u64::MAX,
            copy_after: 150_000_000,
        }
    }
}

/// The tuned engine for a set of pattern databases.
pub(super) struct Patterns<B> {
    patterns: AdditivePatterns<B>,
    tuning: Tuning,
    geometry: Geometry,
    /// All moves but back, for those who want all solutions or the whole tree.
    all: PruningAutomaton,
    /// All moves but those that only lead where others lead, for searches of one solution. Built by
    /// the first.
    pruned: OnceLock<PruningAutomaton>,
    sets: Box<colex::Ranker>,
    views: Views,
    changes: Box<Changes>,
    /// One for each size of pattern that there is.
    numberings: [Option<Numbering>; MAX_TILES + 1],
    /// Copies of the tables, as soon as there are any.
    spread: OnceLock<Spread>,
    /// Boards that searches in many views have generated without copies.
    in_tables: AtomicU64,
    /// Held by who makes copies.
    making: Mutex<()>,
}

/// What moves change where there are no copies.
static NO_MOVES: Moves = [TileMoves::NONE; PADDED];

impl<B: Payload + Send + Sync> Patterns<B> {
    /// Returns the engine for some tables.
    pub(super) fn new(patterns: AdditivePatterns<B>, tuning: Tuning) -> Self {
        let views = Views::new(&patterns);
        let numberings = std::array::from_fn(|size| {
            let indices = patterns.tables.iter().map(|table| table.index());
            let of_size = indices.filter(|index| index.pattern().size() == size);
            let most = of_size.max_by_key(|index| index.kind() == PatternKind::ZeroAware);
            most.map(Numbering::new)
        });
        Self {
            tuning,
            geometry: Geometry::new(patterns.shape(), patterns.home()),
            all: PruningAutomaton::new(patterns.shape(), 2),
            pruned: OnceLock::new(),
            sets: colex::Ranker::new(),
            changes: Box::new(Changes::new(patterns.shape(), &views)),
            views,
            numberings,
            spread: OnceLock::new(),
            in_tables: AtomicU64::new(0),
            making: Mutex::new(()),
            patterns,
        }
    }

    /// Returns what a search looks up, with the moves to try for what is wanted: in the tables, or
    /// in copies.
    fn tables<'t>(&'t self, wanted: Wanted, spread: Option<&'t Spread>) -> Tables<'t> {
        let shape = self.geometry.shape;
        let large = shape.cells() > 16;
        let pruning = match wanted {
            Wanted::First if !self.tuning.whole_tree => once(&self.pruned, || {
                PruningAutomaton::new(shape, LONGEST_DUPLICATE[usize::from(large)])
            }),
            _ => &self.all,
        };
        let (mut parts, mut payloads, mut halves) = (Vec::new(), Vec::new(), [1; MAX_SLOTS]);
        for lookup in &self.views.lookups {
            let table = &self.patterns.tables[lookup.table];
            let numbering = self.numberings[table.pattern().size()].as_ref();
            let numbering = numbering.expect("there is one for each size");
            parts.push(Part::new(table, numbering, &lookup.cell));
            let payload: &(dyn Payload + Sync) = table.payload();
            payloads.push(payload);
            halves[payloads.len() - 1] = u32::from(table.encoding() == Encoding::Nibble);
        }
        let payloads: [&(dyn Payload + Sync); MAX_SLOTS] =
            std::array::from_fn(|slot| *payloads.get(slot).unwrap_or(&payloads[0]));
        Tables {
            geometry: &self.geometry,
            pruning,
            sets: &self.sets,
            changes: &self.changes,
            ones: self.views.ones(),
            parts: std::array::from_fn(|slot| *parts.get(slot).unwrap_or(&parts[0])),
            bytes: payloads.map(|payload| payload.as_ref()),
            payloads,
            all_touched: AtomicBool::new(false),
            halves,
            narrow: halves == [1; MAX_SLOTS],
            ask_blocks: parts.iter().any(Part::has_many_blocks),
            entries: spread.map_or(&[], Spread::entries),
            moves: spread.map_or(&NO_MOVES, |spread| &spread.moves),
        }
    }

    /// Returns where the tiles of each look-up are, and their numbers.
    fn slots(&self, board: &Board, tables: &Tables<'_>) -> Vec<Slot> {
        let lookups = self.views.lookups.iter().enumerate();
        let slot = |(place, lookup): (usize, &Lookup)| {
            let placed = lookup.place(board);
            let slot = Slot::new(placed.set, pack(placed.order()));
            let rank = tables.parts[place].rank::<PADDED>(tables.sets, slot, board.blank());
            tables.touch(std::iter::once((place as u32, rank)));
            slot.with(tables.number(place, rank))
        };
        lookups.map(slot).collect()
    }

    /// Returns whether copies can be made of the tables, and may. A module for WebAssembly is
    /// downloaded, and lacks the search in them.
    fn may_copy(&self) -> bool {
        !cfg!(target_family = "wasm")
            && Spread::bytes(&self.patterns).is_some_and(|bytes| bytes <= self.tuning.copies)
    }

    /// Returns copies of the tables, which are made if there are none and they may be; nothing
    /// while another thread makes them. To wait for it might be to wait for oneself: a thread that
    /// waits for others of its pool may begin another search.
    fn copies(&self, control: &Control<'_>) -> Option<&Spread> {
        if self.may_copy()
            && let Ok(_making) = self.making.try_lock()
            && self.spread.get().is_none()
        {
            let stopped = || control.monitor.stopped();
            let made = Spread::new(&self.patterns, &self.views, &self.geometry, &stopped);
            let _ = self.spread.set(made?);
        }
        self.spread.get()
    }

    /// Returns the work of a search.
    fn work<'a>(
        &self,
        tables: &'a Tables<'a>,
        slots: &'a (dyn Fn(&Board) -> Vec<Slot> + Sync),
        wanted: Wanted,
        control: &'a Control<'a>,
        patience: u64,
    ) -> Work<'a> {
        Work {
            tables,
            instructions: self.tuning.instructions,
            slots,
            wanted,
            control,
            patience,
        }
    }

    /// Searches in many views: in the tables first, and in copies of them once that has been long.
    fn search_many(
        &self,
        start: &Board,
        wanted: Wanted,
        scope: Scope<'_>,
        control: &Control<'_>,
    ) -> Result<End, SolveError> {
        let mut later = None;
        if self.spread.get().is_none() {
            // A search that goes on has been long. One without some board does not go on as it was.
            let now = control.resume.is_some() || self.tuning.copy_after == 0;
            let patience = if self.may_copy() && scope.without.is_none() {
                (self.tuning.copy_after).saturating_sub(self.in_tables.load(Relaxed))
            } else {
                u64::MAX
            };
            if !(now && self.may_copy()) {
                let tables = self.tables(wanted, None);
                let slots = |board: &Board| self.slots(board, &tables);
                let work = self.work(&tables, &slots, wanted, control, patience);
                match run::<PADDED, MAX_SLOTS, MAX_WORDS, 16, Many>(work, start, scope)? {
                    End::Done(found, stats) => {
                        self.in_tables.fetch_add(stats.generated, Relaxed);
                        return Ok(End::Done(found, stats));
                    }
                    End::Long(state) => later = Some(state),
                }
            }
        }
        let watch = Stopwatch::start();
        let spread = self.copies(control);
        let mut resume = later.or_else(|| control.resume.clone());
        if let Some(state) = &mut resume {
            state.milliseconds += (1000.0 * watch.seconds()) as u64;
        }
        let control = &Control { resume, ..*control };
        let tables = self.tables(wanted, spread);
        match spread {
            #[cfg(not(target_family = "wasm"))]
            Some(spread) => {
                let slots = |board: &Board| {
                    let lookups = self.views.lookups.iter();
                    let slot = |lookup| spread.slot(&self.patterns, lookup, board);
                    lookups.map(slot).collect()
                };
                let work = self.work(&tables, &slots, wanted, control, u64::MAX);
                run::<PADDED, MAX_SLOTS, MAX_WORDS, 16, stepped::Stepped<MAX_WORDS, 16>>(
                    work, start, scope,
                )
            }
            _ => {
                let slots = |board: &Board| self.slots(board, &tables);
                let work = self.work(&tables, &slots, wanted, control, u64::MAX);
                run::<PADDED, MAX_SLOTS, MAX_WORDS, 16, Many>(work, start, scope)
            }
        }
    }

    /// Searches as [`Engine::search`] does; with two views at most, a large search ends before its
    /// next iteration once it has generated more than `patience` boards.
    fn search_until(
        &self,
        start: &Board,
        wanted: Wanted,
        scope: Scope<'_>,
        control: &Control<'_>,
        patience: u64,
    ) -> Result<End, SolveError> {
        // Small boards' searches are short, so fewer children are underway when the goal is met. A
        // module for WebAssembly is downloaded: it has the usual search of the 15-puzzle, and one
        // for all others.
        let large = self.geometry.shape.cells() > 16;
        let tables = self.tables(wanted, None);
        let slots = |board: &Board| self.slots(board, &tables);
        let work = self.work(&tables, &slots, wanted, control, patience);
        match (large, self.views.lookups.len(), self.views.views.len()) {
            #[cfg(not(target_family = "wasm"))]
            (false, ..=4, 1) => run::<16, 4, 1, 16, AtOnce<1, 16>>(work, start, scope),
            (false, ..=4, 2) => run::<16, 4, 1, 16, AtOnce<2, 16>>(work, start, scope),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=8, 1) => run::<PADDED, 8, 1, 32, AtOnce<1, 32>>(work, start, scope),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=8, 2) => run::<PADDED, 8, 1, 32, AtOnce<2, 32>>(work, start, scope),
            _ => self.search_many(start, wanted, scope, control),
        }
    }
}

impl<B: Payload + Send + Sync> Engine for Patterns<B> {
    fn estimate(&self, board: &Board) -> u32 {
        self.patterns.estimate(board)
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        self.patterns.damage()
    }

    fn saves(&self) -> Option<WholeTree> {
        Some(self.tuning.whole_tree)
    }

    fn search(
        &self,
        start: &Board,
        wanted: Wanted,
        scope: Scope<'_>,
        control: &Control<'_>,
    ) -> Result<(Found, Stats), SolveError> {
        let end = self.search_until(start, wanted, scope, control, u64::MAX)?;
        Ok(end.found())
    }
}

/// Returns what a cell holds, and makes it first if need be. It is made outside the cell: while a
/// thread waits for others of its pool it may begin another search, which needs the cell too.
fn once<T>(cell: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    match cell.get() {
        Some(made) => made,
        None => {
            let made = make();
            cell.get_or_init(|| made)
        }
    }
}

/// Of as many views as there can be: 16 children, and each of their other look-ups.
type Many = Staged<MAX_WORDS, 16, { 16 * MAX_VIEWS }>;

fn run<
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
    B: Batch<CELLS, SLOTS, WORDS, LANES>,
>(
    work: Work<'_>,
    start: &Board,
    scope: Scope<'_>,
) -> Result<End, SolveError> {
    Driver::<CELLS, SLOTS, WORDS, LANES, B>::new(work).search(start, scope)
}
