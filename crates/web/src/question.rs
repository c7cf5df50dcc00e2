//! Questions, as they are written.

use serde::{Deserialize, Deserializer, de::Error};
use tilebase::{Input, sliding::Metric};

/// A question about a puzzle.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    pub(crate) subject: Subject,
    #[serde(flatten)]
    pub(crate) task: Task,
}

/// What a question is about.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Subject {
    /// The puzzle's name.
    pub(crate) space: String,
    /// The goal, if it is not the usual one.
    pub(crate) goal: Option<String>,
    /// What counts as one move.
    #[serde(default, deserialize_with = "metric")]
    pub(crate) metric: Metric,
    /// After this time a search of a row ends with bounds.
    pub(crate) seconds: Option<f64>,
}

fn metric<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Metric, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(D::Error::custom)
}

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub(crate) enum Task {
    Prepare,
    Distance {
        state: Cells,
    },
    Solve {
        state: Cells,
        #[serde(default)]
        count: bool,
    },
    Hint {
        state: Cells,
        #[serde(default)]
        count: bool,
    },
    Review {
        state: Cells,
        moves: String,
    },
    Check {
        state: Cells,
    },
    Depths,
    Hardest {
        limit: Option<usize>,
    },
    At {
        distance: u32,
        limit: Option<usize>,
        /// Draws the states at random instead of listing the first.
        seed: Option<u64>,
    },
    Random {
        n: Option<usize>,
        distance: Option<u32>,
        #[serde(default)]
        seed: u64,
    },
}

/// A state: text as people write it, or its cells.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Cells {
    Text(String),
    Cells(Vec<u8>),
}

impl<'a> From<&'a Cells> for Input<'a> {
    fn from(cells: &'a Cells) -> Self {
        match cells {
            Cells::Text(text) => Input::Text(text),
            Cells::Cells(cells) => Input::Cells(cells),
        }
    }
}
