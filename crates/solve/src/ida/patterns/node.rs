//! The data that the search keeps about a board.

use tilebase_core::sliding::Board;

use super::{
    geometry::{MAX_VIEWS, MAX_WORDS},
    pruning::Transition,
    slots::Slot,
    tables::SearchTables,
};

/// A board of the search, in at most `8 * WORDS` views.
#[derive(Clone, Copy)]
pub(super) struct BoardNode<const CELLS: usize, const SLOTS: usize, const WORDS: usize> {
    pub(super) slots: [Slot; SLOTS],
    /// The board, padded with zeros.
    pub(super) cells: [u8; CELLS],
    pub(super) head: NodeHead,
    pub(super) rooms: Rooms<WORDS>,
}

/// The part of a node that does not depend on the size of the board.
#[derive(Clone, Copy, Default)]
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

    /// Replaces the state of the automaton.
    pub(super) fn set_state(&mut self, state: u32) {
        self.packed = self.packed >> 24 << 24 | u64::from(state);
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

impl<const CELLS: usize, const SLOTS: usize, const WORDS: usize> BoardNode<CELLS, SLOTS, WORDS> {
    /// Returns a node without a board.
    pub(super) fn empty() -> Self {
        Self {
            slots: [Slot::default(); SLOTS],
            cells: [0; CELLS],
            head: NodeHead::default(),
            rooms: [0; WORDS],
        }
    }

    /// Returns the node of a board after `depth` moves, which have led the automaton to `state`,
    /// with the rooms that the greatest slack leaves. `slots` are its look-ups, with their numbers.
    pub(super) fn new(
        tables: &SearchTables<'_>,
        board: &Board,
        slots: &[Slot],
        state: u32,
        depth: u16,
    ) -> Self {
        let mut node = Self::empty();
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

    /// Returns whether this is the goal.
    #[inline(always)]
    pub(super) fn is_goal(&self, tables: &SearchTables<'_>) -> bool {
        self.is(&tables.geometry.goal)
    }

    /// Returns whether this is a node of `board`.
    #[inline(always)]
    pub(super) fn is(&self, board: &Board) -> bool {
        let cells = board.cells();
        &self.cells[..cells.len()] == cells
    }

    /// Returns the least slack that leaves room in each view. The node must have the rooms that the
    /// greatest slack leaves.
    pub(super) fn needed(&self) -> u32 {
        let least = self
            .rooms
            .map(|rooms| rooms.to_le_bytes().into_iter().min());
        MOST as u32 - u32::from(least.into_iter().flatten().min().unwrap_or(MOST as u8))
    }

    /// Returns such a node as root `root` with `slack`, or `None` if that leaves no room in some
    /// view. `ones` has a one in the byte of each view.
    pub(super) fn root(&self, root: u16, slack: u32, ones: &[u64; MAX_WORDS]) -> Option<Self> {
        let mut node = *self;
        let less = MOST.saturating_sub(slack.into());
        let mut fits = true;
        for word in 0..WORDS {
            let left = (node.rooms[word] | GUARDS) - less * ones[word];
            fits &= left & GUARDS == GUARDS;
            node.rooms[word] = left & !GUARDS;
        }
        node.head.packed = self.head.packed & 0xFFFF_FFFF_FFFF | u64::from(root) << 48;
        node.head.trail = 0;
        fits.then_some(node)
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
