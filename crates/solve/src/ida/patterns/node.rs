//! What is known of a board on its way through the search.

use tilebase_core::sliding::Board;

use super::{
    geometry::MAX_VIEWS,
    pruning::Transition,
    tables::{Slot, Tables},
};

/// A board on its way through the search.
#[derive(Clone, Copy)]
pub(super) struct Node<const CELLS: usize, const SLOTS: usize> {
    pub(super) slots: [Slot; SLOTS],
    /// The board, padded with zeros.
    pub(super) cells: [u8; CELLS],
    pub(super) head: Head,
}

/// What all nodes have, however large the board is.
#[derive(Clone, Copy, Default)]
pub(super) struct Head {
    /// The numbers in the tables' entries, four bits for each slot, or eight ([`Tables::width`]).
    pub(super) values: u64,
    /// The directions that the blank came from in the first moves since the root, two bits each.
    pub(super) trail: u64,
    /// From the lowest byte: the room of each view, and in 16 bits each the state of the automaton of moves,
    /// the moves since the start of the search, and the root, for the caller to choose.
    pub(super) packed: u64,
}

/// Moves that a trail holds.
pub(super) const TRAIL: u32 = u64::BITS / 2;

/// The highest bit of each room's byte: set before a subtraction, it is left only where that did not go below 0.
pub(super) const GUARDS: u64 = 0x8080;
/// The greatest room, and the greatest slack: 254 moves beyond the Manhattan distance. No search that ends
/// in a lifetime comes near.
pub(super) const MOST: u64 = 0x7F;
/// One in each of so many rooms.
pub(super) const ONES: [u64; MAX_VIEWS + 1] = [0, 0x01, 0x0101];

impl Head {
    /// Returns the state of the automaton of moves.
    #[inline(always)]
    pub(super) fn state(&self) -> u16 {
        (self.packed >> 16) as u16
    }

    /// Returns what is packed, one move on: another state, one more move from the start.
    #[inline(always)]
    pub(super) fn follow(packed: u64, transition: Transition) -> u64 {
        (packed & !0xFFFF_0000 | u64::from(transition.next()) << 16).wrapping_add(1 << 32)
    }

    /// Moves from the start of the search.
    #[inline(always)]
    pub(super) fn depth(&self) -> u16 {
        (self.packed >> 32) as u16
    }

    /// Returns the root that this comes from.
    pub(super) fn root(&self) -> u16 {
        (self.packed >> 48) as u16
    }
}

impl<const CELLS: usize, const SLOTS: usize> Node<CELLS, SLOTS> {
    /// No board.
    pub(super) fn empty() -> Self {
        Self {
            slots: [Slot::default(); SLOTS],
            cells: [0; CELLS],
            head: Head::default(),
        }
    }

    /// Returns the node of a board, which `depth` moves have led to and the automaton to `state`, with
    /// the room that the greatest slack leaves. `slots` are its look-ups.
    pub(super) fn new(
        tables: &Tables<'_>,
        board: &Board,
        slots: &[Slot],
        state: u16,
        depth: u16,
    ) -> Self {
        let mut node = Self::empty();
        let rooms = (MOST * ONES[tables.views]) | GUARDS;
        node.head.packed = rooms | u64::from(state) << 16 | u64::from(depth) << 32;
        node.cells[..board.cells().len()].copy_from_slice(board.cells());
        let per_view = tables.slots / tables.views;
        for (place, &slot) in slots.iter().enumerate() {
            let rank = tables.parts[place].rank::<CELLS>(tables.sets, slot, board.blank());
            let number = tables.number(place, rank);
            let value = tables.value(place, number, board);
            node.slots[place] = slot;
            node.head.values |= number << (tables.width() * place);
            node.head.packed -= value << (8 * (place / per_view));
        }
        debug_assert!(node.head.packed & GUARDS == GUARDS, "no board is as far");
        node.head.packed &= !GUARDS;
        node
    }

    /// Returns whether this is the goal.
    #[inline(always)]
    pub(super) fn is_goal(&self, tables: &Tables<'_>) -> bool {
        let goal = tables.geometry.goal.cells();
        &self.cells[..goal.len()] == goal
    }

    /// Of a node that has the room which the greatest slack leaves: the least slack that leaves room in
    /// each of `views` views.
    pub(super) fn needed(&self, views: usize) -> u32 {
        let rooms = (0..views).map(|view| self.head.packed >> (8 * view) & MOST);
        rooms.map(|room| (MOST - room) as u32).max().unwrap_or(0)
    }

    /// Returns such a node as root `root`, with `slack` for as many views, if that leaves room.
    pub(super) fn root(&self, root: u16, slack: u32, views: usize) -> Option<Self> {
        let mut node = *self;
        let less = MOST.saturating_sub(slack.into());
        let packed = (self.head.packed | GUARDS) - less * ONES[views];
        node.head.packed = packed & !GUARDS | u64::from(root) << 48;
        node.head.trail = 0;
        (packed & GUARDS == GUARDS).then_some(node)
    }
}
