//! The data that the search keeps about a board.

use bytemuck::Zeroable;
use tilebase_core::sliding::Board;

use super::{
    geometry::{MAX_SLOTS, MAX_VIEWS, MAX_WORDS, PADDED},
    pruning::Transition,
    slots::Slot,
    tables::SearchTables,
};

/// A node of the search. Zeroed, it has no board.
pub(super) trait SearchNode: Zeroable + Copy + Send + Sync {
    /// The rooms of all views.
    type Rooms: Copy;

    /// The most cells of a board.
    const CELLS: usize;

    /// Returns the node of a board after `depth` moves, which have led the automaton to `state`,
    /// with the rooms that the greatest slack leaves. `slots` are its look-ups, with their numbers.
    fn new(
        tables: &SearchTables<'_>,
        board: &Board,
        slots: &[Slot],
        state: u32,
        depth: u16,
    ) -> Self;

    fn head(&self) -> &NodeHead;

    /// Returns the board's cells, padded with zeros.
    fn cells(&self) -> &[u8];

    /// Returns the least slack that leaves room in each view. The node must have the rooms that the
    /// greatest slack leaves.
    fn needed(&self) -> u32;

    /// Returns such a node as root `root` with `slack` and in this state of the automaton, or
    /// `None` if that leaves no room in some view.
    fn root(&self, root: u16, state: u32, slack: u32, tables: &SearchTables<'_>) -> Option<Self>;

    /// Writes to a place of its own the node to which a transition leads from a parent, with these
    /// rooms, whose guards are removed. The slots are those of the parent. Trails begin at depth
    /// `start`.
    fn put_child(
        nodes: &mut [Self],
        parent: usize,
        place: usize,
        transition: Transition,
        rooms: Self::Rooms,
        start: u16,
    ) -> &mut Self;

    /// Replaces the slot of a look-up.
    fn set_slot(&mut self, lookup: usize, slot: Slot);

    /// Returns 0 if no view has room left.
    fn left(rooms: Self::Rooms, tables: &SearchTables<'_>) -> u64;

    /// Returns whether this is the goal.
    #[inline(always)]
    fn is_goal(&self, tables: &SearchTables<'_>) -> bool {
        self.is(&tables.geometry.goal)
    }

    /// Returns whether this is a node of `board`.
    #[inline(always)]
    fn is(&self, board: &Board) -> bool {
        let cells = board.cells();
        &self.cells()[..cells.len()] == cells
    }
}

/// A board of the search, in at most `8 * WORDS` views.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct BoardNode<const CELLS: usize, const SLOTS: usize, const WORDS: usize> {
    pub(super) slots: [Slot; SLOTS],
    /// The board, padded with zeros.
    pub(super) cells: [u8; CELLS],
    pub(super) head: NodeHead,
    pub(super) rooms: Rooms<WORDS>,
}

/// The node for as many views as there can be.
pub(super) type WideNode = BoardNode<PADDED, MAX_SLOTS, MAX_WORDS>;

/// The part of a node that does not depend on the size of the board.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct NodeHead {
    /// The directions from which the blank came in the first moves since the root, two bits each.
    pub(super) trail: u64,
    /// From the lowest bit: the state of the automaton of moves (24), the view with the least room
    /// (8), the moves since the start of the search (16), and the root, for the caller to choose
    /// (16).
    pub(super) packed: u64,
}

/// The number of moves that a trail holds.
pub(super) const TRAIL: u32 = u64::BITS / 2;

/// The room of each view, one byte each. Unused bytes hold [`MOST`].
pub(super) type Rooms<const WORDS: usize> = [u64; WORDS];

/// The highest bit of each room's byte. It is set before a subtraction, and remains set only if the
/// result is not below 0.
pub(super) const GUARDS: u64 = 0x8080_8080_8080_8080;
/// The greatest room, and the greatest slack: 254 moves beyond the Manhattan distance. No practical
/// search reaches it.
pub(super) const MOST: u64 = 0x7F;

impl NodeHead {
    /// Returns the state of the automaton of moves.
    #[inline(always)]
    pub(super) fn state(&self) -> u32 {
        self.packed as u32 & 0xFF_FFFF
    }

    /// Returns the view with the least room, which most likely has none left for a child.
    #[inline(always)]
    pub(super) fn tightest(&self) -> usize {
        (self.packed >> 24) as usize % MAX_VIEWS
    }

    /// Returns the packed word after one more move: a new state, new rooms, and a depth greater by
    /// one.
    #[inline(always)]
    pub(super) fn follow<const WORDS: usize>(
        packed: u64,
        transition: Transition,
        rooms: &Rooms<WORDS>,
    ) -> u64 {
        let low = u64::from(transition.next()) | tightest(rooms) << 24;
        // Forged tables may make a search endless; the depth then wraps around.
        let depth = u64::from(((packed >> 32) as u16).wrapping_add(1)) << 32;
        packed & (0xFFFF << 48) | depth | low
    }

    /// Returns the number of moves from the start of the search.
    #[inline(always)]
    pub(super) fn depth(&self) -> u16 {
        (self.packed >> 32) as u16
    }

    /// Returns the root of this node.
    #[inline(always)]
    pub(super) fn root(&self) -> u16 {
        (self.packed >> 48) as u16
    }
}

impl<const CELLS: usize, const SLOTS: usize, const WORDS: usize> SearchNode
    for BoardNode<CELLS, SLOTS, WORDS>
{
    type Rooms = Rooms<WORDS>;

    const CELLS: usize = CELLS;

    fn new(
        tables: &SearchTables<'_>,
        board: &Board,
        slots: &[Slot],
        state: u32,
        depth: u16,
    ) -> Self {
        let mut node = Self::zeroed();
        node.cells[..board.cells().len()].copy_from_slice(board.cells());
        let mut rooms = [[MOST as u8; 8]; WORDS];
        for (place, &slot) in slots.iter().enumerate() {
            let value = tables.value(place, slot.number().into(), board);
            node.slots[place] = slot;
            for (rooms, views) in rooms.iter_mut().zip(tables.changes.views[place]) {
                for (room, there) in rooms.iter_mut().zip(views.to_le_bytes()) {
                    // The values of a forged file may add up to more than the greatest room.
                    *room = room.saturating_sub(value as u8 * there);
                }
            }
        }
        node.rooms = rooms.map(u64::from_le_bytes);
        let low = u64::from(state) | tightest(&node.rooms) << 24;
        node.head.packed = low | u64::from(depth) << 32;
        node
    }

    #[inline(always)]
    fn head(&self) -> &NodeHead {
        &self.head
    }

    #[inline(always)]
    fn cells(&self) -> &[u8] {
        &self.cells
    }

    fn needed(&self) -> u32 {
        let least = self
            .rooms
            .map(|rooms| rooms.to_le_bytes().into_iter().min());
        MOST as u32 - u32::from(least.into_iter().flatten().min().unwrap_or(MOST as u8))
    }

    fn root(&self, root: u16, state: u32, slack: u32, tables: &SearchTables<'_>) -> Option<Self> {
        let mut node = *self;
        let less = MOST.saturating_sub(slack.into());
        let mut fits = true;
        for word in 0..WORDS {
            let left = (node.rooms[word] | GUARDS) - less * tables.view_ones[word];
            fits &= left & GUARDS == GUARDS;
            node.rooms[word] = left & !GUARDS;
        }
        let packed = self.head.packed >> 24 << 24 | u64::from(state);
        node.head.packed = packed & 0xFFFF_FFFF_FFFF | u64::from(root) << 48;
        node.head.trail = 0;
        fits.then_some(node)
    }

    #[inline(always)]
    fn put_child(
        nodes: &mut [Self],
        parent: usize,
        place: usize,
        transition: Transition,
        rooms: Rooms<WORDS>,
        start: u16,
    ) -> &mut Self {
        let (from, to) = (
            transition.cell() % CELLS,
            transition.blank_move().from() % CELLS,
        );
        // All reads are from the parent. Data that has just been stored cannot be read in pieces of
        // another size before it reaches the cache.
        let Self { cells, head, .. } = &nodes[parent];
        let tile = cells[from];
        // The place of the next direction in the trail, as a factor; 0 if the trail is full.
        let open = 1u64
            .checked_shl(2 * u32::from(head.depth().wrapping_sub(start)))
            .unwrap_or(0);
        let rooms = unguarded(rooms);
        let head = NodeHead {
            trail: head.trail | (transition.blank_move().came() as u64 * open),
            packed: NodeHead::follow(head.packed, transition, &rooms),
        };
        nodes.copy_within(parent..parent + 1, place);
        let node = &mut nodes[place];
        node.head = head;
        node.rooms = rooms;
        node.cells[to] = tile;
        node.cells[from] = 0;
        node
    }

    #[inline(always)]
    fn set_slot(&mut self, lookup: usize, slot: Slot) {
        self.slots[lookup % SLOTS] = slot;
    }

    #[inline(always)]
    fn left(rooms: Rooms<WORDS>, tables: &SearchTables<'_>) -> u64 {
        let mut left = 0;
        for word in 0..WORDS {
            left |= rooms[word] & (MOST * tables.view_ones[word]);
        }
        left
    }
}

/// Returns rooms without their guards.
#[inline(always)]
pub(super) fn unguarded<const WORDS: usize>(mut rooms: Rooms<WORDS>) -> Rooms<WORDS> {
    // A loop and not `map`, which is not always compiled for the same instructions.
    for word in 0..WORDS {
        rooms[word] &= !GUARDS;
    }
    rooms
}

/// Returns the view with the least room, or 0 if there is only one word of rooms: then all views
/// are looked up at once.
#[inline(always)]
fn tightest<const WORDS: usize>(rooms: &Rooms<WORDS>) -> u64 {
    if WORDS == 1 {
        return 0;
    }
    let mut least = [u16::MAX; MAX_VIEWS];
    for word in 0..WORDS {
        let bytes = rooms[word].to_le_bytes();
        for place in 0..8 {
            least[8 * word + place] = u16::from(bytes[place]) << 8 | (8 * word + place) as u16;
        }
    }
    // Halves are compared at once, then quarters, and so on.
    let mut half = MAX_VIEWS;
    while half > 1 {
        half /= 2;
        for place in 0..half {
            least[place] = least[place].min(least[half + place]);
        }
    }
    u64::from(least[0] & 0xFF)
}
