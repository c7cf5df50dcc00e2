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
//! takes longer than a hundred instructions. So children are not looked up at once: they gather in a
//! batch, their entries on the way to the cache while the batch before is looked up, whose survivors go
//! to the stack of boards to expand. This is depth first only by and large, but within a threshold
//! the order does not matter. A batch that is looked up before anything else is expanded, of the
//! children of one board, *is* depth first. That is better where all tables fit the cache, and it knows the
//! path to each board, so it serves to find solutions' moves too.
//!
//! **Room.** What slack leaves beyond a view's sum is its *room*. Rooms are what nodes keep, a byte for each
//! view in one word, so that one subtraction and one test do for all.
//!
//! **Writing once.** What has just been stored in small pieces cannot be copied in large ones before it
//! reaches the cache. So what a look-up changes, the [`Head`], is kept in registers and stored whole,
//! apart from the rest.

use std::ops::ControlFlow;

use tilebase_core::{prefetch, sliding::Board};

use super::{
    super::outcome::Counts,
    tables::{MAX_VIEWS, PADDED, Slot, Tables, nibble},
};

/// A board on its way through the search.
#[derive(Clone, Copy)]
pub(super) struct Node<const CELLS: usize, const SLOTS: usize> {
    pub(super) slots: [Slot; SLOTS],
    cells: [u8; CELLS],
    pub(super) head: Head,
}

/// What all nodes have, however large the board is.
#[derive(Clone, Copy)]
pub(super) struct Head {
    /// The tables' values, four bits for each slot.
    values: u64,
    /// The directions that the blank came from in the first moves since the root, two bits each.
    trail: u64,
    /// From the lowest byte: the room of each view, and in 16 bits each the state of the automaton of moves,
    /// the moves since the start of the search, and the root, for the caller to choose.
    packed: u64,
}

/// Moves that a trail holds.
const TRAIL: u32 = u64::BITS / 2;

/// The bits of [`Head::packed`] that hold rooms.
const ROOMS: u64 = 0x7F7F;
/// The highest bit of each room: set before a subtraction, it is left only where that did not go below 0.
const GUARDS: u64 = 0x8080;
/// One in each of so many rooms.
const ONES: [u64; MAX_VIEWS + 1] = [0, 0x01, 0x0101];

impl Head {
    const NONE: Self = Self {
        values: 0,
        trail: 0,
        packed: 0,
    };

    #[inline(always)]
    fn value(&self, slot: usize) -> u64 {
        self.values >> (4 * slot) & 15
    }

    /// The state of the automaton of moves.
    #[inline(always)]
    pub(super) fn state(&self) -> u16 {
        (self.packed >> 16) as u16
    }

    /// Moves from the start of the search.
    #[inline(always)]
    pub(super) fn depth(&self) -> u16 {
        (self.packed >> 32) as u16
    }

    /// The root that this comes from.
    pub(super) fn root(&self) -> u16 {
        (self.packed >> 48) as u16
    }

    /// The directions that the blank came from in the moves since a root that was `start` moves deep, as
    /// far as the trail goes, the last move left out.
    pub(super) fn trail(&self, start: u16) -> impl Iterator<Item = u8> {
        let moves = u32::from(self.depth() - start).saturating_sub(1).min(TRAIL);
        let trail = self.trail;
        (0..moves).map(move |place| (trail >> (2 * place) & 3) as u8)
    }
}

/// A child on its way to being looked up.
#[derive(Clone, Copy)]
struct Pending<const CELLS: usize, const SLOTS: usize, const VIEWS: usize> {
    node: Node<CELLS, SLOTS>,
    /// The cells that the tile that moved was in and is in now, which the blank is in and was in.
    from: u8,
    to: u8,
    /// The look-ups that change.
    slot: [u8; VIEWS],
    /// Their entries.
    entry: [u64; VIEWS],
}

impl<const CELLS: usize, const SLOTS: usize, const VIEWS: usize> Pending<CELLS, SLOTS, VIEWS> {
    /// Has the slots follow the move and finds their entries.
    #[inline(always)]
    fn slide(&mut self, tables: &Tables<'_>) {
        let from = self.from.into();
        for view in 0..VIEWS {
            let slot = usize::from(self.slot[view]) % SLOTS;
            let part = &tables.parts[slot];
            let moved = part.slide(self.node.slots[slot], from, self.to.into());
            self.node.slots[slot] = moved;
            self.entry[view] = part.entry::<CELLS>(tables.sets, moved, from);
        }
    }

    /// Asks for the entries.
    #[inline(always)]
    fn ask(&self, tables: &Tables<'_>) {
        for view in 0..VIEWS {
            let slot = usize::from(self.slot[view]) % SLOTS;
            prefetch(tables.bytes[slot], (self.entry[view] / 2) as usize);
        }
    }

    /// The head with the values of the entries, if there is room for them.
    #[inline(always)]
    fn look_up(&self, tables: &Tables<'_>) -> Option<Head> {
        let mut head = self.node.head;
        let mut rooms = head.packed | GUARDS;
        for view in 0..VIEWS {
            let slot = usize::from(self.slot[view]) % SLOTS;
            let value = u64::from(nibble(tables.bytes[slot], self.entry[view]));
            rooms -= value << (8 * view);
            head.values |= value << (4 * slot);
        }
        head.packed = rooms & !GUARDS;
        (rooms & GUARDS == GUARDS).then_some(head)
    }
}

/// Children waiting to be looked up.
struct Batch<const CELLS: usize, const SLOTS: usize, const VIEWS: usize> {
    children: [Pending<CELLS, SLOTS, VIEWS>; BATCH],
    count: usize,
}

/// How many children a batch holds, a power of two: what [`Ahead`] asks for and the children of one board.
const BATCH: usize = 32;

impl<const CELLS: usize, const SLOTS: usize, const VIEWS: usize> Batch<CELLS, SLOTS, VIEWS> {
    fn new() -> Self {
        let child = Pending {
            node: Node::empty(),
            from: 0,
            to: 0,
            slot: [0; VIEWS],
            entry: [0; VIEWS],
        };
        Self {
            children: [child; BATCH],
            count: 0,
        }
    }

    /// The children, of which there are never as many as fit.
    #[inline(always)]
    fn children(&self) -> &[Pending<CELLS, SLOTS, VIEWS>] {
        &self.children[..self.count % BATCH]
    }

    #[inline(always)]
    fn children_mut(&mut self) -> &mut [Pending<CELLS, SLOTS, VIEWS>] {
        &mut self.children[..self.count % BATCH]
    }

    /// A place for one more child, which holds an old one.
    #[inline(always)]
    fn put(&mut self) -> &mut Pending<CELLS, SLOTS, VIEWS> {
        let child = &mut self.children[self.count % BATCH];
        self.count += 1;
        child
    }
}

/// The boards to expand, last in first out.
struct Stack<const CELLS: usize, const SLOTS: usize> {
    nodes: Vec<Node<CELLS, SLOTS>>,
    /// How many of `nodes` are on the stack.
    count: usize,
}

impl<const CELLS: usize, const SLOTS: usize> Stack<CELLS, SLOTS> {
    /// The node to expand next.
    #[inline(always)]
    fn last(&self) -> Option<&Node<CELLS, SLOTS>> {
        self.nodes[..self.count].last()
    }

    /// Makes sure that a batch can be pushed.
    #[inline(always)]
    fn reserve(&mut self) {
        if self.nodes.len() < self.count + BATCH {
            self.nodes
                .resize(2 * self.nodes.len() + BATCH, Node::empty());
        }
    }

    /// Puts a node with another head on top, for which there is room.
    #[inline(always)]
    fn push(&mut self, node: &Node<CELLS, SLOTS>, head: Head) {
        // Part by part and in place: a node put together elsewhere would be stored twice.
        let top = &mut self.nodes[self.count];
        top.slots = node.slots;
        top.cells = node.cells;
        top.head.values = head.values;
        top.head.trail = head.trail;
        top.head.packed = head.packed;
        self.count += 1;
    }
}

impl<const CELLS: usize, const SLOTS: usize> Node<CELLS, SLOTS> {
    /// No board.
    const fn empty() -> Self {
        Self {
            slots: [Slot { set: 0, order: 0 }; SLOTS],
            cells: [0; CELLS],
            head: Head::NONE,
        }
    }

    /// The node of a board, which `depth` moves have led to and the automaton to `state`, and the slack it
    /// needs at least. `slots` are its look-ups.
    pub(super) fn new(
        tables: &Tables<'_>,
        board: &Board,
        slots: &[Slot],
        state: u16,
        depth: u16,
    ) -> (Self, Sums) {
        let mut node = Self::empty();
        let mut sums = [0; MAX_VIEWS];
        node.head.packed = u64::from(state) << 16 | u64::from(depth) << 32;
        node.cells[..board.cells().len()].copy_from_slice(board.cells());
        let per_view = tables.slots / tables.views;
        for (place, &slot) in slots.iter().enumerate() {
            let entry = tables.parts[place].entry::<CELLS>(tables.sets, slot, board.blank());
            let value = nibble(tables.bytes[place], entry);
            node.slots[place] = slot;
            node.head.values |= u64::from(value) << (4 * place);
            sums[place / per_view] += value;
        }
        (node, Sums(sums))
    }

    /// The cells, padded with zeros.
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// This node as root `root` with this slack, if the sums leave room.
    pub(super) fn root(&self, root: u16, slack: u32, sums: Sums) -> Option<Self> {
        let mut node = *self;
        node.head.packed |= u64::from(root) << 48;
        for (view, sum) in sums.0.into_iter().enumerate() {
            let room = u64::from(slack.checked_sub(sum.into())?);
            debug_assert!(room < 0x80, "no board needs as many moves");
            node.head.packed |= room << (8 * view);
        }
        Some(node)
    }
}

/// For each view, the sum of the values of its slots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sums([u8; MAX_VIEWS]);

impl Sums {
    /// The slack that a board needs at least.
    pub(super) fn needed(self) -> u8 {
        self.0.into_iter().max().unwrap_or(0)
    }
}

/// How far the walk runs ahead of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ahead {
    /// By a batch, for tables in memory.
    Batch,
    /// Not at all, for tables in the cache and to know paths.
    DepthFirst,
}

impl Ahead {
    /// From how many children on a batch is looked up.
    fn enough(self) -> usize {
        match self {
            Self::Batch => 12,
            Self::DepthFirst => 1,
        }
    }
}

/// What a walk is allowed and asked.
pub(super) trait Guide {
    /// Whether to give up; asked about once in some thousand boards.
    fn halted(&self) -> bool;

    /// The goal has been reached, from a root and by a trail that the head names and, if the walk is
    /// depth first, along `path`: the cells that the blank has moved to since the root. Whether to go on.
    fn solved(&mut self, head: &Head, path: &[u8]) -> ControlFlow<()>;
}

/// A walker and its memory, to be used for many walks.
pub(super) struct Walker<'t, const CELLS: usize, const SLOTS: usize, const VIEWS: usize> {
    tables: &'t Tables<'t>,
    goal: [u8; CELLS],
    stack: Stack<CELLS, SLOTS>,
    batches: [Batch<CELLS, SLOTS, VIEWS>; 2],
    /// The cells the blank has been in, by depth.
    path: Box<[u8; LONGEST]>,
    pub(super) counts: Counts,
}

/// No solution is longer: the hardest 24-puzzles need some 150 moves.
const LONGEST: usize = 1024;

/// How many batches between two questions whether to halt.
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
            stack: Stack {
                nodes: Vec::new(),
                count: 0,
            },
            batches: [Batch::new(), Batch::new()],
            path: Box::new([0; LONGEST]),
            counts: Counts::default(),
        }
    }

    /// Walks the subtrees of some roots, all as deep as one another and none the goal. Breaks if the
    /// guide says so.
    #[inline(always)]
    pub(super) fn walk(
        &mut self,
        roots: impl DoubleEndedIterator<Item = Node<CELLS, SLOTS>>,
        ahead: Ahead,
        guide: &mut dyn Guide,
    ) -> ControlFlow<()> {
        self.stack.count = 0;
        for root in roots.rev() {
            self.stack.reserve();
            self.stack.push(&root, root.head);
        }
        let Some(start) = self.stack.last().map(|root| root.head.depth()) else {
            return ControlFlow::Continue(());
        };
        let [mut next, mut last] = self.batches.each_mut();
        last.count = 0;
        let mut rounds = 0u32;
        loop {
            next.count = 0;
            while next.count < ahead.enough()
                && let Some(node) = self.stack.last()
            {
                if ahead == Ahead::DepthFirst {
                    let blank = self.tables.moves.choices(node.head.state()).blank;
                    self.path[usize::from(node.head.depth()) % LONGEST] = blank;
                }
                expand(self.tables, node, start, next, &mut self.counts);
                self.stack.count -= 1;
            }
            if next.count + last.count == 0 {
                return ControlFlow::Continue(());
            }
            // In passes, each of them short: what one child waits for, others need not.
            for child in next.children_mut() {
                child.slide(self.tables);
            }
            // One request right after the other: the processor looks for their pages at once then,
            // while a request between the work for two children would wait for its page alone.
            for child in next.children() {
                child.ask(self.tables);
            }
            if ahead == Ahead::Batch {
                std::mem::swap(&mut next, &mut last);
            }
            self.stack.reserve();
            for child in next.children() {
                let Some(head) = child.look_up(self.tables) else {
                    continue;
                };
                let rooms = head.packed & ROOMS & (0xFF * ONES[VIEWS]);
                if rooms | head.values == 0 && child.node.cells == self.goal {
                    let (start, depth) = (usize::from(start), usize::from(head.depth()));
                    self.path[depth % LONGEST] = child.from;
                    let path = self.path.get(start + 1..=depth).unwrap_or_default();
                    guide.solved(&head, path)?;
                } else {
                    self.stack.push(&child.node, head);
                }
            }
            rounds += 1;
            if rounds.is_multiple_of(PATIENCE) && guide.halted() {
                return ControlFlow::Break(());
            }
        }
    }
}

/// Makes the children that the room allows.
#[inline(always)]
fn expand<const CELLS: usize, const SLOTS: usize, const VIEWS: usize>(
    tables: &Tables<'_>,
    node: &Node<CELLS, SLOTS>,
    start: u16,
    batch: &mut Batch<CELLS, SLOTS, VIEWS>,
    counts: &mut Counts,
) {
    let (geometry, head) = (tables.geometry, &node.head);
    let choices = tables.moves.choices(head.state());
    let blank = usize::from(choices.blank);
    counts.expanded += 1;
    counts.generated += u64::from(choices.count);
    // Where the trail takes another direction, as a factor; 0 when it is full.
    let open = 1u64
        .checked_shl(2 * u32::from(head.depth() - start))
        .unwrap_or(0);
    let packed = (head.packed & !0xFFFF_0000 | GUARDS) + (1 << 32);
    for choice in 0..(choices.count as usize).min(4) {
        let (cell, came) = (choices.cell[choice], choices.came[choice]);
        let to = usize::from(cell);
        let tile = usize::from(node.cells[to % CELLS]);
        let away = geometry.away[tile % PADDED][blank % PADDED] >> came & 1;
        // The rooms without the values of the patterns that the tile belongs to.
        // (Closures handed to the standard library would not be inlined here: it is compiled for
        // any processor.)
        let mut slots = [0; VIEWS];
        let mut packed = packed - u64::from(away) * ONES[VIEWS];
        let mut values = head.values;
        for (view, changed) in slots.iter_mut().enumerate() {
            let slot = usize::from(tables.owner[tile % PADDED][view]) % SLOTS;
            *changed = slot as u8;
            packed += head.value(slot) << (8 * view);
            values &= !(15 << (4 * slot));
        }
        if packed & GUARDS != GUARDS {
            continue;
        }
        let child = batch.put();
        child.node.slots = node.slots;
        child.node.cells = node.cells;
        child.node.cells[blank % CELLS] = tile as u8;
        child.node.cells[to % CELLS] = 0;
        child.from = cell;
        child.to = blank as u8;
        child.slot = slots;
        child.node.head = Head {
            values,
            trail: head.trail | (u64::from(came) * open),
            packed: packed & !GUARDS | u64::from(choices.next[choice]) << 16,
        };
    }
}
