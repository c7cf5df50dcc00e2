//! Names of puzzles, sets of instances, and the tables in a folder.

use std::path::{Path, PathBuf};

use pyo3::{prelude::*, types::PyDict};
use tilebase::{
    Found, Library, Puzzle, Shape, instances as sets,
    oshidori::{Rules, Turn},
};

use crate::{
    arrays::{Array, Rows},
    errors::{Result, invalid},
};

/// Tables of up to this many states are built in a moment, and are kept in memory by default: those
/// of boards of ten cells.
const SMALL: u64 = 2_000_000;

/// The rules of rows: stones of a block, cells without stones, only unlike stones, and whether
/// blocks are turned round.
pub type RowRules = (u8, Option<u8>, bool, Option<String>);

/// Reads the name of a puzzle, and the rules of a row.
pub fn named(puzzle: &str, (block, holes, unlike, turn): RowRules) -> Result<Puzzle> {
    let mut puzzle = puzzle.parse()?;
    let turn = turn.map_or(Ok(Turn::Never), |turn| {
        let unknown = || invalid(format!("turn is 'may' or 'must', not '{turn}'"));
        Turn::named(&turn).ok_or_else(unknown)
    })?;
    if let Puzzle::Oshidori(stones) = &mut puzzle {
        *stones = stones.with_rules(Rules::of_options(block, holes, unlike, turn))?;
    }
    Ok(puzzle)
}

/// Returns the name of a puzzle, as the program writes it.
#[pyfunction]
pub fn puzzle_name(puzzle: &str) -> Result<String> {
    Ok(puzzle.parse::<Puzzle>()?.to_string())
}

/// Returns whether a puzzle is a row of stones.
#[pyfunction]
pub fn is_row(puzzle: &str) -> Result<bool> {
    Ok(matches!(puzzle.parse()?, Puzzle::Oshidori(_)))
}

/// Returns whether a table is built within a moment and takes little memory.
#[pyfunction]
pub fn is_small(puzzle: &str, rules: RowRules) -> Result<bool> {
    let states = named(puzzle, rules)?.states();
    Ok(states.is_some_and(|states| states <= SMALL))
}

/// Returns a set of instances that publications use: boards, and their optimal lengths.
#[pyfunction]
pub fn instances(name: &str) -> Result<(Rows, Array<i16>)> {
    let (shape, text) = match name {
        "korf100" => ("4x4", sets::KORF_100),
        "korf-felner50" => ("5x5", sets::KORF_FELNER_50),
        other => {
            return Err(invalid(format!(
                "there are no instances `{other}`: choose korf100 or korf-felner50"
            )));
        }
    };
    let shape: Shape = shape.parse()?;
    let parsed = sets::parse(shape, text).map_err(|error| invalid(error.to_string()))?;
    let rows = Rows {
        cells: parsed
            .iter()
            .flat_map(|one| one.board.cells())
            .copied()
            .collect(),
        width: shape.cells(),
    };
    let lengths = parsed.iter().map(|one| one.length as i16);
    Ok((rows, lengths.collect()))
}

/// Returns the folder of the user's tables.
#[pyfunction]
pub fn data_folder() -> PathBuf {
    tilebase::data_folder()
}

/// Returns the tables in a folder, each as its description or its `error`, and the files that
/// killed builds left.
#[pyfunction]
pub fn list_tables(py: Python<'_>, folder: PathBuf) -> Result<Vec<Bound<'_, PyDict>>> {
    let library = Library::in_folder(folder);
    let file = |path: &Path| -> Result<Bound<'_, PyDict>> {
        let about = PyDict::new(py);
        about.set_item("file", path.file_name())?;
        about.set_item("path", path)?;
        Ok(about)
    };
    let tables = library.tables()?.into_iter();
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
    let leftovers = library.leftovers()?.into_iter();
    let leftovers = leftovers.map(|(path, bytes)| {
        let about = file(&path)?;
        about.set_item("leftover", true)?;
        about.set_item("bytes", bytes)?;
        Ok(about)
    });
    tables.chain(leftovers).collect()
}
