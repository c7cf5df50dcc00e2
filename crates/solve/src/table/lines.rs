//! Distances of states from those of row classes.
//!
//! A state is 1 + min(D(h), D(v)) moves from the goal, if h and v are its row class and its column
//! class and D is what [`LineSpace`](tilebase_core::sliding::LineSpace) says. The table has D(h)
//! modulo 6 alone; D(v) follows from the row classes of the column: it is one more than the least
//! of them. Two that share a column differ by two at most, so that a difference is known from its
//! remainder.
//!
//! The distance itself is counted on a walk through row classes. The way from a class to the goal's
//! leads through a column class and on to a row class that is two nearer, down to a row class of
//! the goal's column, whose D is 0 or 1. So a step costs a look-up for each row class that shares a
//! column with the last, and no state's distance is needed but the first's.

use tilebase_core::{
    RankedSpace,
    format::{Encoding, Payload},
    prefetch,
};

use super::{Entry, Table};

/// What D is known modulo.
pub(super) const MODULUS: u32 = 6;

impl<S: RankedSpace, D: Payload> Table<S, D> {
    /// D of a row class, modulo 6.
    #[inline]
    pub(super) fn row_class(&self, class: u64) -> u32 {
        // By the remainder modulo 3 and by whether it is odd.
        // The three words may be in two pages.
        let (at, _) = Encoding::Lines.place(class);
        self.data.touch(at);
        self.data.touch(at + 16);
        let bits = u32::from(Encoding::Lines.read(self.data.as_ref(), class));
        let [third, odd] = [bits & 3, bits >> 2];
        (4 * third + 3 * odd) % MODULUS
    }

    /// Returns D of a row class as it is stored.
    #[inline]
    pub(super) fn entry_of_class(&self, class: u64) -> Entry {
        Entry::Remainder(self.row_class(class), MODULUS)
    }

    /// Returns D of the row classes that the goal's column class meets; `None` of all others.
    #[inline]
    pub(super) fn last_of_class(&self, class: u64) -> Option<u32> {
        let mut last = self.last_classes.iter();
        last.find_map(|&(last, distance)| (last == class).then_some(distance))
    }

    /// Asks for what is stored of a row class.
    #[inline]
    pub(super) fn ask_for_class(&self, class: u64) {
        prefetch(self.data.as_ref(), Encoding::Lines.place(class).0);
    }

    /// Returns the distance of a state, modulo 6.
    #[inline]
    pub(super) fn entry_of_lines(&self, state: &S::State, rank: u64) -> Entry {
        let own = self.row_class(self.space.row_class(rank));
        let remainder = if self.is_goal(rank) {
            own
        } else if self.beside_goal.contains(&rank) {
            1
        } else {
            let mut nearer_column = false;
            self.space.each_row_class(state, rank, |class| {
                nearer_column |= (self.row_class(class) + 2) % MODULUS == own;
            });
            // If one is two nearer, the column is one nearer than the row.
            (own + u32::from(!nearer_column)) % MODULUS
        };
        Entry::Remainder(remainder, MODULUS)
    }
}
