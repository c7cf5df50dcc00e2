//! Batches of children whose entries are looked up together.

use super::{
    node::{BoardNode, MOST, NodeHead, Rooms, unguarded},
    pruning::{Transition, Transitions},
    slots::Slot,
    tables::SearchTables,
};

/// Children that are looked up together, and their look-ups.
pub(super) struct Batch<const LANES: usize, L> {
    pub(super) children: Children<LANES>,
    pub(super) lookups: L,
}

/// The look-ups of at most `LANES` children, on boards of at most `CELLS` cells with at most
/// `SLOTS` look-ups in `8 * WORDS` views.
pub(super) trait LookUps<
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
>: Sized
{
    /// Whether some look-ups are prefetched only after others have been made.
    const STAGED: bool = false;

    /// Returns no look-ups.
    fn none() -> Self;

    /// Returns an empty batch.
    fn batch() -> Batch<LANES, Self> {
        Batch {
            children: Children::none(),
            lookups: Self::none(),
        }
    }

    /// Forgets all earlier look-ups, copies the nodes' data that the new ones need, and prefetches
    /// entries.
    fn ask(
        &mut self,
        children: &Children<LANES>,
        tables: &SearchTables<'_>,
        nodes: &[BoardNode<CELLS, SLOTS, WORDS>],
    );

    /// Makes the look-ups that were prefetched, and prefetches the others of the children that
    /// remain.
    #[inline(always)]
    fn ask_rest(
        &mut self,
        _: &Children<LANES>,
        _: &SearchTables<'_>,
        _: &[BoardNode<CELLS, SLOTS, WORDS>],
    ) {
    }

    /// Makes the remaining look-ups. Returns the children whose values leave room in every view.
    fn look_up(&mut self, children: &Children<LANES>, tables: &SearchTables<'_>) -> Lanes<LANES>;

    /// Returns the rooms of a child that has been looked up, with guards.
    fn rooms(&self, lane: usize) -> Rooms<WORDS>;

    /// Calls `write` for each look-up in which such a child differs from its parent, with its place
    /// and its slot.
    fn changes(&self, tables: &SearchTables<'_>, lane: usize, write: impl FnMut(usize, Slot));

    /// Returns 0 if the numbers of all look-ups in which such a child differs from its parent may
    /// be 0. With many views, hardly any child has no room left in all of them, so the numbers need
    /// no check.
    #[inline(always)]
    fn numbers(&self, _lane: usize) -> u8 {
        0
    }

    /// Writes the node of a child that has been looked up to a place of its own. Trails begin at
    /// depth `start`.
    #[inline(always)]
    fn place(
        &self,
        children: &Children<LANES>,
        tables: &SearchTables<'_>,
        lane: usize,
        start: u16,
        nodes: &mut [BoardNode<CELLS, SLOTS, WORDS>],
        place: usize,
    ) {
        let parent = children.parent(lane);
        let transition = children.transitions[lane];
        let (from, to) = (
            transition.cell() % CELLS,
            transition.blank_move().from() % CELLS,
        );
        // All reads are from the parent. Data that has just been stored cannot be read in pieces of
        // another size before it reaches the cache.
        let BoardNode { cells, head, .. } = &nodes[parent];
        let tile = cells[from];
        // The place of the next direction in the trail, as a factor; 0 if the trail is full.
        let open = 1u64
            .checked_shl(2 * u32::from(head.depth().wrapping_sub(start)))
            .unwrap_or(0);
        let rooms = unguarded(self.rooms(lane));
        let head = NodeHead {
            trail: head.trail | (transition.blank_move().came() as u64 * open),
            packed: NodeHead::follow(head.packed, transition, &rooms),
        };
        nodes.copy_within(parent..parent + 1, place);
        let node = &mut nodes[place];
        node.head = head;
        node.rooms = rooms;
        self.changes(tables, lane, |lookup, slot| {
            node.slots[lookup % SLOTS] = slot
        });
        node.cells[to] = tile;
        node.cells[from] = 0;
    }

    /// Returns whether a child, whose blank is at `cell`, may be the goal: the blank is home, the
    /// look-ups that changed allow that their tiles are home, and no room is left, as the goal is
    /// found exactly at the threshold. This is a single test, which hardly any child passes.
    #[inline(always)]
    fn may_be_goal(&self, cell: usize, lane: usize, tables: &SearchTables<'_>) -> bool {
        let rooms = self.rooms(lane);
        let mut left = (cell ^ tables.geometry.home) as u64;
        for word in 0..WORDS {
            left |= rooms[word] & (MOST * tables.ones[word]);
        }
        left |= u64::from(self.numbers(lane));
        left == 0
    }
}

/// The data that all batches keep about their children.
pub(super) struct Children<const LANES: usize> {
    pub(super) count: usize,
    /// The places of their parents, and the number of parents.
    expanded: [u32; LANES],
    nodes: usize,
    /// The place of each child's parent, and the move.
    parents: [u32; LANES],
    pub(super) transitions: [Transition; LANES],
}

impl<const LANES: usize> Children<LANES> {
    pub(super) fn none() -> Self {
        Self {
            count: 0,
            expanded: [0; LANES],
            nodes: 0,
            parents: [0; LANES],
            transitions: [Transition::default(); LANES],
        }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.nodes = 0;
    }

    /// Returns whether there is room for the children of one more node.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.count + 4 <= LANES && self.nodes < LANES
    }

    /// Adds the children of a node. There must be room for them.
    #[inline(always)]
    pub(super) fn add(&mut self, parent: u32, transitions: &Transitions) {
        // Always four, because a copy of constant size needs no branch.
        let (parents, list) = (&mut self.parents, &mut self.transitions);
        let (Some(parents), Some(list)) = (four(parents, self.count), four(list, self.count))
        else {
            return;
        };
        *parents = [parent; 4];
        *list = transitions.list;
        self.count += transitions.count();
        self.expanded[self.nodes % LANES] = parent;
        self.nodes += 1;
    }

    /// Returns all lanes that hold a child.
    #[inline(always)]
    pub(super) fn lanes(&self) -> std::ops::Range<usize> {
        0..self.count.min(LANES)
    }

    /// Returns the places of the parents.
    #[inline(always)]
    pub(super) fn expanded(&self) -> &[u32] {
        &self.expanded[..self.nodes.min(LANES)]
    }

    /// Returns the place of a child's parent.
    #[inline(always)]
    pub(super) fn parent(&self, lane: usize) -> usize {
        self.parents[lane] as usize
    }
}

/// Returns four lanes beginning with `first`, if there are that many.
#[inline(always)]
fn four<T>(lanes: &mut [T], first: usize) -> Option<&mut [T; 4]> {
    lanes.get_mut(first..)?.first_chunk_mut()
}

/// Some of a batch's lanes.
#[derive(Clone, Copy)]
pub(super) struct Lanes<const LANES: usize> {
    lanes: [u8; LANES],
    count: usize,
}

impl<const LANES: usize> Lanes<LANES> {
    pub(super) fn none() -> Self {
        Self {
            lanes: [0; LANES],
            count: 0,
        }
    }

    /// Adds a lane if `there` is true. The place is written in any case, which avoids a branch that
    /// the processor cannot predict.
    #[inline(always)]
    pub(super) fn add_if(&mut self, lane: usize, there: bool) {
        self.lanes[self.count % LANES] = lane as u8;
        self.count += usize::from(there);
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        // Byte by byte, as they were written: a wider read would wait until the bytes are in the
        // cache.
        let lanes = &self.lanes[..self.count.min(LANES)];
        lanes.iter().map(|&lane| usize::from(lane) % LANES)
    }
}
