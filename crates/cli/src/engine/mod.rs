//! What answers questions: tables where there are any, searches elsewhere, behind one interface for all
//! puzzles.

pub mod boards;
mod table;

use tilebase_core::{Space, format::Metadata, oshidori::RowReduction, sliding::Reduction};
use tilebase_solve::{BoardAnswers, RowAnswers, board_subject, row_subject};

pub use table::FromTable;

use crate::{
    context::{Asked, Context},
    failure::Failure,
    state::{Goal, State},
};

/// Missing tables up to this size, in bytes, are built when first asked for.
const SMALL: u64 = 64 << 20;

/// What is known of one state.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// The least number of moves; `None` where the goal is out of reach.
    pub distance: Option<u32>,
    /// One shortest way, both ends included; empty where it was not asked for.
    pub path: Vec<State>,
    /// How the answer was found.
    pub method: &'static str,
    /// What guided the search, where there was one.
    pub heuristic: Option<String>,
    /// What the search did, where there was one.
    pub stats: Option<Stats>,
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

    /// The distance and a shortest way.
    fn solve(&self, state: &State) -> Result<Answer, Failure>;

    /// Every legal move with the distance after it, best first.
    fn hints(&self, state: &State) -> Result<Vec<(State, u32)>, Failure>;

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
    match find_table(context, asked)? {
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

/// Whatever answers best: the table if there is one or it is small, else a search.
pub fn open(context: &Context, asked: &Asked) -> Result<Box<dyn Engine>, Failure> {
    let by_search = context.heuristic.is_some() || context.partition.is_some();
    match asked.goal {
        Goal::Board(goal) if by_search => Ok(Box::new(boards::Search::open(context, &goal)?)),
        Goal::Rows(_) if by_search => Err(Failure::input(
            "--heuristic and --partition are for sliding boards",
        )),
        _ => match (find_table(context, asked)?, asked.goal) {
            (Some(table), _) => Ok(table as Box<dyn Engine>),
            (None, Goal::Board(goal)) => Ok(Box::new(boards::Search::open(context, &goal)?)),
            (None, Goal::Rows(_)) => Err(no_table(asked)),
        },
    }
}

fn find_table(context: &Context, asked: &Asked) -> Result<Option<Box<dyn Tabulated>>, Failure> {
    let name = asked.space.to_string();
    let ready = |subject| {
        let small = tilebase_pdb_build::Needs::of(subject).is_ok_and(|needs| needs.disk <= SMALL);
        if !context.store.has(subject) && !small {
            return Ok(false);
        }
        context.store.ensure(&name, subject).map(|()| true)
    };
    let folder = &context.store.folder;
    match asked.goal {
        Goal::Board(goal) => {
            let subject = board_subject(&Reduction::to_canonical(&goal));
            Ok(match ready(&subject)? {
                true => Some(Box::new(FromTable(BoardAnswers::open(folder, &goal)?))),
                false => None,
            })
        }
        Goal::Rows(goal) => {
            let Space::Oshidori(puzzle) = asked.space else {
                unreachable!("a row is the goal of rows");
            };
            let subject = row_subject(&RowReduction::to_canonical(puzzle, goal), puzzle);
            Ok(match ready(&subject)? {
                true => Some(Box::new(FromTable(RowAnswers::open(folder, puzzle, goal)?))),
                false => None,
            })
        }
    }
}
