//! The tuned engine: IDA\* on pattern databases of four bits an entry.
//!
//! - [`ranks`]: the numbers of sets and orders from small tables
//! - [`tables`]: everything a search looks up
//! - [`kernel`]: the walk through one subtree, which is where the time goes
//! - [`frontier`]: cutting a search into subtrees
//! - [`driver`]: thresholds, threads and solutions
//!
//! The kernel is compiled for a few sizes of board and node, and twice for processors: for any, and for
//! those that count bits and mask them in one instruction.

mod driver;
mod frontier;
mod instructions;
mod kernel;
mod moves;
mod ranks;
mod tables;

pub use instructions::Instructions;
pub(super) use tables::fit;

use tilebase_core::{Monitor, sliding::Board};

use self::{
    driver::Driver,
    moves::Moves,
    ranks::{Sets, pack},
    tables::{Geometry, MAX_SLOTS, MAX_VIEWS, Numbering, PADDED, Part, Slot, Tables},
};
use super::{
    SolveError, Stats, Threshold,
    outcome::{Found, Wanted},
    solver::Engine,
};
use crate::heuristic::{AdditivePatterns, Lookup};

/// The tuned engine for a set of pattern databases.
pub(super) struct Patterns<B> {
    patterns: AdditivePatterns<B>,
    instructions: Instructions,
    geometry: Geometry,
    /// All moves but back, and those that are worth making.
    moves: [Moves; 2],
    sets: Box<Sets>,
    /// One for each table.
    numberings: Vec<Numbering>,
}

impl<B: AsRef<[u8]> + Send + Sync> Patterns<B> {
    /// The engine for tables that [`fit`].
    pub(super) fn new(patterns: AdditivePatterns<B>, instructions: Instructions) -> Self {
        let layouts = patterns.tables.iter().map(|table| table.layout());
        Self {
            instructions,
            geometry: Geometry::new(patterns.shape(), patterns.home()),
            moves: [2, std::env::var("IDLE").map_or(6, |v| v.parse().unwrap())].map(|longest| Moves::new(patterns.shape(), longest)),
            sets: Sets::new(),
            numberings: layouts.map(Numbering::new).collect(),
            patterns,
        }
    }

    /// The look-ups of all views, one after another.
    fn lookups(&self) -> impl Iterator<Item = &Lookup> {
        self.patterns.views.iter().take(MAX_VIEWS).flatten()
    }

    fn tables(&self, wanted: Wanted) -> Tables<'_> {
        let mut owner = [[0; MAX_VIEWS]; PADDED];
        let (mut parts, mut bytes) = (Vec::new(), Vec::new());
        for (view, lookups) in self.patterns.views.iter().take(MAX_VIEWS).enumerate() {
            for lookup in lookups {
                for (owner, &label) in owner.iter_mut().zip(&lookup.label) {
                    if label != Lookup::NONE {
                        owner[view] = parts.len() as u8;
                    }
                }
                let table = &self.patterns.tables[lookup.table];
                let numbering = &self.numberings[lookup.table];
                parts.push(Part::new(table, numbering, &lookup.cell));
                bytes.push(table.bytes());
            }
        }
        Tables {
            geometry: &self.geometry,
            moves: &self.moves[usize::from(wanted == Wanted::First)],
            sets: &self.sets,
            views: self.patterns.views.len().min(MAX_VIEWS),
            slots: parts.len(),
            parts: std::array::from_fn(|slot| *parts.get(slot).unwrap_or(&parts[0])),
            bytes: std::array::from_fn(|slot| *bytes.get(slot).unwrap_or(&bytes[0])),
            owner,
        }
    }

    /// Where the tiles of each look-up are.
    fn slots(&self, board: &Board) -> Vec<Slot> {
        let placed = self.lookups().map(|lookup| lookup.place(board));
        placed
            .map(|placed| Slot {
                set: placed.set,
                order: pack(placed.order()),
            })
            .collect()
    }
}

impl<B: AsRef<[u8]> + Send + Sync> Engine for Patterns<B> {
    fn search(
        &self,
        start: &Board,
        wanted: Wanted,
        monitor: &Monitor<'_, Threshold>,
    ) -> Result<(Found, Stats), SolveError> {
        let tables = self.tables(wanted);
        let driver = Driver {
            tables: &tables,
            instructions: self.instructions,
            slots: &|board| self.slots(board),
            wanted,
            monitor,
        };
        let large = self.geometry.shape.cells() > 16;
        match (large, tables.slots, tables.views) {
            (false, ..=4, 1) => driver.search::<16, 4, 1>(start),
            (false, ..=4, _) => driver.search::<16, 4, 2>(start),
            (_, ..=8, 1) => driver.search::<PADDED, 8, 1>(start),
            (_, ..=8, _) => driver.search::<PADDED, 8, 2>(start),
            (_, _, 1) => driver.search::<PADDED, MAX_SLOTS, 1>(start),
            (_, _, _) => driver.search::<PADDED, MAX_SLOTS, 2>(start),
        }
    }
}
