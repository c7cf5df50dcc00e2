//! Children looked up in all views at once, for few views.
//!
//! Steps that are the same for all children are done column by column, in loops as long as the
//! column. The compiler turns them into instructions for eight or sixteen children at once if the
//! processor has such instructions. If a batch is not full, the rest of each column holds old
//! numbers, and their results are not used.

use std::ops::Range;

use bytemuck::Zeroable;
use tilebase_core::format::Encoding;

use super::{
    batch::{BatchLookup, Children, Lanes},
    changes::{Slide, slide_all},
    geometry::{MAX_SLOTS, PADDED},
    node::{BoardNode, GUARDS, Rooms},
    slots::Slot,
    tables::SearchTables,
};

/// The look-ups of at most `LANES` children, on boards of at most `CELLS` cells with at most
/// `SLOTS` look-ups.
#[derive(Zeroable)]
pub(super) struct AllViews<
    const CELLS: usize,
    const SLOTS: usize,
    const VIEWS: usize,
    const LANES: usize,
> {
    /// Whether a tile slides away from where it belongs.
    away: [u32; LANES],
    /// The rooms of the parent, with guards; after the look-up, those of the child.
    rooms: [u64; LANES],
    views: [Column<LANES>; VIEWS],
}

/// The look-up of each child that changes in a view.
#[derive(Clone, Copy, Zeroable)]
struct Column<const LANES: usize> {
    /// The index into [`SearchTables::lookups`].
    lookup: [u32; LANES],
    /// The places of its tiles on the parent, and then on the child; after the look-up, with the
    /// number found.
    slot: [Slot; LANES],
    slide: [Slide; LANES],
    /// The numbers of the parent and of the child.
    old: [u64; LANES],
    number: [u64; LANES],
    /// The child's rank.
    rank: [u64; LANES],
}

impl<const CELLS: usize, const SLOTS: usize, const VIEWS: usize, const LANES: usize>
    AllViews<CELLS, SLOTS, VIEWS, LANES>
{
    /// Reads the entries, all of them half bytes.
    #[inline(always)]
    fn read_nibbles(&mut self, lanes: Range<usize>, tables: &SearchTables<'_>) {
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

    /// Reads the entries, some of them whole bytes.
    #[inline(always)]
    fn read_any(&mut self, lanes: Range<usize>, tables: &SearchTables<'_>) {
        for (view, column) in self.views.iter_mut().enumerate() {
            for lane in lanes.clone() {
                let lookup = column.lookup[lane] as usize % MAX_SLOTS;
                let number = tables.number(lookup, column.rank[lane]);
                column.number[lane] = number;
                let away = self.away[lane].into();
                let value = tables.growth(lookup, number.wrapping_sub(column.old[lane]), away);
                self.rooms[lane] = self.rooms[lane].wrapping_sub(value << (8 * view));
            }
        }
    }
}

impl<const CELLS: usize, const SLOTS: usize, const VIEWS: usize, const LANES: usize>
    BatchLookup<LANES> for AllViews<CELLS, SLOTS, VIEWS, LANES>
{
    type Node = BoardNode<CELLS, SLOTS, 1>;

    #[inline(always)]
    fn prefetch(
        &mut self,
        children: &Children<LANES>,
        tables: &SearchTables<'_>,
        nodes: &[Self::Node],
    ) {
        for lane in children.lanes() {
            let node = &nodes[children.parent(lane)];
            let transition = children.transitions[lane];
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
        for column in &mut self.views {
            for lane in 0..LANES {
                column.old[lane] = column.slot[lane].number().into();
            }
            slide_all(&mut column.slot, &column.slide);
        }
        for lane in 0..LANES {
            let cost = u64::from(self.away[lane]) * tables.view_ones[0];
            self.rooms[lane] = (self.rooms[lane] | GUARDS).wrapping_sub(cost);
        }
        for column in &mut self.views {
            let lookup = &column.lookup;
            tables.prefetch_all::<CELLS, LANES>(
                children.lanes().len(),
                &column.slot,
                &mut column.rank,
                |lane| lookup[lane] as usize,
                |lane| children.transitions[lane].cell(),
            );
        }
    }

    #[inline(always)]
    fn look_up(&mut self, children: &Children<LANES>, tables: &SearchTables<'_>) -> Lanes<LANES> {
        if tables.all_nibbles {
            self.read_nibbles(children.lanes(), tables);
        } else {
            self.read_any(children.lanes(), tables);
        }
        let mut lanes = Lanes::zeroed();
        for lane in children.lanes() {
            lanes.add_if(lane, self.rooms[lane] & GUARDS == GUARDS);
        }
        lanes
    }

    #[inline(always)]
    fn rooms(&self, lane: usize) -> Rooms<1> {
        [self.rooms[lane]]
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
    fn changes(&self, _: &SearchTables<'_>, lane: usize, mut write: impl FnMut(usize, Slot)) {
        for column in &self.views {
            let slot = column.slot[lane].with(column.number[lane]);
            write(column.lookup[lane] as usize, slot);
        }
    }
}
