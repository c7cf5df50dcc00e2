//! Moves as letters, and games as links.

use numpy::PyArray1;
use pyo3::prelude::*;
use tilebase::{
    Bounds, Letters, Mistake, Moves, Notation, Replay, Review, ReviewedStage, State,
    sliding::Metric,
};

use crate::{
    arrays::{self, Array1, Path},
    errors::raised,
};

/// A run of moves that were not optimal: the first and the last from 1, the moves wasted, and the
/// tiles and letters of a better line.
type Mistaken<'py> = (usize, usize, Option<u32>, Array1<'py, u8>, String);

/// A game, the bounds of the distance of each state, and the mistakes if they are asked for.
pub type Graded<'py> = (
    Path<'py>,
    Array1<'py, i16>,
    Array1<'py, i16>,
    Option<Vec<Mistaken<'py>>>,
);

/// The end of a stage: its tiles, its moves, the moves up to its end, and whether it is optimal.
pub type StageEnd = (String, u32, u32, bool);

/// The grades of a stage: its tiles, the least number of moves, the moves made, left and wasted.
pub type StageGrade = (String, u32, u32, u32, u32);

/// Returns the link that replays a game.
pub fn linked(
    metric: Metric,
    start: State,
    moves: &str,
    notation: Notation,
    times: Vec<u64>,
) -> PyResult<String> {
    let mut replay = Replay::new(metric, start, moves, notation).map_err(raised)?;
    replay.times = times;
    Ok(replay.link())
}

/// Returns a graded game as arrays.
pub fn graded<'py>(
    py: Python<'py>,
    review: &Review,
    mistakes: Option<Vec<Mistake>>,
) -> PyResult<Graded<'py>> {
    let mistaken = |mistake: Mistake| {
        let better = PyArray1::from_vec(py, mistake.better.tiles());
        let Mistake { first, last, .. } = mistake;
        (first, last, mistake.wasted, better, mistake.letters)
    };
    let after = review.moves.iter();
    let states = std::iter::once(&review.state).chain(after.clone().map(|step| &step.state));
    let states: Vec<_> = states.cloned().collect();
    let bounds: Vec<Bounds> = std::iter::once(review.bounds)
        .chain(after.map(|step| step.bounds))
        .collect();
    let lower = bounds.iter().map(|bounds| bounds.lower as i16);
    let upper = bounds
        .iter()
        .map(|bounds| bounds.upper.map_or(-1, |upper| upper as i16));
    let moves = Moves::along_in(review.metric, &states);
    Ok((
        arrays::path(py, &states, &moves)?,
        PyArray1::from_iter(py, lower),
        PyArray1::from_iter(py, upper),
        mistakes.map(|mistakes| mistakes.into_iter().map(mistaken).collect()),
    ))
}

/// Returns the grade of a stage.
pub fn stage_grade(stage: ReviewedStage) -> StageGrade {
    let name = stage.name;
    (name, stage.distance, stage.made, stage.left, stage.wasted)
}

fn changed(moves: &str, change: fn(&Letters) -> Letters) -> PyResult<String> {
    let moves: Letters = moves.parse().map_err(raised)?;
    Ok(change(&moves).to_string())
}

/// Returns letters as the program writes them.
#[pyfunction]
pub fn letters(moves: &str) -> PyResult<String> {
    changed(moves, Letters::clone)
}

#[pyfunction]
pub fn inverse(moves: &str) -> PyResult<String> {
    changed(moves, Letters::inverse)
}

#[pyfunction]
pub fn mirrored(moves: &str) -> PyResult<String> {
    changed(moves, Letters::mirrored)
}

#[pyfunction]
pub fn transposed(moves: &str) -> PyResult<String> {
    changed(moves, Letters::transposed)
}

#[pyfunction]
pub fn simplified(moves: &str) -> PyResult<String> {
    changed(moves, Letters::simplified)
}

/// Returns the number of moves of letters in both metrics.
#[pyfunction]
pub fn lengths(moves: &str) -> PyResult<(u32, u32)> {
    let lengths = moves.parse::<Letters>().map_err(raised)?.lengths();
    Ok((lengths.single, lengths.multi))
}

/// Returns the game of a link: puzzle, state at the start, letters and times in milliseconds.
#[pyfunction]
pub fn read_replay<'py>(
    py: Python<'py>,
    link: &str,
) -> PyResult<(String, Array1<'py, u8>, String, Array1<'py, u64>)> {
    let replay: Replay = link.parse().map_err(raised)?;
    Ok((
        replay.start.puzzle().to_string(),
        PyArray1::from_slice(py, replay.start.cells()),
        replay.moves.to_string(),
        PyArray1::from_vec(py, replay.times),
    ))
}
