//! The children of the boards of a layer, before they are made: each state once, and those that fit
//! the width.

use tilebase_core::SortedNumbers;

/// The number of the byte of a hash that is the exclusive or of all cells but the blank's. The
/// other bytes are random, and choose the bucket and the slot.
pub(crate) const CELL_BYTE: usize = 4;

/// A child that has not been made.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub hash: u64,
    pub estimate: i32,
    pub parent: Parent,
}

impl Child {
    /// Returns the place among the children with the same state, of which the first is kept. The
    /// move decides between equal estimates, so that the order of the parents does not matter.
    fn order(&self) -> (i32, [usize; 2]) {
        let made = [self.parent.tiles(), self.parent.direction()];
        (self.estimate, made)
    }

    /// Returns a byte that depends on the cell of the blank alone.
    pub fn cell_byte(&self) -> u8 {
        self.hash.to_le_bytes()[CELL_BYTE]
    }
}

/// The place of a board in its layer, and the move from there: the direction of the blank, and the
/// number of tiles that slide.
#[derive(Clone, Copy)]
pub(crate) struct Parent(u32);

impl Parent {
    pub const INDEX_BITS: u32 = 14;
    /// The most tiles that slide.
    pub const TILES: usize = 16;
    pub const MOVE_BITS: u32 = 2 + Self::TILES.trailing_zeros();

    /// Returns a place, which is the part and the index in it, with a move of one tile.
    pub fn new(place: usize, direction: usize) -> Self {
        Self((place << Self::MOVE_BITS | direction) as u32)
    }

    /// Returns the same with a move of more tiles than one.
    pub fn longer(self, tiles: usize) -> Self {
        Self(self.0 | ((tiles - 1) << 2) as u32)
    }

    pub fn place(self) -> usize {
        (self.0 >> Self::MOVE_BITS) as usize
    }

    pub fn part(self) -> usize {
        self.place() >> Self::INDEX_BITS
    }

    pub fn index(self) -> usize {
        self.place() & ((1 << Self::INDEX_BITS) - 1)
    }

    pub fn direction(self) -> usize {
        (self.0 & 3) as usize
    }

    pub fn tiles(self) -> usize {
        (self.0 >> 2) as usize % Self::TILES + 1
    }
}

/// The children with hashes in one range, each state once.
pub(crate) struct Bucket {
    pub children: Vec<Child>,
    pub least: i32,
    most: i32,
}

impl Bucket {
    /// Collects children. Of those with the same state it keeps the one that is first in
    /// [order](Child::order).
    pub fn distinct(lists: &[&[Child]]) -> Self {
        let given: usize = lists.iter().map(|list| list.len()).sum();
        let slots = (2 * given).next_power_of_two().max(2);
        // By slot, a part of a child's hash, never 0, and the place of the child.
        let mut seen = vec![[0u32; 2]; slots];
        let mut children: Vec<Child> = Vec::with_capacity(given);
        for child in lists.iter().flat_map(|list| list.iter()) {
            // The high half of the hash has chosen the bucket.
            let (mark, mut slot) = (
                child.hash as u32 | 1,
                child.hash as usize >> 8 & (slots - 1),
            );
            while seen[slot][0] != 0 && seen[slot][0] != mark {
                slot = (slot + 1) & (slots - 1);
            }
            if seen[slot][0] == 0 {
                seen[slot] = [mark, children.len() as u32];
                children.push(*child);
            } else {
                let other = &mut children[seen[slot][1] as usize];
                if child.order() < other.order() {
                    *other = *child;
                }
            }
        }
        let estimates = children.iter().map(|child| child.estimate);
        Self {
            least: estimates.clone().min().unwrap_or(i32::MAX),
            most: estimates.max().unwrap_or(i32::MIN),
            children,
        }
    }

    /// Returns the children that fit the width, sorted by the cell of the blank: those with the
    /// same cell use the same rows of a model's table, which then stay in the cache.
    pub fn kept(&self, cut: &Cutoff) -> Vec<&Child> {
        let children = self.children.iter().filter(|child| cut.keeps(child));
        // A parent's index has no bits for more boards; with good hashes, there are never so many.
        let kept: Vec<&Child> = children.take(1 << Parent::INDEX_BITS).collect();
        let cell_bytes = kept.iter().map(|child| child.cell_byte());
        let sorted = SortedNumbers::new((0..).zip(cell_bytes));
        let sorted = sorted.all().iter();
        sorted.map(|&number| kept[number as usize]).collect()
    }
}

/// The estimates that fit the width.
pub(crate) struct Cutoff {
    least: i32,
    /// The number of estimates, a power of 2, that count as one.
    shift: u32,
    /// All lower estimates fit.
    at: usize,
    /// The share of the boards at the cut that fit, in units of 2⁻³².
    share: u64,
}

impl Cutoff {
    const CLASSES: usize = 1 << 12;

    pub fn new(buckets: &[Bucket], width: usize) -> Self {
        let least = buckets.iter().map(|bucket| bucket.least).min().unwrap_or(0);
        let most = buckets.iter().map(|bucket| bucket.most).max().unwrap_or(0);
        let range = most.saturating_sub(least).max(0) as usize;
        let shift = (range / Self::CLASSES + 1)
            .next_power_of_two()
            .trailing_zeros();
        let mut cut = Self {
            least,
            shift,
            at: Self::CLASSES,
            share: 0,
        };
        let total: usize = buckets.iter().map(|bucket| bucket.children.len()).sum();
        if total <= width {
            return cut;
        }
        let mut counts = [0; Self::CLASSES];
        for child in buckets.iter().flat_map(|bucket| &bucket.children) {
            counts[cut.class(child)] += 1;
        }
        let mut left = width;
        for (class, count) in counts.into_iter().enumerate() {
            if count > left {
                cut.at = class;
                cut.share = ((left as u64) << 32) / count as u64;
                break;
            }
            left -= count;
        }
        cut
    }

    fn class(&self, child: &Child) -> usize {
        ((child.estimate - self.least) >> self.shift) as usize
    }

    pub fn keeps(&self, child: &Child) -> bool {
        let class = self.class(child);
        // The low bits of the hash, reversed, since the high ones are alike in a bucket.
        class < self.at
            || class == self.at && u64::from((child.hash as u32).reverse_bits()) < self.share
    }
}
