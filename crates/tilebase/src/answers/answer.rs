//! Answers: the same kinds for boards and rows, from tables and from searches.
//!
//! Each serializes as its object in [`objects`](super::objects).

use std::fmt;

use serde::Serialize;
use tilebase_core::{
    counted,
    sliding::{Metric, Parity},
};
use tilebase_solve::{Proof, Stats};

use crate::{
    moves::{Move, Moves},
    values::{Error, Result, State},
};

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
    /// Returns the answer about a state from which the goal is out of reach.
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

    /// Returns the answer with these bounds.
    pub(crate) fn within(self, bounds: Bounds) -> Self {
        let bounds = Some(bounds);
        Self { bounds, ..self }
    }

    /// Returns the answer of a table. If the goal is out of reach, it is the same without one.
    pub(crate) fn from_table(
        state: State,
        distance: Option<u32>,
        path: Option<Vec<State>>,
    ) -> Self {
        let unsolvable = Self {
            path,
            ..Self::unsolvable(state)
        };
        match distance {
            None => unsolvable,
            Some(distance) => Self {
                method: Method::Table,
                bounds: Some(Bounds::of_distance(distance)),
                proof: Some(Proof::Table),
                ..unsolvable
            },
        }
    }

    /// Returns the answer with a game that leads to the goal, as the best solution known.
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
#[cfg_attr(feature = "read", derive(serde::Deserialize))]
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
        let range = match self.upper {
            None => self.lower.to_string(),
            Some(_) => self.range(),
        };
        write!(f, "{}{more}", counted(range, "move"))
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
    #[cfg(feature = "read")]
    const ALL: [Self; 6] = [
        Self::Table,
        Self::Search,
        Self::AStar,
        Self::Beam,
        Self::Stages,
        Self::Parity,
    ];

    /// Returns the method with this name.
    #[cfg(feature = "read")]
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

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

/// Shortest solutions as the states along them, and how many there are.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Solutions {
    /// The number of different shortest solutions; 0 if the goal is out of reach.
    pub count: u128,
    /// The states of the solutions that are listed, both ends included, in one order: that of the
    /// moves on the board as a table has it, which may be turned or mirrored. If there are more
    /// solutions, a table lists the first ones, and a search any.
    pub paths: Vec<Vec<State>>,
    /// The cost of the search that found them; `None` if a table did.
    pub stats: Option<Stats>,
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
            stats: Some(found.stats),
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
    Parity(Parity),
    /// In a row: a rule, or the result of a search.
    Rule(&'static str),
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
