//! Questions, as they are written.

use serde::Deserialize;
use serde_json::Value;
use tilebase::{Input, sliding::Metric};

/// A question about a puzzle: what is written, which is more for some questions than for others.
///
/// It is one plain object. Enums that are told apart while they are read would be a tenth of what
/// the page loads.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    /// What is asked.
    #[serde(rename = "do")]
    pub(crate) task: String,
    /// The puzzle's name.
    space: String,
    goal: Option<String>,
    metric: Option<String>,
    seconds: Option<f64>,
    state: Option<Value>,
    moves: Option<String>,
    #[serde(default)]
    pub(crate) count: bool,
    pub(crate) distance: Option<u32>,
    pub(crate) limit: Option<usize>,
    pub(crate) n: Option<usize>,
    pub(crate) seed: Option<u64>,
}

/// What a question is about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Subject {
    /// The puzzle's name.
    pub(crate) space: String,
    /// The goal, if it is not the usual one.
    pub(crate) goal: Option<String>,
    /// What counts as one move.
    pub(crate) metric: Metric,
    /// After this time a search of a row ends with bounds.
    pub(crate) seconds: Option<f64>,
}

impl Question {
    pub(crate) fn subject(&self) -> Result<Subject, String> {
        let metric = self.metric.as_deref().map(str::parse);
        let metric = metric.transpose();
        Ok(Subject {
            space: self.space.clone(),
            goal: self.goal.clone(),
            metric: metric
                .map_err(|error| format!("{error}"))?
                .unwrap_or_default(),
            seconds: self.seconds,
        })
    }

    /// Returns the state asked about.
    pub(crate) fn state(&self) -> Result<Cells, String> {
        let number = |cell: &Value| cell.as_u64().and_then(|cell| u8::try_from(cell).ok());
        match &self.state {
            None => Err(missing("state")),
            Some(Value::String(text)) => Ok(Cells::Text(text.clone())),
            Some(Value::Array(cells)) => {
                let cells: Option<Vec<u8>> = cells.iter().map(number).collect();
                let wrong = "the question: the cells of a `state` are numbers up to 255";
                Ok(Cells::Cells(cells.ok_or(wrong)?))
            }
            Some(_) => Err("the question: a `state` is a text or an array of cells".to_owned()),
        }
    }

    /// Returns the moves to be graded.
    pub(crate) fn moves(&self) -> Result<&str, String> {
        self.moves.as_deref().ok_or_else(|| missing("moves"))
    }

    /// Returns the distance asked about.
    pub(crate) fn distance(&self) -> Result<u32, String> {
        self.distance.ok_or_else(|| missing("distance"))
    }
}

fn missing(key: &str) -> String {
    format!("the question: `{key}` is missing")
}

/// A state: text as people write it, or its cells.
#[derive(Debug)]
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
