//! A table of the least number of moves by the number of kinds.

use std::time::Duration;

use serde::Serialize;
use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row, Stones, StonesError},
};

use super::{
    answer::{RowOptions, RowProgress},
    construction::doubling_cycles,
    solve::solve,
};
use crate::{Proof, Stats};

/// The result for one number of kinds, two stones of each, from the usual start to the usual goal.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// The number of kinds.
    pub kinds: usize,
    /// No solution has fewer moves.
    pub lower: u32,
    /// Moves of the best solution known.
    pub upper: Option<u32>,
    /// Moves of the construction, for an odd number of kinds.
    pub construction: Option<u32>,
    /// The proof, if the bounds meet.
    pub proof: Option<Proof>,
    /// The cost.
    #[serde(flatten)]
    pub stats: Stats,
}

/// Solves 3 kinds, 4, and so on up to `up_to`, each for at most `time`. Calls `each` with every
/// line as soon as it is known, and returns all lines. Ends early when the monitor asks to stop.
///
/// # Errors
/// If `up_to` is more kinds than a puzzle can have.
pub fn report(
    up_to: usize,
    time: Duration,
    monitor: &Monitor<'_, RowProgress>,
    mut each: impl FnMut(&Line),
) -> Result<Vec<Line>, StonesError> {
    Stones::of_kinds(up_to.max(1), 2)?;
    let mut lines = Vec::new();
    for kinds in 3..=up_to {
        let puzzle = Stones::of_kinds(kinds, 2)?;
        let options = RowOptions {
            time: Some(time),
            ..RowOptions::default()
        };
        let answer = solve(
            &Row::start(puzzle),
            &Goal::default(puzzle),
            options,
            monitor,
        )
        .expect("the usual goal is one row of the same puzzle, and reachable from 3 kinds on");
        let line = Line {
            kinds,
            lower: answer.lower,
            upper: answer.upper,
            construction: (kinds % 2 == 1).then(|| (kinds - 1 + doubling_cycles(kinds)) as u32),
            proof: answer.proof,
            stats: answer.stats,
        };
        each(&line);
        lines.push(line);
        if monitor.stopped() {
            break;
        }
    }
    Ok(lines)
}
