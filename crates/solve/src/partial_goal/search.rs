//! The search for one goal: one length of solutions after another, from a lower bound. This is the
//! greatest of the tiles' crossings of lines and of the distances to goals that name only some of
//! the kinds.

use std::mem;

use tilebase_core::{
    Monitor, Stopwatch,
    format::Payload,
    sliding::{ANY_TILE, LargeBoard, Metric, PartialGoal, PartialGoalSpace, TileDistances},
};

use super::{bound::PartialGoalBound, front::Front};
use crate::{
    FoundSolutions, Iteration, SolutionLimit, Stats,
    table::{ByState, Table, TableError},
};

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

/// A\* for one goal.
#[derive(Debug)]
pub struct PartialGoalSearch<B> {
    pub(super) goal: PartialGoal,
    pub(super) metric: Metric,
    bounds: Vec<PartialGoalBound<B>>,
    /// The distance of each cell from the goal's of each kind, unless a kind has several.
    to_goal: Option<TileDistances>,
    /// Whether one solution is the first in the order of moves.
    in_order: bool,
    /// The table of the distances, if there is one.
    table: Option<Table<ByState<PartialGoalSpace, B>>>,
    /// The largest number of states that are kept.
    most: usize,
}

impl<B: Payload> PartialGoalSearch<B> {
    /// Returns the search for a goal, which keeps up to `most` states.
    pub fn new(
        goal: PartialGoal,
        metric: Metric,
        bounds: Vec<PartialGoalBound<B>>,
        most: usize,
    ) -> Self {
        let named = |&kind: &u8| if kind == ANY_TILE { 0 } else { kind };
        let cells: Vec<u8> = goal.cells().iter().map(named).collect();
        let to_goal = (!goal.has_equal()).then(|| TileDistances::new(goal.shape(), &cells));
        Self {
            goal,
            metric,
            bounds,
            to_goal,
            in_order: false,
            table: None,
            most: most.min(u32::MAX as usize),
        }
    }

    /// Uses the distances of the table, if there is one, as the bound, and makes a single solution
    /// the first in the order of moves, so that it is the same with the table and without.
    pub fn in_order(self, table: Option<Table<ByState<PartialGoalSpace, B>>>) -> Self {
        Self {
            in_order: true,
            table,
            ..self
        }
    }

    /// Returns the distance of a state from the table; `None` if there is no table, or no moves
    /// lead to the goal.
    ///
    /// # Errors
    /// If the table is damaged. The search uses 0 in place of distances that it cannot read.
    pub fn look_up(&self, kinds: &[u8]) -> Result<Option<u32>, TableError> {
        let Some(table) = &self.table else {
            return Ok(None);
        };
        table.distance(&LargeBoard::from_checked_cells(self.goal.shape(), kinds))
    }

    /// Returns whether the table is damaged. The caller reports damage.
    fn is_damaged(&self) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| table.bytes().damage().is_err())
    }

    /// Returns a lower bound on the distance of a state that is given by its kinds.
    pub fn bound(&self, kinds: &[u8]) -> u32 {
        if self.table.is_some() {
            return self.look_up(kinds).ok().flatten().unwrap_or_default();
        }
        let (shape, mut own) = (self.goal.shape(), Vec::new());
        let at_once = match self.metric {
            Metric::Single => 1,
            Metric::Multi => shape.rows().max(shape.cols()) as u32 - 1,
        };
        let crossings = match &self.to_goal {
            Some(distances) => distances.sum_of(kinds, |kind| kind != ANY_TILE),
            None => self.goal.crossings(kinds),
        };
        let bounds = self.bounds.iter();
        bounds.fold(crossings.div_ceil(at_once), |most, bound| {
            most.max(bound.distance(kinds, &mut own))
        })
    }

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
        let (watch, asked) = (Stopwatch::start(), monitor.without_limit());
        let mut at_least = self.bound(kinds);
        let in_order = wanted == SolutionLimit::First && self.in_order;
        let mut fronts = self.fronts(kinds, wanted, at_least, in_order);
        let mut run = PartialGoalRun {
            search: self,
            wanted,
            in_order,
            most: self.most / fronts.len(),
            monitor,
            stats: Stats::default(),
        };
        let mut solutions = loop {
            match run.of_length(at_least, &mut fronts) {
                Some(found) if found.count > 0 => break Some(found),
                Some(_) if fronts.iter().any(|front| !front.ends_at(at_least)) => at_least += 1,
                _ => break None,
            }
        };
        let mut known = None;
        if let ([in_place, _], None) = (&mut fronts[..], &solutions) {
            // A short search, even if the time is up, but not if the caller asks to stop.
            (run.most, run.monitor) = (MOST_IN_PLACE, &asked);
            known = run.first_solution(in_place, at_least);
        }
        let mut stats = run.stats;
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

    /// Returns the states to begin with: if one solution is wanted, those that leave the tiles in
    /// place; then all.
    fn fronts(
        &self,
        kinds: &[u8],
        wanted: SolutionLimit,
        length: u32,
        in_order: bool,
    ) -> Vec<Front> {
        let goal = self.goal.cells().iter().zip(kinds);
        let in_place = goal.map(|(&goal, &kind)| goal == kind && goal != ANY_TILE && goal != 0);
        let in_place: Vec<bool> = in_place.collect();
        let leaves = wanted == SolutionLimit::First && in_place.contains(&true);
        let leaves = leaves.then_some(Some(in_place)).into_iter();
        // With exact distances, the first length is the right one.
        let at_once = in_order && self.table.is_some();
        let front = |in_place| Front::new(kinds, length, in_place, at_once);
        leaves.chain([None]).map(front).collect()
    }
}

/// The search for the solutions of a state, and its cost.
struct PartialGoalRun<'a, B> {
    search: &'a PartialGoalSearch<B>,
    wanted: SolutionLimit,
    /// Whether one solution is wanted that is the first in the order of moves.
    in_order: bool,
    /// The largest number of states that are kept.
    most: usize,
    monitor: &'a Monitor<'a, Iteration>,
    stats: Stats,
}

impl<B: Payload> PartialGoalRun<'_, B> {
    /// Returns the solutions of a length that are found in the first of the fronts that has any;
    /// `None` if the search was stopped.
    fn of_length(&mut self, length: u32, fronts: &mut [Front]) -> Option<FoundSolutions> {
        for front in fronts {
            let found = self.within(front, length)?;
            if found.count == 0 {
                continue;
            }
            if !self.in_order || front.in_order {
                return Some(found);
            }
            let first = self.within(&mut front.again(length), length);
            return first.filter(|first| first.count > 0).or(Some(found));
        }
        Some(FoundSolutions::default())
    }

    /// Returns a solution of at least this length that is found in a front, if there is one.
    fn first_solution(&mut self, front: &mut Front, mut length: u32) -> Option<Vec<u8>> {
        while !front.ends_at(length) {
            if let Some(solution) = self.within(front, length)?.listed.pop() {
                return Some(solution);
            }
            length += 1;
        }
        None
    }

    /// Returns the solutions of a length that are found in a front, if there are any; `None` if the
    /// search was stopped.
    fn within(&mut self, front: &mut Front, length: u32) -> Option<FoundSolutions> {
        let ends = self.expand(front, length)?;
        Some(self.search.solutions(&front.nodes, &ends, self.wanted))
    }

    /// Expands the states through which solutions of a length may lead. Returns the goals that it
    /// reached, only the first if one solution is wanted; `None` if it was stopped.
    fn expand(&mut self, front: &mut Front, length: u32) -> Option<Vec<u32>> {
        let (search, length) = (self.search, length as usize);
        let shape = search.goal.shape();
        let start = front.nodes.kinds(0).to_vec();
        let (mut ends, mut next) = (Vec::new(), start.clone());
        while let Some(node) = front.open.get_mut(length).and_then(Vec::pop) {
            // Skips a state that was expanded after a shorter path to it was found. Depth first,
            // a shorter path may be found later, so that the state is expanded again.
            let expanded = &mut front.nodes.expanded[node as usize];
            if !front.in_order && mem::replace(expanded, true) {
                continue;
            }
            if search.goal.is_met(front.nodes.kinds(node)) {
                ends.push(node);
                if self.wanted == SolutionLimit::First {
                    break;
                }
                continue;
            }
            let is_full = front.nodes.ways.len() >= self.most;
            // The caller reports damage. Here it ends the search, which may no longer lead to the
            // goal.
            let looks = self.stats.expanded % 1024 == 1023;
            if is_full || looks && (self.monitor.stopped() || search.is_damaged()) {
                return None;
            }
            self.stats.expanded += 1;
            let (blank, moves) = (front.nodes.blank(node), front.nodes.moves(node) + 1);
            let first = front.open[length].len();
            for to in shape.destinations(blank, search.metric) {
                next.copy_from_slice(front.nodes.kinds(node));
                shape.slide_cells(&mut next, blank, to);
                if !front.allows(&start, &next) {
                    continue;
                }
                self.stats.generated += 1;
                let Some(reached) = front.nodes.reach(&next, (moves, node)) else {
                    continue;
                };
                let whole = usize::from(moves) + search.bound(&next) as usize;
                let whole = match front.in_order {
                    true if whole > length => continue,
                    true => length,
                    false => whole,
                };
                if whole >= front.open.len() {
                    front.open.resize(whole + 1, Vec::new());
                }
                front.open[whole].push(reached);
            }
            if front.in_order {
                front.open[length][first..].reverse();
            }
        }
        Some(ends)
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::AtomicBool, time::Duration};

    use rand::{SeedableRng, rngs::ChaCha8Rng, seq::SliceRandom};
    use tilebase_pdb_build::reference;

    use super::*;

    /// After its time a search looks for a solution that leaves tiles in place; after a request to
    /// stop it ends.
    #[test]
    fn a_request_to_stop_ends_the_look_for_a_solution_in_place_too() {
        let shape = "4x4".parse().unwrap();
        let goal = PartialGoal::parse(shape, "1 2 3 4 5 x x x x x x x x x x x").unwrap();
        let kinds = goal.kinds(&[1, 2, 7, 8, 9, 10, 11, 12, 13, 14, 15, 6, 5, 4, 3, 0]);
        let search = PartialGoalSearch::<Vec<u8>>::new(goal, Metric::Single, Vec::new(), 1000);
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

    /// The distances to a goal bound those to the goal itself exactly, wherever its tiles are.
    #[test]
    fn a_bound_by_the_whole_goal_is_the_distance() {
        let shape = "3x3".parse().unwrap();
        for (text, metric) in [
            ("1 2 3 x x x x x x", Metric::Single),
            ("x x x x x x x 8 0", Metric::Single),
            ("1 1 1 2 2 2 x x 0", Metric::Single),
            ("x 2 x x 5 x x 8 x", Metric::Multi),
        ] {
            let goal = PartialGoal::parse(shape, text).unwrap();
            let (canonical, placement) = goal.keeping(|_| true).canonical();
            let space = PartialGoalSpace::new(canonical, metric).unwrap();
            let distances = reference::build(&space, &Monitor::silent()).unwrap().bytes;
            let bound = PartialGoalBound::new(space, placement, distances);
            let without =
                PartialGoalSearch::<Vec<u8>>::new(goal.clone(), metric, Vec::new(), 1 << 20);
            let with = PartialGoalSearch::new(goal.clone(), metric, vec![bound], 1 << 20);
            let mut cells = goal.some_goal();
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            for _ in 0..20 {
                cells.shuffle(&mut rng);
                let kinds = goal.kinds(&cells);
                if !goal.is_solvable(&kinds) {
                    continue;
                }
                let found = [&without, &with]
                    .map(|search| search.solve(&kinds, SolutionLimit::First, &Monitor::silent()));
                assert_eq!(with.bound(&kinds), found[0].at_least, "{text}: {cells:?}");
                assert_eq!(found[1].at_least, found[0].at_least, "{text}: {cells:?}");
            }
        }
    }
}
