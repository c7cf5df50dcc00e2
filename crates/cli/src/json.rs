//! Answers as objects of JSON, one a line.

use std::fmt::Display;

use serde::{Serialize, Serializer};
use tilebase::{Puzzle, oshidori::Rules, sliding::Metric};

/// A line that could not be answered.
#[derive(Serialize)]
pub struct Error<T: Display> {
    #[serde(serialize_with = "display")]
    pub error: T,
}

/// A puzzle, with the rules of a row where they are not the usual ones.
#[derive(Serialize)]
pub struct Space {
    #[serde(serialize_with = "display")]
    space: Puzzle,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Rules>,
}

impl From<Puzzle> for Space {
    fn from(space: Puzzle) -> Self {
        let rules = space.rules();
        Self { space, rules }
    }
}

/// Returns an answer as one line of JSON.
pub fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("the keys of answers are text")
}

/// Returns an answer as a value.
pub fn value(answer: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(answer).expect("the keys of answers are text")
}

/// Serializes a value as its text.
pub fn display<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Returns whether a metric is the usual one, which answers do not name.
pub fn is_single(metric: &Metric) -> bool {
    *metric == Metric::Single
}
