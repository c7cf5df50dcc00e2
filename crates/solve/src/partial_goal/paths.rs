//! The shortest paths through the states that a search keeps, counted and listed.

use tilebase_core::format::Payload;

use super::{front::Nodes, search::PartialGoalSearch};
use crate::{FoundSolutions, SolutionLimit};

impl<B: Payload> PartialGoalSearch<B> {
    /// Returns the solutions that lead to these goals: the one that was found or, if all states on
    /// shortest paths have been expanded, as many as are wanted.
    pub(super) fn solutions(
        &self,
        nodes: &Nodes,
        ends: &[u32],
        wanted: SolutionLimit,
    ) -> FoundSolutions {
        let Some(&end) = ends.first() else {
            return FoundSolutions::default();
        };
        let mut found = FoundSolutions {
            distance: nodes.moves(end).into(),
            count: 1,
            ..FoundSolutions::default()
        };
        if wanted == SolutionLimit::First {
            found.listed.push(nodes.path(end));
            return found;
        }
        let mut counts = vec![None; nodes.ways.len()];
        ends.iter().for_each(|&end| counts[end as usize] = Some(1));
        found.count = self.count(nodes, 0, &mut counts);
        let (limit, listed) = (wanted.listed(), &mut found.listed);
        self.list(nodes, 0, &counts, limit, &mut Vec::new(), listed);
        if let SolutionLimit::Some { .. } = wanted {
            found.count = found.listed.len() as u64;
        }
        found
    }

    /// Calls `visit` with the states a move farther from the start than one, each with the blank's
    /// cell.
    fn each_after(&self, nodes: &Nodes, node: u32, mut visit: impl FnMut(u32, usize)) {
        let mut next = nodes.kinds(node).to_vec();
        let (shape, blank) = (self.goal.shape(), nodes.blank(node));
        for to in shape.destinations(blank, self.metric) {
            shape.slide_cells(&mut next, blank, to);
            let farther = |&after: &u32| nodes.moves(after) == nodes.moves(node) + 1;
            if let Some(after) = nodes.find(&next).filter(farther) {
                visit(after, to);
            }
            shape.slide_cells(&mut next, to, blank);
        }
    }

    /// Returns the number of shortest paths from a state to the goals, whose own numbers are known.
    fn count(&self, nodes: &Nodes, node: u32, counts: &mut [Option<u64>]) -> u64 {
        if let Some(known) = counts[node as usize] {
            return known;
        }
        let mut count = 0u64;
        if nodes.expanded[node as usize] {
            self.each_after(nodes, node, |after, _| {
                count = count.saturating_add(self.count(nodes, after, counts));
            });
        }
        counts[node as usize] = Some(count);
        count
    }

    fn list(
        &self,
        nodes: &Nodes,
        node: u32,
        counts: &[Option<u64>],
        limit: usize,
        path: &mut Vec<u8>,
        listed: &mut Vec<Vec<u8>>,
    ) {
        if listed.len() == limit {
            return;
        }
        if self.goal.is_met(nodes.kinds(node)) {
            return listed.push(path.clone());
        }
        self.each_after(nodes, node, |after, to| {
            if counts[after as usize].is_some_and(|count| count > 0) {
                path.push(to as u8);
                self.list(nodes, after, counts, limit, path, listed);
                path.pop();
            }
        });
    }
}
