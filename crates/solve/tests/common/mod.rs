//! Slow and simple computations to compare with.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use tilebase_core::{
    Monitor, RankedSpace,
    format::{self, Encoding, Payload},
    pattern::{Catalogue, Partition, Pattern, PatternIndex, PatternKind},
    sliding::{Board, Shape, SlidingSpace},
};
use tilebase_pdb_build::{build, reference};
use tilebase_solve::heuristic::{AdditivePatterns, PatternTable};

/// The distance of every position of a board, by plain breadth-first search.
pub struct Distances {
    pub space: SlidingSpace,
    distances: reference::ByteDistances,
}

impl Distances {
    pub fn new(shape: Shape, home: usize) -> Self {
        let space = SlidingSpace::new(shape, home).unwrap();
        let distances = reference::build(&space, &Monitor::silent()).unwrap();
        Self { space, distances }
    }

    /// The positions farthest from the goal.
    pub fn hardest(&self) -> Vec<Board> {
        let farthest = self.distances.counts.len() as u32 - 1;
        let ranks = self.distances.ranks_at(farthest).into_iter();
        ranks.map(|rank| self.space.unrank(rank)).collect()
    }

    pub fn of(&self, board: &Board) -> u32 {
        self.distances.bytes[self.space.rank(board) as usize].into()
    }
}

/// A database, built in memory.
#[derive(Clone)]
pub struct Built(Arc<format::Built>);

impl AsRef<[u8]> for Built {
    fn as_ref(&self) -> &[u8] {
        self.0.payload()
    }
}

impl Payload for Built {}

/// The additive bound of a partition given by tiles.
pub fn additive(
    shape: Shape,
    home: usize,
    partition: &[Vec<u8>],
    kind: PatternKind,
) -> AdditivePatterns {
    let partition = Partition::new(shape, home, partition).unwrap();
    let catalogue = Catalogue::of_partition(partition, kind);
    AdditivePatterns::new(&catalogue, tables(&catalogue)).unwrap()
}

/// The bound of a catalogue.
#[allow(dead_code, reason = "not all tests have catalogues")]
pub fn catalogue(shape: Shape, home: usize, text: &str) -> AdditivePatterns {
    let goal = shape.ordered_cells(home);
    let catalogue =
        Catalogue::of_goal(shape, &goal, &text.parse().unwrap(), PatternKind::Plain).unwrap();
    AdditivePatterns::new(&catalogue, tables(&catalogue)).unwrap()
}

/// The tables of a catalogue.
pub fn tables(catalogue: &Catalogue) -> Vec<PatternTable> {
    let patterns = catalogue.distinct().into_iter();
    patterns
        .map(|(pattern, kind)| table(pattern, kind))
        .collect()
}

/// Returns a table, which is built once for all tests.
fn table(pattern: Pattern, kind: PatternKind) -> PatternTable {
    static TABLES: Mutex<BTreeMap<String, Built>> = Mutex::new(BTreeMap::new());
    let index = PatternIndex::new(pattern, kind);
    let subject = index.subject();
    let name = format!("{subject:?}");
    let known = TABLES.lock().unwrap().get(&name).cloned();
    let table = known.unwrap_or_else(|| {
        let table = Built(Arc::new(build(&subject, None, &Monitor::silent()).unwrap()));
        TABLES.lock().unwrap().insert(name, table.clone());
        table
    });
    let found = table.0.metadata().encoding;
    let encoding = match pattern.size() {
        1 => Encoding::Byte,
        _ => Encoding::Nibble,
    };
    assert_eq!(found, encoding, "{pattern}");
    PatternTable::new(index, encoding, table).unwrap()
}
