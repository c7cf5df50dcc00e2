//! Chooses the compiled variant of a search.
//!
//! The searches are generic over the kind of goal, the integer that holds a set of cells, and the
//! width of the blocks. This file is the only one that lists the combinations. Rows whose rules are
//! not plain, and blocks that are wider than those listed, share one variant. A module for
//! WebAssembly is downloaded and should be small: there the wider integer serves all searches
//! except the usual one, and wide blocks have no variant of their own.

use std::marker::PhantomData;

use super::{
    any_goal::AnyGoal,
    beam::beam,
    depth_first::{DepthFirst, DepthLimits, PathSearch},
    pair::{Aim, Pair},
    position::Position,
    row_goal::RowGoal,
    ruled_row::RuledRow,
};

/// The searches for one kind of [`Position`].
pub(super) trait RowKernel: Sync {
    /// Returns a lower bound on the moves from the start of a pair to its aim.
    fn bound(&self, pair: &Pair) -> u32;

    /// Returns the rest of a depth-first search below the first `root` moves of `path` that stands
    /// on `path`, or `None` if no search with these limits reaches it. `path` may be any numbers.
    fn depth_first(
        &self,
        pair: &Pair,
        limits: DepthLimits,
        root: usize,
        path: &[u32],
    ) -> Option<Box<dyn PathSearch>>;

    /// Returns a solution of fewer than `below` moves, or `None` if a beam of `width` positions
    /// finds none or `stopped` returns true.
    fn beam(
        &self,
        pair: &Pair,
        width: usize,
        below: u32,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u32>>;
}

/// The searches compiled for the positions `P`.
struct Compiled<P>(PhantomData<fn() -> P>);

impl<P: Position + 'static> RowKernel for Compiled<P> {
    fn bound(&self, pair: &Pair) -> u32 {
        P::new(pair).bound()
    }

    fn depth_first(
        &self,
        pair: &Pair,
        limits: DepthLimits,
        root: usize,
        path: &[u32],
    ) -> Option<Box<dyn PathSearch>> {
        let search = DepthFirst::resume(P::new(pair), limits, root, path)?;
        Some(Box::new(search))
    }

    fn beam(
        &self,
        pair: &Pair,
        width: usize,
        below: u32,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u32>> {
        beam::<P>(pair, width, below, stopped)
    }
}

/// Returns the searches that fit a pair.
pub(super) fn kernel(pair: &Pair) -> &'static dyn RowKernel {
    let puzzle = pair.start.puzzle();
    let block = if puzzle.rules().is_plain() { puzzle.block() } else { usize::MAX };
    match (&pair.goal, puzzle.cells() <= 64, block) {
        (Aim::Row(_), true, 2) => &Compiled::<RowGoal<u64, 2>>(PhantomData),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Row(_), true, 3) => &Compiled::<RowGoal<u64, 3>>(PhantomData),
        (Aim::Row(_), _, 2) => &Compiled::<RowGoal<u128, 2>>(PhantomData),
        (Aim::Row(_), _, 3) => &Compiled::<RowGoal<u128, 3>>(PhantomData),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Row(_), _, 4) => &Compiled::<RowGoal<u128, 4>>(PhantomData),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Row(_), _, 5) => &Compiled::<RowGoal<u128, 5>>(PhantomData),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Goal(_), true, 2) => &Compiled::<AnyGoal<u64, 2>>(PhantomData),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Goal(_), true, 3) => &Compiled::<AnyGoal<u64, 3>>(PhantomData),
        (Aim::Goal(_), _, 2) => &Compiled::<AnyGoal<u128, 2>>(PhantomData),
        (Aim::Goal(_), _, 3) => &Compiled::<AnyGoal<u128, 3>>(PhantomData),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Goal(_), _, 4) => &Compiled::<AnyGoal<u128, 4>>(PhantomData),
        #[cfg(not(target_family = "wasm"))]
        (Aim::Goal(_), _, 5) => &Compiled::<AnyGoal<u128, 5>>(PhantomData),
        _ => &Compiled::<RuledRow>(PhantomData),
    }
}

/// Returns a lower bound on the moves from the start of a pair to its aim.
pub(super) fn lower_bound(pair: &Pair) -> u32 {
    kernel(pair).bound(pair)
}

/// Returns the least of the bounds of some pairs, from which a search starts.
pub(super) fn least_bound(pairs: &[Pair]) -> u32 {
    pairs.iter().map(lower_bound).min().unwrap_or(0)
}
