//! The walk through subtrees.
//!
//! It is depth first, but some nodes are expanded together: the bounds of all their children are
//! prefetched before the first of them is read, so that they arrive in time.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, Ordering},
};

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
    /// Set when enough solutions have been found.
    pub(super) met: &'a AtomicBool,
    pub(super) counts: Counts,
    pub(super) found: FoundSolutions,
}

/// A walk through the subtrees of some roots, until enough solutions have been found or the monitor
/// asks to stop.
pub(super) struct RootWalk<'a, 'b> {
    pub(super) walk: &'a mut ClassWalk<'b>,
    pub(super) roots: &'a [ClassNode],
}

impl Kernel for RootWalk<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let walk = self.walk;
        let mut stack: Vec<ClassNode> = Vec::with_capacity(512);
        for root in self.roots {
            if walk.meet(root).is_break() {
                return;
            }
            stack.extend((!root.is_last()).then_some(root));
        }
        let mut children = [ClassChild::default(); TOGETHER * MOST_CHILDREN];
        let mut steps = 0;
        while !stack.is_empty() {
            steps += 1;
            if steps % STEPS_BETWEEN_CHECKS == 0
                && (walk.met.load(Ordering::Relaxed) || walk.request.monitor.stopped())
            {
                return;
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
                    if !node.is_last() {
                        stack.push(node);
                    } else if walk.meet(&node).is_break() {
                        return;
                    }
                }
            }
        }
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

    /// Adds the solution that ends at a node, if there is one. Breaks if there are enough.
    #[cold]
    fn meet(&mut self, node: &ClassNode) -> ControlFlow<()> {
        if node.is_last()
            && let Some(moves) = self.tables.solution(node)
            && self.found.add(moves, self.request.wanted).is_break()
        {
            self.met.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
