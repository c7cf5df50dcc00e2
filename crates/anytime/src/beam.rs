//! Beam search: breadth-first search that keeps only the most promising boards of each layer.
//!
//! A layer consists of boards after the same number of moves. All boards of a layer are expanded,
//! and the children with the least [`Guide`]'s estimates of the moves left are kept. Their number
//! is the *width* of the beam. Time and memory grow with the width times the length of the
//! solution, whatever the size of the space. The search ends with the first layer that contains the
//! target: a later one would give a longer solution. A beam proves nothing; wider beams mostly find
//! shorter solutions.
//!
//! A layer is processed in parts, each by one thread. First, each part expands its boards and sorts
//! their children into buckets by hash. Then, each bucket drops duplicate states and counts
//! estimates; the counts of all buckets together determine which estimates fit the width. Last,
//! each bucket makes the boards that it keeps, and is a part of the next layer. The division into
//! buckets depends on the width alone, and the hash decides among boards with equal estimates.
//! Therefore no result depends on the number of threads, and the seed of the hashes chooses among
//! equals.

use std::ops::ControlFlow;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tilebase_core::{
    SortedNumbers, parallel, prefetch,
    sliding::{Shape, blank_of},
};

use crate::guide::{Guide, TileSlide, ToTarget};

/// The numbers of cells for which a search is compiled. A module for WebAssembly has few, since all
/// of it is downloaded.
const ROOMS: &[usize] = if cfg!(target_family = "wasm") {
    &[25, 36, 49, 256]
} else {
    &[16, 25, 36, 49, 64, 100, 256]
};

/// The number of cells for which boards of `cells` cells have room.
pub(crate) fn room(cells: usize) -> usize {
    ROOMS
        .iter()
        .copied()
        .find(|&room| cells <= room)
        .expect("no board has more than 256 cells")
}

/// A layer, which a beam passes to its observer before it makes the next.
pub struct Layer<'a> {
    /// The number of moves made.
    pub depth: usize,
    /// The number of boards.
    pub boards: usize,
    /// Returns the cells of a board, by its number.
    pub cells: &'a dyn Fn(usize) -> &'a [u8],
}

/// The most boards that each part of a layer has on average. A task works on one part.
const PART: usize = 1 << 13;

/// How many boards ahead the parent of a board is prefetched.
const AHEAD: usize = 8;

/// A beam search on boards of one shape.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilebase_anytime::{Beam, Layer, ToTarget};
/// let shape = "3x3".parse()?;
/// let (start, goal) = ([1, 2, 3, 4, 0, 5, 7, 8, 6], [1, 2, 3, 4, 5, 6, 7, 8, 0]);
/// let guide = ToTarget::new(shape, &goal);
/// let mut go_on = |_: &Layer<'_>| ControlFlow::Continue(());
/// let path = Beam::new(shape, 1).search(&guide, &start, &goal, 100, 50, &mut go_on);
/// assert_eq!(path, Some(vec![5, 8]));
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Beam {
    shape: Shape,
    /// A word for each tile at each cell, by tile and then by cell: random bits, and a byte that is
    /// the cell. The hash of a board is the exclusive or of the words of its tiles. In its byte are
    /// all cells but the blank's, so boards with the same byte have the blank in the same cell.
    words: Vec<u64>,
    /// The cells to which the blank can move from a cell, by direction.
    beside: Vec<[Option<u8>; 4]>,
}

/// The board from which a search starts, or one that it has reached. On boards of up to 49 cells it
/// is one cache line.
#[derive(Clone)]
#[repr(align(64))]
struct Node<const N: usize> {
    hash: u64,
    estimate: i32,
    /// The sum of the distances of the tiles from their cells in the target.
    manhattan: u16,
    blank: u8,
    cells: [u8; N],
}

/// A child that has not been made.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub hash: u64,
    pub estimate: i32,
    pub parent: Parent,
}

impl Child {
    /// Returns the place among the children with the same state, of which the first is kept. The
    /// direction decides between equal estimates, so that the order of the parents does not matter.
    fn order(&self) -> (i32, usize) {
        (self.estimate, self.parent.direction())
    }

    /// Returns a byte that depends on the cell of the blank alone.
    fn cell_byte(&self) -> u8 {
        self.hash.to_le_bytes()[Beam::CELL_BYTE]
    }
}

/// The place of a board in its layer, and the direction in which the blank moves from there.
#[derive(Clone, Copy)]
pub(crate) struct Parent(u32);

impl Parent {
    pub const INDEX_BITS: u32 = 15;

    pub fn new(part: usize, index: usize, direction: usize) -> Self {
        Self((part as u32) << (Self::INDEX_BITS + 2) | (index as u32) << 2 | direction as u32)
    }

    pub fn part(self) -> usize {
        (self.0 >> (Self::INDEX_BITS + 2)) as usize
    }

    pub fn index(self) -> usize {
        (self.0 >> 2) as usize & ((1 << Self::INDEX_BITS) - 1)
    }

    pub fn direction(self) -> usize {
        (self.0 & 3) as usize
    }
}

/// The unchanging data of a search.
struct Search<'a, G> {
    beam: &'a Beam,
    guide: &'a G,
    target: ToTarget,
    width: usize,
    /// Only solutions of fewer moves are wanted.
    below: usize,
}

impl Beam {
    /// Returns a search of boards of this shape. The seed decides between boards with equal
    /// estimates.
    pub fn new(shape: Shape, seed: u64) -> Self {
        let cells = shape.cells();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let words = (0..cells * cells).map(|number| {
            let mut bytes: [u8; 8] = rng.random();
            bytes[Self::CELL_BYTE] = (number % cells) as u8;
            u64::from_le_bytes(bytes)
        });
        let beside = (0..cells).map(|cell| {
            let beside = shape.beside(cell);
            beside.map(|to| to.map(|cell| cell as u8))
        });
        Self {
            shape,
            words: words.collect(),
            beside: beside.collect(),
        }
    }

    /// Searches for a path from `start` to `target` of fewer than `below` moves with a beam of this
    /// width. Returns the cells to which the blank moves; `None` if the beam did not find the
    /// target, or `observe` broke off. `observe` is called with each layer.
    ///
    /// Takes about 100 ns for each board of a layer on one thread. Widths above 8,192 use the
    /// threads of rayon's current pool. See [`memory`](Self::memory) for the bytes it takes.
    ///
    /// # Panics
    /// If `start` and `target` are not boards of the shape.
    pub fn search(
        &self,
        guide: &impl Guide,
        start: &[u8],
        target: &[u8],
        width: usize,
        below: usize,
        observe: &mut dyn FnMut(&Layer<'_>) -> ControlFlow<()>,
    ) -> Option<Vec<u8>> {
        let search = Search {
            beam: self,
            guide,
            target: ToTarget::new(self.shape, target),
            width: width.clamp(1, Self::WIDEST),
            below,
        };
        match room(self.shape.cells()) {
            #[cfg(not(target_family = "wasm"))]
            16 => search.run::<16>(start, observe),
            25 => search.run::<25>(start, observe),
            36 => search.run::<36>(start, observe),
            49 => search.run::<49>(start, observe),
            #[cfg(not(target_family = "wasm"))]
            64 => search.run::<64>(start, observe),
            #[cfg(not(target_family = "wasm"))]
            100 => search.run::<100>(start, observe),
            _ => search.run::<256>(start, observe),
        }
    }

    /// Which byte of a hash has the cells: one that chooses neither a bucket nor a slot.
    const CELL_BYTE: usize = 4;

    /// The greatest width; wider searches are reduced to it.
    pub const WIDEST: usize = PART << (28 - Parent::INDEX_BITS);

    /// Returns the approximate number of bytes of a search of this width with up to `length` moves.
    pub fn memory(&self, width: usize, length: usize) -> u64 {
        let node = (15 + room(self.shape.cells())).next_multiple_of(64);
        width as u64 * (2 * node + 3 * size_of::<Child>() + 4 * length) as u64
    }
}

/// Breaks off a search if it is to stop.
pub(crate) fn break_if(stop: bool) -> ControlFlow<()> {
    if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

impl<G: Guide> Search<'_, G> {
    fn run<const N: usize>(
        &self,
        start: &[u8],
        observe: &mut dyn FnMut(&Layer<'_>) -> ControlFlow<()>,
    ) -> Option<Vec<u8>> {
        let first = self.first::<N>(start);
        if first.manhattan == 0 {
            return (self.below > 0).then(Vec::new);
        }
        let buckets = self.width.div_ceil(PART);
        let mut layer = vec![vec![first]];
        let mut origins: Vec<Vec<Vec<Parent>>> = Vec::new();
        for depth in 0.. {
            let boards = layer.iter().map(Vec::len).sum();
            if boards == 0 || self.show(depth, boards, &layer, observe).is_break() {
                return None;
            }
            let moves_left = self.below.checked_sub(depth + 2)?;
            let buckets = if boards < PART { 1 } else { buckets };
            let expanded = parallel::map(layer.iter().enumerate(), |(part, boards)| {
                let parents = origins.last().map_or(&[][..], |parents| &parents[part]);
                self.expand(part, boards, parents, moves_left, buckets)
            });
            if let Some(last) = expanded.iter().find_map(|part| part.goal) {
                return Some(self.trace(start, last, &origins));
            }
            let distinct = parallel::map(0..buckets, |bucket| {
                Bucket::distinct(expanded.iter().map(|all| &all.buckets[bucket]))
            });
            let cut = Cutoff::new(&distinct, self.width);
            let made = parallel::map(&distinct, |bucket| self.make(bucket, &cut, &layer));
            let (boards, parents) = made.into_iter().unzip();
            layer = boards;
            origins.push(parents);
        }
        None
    }

    fn first<const N: usize>(&self, start: &[u8]) -> Node<N> {
        let mut cells = [0; N];
        cells[..start.len()].copy_from_slice(start);
        let tiles = start.iter().enumerate().filter(|&(_, &tile)| tile > 0);
        let words =
            tiles.map(|(cell, &tile)| self.beam.words[usize::from(tile) * start.len() + cell]);
        Node {
            hash: words.fold(0, |hash, word| hash ^ word),
            estimate: self.guide.estimate(start),
            manhattan: self.target.of(start) as u16,
            blank: blank_of(start) as u8,
            cells,
        }
    }

    fn show<const N: usize>(
        &self,
        depth: usize,
        boards: usize,
        layer: &[Vec<Node<N>>],
        observe: &mut dyn FnMut(&Layer<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let cells = |mut number: usize| {
            let part = layer.iter().find(|part| {
                let here = number < part.len();
                number -= if here { 0 } else { part.len() };
                here
            });
            let board = &part.expect("a board of the layer")[number];
            &board.cells[..self.target.cells()]
        };
        observe(&Layer {
            depth,
            boards,
            cells: &cells,
        })
    }

    /// Returns the move of a board in which the blank goes in a direction.
    #[inline(always)]
    fn slide<const N: usize>(&self, board: &Node<N>, direction: usize) -> Option<TileSlide> {
        let from = self.beam.beside[usize::from(board.blank)][direction]?;
        Some(TileSlide {
            tile: board.cells[usize::from(from)],
            from,
            to: board.blank,
            direction: direction as u8,
        })
    }

    /// Returns the children of the boards of a part that may lead to the target in time. The last
    /// moves of the boards are those of `parents`; the first board has none.
    fn expand<const N: usize>(
        &self,
        part: usize,
        boards: &[Node<N>],
        parents: &[Parent],
        moves_left: usize,
        buckets: usize,
    ) -> Expanded {
        let cells = self.target.cells();
        let mut into = vec![Vec::new(); buckets];
        for (index, board) in boards.iter().enumerate() {
            let back = parents.get(index).map(|parent| 3 - parent.direction());
            for direction in (0..4).filter(|&direction| back != Some(direction)) {
                let Some(slide) = self.slide(board, direction) else {
                    continue;
                };
                let farther = self.target.change(slide, &board.cells) as u16;
                let manhattan = board.manhattan.wrapping_add(farther);
                let parent = Parent::new(part, index, direction);
                if manhattan == 0 {
                    return Expanded {
                        goal: Some(parent),
                        buckets: into,
                    };
                }
                if usize::from(manhattan) > moves_left {
                    continue;
                }
                let change = self.guide.change(slide, &board.cells);
                let words = &self.beam.words[usize::from(slide.tile) * cells..][..cells];
                let [from, to] = [slide.from, slide.to].map(|cell| words[usize::from(cell)]);
                let hash = board.hash ^ from ^ to;
                let bucket = (((hash >> 32) * buckets as u64) >> 32) as usize;
                into[bucket].push(Child {
                    hash,
                    estimate: board.estimate + change,
                    parent,
                });
            }
        }
        Expanded {
            goal: None,
            buckets: into,
        }
    }

    /// Makes the boards of a bucket that fit the width, sorted by the cell of the blank: those with
    /// the same cell use the same rows of a model's table, which then stay in the cache.
    fn make<const N: usize>(
        &self,
        bucket: &Bucket,
        cut: &Cutoff,
        layer: &[Vec<Node<N>>],
    ) -> (Vec<Node<N>>, Vec<Parent>) {
        let children = bucket.children.iter().filter(|child| cut.keeps(child));
        // A parent's index has room for no more boards; with good hashes, there are never so many.
        let kept: Vec<&Child> = children.take(1 << Parent::INDEX_BITS).collect();
        let cell_bytes = kept.iter().map(|child| child.cell_byte());
        let sorted = SortedNumbers::new((0..).zip(cell_bytes));
        let sorted = sorted.all().iter();
        let kept: Vec<&Child> = sorted.map(|&number| kept[number as usize]).collect();
        let mut boards = Vec::with_capacity(kept.len());
        for (number, child) in kept.iter().enumerate() {
            if let Some(ahead) = kept.get(number + AHEAD) {
                prefetch(&layer[ahead.parent.part()], ahead.parent.index());
            }
            let parent = &layer[child.parent.part()][child.parent.index()];
            let slide = self.slide(parent, child.parent.direction());
            let slide = slide.expect("a move that was made before");
            let farther = self.target.change(slide, &parent.cells) as u16;
            let later = self.guide.later_change(slide, &parent.cells);
            boards.push(Node {
                hash: child.hash,
                estimate: child.estimate + later,
                manhattan: parent.manhattan.wrapping_add(farther),
                blank: slide.from,
                cells: parent.cells,
            });
            let cells = &mut boards.last_mut().expect("the board just made").cells;
            cells.swap(slide.from.into(), slide.to.into());
        }
        (boards, kept.iter().map(|child| child.parent).collect())
    }

    /// Returns the path that ends with this move.
    fn trace(&self, start: &[u8], last: Parent, origins: &[Vec<Vec<Parent>>]) -> Vec<u8> {
        let mut directions = vec![last.direction()];
        let mut at = last;
        for layer in origins.iter().rev() {
            at = layer[at.part()][at.index()];
            directions.push(at.direction());
        }
        let mut blank = blank_of(start);
        let cells = directions.iter().rev().map(|&direction| {
            let to = self.beam.beside[blank][direction].expect("a move that was made before");
            blank = to.into();
            to
        });
        cells.collect()
    }
}

/// The children of a part.
struct Expanded {
    /// The one that is the target.
    goal: Option<Parent>,
    buckets: Vec<Vec<Child>>,
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
    pub fn distinct<'c>(lists: impl Iterator<Item = &'c Vec<Child>> + Clone) -> Self {
        let given: usize = lists.clone().map(Vec::len).sum();
        let slots = (2 * given).next_power_of_two().max(2);
        // By slot, a part of a child's hash, never 0, and the place of the child.
        let mut seen = vec![[0u32; 2]; slots];
        let mut children: Vec<Child> = Vec::with_capacity(given);
        for child in lists.flatten() {
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
}

/// The estimates that fit the width.
struct Cutoff {
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

    fn new(buckets: &[Bucket], width: usize) -> Self {
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

    fn keeps(&self, child: &Child) -> bool {
        let class = self.class(child);
        // The low bits of the hash, reversed, since the high ones are alike in a bucket.
        class < self.at
            || class == self.at && u64::from((child.hash as u32).reverse_bits()) < self.share
    }
}
