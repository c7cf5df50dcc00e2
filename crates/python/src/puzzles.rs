//! Names of puzzles, sets of instances, and the tables in a folder.

use std::path::{Path, PathBuf};

use numpy::PyArray1;
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};
use tilebase::{
    Error, Found, Library, Puzzle, Shape, instances as sets,
    oshidori::{Rules, Turn},
    sliding::ShapeError,
};

use crate::{
    arrays::{Array1, Array2, rows},
    errors::raised,
};

/// Tables of up to this many states are built in a moment, and are kept in memory by default: those
/// of boards of ten cells.
const SMALL: u64 = 2_000_000;

/// The rules of rows: stones of a block, cells without stones, only unlike stones, and whether
/// blocks are turned round.
pub type RowRules = (u8, Option<u8>, bool, Option<String>);

/// Reads the name of a puzzle, and the rules of a row.
pub fn named(puzzle: &str, (block, holes, unlike, turn): RowRules) -> PyResult<Puzzle> {
    let mut puzzle = name(puzzle)?;
    let turn = turn.map_or(Ok(Turn::Never), |turn| {
        let unknown = || PyValueError::new_err(format!("turn is 'may' or 'must', not '{turn}'"));
        Turn::named(&turn).ok_or_else(unknown)
    })?;
    if let Puzzle::Oshidori(stones) = &mut puzzle {
        let ruled = stones.with_rules(Rules::of_options(block, holes, unlike, turn));
        *stones = ruled.map_err(|error| raised(Error::Puzzle(error.into())))?;
    }
    Ok(puzzle)
}

fn name(puzzle: &str) -> PyResult<Puzzle> {
    let named = puzzle.parse();
    named.map_err(|error| raised(Error::Puzzle(error)))
}

/// Returns the name of a puzzle, as the program writes it.
#[pyfunction]
pub fn puzzle_name(puzzle: &str) -> PyResult<String> {
    Ok(name(puzzle)?.to_string())
}

/// Returns whether a puzzle is a row of stones.
#[pyfunction]
pub fn is_row(puzzle: &str) -> PyResult<bool> {
    Ok(matches!(name(puzzle)?, Puzzle::Oshidori(_)))
}

/// Returns whether a table is built in a moment, and takes little memory.
#[pyfunction]
pub fn is_small(puzzle: &str, rules: RowRules) -> PyResult<bool> {
    let states = named(puzzle, rules)?.states();
    Ok(states.is_some_and(|states| states <= SMALL))
}

/// Returns a set of instances that publications use: boards, and their optimal lengths.
#[pyfunction]
pub fn instances<'py>(
    py: Python<'py>,
    name: &str,
) -> PyResult<(Array2<'py, u8>, Array1<'py, i16>)> {
    let (shape, text) = match name {
        "korf100" => ("4x4", sets::KORF_100),
        "korf-felner50" => ("5x5", sets::KORF_FELNER_50),
        other => {
            return Err(PyValueError::new_err(format!(
                "there are no instances `{other}`: there are korf100 and korf-felner50"
            )));
        }
    };
    let shape: Shape = shape
        .parse()
        .map_err(|error: ShapeError| raised(Error::Puzzle(error.into())))?;
    let parsed = sets::parse(shape, text);
    let parsed = parsed.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let cells: Vec<u8> = parsed
        .iter()
        .flat_map(|one| one.board.cells().iter().copied())
        .collect();
    let lengths = parsed.iter().map(|one| one.length as i16);
    Ok((
        rows(py, cells, shape.cells())?,
        PyArray1::from_iter(py, lengths),
    ))
}

/// Returns the folder of the user's tables.
#[pyfunction]
pub fn data_folder() -> PathBuf {
    tilebase::data_folder()
}

/// Returns the tables in a folder, each as its description or its `error`, and the files that
/// killed builds left.
#[pyfunction]
pub fn list_tables<'py>(py: Python<'py>, folder: PathBuf) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let library = Library::in_folder(folder);
    let file = |path: &Path| -> PyResult<Bound<'py, PyDict>> {
        let about = PyDict::new(py);
        about.set_item("file", path.file_name())?;
        about.set_item("path", path)?;
        Ok(about)
    };
    let tables = library.tables().map_err(raised)?.into_iter();
    let tables = tables.map(|Found { path, table, .. }| {
        let about = file(&path)?;
        match table {
            Err(error) => about.set_item("error", error.to_string())?,
            Ok(table) => {
                let metadata = table.metadata();
                about.set_item("subject", metadata.subject.to_string())?;
                about.set_item("entries", metadata.entries)?;
                about.set_item("states", metadata.reachable())?;
                about.set_item("eccentricity", metadata.eccentricity())?;
                about.set_item("hardest", metadata.counts.last())?;
                about.set_item("encoding", metadata.encoding.to_string())?;
                about.set_item("bytes", table.file_length())?;
                about.set_item("builder", &metadata.builder)?;
                about.set_item("seconds", metadata.seconds)?;
            }
        }
        Ok(about)
    });
    let leftovers = library.leftovers().map_err(raised)?.into_iter();
    let leftovers = leftovers.map(|(path, bytes)| {
        let about = file(&path)?;
        about.set_item("leftover", true)?;
        about.set_item("bytes", bytes)?;
        Ok(about)
    });
    tables.chain(leftovers).collect()
}
