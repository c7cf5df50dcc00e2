//! The search for goals that leave cells open or have equal tiles: A\* with tables of some of the
//! tiles, and beams if it takes too long.

use tilebase_core::{
    Monitor, Puzzle, RankedSpace,
    format::{Encoding, TableFile},
    sliding::{Metric, PartialGoal, PartialGoalSpace, blank_of, solvable_cells},
};
use tilebase_solve::{
    Iteration, Proof, SolutionLimit,
    partial_goal::{PartialGoalBound, PartialGoalFound, PartialGoalSearch},
    table::{ByState, Table},
};

use super::{anytime::AnytimeSearch, traits::Backend};
use crate::{
    answers::{Answer, Bounds, Method, Solutions},
    event::Reporter,
    library::Library,
    options::Options,
    policy,
    values::{Error, Result, State},
};

/// Tables of up to this many states are built in memory, in milliseconds; larger ones are stored.
const AT_ONCE: u64 = 1 << 18;

/// The most states of a table that guides a search: it takes a byte each, and less than a second.
const KEPT: u64 = 1 << 23;

/// The most states of a table of two tiles: enough for 16x16.
const KEPT_OF_PAIRS: u64 = 1 << 24;

/// The most tables that guide a search.
const TABLES: usize = 4;

/// The bytes that a search may take unless the options set them.
const MEMORY: u64 = 1 << 30;

/// The bytes that a state of a search takes in addition to its cells.
const EACH: u64 = 24;

/// A\*, and beams for states beyond its reach.
pub(crate) struct PartialGoalBackend {
    goal: PartialGoal,
    metric: Metric,
    search: PartialGoalSearch<TableFile>,
    library: Library,
    options: Options,
}

impl PartialGoalBackend {
    pub fn new(
        goal: PartialGoal,
        metric: Metric,
        bounds: Vec<PartialGoalBound<TableFile>>,
        library: &Library,
        options: &Options,
    ) -> Self {
        let bytes = options.memory.unwrap_or(MEMORY);
        let only_beams = options.beams_only;
        let most = if only_beams { 0 } else { bytes / (EACH + goal.cells().len() as u64) };
        Self {
            search: PartialGoalSearch::new(goal.clone(), metric, bounds, most as usize),
            goal,
            metric,
            library: library.clone(),
            options: options.clone(),
        }
    }

    /// Makes solutions end in the same states with a table of the goal, if there is one, and
    /// without.
    pub fn in_order(mut self, table: Option<Table<ByState<PartialGoalSpace, TableFile>>>) -> Self {
        self.search = self.search.in_order(table);
        self
    }

    /// Searches from a state that can be solved.
    fn search(
        &self,
        state: &State,
        wanted: SolutionLimit,
        reporter: &Reporter,
    ) -> Result<PartialGoalFound> {
        let monitor: Monitor<'_, Iteration> = Monitor::silent().stopping_on(&reporter.stop);
        // Beams take the other half of the time.
        let monitor = match reporter.left() {
            Some(left) => monitor.for_at_most(left / 2),
            None => monitor,
        };
        let kinds = self.goal.kinds(state.cells());
        let found = self.search.solve(&kinds, wanted, &monitor);
        self.search.look_up(&kinds)?;
        if found.solutions.is_none() && reporter.stopped() {
            return Err(Error::stopped());
        }
        Ok(found)
    }

    fn is_solvable(&self, state: &State) -> bool {
        self.goal.is_solvable(&self.goal.kinds(state.cells()))
    }

    /// Returns states from here to the goal, on a path that beams find to a complete goal.
    fn by_beams(&self, state: &State, reporter: &Reporter) -> Result<Option<Vec<State>>> {
        let Some((start, goal)) = self.whole(state) else {
            return Ok(None);
        };
        let reporter = &reporter.within(policy::time(&self.options, false));
        let (shape, library) = (self.goal.shape(), &self.library);
        let beams = AnytimeSearch::new(shape, goal, self.metric, None, library, &self.options)?;
        let answer = beams.answer(&start, reporter)?;
        let states = answer.path.iter().flatten().skip(1);
        let moves: Vec<u8> = states.map(|state| blank_of(state.cells()) as u8).collect();
        let mut path = state.along(&moves);
        let is_met = |state: &State| self.goal.is_met(&self.goal.kinds(state.cells()));
        let first = path.iter().position(is_met);
        Ok(first.map(|first| {
            path.truncate(first + 1);
            path
        }))
    }

    /// Returns the state with different numbers for equal tiles, and a goal with such numbers that
    /// it can reach.
    fn whole(&self, state: &State) -> Option<(State, State)> {
        let (kinds, shape) = (self.goal.kinds(state.cells()), self.goal.shape());
        let mut next = 0;
        let numbered = kinds.iter().map(|&kind| {
            next += u8::from(kind != 0);
            if kind == 0 { 0 } else { next }
        });
        let start: Vec<u8> = numbered.collect();
        self.goal.goals().find_map(|goal| {
            let mut left: Vec<(&u8, &u8)> = kinds.iter().zip(&start).collect();
            let told = goal.iter().map(|kind| {
                let place = left.iter().position(|&(of, _)| of == kind);
                place.map_or(0, |place| *left.remove(place).1)
            });
            let mut told: Vec<u8> = told.collect();
            if !solvable_cells(shape, &start, &told) {
                let alike = |&(a, b): &(usize, usize)| goal[a] == goal[b] && goal[a] != 0;
                let pairs = (0..goal.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
                let (a, b) = pairs.into_iter().find(alike)?;
                told.swap(a, b);
            }
            let state = |cells: &[u8]| State::from_checked_cells(Puzzle::Sliding(shape), cells);
            Some((state(&start), state(&told)))
        })
    }
}

/// Returns the bounds of a search, group by group: the distances of goals that name as many kinds
/// of those in focus, or of all, as fit into a table. Unless it `may_build`, only tables that take
/// milliseconds are used.
pub(crate) fn bounds(
    goal: &PartialGoal,
    metric: Metric,
    focus: Option<&[u8]>,
    library: &Library,
    may_build: bool,
) -> Result<Vec<PartialGoalBound<TableFile>>> {
    let all: Vec<u8> = (1..=goal.named() as u8)
        .filter(|&kind| kind < u8::MAX)
        .collect();
    let kinds = focus.unwrap_or(&all);
    let space = |group: &[u8]| {
        let most = match group.len() {
            _ if !may_build => AT_ONCE,
            ..=2 => KEPT_OF_PAIRS,
            _ => KEPT,
        };
        let kept = goal.keeping(|kind| kind == 0 || group.contains(&kind));
        let (canonical, placement) = kept.canonical();
        let space = PartialGoalSpace::new(canonical, metric).filter(|space| space.len() <= most);
        space.map(|space| (space, placement))
    };
    let (mut bounds, mut first) = (Vec::new(), 0);
    while first < kinds.len() && bounds.len() < TABLES {
        let fits = |&end: &usize| space(&kinds[first..end]).is_some();
        let Some(end) = (first + 1..=kinds.len()).take_while(fits).last() else {
            // A kind with so many tiles has no table; only its crossings bound the distance.
            first += 1;
            continue;
        };
        // The last group takes in kinds of the groups before, as long as a table holds them.
        let more = (0..first)
            .rev()
            .take_while(|&start| space(&kinds[start..end]).is_some());
        let start = if end == kinds.len() { more.last().unwrap_or(first) } else { first };
        if let Some((space, placement)) = space(&kinds[start..end]) {
            let subject = space.goal().subject(metric);
            let file = if space.len() <= AT_ONCE {
                library.quick_table(&subject)?
            } else {
                library.table(&subject)?
            };
            file.checked_payload(&|| library.reporter.over())?;
            if file.metadata().encoding == Encoding::Byte {
                bounds.push(PartialGoalBound::new(space, placement, file));
            }
        }
        first = end;
    }
    Ok(bounds)
}

impl Backend for PartialGoalBackend {
    fn heuristic(&self) -> String {
        "partial-goals".to_owned()
    }

    fn answer(&self, state: &State, reporter: &Reporter) -> Result<Answer> {
        let answer = Answer::unsolvable(state.clone());
        if !self.is_solvable(state) {
            return Ok(answer);
        }
        let found = self.search(state, SolutionLimit::First, reporter)?;
        let answer = Answer {
            heuristic: Some(self.heuristic()),
            stats: Some(found.stats),
            ..answer
        };
        if let Some(solutions) = found.solutions {
            let listed = solutions.listed.first();
            return Ok(Answer {
                method: Method::AStar,
                bounds: Some(Bounds::of_distance(solutions.distance)),
                proof: Some(Proof::Search),
                path: listed.map(|moves| state.along(moves)),
                ..answer
            });
        }
        let path = match &found.known {
            Some(moves) => Some(state.along(moves)),
            None => self.by_beams(state, reporter)?,
        };
        let upper = path.as_ref().map(|path| path.len() as u32 - 1);
        let lower = found.at_least;
        Ok(Answer {
            method: if upper.is_some() { Method::Beam } else { Method::AStar },
            bounds: Some(Bounds { lower, upper }),
            proof: (upper == Some(lower)).then_some(Proof::ConstructionAndBound),
            path: path.or(answer.path),
            ..answer
        })
    }

    fn solutions(
        &self,
        state: &State,
        wanted: SolutionLimit,
        reporter: &Reporter,
    ) -> Result<Solutions> {
        if !self.is_solvable(state) {
            return Ok(Solutions::default());
        }
        let found = self.search(state, wanted, reporter)?;
        let found = (found.solutions).ok_or(Error::NotExact(state.puzzle()))?;
        Ok(Solutions::along(Some(found), |moves| state.along(moves)))
    }

    fn bound(&self, state: &State) -> Result<Option<u32>> {
        let bound = || self.search.bound(&self.goal.kinds(state.cells()));
        Ok(self.is_solvable(state).then(bound))
    }
}
