//! Names of puzzles, sets of instances, and the tables in a folder.

use std::path::PathBuf;

use pyo3::prelude::*;
use tilebase::{
    Library, Puzzle, Shape, instances as sets,
    oshidori::Turn,
    programs::{file_summaries, puzzle_by_rules},
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
pub type RowRules = (Option<u8>, Option<u8>, bool, Option<String>);

/// Reads the name of a puzzle, and the rules of a row.
pub fn named(puzzle: &str, (block, holes, unlike, turn): RowRules) -> Result<Puzzle> {
    let turn = turn.map(|turn| {
        let unknown = || invalid(format!("turn is 'may' or 'must', not '{turn}'"));
        Turn::named(&turn).ok_or_else(unknown)
    });
    Ok(puzzle_by_rules(
        puzzle,
        block,
        holes,
        unlike,
        turn.transpose()?,
    )?)
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
/// killed builds left, as JSON.
#[pyfunction]
pub fn list_tables(folder: PathBuf) -> Result<String> {
    let library = Library::in_folder(folder);
    let (tables, leftovers) = (library.tables()?, library.leftovers()?);
    let files: Vec<_> = file_summaries(&tables, &leftovers).collect();
    serde_json::to_string(&files).map_err(|error| invalid(error.to_string()))
}
