//! Children looked up in all views at once, for few views.
//!
//! Steps that are the same for all children are done column by column, in loops as long as the
//! column. The compiler turns them into instructions for eight or sixteen children at once if the
//! processor has such instructions. If a batch is not full, the rest of each column holds old
//! numbers, and their results are not used.

use std::sync::atomic::Ordering::Relaxed;

use tilebase_core::format::Encoding;

use super::{
    batch::{Batch, Children, Lanes},
    geometry::{MAX_SLOTS, PADDED},
    node::{GUARDS, Node, Rooms},
    slots::Slot,
    tables::{Slide, Tables},
};

/// A batch of at most `LANES` children.
pub(super) struct AllViews<const VIEWS: usize, const LANES: usize> {
    children: Children<LANES>,
    /// Whether a tile slides away from where it belongs.
    away: [u32; LANES],
    /// The rooms of the parent, with guards; after the look-up, those of the child.
    rooms: [u64; LANES],
    views: [Column<LANES>; VIEWS],
}

/// The look-up of each child that changes in a view.
#[derive(Clone, Copy)]
struct Column<const LANES: usize> {
    /// The index into [`Tables::parts`].
    lookup: [u32; LANES],
    /// Where its tiles are on the parent; then on the child; after the look-up, with the number
    /// found.
    slot: [Slot; LANES],
    slide: [Slide; LANES],
    /// The numbers of the parent and of the child.
    old: [u64; LANES],
    number: [u64; LANES],
    /// The child's rank.
    rank: [u64; LANES],
}

impl<const VIEWS: usize, const LANES: usize> AllViews<VIEWS, LANES> {
    /// Moves the tiles, and subtracts the cost of moves away from home from the rooms.
    #[inline(always)]
    fn slide(&mut self, ones: u64) {
        for column in &mut self.views {
            // Half-words separately, so that one instruction handles twice as many.
            let (mut sets, mut orders) = ([0; LANES], [0; LANES]);
            for lane in 0..LANES {
                sets[lane] = column.slot[lane].set();
                orders[lane] = column.slot[lane].order();
                column.old[lane] = column.slot[lane].number().into();
            }
            for lane in 0..LANES {
                (sets[lane], orders[lane]) = column.slide[lane].apply(sets[lane], orders[lane]);
            }
            for lane in 0..LANES {
                column.slot[lane] = Slot::new(sets[lane], orders[lane]);
            }
        }
        for lane in 0..LANES {
            let rooms = self.rooms[lane] | GUARDS;
            self.rooms[lane] = rooms.wrapping_sub(u64::from(self.away[lane]) * ones);
        }
    }

    /// Reads the entries, all of them halves of bytes.
    #[inline(always)]
    fn read_halves(&mut self, tables: &Tables<'_>) {
        let lanes = self.children.lanes();
        for column in &mut self.views {
            for lane in lanes.clone() {
                let lookup = column.lookup[lane] as usize % MAX_SLOTS;
                let (byte, _) = Encoding::Nibble.place(column.rank[lane]);
                column.number[lane] = tables.bytes[lookup][byte].into();
            }
            for lane in 0..LANES {
                let (_, low) = Encoding::Nibble.place(column.rank[lane]);
                column.number[lane] = column.number[lane] >> low & 15;
            }
        }
        for (view, column) in self.views.iter_mut().enumerate() {
            for lane in 0..LANES {
                let (old, number) = (column.old[lane], column.number[lane]);
                let freed = self.rooms[lane].wrapping_add(old << (8 * view));
                self.rooms[lane] = freed.wrapping_sub(number << (8 * view));
            }
        }
    }

    /// Does the same if some entries are whole bytes, which hold moves.
    ///
    /// The value is half the difference between these moves and the Manhattan distance. A move away
    /// from home has increased that distance by one, and a move towards home has decreased it by
    /// one.
    #[inline(always)]
    fn read_any(&mut self, tables: &Tables<'_>) {
        let lanes = self.children.lanes();
        for (view, column) in self.views.iter_mut().enumerate() {
            for lane in lanes.clone() {
                let lookup = column.lookup[lane] as usize % MAX_SLOTS;
                let number = tables.number(lookup, column.rank[lane]);
                column.number[lane] = number;
                let more = number.wrapping_sub(column.old[lane]) as i64;
                let value = match tables.halves[lookup] {
                    1 => more,
                    _ => (more + 1) / 2 - i64::from(self.away[lane]),
                };
                self.rooms[lane] = self.rooms[lane].wrapping_sub((value as u64) << (8 * view));
            }
        }
    }
}

impl<const CELLS: usize, const SLOTS: usize, const VIEWS: usize, const LANES: usize>
    Batch<CELLS, SLOTS, 1, LANES> for AllViews<VIEWS, LANES>
{
    const STAGED: bool = false;

    fn new() -> Self {
        let column = Column {
            lookup: [0; LANES],
            slot: [Slot::default(); LANES],
            slide: [Slide::default(); LANES],
            old: [0; LANES],
            number: [0; LANES],
            rank: [0; LANES],
        };
        Self {
            children: Children::none(),
            away: [0; LANES],
            rooms: [0; LANES],
            views: [column; VIEWS],
        }
    }

    #[inline(always)]
    fn children(&self) -> &Children<LANES> {
        &self.children
    }

    #[inline(always)]
    fn children_mut(&mut self) -> &mut Children<LANES> {
        &mut self.children
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.children.clear();
    }

    #[inline(always)]
    fn ask(&mut self, tables: &Tables<'_>, nodes: &[Node<CELLS, SLOTS, 1>]) {
        let lanes = self.children.lanes();
        for lane in lanes.clone() {
            let node = &nodes[self.children.parent(lane)];
            let transition = self.children.transitions[lane];
            let blank_move = transition.blank_move().number();
            let tile = usize::from(node.cells[transition.cell() % CELLS]) % PADDED;
            self.away[lane] = tables.geometry.away[tile][blank_move].into();
            [self.rooms[lane]] = node.rooms;
            for (view, column) in self.views.iter_mut().enumerate() {
                let lookup = usize::from(tables.changes.owner[tile][view]) % SLOTS;
                column.lookup[lane] = lookup as u32;
                column.slot[lane] = node.slots[lookup];
                column.slide[lane] = tables.changes.slides[blank_move][lookup];
            }
        }
        self.slide(tables.ones[0]);
        if tables.ask_blocks {
            for column in &self.views {
                for lane in lanes.clone() {
                    let lookup = column.lookup[lane] as usize % MAX_SLOTS;
                    tables.parts[lookup].ask::<CELLS>(tables.sets, column.slot[lane]);
                }
            }
        }
        for column in &mut self.views {
            for lane in lanes.clone() {
                let lookup = column.lookup[lane] as usize % MAX_SLOTS;
                let blank = self.children.transitions[lane].cell();
                let part = &tables.parts[lookup];
                let rank = part.rank::<CELLS>(tables.sets, column.slot[lane], blank);
                column.rank[lane] = rank;
                tables.ask(lookup, rank);
            }
        }
        if !tables.all_touched.load(Relaxed) {
            for column in &self.views {
                let lookups = lanes
                    .clone()
                    .map(|lane| (column.lookup[lane], column.rank[lane]));
                tables.touch(lookups);
            }
        }
    }

    /// Does nothing: there is only one stage.
    #[inline(always)]
    fn ask_rest(&mut self, _: &Tables<'_>, _: &[Node<CELLS, SLOTS, 1>]) {}

    #[inline(always)]
    fn look_up(&mut self, tables: &Tables<'_>) -> Lanes<LANES> {
        if tables.narrow {
            self.read_halves(tables);
        } else {
            self.read_any(tables);
        }
        let mut lanes = Lanes::none();
        for lane in self.children.lanes() {
            lanes.add_if(lane, self.rooms[lane] & GUARDS == GUARDS);
        }
        lanes
    }

    #[inline(always)]
    fn rooms(&self, lane: usize) -> Rooms<1> {
        [self.rooms[lane] & !GUARDS]
    }

    #[inline(always)]
    fn numbers(&self, lane: usize) -> u8 {
        let mut numbers = 0;
        for column in &self.views {
            numbers |= column.number[lane];
        }
        numbers as u8
    }

    #[inline(always)]
    fn changes(&self, _: &Tables<'_>, lane: usize, mut write: impl FnMut(usize, Slot)) {
        for column in &self.views {
            let slot = column.slot[lane].with(column.number[lane]);
            write(column.lookup[lane] as usize, slot);
        }
    }
}
