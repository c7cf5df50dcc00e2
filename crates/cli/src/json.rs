//! Answers as objects of JSON, one per line.

use serde::Serialize;
use tilebase::{Moves, Puzzle};

use crate::output::board;

/// A line that could not be answered.
#[derive(Serialize)]
pub struct ErrorLine {
    pub error: String,
}

/// One solution.
#[derive(Clone, Serialize)]
pub struct Solution {
    pub moves: Moves,
    #[serde(skip_serializing_if = "Option::is_none")]
    jumps: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    letters: Option<String>,
}

impl Solution {
    pub fn new(puzzle: Puzzle, moves: Moves) -> Self {
        Self {
            jumps: moves.jumps(puzzle),
            letters: board(puzzle).map(|_| moves.letters()),
            moves,
        }
    }
}

/// Returns an answer as one line of JSON.
pub fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("the keys of answers are text")
}

/// Returns an answer with one more key at its end.
pub fn with(answer: &str, key: &str, value: &impl Serialize) -> String {
    let value = text(value);
    match answer.strip_suffix('}') {
        Some(object) => format!("{object},\"{key}\":{value}}}"),
        None => answer.to_owned(),
    }
}

/// Returns an answer as a value.
pub fn value(answer: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(answer).expect("the keys of answers are text")
}
