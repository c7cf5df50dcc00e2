//! Chooses the compiled variant of a search.
//!
//! The searches are generic over the kind of goal, the integer that holds a set of cells, and the
//! width of the blocks. This file is the only one that lists the combinations. Rows whose rules are
//! not plain, and blocks that are wider than those listed, share one variant. A module for
//! WebAssembly is downloaded and should be small: there the wider integer serves all searches
//! except the usual one, and wide blocks have no variant of their own.

use super::{pair::Pair, position::Position};

/// Calls a generic function with the [`Position`] type that fits a [`Pair`].
macro_rules! with_kernel {
    ($pair:expr, $function:ident($($argument:expr),*)) => {{
        use $crate::oshidori::{
            any_goal::AnyGoal, pair::{Aim, Pair}, row_goal::RowGoal, ruled_row::RuledRow,
        };
        let pair: &Pair = $pair;
        let puzzle = pair.start.puzzle();
        let block = if puzzle.rules().is_plain() { puzzle.block() } else { usize::MAX };
        match (&pair.goal, puzzle.cells() <= 64, block) {
            (Aim::Row(_), true, 2) => $function::<RowGoal<u64, 2>>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            (Aim::Row(_), true, 3) => $function::<RowGoal<u64, 3>>($($argument),*),
            (Aim::Row(_), _, 2) => $function::<RowGoal<u128, 2>>($($argument),*),
            (Aim::Row(_), _, 3) => $function::<RowGoal<u128, 3>>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            (Aim::Row(_), _, 4) => $function::<RowGoal<u128, 4>>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            (Aim::Row(_), _, 5) => $function::<RowGoal<u128, 5>>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            (Aim::Goal(_), true, 2) => $function::<AnyGoal<u64, 2>>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            (Aim::Goal(_), true, 3) => $function::<AnyGoal<u64, 3>>($($argument),*),
            (Aim::Goal(_), _, 2) => $function::<AnyGoal<u128, 2>>($($argument),*),
            (Aim::Goal(_), _, 3) => $function::<AnyGoal<u128, 3>>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            (Aim::Goal(_), _, 4) => $function::<AnyGoal<u128, 4>>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            (Aim::Goal(_), _, 5) => $function::<AnyGoal<u128, 5>>($($argument),*),
            _ => $function::<RuledRow>($($argument),*),
        }
    }};
}
pub(super) use with_kernel;

/// Returns a lower bound on the moves from the start of a pair to its aim.
pub(super) fn lower_bound(pair: &Pair) -> u32 {
    fn bound<P: Position>(pair: &Pair) -> u32 {
        P::new(pair).bound()
    }
    with_kernel!(pair, bound(pair))
}

/// Returns the least of the bounds of some pairs, from which a search starts.
pub(super) fn least_bound(pairs: &[Pair]) -> u32 {
    pairs.iter().map(lower_bound).min().unwrap_or(0)
}
