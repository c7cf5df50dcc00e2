//! The walk through one subtree, within one threshold.
//!
//! **Slack.** A move changes the Manhattan distance by one, so moves made plus Manhattan distance stay
//! the same (towards home) or grow by 2 (away). What counts is the *slack*: half of the threshold
//! less that sum. It starts at what the iteration allows, a move away from home takes one, and a board
//! is within the threshold as long as no sum of table values (which are halves of what the patterns
//! need beyond the Manhattan distance) exceeds it.
//!
//! **What a move changes.** One tile moves, and in each view it belongs to one pattern: a bit of one
//! mask moves, and one label is carried past those between. All other values of the sum stay.
//!
//! **Waiting for nobody.** The tables are far larger than the cache, and a look-up that waits for memory
//! takes longer than a hundred instructions. So children are not looked up at once: each goes to a ring
//! of pending ones, its entries on their way to the cache, while others are made; half of the ring at a
//! time is looked up, and survivors go to the stack of boards to expand. This is depth first
//! only by and large, but within a threshold the order does not matter. With a ring of one it *is*
//! depth first: children are looked up before anything else is expanded. That is better where all
//! tables fit the cache, and it knows the path to each board, so it serves to find solutions' moves too.

use std::ops::ControlFlow;

use tilebase_core::sliding::Board;

use super::{
    super::outcome::Counts,
    tables::{MAX_VIEWS, PADDED, Slot, Tables},
};

/// A board on its way through the search.
#[derive(Clone, Copy)]
pub(super) struct Node<const CELLS: usize, const SLOTS: usize> {
    pub(super) slots: [Slot; SLOTS],
    cells: [u8; CELLS],
    /// For each view, the sum of its slots' values.
    sums: [u8; MAX_VIEWS],
    /// How much the sums may be.
    pub(super) slack: u8,
    blank: u8,
    came: u8,
    /// Moves from the start of the search.
    depth: u16,
    /// Which root this comes from; for the caller to choose.
    pub(super) root: u16,
}

/// A child whose entries have been asked for.
#[derive(Clone, Copy)]
struct Pending<const CELLS: usize, const SLOTS: usize, const VIEWS: usize> {
    node: Node<CELLS, SLOTS>,
    slot: [u8; VIEWS],
    entry: [u64; VIEWS],
}

impl<const CELLS: usize, const SLOTS: usize, const VIEWS: usize> Pending<CELLS, SLOTS, VIEWS> {
    /// Adds the values of the entries. Whether the sums are within the slack; if not, the node is of no
    /// more use.
    #[inline(always)]
    fn look_up(&mut self, tables: &Tables<'_>) -> bool {
        let node = &mut self.node;
        for view in 0..VIEWS {
            let slot = usize::from(self.slot[view]) % SLOTS;
            let value = tables.parts[slot].value(self.entry[view]);
            node.sums[view] += value;
            if node.sums[view] > node.slack {
                return false;
            }
            node.slots[slot].set_value(value);
        }
        true
    }
}

/// The pending children, first in first out.
struct Ring<const CELLS: usize, const SLOTS: usize, const VIEWS: usize> {
    children: [Pending<CELLS, SLOTS, VIEWS>; CHILDREN],
    /// Where the first is.
    first: usize,
    pending: usize,
}

/// How many children a ring holds, a power of two: what [`Ahead::RING`] asks for and the children of one
/// board.
const CHILDREN: usize = 32;

impl<const CELLS: usize, const SLOTS: usize, const VIEWS: usize> Ring<CELLS, SLOTS, VIEWS> {
    fn new() -> Self {
        let node = Node {
            slots: [Slot::default(); SLOTS],
            cells: [0; CELLS],
            sums: [0; MAX_VIEWS],
            slack: 0,
            blank: 0,
            came: 0,
            depth: 0,
            root: 0,
        };
        let child = Pending {
            node,
            slot: [0; VIEWS],
            entry: [0; VIEWS],
        };
        Self {
            children: [child; CHILDREN],
            first: 0,
            pending: 0,
        }
    }

    fn clear(&mut self) {
        self.pending = 0;
    }

    /// Asks for the entries of the children from place `first` on, counted from the first pending. One
    /// request right after the other: the processor looks for their pages at once then, while a request
    /// between the work for two children would wait for its page alone.
    #[inline(always)]
    fn ask(&self, first: usize, tables: &Tables<'_>) {
        for place in first..self.pending {
            let child = &self.children[(self.first + place) % CHILDREN];
            for view in 0..VIEWS {
                let slot = usize::from(child.slot[view]) % SLOTS;
                tables.parts[slot].prefetch(child.entry[view]);
            }
        }
    }

    /// A place for one more child, which holds an old one.
    #[inline(always)]
    fn put(&mut self) -> &mut Pending<CELLS, SLOTS, VIEWS> {
        let place = (self.first + self.pending) % CHILDREN;
        self.pending += 1;
        &mut self.children[place]
    }

    /// The first child, which keeps its place until others are put.
    #[inline(always)]
    fn take(&mut self) -> &mut Pending<CELLS, SLOTS, VIEWS> {
        let place = self.first;
        self.first = (place + 1) % CHILDREN;
        self.pending -= 1;
        &mut self.children[place]
    }
}

impl<const CELLS: usize, const SLOTS: usize> Node<CELLS, SLOTS> {
    /// The node of a board, which the blank has come to from direction `came` by `depth` moves.
    /// `slots` are its look-ups without values.
    pub(super) fn new(
        tables: &Tables<'_>,
        board: &Board,
        slots: &[Slot],
        came: u8,
        depth: u16,
    ) -> Self {
        let mut node = Self {
            slots: [Slot::default(); SLOTS],
            cells: [0; CELLS],
            sums: [0; MAX_VIEWS],
            slack: 0,
            blank: board.blank() as u8,
            came,
            depth,
            root: 0,
        };
        node.cells[..board.cells().len()].copy_from_slice(board.cells());
        let per_view = tables.slots / tables.views;
        for (place, (&slot, part)) in slots.iter().zip(&tables.parts).enumerate() {
            let value = part.value(part.entry::<CELLS>(tables.sets, slot, board.blank()));
            node.slots[place] = slot;
            node.slots[place].set_value(value);
            node.sums[place / per_view] += value;
        }
        node
    }

    /// The slack this board needs at least.
    pub(super) fn needed(&self) -> u8 {
        self.sums.into_iter().max().unwrap_or(0)
    }
}

/// How far the walk runs ahead of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ahead {
    /// Children to have pending before any is looked up.
    pending: usize,
    /// How many are looked up then.
    at_once: usize,
}

impl Ahead {
    /// For tables in memory.
    pub(super) const RING: Self = Self {
        pending: 24,
        at_once: 12,
    };
    /// For tables in the cache, and to know paths.
    pub(super) const DEPTH_FIRST: Self = Self {
        pending: 1,
        at_once: 4,
    };
}

/// What a walk is allowed and asked.
pub(super) trait Guide {
    /// Whether to give up; asked about once in some thousand boards.
    fn halted(&self) -> bool;

    /// The goal has been reached from a root, along `path` if the walk is depth first: the cells that
    /// the blank has moved to since. Whether to go on.
    fn solved(&mut self, root: u16, path: &[u8]) -> ControlFlow<()>;
}

/// A walker and its memory, to be used for many walks.
pub(super) struct Walker<'t, const CELLS: usize, const SLOTS: usize, const VIEWS: usize> {
    tables: &'t Tables<'t>,
    goal: [u8; CELLS],
    stack: Vec<Node<CELLS, SLOTS>>,
    ring: Ring<CELLS, SLOTS, VIEWS>,
    /// The cells the blank has been in, by depth.
    path: Box<[u8; LONGEST]>,
    pub(super) counts: Counts,
}

/// No solution is longer: the hardest 24-puzzles need some 150 moves.
const LONGEST: usize = 1024;

/// How many rounds of the ring between two questions whether to halt.
const PATIENCE: u32 = 1024;

impl<'t, const CELLS: usize, const SLOTS: usize, const VIEWS: usize>
    Walker<'t, CELLS, SLOTS, VIEWS>
{
    pub(super) fn new(tables: &'t Tables<'t>) -> Self {
        let mut goal = [0; CELLS];
        let cells = tables.geometry.goal.cells();
        goal[..cells.len()].copy_from_slice(cells);
        Self {
            tables,
            goal,
            stack: Vec::new(),
            ring: Ring::new(),
            path: Box::new([0; LONGEST]),
            counts: Counts::default(),
        }
    }

    /// Walks the subtrees of some roots, all as deep as one another and none the goal. Breaks if the
    /// guide says so. The more there are, the fuller the ring.
    #[inline(always)]
    pub(super) fn walk(
        &mut self,
        roots: impl DoubleEndedIterator<Item = Node<CELLS, SLOTS>>,
        ahead: Ahead,
        guide: &mut dyn Guide,
    ) -> ControlFlow<()> {
        let mut rounds = 0u32;
        self.ring.clear();
        self.stack.clear();
        self.stack.extend(roots.rev());
        let Some(start) = self.stack.first().map(|root| usize::from(root.depth)) else {
            return ControlFlow::Continue(());
        };
        loop {
            let asked = self.ring.pending;
            while self.ring.pending < ahead.pending
                && let Some(node) = self.stack.last()
            {
                self.path[usize::from(node.depth) % LONGEST] = node.blank;
                expand(self.tables, node, &mut self.ring, &mut self.counts);
                self.stack.pop();
            }
            self.ring.ask(asked, self.tables);
            if self.ring.pending == 0 {
                return ControlFlow::Continue(());
            }
            for _ in 0..self.ring.pending.min(ahead.at_once) {
                let child = self.ring.take();
                if !child.look_up(self.tables) {
                    continue;
                }
                let node = &child.node;
                if node.slack == 0 && node.cells == self.goal {
                    let depth = usize::from(node.depth);
                    self.path[depth % LONGEST] = node.blank;
                    let path = self.path.get(start + 1..=depth).unwrap_or_default();
                    guide.solved(node.root, path)?;
                } else {
                    self.stack.push(*node);
                }
            }
            rounds += 1;
            if rounds.is_multiple_of(PATIENCE) && guide.halted() {
                return ControlFlow::Break(());
            }
        }
    }
}

/// Makes the children that the slack allows and asks for their entries.
#[inline(always)]
fn expand<const CELLS: usize, const SLOTS: usize, const VIEWS: usize>(
    tables: &Tables<'_>,
    node: &Node<CELLS, SLOTS>,
    ring: &mut Ring<CELLS, SLOTS, VIEWS>,
    counts: &mut Counts,
) {
    let geometry = tables.geometry;
    let blank = usize::from(node.blank);
    let choices = &geometry.choices[blank % PADDED][usize::from(node.came) % 8];
    counts.expanded += 1;
    counts.generated += u64::from(choices.count);
    for choice in 0..usize::from(choices.count).min(4) {
        let cell = usize::from(choices.cell[choice]);
        let tile = usize::from(node.cells[cell % CELLS]);
        let distance = &geometry.distance[tile % PADDED];
        let away = distance[blank % PADDED] > distance[cell % PADDED];
        let Some(slack) = node.slack.checked_sub(away.into()) else {
            continue;
        };
        // The sums without the patterns that the tile belongs to.
        // (Closures handed to the standard library would not be inlined here: it is compiled for
        // any processor.)
        let mut slots = [0; VIEWS];
        let mut sums = [0; MAX_VIEWS];
        for view in 0..VIEWS {
            slots[view] = usize::from(tables.owner[view][tile % PADDED]) % SLOTS;
            sums[view] = node.sums[view] - node.slots[slots[view]].value();
        }
        if sums[0].max(sums[1]) > slack {
            continue;
        }
        let child = ring.put();
        child.node = *node;
        for (view, &slot) in slots.iter().enumerate() {
            let part = &tables.parts[slot];
            let moved = part.slide(node.slots[slot], cell, blank);
            let entry = part.entry::<CELLS>(tables.sets, moved, cell);
            child.node.slots[slot] = moved;
            child.slot[view] = slot as u8;
            child.entry[view] = entry;
        }
        child.node.cells[blank % CELLS] = tile as u8;
        child.node.cells[cell % CELLS] = 0;
        child.node.sums = sums;
        child.node.slack = slack;
        child.node.blank = cell as u8;
        child.node.came = choices.came[choice];
        child.node.depth += 1;
    }
}
