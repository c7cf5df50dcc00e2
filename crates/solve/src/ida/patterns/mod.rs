//! The tuned engine: IDA\* on pattern databases.
//!
//! - [`tables`]: everything a search looks up; [`ranks`]: orders of labels and their ranks
//! - [`geometry`]: moves of the blank and distances of tiles; [`pruning`]: moves that only lead where others lead
//! - [`node`]: what is known of a board on its way; [`batch`]: children, many at once
//! - [`kernel`]: the walk through one subtree, which is where the time goes
//! - [`frontier`]: cutting a search into subtrees; [`driver`]: thresholds, threads and solutions
//!
//! The kernel is compiled for a few sizes of board and node, and three times for processors
//! ([`Instructions`]).

mod batch;
mod driver;
mod frontier;
mod geometry;
mod kernel;
mod node;
mod pruning;
mod ranks;
mod tables;

pub(super) use tables::fit;
pub use tilebase_core::Instructions;

use std::sync::OnceLock;

use tilebase_core::{Monitor, format::Encoding, pattern::colex, sliding::Board};

use self::{
    driver::{Driver, Work},
    geometry::{Geometry, MAX_SLOTS, MAX_VIEWS, PADDED},
    pruning::PruningAutomaton,
    ranks::pack,
    tables::{Changes, Numbering, Part, Slot, Tables},
};
use super::outcome::{Engine, Found, Iteration, SolveError, Stats, Wanted};
use crate::heuristic::{AdditivePatterns, Heuristic, Lookup};

/// The longest duplicate operators that are pruned: they take a fifth of the boards off a search. Two more
/// moves would take off another fifteenth, but finding them takes five times as long.
const LONGEST_DUPLICATE: usize = 8;

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
    changes: Box<Changes>,
    /// One for each table.
    numberings: Vec<Numbering>,
}

impl<B: AsRef<[u8]> + Send + Sync> Patterns<B> {
    /// Returns the engine for tables that [`fit`].
    pub(super) fn new(patterns: AdditivePatterns<B>, tuning: Tuning) -> Self {
        let indices = patterns.tables.iter().map(|table| table.index());
        Self {
            tuning,
            geometry: Geometry::new(patterns.shape(), patterns.home()),
            all: PruningAutomaton::new(patterns.shape(), 2),
            pruned: OnceLock::new(),
            sets: colex::Ranker::new(),
            changes: Box::new(Changes::new(patterns.shape(), &patterns.views)),
            numberings: indices.map(Numbering::new).collect(),
            patterns,
        }
    }

    /// Returns the look-ups of all views, one after another.
    fn lookups(&self) -> impl Iterator<Item = &Lookup> {
        self.patterns.views.iter().take(MAX_VIEWS).flatten()
    }

    /// Returns what a search looks up, with the moves to try for what is wanted.
    fn tables(&self, wanted: Wanted) -> Tables<'_> {
        let pruning = match wanted {
            Wanted::First if !self.tuning.whole_tree => self
                .pruned
                .get_or_init(|| PruningAutomaton::new(self.geometry.shape, LONGEST_DUPLICATE)),
            _ => &self.all,
        };
        let (mut parts, mut bytes, mut halves) = (Vec::new(), Vec::new(), [1; MAX_SLOTS]);
        for lookups in self.patterns.views.iter().take(MAX_VIEWS) {
            for lookup in lookups {
                let table = &self.patterns.tables[lookup.table];
                let numbering = &self.numberings[lookup.table];
                parts.push(Part::new(table, numbering, &lookup.cell));
                bytes.push(table.bytes());
                halves[bytes.len() - 1] = u32::from(table.encoding() == Encoding::Nibble);
            }
        }
        Tables {
            geometry: &self.geometry,
            pruning,
            sets: &self.sets,
            changes: &self.changes,
            views: self.patterns.views.len().min(MAX_VIEWS),
            slots: parts.len(),
            parts: std::array::from_fn(|slot| *parts.get(slot).unwrap_or(&parts[0])),
            bytes: std::array::from_fn(|slot| *bytes.get(slot).unwrap_or(&bytes[0])),
            halves,
        }
    }

    /// Returns where the tiles of each look-up are.
    fn slots(&self, board: &Board) -> Vec<Slot> {
        let placed = self.lookups().map(|lookup| lookup.place(board));
        placed
            .map(|placed| Slot::new(placed.set, pack(placed.order())))
            .collect()
    }
}

impl<B: AsRef<[u8]> + Send + Sync> Engine for Patterns<B> {
    fn estimate(&self, board: &Board) -> u32 {
        self.patterns.estimate(board)
    }

    fn search(
        &self,
        start: &Board,
        wanted: Wanted,
        limit: u32,
        monitor: &Monitor<'_, Iteration>,
    ) -> Result<(Found, Stats), SolveError> {
        let tables = self.tables(wanted);
        let work = Work {
            tables: &tables,
            instructions: self.tuning.instructions,
            slots: &|board| self.slots(board),
            wanted,
            monitor,
        };
        // Small boards' searches are short, so fewer children are underway when the goal is met.
        let large = self.geometry.shape.cells() > 16;
        match (large, tables.slots, tables.views) {
            (false, ..=4, 1) => Driver::<16, 4, 1, 16>(work).search(start, limit),
            (false, ..=4, _) => Driver::<16, 4, 2, 16>(work).search(start, limit),
            (_, ..=8, 1) => Driver::<PADDED, 8, 1, 32>(work).search(start, limit),
            (_, ..=8, _) => Driver::<PADDED, 8, 2, 32>(work).search(start, limit),
            (_, _, 1) => Driver::<PADDED, MAX_SLOTS, 1, 32>(work).search(start, limit),
            (_, _, _) => Driver::<PADDED, MAX_SLOTS, 2, 32>(work).search(start, limit),
        }
    }
}
