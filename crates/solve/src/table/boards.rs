//! The distances of boards, by state or by row class.

use tilebase_core::{
    format::{Encoding, Payload},
    sliding::{Board, SlidingSpace},
};

use super::{ByRowClass, ByState, Distances, distances::Entry};

/// The distances of boards, by state or by row class, depending on the encoding.
#[derive(Debug, Clone)]
pub enum BoardDistances<B> {
    /// By state.
    ByState(ByState<SlidingSpace, B>),
    /// By row class.
    ByRowClass(ByRowClass<B>),
}

impl<B: Payload> BoardDistances<B> {
    /// Returns the distances of `space` in `bytes`.
    ///
    /// # Panics
    /// If the number of bytes is not what the encoding needs.
    pub fn new(space: SlidingSpace, encoding: Encoding, bytes: B) -> Self {
        match encoding {
            Encoding::Lines => Self::ByRowClass(ByRowClass::new(space, bytes)),
            _ => Self::ByState(ByState::new(space, encoding, bytes)),
        }
    }
}

/// Calls a method of the variant.
macro_rules! forward {
    ($(
        $(#[$inline:meta])?
        fn $name:ident(&self $(, $argument:ident: $type:ty)*) $(-> $result:ty)?;
    )*) => {
        $($(#[$inline])? fn $name(&self $(, $argument: $type)*) $(-> $result)? {
            match self {
                Self::ByState(distances) => distances.$name($($argument),*),
                Self::ByRowClass(distances) => distances.$name($($argument),*),
            }
        })*
    };
}

impl<B: Payload> Distances for BoardDistances<B> {
    type State = Board;
    type Space = SlidingSpace;
    type Bytes = B;

    forward! {
        fn space(&self) -> &SlidingSpace;
        #[inline] fn bytes(&self) -> &B;
        #[inline] fn are_bytes(&self) -> bool;
        #[inline] fn is_goal(&self, rank: u64) -> bool;
        #[inline] fn entry(&self, board: &Board, rank: u64, parity: u32) -> Entry;
        #[inline] fn is_reachable(&self, rank: u64) -> bool;
        fn word_may_be(&self, first: u64, depth: u32) -> u64;
        #[inline] fn prefetch(&self, rank: u64);
        #[inline] fn stride(&self) -> u32;
        #[inline] fn first_place(&self, board: &Board, rank: u64) -> (u64, Entry, u32);
        #[inline] fn last_moves(&self, place: u64) -> Option<u32>;
        #[inline]
        fn places_around(&self, board: &Board, place: u64, around: &mut Vec<(Board, u64)>);
        #[inline] fn at_place(&self, board: &Board, place: u64, parity: u32) -> Entry;
    }
}
