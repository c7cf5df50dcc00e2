//! The tuned engine: IDA\* on pattern databases.
//!
//! - [`tables`]: everything a search looks up; [`ranks`]: orders of labels and their ranks
//! - [`geometry`]: moves of the blank and distances of tiles; [`pruning`]: moves that only lead where others lead
//! - [`node`]: what is known of a board on its way; [`batch`]: children, many at once, looked up
//!   in all views ([`at_once`]) or first in one ([`staged`])
//! - [`kernel`]: the walk through one subtree, which is where the time goes
//! - [`frontier`]: cutting a search into subtrees; [`sweep`]: how far they are walked; [`driver`]: thresholds,
//!   threads and solutions
//!
//! The kernel is compiled for a few sizes of board and node, and three times for processors
//! ([`Instructions`]).

#![allow(
    clippy::needless_range_loop,
    reason = "loops over columns and words are counted, as closures are not always compiled for the kernel's instructions"
)]

mod at_once;
mod batch;
mod driver;
mod frontier;
mod geometry;
mod kernel;
mod node;
mod pruning;
mod ranks;
mod staged;
mod sweep;
mod tables;

pub use tilebase_core::Instructions;

use std::sync::{OnceLock, atomic::AtomicBool};

use tilebase_core::{
    format::{DamagedPage, Encoding, Payload},
    pattern::{MAX_TILES, PatternKind, colex},
    sliding::Board,
};

use self::{
    at_once::AtOnce,
    batch::Batch,
    driver::{Driver, Work},
    geometry::{Geometry, MAX_SLOTS, MAX_VIEWS, MAX_WORDS, PADDED},
    pruning::PruningAutomaton,
    ranks::pack,
    staged::Staged,
    tables::{Changes, Numbering, Part, Slot, Tables, Views},
};
use super::{
    control::Control,
    outcome::{Engine, Found, Scope, SolveError, Wanted, WholeTree},
};
use crate::{
    Stats,
    heuristic::{AdditivePatterns, Heuristic},
};

/// The longest duplicate operators that are pruned, on boards of up to 16 cells and on larger ones, whose
/// searches are worth a tenth of a second to find more: against eight moves, twelve take a seventh to a third
/// off the boards of a search, the more the harder it is.
const LONGEST_DUPLICATE: [usize; 2] = [8, 12];

/// How the tuned engine works. Lengths of solutions do not depend on it, nor their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// The processor instructions to use.
    pub instructions: Instructions,
    /// Whether to try every move but back, even where the last moves are known to lead only where others
    /// lead. That is the tree whose boards publications count; without, there are fewer.
    pub whole_tree: bool,
}

impl Default for Tuning {
    /// Returns the fastest way on this processor.
    fn default() -> Self {
        Self {
            instructions: Instructions::detect(),
            whole_tree: false,
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
    /// All moves but those that only lead where others lead, for searches of one solution. Built by the first.
    pruned: OnceLock<PruningAutomaton>,
    sets: Box<colex::Ranker>,
    views: Views,
    changes: Box<Changes>,
    /// One for each size of pattern that there is.
    numberings: [Option<Numbering>; MAX_TILES + 1],
}

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
            patterns,
        }
    }

    /// Returns what a search looks up, with the moves to try for what is wanted.
    fn tables(&self, wanted: Wanted) -> Tables<'_> {
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
        }
    }

    /// Returns where the tiles of each look-up are.
    fn slots(&self, board: &Board) -> Vec<Slot> {
        let placed = self.views.lookups.iter().map(|lookup| lookup.place(board));
        placed
            .map(|placed| Slot::new(placed.set, pack(placed.order())))
            .collect()
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
        let tables = self.tables(wanted);
        let work = Work {
            tables: &tables,
            instructions: self.tuning.instructions,
            slots: &|board| self.slots(board),
            wanted,
            control,
        };
        // Small boards' searches are short, so fewer children are underway when the goal is met. A module for WebAssembly
        // is downloaded: it has the usual search of the 15-puzzle, and one for all others.
        let large = self.geometry.shape.cells() > 16;
        match (large, self.views.lookups.len(), self.views.views.len()) {
            #[cfg(not(target_family = "wasm"))]
            (false, ..=4, 1) => run::<16, 4, 1, 16, AtOnce<1, 16>>(work, start, scope),
            (false, ..=4, 2) => run::<16, 4, 1, 16, AtOnce<2, 16>>(work, start, scope),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=8, 1) => run::<PADDED, 8, 1, 32, AtOnce<1, 32>>(work, start, scope),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=8, 2) => run::<PADDED, 8, 1, 32, AtOnce<2, 32>>(work, start, scope),
            _ => run::<PADDED, MAX_SLOTS, MAX_WORDS, 16, Many>(work, start, scope),
        }
    }
}

/// Returns what a cell holds, and makes it first if need be. It is made outside the cell: while a thread waits for
/// others of its pool it may begin another search, which needs the cell too.
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
) -> Result<(Found, Stats), SolveError> {
    Driver::<CELLS, SLOTS, WORDS, LANES, B>::new(work).search(start, scope)
}
