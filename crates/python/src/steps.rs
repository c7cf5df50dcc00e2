//! Steps of many states at once: cells and actions in, cells out.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::{
    arrays::{Rows, StateRows},
    errors::{Result, invalid},
};

/// The moves of a puzzle as actions.
#[pyclass(frozen, module = "tilebase._native")]
pub struct NativeMoves {
    /// By the gap's cell and the action: the cell to which the gap goes, or −1.
    destinations: Vec<i16>,
    /// The cells of a state.
    width: usize,
    #[pyo3(get)]
    count: usize,
    board: bool,
    /// The width of the gap.
    block: usize,
}

#[pymethods]
impl NativeMoves {
    #[new]
    fn new(destinations: PyReadonlyArray2<'_, i16>, board: bool, block: usize) -> Result<Self> {
        let (width, count) = destinations.as_array().dim();
        Ok(Self {
            width,
            count,
            destinations: destinations.as_slice()?.to_vec(),
            board,
            block,
        })
    }

    /// Returns which actions can be taken in each state.
    fn legal<'py>(
        &self,
        py: Python<'py>,
        states: StateRows<'py>,
    ) -> Result<Bound<'py, PyArray2<bool>>> {
        let cells = self.rows(&states)?;
        let legal = py.detach(|| {
            let destinations = cells
                .chunks_exact(self.width)
                .flat_map(|state| self.from(state));
            destinations.map(|&to| to >= 0).collect()
        });
        let shape = [cells.len() / self.width, self.count];
        Ok(PyArray1::from_vec(py, legal).reshape(shape)?)
    }

    /// Returns each state after an action; one whose action cannot be taken stays as it is.
    fn moved(
        &self,
        py: Python<'_>,
        states: StateRows<'_>,
        actions: PyReadonlyArray1<'_, i64>,
    ) -> Result<Rows> {
        let (cells, actions) = (self.rows(&states)?, actions.as_array());
        let n = cells.len() / self.width;
        if actions.len() != n {
            let found = actions.len();
            return Err(invalid(format!("{n} states have {n} actions, not {found}")));
        }
        let wrong = |&(_, &action): &(usize, &i64)| !(0..self.count as i64).contains(&action);
        if let Some((state, action)) = actions.iter().enumerate().find(wrong) {
            let most = self.count.saturating_sub(1);
            return Err(invalid(format!(
                "state {state}: the action must be from 0 to {most}, not {action}"
            )));
        }
        let cells = py.detach(|| {
            let mut cells = cells.to_vec();
            for (state, &action) in cells.chunks_exact_mut(self.width).zip(actions) {
                self.take(state, action as usize);
            }
            cells
        });
        let width = self.width;
        Ok(Rows { cells, width })
    }
}

impl NativeMoves {
    fn rows<'s>(&self, states: &'s StateRows<'_>) -> Result<&'s [u8]> {
        let (_, found) = states.as_array().dim();
        if found != self.width {
            let width = self.width;
            return Err(invalid(format!("a state has {width} cells, not {found}")));
        }
        Ok(states.as_slice()?)
    }

    /// Returns the cells to which the actions take the gap of a state.
    fn from(&self, state: &[u8]) -> &[i16] {
        let first = gap(state) * self.count;
        &self.destinations[first..first + self.count]
    }

    fn take(&self, state: &mut [u8], action: usize) {
        let Ok(to) = usize::try_from(self.from(state)[action]) else {
            return;
        };
        let from = gap(state);
        if !self.board {
            let (gap, stones) = (from..from + self.block, to..to + self.block);
            state.copy_within(stones.clone(), gap.start);
            state[stones].fill(0);
            return;
        }
        // Tiles slide one after another into the cell that the one before has left.
        let tiles = action / 4 + 1;
        let step = from.abs_diff(to) / tiles;
        let mut here = from;
        while here != to {
            let next = if to > from { here + step } else { here - step };
            state[here] = state[next];
            here = next;
        }
        state[to] = 0;
    }
}

/// Returns the blank's cell, or the leftmost of the gap.
fn gap(state: &[u8]) -> usize {
    let gap = state.iter().position(|&cell| cell == 0);
    gap.unwrap_or_default()
}
