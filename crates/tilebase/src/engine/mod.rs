//! What answers a question: a table of every state, or a search.

pub(crate) mod boards;
mod multi;
mod patterns;
pub(crate) mod rows;

use tilebase_core::{
    Puzzle, Reduce,
    format::{DamagedPage, Subject, TableFile},
    oshidori::Row,
    sliding::{Board, Metric},
};
use tilebase_solve::{Answers, table::Distances};

use crate::{
    Answer, Bounds, Check, Error, Library, Method, Options, Position, Proof, Solutions, State,
    event::Reporter,
};

/// The name of the goal `0 1 2 …`.
const BLANK_FIRST: &str = "blank-first";

/// The name of the usual goal, `1 2 3 … 0`.
const BLANK_LAST: &str = "blank-last";

/// The positions of one family of puzzles: [`Board`] and [`Row`]. It is not for other types.
pub trait Family: Position + Into<State> + Eq + std::hash::Hash + sealed::Sealed + 'static {
    /// The puzzle within the family: a shape, or stones.
    type Name: Copy + Into<Puzzle> + std::fmt::Debug + Send + Sync;
    /// What can be reached.
    type Goal: Copy + std::fmt::Debug + Send + Sync;
    #[doc(hidden)]
    type Distances: Distances<State = Self, Bytes = TableFile> + Send + Sync;
    #[doc(hidden)]
    type Reduction: Reduce<State = Self> + Send + Sync;
    #[doc(hidden)]
    type Search: Search<Self>;

    /// Returns the usual goal.
    #[doc(hidden)]
    fn usual_goal(name: Self::Name) -> Self::Goal;
    /// Reads a goal.
    #[doc(hidden)]
    fn parse_goal(name: Self::Name, text: &str) -> Result<Self::Goal, Error>;
    /// Reads a state.
    #[doc(hidden)]
    fn from_state(name: Self::Name, state: State) -> Result<Self, Error>;
    /// Returns the table that answers.
    #[doc(hidden)]
    fn subject(question: &Question<Self>) -> Subject;
    /// That table, opened, as what answers in terms of the user's states.
    #[doc(hidden)]
    fn answers(question: &Question<Self>, table: TableFile) -> Result<TableOf<Self>, Error>;
    /// Returns whether the options ask for a search even where there is a table.
    #[doc(hidden)]
    fn wants_search(question: &Question<Self>, options: &Options) -> Result<bool, Error>;
    /// Returns whether a missing table is rather built than searched without.
    #[doc(hidden)]
    fn worth_building(question: &Question<Self>) -> bool;
    /// Returns the search.
    #[doc(hidden)]
    fn search(
        question: &Question<Self>,
        library: &Library,
        options: &Options,
    ) -> Result<Self::Search, Error>;
    /// Returns the pattern databases of that search.
    #[doc(hidden)]
    fn search_subjects(question: &Question<Self>, options: &Options)
    -> Result<Vec<Subject>, Error>;
    /// Returns whether a state can reach the goal, as far as rules say.
    #[doc(hidden)]
    fn check(question: &Question<Self>, state: &Self) -> Result<Option<Check<Self>>, Error>;
    /// Returns a state that meets the goal.
    #[doc(hidden)]
    fn a_goal(question: &Question<Self>) -> Self;
    /// Returns the distances of random states, where they are known and a table is not.
    #[doc(hidden)]
    fn sample(question: &Question<Self>) -> Option<Vec<u32>>;
    /// Returns a state drawn uniformly among those that the rules call solvable.
    #[doc(hidden)]
    fn draw(question: &Question<Self>, rng: &mut rand_chacha::ChaCha12Rng) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Board {}
    impl Sealed for super::Row {}
}

/// A puzzle with a goal.
#[derive(Debug, Clone, Copy)]
pub struct Question<S: Family> {
    pub(crate) name: S::Name,
    pub(crate) goal: S::Goal,
    /// Rows of stones have the default alone.
    pub(crate) metric: Metric,
}

/// A table that answers about states of one family.
pub type TableOf<S> = Answers<<S as Family>::Distances, <S as Family>::Reduction>;

/// A search that answers about one goal.
#[doc(hidden)]
pub trait Search<S>: Send + Sync {
    /// Returns the name of its heuristic.
    fn heuristic(&self) -> String;

    /// Returns a lower bound on the distance; `None` where the goal is known to be out of reach.
    fn estimate(&self, state: &S) -> Option<u32>;

    /// Tells whether the tables that all estimates so far come from are what was written.
    fn damage(&self) -> Result<(), DamagedPage> {
        Ok(())
    }

    /// Returns a shortest solution, or bounds.
    fn solve(&self, state: &S, reporter: &Reporter) -> Result<Answer<S>, Error>;

    /// Returns the distance of a neighbour of a state at `distance`.
    fn distance_beside(
        &self,
        state: &S,
        next: &S,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>, Error>;

    /// Returns the distances of all neighbours of a state at `distance`. One that is nearer may be
    /// known.
    fn distances_beside(
        &self,
        state: &S,
        neighbours: &[S],
        nearer: Option<&S>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<u32>>, Error>;

    /// Returns the states of up to `limit` shortest solutions, and how many there are if `all` are
    /// to be counted.
    fn solutions(
        &self,
        state: &S,
        limit: usize,
        all: bool,
        reporter: &Reporter,
    ) -> Result<Solutions<S>, Error>;
}

/// Whatever answers best.
pub(crate) enum Engine<S: Family> {
    Table(TableOf<S>),
    Search(S::Search),
}

impl<S: Family> Engine<S> {
    pub(crate) fn table(&self) -> Option<&TableOf<S>> {
        match self {
            Self::Table(table) => Some(table),
            Self::Search(_) => None,
        }
    }

    /// Returns the distance, with the path where it costs nothing more.
    pub(crate) fn distance(&self, state: &S, reporter: &Reporter) -> Result<Answer<S>, Error> {
        match self {
            Self::Table(table) => Ok(found(*state, table.distance(state)?, None)),
            Self::Search(search) => {
                let answer = search.solve(state, reporter)?;
                Ok(Answer {
                    path: None,
                    ..answer
                })
            }
        }
    }

    /// Returns the distance of each state.
    pub(crate) fn each_distance(
        &self,
        states: &[S],
        reporter: &Reporter,
    ) -> Vec<Result<Answer<S>, Error>> {
        let together = self.table().map(|table| table.distances_of(states));
        match together {
            Some(Ok(distances)) => states
                .iter()
                .zip(distances)
                .map(|(&state, distance)| Ok(found(state, distance, None)))
                .collect(),
            // One by one a damaged table tells for which states it is.
            _ => states
                .iter()
                .map(|state| self.distance(state, reporter))
                .collect(),
        }
    }

    pub(crate) fn solve(&self, state: &S, reporter: &Reporter) -> Result<Answer<S>, Error> {
        match self {
            Self::Table(table) => {
                let path = table.path(state)?;
                let distance = path.as_ref().map(|path| path.len() as u32 - 1);
                Ok(found(*state, distance, Some(path.unwrap_or_default())))
            }
            Self::Search(search) => search.solve(state, reporter),
        }
    }

    pub(crate) fn distance_beside(
        &self,
        state: &S,
        next: &S,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>, Error> {
        match self {
            Self::Table(table) => Ok(table.distance(next)?),
            Self::Search(search) => search.distance_beside(state, next, distance, reporter),
        }
    }

    pub(crate) fn distances_beside(
        &self,
        state: &S,
        neighbours: &[S],
        nearer: Option<&S>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<u32>>, Error> {
        match self {
            Self::Table(table) => {
                let distances = neighbours.iter().map(|next| Ok(table.distance(next)?));
                distances.collect()
            }
            Self::Search(search) => {
                search.distances_beside(state, neighbours, nearer, distance, reporter)
            }
        }
    }

    pub(crate) fn solutions(
        &self,
        state: &S,
        limit: usize,
        all: bool,
        reporter: &Reporter,
    ) -> Result<Solutions<S>, Error> {
        match self {
            Self::Table(table) => {
                let paths = table.all_paths(state, limit)?;
                let count = if all { table.count_paths(state)? } else { paths.len() as u128 };
                Ok(Solutions { count, paths })
            }
            Self::Search(search) => search.solutions(state, limit, all, reporter),
        }
    }
}

/// Returns an answer from a table.
fn found<S>(state: S, distance: Option<u32>, path: Option<Vec<S>>) -> Answer<S> {
    Answer {
        state,
        metric: Metric::default(),
        method: Method::Table,
        bounds: distance.map(Bounds::of_distance),
        proof: distance.map(|_| Proof::Table),
        path,
        heuristic: None,
        stats: None,
        show_bounds: false,
    }
}
