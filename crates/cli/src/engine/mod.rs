//! What answers questions: tables where there are any, searches elsewhere, behind one interface for all
//! puzzles.

pub mod boards;
pub mod rows;
mod table;

use std::{fmt, time::Duration};

use tilebase_core::{
    Monitor, Puzzle,
    format::{Metadata, Subject},
    oshidori::RowReduction,
    sliding::Reduction,
};
use tilebase_solve::{BoardAnswers, RowAnswers, board_subject, row_subject};

pub use boards::Residence;
pub use table::FromTable;

use crate::{
    args::Limits,
    context::{Asked, Context},
    failure::Failure,
    saved_search::SavedSearch,
    state::{Goal, State},
};

/// Missing tables up to this size, in bytes, are built when first asked for.
const SMALL: u64 = 64 << 20;

/// Missing tables of rows up to this many states are built rather than searched without: that takes
/// about a second.
const QUICK_ROWS: u64 = 4_000_000;

/// Lines of a stream that one thread answers in turn, where an answer may take long.
pub const FEW_LINES: usize = 16;

/// How long `--bounds` searches unless told.
const BOUNDS_TIME: Duration = Duration::from_secs(1);

/// What is known of one state.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// The least number of moves; `None` where the goal is out of reach.
    pub distance: Option<u32>,
    /// What is proven of the distance where it is not known, or where bounds were asked for.
    pub bounds: Option<Bounds>,
    /// Why nothing is shorter: `table`, `search` or `construction+bound`.
    pub proof: Option<&'static str>,
    /// One shortest way, or the shortest known, both ends included; empty where it was not asked for.
    pub path: Vec<State>,
    /// How the answer was found.
    pub method: &'static str,
    /// What guided the search, where there was one.
    pub heuristic: Option<String>,
    /// What the search did, where there was one.
    pub stats: Option<Stats>,
}

impl Answer {
    /// Whether the goal can be reached; `None` if that is not known either.
    pub fn solvable(&self) -> Option<bool> {
        match (self.distance, self.bounds) {
            (Some(_), _) => Some(true),
            (None, Some(bounds)) => bounds.upper.map(|_| true),
            (None, None) => Some(false),
        }
    }

    /// Says in terms of bounds what is known exactly.
    pub fn with_bounds(self) -> Self {
        let exact = self.distance.map(|distance| Bounds {
            lower: distance,
            upper: Some(distance),
        });
        Self {
            bounds: self.bounds.or(exact),
            ..self
        }
    }
}

/// What is proven of a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// No solution has fewer moves.
    pub lower: u32,
    /// Moves of the best solution known.
    pub upper: Option<u32>,
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.upper {
            Some(upper) if upper == self.lower => write!(f, "{upper} moves"),
            Some(upper) => write!(f, "{}..{upper} moves", self.lower),
            None => write!(f, "{} moves or more", self.lower),
        }
    }
}

/// What a search did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stats {
    pub expanded: u64,
    pub generated: u64,
    pub thresholds: Vec<u32>,
    pub seconds: f64,
}

/// Something that knows distances to one goal.
pub trait Engine: Sync {
    /// The distance alone.
    fn distance(&self, state: &State) -> Result<Answer, Failure>;

    /// The distance of each state.
    fn distances(&self, states: &[State]) -> Vec<Result<Answer, Failure>> {
        states.iter().map(|state| self.distance(state)).collect()
    }

    /// Lines of a stream that one thread answers in turn.
    fn at_once(&self) -> usize {
        FEW_LINES
    }

    /// The distance and a shortest way.
    fn solve(&self, state: &State) -> Result<Answer, Failure>;

    /// Every legal move with the distance after it, best first, from a state whose own distance is
    /// known.
    fn hints(&self, state: &State, distance: u32) -> Result<Vec<(State, u32)>, Failure>;

    /// How many shortest ways there are.
    fn count(&self, state: &State) -> Result<u128, Failure>;

    /// Up to `limit` shortest ways.
    fn all(&self, state: &State, limit: usize) -> Result<Vec<Vec<State>>, Failure>;
}

/// An engine that knows all distances at once.
pub trait Tabulated: Engine {
    /// What the table says of itself.
    fn metadata(&self) -> &Metadata;

    /// Up to `limit` states at a distance.
    fn at(&self, depth: u32, limit: usize) -> Result<Vec<State>, Failure>;

    /// Calls `visit` with the same states, some at a time, as they are found; ends with its first failure.
    /// Reports how many states have been looked at.
    fn each_at(
        &self,
        depth: u32,
        limit: usize,
        monitor: &Monitor<'_, u64>,
        visit: &mut dyn FnMut(Vec<State>) -> Result<(), Failure>,
    ) -> Result<(), Failure>;

    /// States drawn uniformly and independently among those at a distance.
    fn random_at(
        &self,
        depth: u32,
        n: usize,
        rng: &mut rand_chacha::ChaCha12Rng,
    ) -> Result<Vec<State>, Failure>;
}

/// The table for a question, built if it is small or allowed; an error that says what else to do where
/// there cannot be one.
pub fn tabulated(context: &Context, asked: &Asked) -> Result<Box<dyn Tabulated>, Failure> {
    match find_table(context, asked, is_small)? {
        Some(table) => Ok(table),
        None => Err(no_table(asked)),
    }
}

pub fn no_table(asked: &Asked) -> Failure {
    let space = asked.space;
    let states = match space.states() {
        Some(states) => format!("{} states", crate::output::count(states)),
        None => "more than 10^19 states".to_owned(),
    };
    if tilebase_pdb_build::tabulable(space) {
        Failure::Table(format!(
            "there is no table of {space} ({states}): build it with `tilebase build {space}`"
        ))
    } else {
        Failure::input(format!(
            "{space} is too large to tabulate ({states}): `distance`, `solve` and `hint` search it by IDA* instead"
        ))
    }
}

/// Whatever answers best: the table if there is one or it is small, else a search, with its pattern
/// databases where `residence` says.
pub fn open(
    context: &Context,
    asked: &Asked,
    residence: Residence,
) -> Result<Box<dyn Engine>, Failure> {
    open_within(context, asked, &Limits::default(), residence)
}

/// As [`open`]; a search ends with bounds at the limits.
pub fn open_within(
    context: &Context,
    asked: &Asked,
    limits: &Limits,
    residence: Residence,
) -> Result<Box<dyn Engine>, Failure> {
    match asked.goal {
        Goal::Board(_) if limits.any() => Err(Failure::input(format!(
            "--bounds, --time and --resume are for rows of stones, not for the board {}",
            asked.space
        ))),
        Goal::Board(goal) => {
            let by_search = context.heuristic.is_some() || context.partition.is_some();
            if !by_search && let Some(table) = find_table(context, asked, is_small)? {
                return Ok(table);
            }
            Ok(Box::new(boards::Search::open(context, &goal, residence)?))
        }
        Goal::Rows(goal) => {
            let by_search = match (context.heuristic.as_deref(), &context.partition) {
                (_, Some(_)) => return Err(Failure::input("--partition is for sliding boards")),
                (Some(rows::COVERING), None) => true,
                (Some(other), None) => {
                    return Err(Failure::input(format!(
                        "unknown heuristic `{other}`: rows of stones have {}",
                        rows::COVERING
                    )));
                }
                // Whoever names a file to go on from wants the search.
                (None, None) => limits.resume.is_some(),
            };
            let quick = asked.space.states().is_some_and(|n| n <= QUICK_ROWS);
            let worth_building = |subject: &Subject| quick && is_small(subject);
            if !by_search && let Some(table) = find_table(context, asked, worth_building)? {
                return Ok(table);
            }
            Ok(Box::new(rows::Search {
                goal,
                quiet: context.quiet,
                time: limits.time.or_else(|| limits.bounds.then_some(BOUNDS_TIME)),
                resume: limits.resume.clone().map(SavedSearch::at).transpose()?,
            }))
        }
    }
}

/// Whether a missing table is small enough to be built when first asked for.
fn is_small(subject: &Subject) -> bool {
    tilebase_pdb_build::Needs::of(subject).is_ok_and(|needs| needs.disk <= SMALL)
}

/// The table for a question, if it is there or, missing, worth building.
fn find_table(
    context: &Context,
    asked: &Asked,
    worth_building: impl Fn(&Subject) -> bool,
) -> Result<Option<Box<dyn Tabulated>>, Failure> {
    let name = asked.space.to_string();
    let ready = |subject| {
        if !context.store.has(subject) && !worth_building(subject) {
            return Ok(false);
        }
        context.store.ensure(&name, subject).map(|()| true)
    };
    match asked.goal {
        Goal::Board(goal) => {
            let subject = board_subject(&Reduction::to_canonical(&goal));
            Ok(match ready(&subject)? {
                true => Some(Box::new(FromTable(BoardAnswers::from_table(
                    &goal,
                    context.store.open(&subject)?,
                )?))),
                false => None,
            })
        }
        Goal::Rows(goal) => {
            let Puzzle::Oshidori(puzzle) = asked.space else {
                unreachable!("a row is the goal of rows");
            };
            let subject = row_subject(&RowReduction::to_canonical(puzzle, goal), puzzle);
            Ok(match ready(&subject)? {
                true => Some(Box::new(FromTable(RowAnswers::from_table(
                    puzzle,
                    goal,
                    context.store.open(&subject)?,
                )?))),
                false => None,
            })
        }
    }
}
