//! The layout of answers for people.

use anstyle::{AnsiColor, Reset, Style};
use tilebase::{
    Move, Moves, Notation, Puzzle, Row, Shape, Solver, State,
    sliding::{Metric, PartialGoal},
    units::ByteSize,
};
pub use tilebase::{
    programs::{counted, joined, wrapped},
    units::{count, seconds},
};

use crate::{args::Format, terminal};

/// For errors.
pub const ALARM: Style = AnsiColor::Red.on_default().bold();
/// For the most important part of an answer.
pub const STRONG: Style = Style::new().bold();
/// For what is right.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// For what is wrong.
pub const BAD: Style = AnsiColor::Red.on_default();
/// For less important parts.
pub const FAINT: Style = Style::new().dimmed();
/// Back to plain text.
pub const PLAIN: Reset = Reset;

/// Returns the notation in which moves are written, if none is named: that of tiles, but directions
/// where tiles are alike, so that each move can be read in again.
pub fn notation(solver: &Solver, named: Option<Notation>) -> Notation {
    match named {
        None | Some(Notation::Tile) if has_alike(solver) => Notation::Letters,
        named => named.unwrap_or_default(),
    }
}

/// Returns whether tiles that the goal names are alike, so that a number is not one tile.
pub fn has_alike(solver: &Solver) -> bool {
    solver.partial_goal().is_some_and(PartialGoal::has_equal)
}

/// Returns what moves mean that are written in a notation, as text.
pub fn meaning(notation: Notation, state: &State, metric: Metric) -> &'static str {
    match (notation, metric) {
        _ if matches!(state.puzzle(), Puzzle::Oshidori(_)) => {
            "left cells of the stones that jump, from 0"
        }
        _ if state.puzzle().shares_names_of_moves() => {
            "tiles that slide, each with the cell where it ends, from 0"
        }
        _ if board(state.puzzle()).is_none() => "tiles that slide",
        (Notation::Tile, Metric::Multi) => "tiles to press",
        (Notation::Tile, Metric::Single) => "tiles that slide",
        (Notation::Blank, _) => "directions of the blank",
        _ => "directions in which tiles slide",
    }
}

/// Returns the shape of a board; `None` for a row of stones and for a graph.
pub fn board(puzzle: Puzzle) -> Option<Shape> {
    match puzzle {
        Puzzle::Sliding(shape) => Some(shape),
        Puzzle::Oshidori(_) | Puzzle::Graph(_) => None,
    }
}

/// Returns moves in a notation; tiles by the signs with which states are written.
pub fn steps(notation: Notation, moves: &Moves, signs: &[String]) -> String {
    if notation != Notation::Tile || signs.is_empty() {
        return moves.written(notation);
    }
    joined(
        moves.iter().map(|step| self::step(notation, step, signs)),
        " ",
    )
}

/// Returns the moves that lead from the goal to a state, as a line.
pub fn scramble(
    solver: &Solver,
    state: &State,
    notation: Notation,
    signs: &[String],
) -> tilebase::Result<String> {
    let answer = solver.solve(state)?;
    let path = answer.path.iter().flatten().rev().cloned();
    let moves = Moves::along(answer.metric, &path.collect::<Vec<_>>());
    Ok(steps(notation, &moves, signs) + "\n")
}

/// Returns one move in a notation; a tile by the sign with which states are written.
pub fn step(notation: Notation, step: Move, signs: &[String]) -> String {
    let written = step.written(notation);
    // Where tiles are alike, it may be a direction.
    let is_tile = step.direction.is_some() && written == step.name.to_string();
    let sign = signs.get(usize::from(step.name)).filter(|_| is_tile);
    sign.map_or(written, String::clone)
}

/// Returns a state as lines of text: a grid, or a row of stones. It is written with these signs for
/// its numbers, if there are any.
pub fn picture(state: &State, signs: &[String]) -> Vec<String> {
    if state.puzzle().places().is_none() {
        return vec![match signs {
            [] => inline(state),
            signs => joined(state.cells().iter().map(|&cell| sign(cell, "_", signs)), ""),
        }];
    }
    let widest = signs.iter().map(|sign| sign.chars().count()).max();
    let greatest = state.cells().iter().max();
    let width = widest.unwrap_or_else(|| greatest.map_or(1, |tile| tile.to_string().len()));
    rows(state, "_", width, signs)
}

/// Returns a cell as it is written: with its sign, or else as a number or as this text for a blank.
fn sign(cell: u8, blank: &str, signs: &[String]) -> String {
    match (signs.get(usize::from(cell)), cell) {
        (Some(sign), _) => sign.clone(),
        (None, 0) => blank.to_owned(),
        (None, cell) => cell.to_string(),
    }
}

/// Returns the rows of cells, which are this wide, with a text for the blank. Where a graph has no
/// cell, nothing is drawn.
fn rows(state: &State, blank: &str, width: usize, signs: &[String]) -> Vec<String> {
    let in_a_row = || (0..state.cells().len()).map(|col| [0, col]).collect();
    let places = state.puzzle().places().unwrap_or_else(in_a_row);
    let mut rows = vec![String::new(); places.last().map_or(0, |place| place[0] + 1)];
    for ([row, col], &tile) in places.into_iter().zip(state.cells()) {
        let (row, before) = (&mut rows[row], col * (width + 1));
        let space = if row.is_empty() { "" } else { " " };
        *row = format!(
            "{:before$}{:>width$}",
            row.clone() + space,
            sign(tile, blank, signs)
        );
    }
    rows
}

/// Returns what stands over each state of a path: the number and the move that leads to it.
pub fn headings(
    metric: Metric,
    path: &[State],
    notation: Notation,
    signs: &[String],
) -> Vec<String> {
    let moves = Moves::along(metric, path);
    let steps = (1..).zip(moves.iter());
    let headings =
        steps.map(|(number, step)| format!("{number}: {}", self::step(notation, step, signs)));
    std::iter::once("start".to_owned())
        .chain(headings)
        .collect()
}

/// Returns a path: boards side by side, rows one below the other, each under the move that leads to
/// it.
pub fn path(metric: Metric, path: &[State], notation: Notation, signs: &[String]) -> String {
    let headings = headings(metric, path, notation, signs).into_iter();
    let pictures = path.iter().map(|state| picture(state, signs));
    let entries: Vec<(String, Vec<String>)> = headings.zip(pictures).collect();
    if path.iter().any(|state| state.puzzle().places().is_some()) {
        return gallery(&entries);
    }
    let line = |(heading, lines): &(String, Vec<String>)| format!("{heading:>8}   {}\n", lines[0]);
    entries.iter().map(line).collect()
}

impl Format {
    /// Returns states, as they are written in this format. Moves lead to them from the goal.
    pub fn states(self, states: &[State], signs: &[String]) -> String {
        match self {
            Self::Grid => {
                let entries = states
                    .iter()
                    .map(|state| (String::new(), picture(state, signs)));
                gallery(&entries.collect::<Vec<_>>())
            }
            Self::Line | Self::Moves => states.iter().map(|state| format!("{state}\n")).collect(),
            Self::Slashes => {
                let line = |state: &State| joined(rows(state, "0", 0, &[]), "/") + "\n";
                states.iter().map(line).collect()
            }
            // Records need what answers: `commands::records` writes them.
            Self::Pddl | Self::Sas | Self::Jsonl => String::new(),
            // An empty line is between boards.
            Self::Contest => {
                let block = |state: &State| joined(rows(state, "*", 0, &[]), "\n") + "\n";
                joined(states.iter().map(block), "\n")
            }
        }
    }
}

/// Returns a state within a line of text: numbers, or stones as people write them.
pub fn inline(state: &State) -> String {
    Row::try_from(state).map_or_else(|_| state.to_string(), |row| row.pretty())
}

/// Pictures with a heading each, as many side by side as fit.
pub fn gallery(entries: &[(String, Vec<String>)]) -> String {
    let lines = entries
        .iter()
        .flat_map(|(heading, lines)| lines.iter().chain([heading]));
    let widest = lines.map(|line| line.chars().count()).max();
    let width = widest.unwrap_or_default() + 3;
    // A little is left at the edge.
    let across = (terminal::width().saturating_sub(4) / width).max(1);
    let mut text = String::new();
    for row in entries.chunks(across) {
        let headings: Vec<&str> = row.iter().map(|(heading, _)| heading.as_str()).collect();
        if headings.iter().any(|heading| !heading.is_empty()) {
            text += &side_by_side(&headings, width);
        }
        let height = row.iter().map(|(_, lines)| lines.len()).max();
        let height = height.unwrap_or_default();
        for line in 0..height {
            let lines = row.iter().map(|(_, lines)| lines.get(line));
            let lines = lines.map(|line| line.map_or("", String::as_str));
            text += &side_by_side(&lines.collect::<Vec<_>>(), width);
        }
        if height > 1 {
            text.push('\n');
        }
    }
    text
}

fn side_by_side(parts: &[&str], width: usize) -> String {
    let line: String = parts.iter().map(|part| format!("{part:width$}")).collect();
    line.trim_end().to_owned() + "\n"
}

/// Returns a table with a line of headings; numbers to the right, text to the left. Cells beyond
/// the headings are not shown.
///
/// Where the width is known and too small, the columns that do not fit follow in tables below, each
/// of which begins with the first column again.
pub fn columns(headings: &[&str], rows: &[Vec<String>]) -> String {
    let every: Vec<usize> = (0..headings.len()).collect();
    let whole = some_columns(headings, rows, &every);
    let fits = |table: &str| {
        let lines = anstream::adapter::strip_str(table).to_string();
        let widest = lines.lines().map(|line| line.chars().count()).max();
        terminal::known_width().is_none_or(|width| widest <= Some(width))
    };
    if fits(&whole) || headings.len() == 1 {
        return whole;
    }
    let (mut tables, mut left) = (Vec::new(), &every[1..]);
    while !left.is_empty() {
        let beside_first = |number: usize| {
            let chosen = [&every[..1], &left[..number]].concat();
            some_columns(headings, rows, &chosen)
        };
        let most = (1..=left.len())
            .rev()
            .find(|&number| fits(&beside_first(number)));
        let most = most.unwrap_or(1);
        tables.push(beside_first(most));
        left = &left[most..];
    }
    tables.join("\n")
}

/// Returns a table of rows whose cells have their headings. Rows that end early have the columns of
/// the others.
pub fn table<'a>(rows: impl IntoIterator<Item = Vec<(&'a str, String)>>) -> String {
    let rows: Vec<_> = rows.into_iter().collect();
    let longest = rows.iter().max_by_key(|row| row.len());
    let headings = longest.into_iter().flatten().map(|(heading, _)| *heading);
    let headings: Vec<&str> = headings.collect();
    let cells = |row: Vec<(&str, String)>| row.into_iter().map(|(_, cell)| cell).collect();
    columns(&headings, &rows.into_iter().map(cells).collect::<Vec<_>>())
}

/// Returns a table of some of the columns.
fn some_columns(headings: &[&str], rows: &[Vec<String>], chosen: &[usize]) -> String {
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    // One space may stand before a unit; more make it a state.
    let is_number =
        |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && text.split(' ').count() <= 2;
    let layout = |&column: &usize| {
        let cells = || rows.iter().map(|row| cell(row, column));
        let widths = cells().map(|text| text.chars().count());
        let width = widths.fold(headings[column].chars().count(), usize::max);
        let numeric = cells().all(|text| text.is_empty() || text == "–" || is_number(&text));
        (column, width, numeric)
    };
    let layout: Vec<(usize, usize, bool)> = chosen.iter().map(layout).collect();
    let line = |row: &[String]| {
        let mut text = String::new();
        for &(column, width, numeric) in &layout {
            let value = cell(row, column);
            text += &if numeric {
                format!("{value:>width$}  ")
            } else {
                format!("{value:<width$}  ")
            };
        }
        text.trim_end().to_owned() + "\n"
    };
    let headings: Vec<String> = headings.iter().map(|&heading| heading.to_owned()).collect();
    let mut text = format!("{FAINT}{}{PLAIN}\n", line(&headings).trim_end());
    for row in rows {
        text += &line(row);
    }
    text
}

/// Returns records as comma-separated values, under a line of headings if there are any.
pub fn csv(headings: &[&str], records: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    // Nothing fails that is written to memory.
    if !headings.is_empty() {
        let _ = text.write_record(headings);
    }
    for record in records {
        let _ = text.write_record(record);
    }
    String::from_utf8_lossy(&text.into_inner().unwrap_or_default()).into_owned()
}

/// Returns a text whose lines break between words where there are so many columns.
pub fn fitting(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else {
        return text.to_owned();
    };
    let lines = text.split('\n').map(|line| wrapped(line, columns));
    joined(lines.flatten(), "\n")
}

/// Returns a number of moves, as people write it.
pub fn moves(number: u32) -> String {
    counted(number, "move")
}

/// Returns a text without control characters, so that text from elsewhere cannot control the
/// terminal.
pub fn printable(text: &str) -> String {
    let escaped = |c: char| match c {
        c if c.is_control() && c != '\n' => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(escaped).collect()
}

/// Returns bytes for people, or a dash if they are not known.
pub fn known_bytes(number: Option<u64>) -> String {
    number.map_or_else(|| "–".to_owned(), bytes)
}

/// Returns a size in bytes, for people.
pub fn bytes(number: u64) -> String {
    ByteSize(number).to_string()
}
