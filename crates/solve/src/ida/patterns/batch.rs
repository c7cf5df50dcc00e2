//! Children on their way to being looked up, many at once.

use super::{
    node::{Head, MOST, Node, Rooms},
    pruning::{Transition, Transitions},
    slots::Slot,
    tables::Tables,
};

/// Children that are looked up together, at most `LANES`, on boards of at most `CELLS` cells with
/// at most `SLOTS` look-ups in `8 * WORDS` views.
pub(super) trait Batch<
    const CELLS: usize,
    const SLOTS: usize,
    const WORDS: usize,
    const LANES: usize,
>
{
    /// Whether there are look-ups that are asked for only when others have been made.
    const STAGED: bool;

    /// Returns an empty batch.
    fn new() -> Self;

    fn children(&self) -> &Children<LANES>;

    fn children_mut(&mut self) -> &mut Children<LANES>;

    /// Forgets all children.
    fn clear(&mut self);

    /// Collects what is needed of the nodes, and asks for entries.
    fn ask(&mut self, tables: &Tables<'_>, nodes: &[Node<CELLS, SLOTS, WORDS>]);

    /// Looks up what was asked for, and asks for the rest of those that are left.
    fn ask_rest(&mut self, tables: &Tables<'_>, nodes: &[Node<CELLS, SLOTS, WORDS>]);

    /// Looks up the rest. Returns the children for whose values there is room.
    fn look_up(&mut self, tables: &Tables<'_>) -> Lanes<LANES>;

    /// Returns the rooms of a child that has been looked up.
    fn rooms(&self, lane: usize) -> Rooms<WORDS>;

    /// Calls `write` with the places of all look-ups of such a child that are not as its parent's,
    /// and with where their tiles are.
    fn changes(&self, tables: &Tables<'_>, lane: usize, write: impl FnMut(usize, Slot));

    /// Returns 0 where the numbers of all look-ups of such a child that are not as its parent's may
    /// be 0.
    fn numbers(&self, lane: usize) -> u8;

    /// Puts the node of a child that has been looked up in a place of its own. Trails begin at
    /// depth `start`.
    #[inline(always)]
    fn place(
        &self,
        tables: &Tables<'_>,
        lane: usize,
        start: u16,
        nodes: &mut [Node<CELLS, SLOTS, WORDS>],
        place: usize,
    ) {
        let children = self.children();
        let parent = children.parent(lane);
        let transition = children.transitions[lane];
        let (from, to) = (transition.cell() % CELLS, transition.blank() % CELLS);
        // All that is read is read from the parent. What has just been stored in one piece, or in
        // several, cannot be read in others before it reaches the cache.
        let Node { cells, head, .. } = &nodes[parent];
        let tile = cells[from];
        // Where the trail takes another direction, as a factor; 0 when it is full.
        let open = 1u64
            .checked_shl(2 * u32::from(head.depth().wrapping_sub(start)))
            .unwrap_or(0);
        let rooms = self.rooms(lane);
        let head = Head {
            trail: head.trail | (u64::from(transition.came()) * open),
            packed: Head::follow(head.packed, transition, &rooms),
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

    /// Returns whether a child may be the goal: the blank is home, the look-ups that changed say
    /// that their tiles are, and no room is left, as the threshold is met. One test, which hardly
    /// any child passes.
    #[inline(always)]
    fn may_be_goal(&self, lane: usize, tables: &Tables<'_>) -> bool {
        let rooms = self.rooms(lane);
        let mut left = (self.children().transitions[lane].cell() ^ tables.geometry.home) as u64;
        for word in 0..WORDS {
            left |= rooms[word] & (MOST * tables.ones[word]);
        }
        left |= u64::from(self.numbers(lane));
        left == 0
    }
}

/// What all batches know of their children.
pub(super) struct Children<const LANES: usize> {
    pub(super) count: usize,
    /// The nodes that they come from, by their places, and how many these are.
    expanded: [u32; LANES],
    nodes: usize,
    /// For each child the place of the node that it comes from, and the move.
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

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns whether the children of one more node fit.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.count + 4 <= LANES && self.nodes < LANES
    }

    /// Adds the children of a node, for which there is room.
    #[inline(always)]
    pub(super) fn add(&mut self, parent: u32, transitions: &Transitions) {
        // Four, whatever their number: a copy of one size needs no branch.
        let (parents, list) = (&mut self.parents, &mut self.transitions);
        let (Some(parents), Some(list)) = (four(parents, self.count), four(list, self.count))
        else {
            return;
        };
        *parents = [parent; 4];
        *list = transitions.list;
        self.count += transitions.count as usize;
        self.expanded[self.nodes % LANES] = parent;
        self.nodes += 1;
    }

    /// Returns all lanes that hold a child.
    #[inline(always)]
    pub(super) fn lanes(&self) -> std::ops::Range<usize> {
        0..self.count.min(LANES)
    }

    /// Returns the places of the nodes whose children these are.
    #[inline(always)]
    pub(super) fn expanded(&self) -> &[u32] {
        &self.expanded[..self.nodes.min(LANES)]
    }

    /// Returns the place of the node that a child comes from.
    #[inline(always)]
    pub(super) fn parent(&self, lane: usize) -> usize {
        self.parents[lane] as usize
    }
}

/// Returns four lanes from one on, if there are as many.
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

    /// Adds a lane if it shall be there. The place is written in any case: no branch on what nobody
    /// can foresee.
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
        // Byte by byte, as they were written: a wider copy would wait until the bytes are in the
        // cache.
        let lanes = &self.lanes[..self.count.min(LANES)];
        lanes.iter().map(|&lane| usize::from(lane) % LANES)
    }
}
