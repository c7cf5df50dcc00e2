//! Searches for goals that leave cells open or have equal tiles.
//!
//! States are given by kinds ([`PartialGoal`]), so that boards that differ only in equal tiles are
//! one state. So many paths lead to each state that a depth-first search would visit it again and
//! again; therefore A\* keeps the states. Its lower bound is the greatest of the tiles' crossings
//! of lines and of the distances to goals that name only some of the kinds, from their tables.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use tilebase_core::{
    Monitor, Stopwatch,
    format::{Payload, UNREACHABLE},
    sliding::{
        ANY_TILE, LargeBoard, Metric, PartialGoal, PartialGoalSpace, Placement, TileDistances,
        blank_of,
    },
};

use crate::{
    FoundSolutions, Iteration, SolutionLimit, Stats,
    table::{ByState, Table, TableError},
};

/// The distances to a goal that names some of the kinds of another.
#[derive(Debug)]
pub struct PartialGoalBound<B> {
    /// The kind here of each kind there.
    kind: Vec<u8>,
    /// The cell there of each cell here.
    cell: Vec<u8>,
    space: PartialGoalSpace,
    bytes: B,
}

impl<B: AsRef<[u8]>> PartialGoalBound<B> {
    /// Returns the bound from the states of a goal that [keeps](PartialGoal::keeping) some kinds of
    /// another, after the placement of [`canonical`](PartialGoal::canonical), and from all their
    /// distances, one byte each.
    ///
    /// # Panics
    /// If there are not as many bytes as states.
    pub fn new(space: PartialGoalSpace, placement: Placement, bytes: B) -> Self {
        use tilebase_core::RankedSpace;
        assert_eq!(bytes.as_ref().len() as u64, space.len(), "a byte per state");
        let mut cell = vec![0; space.partial_goal().cells().len()];
        for there in 0..cell.len() {
            cell[placement.cell(there)] = there as u8;
        }
        Self {
            kind: space.partial_goal().kind_of_labels().to_vec(),
            cell,
            space,
            bytes,
        }
    }

    fn distance(&self, kinds: &[u8], own: &mut Vec<u8>) -> u32 {
        own.clear();
        let cells = self.cell.iter();
        own.extend(cells.map(|&cell| self.kind[usize::from(kinds[usize::from(cell)])]));
        let distance = self.bytes.as_ref()[self.space.rank_of_kinds(own) as usize];
        // Only boards of the other parity are out of reach, and these are not searched.
        if distance == UNREACHABLE { 0 } else { distance.into() }
    }
}

/// The result of a search.
#[derive(Debug)]
pub struct PartialGoalFound {
    /// The least number of moves or, if the search halted, a lower bound on it.
    pub at_least: u32,
    /// The shortest solutions that were wanted, as the cells of the blank; `None` if the search
    /// halted.
    pub solutions: Option<FoundSolutions>,
    /// The best solution known when the search halted, if there is one.
    pub known: Option<Vec<u8>>,
    /// The cost of the search.
    pub stats: Stats,
}

/// A\* for one goal.
#[derive(Debug)]
pub struct PartialGoalSearch<B> {
    partial_goal: PartialGoal,
    metric: Metric,
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

/// The most states of a search that leaves tiles in place, after the search of all states has
/// halted.
const MOST_IN_PLACE: usize = 1 << 16;

/// A search for one length of solutions after another.
struct Front<'a> {
    nodes: Nodes,
    /// The states to expand, by the least length of a solution through them.
    open: Vec<Vec<u32>>,
    /// If set, only solutions that do not move the tiles in these cells are found.
    in_place: Option<&'a [bool]>,
    /// Whether only one length is searched, depth first: the solution found first is then the first
    /// in the order of moves.
    in_order: bool,
}

impl<'a> Front<'a> {
    fn new(kinds: &[u8], length: u32, in_place: Option<&'a [bool]>, in_order: bool) -> Self {
        let width = kinds.len();
        let mut nodes = Nodes {
            width,
            ..Nodes::default()
        };
        let mut open = vec![Vec::new(); length as usize];
        open.push(vec![nodes.push(kinds, (0, 0))]);
        Self {
            nodes,
            open,
            in_place,
            in_order,
        }
    }

    /// Returns whether no tile that stays in place is elsewhere.
    fn allows(&self, start: &[u8], next: &[u8]) -> bool {
        self.in_place.is_none_or(|in_place| {
            let mut cells = in_place.iter().zip(start.iter().zip(next));
            cells.all(|(stays, (here, there))| !stays || here == there)
        })
    }

    /// Returns whether there are no states of greater lengths to expand.
    fn ends_at(&self, length: u32) -> bool {
        self.open.len() <= length as usize + 1
    }
}

/// The states reached, each with the shortest path known.
#[derive(Default)]
struct Nodes {
    width: usize,
    /// The kinds of the cells, state after state.
    kinds: Vec<u8>,
    /// The number of moves of that path, and the state before.
    ways: Vec<(u16, u32)>,
    expanded: Vec<bool>,
    table: HashTable<u32>,
}

impl Nodes {
    /// Records a path to a state, unless one as short is known.
    fn reach(&mut self, kinds: &[u8], way: (u16, u32)) -> Option<u32> {
        match self.find(kinds) {
            None => Some(self.push(kinds, way)),
            Some(known) if self.expanded[known as usize] || self.moves(known) <= way.0 => None,
            Some(known) => {
                self.ways[known as usize] = way;
                Some(known)
            }
        }
    }

    fn kinds(&self, node: u32) -> &[u8] {
        &self.kinds[node as usize * self.width..][..self.width]
    }

    fn blank(&self, node: u32) -> usize {
        blank_of(self.kinds(node))
    }

    fn moves(&self, node: u32) -> u16 {
        self.ways[node as usize].0
    }

    fn find(&self, kinds: &[u8]) -> Option<u32> {
        let same = |&node: &u32| self.kinds(node) == kinds;
        self.table.find(hash(kinds), same).copied()
    }

    fn push(&mut self, kinds: &[u8], way: (u16, u32)) -> u32 {
        let node = self.ways.len() as u32;
        self.kinds.extend_from_slice(kinds);
        self.ways.push(way);
        self.expanded.push(false);
        let (all, width) = (&self.kinds, self.width);
        self.table.insert_unique(hash(kinds), node, |&node| {
            hash(&all[node as usize * width..][..width])
        });
        node
    }

    /// Returns the cells that the blank enters on the path to a state.
    fn path(&self, mut node: u32) -> Vec<u8> {
        let mut path = Vec::new();
        while self.moves(node) > 0 {
            path.push(self.blank(node) as u8);
            node = self.ways[node as usize].1;
        }
        path.reverse();
        path
    }
}

fn hash(kinds: &[u8]) -> u64 {
    FxBuildHasher.hash_one(kinds)
}

impl<B: Payload> PartialGoalSearch<B> {
    /// Returns the search for a goal, which keeps up to `most` states.
    pub fn new(
        partial_goal: PartialGoal,
        metric: Metric,
        bounds: Vec<PartialGoalBound<B>>,
        most: usize,
    ) -> Self {
        let named = |&kind: &u8| if kind == ANY_TILE { 0 } else { kind };
        let goal: Vec<u8> = partial_goal.cells().iter().map(named).collect();
        let to_goal =
            (!partial_goal.has_equal()).then(|| TileDistances::new(partial_goal.shape(), &goal));
        Self {
            partial_goal,
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
        table.distance(&LargeBoard::from_checked_cells(
            self.partial_goal.shape(),
            kinds,
        ))
    }

    fn is_damaged(&self) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| table.bytes().damage().is_err())
    }

    /// Returns a lower bound on the distance of a state that is given by its kinds.
    pub fn bound(&self, kinds: &[u8]) -> u32 {
        if self.table.is_some() {
            return self.look_up(kinds).ok().flatten().unwrap_or_default();
        }
        let (shape, mut own) = (self.partial_goal.shape(), Vec::new());
        let at_once = match self.metric {
            Metric::Single => 1,
            Metric::Multi => shape.rows().max(shape.cols()) as u32 - 1,
        };
        let crossings = match &self.to_goal {
            Some(distances) => distances.sum_of(kinds, |kind| kind != ANY_TILE),
            None => self.partial_goal.crossings(kinds),
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
        let (watch, mut stats) = (Stopwatch::start(), Stats::default());
        let goal = self.partial_goal.cells();
        let in_place =
            |cell: usize| goal[cell] != ANY_TILE && goal[cell] != 0 && goal[cell] == kinds[cell];
        let in_place: Vec<bool> = (0..goal.len()).map(in_place).collect();
        let leaves = wanted == SolutionLimit::First && in_place.contains(&true);
        let first = wanted == SolutionLimit::First && self.in_order;
        // With exact distances, the first length is the right one.
        let at_once = first && self.table.is_some();
        let mut at_least = self.bound(kinds);
        let kept = leaves.then_some(&in_place[..]);
        let mut fronts: Vec<Front<'_>> = (kept.map(Some).into_iter().chain([None]))
            .map(|in_place| Front::new(kinds, at_least, in_place, at_once))
            .collect();
        let most = self.most / fronts.len();
        let mut search = |front: &mut Front<'_>, length, most, monitor: &Monitor<'_, Iteration>| {
            let ends = self.level(front, length, wanted, most, &mut stats, monitor)?;
            let found = || self.solutions(&front.nodes, &ends, wanted);
            Some((!ends.is_empty()).then(found))
        };
        let mut solutions = 'lengths: loop {
            for front in &mut fronts {
                match search(front, at_least, most, monitor) {
                    None => break 'lengths None,
                    Some(None) => {}
                    Some(found) if at_once || !first => break 'lengths found,
                    Some(found) => {
                        let mut again = Front::new(kinds, at_least, front.in_place, true);
                        let first = search(&mut again, at_least, most, monitor);
                        break 'lengths first.flatten().or(found);
                    }
                }
            }
            if fronts.iter().all(|front| front.ends_at(at_least)) {
                break None;
            }
            at_least += 1;
        };
        // This is short: it is done even if the time is up, but not if the caller asks to stop.
        let asked = monitor.without_limit();
        let (mut known, mut length) = (None, at_least);
        while leaves && solutions.is_none() && known.is_none() && !fronts[0].ends_at(length) {
            match search(&mut fronts[0], length, MOST_IN_PLACE, &asked) {
                None => break,
                Some(found) => known = found.and_then(|mut found| found.listed.pop()),
            }
            length += 1;
        }
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

    /// Expands the states through which solutions of a length may lead. Returns the goals that it
    /// reached, only the first if one solution is wanted; `None` if it halted.
    fn level(
        &self,
        front: &mut Front<'_>,
        length: u32,
        wanted: SolutionLimit,
        most: usize,
        stats: &mut Stats,
        monitor: &Monitor<'_, Iteration>,
    ) -> Option<Vec<u32>> {
        let (shape, length) = (self.partial_goal.shape(), length as usize);
        let start = front.nodes.kinds(0).to_vec();
        let (mut ends, mut next) = (Vec::new(), start.clone());
        while let Some(node) = front.open.get_mut(length).and_then(Vec::pop) {
            // Skips a state that was expanded after a shorter path to it was found. Depth first,
            // a shorter path may be found later, so that the state is expanded again.
            let expanded = &mut front.nodes.expanded[node as usize];
            if !front.in_order && std::mem::replace(expanded, true) {
                continue;
            }
            if self.partial_goal.is_met(front.nodes.kinds(node)) {
                ends.push(node);
                if wanted == SolutionLimit::First {
                    break;
                }
                continue;
            }
            let is_full = front.nodes.ways.len() >= most;
            // The caller reports damage. Here it ends the search, which may no longer lead to the
            // goal.
            let looks = stats.expanded % 1024 == 1023;
            if is_full || looks && (monitor.stopped() || self.is_damaged()) {
                return None;
            }
            stats.expanded += 1;
            let (blank, moves) = (front.nodes.blank(node), front.nodes.moves(node) + 1);
            let first = front.open[length].len();
            for to in shape.destinations(blank, self.metric) {
                next.copy_from_slice(front.nodes.kinds(node));
                shape.slide_cells(&mut next, blank, to);
                if !front.allows(&start, &next) {
                    continue;
                }
                stats.generated += 1;
                let Some(reached) = front.nodes.reach(&next, (moves, node)) else {
                    continue;
                };
                let whole = usize::from(moves) + self.bound(&next) as usize;
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

    /// Returns the solutions that lead to these goals: the one that was found or, if all states on
    /// shortest paths have been expanded, as many as are wanted.
    fn solutions(&self, nodes: &Nodes, ends: &[u32], wanted: SolutionLimit) -> FoundSolutions {
        let distance = ends.first().map_or(0, |&end| nodes.moves(end).into());
        let mut found = FoundSolutions {
            distance,
            count: 1,
            ..FoundSolutions::default()
        };
        if wanted == SolutionLimit::First {
            let end = ends.first().map(|&end| nodes.path(end));
            found.listed.extend(end);
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
        let (shape, blank) = (self.partial_goal.shape(), nodes.blank(node));
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
        if self.partial_goal.is_met(nodes.kinds(node)) {
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

#[cfg(test)]
mod tests {
    use std::{sync::atomic::AtomicBool, time::Duration};

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
