//! Children on their way to being looked up, in columns.
//!
//! What is done to all children alike is done column by column, in loops as long as the column, which the
//! compiler turns into instructions for eight or sixteen at once where the processor has them. Where a batch is
//! not full, the rest of each column holds old numbers; what comes of them is not used.

use tilebase_core::{format::Encoding, prefetch};

use super::{
    geometry::{MAX_SLOTS, PADDED},
    node::{GUARDS, Head, MOST, Node, ONES},
    pruning::{Transition, Transitions},
    tables::{Slide, Slot, Tables},
};

/// Children that wait together, at most `LANES`.
pub(super) struct Batch<const LANES: usize, const VIEWS: usize> {
    count: usize,
    /// The nodes that they come from, by their places, and how many these are.
    expanded: [u32; LANES],
    nodes: usize,
    /// For each child the place of the node that it comes from, and the move.
    parents: [u32; LANES],
    transitions: [Transition; LANES],
    /// Whether a tile slides away from where it belongs.
    away: [u32; LANES],
    /// As in [`Head`](super::node::Head): of the parent first, and in the end, with guards, of the child.
    packed: [u64; LANES],
    values: [u64; LANES],
    views: [Column<LANES>; VIEWS],
}

/// The look-up of each child that changes in a view.
#[derive(Clone, Copy)]
struct Column<const LANES: usize> {
    /// Which of [`Tables::parts`] it is.
    lookup: [u32; LANES],
    /// Where its tiles are: of the parent first, then of the child.
    slot: [Slot; LANES],
    slide: [Slide; LANES],
    /// The child's rank, and the byte that holds it.
    rank: [u64; LANES],
    byte: [u64; LANES],
}

impl<const LANES: usize, const VIEWS: usize> Batch<LANES, VIEWS> {
    /// Returns an empty batch.
    pub(super) fn new() -> Self {
        let column = Column {
            lookup: [0; LANES],
            slot: [Slot::default(); LANES],
            slide: [Slide::default(); LANES],
            rank: [0; LANES],
            byte: [0; LANES],
        };
        Self {
            count: 0,
            expanded: [0; LANES],
            nodes: 0,
            parents: [0; LANES],
            transitions: [Transition::default(); LANES],
            away: [0; LANES],
            packed: [0; LANES],
            values: [0; LANES],
            views: [column; VIEWS],
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
        let Some(end) = self.count.checked_add(4).filter(|&end| end <= LANES) else {
            return;
        };
        self.transitions[self.count..end].copy_from_slice(&transitions.list);
        self.parents[self.count..end].fill(parent);
        self.count += transitions.count as usize;
        self.expanded[self.nodes % LANES] = parent;
        self.nodes += 1;
    }

    /// Collects what is needed of the nodes to find the entries.
    #[inline(always)]
    pub(super) fn fill<const CELLS: usize, const SLOTS: usize>(
        &mut self,
        tables: &Tables<'_>,
        nodes: &[Node<CELLS, SLOTS>],
    ) {
        for lane in 0..self.count.min(LANES) {
            let (transition, node) = (self.transitions[lane], &nodes[self.parents[lane] as usize]);
            let blank_move = transition.blank_move().number();
            let tile = usize::from(node.cells[transition.cell() % CELLS]) % PADDED;
            self.away[lane] = tables.geometry.away[tile][blank_move].into();
            self.packed[lane] = node.head.packed;
            self.values[lane] = node.head.values;
            for (view, column) in self.views.iter_mut().enumerate() {
                let lookup = usize::from(tables.changes.owner[tile][view]) % SLOTS;
                column.lookup[lane] = lookup as u32;
                column.slot[lane] = node.slots[lookup];
                column.slide[lane] = tables.changes.slides[lookup][blank_move];
            }
        }
    }

    /// Has the tiles follow the moves, and takes what moves away from home cost from the rooms.
    #[inline(always)]
    pub(super) fn slide(&mut self) {
        for column in &mut self.views {
            // Half-words on their own, so that twice as many fit an instruction.
            let (mut sets, mut orders) = ([0; LANES], [0; LANES]);
            for lane in 0..LANES {
                sets[lane] = column.slot[lane].set();
                orders[lane] = column.slot[lane].order();
            }
            for lane in 0..LANES {
                (sets[lane], orders[lane]) = column.slide[lane].apply(sets[lane], orders[lane]);
            }
            for lane in 0..LANES {
                column.slot[lane] = Slot::new(sets[lane], orders[lane]);
            }
        }
        for lane in 0..LANES {
            let packed = Head::follow(self.packed[lane], self.transitions[lane]) | GUARDS;
            self.packed[lane] = packed.wrapping_sub(u64::from(self.away[lane]) * ONES[VIEWS]);
        }
    }

    /// Finds the entries and asks for them.
    #[inline(always)]
    pub(super) fn ask<const CELLS: usize>(&mut self, tables: &Tables<'_>) {
        for column in &mut self.views {
            for lane in 0..self.count.min(LANES) {
                let lookup = column.lookup[lane] as usize % MAX_SLOTS;
                let (part, blank) = (&tables.parts[lookup], self.transitions[lane].cell());
                let rank = part.rank::<CELLS>(tables.sets, column.slot[lane], blank);
                column.rank[lane] = rank;
                prefetch(
                    tables.bytes[lookup],
                    (rank >> tables.halves[lookup]) as usize,
                );
            }
        }
    }

    /// Looks the entries up. The lanes of the children for whose values there is room.
    #[inline(always)]
    pub(super) fn look_up(&mut self, tables: &Tables<'_>) -> Lanes<LANES> {
        if tables.narrow() {
            self.look_up_halves(tables);
        } else {
            self.look_up_any(tables);
        }
        let mut lanes = Lanes {
            lanes: [0; LANES],
            count: 0,
        };
        for lane in 0..self.count.min(LANES) {
            // The place is written in any case: no branch on what nobody can foresee.
            lanes.lanes[lanes.count % LANES] = lane as u8;
            lanes.count += usize::from(self.packed[lane] & GUARDS == GUARDS);
        }
        lanes
    }

    /// Reads the entries, all of them halves of bytes, and takes the values from the rooms.
    #[inline(always)]
    fn look_up_halves(&mut self, tables: &Tables<'_>) {
        for column in &mut self.views {
            for lane in 0..self.count.min(LANES) {
                let lookup = column.lookup[lane] as usize % MAX_SLOTS;
                let (byte, _) = Encoding::Nibble.place(column.rank[lane]);
                let byte = tables.bytes[lookup][byte];
                column.byte[lane] = byte.into();
            }
        }
        for (view, column) in self.views.iter().enumerate() {
            for lane in 0..LANES {
                let shift = 4 * u64::from(column.lookup[lane]);
                let (_, low) = Encoding::Nibble.place(column.rank[lane]);
                let value = column.byte[lane] >> low & 15;
                let old = self.values[lane] >> shift & 15;
                self.values[lane] = self.values[lane] & !(15 << shift) | value << shift;
                let freed = self.packed[lane].wrapping_add(old << (8 * view));
                self.packed[lane] = freed.wrapping_sub(value << (8 * view));
            }
        }
    }

    /// The same where some entries are whole bytes, which hold moves.
    ///
    /// The value is half of what these moves are more than the Manhattan distance, which a move away from
    /// home has made one more and one towards it one less.
    #[inline(always)]
    fn look_up_any(&mut self, tables: &Tables<'_>) {
        for (view, column) in self.views.iter_mut().enumerate() {
            for lane in 0..self.count.min(LANES) {
                let lookup = column.lookup[lane] as usize % MAX_SLOTS;
                let number = tables.number(lookup, column.rank[lane]);
                let shift = 8 * lookup % 64;
                let old = self.values[lane] >> shift & 0xFF;
                self.values[lane] = self.values[lane] & !(0xFF << shift) | number << shift;
                let more = number.wrapping_sub(old) as i64;
                let value = match tables.halves[lookup] {
                    1 => more,
                    _ => (more + 1) / 2 - i64::from(self.away[lane]),
                };
                self.packed[lane] = self.packed[lane].wrapping_sub((value as u64) << (8 * view));
            }
        }
    }

    /// Puts the node of a child that has been looked up in a place of its own. Trails begin at depth `start`.
    #[inline(always)]
    pub(super) fn place<const CELLS: usize, const SLOTS: usize>(
        &self,
        lane: usize,
        start: u16,
        nodes: &mut [Node<CELLS, SLOTS>],
        place: usize,
    ) {
        let parent = self.parents[lane] as usize;
        let transition = self.transitions[lane];
        let (from, to) = (transition.cell() % CELLS, transition.blank() % CELLS);
        // All that is read is read from the parent. What has just been stored in one piece, or in several,
        // cannot be read in others before it reaches the cache.
        let Node { cells, head, .. } = &nodes[parent];
        let tile = cells[from];
        // Where the trail takes another direction, as a factor; 0 when it is full.
        let open = 1u64
            .checked_shl(2 * u32::from(head.depth() - start))
            .unwrap_or(0);
        let trail = head.trail | (u64::from(transition.came()) * open);
        nodes.copy_within(parent..parent + 1, place);
        let node = &mut nodes[place];
        node.head.trail = trail;
        node.head.values = self.values[lane];
        node.head.packed = self.packed[lane] & !GUARDS;
        for column in &self.views {
            node.slots[column.lookup[lane] as usize % SLOTS] = column.slot[lane];
        }
        node.cells[to] = tile;
        node.cells[from] = 0;
    }

    /// Returns the places of the nodes whose children these are.
    #[inline(always)]
    pub(super) fn expanded(&self) -> &[u32] {
        &self.expanded[..self.nodes.min(LANES)]
    }

    /// Returns whether a child is the goal, as far as its head tells.
    #[inline(always)]
    pub(super) fn may_be_goal(&self, lane: usize) -> bool {
        let rooms = self.packed[lane] & (MOST * ONES[VIEWS]);
        rooms | self.values[lane] == 0
    }
}

/// Some of a batch's lanes.
pub(super) struct Lanes<const LANES: usize> {
    lanes: [u8; LANES],
    count: usize,
}

impl<const LANES: usize> Lanes<LANES> {
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let lanes = &self.lanes[..self.count.min(LANES)];
        lanes.iter().map(|&lane| usize::from(lane) % LANES)
    }
}
