//! Breadth-first search of blocks of states; see [`super`].

use std::{
    ops::Range,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use tilebase_core::parallel::prelude::*;
use tilebase_core::{
    Instructions, Kernel, Memory, Monitor, RankedSpace,
    format::{Encoding, UNREACHABLE},
    pattern::colex,
    sliding::MaskSpace,
};

use crate::{
    BuildError, DistanceTable, LISTED_AT_MOST, Level,
    orders::{Orders, Rotation, WORD_BITS, for_each},
};

/// Sets that a task takes at once.
const SHARE: usize = 64;

/// The bytes of a word of orders in a plane.
const WORD_BYTES: usize = WORD_BITS / 8;

/// The numbers that all blocks of a search have in common.
struct Blocks<'a> {
    space: &'a MaskSpace,
    /// The distances of the table, in bytes or modulo 3.
    encoding: Encoding,
    instructions: Instructions,
    orders: Orders,
    /// For each word of orders in lexicographic order, its place in a plane.
    places: Vec<u16>,
    /// By the place that a label moves from, and the place that it moves to.
    rotations: Vec<Rotation>,
    tiles: usize,
    cells: usize,
    /// The cells beside each.
    beside: Vec<u64>,
    /// The cells of one colour of the chessboard.
    colour: u64,
}

/// What is known of all blocks.
struct Known {
    /// Set after set: the two planes of each block and, where the table has bytes, a byte a state.
    memory: Memory,
    /// For each set, the cells of the blank for which the last level added to the block.
    gained: Vec<u64>,
    /// The same of the level that is being found.
    gains: Vec<u64>,
    /// For each set, the cells of the blank for which not all states of the block are known.
    open: Vec<u64>,
}

/// A set of cells whose blocks one task writes.
struct OwnSet<'a> {
    number: usize,
    set: u64,
    bytes: &'a mut [u8],
    gains: &'a mut u64,
    open: &'a mut u64,
}

/// The states that a level adds, and their ranks if they are few.
type NewStates = (u64, Vec<u64>);

/// Returns the distance of every state of a space that is numbered in blocks, with `tiles` tiles,
/// as [`dense::build`](crate::dense::build) does.
pub(super) fn build(
    space: &MaskSpace,
    tiles: usize,
    encoding: Encoding,
    instructions: Instructions,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable, BuildError> {
    let blocks = Blocks::new(space, tiles, encoding, instructions);
    let mut known = blocks.nothing()?;
    let mut farthest = space.goals();
    farthest
        .iter()
        .for_each(|&goal| blocks.insert(goal, &mut known));
    let mut counts = vec![farthest.len() as u64];
    loop {
        monitor.report(&Level::last(&counts, space.len()));
        let depth = counts.len() as u32;
        let (new, ranks) = blocks.level(depth, &mut known, monitor)?;
        if new == 0 {
            break;
        }
        if encoding == Encoding::Byte && depth >= UNREACHABLE.into() {
            return Err(BuildError::TooDeep);
        }
        counts.push(new);
        farthest = ranks;
    }
    let last = counts.len() as u32 - 1;
    let is_listed = !farthest.is_empty();
    Ok(DistanceTable {
        encoding,
        entries: space.len(),
        counts,
        listed: is_listed.then_some((last, farthest)).into_iter().collect(),
        payload: blocks.payload(known.memory),
    })
}

/// Returns the most bytes of memory that [`build`] holds, the result among them.
pub(super) fn memory_needed(space: &MaskSpace, tiles: usize, encoding: Encoding) -> u64 {
    let sets = u64::from(colex::count(space.mask().cells().len(), tiles));
    let books = size_of::<OwnSet<'_>>() + size_of::<&[u8]>() + 3 * size_of::<u64>();
    let bytes = if encoding == Encoding::Byte { space.len() } else { 0 };
    sets * books as u64 + Encoding::Mod3.bytes(space.len()) + bytes
}

impl<'a> Blocks<'a> {
    fn new(
        space: &'a MaskSpace,
        tiles: usize,
        encoding: Encoding,
        instructions: Instructions,
    ) -> Self {
        let (shape, orders) = (space.mask().shape(), Orders::new(tiles));
        let cells = shape.cells();
        let places = (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to)));
        let is_coloured = |&cell: &usize| (shape.row(cell) + shape.col(cell)) % 2 == 1;
        Self {
            space,
            encoding,
            instructions,
            orders,
            places: orders.lexicographic(),
            rotations: places
                .map(|(from, to)| Rotation::new(orders, from, to))
                .collect(),
            tiles,
            cells,
            beside: (0..cells)
                .map(|cell| colex::mask(shape.neighbours(cell)))
                .collect(),
            colour: colex::mask((0..cells).filter(is_coloured)),
        }
    }

    /// Returns the bytes of a plane of a block.
    fn plane(&self) -> usize {
        self.orders.words() * WORD_BYTES
    }

    /// Returns the bytes of the planes of a set.
    fn planes(&self) -> usize {
        2 * self.plane() * (self.cells - self.tiles)
    }

    /// Returns the number of states of a set.
    fn states(&self) -> usize {
        self.orders.count() * (self.cells - self.tiles)
    }

    /// Returns all bytes of a set.
    fn set_bytes(&self) -> usize {
        self.planes() + if self.encoding == Encoding::Byte { self.states() } else { 0 }
    }

    /// Returns the cells that are not in a set.
    fn free(&self, set: u64) -> u64 {
        !set & u64::MAX >> (u64::BITS as usize - self.cells)
    }

    /// Returns the place of a block's planes among the bytes of a set, given the cell of the blank.
    #[inline(always)]
    fn block(&self, set: u64, blank: usize) -> Range<usize> {
        let bytes = 2 * self.plane();
        let start = below(self.free(set), blank) * bytes;
        start..start + bytes
    }

    /// Returns the state of a search that has found no states.
    fn nothing(&self) -> Result<Known, BuildError> {
        let needed = memory_needed(self.space, self.tiles, self.encoding);
        let what = self.space.mask().subject(self.space.metric());
        let refused = BuildError::allocation(what, needed);
        let sets = colex::count(self.cells, self.tiles) as usize;
        let bytes = self.set_bytes() as u64 * sets as u64;
        let mut memory = Memory::zeroed(bytes).map_err(refused)?;
        // Not known and out of reach are the same, in planes and in bytes.
        memory
            .par_chunks_mut(1 << 20)
            .for_each(|part| part.fill(UNREACHABLE));
        let sets = colex::sets(self.cells, self.tiles);
        Ok(Known {
            memory,
            open: sets.map(|set| self.free(set)).collect(),
            gained: vec![0; colex::count(self.cells, self.tiles) as usize],
            gains: vec![0; colex::count(self.cells, self.tiles) as usize],
        })
    }

    /// Adds a goal.
    fn insert(&self, goal: u64, known: &mut Known) {
        let count = self.orders.count();
        let (number, state) = (
            (goal / self.states() as u64) as usize,
            (goal % self.states() as u64) as usize,
        );
        let set = colex::unrank(number as u32, self.tiles);
        let (block, order) = (state / count, state % count);
        let blank = colex::cells(self.free(set)).nth(block).unwrap_or_default();
        known.gained[number] |= 1 << blank;
        let planes = self.planes();
        let bytes = &mut known.memory[number * self.set_bytes()..][..self.set_bytes()];
        if let Some(byte) = bytes[planes..].get_mut(state) {
            *byte = 0;
        }
        let bit = usize::from(self.places[order / WORD_BITS]) * WORD_BITS + order % WORD_BITS;
        for plane in bytes[self.block(set, blank)].chunks_mut(self.plane()) {
            plane[bit / 8] &= !(1 << (bit % 8));
        }
    }

    /// Finds the states at a distance, given those nearer.
    fn level(
        &self,
        depth: u32,
        known: &mut Known,
        monitor: &Monitor<'_, Level>,
    ) -> Result<NewStates, BuildError> {
        let (found, mut new, mut ranks) = (AtomicU64::new(0), 0, Vec::new());
        for side in 0..2 {
            let mut own = Vec::new();
            let mut others = vec![&[][..]; known.open.len()];
            let sets = colex::sets(self.cells, self.tiles).enumerate();
            let parts = known.memory.chunks_mut(self.set_bytes());
            let parts = parts.zip(&mut known.gains).zip(&mut known.open).zip(sets);
            for (((bytes, gains), open), (number, set)) in parts {
                if (set & self.colour).count_ones() % 2 == side {
                    own.push(OwnSet {
                        number,
                        set,
                        bytes,
                        gains,
                        open,
                    });
                } else {
                    others[number] = bytes;
                }
            }
            let step = BlockStep {
                blocks: self,
                others: &others,
                gained: &known.gained,
                depth,
                found: &found,
            };
            let shares = own.par_chunks_mut(SHARE).map(|sets| {
                if monitor.stopped() {
                    return Err(BuildError::Stopped);
                }
                Ok(self.instructions.run(Share { step: &step, sets }))
            });
            let shares: Result<Vec<NewStates>, BuildError> = shares.collect();
            for (count, listed) in shares? {
                new += count;
                ranks.extend(listed);
            }
        }
        std::mem::swap(&mut known.gained, &mut known.gains);
        if new > LISTED_AT_MOST as u64 {
            ranks.clear();
        }
        ranks.sort_unstable();
        Ok((new, ranks))
    }

    /// Turns what is known in the end into a table.
    fn payload(&self, mut memory: Memory) -> Memory {
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
        let sets = memory.par_chunks_mut(SHARE * planes);
        sets.for_each(|sets| self.instructions.run(Interleaving { blocks: self, sets }));
        memory
    }
}

/// Returns how many of some cells come before one.
#[inline(always)]
fn below(cells: u64, cell: usize) -> usize {
    (cells & ((1 << cell) - 1)).count_ones() as usize
}

/// Finds the states of one level on one side.
struct BlockStep<'a> {
    blocks: &'a Blocks<'a>,
    /// The bytes of the sets of the other side; none for those of this one.
    others: &'a [&'a [u8]],
    gained: &'a [u64],
    depth: u32,
    /// The states of the level that all tasks have found so far.
    found: &'a AtomicU64,
}

/// A task: some of the sets of a side.
struct Share<'a, 'b> {
    step: &'a BlockStep<'a>,
    sets: &'a mut [OwnSet<'b>],
}

/// The sets of orders that a task works with: planes, and the same in words.
struct OrderSets {
    gathered: Vec<u8>,
    level: Vec<u8>,
    words: Vec<u32>,
    rotated: Vec<u32>,
    scratch: [Vec<u32>; 2],
}

impl Kernel for Share<'_, '_> {
    type Output = NewStates;

    #[inline(always)]
    fn run(self) -> NewStates {
        let (plane, words) = (self.step.blocks.plane(), self.step.blocks.orders.words());
        let mut workspace = OrderSets {
            gathered: vec![0; plane],
            level: vec![0; plane],
            words: vec![0; words],
            rotated: vec![0; words],
            scratch: [vec![0; words], vec![0; words]],
        };
        let mut found = (0, Vec::new());
        for own in self.sets {
            *own.gains = 0;
            let blocks = self.step.blocks;
            for blank in colex::cells(blocks.free(own.set) & *own.open) {
                if self.step.gather(own, blank, &mut workspace) {
                    self.step.visit(own, blank, &mut workspace, &mut found);
                }
            }
        }
        found
    }
}

impl BlockStep<'_> {
    /// Gathers the states of a block that lie beside those of the level before. Returns false if
    /// none can.
    #[inline(always)]
    fn gather(&self, own: &OwnSet<'_>, blank: usize, workspace: &mut OrderSets) -> bool {
        let (blocks, mut any, mut any_rotated) = (self.blocks, false, false);
        for cell in colex::cells(blocks.beside[blank]) {
            let is_tile = own.set >> cell & 1 == 1;
            let exchanged = if is_tile { own.set ^ 1 << cell ^ 1 << blank } else { own.set };
            let number = if is_tile { colex::rank(exchanged) as usize } else { own.number };
            if self.gained[number] >> cell & 1 == 0 {
                continue;
            }
            if !any {
                workspace.gathered.fill(0);
                any = true;
            }
            let bytes = if is_tile { self.others[number] } else { &*own.bytes };
            let block = &bytes[blocks.block(exchanged, cell)];
            let (from, to) = (below(exchanged, blank), below(own.set, cell));
            if !is_tile || from == to {
                add_level(self.depth + 2, block, &mut workspace.gathered);
                continue;
            }
            if !any_rotated {
                workspace.rotated.fill(0);
                any_rotated = true;
            }
            workspace.level.fill(0);
            add_level(self.depth + 2, block, &mut workspace.level);
            unpack(&workspace.level, &mut workspace.words);
            let rotation = &blocks.rotations[from * blocks.tiles + to];
            let (words, rotated) = (&workspace.words, &mut workspace.rotated);
            rotation.add(words, rotated, &mut workspace.scratch);
        }
        if any_rotated {
            add_packed(&workspace.rotated, &mut workspace.gathered);
        }
        any
    }

    /// Adds the gathered states of a block that are new.
    #[inline(always)]
    fn visit(
        &self,
        own: &mut OwnSet<'_>,
        blank: usize,
        workspace: &mut OrderSets,
        (count, ranks): &mut NewStates,
    ) {
        let blocks = self.blocks;
        let (planes, bytes) = own.bytes.split_at_mut(blocks.planes());
        let block = &mut planes[blocks.block(own.set, blank)];
        let (new, is_open) = keep_new(self.depth, block, &mut workspace.gathered);
        if !is_open {
            *own.open ^= 1 << blank;
        }
        if new == 0 {
            return;
        }
        *own.gains |= 1 << blank;
        *count += u64::from(new);
        let found = self.found.fetch_add(new.into(), Relaxed) + u64::from(new);
        let is_listed = found <= LISTED_AT_MOST as u64;
        if bytes.is_empty() && !is_listed {
            return;
        }
        unpack(&workspace.gathered, &mut workspace.words);
        let first = below(blocks.free(own.set), blank) * blocks.orders.count();
        let rank = own.number as u64 * blocks.states() as u64;
        for_each(&workspace.words, &blocks.places, |word, bit| {
            let state = first + word * WORD_BITS + bit;
            if let Some(byte) = bytes.get_mut(state) {
                *byte = self.depth as u8;
            }
            if is_listed {
                ranks.push(rank + state as u64);
            }
        });
    }
}

/// Adds the states of a block whose distance is this modulo 3.
#[inline(always)]
fn add_level(depth: u32, block: &[u8], to: &mut [u8]) {
    let (low, high) = block.split_at(to.len());
    // What turns the bits of the remainder into ones.
    let flip = |bit: u32| if (depth % 3) >> bit & 1 == 1 { 0 } else { u8::MAX };
    let (flip_low, flip_high) = (flip(0), flip(1));
    for ((to, low), high) in to.iter_mut().zip(low).zip(high) {
        *to |= (low ^ flip_low) & (high ^ flip_high);
    }
}

/// Gives the states of a set that are not known a distance, and takes the others out of the set.
/// Returns how many there are, and whether others of the block are still not known.
#[inline(always)]
fn keep_new(depth: u32, block: &mut [u8], set: &mut [u8]) -> (u32, bool) {
    let (low, high) = block.split_at_mut(set.len());
    let kept = |bit: u32| if (depth % 3) >> bit & 1 == 1 { u8::MAX } else { 0 };
    let (kept_low, kept_high) = (kept(0), kept(1));
    let (mut count, mut open) = (0, 0);
    for ((set, low), high) in set.iter_mut().zip(low).zip(high) {
        let unknown = *low & *high;
        let new = *set & unknown;
        *set = new;
        count += new.count_ones();
        open |= unknown ^ new;
        *low &= !new | kept_low;
        *high &= !new | kept_high;
    }
    (count, open != 0)
}

/// Turns the bits of a plane into words.
#[inline(always)]
fn unpack(plane: &[u8], words: &mut [u32]) {
    let (parts, _) = plane.as_chunks::<WORD_BYTES>();
    for (&[a, b, c], word) in parts.iter().zip(words) {
        *word = u32::from_le_bytes([a, b, c, 0]);
    }
}

/// Adds the bits of words to a plane.
#[inline(always)]
fn add_packed(words: &[u32], plane: &mut [u8]) {
    let (parts, _) = plane.as_chunks_mut::<WORD_BYTES>();
    for (part, word) in parts.iter_mut().zip(words) {
        let [a, b, c, _] = word.to_le_bytes();
        part[0] |= a;
        part[1] |= b;
        part[2] |= c;
    }
}

/// Turns the planes of some sets into entries of two bits in lexicographic order.
struct Interleaving<'a> {
    blocks: &'a Blocks<'a>,
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
            let (low, high) = planes.split_at(plane);
            let (entries, _) = block.as_chunks_mut::<{ 2 * WORD_BYTES }>();
            for (entries, &place) in entries.iter_mut().zip(&self.blocks.places) {
                let at = usize::from(place) * WORD_BYTES;
                let word = |plane: &[u8]| {
                    spread(u32::from_le_bytes([
                        plane[at],
                        plane[at + 1],
                        plane[at + 2],
                        0,
                    ]))
                };
                let both = word(low) | word(high) << 1;
                entries.copy_from_slice(&both.to_le_bytes()[..2 * WORD_BYTES]);
            }
        }
    }
}

/// Returns the bits of a word at every other place.
#[inline(always)]
fn spread(word: u32) -> u64 {
    let mut bits = u64::from(word);
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF;
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
    (bits | bits << 1) & 0x5555_5555_5555_5555
}
