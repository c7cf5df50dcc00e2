//! Answers as numpy arrays.

use std::convert::Infallible;

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use tilebase::{Moves, State, sliding::Metric};

use crate::actions::action;

/// The cells of a state, and those of many.
pub type StateCells<'py> = PyReadonlyArray1<'py, u8>;
pub type StateRows<'py> = PyReadonlyArray2<'py, u8>;

/// A one-dimensional numpy array.
pub struct Array<T>(pub Vec<T>);

impl<T> FromIterator<T> for Array<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<'py, T: Element> IntoPyObject<'py> for Array<T> {
    type Target = PyArray1<T>;
    type Output = Bound<'py, PyArray1<T>>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(PyArray1::from_vec(py, self.0))
    }
}

/// States as a numpy array, one row of cells per state.
pub struct Rows {
    pub cells: Vec<u8>,
    pub width: usize,
}

impl Rows {
    pub fn of(states: &[State], width: usize) -> Self {
        let cells = states.iter().map(State::cells).collect::<Vec<_>>().concat();
        Self { cells, width }
    }
}

impl<'py> IntoPyObject<'py> for Rows {
    type Target = PyArray2<u8>;
    type Output = Bound<'py, PyArray2<u8>>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let states = self.cells.len() / self.width;
        PyArray1::from_vec(py, self.cells).reshape([states, self.width])
    }
}

/// The states of a solution, the tiles that move, the actions, and the moves as text.
pub type Path = (Rows, Array<u8>, Array<u8>, String);

/// The lengths, tiles, actions, starts in the lists, states generated and lower bounds of many
/// solutions.
pub type Paths = (
    Array<i16>,
    Array<u8>,
    Array<u8>,
    Array<i64>,
    Array<i64>,
    Array<i16>,
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

/// Returns a solution that goes through these states.
pub fn path(metric: Metric, states: &[State]) -> Path {
    let width = states.first().map_or(1, |state| state.cells().len());
    let moves = Moves::along(metric, states);
    let (names, actions) = (moves.iter().map(|step| step.name), moves.iter().map(action));
    let cells = Rows::of(states, width);
    (cells, names.collect(), actions.collect(), moves.to_string())
}

/// Returns solutions as lists, one after another.
pub fn ragged(solved: &[Solved]) -> Paths {
    let number = |each: &Solved, number: u32| each.moves.as_ref().map_or(-1, |_| number as i16);
    let length = |each: &Solved| each.moves.as_ref().map_or(0, Moves::len);
    let steps = || (solved.iter()).flat_map(|each| each.moves.iter().flat_map(Moves::iter));
    let mut end = 0;
    let ends = solved.iter().map(|each| {
        end += length(each) as i64;
        end
    });
    let starts = std::iter::once(0).chain(ends).collect();
    let lengths = solved.iter().map(|each| number(each, length(each) as u32));
    (
        lengths.collect(),
        steps().map(|step| step.name).collect(),
        steps().map(action).collect(),
        starts,
        solved.iter().map(|each| each.generated as i64).collect(),
        solved.iter().map(|each| number(each, each.lower)).collect(),
    )
}
