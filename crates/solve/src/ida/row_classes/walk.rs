//! The walk through subtrees.
//!
//! It is depth first, but some nodes are expanded together: the bounds of all their children are
//! prefetched before the first of them is read, so that they arrive in time.

use std::ops::ControlFlow;

use tilebase_core::Kernel;

use super::{
    super::engine::Request,
    nodes::{ClassChild, ClassNode, ClassTables, MOST_CHILDREN},
};
use crate::{FoundSolutions, stats::Counts};

/// The number of nodes whose children are looked up together.
const TOGETHER: usize = 8;

/// The number of steps between two checks of the stop flag.
const STEPS_BETWEEN_CHECKS: u32 = 256;

/// One thread's walk.
pub(super) struct ClassWalk<'a> {
    pub(super) tables: &'a ClassTables<'a>,
    pub(super) request: &'a Request<'a>,
    pub(super) counts: Counts,
    pub(super) found: FoundSolutions,
}

/// A walk through the subtrees of some roots. Breaks if it has found enough solutions, or if it is
/// over.
pub(super) struct RootWalk<'a, 'b> {
    pub(super) walk: &'a mut ClassWalk<'b>,
    pub(super) roots: &'a [ClassNode],
    /// Called every [`STEPS_BETWEEN_CHECKS`] steps.
    pub(super) is_over: &'a dyn Fn() -> bool,
}

impl Kernel for RootWalk<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let walk = self.walk;
        let mut stack: Vec<ClassNode> = Vec::with_capacity(512);
        for root in self.roots {
            walk.meet(root)?;
            stack.extend((!root.is_last()).then_some(root));
        }
        let mut children = [ClassChild::default(); TOGETHER * MOST_CHILDREN];
        let mut steps = 0;
        while !stack.is_empty() {
            steps += 1;
            if steps % STEPS_BETWEEN_CHECKS == 0 && (self.is_over)() {
                return ControlFlow::Break(());
            }
            let mut count = 0;
            let some = stack.len().saturating_sub(TOGETHER)..;
            for node in &stack[some.clone()] {
                walk.tables.each_child(node, |child| {
                    children[count] = child;
                    count += 1;
                });
            }
            walk.counts.expanded += (stack.len() - some.start) as u64;
            walk.counts.generated += count as u64;
            stack.truncate(some.start);
            for child in &children[..count] {
                if let Some(node) = walk.tables.look_up(child) {
                    if node.is_last() {
                        walk.meet(&node)?;
                    } else {
                        stack.push(node);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl ClassWalk<'_> {
    /// Returns the nodes one move further than these, and adds the solutions among them.
    pub(super) fn widen(&mut self, level: &[ClassNode]) -> Vec<ClassNode> {
        let (tables, mut next) = (self.tables, Vec::new());
        self.counts.expanded += level.len() as u64;
        for node in level {
            tables.each_child(node, |child| {
                self.counts.generated += 1;
                next.extend(tables.look_up(&child));
            });
        }
        let _ = next.iter().try_for_each(|node| self.meet(node));
        next.retain(|node| !node.is_last());
        next
    }

    /// Returns whether there are enough solutions.
    pub(super) fn is_done(&self) -> bool {
        self.request.wanted.is_met_by(self.found.listed.len())
    }

    /// Adds the solution that ends at a node, if there is one. Breaks if there are enough.
    #[cold]
    fn meet(&mut self, node: &ClassNode) -> ControlFlow<()> {
        let moves = if node.is_last() { self.tables.solution(node) } else { None };
        moves.map_or(ControlFlow::Continue(()), |moves| {
            self.found.add(moves, self.request.wanted)
        })
    }
}
