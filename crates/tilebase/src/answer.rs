//! Answers: the same kinds for boards and rows, from tables and from searches.
//!
//! Each serializes to the object that the program's `--json` prints.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeMap};
use tilebase_core::{Puzzle, oshidori::Rules, sliding::Metric};
use tilebase_solve::{Proof, Stats};

use crate::{Error, Move, Moves, Result, State};

/// What is known about one state.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The state asked about.
    pub state: State,
    /// What counts as one move.
    pub metric: Metric,
    /// How the answer was found.
    pub method: Method,
    /// The bounds of the distance, in moves; `None` if the goal is out of reach.
    pub bounds: Option<Bounds>,
    /// Why no solution is shorter; `None` if it is not known.
    pub proof: Option<Proof>,
    /// The states of a shortest solution, or of the shortest known, both ends included. Empty if
    /// there is none; `None` if only the distance was asked for.
    pub path: Option<Vec<State>>,
    /// The name of the heuristic of the search, if there was one.
    pub heuristic: Option<String>,
    /// The cost of the search, if there was one.
    pub stats: Option<Stats>,
    /// Whether [`bounds`](Self::bounds) were asked for and are written even if they meet.
    pub(crate) show_bounds: bool,
}

impl Answer {
    /// Returns the answer about a state whose parity shows that there is no solution.
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

    /// Returns the same with bounds.
    pub(crate) fn within(self, bounds: Bounds) -> Self {
        let bounds = Some(bounds);
        Self { bounds, ..self }
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

    /// Returns the same with a game that leads to the goal, as the best solution known.
    pub(crate) fn along_game(self, game: &[State]) -> Self {
        let bounds = Bounds {
            lower: self.lower(),
            upper: Some(game.len() as u32 - 1),
        };
        Self {
            method: Method::Beam,
            bounds: Some(bounds),
            proof: bounds.exact().map(|_| Proof::ConstructionAndBound),
            path: Some(game.to_vec()),
            ..self
        }
    }

    /// Returns the least number of moves to the goal; `None` if the goal is out of reach, or if a
    /// search ended with bounds.
    pub fn distance(&self) -> Option<u32> {
        self.bounds?.exact()
    }

    /// Returns the proven lower bound on the number of moves; 0 if the goal is out of reach.
    pub fn lower(&self) -> u32 {
        self.bounds.map_or(0, |bounds| bounds.lower)
    }

    /// Returns the length of the best known solution, if one is known.
    pub fn upper(&self) -> Option<u32> {
        self.bounds?.upper
    }

    /// Returns the least number of moves to the goal; `None` only if the goal is out of reach.
    ///
    /// # Errors
    /// [`Error::NotExact`] if a search ended with bounds.
    pub fn proven(&self) -> Result<Option<u32>> {
        match (self.distance(), self.solvable()) {
            (None, None | Some(true)) => Err(Error::NotExact(self.state.puzzle())),
            (distance, _) => Ok(distance),
        }
    }

    /// Returns whether the goal can be reached; `None` if a search ended before it was known.
    pub fn solvable(&self) -> Option<bool> {
        match self.bounds {
            None => Some(false),
            Some(bounds) => bounds.upper.map(|_| true),
        }
    }

    /// Returns the moves of [`path`](Self::path); an empty list if there is no path.
    pub fn moves(&self) -> Moves {
        Moves::along(self.metric, self.path.as_deref().unwrap_or_default())
    }

    pub(crate) fn serialize_path<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let moves = self.moves();
        map.serialize_entry("moves", &moves)?;
        if let Some(jumps) = moves.jumps(self.state.puzzle()) {
            map.serialize_entry("jumps", &jumps)?;
        }
        if is_board(&self.state) {
            map.serialize_entry("letters", &moves.letters())?;
            map.serialize_entry("blank", &moves.blank())?;
        }
        let states: Vec<&[u8]> = path.iter().map(State::cells).collect();
        map.serialize_entry("states", &states)
    }
}

/// A solution that is better than the one before, or better proven.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Improvement {
    /// The solution, and the bounds proven by then.
    #[serde(flatten)]
    pub answer: Answer,
    /// The seconds since the question was asked.
    pub seconds: f64,
}

/// Bounds of a distance, in moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Default)]
pub struct Bounds {
    /// No solution has fewer moves.
    #[serde(rename = "least")]
    pub lower: u32,
    /// Moves of the best solution known; `None` before there is one.
    #[serde(rename = "most")]
    pub upper: Option<u32>,
}

impl Bounds {
    /// Returns the bounds of a distance of which no solution is known.
    pub(crate) fn at_least(lower: u32) -> Self {
        Self { lower, upper: None }
    }

    /// Returns the bounds of a distance that is known.
    pub(crate) fn of_distance(distance: u32) -> Self {
        Self {
            lower: distance,
            upper: Some(distance),
        }
    }

    /// Returns the distance, if the bounds meet.
    pub fn exact(self) -> Option<u32> {
        self.upper.filter(|&upper| upper == self.lower)
    }

    /// Returns the distance, or the range in which it is: `12`, `10..14`, `10 or more`.
    pub fn range(self) -> String {
        match self.upper {
            Some(upper) if upper == self.lower => upper.to_string(),
            Some(upper) => format!("{}..{upper}", self.lower),
            None => format!("{} or more", self.lower),
        }
    }

    /// Returns the bounds that follow from both.
    pub(crate) fn meet(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.into_iter().chain(other.upper).min(),
        }
    }

    /// Returns the bounds that follow for a state one move away, if the move can be taken back.
    pub(crate) fn beside(self) -> Self {
        Self {
            lower: self.lower.saturating_sub(1),
            upper: self.upper.map(|upper| upper + 1),
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.upper.is_none() { " or more" } else { "" };
        match (self.lower, self.upper) {
            (1, None | Some(1)) => write!(f, "1 move{more}"),
            (lower, None) => write!(f, "{lower} moves{more}"),
            (_, Some(_)) => write!(f, "{} moves", self.range()),
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
    /// Searched by A\*.
    AStar,
    /// Constructed, or found by a beam.
    Beam,
    /// Solved stage by stage.
    Stages,
    /// The parity of the permutation shows that there is no solution.
    Parity,
}

impl Method {
    /// Returns `table`, `ida*`, `a*`, `beam`, `stages` or `parity`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Search => "ida*",
            Self::AStar => "a*",
            Self::Beam => "beam",
            Self::Stages => "stages",
            Self::Parity => "parity",
        }
    }
}

/// Serializes as the object of `distance --json` or, with a path, of `solve --json`.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        head(&mut map, &self.state, self.metric)?;
        Solvable::new(self.solvable(), &self.state).write(&mut map)?;
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
            map.serialize_entry("proof", &self.proof)?;
        }
        if let Some(heuristic) = &self.heuristic {
            map.serialize_entry("heuristic", heuristic)?;
        }
        if let Some(stats) = &self.stats {
            map.serialize_entry("stats", stats)?;
        }
        self.serialize_path(&mut map)?;
        map.end()
    }
}

pub(crate) fn head<M: SerializeMap>(
    map: &mut M,
    state: &State,
    metric: Metric,
) -> Result<(), M::Error> {
    map.serialize_entry("space", &state.puzzle().to_string())?;
    if let Some(rules) = state.puzzle().rules() {
        map.serialize_entry("rules", &rules)?;
    }
    if metric != Metric::Single {
        map.serialize_entry("metric", &metric.to_string())?;
    }
    map.serialize_entry("state", &state.cells())
}

pub(crate) fn step<M: SerializeMap>(
    map: &mut M,
    step: Move,
    state: &State,
    bounds: Bounds,
) -> Result<(), M::Error> {
    map.serialize_entry("move", &step)?;
    if let Some(letters) = step.letters() {
        map.serialize_entry("letter", &letters)?;
    }
    if state.puzzle().rules().is_some() {
        map.serialize_entry("jump", &step.to_string())?;
    }
    map.serialize_entry("state", &state.cells())?;
    value(map, ["distance", "bounds"], Some(bounds))
}

/// Writes a number, or `null` and its bounds if it is not proven.
pub(crate) fn value<M: SerializeMap>(
    map: &mut M,
    [exact, open]: [&'static str; 2],
    bounds: Option<Bounds>,
) -> Result<(), M::Error> {
    let number = bounds.and_then(Bounds::exact);
    map.serialize_entry(exact, &number)?;
    match bounds {
        Some(bounds) if number.is_none() => map.serialize_entry(open, &bounds),
        _ => Ok(()),
    }
}

pub(crate) fn is_board(state: &State) -> bool {
    matches!(state.puzzle(), Puzzle::Sliding(_))
}

/// Shortest solutions as the states along them, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Solutions {
    /// The number of different shortest solutions; 0 if the goal is out of reach.
    pub count: u128,
    /// The states of the first solutions in the puzzle's order of moves, both ends included.
    pub paths: Vec<Vec<State>>,
}

impl Solutions {
    /// Returns the solutions that a search has found, if any, as the states along their moves.
    pub(crate) fn along<M>(
        found: Option<tilebase_solve::FoundSolutions<M>>,
        path: impl Fn(&[M]) -> Vec<State>,
    ) -> Self {
        found.map_or_else(Self::default, |found| Self {
            count: found.count.into(),
            paths: found.listed.iter().map(|moves| path(moves)).collect(),
        })
    }
}

/// A state with every legal move and what is known of the distance after it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Hints {
    /// The state asked about.
    pub state: State,
    /// What counts as one move.
    pub metric: Metric,
    /// The bounds of its distance, in moves; `None` if the goal is out of reach.
    pub bounds: Option<Bounds>,
    /// The moves, best first: by the best solution known, then by the lower bound, then in the
    /// puzzle's order. Empty if the goal is out of reach.
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
    /// The bounds of the distance of that state, in moves.
    pub bounds: Bounds,
}

impl Hints {
    /// Returns the distance of the state, in moves; `None` if the goal is out of reach or the
    /// distance is not proven.
    pub fn distance(&self) -> Option<u32> {
        self.bounds?.exact()
    }
}

impl Hint {
    /// Returns the distance after the move; `None` if it is not proven.
    pub fn distance(&self) -> Option<u32> {
        self.bounds.exact()
    }
}

impl Serialize for Hints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        head(&mut map, &self.state, self.metric)?;
        Solvable::new(Some(self.bounds.is_some()), &self.state).write(&mut map)?;
        value(&mut map, ["distance", "bounds"], self.bounds)?;
        map.serialize_entry("moves", &self.moves)?;
        map.end()
    }
}

impl Serialize for Hint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        step(&mut map, self.step, &self.state, self.bounds)?;
        map.end()
    }
}

/// The puzzle, rules and metric of an answer. Serializes as the first keys of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct About {
    /// The puzzle.
    #[serde(rename = "space", serialize_with = "as_text")]
    pub puzzle: Puzzle,
    /// The rules of a row, if they are not the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// What counts as one move.
    #[serde(serialize_with = "as_text", skip_serializing_if = "is_single")]
    pub metric: Metric,
}

/// A state of a puzzle, as an object.
#[derive(Debug, Serialize)]
pub struct PlacedState<'a> {
    /// The puzzle, its rules and its metric.
    #[serde(flatten)]
    pub about: About,
    /// The cells.
    pub state: &'a [u8],
}

/// Serializes a value as its text.
pub fn as_text<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Returns whether a metric is the usual one, which objects leave out.
pub fn is_single(metric: &Metric) -> bool {
    *metric == Metric::Single
}

/// Whether a state can reach the goal and, if it cannot, the usual goal that it can reach.
/// Serializes as keys of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Solvable {
    /// Whether the goal can be reached; `None` if it is not known.
    pub solvable: Option<bool>,
    /// The name of the usual goal that a board which cannot reach its goal can reach, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual_goal: Option<&'static str>,
}

impl Solvable {
    /// Returns the same for a state about which this is known.
    pub fn new(solvable: Option<bool>, state: &State) -> Self {
        let other = (solvable == Some(false)).then(|| state.usual_goal());
        Self {
            solvable,
            usual_goal: other.flatten().map(|(name, _)| name),
        }
    }

    fn write<M: SerializeMap>(self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("solvable", &self.solvable)?;
        match self.usual_goal {
            Some(name) => map.serialize_entry("usual_goal", name),
            None => Ok(()),
        }
    }
}

/// Whether a state can reach the goal, and why.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// The state asked about.
    pub state: State,
    /// What counts as one move; it makes no difference to what can be reached.
    pub metric: Metric,
    /// Whether the goal can be reached; `None` if it is not known.
    pub solvable: Option<bool>,
    /// The reason.
    pub reason: Reason,
}

/// Why a state can or cannot reach the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// On a board: the parity of its permutation, with the figures.
    Parity(tilebase_core::sliding::Parity),
    /// In a row: a rule, or the result of a search.
    Rule(&'static str),
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        head(&mut map, &self.state, self.metric)?;
        Solvable::new(self.solvable, &self.state).write(&mut map)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_that_is_not_known_is_not_out_of_reach() {
        let state = State::parse("3x3".parse().unwrap(), "123456708").unwrap();
        let unsolvable = Answer::unsolvable(state);
        assert!(matches!(unsolvable.proven(), Ok(None)));
        let within = |lower, upper| unsolvable.clone().within(Bounds { lower, upper });
        assert!(matches!(within(1, Some(1)).proven(), Ok(Some(1))));
        for upper in [None, Some(3)] {
            assert!(matches!(within(1, upper).proven(), Err(Error::NotExact(_))));
        }
    }
}
