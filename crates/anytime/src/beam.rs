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
//! layer has, with their moves to the target: the *backward set*. The beam ends with the first
//! layer that leads into this set, and the nearest of its boards to the target counts. A later
//! layer would not give a shorter solution: whatever board of this layer leads there is in the set,
//! and counts here, or is farther from the target than all boards of the set.
//!
//! A layer is processed in parts, each by one thread. First, each part expands its boards and sorts
//! their children into buckets by hash. Then, each bucket drops duplicate states and counts
//! estimates; the counts of all buckets together determine which estimates fit the width. Last,
//! each bucket makes the boards that it keeps, and is a part of the next layer. The division into
//! buckets depends on the width alone, and the hash decides among boards with equal estimates.
//! Therefore no result depends on the number of threads, and the seed of the hashes chooses among
//! equals.

#[cfg(feature = "graphs")]
use tilebase_core::graph::CellGraph;
use tilebase_core::{
    parallel, prefetch,
    sliding::{Metric, Shape, TileDistances},
};

use crate::{
    adjacency::Adjacency,
    backward_set::BackwardSet,
    children::{Bucket, Child, Cutoff, Parent},
    estimator::{Estimator, FEW_PADDED_CELLS, TileSlide, padded_cells},
    node::{Node, Slides},
};

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
/// let estimator = TileDistances::new(shape, &goal);
/// let beam = Beam::new(shape, Metric::Single, 1);
/// let path = beam.search(&estimator, &start, &goal, 100, 50, &mut |_| false);
/// assert_eq!(path, Some(vec![5, 8]));
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Beam {
    slides: Slides,
    /// Whether searches have a backward set.
    looks_backward: bool,
}

/// The children of a part of a layer.
struct Expanded {
    /// The one in the backward set that is the nearest to the target, and its moves.
    met: Option<(u8, Parent)>,
    buckets: Vec<Vec<Child>>,
}

impl Beam {
    /// Returns a search of boards of this shape in a metric. The seed decides between boards with
    /// equal estimates.
    pub fn new(shape: Shape, metric: Metric, seed: u64) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let [longest, branching] = match metric {
            Metric::Single => [1, 3],
            Metric::Multi => [(rows.max(cols) - 1).min(Parent::TILES), rows + cols - 2],
        };
        Self {
            slides: Slides::new(Adjacency::of_board(shape), [longest, branching], seed),
            looks_backward: true,
        }
    }

    /// Returns a search of the states of a graph, on which the blank goes along edges; `None` if it
    /// was read from pairs, so that its edges have no directions, if it is not connected, or if it
    /// has two blanks.
    ///
    /// ```
    /// use tilebase_anytime::Beam;
    /// let beam = Beam::on_graph("torus-3x3".parse()?, 1).expect("a torus has directions");
    /// let (start, goal) = ([0, 2, 3, 4, 5, 6, 1, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    /// let path = beam.search(&beam.distances(&goal), &start, &goal, 100, 50, &mut |_| false);
    /// assert_eq!(path, Some(vec![6, 7, 8]));
    /// # Ok::<(), tilebase_core::graph::GraphError>(())
    /// ```
    #[cfg(feature = "graphs")]
    pub fn on_graph(graph: CellGraph, seed: u64) -> Option<Self> {
        let adjacency = Adjacency::of_graph(graph)?;
        Some(Self {
            slides: Slides::new(adjacency, [1, 3], seed),
            looks_backward: true,
        })
    }

    /// Returns the distances of the tiles from their cells in a target.
    ///
    /// # Panics
    /// If it is not a board of the search.
    pub fn distances(&self, target: &[u8]) -> TileDistances {
        TileDistances::between(&self.slides.adjacency.between, target)
    }

    /// Returns a search without a backward set: its layers go on until one has the target.
    pub fn without_backward_set(self) -> Self {
        Self {
            looks_backward: false,
            ..self
        }
    }

    /// Searches for a path from `start` to `target` of fewer than `below` moves with a beam of this
    /// width. Returns the cells that the blank enters, one for each tile that slides; `None` if the
    /// beam did not find the target, or was stopped, or the estimator is not for boards of so many
    /// cells. `stop` is called with each layer.
    ///
    /// Takes about 100 ns for each board of a layer on one thread. Widths above 8,192 use the
    /// threads of rayon's current pool. See [`memory`](Self::memory) for the bytes it takes.
    ///
    /// # Panics
    /// If `start` and `target` are not boards of the shape.
    pub fn search<G: Estimator>(
        &self,
        estimator: &G,
        start: &[u8],
        target: &[u8],
        width: usize,
        below: usize,
        stop: &mut dyn FnMut(&Layer<'_>) -> bool,
    ) -> Option<Vec<u8>> {
        /// Whether boards are padded to so many cells. What is not run is not compiled.
        const fn pads_to<G: Estimator>(cells: usize) -> bool {
            let mut at = 0;
            while at < G::PADDED_CELLS.len() && G::PADDED_CELLS[at] != cells {
                at += 1;
            }
            at < G::PADDED_CELLS.len()
        }
        macro_rules! run {
            ($($cells:literal)*) => {
                match padded_cells(G::PADDED_CELLS, self.slides.adjacency.cells())? {
                    $($cells if const { pads_to::<G>($cells) } => {
                        let run = BeamRun::<G, $cells> {
                            slides: &self.slides,
                            estimator,
                            target: self.distances(target),
                            width: width.clamp(1, Self::WIDEST),
                            below,
                            backward_set: BackwardSet::new(self.slides.node(target)),
                        };
                        run.layers(start, self.looks_backward, stop)
                    })*
                    _ => None,
                }
            };
        }
        run!(16 25 36 49 64 113 256)
    }

    /// The greatest width; wider searches are reduced to it.
    pub const WIDEST: usize = PART << (u32::BITS - Parent::MOVE_BITS - Parent::INDEX_BITS);

    /// Returns the greatest width of a search that takes no more than these bytes and finds
    /// solutions of up to `length` moves.
    pub fn widest(&self, length: usize, memory: u64) -> usize {
        (memory / self.memory(1, length)).min(Self::WIDEST as u64) as usize
    }

    /// Returns the approximate number of bytes of a search of this width with up to `length` moves.
    pub fn memory(&self, width: usize, length: usize) -> u64 {
        let cells = self.slides.adjacency.cells();
        let padded = padded_cells(FEW_PADDED_CELLS, cells).unwrap_or(cells);
        let node = (15 + padded).next_multiple_of(64);
        let children = self.slides.branching * size_of::<Child>();
        // A map has at most 16/7 as many slots as entries, and a level may have twice as many
        // boards as the backward set before it.
        let backward = 3 * size_of::<(u64, u8)>() * 16 / 7;
        width as u64 * (2 * node + children + backward + 4 * length) as u64
    }
}

/// A search for a path, of which only the backward set changes.
struct BeamRun<'a, G, const N: usize> {
    slides: &'a Slides,
    estimator: &'a G,
    target: TileDistances,
    width: usize,
    /// Only solutions of fewer moves are wanted.
    below: usize,
    backward_set: BackwardSet<N>,
}

/// Returns what `work` makes of each number, each as a task. It is compiled once for each `T`.
fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    parallel::map(0..count, work)
}

impl<G: Estimator, const N: usize> BeamRun<'_, G, N> {
    /// Makes one layer after another, until one leads into the backward set. Returns the path.
    fn layers(
        mut self,
        start: &[u8],
        looks_backward: bool,
        stop: &mut dyn FnMut(&Layer<'_>) -> bool,
    ) -> Option<Vec<u8>> {
        let first = self.first(start);
        if first.manhattan == 0 {
            return (self.below > 0).then(Vec::new);
        }
        let parts = self.width.div_ceil(PART);
        let mut layer = vec![vec![first]];
        let mut origins: Vec<Vec<Vec<Parent>>> = Vec::new();
        for depth in 0.. {
            let boards = layer.iter().map(Vec::len).sum();
            let reached = Layer {
                depth,
                boards,
                cells: &|number| &board_of(&layer, number).cells[..start.len()],
            };
            if boards == 0 || stop(&reached) {
                return None;
            }
            let moves_left = self.below.checked_sub(depth + 2)?;
            if looks_backward && self.backward_set.len() < boards {
                self.backward_set.grow(self.slides);
            }
            let all_fit = boards * self.slides.branching < 1 << Parent::INDEX_BITS;
            let buckets = if all_fit { 1 } else { parts };
            let expanded = map(layer.len(), &|part| {
                let parents = origins.last().map_or(&[][..], |parents| &parents[part]);
                self.expand(part, &layer[part], parents, moves_left, buckets)
            });
            if let Some(last) = nearest(&expanded) {
                let mut board = start.to_vec();
                let mut path = self.slides.play(&mut board, &moves_to(last, &origins));
                path.extend(self.backward_set.path_from(self.slides, &board));
                return Some(path);
            }
            let distinct = distinct(&expanded, buckets);
            let cut = Cutoff::new(&distinct, self.width);
            let made = map(buckets, &|bucket| {
                self.make(&distinct[bucket].kept(&cut), &layer)
            });
            let (boards, parents) = made.into_iter().unzip();
            layer = boards;
            origins.push(parents);
        }
        None
    }

    fn first(&self, start: &[u8]) -> Node<N> {
        Node {
            estimate: self.estimator.estimate(start),
            manhattan: self.target.sum(start) as u16,
            ..self.slides.node(start)
        }
    }

    /// Returns the board after a slide whose hash and estimate are known, the latter without the
    /// [later change](Estimator::later_change).
    #[inline(always)]
    fn after(&self, board: &Node<N>, slide: TileSlide, hash: u64, estimate: i32) -> Node<N> {
        let farther = self.target.change(slide, &board.cells) as u16;
        let later = self.estimator.later_change(slide, &board.cells);
        Node {
            estimate: estimate + later,
            manhattan: board.manhattan.wrapping_add(farther),
            ..self.slides.moved(board, slide, hash)
        }
    }

    /// Returns the children of a part of the layer from which the target may be at most
    /// `moves_left` moves away. The last moves of the boards are those of `parents`; the first
    /// board has none.
    fn expand(
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
                before.is_none_or(|before| self.slides.may_follow(before, direction))
            };
            for direction in (0..4).filter(may_follow) {
                let Some(slide) = self.slides.slide(board, direction) else {
                    continue;
                };
                let parent = Parent::new(part << Parent::INDEX_BITS | index, direction);
                self.add(board, slide, parent, moves_left, &mut expanded);
                if self.slides.longest > 1 {
                    self.add_longer(board, parent, moves_left, &mut expanded);
                }
            }
        }
        expanded
    }

    /// Adds the child after a slide, unless it is too far from the target.
    #[inline(always)]
    fn add(
        &self,
        board: &Node<N>,
        slide: TileSlide,
        parent: Parent,
        moves_left: usize,
        to: &mut Expanded,
    ) {
        let longest = self.slides.longest;
        let farther = self.target.change(slide, &board.cells) as u16;
        let manhattan = usize::from(board.manhattan.wrapping_add(farther));
        if manhattan <= moves_left.saturating_mul(longest) {
            let hash = self.slides.hash_after(board, slide);
            if manhattan <= self.backward_set.longest() * longest {
                self.meet(hash, parent, moves_left, to);
            }
            let bucket = (((hash >> 32) * to.buckets.len() as u64) >> 32) as usize;
            to.buckets[bucket].push(Child {
                hash,
                estimate: board.estimate + self.estimator.change(slide, &board.cells),
                parent,
            });
        }
    }

    /// Notes a child that is in the backward set, if it is the nearest to the target.
    #[inline(never)]
    fn meet(&self, hash: u64, parent: Parent, moves_left: usize, to: &mut Expanded) {
        if let Some(moves) = self.backward_set.moves(hash)
            && usize::from(moves) <= moves_left
            && to.met.is_none_or(|(least, _)| moves < least)
        {
            to.met = Some((moves, parent));
        }
    }

    /// Adds the children after moves of several tiles, whose first slide is a move of its own.
    #[inline(never)]
    fn add_longer(&self, board: &Node<N>, first: Parent, moves_left: usize, to: &mut Expanded) {
        let mut board = board.clone();
        for tiles in 2..=self.slides.longest {
            board = self.slid(&board, first.direction());
            let Some(slide) = self.slides.slide(&board, first.direction()) else {
                break;
            };
            self.add(&board, slide, first.longer(tiles), moves_left, to);
        }
    }

    /// Returns the board after a slide that is possible.
    fn slid(&self, board: &Node<N>, direction: usize) -> Node<N> {
        let slide = self.slides.slide(board, direction);
        let slide = slide.expect("a possible slide");
        let estimate = board.estimate + self.estimator.change(slide, &board.cells);
        self.after(board, slide, self.slides.hash_after(board, slide), estimate)
    }

    /// Returns a board after all slides of a move but the last.
    #[inline(never)]
    fn before_last(&self, board: &Node<N>, made: Parent) -> Node<N> {
        let slides = 2..made.tiles();
        slides.fold(self.slid(board, made.direction()), |board, _| {
            self.slid(&board, made.direction())
        })
    }

    /// Makes the boards of these children of a layer.
    fn make(&self, kept: &[&Child], layer: &[Vec<Node<N>>]) -> (Vec<Node<N>>, Vec<Parent>) {
        let mut boards = Vec::with_capacity(kept.len());
        for (number, child) in kept.iter().enumerate() {
            if let Some(ahead) = kept.get(number + AHEAD) {
                prefetch(&layer[ahead.parent.part()], ahead.parent.index());
            }
            let parent = &layer[child.parent.part()][child.parent.index()];
            let several = child.parent.tiles() > 1;
            let passed = several.then(|| self.before_last(parent, child.parent));
            let board = passed.as_ref().unwrap_or(parent);
            let slide = self.slides.slide(board, child.parent.direction());
            let slide = slide.expect("a move that was made before");
            boards.push(self.after(board, slide, child.hash, child.estimate));
        }
        (boards, kept.iter().map(|child| child.parent).collect())
    }
}

/// Returns a board of a layer, by its number.
fn board_of<const N: usize>(layer: &[Vec<Node<N>>], mut number: usize) -> &Node<N> {
    let mut part = 0;
    while number >= layer[part].len() {
        number -= layer[part].len();
        part += 1;
    }
    &layer[part][number]
}

/// Returns the move to the child in the backward set that is the nearest to the target.
fn nearest(expanded: &[Expanded]) -> Option<Parent> {
    let met = expanded.iter().filter_map(|part| part.met);
    let (_, parent) = met.min_by_key(|&(moves, _)| moves)?;
    Some(parent)
}

/// Returns the moves from the first board to the one after this move.
fn moves_to(last: Parent, origins: &[Vec<Vec<Parent>>]) -> Vec<Parent> {
    let mut moves = vec![last];
    let mut at = last;
    for layer in origins.iter().rev() {
        at = layer[at.part()][at.index()];
        moves.push(at);
    }
    moves.reverse();
    moves
}

/// Returns the children of all parts, each state once, by bucket.
fn distinct(expanded: &[Expanded], buckets: usize) -> Vec<Bucket> {
    map(buckets, &|bucket| {
        let lists = expanded.iter().map(|part| &part.buckets[bucket][..]);
        Bucket::distinct(&lists.collect::<Vec<_>>())
    })
}
