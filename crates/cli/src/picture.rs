//! Pictures in files.

use std::{io::Write, path::Path};

use tilebase::{Puzzle, State, pictures};

use crate::{Context, Failure, Result, input::is_standard_stream, output};

/// Draws a picture, if a file is named for it, which is complete or absent at every moment, or to
/// standard output for `-`. Comes after all other output, so that a full disk does not lose an
/// answer.
pub fn draw(context: &Context, file: Option<&Path>, svg: impl FnOnce() -> String) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    let svg = svg();
    if is_standard_stream(file) {
        return context.print(&svg);
    }
    // A pipe and the like cannot be replaced.
    let written = if file.exists() && !file.is_file() {
        std::fs::write(file, svg)
    } else {
        tilebase::programs::replace(file, |out| out.write_all(svg.as_bytes()))
    };
    written.map_err(|error| Failure::Table(format!("cannot write {}: {error}", file.display())))?;
    context.note(&format!("drawn into {}", file.display()));
    Ok(())
}

/// The most cells in a picture of many states: files of more, of tens of megabytes, open slowly.
pub const MOST_CELLS: usize = 40_000;

/// Refuses a picture of more states than can be looked at.
pub fn check_sheet(file: Option<&Path>, states: u64, puzzle: Puzzle) -> Result<()> {
    let cells = match puzzle {
        Puzzle::Sliding(shape) => shape.cells(),
        Puzzle::Oshidori(stones) => stones.cells(),
        Puzzle::Graph(graph) => graph.cells(),
    };
    let most = (MOST_CELLS / cells) as u64;
    if file.is_none() || states <= most {
        return Ok(());
    }
    Err(Failure::input(format!(
        "--svg draws at most {} of {puzzle}, and {} were asked for",
        output::counted(output::count(most), "state"),
        output::count(states),
    )))
}

/// Draws states side by side, each with its number.
pub fn sheet(title: &str, states: &[State], signs: &[String]) -> String {
    let numbered = (1..).zip(states);
    let entries = numbered.map(|(number, state)| (format!("{number}"), state));
    pictures::sheet(title, &entries.collect::<Vec<_>>(), signs)
}

/// Returns whether a picture, if one is drawn, takes the place of all other output.
pub fn alone(file: Option<&Path>) -> bool {
    file.is_some_and(is_standard_stream)
}
