//! Storage of distances by row class.
//!
//! A state is 1 + min(D(h), D(v)) moves from the goal, if h and v are its row class and its column
//! class and D is defined as in [`RowClassSpace`]. The table stores only D(h), modulo 6. D(v) is
//! one more than the least D of the row classes of the column. Two of these differ by at most two,
//! so that a difference is known from its remainder.
//!
//! The distance is counted on a walk through row classes. From each class, a step leads through a
//! column class to a row class that is two nearer, until one meets the goal's column: its D is at
//! most 1. A step costs a look-up for each row class that shares a column with the last one. Only
//! the first step needs the entry of a state.

use tilebase_core::{
    RankedSpace,
    format::{Encoding, Payload},
    prefetch,
    sliding::{Board, RowClassSpace, SlidingSpace},
};

use super::distances::{Distances, Entry, check_length, word_of};

/// The modulus of the stored remainders of D.
const MODULUS: u32 = 6;

/// The distances of boards in the multi-tile metric, stored by row class.
#[derive(Debug, Clone)]
pub struct ByRowClass<B> {
    classes: RowClassSpace,
    bytes: B,
    goal: u64,
    /// The ranks of the states one move from the goal.
    beside_goal: Vec<u64>,
    /// The row classes that the goal's column class meets, with D: 0 of the goal's own, else 1.
    last_classes: Vec<(u64, u32)>,
}

impl<B: Payload> ByRowClass<B> {
    /// Returns the distances of `space` in `bytes`.
    ///
    /// # Panics
    /// If the number of bytes is not what the row classes of the space need.
    pub fn new(space: SlidingSpace, bytes: B) -> Self {
        let classes = RowClassSpace::new(space);
        check_length(&bytes, Encoding::RowClasses, classes.len());
        let (board, goal) = (space.goal(), space.rank(&space.goal()));
        let mut beside_goal = Vec::new();
        space.ranked_neighbours(&board, goal, |_, rank| beside_goal.push(rank));
        let mut last_classes = vec![(space.row_class(goal), 0)];
        space.each_row_class(&board, goal, |class| last_classes.push((class, 1)));
        Self {
            classes,
            bytes,
            goal,
            beside_goal,
            last_classes,
        }
    }

    /// Returns D of a row class, modulo 6.
    #[inline]
    fn remainder(&self, class: u64) -> u32 {
        // The three words may be in two pages.
        let (at, _) = Encoding::RowClasses.place(class);
        self.bytes.touch(at);
        self.bytes.touch(at + 16);
        // By the remainder modulo 3 and by whether it is odd.
        let bits = u32::from(Encoding::RowClasses.read(self.bytes.as_ref(), class));
        let [third, odd] = [bits & 3, bits >> 2];
        (4 * third + 3 * odd) % MODULUS
    }

    #[inline]
    fn entry_of_class(&self, class: u64) -> Entry {
        Entry::Remainder(self.remainder(class), MODULUS)
    }

    #[inline]
    fn prefetch_class(&self, class: u64) {
        prefetch(self.bytes.as_ref(), Encoding::RowClasses.place(class).0);
    }
}

/// Places are row classes, and a step leads through a column class to another.
impl<B: Payload> Distances for ByRowClass<B> {
    type State = Board;
    type Space = SlidingSpace;
    type Bytes = B;

    fn space(&self) -> &SlidingSpace {
        self.classes.space()
    }

    fn bytes(&self) -> &B {
        &self.bytes
    }

    #[inline]
    fn are_bytes(&self) -> bool {
        false
    }

    #[inline]
    fn is_goal(&self, rank: u64) -> bool {
        rank == self.goal
    }

    #[inline]
    fn entry(&self, board: &Board, rank: u64, _: u32) -> Entry {
        let space = self.space();
        let own = self.remainder(space.row_class(rank));
        let remainder = if rank == self.goal {
            own
        } else if self.beside_goal.contains(&rank) {
            1
        } else {
            let mut nearer_column = false;
            space.each_row_class(board, rank, |class| {
                nearer_column |= (self.remainder(class) + 2) % MODULUS == own;
            });
            // If one is two nearer, the column is one nearer than the row.
            (own + u32::from(!nearer_column)) % MODULUS
        };
        Entry::Remainder(remainder, MODULUS)
    }

    #[inline]
    fn is_reachable(&self, _: u64) -> bool {
        true
    }

    fn word_may_be(&self, first: u64, depth: u32) -> u64 {
        let space = self.space();
        word_of(space.len(), first, |rank| {
            let class = self.entry_of_class(space.row_class(rank));
            // A state is as far from the goal as its row class, or one move farther; the goal's
            // neighbours are no exception.
            class.may_be(depth) || depth > 0 && class.may_be(depth - 1)
        })
    }

    #[inline]
    fn prefetch(&self, rank: u64) {
        self.prefetch_class(self.space().row_class(rank));
    }

    #[inline]
    fn stride(&self) -> u32 {
        2
    }

    #[inline]
    fn first_place(&self, board: &Board, rank: u64) -> (u64, Entry, u32) {
        // The state is as far from the goal as its class, or one move farther.
        let class = self.space().row_class(rank);
        let own = self.entry_of_class(class);
        (class, own, u32::from(self.entry(board, rank, 0) != own))
    }

    #[inline]
    fn last_moves(&self, class: u64) -> Option<u32> {
        let mut last = self.last_classes.iter();
        last.find_map(|&(last, distance)| (last == class).then_some(distance))
    }

    #[inline]
    fn places_around(&self, board: &Board, class: u64, around: &mut Vec<(Board, u64)>) {
        self.classes.ranked_neighbours(board, class, |next, class| {
            self.prefetch_class(class);
            around.push((next, class));
        });
    }

    #[inline]
    fn at_place(&self, _: &Board, class: u64, _: u32) -> Entry {
        self.entry_of_class(class)
    }
}
