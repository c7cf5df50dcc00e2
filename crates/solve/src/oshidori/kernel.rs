//! Chooses the compiled variant of a search.
//!
//! The searches are generic over the kind of goal, the integer that holds a set of cells, and the
//! width of the blocks. This file is the only one that lists the combinations. Rows whose rules are
//! not plain, and blocks that are wider than those listed, share one variant. A module for
//! WebAssembly is downloaded and should be small: there the wider integer serves all searches
//! except the usual one, and wide blocks have no variant of their own.

use super::{
    any_goal::AnyGoal,
    beam::{BeamSearch, beam},
    depth_first::{DepthFirst, ResumeDepthFirst},
    pair::{Aim, Pair},
    position::Position,
    row_goal::RowGoal,
    ruled_row::RuledRow,
};

/// The searches for one kind of [`Position`].
pub(super) struct RowKernel {
    /// Returns a lower bound on the moves from the start of a pair to its aim.
    bound: fn(&Pair) -> u32,
    pub(super) depth_first: ResumeDepthFirst,
    pub(super) beam: BeamSearch,
}

impl RowKernel {
    fn of<P: Position>() -> Self {
        Self {
            bound: |pair| P::new(pair).bound(),
            depth_first: DepthFirst::<P>::resume,
            beam: beam::<P>,
        }
    }
}

/// Returns the searches that fit a pair.
pub(super) fn kernel(pair: &Pair) -> RowKernel {
    let puzzle = pair.start.puzzle();
    let block = if puzzle.rules().is_plain() { puzzle.block() } else { usize::MAX };
    match (&pair.goal, puzzle.cells() <= 64, block) {
        (Aim::Row(_), true, 2) => RowKernel::of::<RowGoal<u64, 2>>(),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Row(_), true, 3) => RowKernel::of::<RowGoal<u64, 3>>(),
        (Aim::Row(_), _, 2) => RowKernel::of::<RowGoal<u128, 2>>(),
        (Aim::Row(_), _, 3) => RowKernel::of::<RowGoal<u128, 3>>(),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Row(_), _, 4) => RowKernel::of::<RowGoal<u128, 4>>(),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Row(_), _, 5) => RowKernel::of::<RowGoal<u128, 5>>(),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Goal(_), true, 2) => RowKernel::of::<AnyGoal<u64, 2>>(),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Goal(_), true, 3) => RowKernel::of::<AnyGoal<u64, 3>>(),
        (Aim::Goal(_), _, 2) => RowKernel::of::<AnyGoal<u128, 2>>(),
        (Aim::Goal(_), _, 3) => RowKernel::of::<AnyGoal<u128, 3>>(),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Goal(_), _, 4) => RowKernel::of::<AnyGoal<u128, 4>>(),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Goal(_), _, 5) => RowKernel::of::<AnyGoal<u128, 5>>(),
        _ => RowKernel::of::<RuledRow>(),
    }
}

/// Returns a lower bound on the moves from the start of a pair to its aim.
pub(super) fn lower_bound(pair: &Pair) -> u32 {
    (kernel(pair).bound)(pair)
}

/// Returns the least of the bounds of some pairs, from which a search starts.
pub(super) fn least_bound(pairs: &[Pair]) -> u32 {
    pairs.iter().map(lower_bound).min().unwrap_or(0)
}
