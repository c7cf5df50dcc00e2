//! Moves as letters, and games as links.

use pyo3::prelude::*;
use tilebase::{Bounds, Letters, Mistake, Notation, Replay, State, programs::GradedGame};

use crate::{
    arrays::{self, Array, Path},
    errors::{Result, invalid},
};

/// A run of moves that were not optimal: the first and the last from 1, the moves wasted, and the
/// tiles and letters of a better line, and the line as text.
type Mistaken = (usize, usize, Option<u32>, Array<u8>, String, String);

/// A game, the bounds of the distance of each state, and the mistakes if they are asked for.
pub type Graded = (Path, Array<i16>, Array<i16>, Option<Vec<Mistaken>>);

/// The end of a stage: its tiles, its moves, the moves up to its end, and whether it is optimal.
pub type SolvedStage = (String, u32, u32, bool);

/// The grades of a stage: its tiles, the least number of moves, the moves made, left and wasted.
pub type StageGrade = (String, u32, u32, u32, u32);

/// Returns a graded game as arrays.
pub fn graded(
    GradedGame {
        review, mistakes, ..
    }: GradedGame,
) -> Graded {
    let mistaken = |mistake: Mistake| {
        let (better, written) = (Array(mistake.better.tiles()), mistake.better.to_string());
        let Mistake { first, last, .. } = mistake;
        (
            first,
            last,
            mistake.wasted,
            better,
            mistake.letters,
            written,
        )
    };
    let after = review.moves.iter();
    let after = after.map(|step| (step.state.clone(), step.bounds));
    let start = [(review.state.clone(), review.bounds)];
    let (states, bounds): (Vec<State>, Vec<Bounds>) = start.into_iter().chain(after).unzip();
    let upper = |bounds: &Bounds| bounds.upper.map_or(-1, |upper| upper as i16);
    (
        arrays::path(review.metric, &states),
        bounds.iter().map(|bounds| bounds.lower as i16).collect(),
        bounds.iter().map(upper).collect(),
        mistakes.map(|mistakes| mistakes.into_iter().map(mistaken).collect()),
    )
}

/// Returns what a tool makes of letters.
#[pyfunction]
pub fn changed(moves: &str, tool: &str) -> Result<String> {
    let changed = moves.parse::<Letters>()?.changed(tool);
    let changed = changed.ok_or_else(|| invalid(format!("there is no tool {tool}")))?;
    Ok(changed.to_string())
}

/// Returns letters in a notation.
#[pyfunction]
pub fn written(moves: &str, notation: &str) -> Result<String> {
    match notation.parse()? {
        Notation::Tile => Err(invalid(
            "letters have no tiles: a solution's `tiles` are their numbers",
        )),
        notation => Ok(moves.parse::<Letters>()?.written(notation)),
    }
}

/// Returns the number of moves of letters in both metrics.
#[pyfunction]
pub fn lengths(moves: &str) -> Result<(u32, u32)> {
    let lengths = moves.parse::<Letters>()?.lengths();
    Ok((lengths.single, lengths.multi))
}

/// Returns the game of a link: puzzle, state at the start, letters and times in milliseconds.
#[pyfunction]
pub fn read_replay(link: &str) -> Result<(String, Array<u8>, String, Array<u64>)> {
    let Replay {
        start,
        moves,
        times,
        ..
    } = link.parse()?;
    let cells = Array(start.cells().to_vec());
    let (puzzle, moves) = (start.puzzle().to_string(), moves.to_string());
    Ok((puzzle, cells, moves, Array(times)))
}
