//! The walk through one subtree, within one threshold.
//!
//! **Slack.** A move changes the Manhattan distance by one, so moves made plus Manhattan distance
//! stay the same (towards home) or grow by 2 (away). What counts is the *slack*: half of the
//! threshold less that sum. It starts at what the iteration allows, a move away from home takes
//! one, and a board is within the threshold as long as no sum of table values (which are halves of
//! what the patterns need beyond the Manhattan distance) exceeds it.
//!
//! **What a move changes.** One tile moves, and in each view it belongs to one pattern: a bit of
//! one mask moves, and one label is carried past those between. All other values of the sum stay.
//!
//! **Waiting for nobody.** The tables are far larger than the cache, and a look-up that waits for
//! memory takes longer than a hundred instructions. So children are not looked up at once: they
//! gather in a batch, their entries on the way to the cache while the batches before are looked up,
//! whose survivors go to the stack of boards to expand. This is depth first only by and large, but
//! within a threshold the order does not matter. A batch that is looked up before anything else is
//! expanded, of the children of one board, *is* depth first; it knows the path to each board, so it
//! serves to find the moves of solutions.
//!
//! **Many at once.** A batch holds its children in columns ([`Batch`]), and what the same
//! instructions do to all of them is done to eight or sixteen at once.
//!
//! **Room.** What slack leaves beyond a view's sum is its *room*. Rooms are what nodes keep, a byte
//! for each view in one word, so that one subtraction and one test do for all.
//!
//! **Staying in place.** A node stays where it is until its children have been looked up, and only
//! a child that is to be expanded gets a node: a copy of its parent's, put right where they differ.
//! What is copied has been written long ago, so no copy waits for stores that are still on their
//! way.

use std::{marker::PhantomData, ops::ControlFlow};

use tilebase_core::Kernel;

use super::{
    super::outcome::Counts,
    batch::Batch,
    node::{Head, Node},
    tables::Tables,
};

/// How far the walk runs ahead of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ahead {
    /// By a batch.
    Batch,
    /// Not at all, to know paths.
    DepthFirst,
}

/// What a walk calls.
pub(super) trait Visitor {
    /// Returns whether to stop. Called about once in some thousand boards.
    fn stopped(&self) -> bool;

    /// Notes that the goal has been reached, from a root and by a trail that the head names and, if
    /// the walk is depth first, along `path`: the cells that the blank has moved to since the root.
    /// Returns whether to go on.
    fn solved(&mut self, head: &Head, path: &[u8]) -> ControlFlow<()>;
}

/// The nodes of a walk.
struct Pool<const CELLS: usize, const SLOTS: usize, const WORDS: usize> {
    nodes: Vec<Node<CELLS, SLOTS, WORDS>>,
    /// The places of those to expand, last in first out.
    stack: Vec<u32>,
    /// The places that hold none.
    free: Vec<u32>,
}

impl<const CELLS: usize, const SLOTS: usize, const WORDS: usize> Pool<CELLS, SLOTS, WORDS> {
    /// Makes sure that this many nodes can be added.
    #[inline(always)]
    fn reserve(&mut self, count: usize) {
        if self.free.len() < count {
            self.grow(count);
        }
    }

    /// Forgets all nodes and takes the roots. Returns their depth.
    #[inline(always)]
    fn begin(&mut self, roots: impl DoubleEndedIterator<Item = Node<CELLS, SLOTS, WORDS>>) -> u16 {
        self.stack.clear();
        self.free.clear();
        self.free.extend((0..self.nodes.len() as u32).rev());
        let mut start = 0;
        for root in roots.rev() {
            start = root.head.depth();
            self.reserve(1);
            if let Some(place) = self.free.pop() {
                self.nodes[place as usize] = root;
                self.stack.push(place);
            }
        }
        start
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        let places = self.nodes.len() as u32..(2 * self.nodes.len() + count) as u32;
        self.nodes.resize(places.end as usize, Node::empty());
        self.stack.reserve(self.nodes.len());
        self.free.extend(places.rev());
    }
}

/// A search and its memory, to be used for many walks. Its batches have `LANES` children.
pub(super) struct SubtreeSearch<
    't,
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
    B,
> {
    tables: &'t Tables<'t>,
    pool: Pool<CELLS, SLOTS, WORDS>,
    /// The cells the blank has been in, by depth.
    path: Box<[u8; LONGEST]>,
    pub(super) counts: Counts,
    /// How many boards of each root's subtree the last walk expanded.
    pub(super) sizes: Vec<u64>,
    batch: PhantomData<B>,
}

/// No solution is longer: the hardest 24-puzzles need some 150 moves.
const LONGEST: usize = 1024;

/// How many batches between two looks at the stop flag.
const PATIENCE: u32 = 1024;

impl<
    't,
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
    B: Batch<CELLS, SLOTS, WORDS, LANES>,
> SubtreeSearch<'t, CELLS, SLOTS, WORDS, LANES, B>
{
    pub(super) fn new(tables: &'t Tables<'t>) -> Self {
        Self {
            tables,
            pool: Pool {
                nodes: Vec::new(),
                stack: Vec::new(),
                free: Vec::new(),
            },
            path: Box::new([0; LONGEST]),
            counts: Counts::default(),
            sizes: Vec::new(),
            batch: PhantomData,
        }
    }

    /// Walks the subtrees of some roots, all as deep as one another, none the goal and numbered
    /// below `numbers`. Breaks if the visitor says so.
    #[inline(always)]
    pub(super) fn walk(
        &mut self,
        roots: impl DoubleEndedIterator<Item = Node<CELLS, SLOTS, WORDS>>,
        numbers: usize,
        ahead: Ahead,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let start = self.pool.begin(roots);
        self.sizes.clear();
        self.sizes.resize(numbers, 0);
        let (pool, tables) = (&mut self.pool, self.tables);
        // Here, and not with the memory that is kept: the compiler sees that nothing else points to
        // them.
        let mut batches: [B; 3] = std::array::from_fn(|_| B::new());
        let [mut next, mut middle, mut last] = batches.each_mut();
        let mut rounds = 0u32;
        let mut generated = 0;
        let flow = 'walk: loop {
            // Each batch's entries are on their way while the others are at work.
            middle.ask_rest(tables, &pool.nodes);
            next.clear();
            while next.children().has_room()
                && (ahead == Ahead::Batch
                    || next.children().is_empty()
                        && middle.children().is_empty()
                        && last.children().is_empty())
                && let Some(place) = pool.stack.pop()
            {
                let head = &pool.nodes[place as usize].head;
                let transitions = tables.pruning.transitions(head.state());
                if ahead == Ahead::DepthFirst {
                    self.path[usize::from(head.depth()) % LONGEST] = transitions.blank as u8;
                }
                if let Some(size) = self.sizes.get_mut(usize::from(head.root())) {
                    *size += 1;
                }
                generated += u64::from(transitions.count);
                next.children_mut().add(place, transitions);
            }
            next.ask(tables, &pool.nodes);
            let lanes = last.look_up(tables);
            pool.reserve(LANES);
            for lane in lanes.iter() {
                let Some(place) = pool.free.pop() else {
                    break;
                };
                last.place(tables, lane, start, &mut pool.nodes, place as usize);
                let node = &pool.nodes[place as usize];
                if last.may_be_goal(lane, tables) && node.is_goal(tables) {
                    let (start, depth) = (usize::from(start), usize::from(node.head.depth()));
                    let blank = tables.pruning.transitions(node.head.state()).blank;
                    self.path[depth % LONGEST] = blank as u8;
                    let path = self.path.get(start + 1..=depth).unwrap_or_default();
                    pool.free.push(place);
                    if visitor.solved(&node.head, path).is_break() {
                        break 'walk ControlFlow::Break(());
                    }
                } else {
                    if CELLS > 16 {
                        // Automata of smaller boards stay in the cache.
                        tables.pruning.prefetch(node.head.state());
                    }
                    pool.stack.push(place);
                }
            }
            pool.free.extend_from_slice(last.children().expanded());
            rounds += 1;
            if rounds.is_multiple_of(PATIENCE) && visitor.stopped() {
                break ControlFlow::Break(());
            }
            if pool.stack.is_empty() && next.children().is_empty() && middle.children().is_empty() {
                break ControlFlow::Continue(());
            }
            if B::STAGED {
                (next, middle, last) = (last, next, middle);
            } else {
                std::mem::swap(&mut next, &mut last);
            }
        };
        self.counts.expanded += self.sizes.iter().sum::<u64>();
        self.counts.generated += generated;
        flow
    }
}

/// [`SubtreeSearch::walk`] with its arguments.
pub(super) struct WalkKernel<
    'a,
    't,
    Roots,
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
    B,
> {
    pub(super) search: &'a mut SubtreeSearch<'t, CELLS, SLOTS, WORDS, LANES, B>,
    pub(super) roots: Roots,
    pub(super) numbers: usize,
    pub(super) ahead: Ahead,
    pub(super) visitor: &'a mut dyn Visitor,
}

impl<
    Roots: DoubleEndedIterator<Item = Node<CELLS, SLOTS, WORDS>>,
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
    B: Batch<CELLS, SLOTS, WORDS, LANES>,
> Kernel for WalkKernel<'_, '_, Roots, CELLS, SLOTS, WORDS, LANES, B>
{
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        self.search
            .walk(self.roots, self.numbers, self.ahead, self.visitor)
    }
}
