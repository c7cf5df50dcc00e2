//! Beam search: breadth-first search that keeps only the most promising boards of each layer.
//!
//! A layer consists of boards after the same number of moves. All boards of a layer are expanded,
//! and the children whose [`Estimator`] gives the fewest moves left are kept. Their number is
//! the *width* of the beam. Time and memory grow with the width times the length of the
//! solution, whatever the size of the space. A beam proves nothing; wider beams mostly find shorter
//! solutions. Where a move may slide several tiles in a line, the children of a board are those
//! after each number of tiles, and the next move is along the other axis.
//!
//! Beside the layers, a breadth-first search from the target collects about as many boards as a
//! layer has, with their moves to the target: the *ending*. The beam ends with the first layer that
//! has boards of the ending, and the nearest of them to the target counts. A later layer would not
//! give a shorter solution: whatever board of this layer leads there is in the ending, and counts
//! here, or is farther from the target than all boards of the ending.
//!
//! A layer is processed in parts, each by one thread. First, each part expands its boards and sorts
//! their children into buckets by hash. Then, each bucket drops duplicate states and counts
//! estimates; the counts of all buckets together determine which estimates fit the width. Last,
//! each bucket makes the boards that it keeps, and is a part of the next layer. The division into
//! buckets depends on the width alone, and the hash decides among boards with equal estimates.
//! Therefore no result depends on the number of threads, and the seed of the hashes chooses among
//! equals.

use std::collections::hash_map::Entry;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashMap;
use tilebase_core::{
    SortedNumbers, parallel, prefetch,
    sliding::{Metric, Shape, TileDistances, blank_of},
};

use crate::{
    children::{Bucket, CELL_BYTE, Child, Cutoff, Parent},
    estimator::{Estimator, TileSlide},
    path::steps,
};

/// The numbers of cells for which a search is compiled: those of square boards with models, as many
/// as fit into two cache lines, and all. A module for WebAssembly has few, since all of it is
/// downloaded.
const ROOMS: &[usize] = if cfg!(target_family = "wasm") {
    &[25, 36, 49, 256]
} else {
    &[16, 25, 36, 49, 113, 256]
};

/// The number of cells for which boards of `cells` cells have room.
pub(crate) fn room(cells: usize) -> usize {
    ROOMS
        .iter()
        .copied()
        .find(|&room| cells <= room)
        .expect("no board has more than 256 cells")
}

/// A layer of a beam, before the next is made.
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
/// use tilebase_anytime::Beam;
/// use tilebase_core::sliding::{Metric, TileDistances};
/// let shape = "3x3".parse()?;
/// let (start, goal) = ([1, 2, 3, 4, 0, 5, 7, 8, 6], [1, 2, 3, 4, 5, 6, 7, 8, 0]);
/// let guide = TileDistances::new(shape, &goal);
/// let beam = Beam::new(shape, Metric::Single, 1);
/// let path = beam.search(&guide, &start, &goal, 100, 50, &mut |_| false);
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
    /// The most tiles that one move slides.
    longest: usize,
    /// Whether searches have an ending.
    has_ending: bool,
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

/// The data of a search, of which only the ending changes.
struct Search<'a, G> {
    beam: &'a Beam,
    guide: &'a G,
    target: TileDistances,
    width: usize,
    /// Only solutions of fewer moves are wanted.
    below: usize,
    ending: BackwardSet,
}

/// The boards from which few moves lead to the target.
#[derive(Default)]
struct BackwardSet {
    /// The moves to the target, by the hash of a board.
    moves: FxHashMap<u64, u8>,
    /// The most moves.
    longest: u8,
}

impl Beam {
    /// Returns a search of boards of this shape in a metric. The seed decides between boards with
    /// equal estimates.
    pub fn new(shape: Shape, metric: Metric, seed: u64) -> Self {
        let cells = shape.cells();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let words = (0..cells * cells).map(|number| {
            let mut bytes: [u8; 8] = rng.random();
            bytes[CELL_BYTE] = (number % cells) as u8;
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
            longest: match metric {
                Metric::Single => 1,
                Metric::Multi => (shape.rows().max(shape.cols()) - 1).min(Parent::TILES),
            },
            has_ending: true,
        }
    }

    /// Returns the same search, whose layers go on until one has the target.
    pub fn without_ending(self) -> Self {
        Self {
            has_ending: false,
            ..self
        }
    }

    /// Searches for a path from `start` to `target` of fewer than `below` moves with a beam of this
    /// width. Returns the cells that the blank enters, one for each tile that slides; `None` if the
    /// beam did not find the target, or was stopped. `stop` is called with each layer.
    ///
    /// Takes about 100 ns for each board of a layer on one thread. Widths above 8,192 use the
    /// threads of rayon's current pool. See [`memory`](Self::memory) for the bytes it takes.
    ///
    /// # Panics
    /// If `start` and `target` are not boards of the shape.
    pub fn search(
        &self,
        guide: &impl Estimator,
        start: &[u8],
        target: &[u8],
        width: usize,
        below: usize,
        stop: &mut dyn FnMut(&Layer<'_>) -> bool,
    ) -> Option<Vec<u8>> {
        let search = Search {
            beam: self,
            guide,
            target: TileDistances::new(self.shape, target),
            width: width.clamp(1, Self::WIDEST),
            below,
            ending: BackwardSet::default(),
        };
        match room(self.shape.cells()) {
            #[cfg(not(target_family = "wasm"))]
            16 => search.run::<16>(start, target, stop),
            25 => search.run::<25>(start, target, stop),
            36 => search.run::<36>(start, target, stop),
            49 => search.run::<49>(start, target, stop),
            #[cfg(not(target_family = "wasm"))]
            113 => search.run::<113>(start, target, stop),
            _ => search.run::<256>(start, target, stop),
        }
    }

    /// The greatest width; wider searches are reduced to it.
    pub const WIDEST: usize = PART << (u32::BITS - Parent::MOVE_BITS - Parent::INDEX_BITS);

    /// Returns the approximate number of bytes of a search of this width with up to `length` moves.
    pub fn memory(&self, width: usize, length: usize) -> u64 {
        let node = (15 + room(self.shape.cells())).next_multiple_of(64);
        let children = self.branching() * size_of::<Child>();
        // A map has at most 16/7 as many slots as entries, and a level may have twice as many
        // boards as the ending before it.
        let ending = 3 * size_of::<(u64, u8)>() * 16 / 7;
        width as u64 * (2 * node + children + ending + 4 * length) as u64
    }

    /// Returns the most children of a board.
    fn branching(&self) -> usize {
        if self.longest == 1 { 3 } else { self.shape.rows() + self.shape.cols() - 2 }
    }

    /// Returns whether a move in a direction may follow one in the direction `before`. No shortest
    /// path takes back a slide, or has two moves in one line if several tiles may slide in one.
    fn may_follow(&self, before: usize, direction: usize) -> bool {
        before != 3 - direction && (self.longest == 1 || before != direction)
    }
}

impl<G: Estimator> Search<'_, G> {
    fn run<const N: usize>(
        mut self,
        start: &[u8],
        target: &[u8],
        stop: &mut dyn FnMut(&Layer<'_>) -> bool,
    ) -> Option<Vec<u8>> {
        let first = self.first::<N>(start);
        if first.manhattan == 0 {
            return (self.below > 0).then(Vec::new);
        }
        let mut farthest = vec![self.first::<N>(target)];
        self.ending.moves.insert(farthest[0].hash, 0);
        let buckets = self.width.div_ceil(PART);
        let mut layer = vec![vec![first]];
        let mut origins: Vec<Vec<Vec<Parent>>> = Vec::new();
        for depth in 0.. {
            let boards = layer.iter().map(Vec::len).sum();
            let cells = |number| {
                let board = layer.iter().flatten().nth(number);
                &board.expect("a board of the layer").cells[..start.len()]
            };
            let cells = &cells;
            if boards == 0
                || stop(&Layer {
                    depth,
                    boards,
                    cells,
                })
            {
                return None;
            }
            let moves_left = self.below.checked_sub(depth + 2)?;
            if self.beam.has_ending && self.ending.moves.len() < boards {
                farthest = self.grow(&farthest);
            }
            let all_fit = boards * self.beam.branching() < 1 << Parent::INDEX_BITS;
            let buckets = if all_fit { 1 } else { buckets };
            let expanded = parallel::map(layer.iter().enumerate(), |(part, boards)| {
                let parents = origins.last().map_or(&[][..], |parents| &parents[part]);
                self.expand(part, boards, parents, moves_left, buckets)
            });
            let met = expanded.iter().filter_map(|part| part.met);
            if let Some((_, last)) = met.min_by_key(|&(moves, _)| moves) {
                return Some(self.trace(self.first::<N>(start), last, &origins));
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

    /// Adds the next level to the ending, whose last level is given, and returns it.
    fn grow<const N: usize>(&mut self, farthest: &[Node<N>]) -> Vec<Node<N>> {
        let mut moves = std::mem::take(&mut self.ending.moves);
        let mut next = Vec::new();
        if let (Some(longest), false) = (self.ending.longest.checked_add(1), farthest.is_empty()) {
            self.ending.longest = longest;
            for board in farthest {
                self.around(board, |board| {
                    if let Entry::Vacant(new) = moves.entry(board.hash) {
                        new.insert(longest);
                        next.push(board.clone());
                    }
                });
            }
        }
        self.ending.moves = moves;
        next
    }

    /// Calls `visit` with each board that is a move away. Estimates stay as they were.
    fn around<const N: usize>(&self, board: &Node<N>, mut visit: impl FnMut(&Node<N>)) {
        for direction in 0..4 {
            let mut board = board.clone();
            for _ in 0..self.beam.longest {
                let Some(slide) = self.slide(&board, direction) else {
                    break;
                };
                board = self.moved(&board, slide, self.hash(&board, slide));
                visit(&board);
            }
        }
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
            manhattan: self.target.sum(start) as u16,
            blank: blank_of(start) as u8,
            cells,
        }
    }

    /// Returns the slide of a board's tile by which the blank goes in a direction.
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

    /// Returns the hash after a slide.
    #[inline(always)]
    fn hash<const N: usize>(&self, board: &Node<N>, slide: TileSlide) -> u64 {
        let cells = self.beam.shape.cells();
        let words = &self.beam.words[usize::from(slide.tile) * cells..][..cells];
        board.hash ^ words[usize::from(slide.from)] ^ words[usize::from(slide.to)]
    }

    /// Returns the board after a slide whose hash and estimate are known, the latter without the
    /// [later change](Estimator::later_change).
    #[inline(always)]
    fn after<const N: usize>(
        &self,
        board: &Node<N>,
        slide: TileSlide,
        hash: u64,
        estimate: i32,
    ) -> Node<N> {
        let farther = self.target.change(slide, &board.cells) as u16;
        let later = self.guide.later_change(slide, &board.cells);
        Node {
            estimate: estimate + later,
            manhattan: board.manhattan.wrapping_add(farther),
            ..self.moved(board, slide, hash)
        }
    }

    /// Returns the board after a slide whose hash is known, with the estimate and the distances
    /// before it.
    #[inline(always)]
    fn moved<const N: usize>(&self, board: &Node<N>, slide: TileSlide, hash: u64) -> Node<N> {
        let mut moved = Node {
            hash,
            blank: slide.from,
            ..board.clone()
        };
        moved.cells.swap(slide.from.into(), slide.to.into());
        moved
    }

    /// Returns the children of the boards of a part that may lead to the target in so many moves.
    /// The last moves of the boards are those of `parents`; the first board has none.
    fn expand<const N: usize>(
        &self,
        part: usize,
        boards: &[Node<N>],
        parents: &[Parent],
        moves_left: usize,
        buckets: usize,
    ) -> Expanded {
        let mut expanded = Expanded {
            met: None,
            buckets: vec![Vec::new(); buckets],
        };
        for (index, board) in boards.iter().enumerate() {
            let before = parents.get(index).map(|parent| parent.direction());
            let may_follow = |&direction: &usize| {
                before.is_none_or(|before| self.beam.may_follow(before, direction))
            };
            for direction in (0..4).filter(may_follow) {
                let Some(slide) = self.slide(board, direction) else {
                    continue;
                };
                let parent = Parent::new(part << Parent::INDEX_BITS | index, direction);
                self.add(board, slide, parent, moves_left, &mut expanded);
                if self.beam.longest > 1 {
                    self.add_longer(board, parent, moves_left, &mut expanded);
                }
            }
        }
        expanded
    }

    /// Adds the child after a slide, unless it is too far from the target.
    #[inline(always)]
    fn add<const N: usize>(
        &self,
        board: &Node<N>,
        slide: TileSlide,
        parent: Parent,
        moves_left: usize,
        to: &mut Expanded,
    ) {
        let farther = self.target.change(slide, &board.cells) as u16;
        let manhattan = usize::from(board.manhattan.wrapping_add(farther));
        if manhattan <= moves_left.saturating_mul(self.beam.longest) {
            let hash = self.hash(board, slide);
            if manhattan <= usize::from(self.ending.longest) * self.beam.longest {
                self.meet(hash, parent, moves_left, to);
            }
            let bucket = (((hash >> 32) * to.buckets.len() as u64) >> 32) as usize;
            to.buckets[bucket].push(Child {
                hash,
                estimate: board.estimate + self.guide.change(slide, &board.cells),
                parent,
            });
        }
    }

    /// Notes a child that is in the ending, if it is the nearest to the target.
    #[inline(never)]
    fn meet(&self, hash: u64, parent: Parent, moves_left: usize, to: &mut Expanded) {
        if let Some(&moves) = self.ending.moves.get(&hash)
            && usize::from(moves) <= moves_left
            && to.met.is_none_or(|(least, _)| moves < least)
        {
            to.met = Some((moves, parent));
        }
    }

    /// Adds the children after moves of several tiles, whose first slide is a move of its own.
    #[inline(never)]
    fn add_longer<const N: usize>(
        &self,
        board: &Node<N>,
        first: Parent,
        moves_left: usize,
        to: &mut Expanded,
    ) {
        let mut board = board.clone();
        for tiles in 2..=self.beam.longest {
            board = self.slid(&board, first.direction());
            let Some(slide) = self.slide(&board, first.direction()) else {
                break;
            };
            self.add(&board, slide, first.longer(tiles), moves_left, to);
        }
    }

    /// Returns the board after a slide that is possible.
    fn slid<const N: usize>(&self, board: &Node<N>, direction: usize) -> Node<N> {
        let slide = self.slide(board, direction).expect("a possible slide");
        let estimate = board.estimate + self.guide.change(slide, &board.cells);
        self.after(board, slide, self.hash(board, slide), estimate)
    }

    /// Returns a board after all slides of a move but the last.
    #[inline(never)]
    fn before_last<const N: usize>(&self, board: &Node<N>, made: Parent) -> Node<N> {
        let slides = 2..made.tiles();
        slides.fold(self.slid(board, made.direction()), |board, _| {
            self.slid(&board, made.direction())
        })
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
            let several = child.parent.tiles() > 1;
            let passed = several.then(|| self.before_last(parent, child.parent));
            let board = passed.as_ref().unwrap_or(parent);
            let slide = self.slide(board, child.parent.direction());
            let slide = slide.expect("a move that was made before");
            boards.push(self.after(board, slide, child.hash, child.estimate));
        }
        (boards, kept.iter().map(|child| child.parent).collect())
    }

    /// Returns the path to the board after this move, and on to the target.
    fn trace<const N: usize>(
        &self,
        mut board: Node<N>,
        last: Parent,
        origins: &[Vec<Vec<Parent>>],
    ) -> Vec<u8> {
        let mut moves = vec![last];
        let mut at = last;
        for layer in origins.iter().rev() {
            at = layer[at.part()][at.index()];
            moves.push(at);
        }
        let mut path = Vec::new();
        for made in moves.iter().rev() {
            for _ in 0..made.tiles() {
                let slide = self.slide(&board, made.direction());
                let slide = slide.expect("a move that was made before");
                board = self.moved(&board, slide, self.hash(&board, slide));
                path.push(board.blank);
            }
        }
        path.extend(self.to_target(board));
        path
    }

    /// Returns the path from a board of the ending to the target.
    fn to_target<const N: usize>(&self, mut board: Node<N>) -> Vec<u8> {
        let left = |board: &Node<N>| self.ending.moves.get(&board.hash).copied();
        let mut ends = Vec::new();
        let start = board.blank;
        for moves in (0..left(&board).unwrap_or(0)).rev() {
            let mut next = None;
            self.around(&board, |board| {
                if left(board) == Some(moves) {
                    next = Some(board.clone());
                }
            });
            board = next.expect("a board of the ending before the last has one nearer");
            ends.push(board.blank);
        }
        steps(self.beam.shape, start, &ends)
    }
}

/// The children of a part.
struct Expanded {
    /// The one in the ending that is the nearest to the target, and its moves.
    met: Option<(u8, Parent)>,
    buckets: Vec<Vec<Child>>,
}
