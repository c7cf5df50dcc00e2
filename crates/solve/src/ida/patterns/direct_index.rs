//! Copies of tables in which the index of an entry has a digit for the cell of each tile.
//!
//! In a table's file, the index of an entry is the rank of the set of cells, times the number of
//! orders, plus the rank of the order of the tiles: a dozen instructions and reads for each
//! look-up. Here each tile's cell is a digit of the index, so a slide adds a number to it that
//! depends only on the tile and the direction. Placements with two tiles in one cell have an index
//! too, so a copy takes twice as much memory, and making it takes time. In long searches this is
//! worth it.

use tilebase_core::{
    Memory,
    format::Encoding,
    parallel,
    pattern::{PatternKind, colex, lehmer},
    prefetch,
    sliding::Board,
};

use super::{
    geometry::{BlankMove, Geometry, MAX_VIEWS, MAX_WORDS, PADDED},
    ranks::{OrderRanks, pack},
    slots::{Slot, Views, view_ones},
};
use crate::heuristic::{AdditivePatterns, Lookup, PatternTable};

/// The number of labels with the lowest digits. Entries that differ only in these digits form a
/// block.
const LOW: usize = 3;

/// The most labels with higher digits. A table has at most `LOW + HIGH` tiles.
const HIGH: usize = 4;

/// The number of orders of `LOW` labels.
const ORDERS: usize = 6;

/// The number of half-byte entries in a cache line.
const LINE: u64 = 128;

/// The number of sets whose entries are prefetched ahead.
const AHEAD: usize = 6;

/// Copies of all tables of a set of pattern databases.
pub(super) struct DirectIndex {
    /// The entries of all copies, one after another.
    entries: Memory,
    /// The first entry of each copy.
    starts: Vec<u64>,
    layout: Layout,
    pub(super) moves: Box<MovesOfTiles>,
}

/// The changes that the moves of each tile make.
pub(super) type MovesOfTiles = [TileMoves; PADDED];

/// The look-ups that the moves of a tile change, and how they change.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct TileMoves {
    /// The number that a move adds to the index of each entry, by the direction that the blank
    /// comes from.
    pub(super) steps: [[i32; MAX_VIEWS]; 4],
    /// For each look-up, a one in the byte of each view that contains it.
    pub(super) views: [[u64; MAX_WORDS]; MAX_VIEWS],
    /// The look-ups. Unused places repeat the first, with no view.
    pub(super) lookups: [u8; MAX_VIEWS],
    /// The place among `lookups` of each view's look-up.
    pub(super) owner: [u8; MAX_VIEWS],
    /// Whether there are more than [`FEW`].
    more: bool,
}

/// The number of look-ups that are always made, even if the tile has fewer: a loop of the same
/// length for all tiles needs no branch prediction.
const FEW: usize = MAX_VIEWS / 2;

impl TileMoves {
    /// No look-ups.
    pub(super) const NONE: Self = Self {
        steps: [[0; MAX_VIEWS]; 4],
        views: [[0; MAX_WORDS]; MAX_VIEWS],
        lookups: [0; MAX_VIEWS],
        owner: [0; MAX_VIEWS],
        more: false,
    };

    /// Calls `call` with the place of each look-up.
    #[inline(always)]
    pub(super) fn each(&self, mut call: impl FnMut(usize)) {
        for at in 0..FEW {
            call(at);
        }
        if self.more {
            for at in FEW..MAX_VIEWS {
                call(at);
            }
        }
    }
}

/// The order of entries for boards of a number of cells.
#[derive(Clone, Copy)]
struct Layout {
    cells: u64,
}

impl Layout {
    fn new(patterns: &AdditivePatterns) -> Self {
        Self {
            cells: patterns.shape().cells() as u64,
        }
    }

    /// Returns the number of entries in a block of a table of `size` tiles. It is an odd number of
    /// whole cache lines, so that entries at the same place of different blocks do not compete for
    /// the same part of the cache.
    fn block(self, size: usize) -> u64 {
        (self.cells.pow(size.min(LOW) as u32).div_ceil(LINE) | 1) * LINE
    }

    /// Returns the number of entries of a table of `size` tiles.
    fn entries(self, size: usize) -> u64 {
        self.block(size) * self.cells.pow(size.saturating_sub(LOW) as u32)
    }

    /// Returns the weight of a label's digit in the index of an entry.
    fn weight(self, size: usize, label: usize) -> u64 {
        match label.checked_sub(LOW) {
            None => self.cells.pow(label as u32),
            Some(above) => self.block(size) * self.cells.pow(above as u32),
        }
    }
}

impl DirectIndex {
    /// Returns the size of copies of all tables in bytes, if they can be made: the tables must be
    /// plain, have half-byte entries, and not have too many tiles for the board.
    pub(super) fn bytes(patterns: &AdditivePatterns) -> Option<u64> {
        let (layout, shape) = (Layout::new(patterns), patterns.shape());
        let farthest = shape.rows().max(shape.cols()) as u64;
        let mut entries = 0;
        for table in &patterns.tables {
            let plain = table.kind() == PatternKind::Plain;
            let size = table.pattern().size();
            if !plain || table.encoding != Encoding::Nibble || size > LOW + HIGH {
                return None;
            }
            let greatest_step = farthest * layout.weight(size, size - 1);
            i32::try_from(greatest_step).ok()?;
            entries += layout.entries(size);
        }
        Some(entries / 2)
    }

    /// Returns copies of all tables, or `None` if they cannot be made, there is not enough memory,
    /// a table is damaged, or `stopped` returns true.
    pub(super) fn new(
        patterns: &AdditivePatterns,
        views: &Views,
        geometry: &Geometry,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let layout = Layout::new(patterns);
        let mut entries = Memory::zeroed(Self::bytes(patterns)?).ok()?;
        let (mut starts, mut start) = (Vec::new(), 0);
        for table in &patterns.tables {
            if !table.bytes.touch_all(true, stopped) || table.damage().is_err() {
                return None;
            }
            let end = start + layout.entries(table.pattern().size());
            let range = (start / 2) as usize..(end / 2) as usize;
            TableCopy::new(layout, table).write(&mut entries[range], stopped)?;
            starts.push(start);
            start = end;
        }
        let mut direct = Self {
            entries,
            starts,
            layout,
            moves: Box::new([TileMoves::NONE; PADDED]),
        };
        for tile in 1..geometry.shape.cells() {
            direct.moves[tile] = direct.moves_of(tile, patterns, views, geometry);
        }
        Some(direct)
    }

    /// Returns the changes that the moves of a tile make.
    fn moves_of(
        &self,
        tile: usize,
        patterns: &AdditivePatterns,
        views: &Views,
        geometry: &Geometry,
    ) -> TileMoves {
        let (mut moves, mut count) = (TileMoves::NONE, 0);
        for (slot, lookup) in views.lookups.iter().enumerate() {
            if lookup.label[tile] == Lookup::NONE {
                continue;
            }
            moves.lookups[count] = slot as u8;
            moves.views[count] = view_ones(views.having(slot));
            for view in views.having(slot) {
                moves.owner[view] = count as u8;
            }
            let size = patterns.tables[lookup.table].pattern().size();
            let weight = self.layout.weight(size, lookup.label[tile].into()) as i32;
            for blank in 0..geometry.shape.cells() {
                for cell in geometry.shape.neighbours(blank) {
                    // A symmetry of the board maps all neighbours in one direction to neighbours in
                    // one direction.
                    let (from, to) = (lookup.cell[cell], lookup.cell[blank]);
                    let step = (i32::from(to) - i32::from(from)) * weight;
                    moves.steps[BlankMove::new(blank, cell).came()][count] = step;
                }
            }
            count += 1;
        }
        moves.more = count > FEW;
        for at in count..MAX_VIEWS {
            moves.lookups[at] = moves.lookups[0];
            for steps in &mut moves.steps {
                steps[at] = steps[0];
            }
        }
        moves
    }

    /// Returns the entries, two in a byte.
    pub(super) fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// Returns the entry of a look-up, with its number.
    pub(super) fn slot(&self, patterns: &AdditivePatterns, lookup: &Lookup, board: &Board) -> Slot {
        let size = patterns.tables[lookup.table].pattern().size();
        let mut entry = self.starts[lookup.table];
        for (&tile, &cell) in board.cells().iter().zip(&lookup.cell) {
            let label = lookup.label[usize::from(tile)];
            if label != Lookup::NONE {
                entry += u64::from(cell) * self.layout.weight(size, label.into());
            }
        }
        let slot = Slot::of_entry(entry);
        slot.with(read(&self.entries, slot).into())
    }
}

/// Returns the number stored in an entry.
#[inline(always)]
pub(super) fn read(entries: &[u8], slot: Slot) -> u8 {
    let entry = slot.entry();
    entries[(entry >> 1) as usize] >> (4 * (entry & 1)) & 15
}

/// A block of a copy: the set of the cells of the higher labels, the cell of each label, and the
/// entries.
type Block<'b> = (u32, [usize; HIGH], &'b mut [u8]);

/// The copying of one table.
struct TableCopy<'t> {
    layout: Layout,
    size: usize,
    /// The table's entries, and the number of entries for each set of cells.
    bytes: &'t [u8],
    orders: u64,
    sets: Box<colex::Ranker>,
    /// The sets of cells of the lower labels, and for each order the place of its entry in a block.
    lower: Vec<(u32, [usize; ORDERS])>,
    /// The number of orders of the lower labels.
    lower_orders: usize,
    ranks: Ranks,
}

impl<'t> TableCopy<'t> {
    fn new(layout: Layout, table: &'t PatternTable) -> Self {
        let (size, cells) = (table.pattern().size(), layout.cells as usize);
        let low = size.min(LOW);
        let lower_orders = permutations(low);
        let places = |set: u64| {
            let mut places = [0; ORDERS];
            for (place, order) in places.iter_mut().zip(&lower_orders) {
                let digits = colex::cells(set).zip(order);
                *place = digits
                    .map(|(cell, &label)| cell * cells.pow(label.into()))
                    .sum();
            }
            (set as u32, places)
        };
        Self {
            layout,
            size,
            bytes: (*table.bytes).as_ref(),
            orders: table.index.orders(),
            sets: colex::Ranker::new(cells),
            lower: colex::sets(cells, low).map(places).collect(),
            lower_orders: lower_orders.len(),
            ranks: Ranks::new(size),
        }
    }

    /// Returns the number of higher labels.
    fn high(&self) -> usize {
        self.size.saturating_sub(LOW)
    }

    /// Writes the copy, unless `stopped` returns true.
    ///
    /// The blocks of the same set of cells of the higher labels are written together: they read the
    /// same parts of the table.
    fn write(&self, into: &mut [u8], stopped: &(dyn Fn() -> bool + Sync)) -> Option<()> {
        let mut blocks = self.blocks(into);
        blocks.sort_unstable_by_key(|&(set, at, _)| (set, at));
        let groups = blocks.chunk_by_mut(|one, other| one.0 == other.0);
        let written = parallel::try_map(groups, |group| {
            self.write_group(group);
            if stopped() { Err(()) } else { Ok(()) }
        });
        written.ok().map(drop)
    }

    /// Returns the blocks that have entries: those without two tiles in one cell.
    fn blocks<'b>(&self, into: &'b mut [u8]) -> Vec<Block<'b>> {
        let (cells, high) = (self.layout.cells as usize, self.high());
        let length = self.layout.block(self.size) as usize;
        let numbered = into.chunks_mut(length / 2).enumerate();
        let block = |(number, entries): (usize, &'b mut [u8])| {
            let mut at = [0; HIGH];
            for (label, at) in at.iter_mut().enumerate().take(high) {
                *at = number / cells.pow(label as u32) % cells;
            }
            let set = at[..high].iter().fold(0, |set, cell| set | 1u32 << cell);
            (set.count_ones() as usize == high).then_some((set, at, entries))
        };
        numbered.filter_map(block).collect()
    }

    /// Writes the blocks of one set of cells of the higher labels.
    fn write_group(&self, blocks: &mut [Block<'_>]) {
        let (set, high) = (blocks[0].0, self.high());
        // For each set, the place of its entries, and the ranks of the higher labels' cells among
        // its cells.
        let disjoint = self.lower.iter().filter(|(rest, _)| rest & set == 0);
        let sources = disjoint.map(|(rest, places)| {
            let mut among = [0; HIGH];
            for (among, cell) in among.iter_mut().zip(colex::cells(set.into())) {
                *among = colex::below((rest | set).into(), cell);
            }
            let begin = u64::from(self.sets.rank::<PADDED>(rest | set)) * self.orders;
            (begin, among, places)
        });
        let sources: Vec<_> = sources.collect();
        // For each block, the ranks of its labels' cells in the set. Labels that do not exist have
        // the last rank, which no cell has.
        let own = |at: [usize; HIGH]| {
            std::array::from_fn(|label| {
                if label < high { colex::below(set.into(), at[label]) % HIGH } else { HIGH - 1 }
            })
        };
        let own: Vec<[usize; HIGH]> = blocks.iter().map(|(_, at, _)| own(*at)).collect();
        // First one byte per entry: storing a byte takes less time than adding half of one.
        let length = self.layout.block(self.size) as usize;
        let mut entries = vec![0; blocks.len() * length];
        for (at, (begin, among, places)) in sources.iter().enumerate() {
            if let Some((later, ..)) = sources.get(at + AHEAD) {
                let lines = (later / 2..=(later + self.orders) / 2).step_by(64);
                lines.for_each(|byte| prefetch(self.bytes, byte as usize));
            }
            for (block, own) in entries.chunks_exact_mut(length).zip(&own) {
                let ranks = self.ranks.at(own.map(|own| among[own]));
                for order in 0..self.lower_orders {
                    let entry = begin + u64::from(ranks[order]);
                    let (byte, shift) = Encoding::Nibble.place(entry);
                    block[places[order]] = self.bytes[byte] >> shift & 15;
                }
            }
        }
        for ((.., block), entries) in blocks.iter_mut().zip(entries.chunks_exact(length)) {
            for (byte, [one, other]) in block.iter_mut().zip(entries.as_chunks().0) {
                *byte = one | other << 4;
            }
        }
    }
}

/// Ranks of orders, by the places of the higher labels and by the order of the lower labels in the
/// remaining places.
struct Ranks(Vec<[u16; ORDERS]>);

impl Ranks {
    fn new(size: usize) -> Self {
        let (low, high) = (size.min(LOW), size.saturating_sub(LOW));
        let (orders, lower) = (OrderRanks::new(size), permutations(low));
        let mut ranks = Self(vec![[0; ORDERS]; 1 << (3 * HIGH)]);
        for (key, ranks) in ranks.0.iter_mut().enumerate() {
            let places: Vec<usize> = (0..high).map(|label| key >> (3 * label) & 7).collect();
            let mut order = vec![u8::MAX; size];
            for (label, &place) in (low as u8..).zip(&places) {
                if let Some(there) = order.get_mut(place) {
                    *there = label;
                }
            }
            if order.iter().filter(|&&label| label == u8::MAX).count() != low {
                continue; // Two labels in one place, or beyond the last.
            }
            for (rank, lower) in ranks.iter_mut().zip(&lower) {
                let mut left = lower.iter();
                let all = order.iter().map(|&label| match label {
                    u8::MAX => left.next().copied().unwrap_or_default(),
                    label => label,
                });
                *rank = orders.rank(pack(&all.collect::<Vec<u8>>())) as u16;
            }
        }
        ranks
    }

    #[inline]
    fn at(&self, places: [usize; HIGH]) -> &[u16; ORDERS] {
        let keys = places.iter().zip((0..).step_by(3));
        &self.0[keys.fold(0, |key, (place, shift)| key | place << shift)]
    }
}

/// Returns all orders of the labels below `count`.
fn permutations(count: usize) -> Vec<Vec<u8>> {
    let order = |rank| {
        let mut order = vec![0; count];
        lehmer::unrank(rank, &mut order);
        order
    };
    (0..lehmer::count(count) as u32).map(order).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase_core::{
        Monitor,
        pattern::{Catalogue, Partition, PatternIndex},
        sliding::{Shape, TileDistances},
    };

    fn patterns(shape: Shape, groups: &[Vec<u8>]) -> AdditivePatterns {
        let partition = Partition::new(shape, 0, groups).unwrap();
        let catalogue = Catalogue::of_partition(partition, PatternKind::Plain);
        let tables = catalogue.distinct().into_iter().map(|(pattern, kind)| {
            let index = PatternIndex::new(pattern, kind);
            let built =
                tilebase_pdb_build::build(&index.subject(), None, &Monitor::silent()).unwrap();
            let encoding = built.metadata().encoding;
            PatternTable::new(index, encoding, built.payload().to_vec()).unwrap()
        });
        AdditivePatterns::new(&catalogue, tables.collect()).unwrap()
    }

    #[test]
    fn steps_lead_to_the_entries_of_all_boards_on_a_walk() {
        for (shape, groups) in [
            ("3x3", vec![vec![1, 2], vec![3, 4, 5, 6], vec![7, 8]]),
            ("3x3", vec![vec![1, 2, 3, 5, 6], vec![4, 7, 8]]),
            ("4x3", vec![vec![1, 2, 3, 5, 6, 7], vec![4, 8, 9, 10, 11]]),
            ("4x3", vec![vec![1, 2, 3, 5, 6, 7, 9], vec![4, 8, 10, 11]]),
            (
                "4x4",
                vec![
                    vec![1, 2, 3, 4, 5],
                    vec![6, 7, 8, 9, 10],
                    vec![11, 12, 13, 14, 15],
                ],
            ),
        ] {
            let shape: Shape = shape.parse().unwrap();
            let patterns = patterns(shape, &groups);
            let (views, geometry) = (Views::new(&patterns), Geometry::new(shape, 0));
            let distances = TileDistances::new(shape, geometry.goal.cells());
            let direct = DirectIndex::new(&patterns, &views, &geometry, &|| false);
            let direct = direct.unwrap_or_else(|| panic!("{shape}: {groups:?} can be copied"));
            let slots = |board: &Board| -> Vec<Slot> {
                let lookups = views.lookups.iter();
                lookups
                    .map(|lookup| direct.slot(&patterns, lookup, board))
                    .collect()
            };
            let mut board = geometry.goal;
            let mut before = slots(&board);
            for step in 0..5000usize {
                let moves: Vec<usize> = board.movable().collect();
                // A choice of moves that soon looks random.
                let cell = moves[step * step / 7 % 31 % moves.len()];
                let (blank, tile) = (board.blank(), usize::from(board.cells()[cell]));
                board.slide(cell);
                let after = slots(&board);
                for (lookup, slot) in views.lookups.iter().zip(&after) {
                    let table = &patterns.tables[lookup.table];
                    let manhattan = distances.sum_of(board.cells(), |tile| lookup.has(tile.into()));
                    let moves = table.moves(
                        lookup.rank(board.cells(), board.blank(), &table.index),
                        manhattan,
                    );
                    assert_eq!(manhattan + 2 * u32::from(slot.number()), moves, "{board}");
                }
                let moves = &direct.moves[tile];
                let steps = moves.steps[BlankMove::new(blank, cell).came()];
                let mut stepped = before.clone();
                moves.each(|at| {
                    let place = usize::from(moves.lookups[at]);
                    stepped[place] = before[place].step(steps[at]);
                });
                for (stepped, after) in stepped.iter().zip(&after) {
                    assert_eq!(stepped.entry(), after.entry(), "{board}");
                }
                before = after;
            }
        }
    }

    #[test]
    fn copies_are_not_made_once_stopped() {
        let shape: Shape = "3x3".parse().unwrap();
        let patterns = patterns(shape, &[vec![1, 2, 3, 4], vec![5, 6, 7, 8]]);
        let (views, geometry) = (Views::new(&patterns), Geometry::new(shape, 0));
        assert!(DirectIndex::new(&patterns, &views, &geometry, &|| true).is_none());
    }
}
