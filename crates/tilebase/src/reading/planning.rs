//! Problems of planners, in the domains of the n-puzzle that are in use.

use std::collections::HashMap;

/// Says that a problem in SAS+ is not read.
pub const SAS: &str =
    "problems in SAS+ are not read: give the state, or a problem in PDDL (`--format pddl`)";

/// Says that a problem has not ended where the text does.
pub const OPEN: &str = "the problem in PDDL has no end: a parenthesis of it is not closed";

/// Says that the facts of a problem are not those of a state.
pub const NOT_PLACED: &str = "the problem in PDDL does not have one tile, or the blank, in each \
    cell of the puzzle: `(at t1 x1 y1)`, `(at t_1 p_1_1)` or `(at t1 c0)`, in a row of stones \
    `(at s_1 p_1)`, and `(empty …)` with such a place";

/// Returns the cells of a problem in PDDL as plain numbers, and its goal if there is one, with `x`
/// for cells of boards that it leaves open; `None` if the facts are not those of a state.
///
/// Positions are `p_ROW_COLUMN` or `xCOLUMN yROW` from 1, or `cNUMBER` from 0, or in rows
/// `p_NUMBER` from 1; tiles are `t1` or `t_1`; the empty position is that of `empty`, `blank` or
/// `hole`.
pub fn cells_of_problem(
    problem: &str,
    cells: usize,
    cols: usize,
) -> Option<(String, Option<String>)> {
    let (placed, goal) = placed(problem, (cells / cols, cols))?;
    let open = if cols == cells { "0" } else { "x" };
    let line = |found: &HashMap<usize, String>| {
        let cell = |at| found.get(&at).map_or(open, String::as_str);
        (0..cells).map(cell).collect::<Vec<_>>().join(" ")
    };
    Some((line(&placed), goal.as_ref().map(line)))
}

/// The tile of each cell that facts name, the blank as 0.
type Placed = HashMap<usize, String>;

/// Returns the state and the goal of a problem.
fn placed(problem: &str, shape: (usize, usize)) -> Option<(Placed, Option<Placed>)> {
    let lower = problem.to_ascii_lowercase();
    let (_, after) = lower.split_once("(:init")?;
    let (init, goal) = after.split_once("(:goal").unwrap_or((after, ""));
    let (placed, goal) = (tiles(init, shape)?, tiles(goal, shape)?);
    if placed.len() != shape.0 * shape.1 {
        return None;
    }
    Some((placed, Some(goal).filter(|goal| !goal.is_empty())))
}

fn tiles(facts: &str, (rows, cols): (usize, usize)) -> Option<Placed> {
    let mut found = Placed::new();
    for fact in named(facts) {
        let (tile, place) = fact?;
        let cell = match place {
            (Some(row), col) if col < cols => row * cols + col,
            (None, cell) => cell,
            _ => return None,
        };
        if cell >= rows * cols || found.insert(cell, tile.to_string()).is_some() {
            return None;
        }
    }
    Some(found)
}

/// Returns the shape of the board of a text, if that is a problem: by the greatest row and column.
///
/// # Errors
/// If its positions have one number each, which do not say the shape.
pub fn shape_of_problem(text: &str) -> Option<Result<(usize, usize), String>> {
    let lower = text.to_ascii_lowercase();
    let facts: Option<Vec<_>> = named(lower.split_once("(:init")?.1).collect();
    let places = facts.as_ref()?.iter().map(|(_, place)| place);
    let rows: Option<Vec<usize>> = places.clone().map(|(row, _)| *row).collect();
    let most = |numbers: &mut dyn Iterator<Item = usize>| Some(numbers.max()? + 1);
    let Some(rows) = rows else {
        return Some(Err(
            "positions of one number do not say the shape of the board: name the puzzle".to_owned(),
        ));
    };
    let cols = most(&mut places.map(|(_, col)| *col))?;
    Some(Ok((most(&mut rows.into_iter())?, cols)))
}

/// A tile, 0 for the blank, and the row and column of its place from 0; of a place with one number,
/// the cell.
type Fact = (usize, (Option<usize>, usize));

/// Returns the facts that say where tiles are; `None` for one that is written otherwise.
fn named(facts: &str) -> impl Iterator<Item = Option<Fact>> {
    facts.split('(').skip(1).filter_map(|fact| {
        let words: Vec<&str> = fact.split(')').next()?.split_whitespace().collect();
        let (tile, place) = match words[..] {
            ["at", tile, ref place @ ..] => (number(tile), place),
            ["empty" | "blank" | "hole", ref place @ ..] => (Some(0), place),
            _ => return None,
        };
        Some(tile.zip(cell_of(place)))
    })
}

/// Returns the row and the column of a place from 0; of a place with one number, the cell.
fn cell_of(place: &[&str]) -> Option<(Option<usize>, usize)> {
    let from_1 = |name: &str| number(name)?.checked_sub(1);
    match *place {
        [column, row] => Some((Some(from_1(row)?), from_1(column)?)),
        [place] => match place.trim_start_matches(['p', '_']).split_once('_') {
            Some((row, column)) => Some((Some(from_1(row)?), from_1(column)?)),
            None if place.starts_with("p_") => Some((None, from_1(place)?)),
            None => Some((None, number(place)?)),
        },
        _ => None,
    }
}

/// Returns the number at the end of a name.
fn number(name: &str) -> Option<usize> {
    let digits = name.trim_start_matches(|sign: char| !sign.is_ascii_digit());
    digits
        .parse()
        .ok()
        .filter(|&number: &usize| number < 1 << 16)
}

/// What a line is to the problem of a planner.
pub enum ProblemPart {
    /// It is not of one.
    Other,
    /// It is a comment, or more lines follow.
    Open,
    /// The problem that ends with it.
    Whole(String),
    /// It begins a problem in SAS+, whose lines are then passed over.
    Sas,
}

/// Returns whether a text begins as a problem in SAS+.
pub fn is_in_sas(text: &str) -> bool {
    text.trim_start().starts_with("begin_version")
}

/// The lines of a problem that is not complete yet.
#[derive(Debug, Default)]
pub struct ProblemLines {
    text: String,
    /// How many parentheses of the text are open.
    open: usize,
    is_sas: bool,
}

impl ProblemLines {
    /// Takes a line.
    pub fn push(&mut self, line: &str) -> ProblemPart {
        let start = line.trim_start();
        if self.text.is_empty() && !self.is_sas && !start.starts_with([';', '(', 'b']) {
            // So are nearly all lines of a long stream.
            return ProblemPart::Other;
        }
        if start.starts_with(';') {
            return ProblemPart::Open;
        }
        if is_in_sas(line) {
            self.is_sas = true;
            return ProblemPart::Sas;
        }
        if self.is_sas {
            return ProblemPart::Open;
        }
        let line = line.split(';').next().unwrap_or_default();
        let begins = || {
            start
                .get(..7)
                .is_some_and(|word| word.eq_ignore_ascii_case("(define"))
        };
        if self.text.is_empty() && !begins() {
            return ProblemPart::Other;
        }
        self.text += line;
        self.text.push('\n');
        self.open =
            (self.open + line.matches('(').count()).saturating_sub(line.matches(')').count());
        if self.open > 0 {
            ProblemPart::Open
        } else {
            ProblemPart::Whole(std::mem::take(&mut self.text))
        }
    }

    /// Returns the text of a problem that has not ended, if there is one.
    pub fn finish(&mut self) -> Option<String> {
        self.open = 0;
        Some(std::mem::take(&mut self.text)).filter(|text| !text.is_empty())
    }
}
