//! Sliding boards: their tables, IDA\* with a heuristic for boards without a table, and beams for
//! boards too large for exact searches.

use tilebase_core::{
    Puzzle,
    format::{Encoding, Subject, TableFile},
    pattern::MOST_CELLS,
    sliding::{Board, Metric, Reduction, Shape, TileDistances},
};
use tilebase_solve::{
    board_subject,
    heuristic::{Heuristic, HeuristicName, LinearConflict, Maximum},
    ida::BoardSolver,
    table::{ByRowClass, ByState},
};

use super::{
    anytime::AnytimeSearch,
    board_goal::BoardGoal,
    board_search::BoardBackend,
    multi, patterns,
    problem::Problem,
    table::ByTable,
    traits::{Backend, TableBackend},
};
use crate::{
    Error, Library, Options, Reason, Result, Rng, State, published,
    sample::{self, LevelCounts},
    store::SavedSearch,
};

/// A sliding board with a goal and a metric.
#[derive(Debug)]
pub(super) struct BoardProblem {
    goal: BoardGoal,
    metric: Metric,
    /// The reduction to the canonical boards of tables and exact searches. `None` for boards too
    /// large for these.
    reduction: Option<Reduction>,
}

impl BoardProblem {
    pub fn new(shape: Shape, goal: Option<&str>, metric: Metric) -> Result<Self> {
        let goal = BoardGoal::read(shape, goal)?;
        let board = Board::try_from(&goal.state).ok();
        let reduction = board.map(|board| Reduction::to_canonical(&board, metric));
        Ok(Self {
            goal,
            metric,
            reduction,
        })
    }
}

impl Problem for BoardProblem {
    fn puzzle(&self) -> Puzzle {
        Puzzle::Sliding(self.goal.shape)
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    fn goal(&self) -> String {
        self.goal.state.to_string()
    }

    fn a_goal(&self) -> State {
        self.goal.state.clone()
    }

    /// For large boards, this is the table of the usual goals, which is never built.
    fn table_subject(&self) -> Subject {
        let (shape, home) = (self.goal.shape, 0);
        let usual = || Subject::Sliding { shape, home };
        self.reduction.as_ref().map_or_else(usual, board_subject)
    }

    fn by_table(&self, table: TableFile) -> Result<Box<dyn TableBackend>> {
        let reduction = self.reduction.clone();
        let reduction = reduction.ok_or(Error::NotTabulable(self.puzzle()))?;
        let table = table.expect_subject(&self.table_subject())?;
        let space = reduction.space()?;
        Ok(match table.metadata().encoding {
            Encoding::RowClasses => {
                let distances = ByRowClass::new(space, table);
                Box::new(ByTable::new(distances, reduction))
            }
            encoding => {
                let distances = ByState::new(space, encoding, table);
                Box::new(ByTable::new(distances, reduction))
            }
        })
    }

    fn is_worth_building(&self) -> bool {
        self.is_exact()
    }

    fn is_exact(&self) -> bool {
        // In the multi-tile metric, a search needs a bound that is stronger than the simplest.
        let is_bounded =
            |reduction| self.metric == Metric::Single || multi::is_soon_ready(reduction, None);
        self.reduction.as_ref().is_some_and(is_bounded)
    }

    fn is_proven_soon(&self) -> bool {
        match self.metric {
            Metric::Single => self.goal.is_solved_soon(),
            Metric::Multi => self.is_exact(),
        }
    }

    fn wants_search(&self, options: &Options) -> Result<bool> {
        Ok(!self.is_exact() || options.name_search() || options.beams_only)
    }

    fn by_search(&self, library: &Library, options: &Options) -> Result<Box<dyn Backend>> {
        let is_modest = !self.is_proven_soon() && !options.name_search();
        let is_missing = |subject| !library.has(subject);
        let with_beams = |exact| -> Result<Box<dyn Backend>> {
            let goal = self.goal.clone();
            let search = AnytimeSearch::new(goal, self.metric, exact, library, options)?;
            Ok(Box::new(search))
        };
        let reduction = match &self.reduction {
            Some(reduction) if !options.beams_only => reduction,
            _ if options.resume.is_some() => return Err(Error::not_saved("beam")),
            _ => return with_beams(None),
        };
        let is_slow = match self.metric {
            Metric::Single => is_modest && self.search_subjects(options)?.iter().any(is_missing),
            Metric::Multi => {
                let time = options.time(!is_modest);
                !options.name_search() && !multi::is_soon_ready(reduction, time)
            }
        };
        if is_slow {
            return with_beams(None);
        }
        if let Err(error @ Error::OverMemory { .. }) = self.search_subjects(options) {
            return Err(error);
        }
        // The file first: a search that cannot be saved should not wait for tables.
        let resume = options.resume.as_deref().map(SavedSearch::at).transpose()?;
        let solver = solver(library, reduction, options)?;
        if resume.is_some() && !solver.saves() {
            return Err(Error::not_saved(solver.heuristic()));
        }
        let search = BoardBackend {
            solver,
            reduction: reduction.clone(),
            resume,
        };
        // Publications count whole trees.
        let has_model = library.models.serve(self.goal.shape);
        let long = self.goal.shape.cells() > LONG && has_model && !options.tuning.whole_tree;
        let timed = options.bounds_suffice() || is_modest;
        if timed || long {
            return with_beams(Some(search));
        }
        Ok(Box::new(search))
    }

    fn search_subjects(&self, options: &Options) -> Result<Vec<Subject>> {
        match &self.reduction {
            Some(reduction) if self.metric == Metric::Multi => {
                return patterns::within(options, multi::subjects(reduction, options)?);
            }
            None if self.metric == Metric::Multi || self.goal.shape.cells() > MOST_CELLS => {
                return Err(Error::NotExact(self.puzzle()));
            }
            _ => {}
        }
        patterns::subjects(self.goal.shape, self.goal.state.cells(), options)
    }

    fn check(&self, state: &State) -> Result<Option<(bool, Reason)>> {
        Ok(Some(self.goal.check(state)))
    }

    fn farthest(&self) -> Option<u32> {
        let (shape, home) = (self.goal.shape, self.reduction.as_ref()?.goal().blank());
        let published = published::levels(shape, self.metric())? as u32;
        // Published for goals whose blank is in a corner; from there the blank goes to any home.
        let (cells, cols) = (shape.cells(), shape.cols());
        let corners = [0, cols - 1, cells - cols, cells - 1];
        let slides = corners.map(|corner| shape.distance(corner, home));
        Some(published + slides.into_iter().min()? as u32)
    }

    fn levels(&self) -> Option<LevelCounts> {
        let reduction = self.reduction.as_ref()?;
        let (shape, metric) = (reduction.shape(), self.metric());
        let in_corner = reduction.home() == 0;
        match (shape.rows(), shape.cols(), metric) {
            (4, 4, _) if in_corner => Some(sample::of_the_15_puzzle(metric)),
            (5, 5, Metric::Single) if in_corner => Some(sample::of_the_24_puzzle()),
            _ => None,
        }
    }

    fn draw(&self, rng: &mut Rng) -> State {
        self.goal.draw(rng)
    }
}

/// Searches of boards with more cells may be long enough for beams between their iterations.
const LONG: usize = 20;

/// Returns the solver of canonical boards that the options name: by pattern databases, which are
/// built if they are missing, or by another heuristic.
pub(crate) fn solver(
    library: &Library,
    reduction: &Reduction,
    options: &Options,
) -> Result<BoardSolver<'static>> {
    if reduction.metric() == Metric::Multi {
        return multi::solver(library, reduction, options);
    }
    if let Some(solver) = patterns::solver(library, reduction, options)? {
        return Ok(solver);
    }
    let (shape, home) = (reduction.shape(), reduction.home());
    let instead = ": use linear-conflict or a pattern database";
    let walking = || multi::walking(library, reduction, instead);
    let goal = shape.ordered_cells(home);
    let heuristic: Box<dyn Heuristic> = match patterns::heuristic(options)? {
        HeuristicName::Manhattan => Box::new(TileDistances::new(shape, &goal)),
        HeuristicName::LinearConflict => Box::new(LinearConflict::new(shape, &goal)),
        HeuristicName::WalkingDistance => Box::new(walking()?),
        HeuristicName::Maximum => Box::new(Maximum(vec![
            Box::new(LinearConflict::new(shape, &goal)),
            Box::new(walking()?),
        ])),
        other => return Err(Error::unknown_heuristic(other, patterns::HEURISTICS)),
    };
    Ok(BoardSolver::with_heuristic(
        Metric::Single,
        shape,
        home,
        heuristic,
    ))
}
