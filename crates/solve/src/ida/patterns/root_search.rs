//! One thread's search of the subtrees of some roots.
//!
//! A walk in batches knows only the first moves of each path. If it finds a solution, the rest of
//! that path is found by another walk from there, depth first, which takes almost no time.

use std::{collections::BTreeSet, mem, ops::ControlFlow};

use tilebase_core::{Instructions, sliding::Board};

use super::{
    super::engine::Request,
    batch::BatchLookup,
    kernel::{Ahead, SubtreeSearch, SubtreeWalk},
    node::{NodeHead, SearchNode, TRAIL},
    roots::Roots,
    slots::Slot,
    tables::SearchTables,
};
use crate::{FoundSolutions, deepening::jobs::JobQueue, stats::Counts};

/// The search to make, and its settings.
#[derive(Clone, Copy)]
pub(super) struct SearchTask<'a> {
    pub(super) tables: &'a SearchTables<'a>,
    pub(super) instructions: Instructions,
    /// Returns the look-ups of a board.
    pub(super) slots: &'a (dyn Fn(&Board) -> Vec<Slot> + Sync),
    pub(super) request: &'a Request<'a>,
}

impl SearchTask<'_> {
    /// Returns whether walks need not continue: the monitor asks to stop, or a table is damaged.
    fn is_stopped(&self) -> bool {
        self.request.monitor.stopped() || self.tables.is_damaged()
    }
}

/// The search of the subtrees of some of the roots, within a threshold, on one thread.
pub(super) struct RootSearch<'a, const LANES: usize, L: BatchLookup<LANES>> {
    pub(super) task: &'a SearchTask<'a>,
    pub(super) roots: &'a Roots<L::Node>,
    pub(super) threshold: u32,
    pub(super) queue: &'a JobQueue,
    pub(super) walk: SubtreeSearch<'a, L::Node>,
    /// The counts and the solutions of all subtrees so far.
    pub(super) counts: Counts,
    pub(super) found: FoundSolutions,
}

impl<const LANES: usize, L: BatchLookup<LANES>> RootSearch<'_, LANES, L> {
    /// Searches the subtrees of some roots, and adds the solutions. The walk then has the sizes of
    /// their subtrees. Returns their counts; breaks if no others need to be searched.
    pub(super) fn search(&mut self, some: &[usize]) -> ControlFlow<(), Counts> {
        let (task, queue) = (self.task, self.queue);
        let wanted = task.request.wanted;
        let start = self.roots.nodes.first();
        let start = start.map_or(0, |root| root.head().depth());
        // For each solution, the root, the first moves from there, and their number: as many as the
        // trail holds, but not the last.
        let mut prefixes = BTreeSet::new();
        let flow = task.instructions.run_wide(SubtreeWalk::<_, LANES, L> {
            roots: self.roots.roots(some, self.threshold, task.tables),
            search: &mut self.walk,
            numbers: some.len(),
            ahead: Ahead::Batch,
            stopped: &|| queue.leaves_out(0) || task.is_stopped(),
            solved: &mut |head: &NodeHead, _: &[u8]| {
                let moves = u32::from(head.depth().wrapping_sub(start)).saturating_sub(1);
                let moves = moves.min(TRAIL);
                let trail = head.trail & !u64::MAX.checked_shl(2 * moves).unwrap_or(0);
                prefixes.insert((head.root(), moves, trail));
                // Different first moves belong to different solutions.
                if !wanted.is_met_by(prefixes.len()) {
                    return ControlFlow::Continue(());
                }
                queue.end_at(0);
                ControlFlow::Break(())
            },
        });
        // The walks that find the ends of solutions are not counted.
        let (counts, sizes) = (self.walk.counts, mem::take(&mut self.walk.sizes));
        self.counts += counts;
        for (root, moves, trail) in prefixes {
            let rest = self.roots_after(some[usize::from(root)], moves, trail);
            let before = rest.path(task.tables, 0);
            let flow = task.instructions.run_wide(SubtreeWalk::<_, LANES, L> {
                roots: rest.roots(&[0], self.threshold, task.tables),
                search: &mut self.walk,
                numbers: 1,
                ahead: Ahead::DepthFirst,
                stopped: &|| task.is_stopped(),
                solved: &mut |_: &NodeHead, path: &[u8]| {
                    self.found.add([&before, path].concat(), wanted)
                },
            });
            if flow.is_break() {
                break;
            }
        }
        (self.walk.counts, self.walk.sizes) = (Counts::default(), sizes);
        flow.map_continue(|()| counts)
    }

    /// Returns the board to which the first `moves` of a trail lead from a root, as the only root.
    fn roots_after(&self, root: usize, moves: u32, trail: u64) -> Roots<L::Node> {
        let (roots, tables) = (self.roots, self.task.tables);
        let shape = tables.geometry.shape;
        let from = &roots.nodes[root];
        let board = Board::from_cells(shape, &from.cells()[..shape.cells()]);
        let mut board = board.expect("nodes are of boards");
        let mut path = roots.path(tables, root);
        let transitions = tables.dividing;
        for transition in transitions.transitions_along(from.head().state(), trail, moves) {
            board.slide(transition.cell());
            path.push(transition.cell() as u8);
        }
        let states = roots.states(tables, root);
        let states = states.and_then(|states| states.after(tables, trail, moves));
        let states = states.expect("moves that a walk has made");
        Roots::new(tables, &board, &(self.task.slots)(&board), path, states)
    }
}
