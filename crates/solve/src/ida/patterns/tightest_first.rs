//! Children looked up in two stages, for many views.
//!
//! The first look-up is in the view in which the parent has the least room. It cuts off most of the
//! children that any view cuts off. Only the others are looked up in the remaining views.

use bytemuck::Zeroable;

use super::{
    batch::{BatchLookup, Children, Lanes},
    changes::{Slide, slide_all},
    geometry::{MAX_SLOTS, MAX_VIEWS, MAX_WORDS, PADDED},
    node::{GUARDS, Rooms, WideNode},
    pruning::Transition,
    slots::Slot,
    tables::SearchTables,
};

/// The most children that are looked up together.
pub(super) const LANES: usize = 16;

/// The most look-ups in the second stage.
const MORE: usize = LANES * MAX_VIEWS;

/// The look-ups of some children.
#[derive(Zeroable)]
pub(super) struct TightestFirst {
    /// The tile that slides, and whether it slides away from home.
    tiles: [u8; LANES],
    away: [u64; LANES],
    /// The rooms of the parent, with guards; after the look-up, those of the child.
    rooms: [Rooms<MAX_WORDS>; LANES],
    /// First one look-up for each child, then the others of the children that remain.
    first: Requests<LANES>,
    others: Requests<MORE>,
    left: Lanes<LANES>,
    /// For each child, the range of its look-ups among the others.
    ranges: [(u32, u32); LANES],
}

/// At most `COUNT` pending look-ups, in columns. `COUNT` is a multiple of [`AT_ONCE`].
#[derive(Zeroable)]
struct Requests<const COUNT: usize> {
    count: usize,
    /// The child, and the index into [`SearchTables::lookups`].
    lane: [u8; COUNT],
    lookup: [u8; COUNT],
    /// The places of its tiles on the parent, and then on the child.
    slot: [Slot; COUNT],
    slide: [Slide; COUNT],
    /// The numbers of the parent and of the child.
    old: [u8; COUNT],
    number: [u8; COUNT],
    /// The child's rank.
    rank: [u64; COUNT],
}

/// The number of look-ups whose tiles slide at once.
const AT_ONCE: usize = 16;

impl<const COUNT: usize> Requests<COUNT> {
    /// Adds a look-up if `there` is true.
    #[inline(always)]
    fn add_if(&mut self, lane: usize, lookup: usize, slot: Slot, slide: Slide, there: bool) {
        let place = self.count % COUNT;
        self.lane[place] = lane as u8;
        self.lookup[place] = lookup as u8;
        self.slot[place] = slot;
        self.slide[place] = slide;
        self.count += usize::from(there);
    }

    /// Moves the tiles of the look-ups from `begin` on, at most [`AT_ONCE`], finds their entries
    /// and prefetches them. Results in places beyond the last look-up are not used.
    #[inline(always)]
    fn prefetch(
        &mut self,
        begin: usize,
        tables: &SearchTables<'_>,
        transitions: &[Transition; LANES],
    ) {
        let chunk = begin / AT_ONCE % (COUNT / AT_ONCE);
        let slot = &mut self.slot.as_chunks_mut::<AT_ONCE>().0[chunk];
        let slide = &self.slide.as_chunks::<AT_ONCE>().0[chunk];
        let old = &mut self.old.as_chunks_mut::<AT_ONCE>().0[chunk];
        let rank = &mut self.rank.as_chunks_mut::<AT_ONCE>().0[chunk];
        let lookup = &self.lookup.as_chunks::<AT_ONCE>().0[chunk];
        let lane = &self.lane.as_chunks::<AT_ONCE>().0[chunk];
        for at in 0..AT_ONCE {
            old[at] = slot[at].number();
        }
        slide_all(slot, slide);
        tables.prefetch_all::<PADDED, AT_ONCE>(
            self.count.saturating_sub(begin),
            slot,
            rank,
            |at| lookup[at].into(),
            |at| transitions[usize::from(lane[at]) % LANES].cell(),
        );
    }

    /// Reads the entries, and subtracts the growth of each value from the child's rooms.
    #[inline(always)]
    fn look_up(
        &mut self,
        tables: &SearchTables<'_>,
        away: &[u64; LANES],
        rooms: &mut [Rooms<MAX_WORDS>; LANES],
    ) {
        let all_nibbles = tables.all_nibbles;
        for at in 0..self.count.min(COUNT) {
            let lookup = usize::from(self.lookup[at]) % MAX_SLOTS;
            let lane = usize::from(self.lane[at]) % LANES;
            let number = if all_nibbles {
                tables.nibble(lookup, self.rank[at])
            } else {
                tables.number(lookup, self.rank[at])
            };
            self.number[at] = number as u8;
            let more = number.wrapping_sub(self.old[at].into());
            let value = if all_nibbles { more } else { tables.growth(lookup, more, away[lane]) };
            let views = &tables.changes.views[lookup];
            for word in 0..MAX_WORDS {
                let room = &mut rooms[lane][word];
                *room = room.wrapping_sub(value.wrapping_mul(views[word]));
            }
        }
    }
}

impl BatchLookup<LANES> for TightestFirst {
    type Node = WideNode;

    const STAGED: bool = true;

    #[inline(always)]
    fn prefetch(
        &mut self,
        children: &Children<LANES>,
        tables: &SearchTables<'_>,
        nodes: &[WideNode],
    ) {
        (self.first.count, self.others.count) = (0, 0);
        self.left.clear();
        let changes = tables.changes;
        for lane in children.lanes() {
            let node = &nodes[children.parent(lane)];
            let transition = children.transitions[lane];
            let blank_move = transition.blank_move().number();
            let tile = usize::from(node.cells[transition.cell() % PADDED]) % PADDED;
            let away = u64::from(tables.geometry.away[tile][blank_move]);
            self.tiles[lane] = tile as u8;
            self.away[lane] = away;
            for (word, room) in self.rooms[lane].iter_mut().enumerate() {
                *room = (node.rooms[word] | GUARDS).wrapping_sub(away * tables.view_ones[word]);
            }
            let lookup = usize::from(changes.owner[tile][node.head.tightest()]) % MAX_SLOTS;
            let slide = changes.slides[blank_move][lookup];
            (self.first).add_if(lane, lookup, node.slots[lookup], slide, true);
        }
        for begin in (0..self.first.count).step_by(AT_ONCE) {
            (self.first).prefetch(begin, tables, &children.transitions);
        }
    }

    #[inline(always)]
    fn prefetch_rest(
        &mut self,
        children: &Children<LANES>,
        tables: &SearchTables<'_>,
        nodes: &[WideNode],
    ) {
        let changes = tables.changes;
        (self.first).look_up(tables, &self.away, &mut self.rooms);
        for lane in children.lanes() {
            let views = &changes.views[usize::from(self.first.lookup[lane]) % MAX_SLOTS];
            let mut without = 0;
            for word in 0..MAX_WORDS {
                without |= !self.rooms[lane][word] & views[word] << 7;
            }
            self.left.add_if(lane, without == 0);
        }
        let (mut prefetched, transitions) = (0, &children.transitions);
        for lane in self.left.iter() {
            let node = &nodes[children.parent(lane)];
            let blank_move = children.transitions[lane].blank_move().number();
            let begin = self.others.count;
            for &lookup in changes.lookups(usize::from(self.tiles[lane])) {
                let slot = usize::from(lookup) % MAX_SLOTS;
                let slide = changes.slides[blank_move][slot];
                let other = lookup != self.first.lookup[lane];
                (self.others).add_if(lane, slot, node.slots[slot], slide, other);
            }
            self.ranges[lane] = (begin as u32, self.others.count as u32);
            // As soon as there are enough, so that not all entries are prefetched at the same time.
            if self.others.count - prefetched >= AT_ONCE {
                (self.others).prefetch(prefetched, tables, transitions);
                prefetched += AT_ONCE;
            }
        }
        if prefetched < self.others.count {
            (self.others).prefetch(prefetched, tables, transitions);
        }
    }

    #[inline(always)]
    fn look_up(&mut self, _: &Children<LANES>, tables: &SearchTables<'_>) -> Lanes<LANES> {
        (self.others).look_up(tables, &self.away, &mut self.rooms);
        let mut lanes = Lanes::zeroed();
        for lane in self.left.iter() {
            let mut without = 0;
            for word in 0..MAX_WORDS {
                without |= !self.rooms[lane][word];
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
    fn changes(&self, _: &SearchTables<'_>, lane: usize, mut write: impl FnMut(usize, Slot)) {
        let slot = self.first.slot[lane].with(self.first.number[lane].into());
        write(self.first.lookup[lane].into(), slot);
        let (begin, end) = self.ranges[lane];
        for other in begin as usize..(end as usize).min(MORE) {
            let slot = self.others.slot[other].with(self.others.number[other].into());
            write(self.others.lookup[other].into(), slot);
        }
    }
}
