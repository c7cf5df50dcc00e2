//! Answers: the same kinds for boards and rows, from tables and from searches.
//!
//! Each serializes to the object that the program's `--json` prints.

use std::{fmt, time::Duration};

use serde::{Serialize, Serializer, ser::SerializeMap};
use tilebase_core::{Puzzle, sliding::Metric};
use tilebase_solve::Stats;

use crate::{Error, Move, Moves, State, moves::Lengths};

/// What is known of one state.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The state asked about.
    pub state: State,
    /// What counts as one move.
    pub metric: Metric,
    /// How the answer was found.
    pub method: Method,
    /// What is proven of the distance, in moves. `None` where the goal is out of reach.
    pub bounds: Option<Bounds>,
    /// Why no solution is shorter; `None` where it is not known.
    pub proof: Option<Proof>,
    /// The states of a shortest solution, or of the shortest known, both ends included. Empty if
    /// there is none; `None` if only the distance was asked for.
    pub path: Option<Vec<State>>,
    /// What guided the search, if there was one.
    pub heuristic: Option<String>,
    /// What the search did, if there was one.
    pub stats: Option<Stats>,
    /// Whether [`bounds`](Self::bounds) were asked for, so that they are written even where they
    /// meet.
    pub(crate) show_bounds: bool,
}

impl Answer {
    /// Returns the answer about a state whose parity excludes every solution.
    pub(crate) fn unsolvable(state: State) -> Self {
        Self {
            state,
            metric: Metric::default(),
            method: Method::Parity,
            bounds: None,
            proof: None,
            path: Some(Vec::new()),
            heuristic: None,
            stats: None,
            show_bounds: false,
        }
    }

    /// Returns the answer of a table.
    pub(crate) fn from_table(
        state: State,
        distance: Option<u32>,
        path: Option<Vec<State>>,
    ) -> Self {
        Self {
            method: Method::Table,
            bounds: distance.map(Bounds::of_distance),
            proof: distance.map(|_| Proof::Table),
            path,
            ..Self::unsolvable(state)
        }
    }

    /// Returns the least number of moves to the goal. `None` where the goal is out of reach, and
    /// where a search ended with bounds.
    pub fn distance(&self) -> Option<u32> {
        self.bounds?.exact()
    }

    /// Returns the same, where the difference matters between a goal that is out of reach and a
    /// distance that is not known.
    ///
    /// # Errors
    /// If a solution is known, but not whether it is a shortest one.
    pub fn proven(&self) -> Result<Option<u32>, Error> {
        match (self.distance(), self.solvable()) {
            (None, Some(true)) => Err(Error::NotExact {
                puzzle: self.state.puzzle(),
            }),
            (distance, _) => Ok(distance),
        }
    }

    /// Returns whether the goal can be reached; `None` where a search ended before it was known.
    pub fn solvable(&self) -> Option<bool> {
        match self.bounds {
            None => Some(false),
            Some(bounds) => bounds.upper.map(|_| true),
        }
    }

    /// Returns the moves of [`path`](Self::path); an empty list if there is no path.
    pub fn moves(&self) -> Moves {
        Moves::along_in(self.metric, self.path.as_deref().unwrap_or_default())
    }
}

/// A solution that is better than the one before, or better proven.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Improvement {
    /// The solution, and what is proven beside it.
    pub answer: Answer,
    /// The time since the question was asked.
    pub elapsed: Duration,
}

/// What is proven of a distance, in moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// No solution has fewer moves.
    pub lower: u32,
    /// Moves of the best solution known; `None` before there is one.
    pub upper: Option<u32>,
}

impl Bounds {
    /// Returns the bounds of a distance that is known.
    pub fn of_distance(distance: u32) -> Self {
        Self {
            lower: distance,
            upper: Some(distance),
        }
    }

    /// Returns the distance, if the bounds meet.
    pub fn exact(self) -> Option<u32> {
        self.upper.filter(|&upper| upper == self.lower)
    }
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

/// How an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Looked up in a table of every state.
    Table,
    /// Searched by IDA\*.
    Search,
    /// Constructed, or found by a beam.
    Beam,
    /// The parity of the permutation excludes every solution.
    Parity,
}

impl Method {
    /// `table`, `ida*`, `beam` or `parity`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Search => "ida*",
            Self::Beam => "beam",
            Self::Parity => "parity",
        }
    }
}

/// Why no solution is shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Proof {
    /// The table has the distance of every state.
    Table,
    /// Everything shorter was searched.
    Search,
    /// A solution was constructed that is as short as the lower bound.
    ConstructionAndBound,
}

impl Proof {
    /// `table`, `search` or `construction+bound`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Search => "search",
            Self::ConstructionAndBound => "construction+bound",
        }
    }
}

/// Serializes as the object of `distance --json`, and with a path, of `solve --json`.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        head(&mut map, &self.state, self.metric)?;
        map.serialize_entry("solvable", &self.solvable())?;
        map.serialize_entry("distance", &self.distance())?;
        map.serialize_entry("method", self.method.name())?;
        let open = self
            .bounds
            .filter(|bounds| self.show_bounds || bounds.exact().is_none());
        if let Some(bounds) = open {
            map.serialize_entry("lower", &bounds.lower)?;
            map.serialize_entry("upper", &bounds.upper)?;
        }
        if let (Method::Beam, Some(bounds)) = (self.method, self.bounds) {
            map.serialize_entry("optimal", &bounds.exact().is_some())?;
            map.serialize_entry("lower_bound", &bounds.lower)?;
            map.serialize_entry("length", &bounds.upper)?;
        }
        if self.proof.is_some() || open.is_some() {
            map.serialize_entry("proof", &self.proof.map(Proof::name))?;
        }
        if let Some(heuristic) = &self.heuristic {
            map.serialize_entry("heuristic", heuristic)?;
        }
        if let Some(stats) = &self.stats {
            map.serialize_entry("stats", stats)?;
        }
        if let Some(path) = &self.path {
            let moves = self.moves();
            map.serialize_entry("moves", &moves)?;
            if is_board(&self.state) {
                map.serialize_entry("letters", &moves.letters())?;
                map.serialize_entry("blank", &moves.blank())?;
            }
            let states: Vec<&[u8]> = path.iter().map(State::cells).collect();
            map.serialize_entry("states", &states)?;
        }
        map.end()
    }
}

fn head<M: SerializeMap>(map: &mut M, state: &State, metric: Metric) -> Result<(), M::Error> {
    map.serialize_entry("space", &state.puzzle().to_string())?;
    if metric != Metric::Single {
        map.serialize_entry("metric", &metric.to_string())?;
    }
    map.serialize_entry("state", &state.cells())
}

fn step<M: SerializeMap>(
    map: &mut M,
    step: Move,
    state: &State,
    distance: u32,
) -> Result<(), M::Error> {
    map.serialize_entry("move", &step)?;
    if let Some(letters) = step.letters() {
        map.serialize_entry("letter", &letters)?;
    }
    map.serialize_entry("state", &state.cells())?;
    map.serialize_entry("distance", &distance)
}

fn is_board(state: &State) -> bool {
    matches!(state.puzzle(), Puzzle::Sliding(_))
}

/// The states at the ends and in between of several shortest solutions, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solutions {
    /// How many different shortest solutions there are; 0 where the goal is out of reach.
    pub count: u128,
    /// The states of the first of them, both ends included, in the puzzle's order of moves.
    pub paths: Vec<Vec<State>>,
}

impl Solutions {
    /// Returns what there is where the goal is out of reach.
    pub(crate) fn none() -> Self {
        Self {
            count: 0,
            paths: Vec::new(),
        }
    }

    /// Returns what a search has found, if anything, by the states along its moves.
    pub(crate) fn along(
        found: Option<tilebase_solve::Solutions>,
        path: impl Fn(&[u8]) -> Result<Vec<State>, Error>,
    ) -> Result<Self, Error> {
        let Some(found) = found else {
            return Ok(Self::none());
        };
        let paths = found.listed.iter().map(|moves| path(moves));
        Ok(Self {
            count: found.count.into(),
            paths: paths.collect::<Result<_, _>>()?,
        })
    }
}

/// A state with every legal move and the distance after it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Hints {
    /// The state asked about.
    pub state: State,
    /// What counts as one move.
    pub metric: Metric,
    /// Its distance, in moves; `None` where the goal is out of reach.
    pub distance: Option<u32>,
    /// The moves, best first, in the puzzle's order among equals; empty where the goal is out of
    /// reach.
    pub moves: Vec<Hint>,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Hint {
    /// The move.
    pub step: Move,
    /// The state after it.
    pub state: State,
    /// The distance of that state, in moves.
    pub distance: u32,
}

impl Serialize for Hints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        head(&mut map, &self.state, self.metric)?;
        map.serialize_entry("solvable", &self.distance.is_some())?;
        map.serialize_entry("distance", &self.distance)?;
        map.serialize_entry("moves", &self.moves)?;
        map.end()
    }
}

impl Serialize for Hint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        step(&mut map, self.step, &self.state, self.distance)?;
        map.end()
    }
}

/// A game that was played, graded move by move.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Review {
    /// The state at the start.
    pub state: State,
    /// What counts as one move.
    pub metric: Metric,
    /// Its distance, in moves: a game without a mistake has so many.
    pub distance: u32,
    /// The moves made, in order.
    pub moves: Vec<Reviewed>,
}

/// One move of a game.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reviewed {
    /// The move.
    pub step: Move,
    /// The state after it.
    pub state: State,
    /// The distance of that state, in moves.
    pub distance: u32,
    /// Whether it is one less than before.
    pub optimal: bool,
}

impl Review {
    /// Returns the state after the last move.
    pub fn last(&self) -> &State {
        self.moves.last().map_or(&self.state, |last| &last.state)
    }

    /// Returns the distance of the [`last`](Self::last) state, in moves.
    pub fn last_distance(&self) -> u32 {
        self.moves
            .last()
            .map_or(self.distance, |last| last.distance)
    }

    /// Returns how many moves were more than necessary: moves made, plus those still to make, less
    /// the distance at the start. 0 for a game without a mistake.
    pub fn wasted(&self) -> u32 {
        // No move brings the goal nearer by more than one, so this is never negative.
        (self.moves.len() as u32 + self.last_distance()).saturating_sub(self.distance)
    }

    /// How long the game is in both metrics.
    pub fn lengths(&self) -> Lengths {
        let mut path = vec![self.state.clone()];
        path.extend(self.moves.iter().map(|reviewed| reviewed.state.clone()));
        Moves::along_in(self.metric, &path).lengths()
    }
}

impl Serialize for Review {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        head(&mut map, &self.state, self.metric)?;
        map.serialize_entry("distance", &self.distance)?;
        map.serialize_entry("moves", &self.moves)?;
        map.serialize_entry("final", &self.last().cells())?;
        map.serialize_entry("final_distance", &self.last_distance())?;
        map.serialize_entry("made", &self.moves.len())?;
        map.serialize_entry("wasted", &self.wasted())?;
        if is_board(&self.state) {
            map.serialize_entry("lengths", &self.lengths())?;
        }
        map.end()
    }
}

impl Serialize for Reviewed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        step(&mut map, self.step, &self.state, self.distance)?;
        map.serialize_entry("optimal", &self.optimal)?;
        map.end()
    }
}

/// How many states there are at each distance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Depths {
    /// The puzzle.
    #[serde(rename = "space", serialize_with = "name")]
    pub puzzle: Puzzle,
    /// What counts as one move.
    #[serde(serialize_with = "metric", skip_serializing_if = "is_single")]
    pub metric: Metric,
    /// States that can reach the goal.
    pub states: u64,
    /// The greatest distance, in moves.
    pub eccentricity: u32,
    /// States in the table that cannot reach the goal.
    pub unreachable: u64,
    /// `counts[d]` states are `d` moves from the goal.
    pub counts: Vec<u64>,
}

fn metric<T: Serializer>(metric: &Metric, serializer: T) -> Result<T::Ok, T::Error> {
    serializer.collect_str(metric)
}

fn is_single(metric: &Metric) -> bool {
    *metric == Metric::Single
}

fn name<T: Serializer>(puzzle: &Puzzle, serializer: T) -> Result<T::Ok, T::Error> {
    serializer.collect_str(puzzle)
}

/// Whether a state can reach the goal, and why.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// The state asked about.
    pub state: State,
    /// What counts as one move; it makes no difference to what can be reached.
    pub metric: Metric,
    /// Whether the goal can be reached; `None` where it is not known.
    pub solvable: Option<bool>,
    /// Why.
    pub reason: Reason,
}

/// Why a state can or cannot reach the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// On a board: the parity of its permutation, with the figures.
    Parity(tilebase_core::sliding::Parity),
    /// In a row: a rule, or what a search found.
    Rule(&'static str),
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        head(&mut map, &self.state, self.metric)?;
        map.serialize_entry("solvable", &self.solvable)?;
        if let (Some(false), Some((name, _))) = (self.solvable, self.state.usual_goal()) {
            map.serialize_entry("usual_goal", name)?;
        }
        match &self.reason {
            Reason::Parity(parity) => {
                map.serialize_entry("inversions_by_tile", &parity.inversions_by_tile)?;
                map.serialize_entry("inversions", &parity.inversions())?;
                map.serialize_entry("blank_row", &parity.blank_row)?;
                map.serialize_entry("home_row", &parity.home_row)?;
                map.serialize_entry("row_counts", &parity.row_counts())?;
                map.serialize_entry("sum", &parity.sum())?;
            }
            Reason::Rule(reason) => map.serialize_entry("reason", reason)?,
        }
        map.end()
    }
}
