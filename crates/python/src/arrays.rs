//! Answers as numpy's arrays.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use tilebase::{Move, Moves, State};

use crate::actions::action;

pub type Array1<'py, T> = Bound<'py, PyArray1<T>>;
pub type Array2<'py, T> = Bound<'py, PyArray2<T>>;

/// The states of a solution, the tiles that move, and the actions.
pub type Path<'py> = (Array2<'py, u8>, Array1<'py, u8>, Array1<'py, u8>);

/// Lengths, tiles, actions, where each solution starts, states generated and lower bounds, of many
/// solutions.
pub type Paths<'py> = (
    Array1<'py, i16>,
    Array1<'py, u8>,
    Array1<'py, u8>,
    Array1<'py, i64>,
    Array1<'py, i64>,
    Array1<'py, i16>,
);

/// A solution of one of many states.
pub struct Solved {
    /// `None` if the goal is out of reach.
    pub moves: Option<Moves>,
    /// No solution has fewer moves.
    pub lower: u32,
    /// The states that a search generated.
    pub generated: u64,
}

impl From<Option<Moves>> for Solved {
    /// A shortest solution, from a table.
    fn from(moves: Option<Moves>) -> Self {
        Self {
            lower: moves.as_ref().map_or(0, |moves| moves.len() as u32),
            moves,
            generated: 0,
        }
    }
}

/// Cells as rows of `width`.
pub fn rows(py: Python<'_>, cells: Vec<u8>, width: usize) -> PyResult<Array2<'_, u8>> {
    let states = cells.len() / width;
    PyArray1::from_vec(py, cells).reshape([states, width])
}

/// Returns a row for each state.
pub fn states<'py>(py: Python<'py>, states: &[State], width: usize) -> PyResult<Array2<'py, u8>> {
    let mut cells = Vec::with_capacity(states.len() * width);
    for state in states {
        cells.extend_from_slice(state.cells());
    }
    rows(py, cells, width)
}

/// Returns a solution that goes through `along`, by these moves.
pub fn path<'py>(py: Python<'py>, along: &[State], moves: &Moves) -> PyResult<Path<'py>> {
    let width = along.first().map_or(1, |state| state.cells().len());
    Ok((
        states(py, along, width)?,
        PyArray1::from_iter(py, moves.iter().map(Move::name)),
        PyArray1::from_iter(py, moves.iter().map(action)),
    ))
}

/// Solutions one after another.
pub fn ragged(py: Python<'_>, solved: Vec<Solved>) -> Paths<'_> {
    let number = |each: &Solved, number: u32| each.moves.as_ref().map_or(-1, |_| number as i16);
    let length = |each: &Solved| each.moves.as_ref().map_or(0, Moves::len);
    let steps = || (solved.iter()).flat_map(|each| each.moves.iter().flat_map(Moves::iter));
    let mut end = 0;
    let ends = solved.iter().map(|each| {
        end += length(each) as i64;
        end
    });
    let starts: Vec<i64> = std::iter::once(0).chain(ends).collect();
    let lengths = solved.iter().map(|each| number(each, length(each) as u32));
    (
        PyArray1::from_iter(py, lengths),
        PyArray1::from_iter(py, steps().map(Move::name)),
        PyArray1::from_iter(py, steps().map(action)),
        PyArray1::from_vec(py, starts),
        PyArray1::from_iter(py, solved.iter().map(|each| each.generated as i64)),
        PyArray1::from_iter(py, solved.iter().map(|each| number(each, each.lower))),
    )
}
