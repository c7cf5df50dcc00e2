//! Sets of cells of a row as the bits of one integer.
//!
//! Rows of up to 64 cells fit a `u64`, the longest (128 cells) a `u128`. The searches are generic
//! over both.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not, Shl, Shr},
};

/// A set of cells: bit `c` stands for cell `c`, counted from the left of the row.
pub(super) trait CellSet:
    'static
    + Copy
    + Eq
    + Send
    + Sync
    + Debug
    + From<u8>
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// The empty set.
    const NONE: Self;
    /// Every second cell, cell 0 among them.
    const EVEN: Self;

    /// Returns the `width` cells from `cell` on.
    fn block(cell: usize, width: usize) -> Self;

    /// Adds the sets as integers and drops the last carry. Adding the lowest cell of a run of
    /// neighbouring cells clears the run and sets the cell after it.
    fn plus(self, other: Self) -> Self;

    /// Returns the number of cells.
    fn len(self) -> u32;

    /// Returns the leftmost cell, or the number of bits if the set is empty.
    fn first(self) -> usize;

    /// Returns the set without its leftmost cell.
    fn rest(self) -> Self;

    /// Returns whether `cell` is in the set.
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        (self >> cell) & Self::block(0, 1) != Self::NONE
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

macro_rules! impl_cell_set {
    ($bits:ty) => {
        impl CellSet for $bits {
            const NONE: Self = 0;
            const EVEN: Self = <$bits>::MAX / 3;

            #[inline(always)]
            fn block(cell: usize, width: usize) -> Self {
                ((1 << width) - 1) << cell
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

impl_cell_set!(u64);
impl_cell_set!(u128);
