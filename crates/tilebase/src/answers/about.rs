//! The keys that the objects of answers share.

use std::fmt;

use serde::{Serialize, Serializer};
use tilebase_core::{Puzzle, oshidori::Rules, sliding::Metric};

use crate::values::State;

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

impl About {
    pub(crate) fn new(puzzle: Puzzle, metric: Metric) -> Self {
        let rules = puzzle.rules();
        Self {
            puzzle,
            rules,
            metric,
        }
    }
}

/// Serializes a value as its text.
pub fn as_text<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Returns whether a metric is the usual one, which objects leave out.
pub fn is_single(metric: &Metric) -> bool {
    *metric == Metric::Single
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

impl<'a> PlacedState<'a> {
    pub(crate) fn new(state: &'a State, metric: Metric) -> Self {
        Self {
            about: About::new(state.puzzle(), metric),
            state: state.cells(),
        }
    }
}

/// Whether a state can reach the goal and, if it cannot, the goals with names that it can reach.
/// Serializes as keys of an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Solvable {
    /// Whether the goal can be reached; `None` if it is not known.
    pub solvable: Option<bool>,
    /// The name of the usual goal that a board which cannot reach its goal can reach, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual_goal: Option<&'static str>,
    /// The names of all goals with names that such a board can reach.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reachable_goals: Vec<&'static str>,
}

impl Solvable {
    /// Returns the keys for a state about which this is known.
    pub fn new(solvable: Option<bool>, state: &State) -> Self {
        if solvable != Some(false) {
            let (usual_goal, reachable_goals) = (None, Vec::new());
            return Self {
                solvable,
                usual_goal,
                reachable_goals,
            };
        }
        Self {
            solvable,
            usual_goal: state.usual_goal().map(|(name, _)| name),
            reachable_goals: state.reachable_names(),
        }
    }
}
