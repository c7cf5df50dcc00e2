//! Sliding boards with goals that leave cells open, or in which tiles are alike.

use rand::seq::SliceRandom;
use tilebase_core::{
    Puzzle, RankedSpace, StateError,
    format::{Subject, TableFile},
    sliding::{Metric, PartialGoal, PartialGoalSpace},
};
use tilebase_solve::table::{ByState, Table};

use super::family::{Family, Numbers};
use crate::{
    answers::Reason,
    backend::{Backend, ByTable, PartialGoalBackend, TableBackend, bounds, ensure_searches},
    library::Library,
    moves::Move,
    options::Options,
    policy::QUICK_PARTIAL_GOALS,
    store::Build,
    values::{Error, PuzzleGoal, Result, Rng, State, ensure},
};

/// The most states that could be tabulated, at two bits each.
const MOST: u64 = 1 << 36;

/// Why no heuristic can be named.
const NO_CHOICE: &str = "goals that leave cells open, or in which tiles are alike, are always \
    searched with the tables of some of their tiles";

/// Returns the states of a goal, if they could be tabulated.
fn space(goal: &PartialGoal, metric: Metric) -> Option<PartialGoalSpace> {
    PartialGoalSpace::new(goal.clone(), metric).filter(|space| space.len() <= MOST)
}

fn distances(
    goal: &PartialGoal,
    metric: Metric,
    table: TableFile,
) -> Result<ByState<PartialGoalSpace, TableFile>> {
    let too_large = Error::NotTabulable(Puzzle::Sliding(goal.shape()));
    let space = space(goal, metric).ok_or(too_large)?;
    Ok(ByState::new(space, table.metadata().encoding, table))
}

/// States name tiles as the goal does. Moves and names of goals are those of the board.
impl Family for PartialGoal {
    fn cells(&self) -> usize {
        self.shape().cells()
    }

    fn columns(&self) -> Option<usize> {
        self.shape().columns()
    }

    fn parse_cells(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        PartialGoal::parse_cells(self, text, cells)
    }

    fn check_cells(&self, cells: &[u8]) -> Result<(), StateError> {
        PartialGoal::check_cells(self, cells)
    }

    fn numbers_are_cells(&self) -> bool {
        self.shape().numbers_are_cells()
    }

    fn moves(&self, cells: &[u8], metric: Metric) -> Numbers {
        self.shape().moves(cells, metric)
    }

    fn make_move(&self, cells: &mut [u8], number: usize) -> Move {
        self.shape().make_move(cells, number)
    }

    fn back(&self, cells: &[u8], number: usize) -> usize {
        self.shape().back(cells, number)
    }

    fn named_goals(&self) -> Vec<(&'static str, PuzzleGoal)> {
        self.shape().named_goals()
    }

    fn named_goal(&self, name: &str) -> Option<PuzzleGoal> {
        self.shape().named_goal(name)
    }

    fn goal_names(&self) -> Vec<&'static str> {
        self.shape().goal_names()
    }

    fn read_goal(&self, text: &str) -> Result<PuzzleGoal, StateError> {
        self.shape().read_goal(text)
    }

    fn table_subject(&self, _: &PuzzleGoal, metric: Metric) -> Subject {
        self.subject(metric)
    }

    fn by_table(
        &self,
        _: &PuzzleGoal,
        metric: Metric,
        table: TableFile,
    ) -> Result<Box<dyn TableBackend>> {
        let distances = distances(self, metric, table)?;
        Ok(Box::new(ByTable::new(distances, self.clone())))
    }

    fn has_buildable_size(&self, metric: Metric) -> bool {
        space(self, metric).is_some()
    }

    fn is_worth_building(&self, metric: Metric) -> bool {
        space(self, metric).is_some_and(|space| space.len() <= QUICK_PARTIAL_GOALS)
    }

    fn wants_search(&self, metric: Metric, options: &Options) -> Result<bool> {
        if let Some(name) = &options.heuristic {
            return Err(Error::Question(format!(
                "unknown heuristic `{name}`: {NO_CHOICE}"
            )));
        }
        ensure(
            options.partition.is_none() && !options.tuning.whole_tree,
            || Error::Question(NO_CHOICE.to_owned()),
        )?;
        ensure(options.resume.is_none(), || Error::not_saved("a*"))?;
        // Tables of stages guide searches, whose ends are then the same with a table and without.
        let by_search = options.by_search || options.beams_only || options.stage.is_some();
        Ok(by_search || !self.has_buildable_size(metric))
    }

    fn by_search(
        &self,
        goal: &PuzzleGoal,
        metric: Metric,
        library: &Library,
        options: &Options,
    ) -> Result<Box<dyn Backend>> {
        ensure_searches()?;
        let is_stage = options.stage.is_some() && self.has_buildable_size(metric);
        let is_stage = is_stage && !options.beams_only;
        let subject = self.table_subject(goal, metric);
        let may_build = library.build != Build::Never && options.time.is_none();
        let keeps = library.folder().is_some() && may_build;
        let small = self.is_worth_building(metric) && library.is_small(&subject, options);
        let builds = keeps && small;
        let table = (is_stage && (builds || library.has(&subject)))
            .then(|| distances(self, metric, library.table(&subject)?));
        let table = table.transpose()?.map(Table::new);
        let bounds = match table {
            Some(_) => Vec::new(),
            None => bounds(self, metric, options.stage.as_deref(), library, may_build)?,
        };
        let search = PartialGoalBackend::new(self.clone(), metric, bounds, library, options);
        Ok(Box::new(if is_stage {
            search.in_order(table)
        } else {
            search
        }))
    }

    fn search_subjects(
        &self,
        goal: &PuzzleGoal,
        metric: Metric,
        _: &Options,
    ) -> Result<Vec<Subject>> {
        Ok(vec![self.table_subject(goal, metric)])
    }

    fn check(&self, _: &PuzzleGoal, state: &State) -> Result<Option<(bool, Reason)>> {
        let solvable = self.is_solvable(&self.kinds(state.cells()));
        let reason = match (self.has_alike(), solvable) {
            (true, _) => "two tiles are alike, and exchanging them changes the parity",
            (false, true) => "the parity is that of a goal",
            (false, false) => "the parity is that of no goal",
        };
        Ok(Some((solvable, Reason::Rule(reason))))
    }

    fn draw(&self, goal: &PuzzleGoal, rng: &mut Rng) -> State {
        loop {
            let mut cells = self.some_goal();
            cells.shuffle(rng);
            if self.is_solvable(&self.kinds(&cells)) {
                return State::from_checked_cells(goal.puzzle(), &cells);
            }
        }
    }
}
