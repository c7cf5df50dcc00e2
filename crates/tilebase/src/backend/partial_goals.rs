//! Sliding boards with goals that leave cells open, or in which tiles are alike.

use rand::seq::SliceRandom;
use tilebase_core::{
    Puzzle, RankedSpace,
    format::{Subject, TableFile},
    sliding::{Metric, PartialGoal, PartialGoalSpace, Shape},
};
use tilebase_solve::table::{ByState, Table};

use super::{
    partial_goal_search::{PartialGoalBackend, bounds},
    problem::Problem,
    table::ByTable,
    traits::{Backend, TableBackend},
};
use crate::{
    Build, Error, Library, Options, Reason, Result, Rng, State,
    state::{BLANK_FIRST, BLANK_LAST},
};

/// The most states of a table that is built in preference to a search: it takes some seconds.
const QUICK: u64 = 1 << 27;

/// The most states that could be tabulated, at two bits each.
const MOST: u64 = 1 << 36;

/// The heuristics, for the message that a name is unknown.
const HEURISTICS: &str = "goals that leave cells open, or in which tiles are alike, are always \
    searched with the tables of some of their tiles";

/// A sliding board with such a goal.
#[derive(Debug)]
pub(crate) struct PartialGoalProblem {
    partial_goal: PartialGoal,
    metric: Metric,
    space: Option<PartialGoalSpace>,
    /// The kinds whose tables guide a search first: the others are already in place.
    focus: Option<Vec<u8>>,
}

/// Reads a goal with open cells or equal tiles. Any other text is left to the reader of ordinary
/// goals.
pub(super) fn read(shape: Shape, text: &str) -> Result<Option<PartialGoal>> {
    if matches!(text.trim(), BLANK_FIRST | BLANK_LAST) {
        return Ok(None);
    }
    match PartialGoal::parse(shape, text) {
        Ok(partial_goal) => Ok(Some(partial_goal)),
        Err(error) if text.contains(|c: char| c.is_ascii_alphabetic()) => Err(Error::Goal(error)),
        Err(_) => Ok(None),
    }
}

impl PartialGoalProblem {
    pub fn new(partial_goal: PartialGoal, metric: Metric) -> Self {
        Self {
            space: PartialGoalSpace::new(partial_goal.clone(), metric),
            partial_goal,
            metric,
            focus: None,
        }
    }

    /// Makes searches take their bounds from the tiles with these numbers.
    pub fn focused(mut self, tiles: &[u8]) -> Self {
        let kind = self.partial_goal.kind_of_labels();
        self.focus = Some(tiles.iter().map(|&tile| kind[usize::from(tile)]).collect());
        self
    }

    fn distances(&self, table: TableFile) -> Result<ByState<PartialGoalSpace, TableFile>> {
        let table = table.expect_subject(&self.table_subject())?;
        let space = self.space.clone().filter(|_| self.has_buildable_size());
        let space = space.ok_or(Error::NotTabulable(self.puzzle()))?;
        Ok(ByState::new(space, table.metadata().encoding, table))
    }

    fn is_quick(&self) -> bool {
        self.space
            .as_ref()
            .is_some_and(|space| space.len() <= QUICK)
    }

    fn state(&self, cells: &[u8]) -> State {
        State::from_checked_cells(self.puzzle(), cells)
    }
}

impl Problem for PartialGoalProblem {
    fn puzzle(&self) -> Puzzle {
        Puzzle::Sliding(self.partial_goal.shape())
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    fn goal(&self) -> String {
        self.partial_goal.to_string()
    }

    fn a_goal(&self) -> State {
        self.state(&self.partial_goal.some_goal())
    }

    fn partial_goal(&self) -> Option<&PartialGoal> {
        Some(&self.partial_goal)
    }

    fn table_subject(&self) -> Subject {
        self.partial_goal.subject(self.metric)
    }

    fn by_table(&self, table: TableFile) -> Result<Box<dyn TableBackend>> {
        let (distances, reduction) = (self.distances(table)?, self.partial_goal.clone());
        Ok(Box::new(ByTable::new(distances, reduction)))
    }

    fn has_buildable_size(&self) -> bool {
        let states = self.space.as_ref().map(PartialGoalSpace::len);
        states.is_some_and(|states| states <= MOST)
    }

    fn is_worth_building(&self) -> bool {
        self.focus.is_none() && self.is_quick()
    }

    fn wants_search(&self, options: &Options) -> Result<bool> {
        if let Some(name) = &options.heuristic {
            return Err(Error::unknown_heuristic(name, HEURISTICS));
        }
        if options.partition.is_some() || options.tuning.whole_tree {
            return Err(Error::Question(HEURISTICS.to_owned()));
        }
        if options.resume.is_some() {
            return Err(Error::not_saved("a*"));
        }
        // Tables of stages guide searches, whose ends are then the same with a table and without.
        let by_search = options.by_search || options.beams_only || self.focus.is_some();
        Ok(by_search || !self.has_buildable_size())
    }

    fn by_search(&self, library: &Library, options: &Options) -> Result<Box<dyn Backend>> {
        let (partial_goal, focus) = (self.partial_goal.clone(), self.focus.as_deref());
        let is_stage = focus.is_some() && self.has_buildable_size() && !options.beams_only;
        let subject = self.table_subject();
        let keeps = library.folder().is_some() && library.build != Build::Never;
        let builds = keeps && self.is_quick() && library.is_small(&subject);
        let table = (is_stage && (builds || library.has(&subject)))
            .then(|| self.distances(library.table(&subject)?));
        let table = table.transpose()?.map(Table::new);
        let bounds = match table {
            Some(_) => Vec::new(),
            None => bounds(&partial_goal, self.metric, focus, library)?,
        };
        let mut search =
            PartialGoalBackend::new(partial_goal, self.metric, bounds, library, options);
        if is_stage {
            search = search.in_order(table);
        }
        Ok(Box::new(search))
    }

    fn search_subjects(&self, _: &Options) -> Result<Vec<Subject>> {
        Ok(vec![self.table_subject()])
    }

    fn check(&self, state: &State) -> Result<Option<(bool, Reason)>> {
        let solvable = self
            .partial_goal
            .is_solvable(&self.partial_goal.kinds(state.cells()));
        let reason = match (self.partial_goal.has_alike(), solvable) {
            (true, _) => "two tiles are alike, and exchanging them changes the parity",
            (false, true) => "the parity is that of a goal",
            (false, false) => "the parity is that of no goal",
        };
        Ok(Some((solvable, Reason::Rule(reason))))
    }

    fn draw(&self, rng: &mut Rng) -> State {
        loop {
            let mut cells = self.partial_goal.some_goal();
            cells.shuffle(rng);
            if self
                .partial_goal
                .is_solvable(&self.partial_goal.kinds(&cells))
            {
                return self.state(&cells);
            }
        }
    }
}
