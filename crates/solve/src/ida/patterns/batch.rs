//! Batches of children whose entries are looked up together.

use bytemuck::Zeroable;

use super::{
    node::SearchNode,
    pruning::{Transition, Transitions},
    slots::Slot,
    tables::SearchTables,
};

/// Children that are looked up together, and their look-ups.
#[derive(Zeroable)]
pub(super) struct Batch<const LANES: usize, L> {
    pub(super) children: Children<LANES>,
    pub(super) lookups: L,
}

/// The look-ups of at most `LANES` children. Zeroed, there are none.
pub(super) trait BatchLookup<const LANES: usize>: Zeroable {
    /// The nodes of the search.
    type Node: SearchNode;

    /// Whether some look-ups are prefetched only after others have been made.
    const STAGED: bool = false;

    /// Forgets all earlier look-ups, copies the nodes' data that the new ones need, and prefetches
    /// entries.
    fn prefetch(
        &mut self,
        children: &Children<LANES>,
        tables: &SearchTables<'_>,
        nodes: &[Self::Node],
    );

    /// Makes the look-ups that were prefetched, and prefetches the others of the children that
    /// remain.
    #[inline(always)]
    fn prefetch_rest(&mut self, _: &Children<LANES>, _: &SearchTables<'_>, _: &[Self::Node]) {}

    /// Makes the remaining look-ups. Returns the children whose values leave room in every view.
    fn look_up(&mut self, children: &Children<LANES>, tables: &SearchTables<'_>) -> Lanes<LANES>;

    /// Returns the rooms of a child that has been looked up, with guards.
    fn rooms(&self, lane: usize) -> <Self::Node as SearchNode>::Rooms;

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
        nodes: &mut [Self::Node],
        place: usize,
    ) {
        let (parent, transition) = (children.parent(lane), children.transitions[lane]);
        let rooms = self.rooms(lane);
        let node = Self::Node::put_child(nodes, parent, place, transition, rooms, start);
        self.changes(tables, lane, |lookup, slot| node.set_slot(lookup, slot));
    }

    /// Returns whether a child, whose blank is at `cell`, may be the goal: the blank is home, the
    /// look-ups that changed allow that their tiles are home, and no room is left, as the goal is
    /// found exactly at the threshold. This is a single test, which hardly any child passes.
    #[inline(always)]
    fn may_be_goal(&self, cell: usize, lane: usize, tables: &SearchTables<'_>) -> bool {
        let away = (cell ^ tables.geometry.home) as u64;
        let left = Self::Node::left(self.rooms(lane), tables);
        away | left | u64::from(self.numbers(lane)) == 0
    }
}

/// The data that all batches keep about their children.
#[derive(Zeroable)]
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
#[derive(Clone, Copy, Zeroable)]
pub(super) struct Lanes<const LANES: usize> {
    lanes: [u8; LANES],
    count: usize,
}

impl<const LANES: usize> Lanes<LANES> {
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
