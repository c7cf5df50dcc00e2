//! The search for shortest solutions, one length after another.

use tilebase_core::{Monitor, Stopwatch, format::Payload, sliding::ANY_TILE};

use super::{
    front::{ExpansionLimits, Front},
    search::PartialGoalSearch,
};
use crate::{FoundSolutions, Iteration, SolutionLimit, Stats};

/// The most states of a search that leaves tiles in place, after the search of all states was
/// stopped.
const MOST_IN_PLACE: usize = 1 << 16;

/// The result of a search.
#[derive(Debug)]
pub struct PartialGoalFound {
    /// The least number of moves or, if the search was stopped, a lower bound on it.
    pub at_least: u32,
    /// The shortest solutions that were wanted, as the cells of the blank; `None` if the search
    /// was stopped.
    pub solutions: Option<FoundSolutions>,
    /// The best solution known when the search was stopped, if there is one.
    pub known: Option<Vec<u8>>,
    /// The cost of the search.
    pub stats: Stats,
}

impl<B: Payload> PartialGoalSearch<B> {
    /// Finds shortest solutions of a state that is given by its kinds and can be solved.
    ///
    /// If one solution is wanted, and some shortest one does not move the tiles that are in place,
    /// such a one is found.
    pub fn solve(
        &self,
        kinds: &[u8],
        wanted: SolutionLimit,
        monitor: &Monitor<'_, Iteration>,
    ) -> PartialGoalFound {
        let (watch, mut stats) = (Stopwatch::start(), Stats::default());
        let mut at_least = self.bound(kinds);
        let mut fronts = self.fronts(kinds, wanted, at_least);
        let most = self.most / fronts.len();
        let limits = ExpansionLimits {
            wanted,
            most,
            monitor,
        };
        let mut solutions = loop {
            match self.of_length(at_least, &mut fronts, &limits, &mut stats) {
                Some(found) if found.count > 0 => break Some(found),
                Some(_) if fronts.iter().any(|front| !front.ends_at(at_least)) => at_least += 1,
                _ => break None,
            }
        };
        let known = match &mut fronts[..] {
            [in_place, _] if solutions.is_none() => {
                self.in_place(in_place, at_least, monitor, &mut stats)
            }
            _ => None,
        };
        stats.seconds = watch.seconds();
        if let Some(solutions) = &mut solutions {
            solutions.stats = stats.clone();
        }
        stats.thresholds = vec![at_least];
        PartialGoalFound {
            at_least,
            solutions,
            known,
            stats,
        }
    }

    /// Returns whether one solution is wanted that is the first in the order of moves, and whether
    /// the states are expanded in this order at once: with exact distances, the first length is the
    /// right one.
    fn order(&self, wanted: SolutionLimit) -> (bool, bool) {
        let in_order = wanted == SolutionLimit::First && self.in_order;
        (in_order, in_order && self.table.is_some())
    }

    /// Returns the states to begin with: if one solution is wanted, those that leave the tiles in
    /// place; then all.
    fn fronts(&self, kinds: &[u8], wanted: SolutionLimit, length: u32) -> Vec<Front> {
        let goal = self.partial_goal.cells().iter().zip(kinds);
        let in_place = goal.map(|(&goal, &kind)| goal == kind && goal != ANY_TILE && goal != 0);
        let in_place: Vec<bool> = in_place.collect();
        let leaves = wanted == SolutionLimit::First && in_place.contains(&true);
        let leaves = leaves.then_some(Some(in_place)).into_iter();
        let (_, at_once) = self.order(wanted);
        let front = |in_place| Front::new(kinds, length, in_place, at_once);
        leaves.chain([None]).map(front).collect()
    }

    /// Returns the solutions of a length that are found in the first of the fronts that has any;
    /// `None` if the search was stopped.
    fn of_length(
        &self,
        length: u32,
        fronts: &mut [Front],
        limits: &ExpansionLimits<'_>,
        stats: &mut Stats,
    ) -> Option<FoundSolutions> {
        let mut found = FoundSolutions::default();
        for front in fronts {
            found = self.within(front, length, limits, stats)?;
            if found.count > 0 {
                let (true, false) = self.order(limits.wanted) else {
                    break;
                };
                let mut again = front.again(length);
                let first = self.within(&mut again, length, limits, stats);
                found = first.filter(|first| first.count > 0).unwrap_or(found);
                break;
            }
        }
        Some(found)
    }

    /// Returns a solution of at least this length that leaves the tiles in place, if a short search
    /// finds one. It is made even if the time is up, but not if the caller asks to stop.
    fn in_place(
        &self,
        front: &mut Front,
        mut length: u32,
        monitor: &Monitor<'_, Iteration>,
        stats: &mut Stats,
    ) -> Option<Vec<u8>> {
        let limits = ExpansionLimits {
            wanted: SolutionLimit::First,
            most: MOST_IN_PLACE,
            monitor: &monitor.without_limit(),
        };
        while !front.ends_at(length) {
            let mut found = self.within(front, length, &limits, stats)?;
            if let Some(solution) = found.listed.pop() {
                return Some(solution);
            }
            length += 1;
        }
        None
    }

    /// Returns the solutions of a length that are found in a front, if there are any; `None` if the
    /// search was stopped.
    fn within(
        &self,
        front: &mut Front,
        length: u32,
        limits: &ExpansionLimits<'_>,
        stats: &mut Stats,
    ) -> Option<FoundSolutions> {
        let ends = front.expand(self, length, limits, stats)?;
        Some(if ends.is_empty() {
            FoundSolutions::default()
        } else {
            self.solutions(&front.nodes, &ends, limits.wanted)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::AtomicBool, time::Duration};

    use tilebase_core::sliding::{Metric, PartialGoal};

    use super::*;

    /// After its time a search looks for a solution that leaves tiles in place; after a request to
    /// stop it ends.
    #[test]
    fn a_request_to_stop_ends_the_look_for_a_solution_in_place_too() {
        let shape = "4x4".parse().unwrap();
        let partial_goal = PartialGoal::parse(shape, "1 2 3 4 5 x x x x x x x x x x x").unwrap();
        let kinds = partial_goal.kinds(&[1, 2, 7, 8, 9, 10, 11, 12, 13, 14, 15, 6, 5, 4, 3, 0]);
        let search =
            PartialGoalSearch::<Vec<u8>>::new(partial_goal, Metric::Single, Vec::new(), 1000);
        let asked = AtomicBool::new(true);
        let monitor = Monitor::silent();
        let late = monitor.for_at_most(Duration::ZERO);
        let found = search.solve(&kinds, SolutionLimit::First, &late);
        assert!(found.solutions.is_none());
        let cells = found.known.expect("tiles in place can stay");
        assert!(cells.len() >= found.at_least as usize && !cells.contains(&0));
        let stopped = search.solve(&kinds, SolutionLimit::First, &monitor.stopping_on(&asked));
        assert!(stopped.solutions.is_none() && stopped.known.is_none());
        assert!(stopped.stats.expanded < 1024, "{:?}", stopped.stats);
    }
}
