//! A level of the search of blocks, set by set: it gathers the states beside the level before, and
//! keeps the new ones.

use tilebase_core::{Kernel, pattern::colex};

use super::blocks::Blocks;
use crate::{
    Listing,
    orders::{WORD_BITS, WORD_BYTES, for_each, word_of_plane},
};

/// A set of cells whose blocks one task writes.
pub(super) struct OwnSet<'a> {
    pub(super) number: usize,
    pub(super) set: u64,
    pub(super) bytes: &'a mut [u8],
    /// The cells of the blank for which the level adds states to the block; none at first.
    pub(super) gains: &'a mut u64,
    pub(super) unfinished: &'a mut u64,
}

impl<'a> OwnSet<'a> {
    /// Returns the sets with these numbers, cells and bytes.
    pub(super) fn all(
        sets: impl Iterator<Item = ((usize, u64), &'a mut [u8])>,
        gains: &'a mut [u64],
        unfinished: &'a mut [u64],
    ) -> impl Iterator<Item = Self> {
        let sets = sets.zip(gains).zip(unfinished);
        sets.map(|((((number, set), bytes), gains), unfinished)| Self {
            number,
            set,
            bytes,
            gains,
            unfinished,
        })
    }
}

/// Finds the states of one level in some sets.
pub(super) struct BlockStep<'a> {
    pub(super) blocks: &'a Blocks,
    /// The bytes of the sets from which moves of named tiles come.
    pub(super) others: &'a [&'a [u8]],
    pub(super) changed_last: &'a [u64],
    pub(super) depth: u32,
    pub(super) listing: &'a Listing,
}

/// A block from which a move leads into another block.
struct SourceBlock {
    /// Whether a named tile moves.
    is_tile: bool,
    set: u64,
    number: usize,
    /// The cell of the blank.
    cell: usize,
}

/// A task: some of the sets.
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
    type Output = Vec<u64>;

    #[inline(always)]
    fn run(self) -> Vec<u64> {
        let (plane, words) = (self.step.blocks.plane(), self.step.blocks.orders.words());
        let mut workspace = OrderSets {
            gathered: vec![0; plane],
            level: vec![0; plane],
            words: vec![0; words],
            rotated: vec![0; words],
            scratch: [vec![0; words], vec![0; words]],
        };
        let mut ranks = Vec::new();
        for own in self.sets {
            let blocks = self.step.blocks;
            for blank in colex::cells(blocks.free(own.set) & *own.unfinished) {
                if self.step.gather(own, blank, &mut workspace) {
                    self.step.visit(own, blank, &mut workspace, &mut ranks);
                }
            }
        }
        ranks
    }
}

impl BlockStep<'_> {
    /// Adds the states of the level to some sets. Returns the ranks that are listed.
    pub(super) fn share(&self, sets: &mut [OwnSet<'_>]) -> Vec<u64> {
        self.blocks.instructions.run(Share { step: self, sets })
    }

    /// Returns whether the level may add a state to some block of a set. `unfinished` has the cells
    /// of the blank for which not all states are known.
    pub(super) fn may_gain(&self, number: usize, set: u64, unfinished: u64) -> bool {
        let blanks = colex::cells(self.blocks.free(set) & unfinished);
        let mut sources = blanks.flat_map(|blank| self.sources(number, set, blank));
        sources.any(|source| self.has_changed(&source))
    }

    /// Returns the blocks from which moves lead into a block.
    #[inline(always)]
    fn sources(
        &self,
        number: usize,
        set: u64,
        blank: usize,
    ) -> impl Iterator<Item = SourceBlock> + use<> {
        colex::cells(self.blocks.grid.neighbours(blank)).map(move |cell| {
            let is_tile = set >> cell & 1 == 1;
            let exchanged = if is_tile { set ^ 1 << cell ^ 1 << blank } else { set };
            let number = if is_tile { colex::rank(exchanged) as usize } else { number };
            SourceBlock {
                is_tile,
                set: exchanged,
                number,
                cell,
            }
        })
    }

    /// Returns whether the last level added states to a block.
    #[inline(always)]
    fn has_changed(&self, source: &SourceBlock) -> bool {
        self.changed_last[source.number] >> source.cell & 1 == 1
    }

    /// Gathers the states of a block that are beside states of the level before. Returns false if
    /// there can be none.
    #[inline(always)]
    fn gather(&self, own: &OwnSet<'_>, blank: usize, workspace: &mut OrderSets) -> bool {
        let (blocks, mut any, mut any_rotated) = (self.blocks, false, false);
        for source in self.sources(own.number, own.set, blank) {
            if !self.has_changed(&source) {
                continue;
            }
            if !any {
                workspace.gathered.fill(0);
                any = true;
            }
            let is_tile = source.is_tile;
            let bytes = if is_tile { self.others[source.number] } else { &*own.bytes };
            let block = &bytes[blocks.block(source.set, source.cell)];
            let from = colex::below(source.set, blank);
            let to = colex::below(own.set, source.cell);
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
        ranks: &mut Vec<u64>,
    ) {
        let blocks = self.blocks;
        let (planes, bytes) = own.bytes.split_at_mut(blocks.planes());
        let block = &mut planes[blocks.block(own.set, blank)];
        let (new, is_unfinished) = keep_new(self.depth, block, &mut workspace.gathered);
        if !is_unfinished {
            *own.unfinished ^= 1 << blank;
        }
        if new == 0 {
            return;
        }
        *own.gains |= 1 << blank;
        let is_listed = self.listing.may_list(new.into());
        if bytes.is_empty() && !is_listed {
            return;
        }
        unpack(&workspace.gathered, &mut workspace.words);
        let first = colex::below(blocks.free(own.set), blank) * blocks.orders.count;
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

/// Adds the states of a block whose distance equals `depth` modulo 3.
#[inline(always)]
fn add_level(depth: u32, block: &[u8], to: &mut [u8]) {
    let (low, high) = block.split_at(to.len());
    // The mask that turns the bits of the remainder into ones.
    let flip = |bit: u32| if (depth % 3) >> bit & 1 == 1 { 0 } else { u8::MAX };
    let (flip_low, flip_high) = (flip(0), flip(1));
    for ((to, low), high) in to.iter_mut().zip(low).zip(high) {
        *to |= (low ^ flip_low) & (high ^ flip_high);
    }
}

/// Gives a distance to the states of a set that are unknown, and removes the others from the set.
/// Returns their number, and whether other states of the block are still unknown.
#[inline(always)]
fn keep_new(depth: u32, block: &mut [u8], set: &mut [u8]) -> (u32, bool) {
    let (low, high) = block.split_at_mut(set.len());
    let kept = |bit: u32| if (depth % 3) >> bit & 1 == 1 { u8::MAX } else { 0 };
    let (kept_low, kept_high) = (kept(0), kept(1));
    let (mut count, mut unfinished) = (0, 0);
    for ((set, low), high) in set.iter_mut().zip(low).zip(high) {
        let unknown = *low & *high;
        let new = *set & unknown;
        *set = new;
        count += new.count_ones();
        unfinished |= unknown ^ new;
        *low &= !new | kept_low;
        *high &= !new | kept_high;
    }
    (count, unfinished != 0)
}

/// Turns the bits of a plane into words.
#[inline(always)]
fn unpack(plane: &[u8], words: &mut [u32]) {
    let (parts, _) = plane.as_chunks::<WORD_BYTES>();
    for (&part, word) in parts.iter().zip(words) {
        *word = word_of_plane(part);
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
