//! The metrics: what counts as one move.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The metric of a sliding board: what counts as one move.
///
/// ```
/// use tilebase_core::sliding::{Board, Metric};
/// let board = Board::goal("4x4".parse()?);
/// assert_eq!(board.destinations(Metric::Single).count(), 2);
/// assert_eq!(board.destinations(Metric::Multi).count(), 6);
/// assert_eq!("multi".parse(), Ok(Metric::Multi));
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Metric {
    /// A tile slides into the blank.
    #[default]
    Single,
    /// One or more tiles slide in a line: the blank goes to any cell of its row or column.
    Multi,
}

/// A name that no metric has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown metric `{0}`: write `single` or `multi`")]
pub struct UnknownMetric(String);

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Single => "single",
            Self::Multi => "multi",
        })
    }
}

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(text: &str) -> Result<Self, UnknownMetric> {
        match text.to_ascii_lowercase().as_str() {
            // Players say single-tile and multi-tile metric.
            "single" | "stm" => Ok(Self::Single),
            "multi" | "mtm" => Ok(Self::Multi),
            _ => Err(UnknownMetric(text.chars().take(40).collect())),
        }
    }
}
