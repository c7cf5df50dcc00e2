//! The blocks of a search: the places of their bits, and the effects of their moves; see [`super`].

use std::ops::Range;

use tilebase_core::{
    Instructions, Kernel, Memory, RankedSpace,
    format::{Encoding, UNREACHABLE},
    parallel,
    pattern::{Grid, colex},
    sliding::PartialGoalSpace,
};

use crate::orders::{Orders, Rotation, WORD_BITS, WORD_BYTES, spread, word_of_plane};

/// The number of sets that a task takes at once.
pub(super) const SHARE: usize = 64;

/// The numbers that all blocks of a search share.
#[derive(Debug)]
pub(super) struct Blocks {
    pub(super) space: PartialGoalSpace,
    /// The distances of the table, in bytes or modulo 3.
    pub(super) encoding: Encoding,
    pub(super) instructions: Instructions,
    pub(super) orders: Orders,
    /// For each word of orders in lexicographic order, its place in a plane.
    pub(super) places: Vec<u16>,
    /// By the place that a label moves from, and the place that it moves to.
    pub(super) rotations: Vec<Rotation>,
    pub(super) tiles: usize,
    pub(super) cells: usize,
    pub(super) grid: Grid,
}

impl Blocks {
    pub(super) fn new(
        space: &PartialGoalSpace,
        tiles: usize,
        encoding: Encoding,
        instructions: Instructions,
    ) -> Self {
        let (shape, orders) = (space.goal().shape(), Orders::new(tiles));
        let cells = shape.cells();
        Self {
            space: space.clone(),
            encoding,
            instructions,
            orders,
            places: orders.lexicographic(),
            rotations: Rotation::all(orders),
            tiles,
            cells,
            grid: Grid::new(shape),
        }
    }

    /// Returns the size of a plane of a block in bytes.
    pub(super) fn plane(&self) -> usize {
        self.orders.words() * WORD_BYTES
    }

    /// Returns the size of the planes of a set in bytes.
    pub(super) fn planes(&self) -> usize {
        2 * self.plane() * (self.cells - self.tiles)
    }

    /// Returns the number of states of a set.
    pub(super) fn states(&self) -> usize {
        self.orders.count * (self.cells - self.tiles)
    }

    /// Returns the size of a set in bytes.
    pub(super) fn set_bytes(&self) -> usize {
        self.planes() + if self.encoding == Encoding::Byte { self.states() } else { 0 }
    }

    /// Returns the number of sets.
    pub(super) fn sets(&self) -> usize {
        colex::count(self.cells, self.tiles) as usize
    }

    /// Returns all sets, in order.
    pub(super) fn all_sets(&self) -> impl Iterator<Item = u64> + use<> {
        colex::sets(self.cells, self.tiles)
    }

    /// Returns the cells that are not in a set.
    pub(super) fn free(&self, set: u64) -> u64 {
        self.grid.all() & !set
    }

    /// Returns the place of a block's planes among the bytes of a set, given the cell of the blank.
    #[inline(always)]
    pub(super) fn block(&self, set: u64, blank: usize) -> Range<usize> {
        let bytes = 2 * self.plane();
        let start = colex::below(self.free(set), blank) * bytes;
        start..start + bytes
    }

    /// Returns the place of a state.
    pub(super) fn place(&self, rank: u64) -> PlaceOfState {
        let (states, count) = (self.states() as u64, self.orders.count);
        let (number, state) = ((rank / states) as usize, (rank % states) as usize);
        let set = colex::unrank(number as u32, self.tiles);
        let blank = colex::cells(self.free(set)).nth(state / count);
        PlaceOfState {
            number,
            set,
            state,
            blank: blank.unwrap_or_default(),
            order: state % count,
        }
    }

    /// Fills the bytes of some sets for a search that has found only the goals. `first` is the
    /// number of the first set.
    pub(super) fn begin(&self, first: usize, bytes: &mut [u8]) {
        // Unknown states and states out of reach have the same entry, in planes and in bytes.
        bytes.fill(UNREACHABLE);
        for goal in self.space.goals() {
            let place = self.place(goal);
            let Some(number) = place.number.checked_sub(first) else {
                continue;
            };
            let Some(bytes) = bytes.chunks_mut(self.set_bytes()).nth(number) else {
                continue;
            };
            if let Some(byte) = bytes[self.planes()..].get_mut(place.state) {
                *byte = 0;
            }
            let word = usize::from(self.places[place.order / WORD_BITS]);
            let bit = word * WORD_BITS + place.order % WORD_BITS;
            let block = &mut bytes[self.block(place.set, place.blank)];
            for plane in block.chunks_mut(self.plane()) {
                plane[bit / 8] &= !(1 << (bit % 8));
            }
        }
    }

    /// Turns the planes of some sets into entries of two bits in lexicographic order.
    pub(super) fn interleave(&self, sets: &mut [u8]) {
        self.instructions.run(Interleaving { blocks: self, sets });
    }

    /// Converts the entries at the end of the search to a table.
    pub(super) fn payload(&self, mut memory: Memory) -> Memory {
        let (planes, states) = (self.planes(), self.states());
        if self.encoding == Encoding::Byte {
            let sets = memory.len() / self.set_bytes();
            for set in 0..sets {
                let bytes = set * self.set_bytes() + planes;
                memory.copy_within(bytes..bytes + states, set * states);
            }
            memory.truncate(sets * states);
            return memory;
        }
        parallel::map(memory.chunks_mut(SHARE * planes), |sets| {
            self.interleave(sets)
        });
        memory
    }
}

/// The place of a state: the number of its set, the set, its number among the states of the set,
/// the cell of the blank, and the number of the order.
pub(super) struct PlaceOfState {
    pub(super) number: usize,
    set: u64,
    state: usize,
    pub(super) blank: usize,
    order: usize,
}

/// Turns the planes of some sets into entries of two bits in lexicographic order.
struct Interleaving<'a> {
    blocks: &'a Blocks,
    sets: &'a mut [u8],
}

impl Kernel for Interleaving<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let plane = self.blocks.plane();
        let mut planes = vec![0; 2 * plane];
        for block in self.sets.chunks_mut(2 * plane) {
            planes.copy_from_slice(block);
            let (low, high) = planes.as_chunks().0.split_at(plane / WORD_BYTES);
            let (entries, _) = block.as_chunks_mut::<{ 2 * WORD_BYTES }>();
            for (entries, &place) in entries.iter_mut().zip(&self.blocks.places) {
                let word = |plane: &[_]| spread(word_of_plane(plane[usize::from(place)]));
                let both = word(low) | word(high) << 1;
                entries.copy_from_slice(&both.to_le_bytes()[..2 * WORD_BYTES]);
            }
        }
    }
}
