//! The native part of the Python package: arrays of cells in, arrays of numbers out.
//!
//! The Python files beside it give states their shapes, and answers their names. Nothing is decided
//! here that the library `tilebase` can decide.

mod actions;
mod arrays;
mod errors;
mod moves;
mod puzzles;
mod search;
mod solutions;
mod solver;
mod steps;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use crate::{
        errors::{MissingTableError, TableError},
        moves::{changed, lengths, read_replay, written},
        puzzles::{data_folder, instances, is_row, is_small, list_tables, puzzle_name},
        search::NativeSearch,
        solutions::NativeSolutions,
        solver::NativeSolver,
        steps::NativeMoves,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
