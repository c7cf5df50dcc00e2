//! Slow and obvious answers to compare with.

use std::collections::{BTreeMap, VecDeque};

use tilebase_core::{
    Monitor, RankedSpace,
    format::Encoding,
    pattern::{Kind, Layout, Pattern, colex, lehmer},
    sliding::{Board, Shape, SlidingSpace},
};
use tilebase_pdb_build::reference;
use tilebase_solve::heuristic::{AdditivePatterns, PatternTable, distinct_patterns};

/// The distance of every position of a board, by plain breadth-first search.
pub struct Distances {
    pub space: SlidingSpace,
    bytes: Vec<u8>,
    listed: Vec<(u32, Vec<u64>)>,
}

impl Distances {
    pub fn new(shape: Shape, home: usize) -> Self {
        let space = SlidingSpace::new(shape, home).unwrap();
        let distances = reference::build(&space, &Monitor::silent()).unwrap();
        Self {
            space,
            bytes: distances.bytes,
            listed: distances.listed,
        }
    }

    /// The positions farthest from the goal.
    pub fn hardest(&self) -> Vec<Board> {
        let (_, ranks) = self.listed.last().unwrap();
        ranks.iter().map(|&rank| self.space.unrank(rank)).collect()
    }

    pub fn of(&self, board: &Board) -> u32 {
        self.bytes[self.space.rank(board) as usize].into()
    }
}

/// A pattern database by plain breadth-first search, one placement after another.
///
/// Boards whose blank may walk freely in its region are one placement, so every move of a kept tile
/// costs one and there are no others.
pub fn pattern_table(pattern: Pattern, kind: Kind, encoding: Encoding) -> PatternTable<Vec<u8>> {
    let aware = Layout::new(pattern, Kind::ZeroAware);
    let mut moves = vec![u8::MAX; aware.entries() as usize];
    let start = aware.index(&Board::ordered(pattern.shape(), pattern.home()));
    moves[start as usize] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(entry) = queue.pop_front() {
        let placement = aware.placement(entry);
        for from in colex::cells(placement.cells) {
            for to in colex::cells(aware.grid().neighbours(from) & placement.blank) {
                let mut labels: BTreeMap<usize, u8> = colex::cells(placement.cells)
                    .zip(placement.order().iter().copied())
                    .collect();
                let label = labels.remove(&from).unwrap();
                labels.insert(to, label);
                let set = labels.keys().fold(0, |set, cell| set | 1 << cell);
                let order: Vec<u8> = labels.into_values().collect();
                let block = u64::from(aware.block(set, from));
                let next = block * aware.orders() + u64::from(lehmer::rank(&order));
                if moves[next as usize] == u8::MAX {
                    moves[next as usize] = moves[entry as usize] + 1;
                    queue.push_back(next);
                }
            }
        }
    }
    encode(&aware, &moves, kind, encoding)
}

/// Stores the values of a zero-aware byte table otherwise.
fn encode(aware: &Layout, moves: &[u8], kind: Kind, encoding: Encoding) -> PatternTable<Vec<u8>> {
    let layout = Layout::new(*aware.pattern(), kind);
    let mut values = vec![u8::MAX; layout.entries() as usize];
    for (entry, &moves) in moves.iter().enumerate() {
        let place = match kind {
            Kind::ZeroAware => entry as u64,
            Kind::Plain => {
                let placement = aware.placement(entry as u64);
                let set = u64::from(colex::rank(placement.cells));
                set * aware.orders() + entry as u64 % aware.orders()
            }
        };
        let value = &mut values[place as usize];
        *value = moves.min(*value);
    }
    let bytes = match encoding {
        Encoding::Byte => values,
        _ => {
            let nibble = |entry: usize| {
                let value = values.get(entry).copied().unwrap_or(0);
                let manhattan = match entry < values.len() {
                    true => layout.manhattan(&layout.placement(entry as u64)) as u8,
                    false => 0,
                };
                (value.saturating_sub(manhattan) / 2).min(15)
            };
            let pairs = 0..values.len().div_ceil(2);
            pairs
                .map(|pair| nibble(2 * pair) | nibble(2 * pair + 1) << 4)
                .collect()
        }
    };
    PatternTable::new(layout, encoding, bytes).unwrap()
}

/// The additive bound of a partition given by tiles.
pub fn additive(
    shape: Shape,
    home: usize,
    partition: &[&[u8]],
    kind: Kind,
    encoding: Encoding,
) -> AdditivePatterns<Vec<u8>> {
    let patterns: Vec<Pattern> = partition
        .iter()
        .map(|tiles| Pattern::new(shape, home, tiles).unwrap())
        .collect();
    let tables = distinct_patterns(&patterns)
        .into_iter()
        .map(|pattern| pattern_table(pattern, kind, encoding))
        .collect();
    AdditivePatterns::new(&patterns, tables).unwrap()
}
