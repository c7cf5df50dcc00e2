//! Children looked up in two stages, for many views, in copies of the tables in which a move adds a
//! number to the index of an entry ([`direct_index`](super::direct_index)).
//!
//! As in [`tightest_first`](super::tightest_first), the first look-up is in the view in which the
//! parent has the least room.

use bytemuck::Zeroable;
use tilebase_core::prefetch;

use super::{
    batch::{BatchLookup, Children, Lanes},
    direct_index,
    geometry::{MAX_SLOTS, MAX_VIEWS, MAX_WORDS, PADDED},
    node::{GUARDS, Rooms, WideNode},
    slots::Slot,
    tables::SearchTables,
    tightest_first::LANES,
};

/// The look-ups of some children.
#[derive(Zeroable)]
pub(super) struct TightestFirstDirect {
    /// The tile that slides.
    tiles: [u8; LANES],
    /// The rooms of the parent, with guards; after the look-up, those of the child.
    rooms: [Rooms<MAX_WORDS>; LANES],
    /// The first look-up with the parent's number, and the room in its view with a guard.
    first: [Slot; LANES],
    room: [u8; LANES],
    /// All look-ups of the children that remain, first with the parent's numbers, then with their
    /// own.
    slots: [[Slot; MAX_VIEWS]; LANES],
    left: Lanes<LANES>,
}

impl BatchLookup<LANES> for TightestFirstDirect {
    type Node = WideNode;

    const STAGED: bool = true;

    #[inline(always)]
    fn prefetch(
        &mut self,
        children: &Children<LANES>,
        tables: &SearchTables<'_>,
        nodes: &[WideNode],
    ) {
        self.left.clear();
        for lane in children.lanes() {
            let node = &nodes[children.parent(lane)];
            let transition = children.transitions[lane];
            let tile = usize::from(node.cells[transition.cell() % PADDED]) % PADDED;
            let blank_move = transition.blank_move().number();
            let away = u64::from(tables.geometry.away[tile][blank_move]);
            self.tiles[lane] = tile as u8;
            for word in 0..MAX_WORDS {
                let room = node.rooms[word] | GUARDS;
                self.rooms[lane][word] = room.wrapping_sub(away * tables.view_ones[word]);
            }
            let moves = &tables.moves[tile];
            let view = node.head.tightest();
            let at = usize::from(moves.owner[view]) % MAX_VIEWS;
            let slot = node.slots[usize::from(moves.lookups[at]) % MAX_SLOTS];
            let slot = slot.step(moves.steps[transition.blank_move().came()][at]);
            prefetch(tables.entries, slot.entry() as usize / 2);
            self.first[lane] = slot;
            self.room[lane] = (self.rooms[lane][view / 8 % MAX_WORDS] >> (8 * (view % 8))) as u8;
        }
    }

    #[inline(always)]
    fn prefetch_rest(
        &mut self,
        children: &Children<LANES>,
        tables: &SearchTables<'_>,
        nodes: &[WideNode],
    ) {
        for lane in children.lanes() {
            let slot = self.first[lane];
            let room = self.room[lane].wrapping_add(slot.number());
            let room = room.wrapping_sub(direct_index::read(tables.entries, slot));
            self.left.add_if(lane, room & 0x80 != 0);
        }
        for lane in self.left.iter() {
            let node = &nodes[children.parent(lane)];
            let moves = &tables.moves[usize::from(self.tiles[lane]) % PADDED];
            let steps = &moves.steps[children.transitions[lane].blank_move().came()];
            // The first look-up is repeated, since that costs less than leaving it out.
            moves.each(|at| {
                let slot = node.slots[usize::from(moves.lookups[at]) % MAX_SLOTS].step(steps[at]);
                prefetch(tables.entries, slot.entry() as usize / 2);
                self.slots[lane][at] = slot;
            });
        }
    }

    #[inline(always)]
    fn look_up(&mut self, _: &Children<LANES>, tables: &SearchTables<'_>) -> Lanes<LANES> {
        let mut lanes = Lanes::zeroed();
        for lane in self.left.iter() {
            let moves = &tables.moves[usize::from(self.tiles[lane]) % PADDED];
            let slots = &mut self.slots[lane];
            let mut rooms = self.rooms[lane];
            moves.each(|at| {
                let slot = slots[at];
                let number = u64::from(direct_index::read(tables.entries, slot));
                slots[at] = Slot::of_entry(slot.entry()).with(number);
                let more = number.wrapping_sub(slot.number().into());
                for word in 0..MAX_WORDS {
                    let value = more.wrapping_mul(moves.views[at][word]);
                    rooms[word] = rooms[word].wrapping_sub(value);
                }
            });
            self.rooms[lane] = rooms;
            let mut without = 0;
            for word in 0..MAX_WORDS {
                without |= !rooms[word];
            }
            lanes.add_if(lane, without & GUARDS == 0);
        }
        lanes
    }

    #[inline(always)]
    fn rooms(&self, lane: usize) -> Rooms<MAX_WORDS> {
        self.rooms[lane]
    }

    #[inline(always)]
    fn changes(&self, tables: &SearchTables<'_>, lane: usize, mut write: impl FnMut(usize, Slot)) {
        let moves = &tables.moves[usize::from(self.tiles[lane]) % PADDED];
        moves.each(|at| write(moves.lookups[at].into(), self.slots[lane][at]));
    }
}
