//! Stages: the order in which tiles are put in place.

use std::{fmt, ops::Range};

use serde::Serialize;
use tilebase_core::{joined, sliding::Shape};

use crate::{
    answers::{About, Answer, Game},
    values::{Error, Result, State},
};

/// The tiles of a board in stages: each puts some tiles in place and keeps those of the stages
/// before.
///
/// ```
/// use tilebase::Library;
///
/// let fifteen = Library::in_memory().puzzle("4x4")?;
/// assert_eq!(fifteen.stages("1-4/5,9,13/rest")?.iter().count(), 3);
/// assert_eq!(fifteen.stages("rows-columns")?.to_string(), "1-4/5,9,13/rest");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stages {
    /// The tiles of each stage; empty for the rest.
    stages: Vec<Vec<u8>>,
}

/// The most cells of a board whose lines of up to five tiles are one stage of a preset each. On
/// larger boards lines are cut, so that searches stay short.
const SMALL: usize = 25;

/// Returns the most cells of a line that is not cut.
fn longest(shape: Shape) -> usize {
    if shape.cells() <= SMALL { 5 } else { 2 }
}

/// Returns the most rows and columns of what the presets leave for the last stage.
fn last(shape: Shape) -> usize {
    if shape.cells() <= SMALL { 3 } else { 2 }
}

impl Stages {
    /// Reads the stages of a goal; see [`Solver::stages`](crate::Solver::stages).
    pub(crate) fn parse(shape: Shape, goal: &State, text: &str) -> Result<Self> {
        let of_cells = |stages: Vec<Vec<usize>>| {
            let tiles = |cells: Vec<usize>| -> Vec<u8> {
                let tiles = cells.iter().map(|&cell| goal.cells()[cell]);
                tiles.filter(|&tile| tile != 0).collect()
            };
            let stages = stages.into_iter().map(tiles);
            let mut stages: Vec<Vec<u8>> = stages.filter(|tiles| !tiles.is_empty()).collect();
            stages.push(Vec::new());
            stages
        };
        let brief: String = text.chars().take(40).collect();
        let wrong =
            |problem| Error::Question(format!("`{brief}` is not a list of stages: {problem}"));
        let text = text.trim();
        let stages = match text {
            "rows" => of_cells(lines(shape, |_, _| true)),
            "rows-columns" | "fringe" => of_cells(lines(shape, |rows, cols| rows >= cols)),
            "grids" => of_cells(blocks(shape)),
            _ => {
                let parts: Vec<&str> = text.split('/').map(str::trim).collect();
                let read = parts.iter().enumerate().map(|(place, part)| match *part {
                    "rest" if place + 1 == parts.len() => Ok(Vec::new()),
                    part => tiles(shape, part).map_err(wrong),
                });
                read.collect::<Result<Vec<_>, _>>()?
            }
        };
        let mut seen = [false; 256];
        for &tile in stages.iter().flatten() {
            if std::mem::replace(&mut seen[usize::from(tile)], true) {
                return Err(wrong(format!("tile {tile} is in two stages")));
            }
        }
        Ok(Self { stages })
    }

    /// Returns the tiles that each stage puts in place; none for `rest`.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.stages.iter().map(Vec::as_slice)
    }

    /// Returns the name of a stage: its tiles, or `rest`.
    pub(crate) fn name(tiles: &[u8]) -> String {
        let mut sorted = tiles.to_vec();
        sorted.sort_unstable();
        let runs = sorted.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
            [one] => one.to_string(),
            [one, two] => format!("{one},{two}"),
            run => format!("{}-{}", run[0], run[run.len() - 1]),
        });
        if tiles.is_empty() { "rest".to_owned() } else { joined(runs, ",") }
    }
}

/// Writes the stages as [`Solver::stages`](crate::Solver::stages) reads them.
impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(self.iter().map(Self::name), "/"))
    }
}

/// Reads tiles and ranges of tiles, separated by commas.
pub(crate) fn tiles(shape: Shape, text: &str) -> Result<Vec<u8>, String> {
    let number = |text: &str| match text.trim().parse::<u8>() {
        Ok(tile) if (1..=shape.tiles()).contains(&usize::from(tile)) => Ok(tile),
        _ => Err(format!(
            "`{text}` is not a tile: write tiles from 1 to {} and ranges, such as 1-3,5, stages \
            separated by slashes, with `rest` as the last; or rows, rows-columns or grids",
            shape.tiles()
        )),
    };
    let mut tiles = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            None => tiles.push(number(part)?),
            Some((first, last)) => tiles.extend(number(first)?..=number(last)?),
        }
    }
    if tiles.is_empty() {
        return Err(format!("`{text}` has no tiles"));
    }
    Ok(tiles)
}

/// Returns the cells of the stages that place a line at a time: the first row of what is left where
/// `by_row` says so of its rows and columns, else the first column.
fn lines(shape: Shape, by_row: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let (mut row, mut col, mut stages) = (0, 0, Vec::new());
    loop {
        let (rows, cols) = (shape.rows() - row, shape.cols() - col);
        let is_small = rows <= last(shape) && cols <= last(shape);
        // Of a small board the first row is a stage, too.
        if is_small && (!stages.is_empty() || rows <= 2) {
            return stages;
        }
        let line: Vec<usize> = if rows > 2 && (by_row(rows, cols) || cols <= 2) {
            row += 1;
            (col..shape.cols())
                .map(|at| shape.cell(row - 1, at))
                .collect()
        } else {
            col += 1;
            (row..shape.rows())
                .map(|at| shape.cell(at, col - 1))
                .collect()
        };
        stages.extend(pieces(&line, longest(shape)));
    }
}

/// Cuts a line that is too long into single cells and the last two together, for which no tile in
/// place need be moved.
fn pieces(line: &[usize], longest: usize) -> impl Iterator<Item = Vec<usize>> {
    let single = if line.len() <= longest { 0 } else { line.len() - 2 };
    let (singles, last) = line.split_at(single);
    let parts = singles.chunks(1).chain([last]);
    parts.map(<[usize]>::to_vec)
}

/// Returns the cells of the stages that place blocks of two rows and two columns. If the number of
/// columns is odd, the first column has blocks of its own.
fn blocks(shape: Shape) -> Vec<Vec<usize>> {
    let last = last(shape);
    if shape.rows() <= last && shape.cols() <= last {
        return lines(shape, |_, _| true);
    }
    let (mut row, mut stages) = (0, Vec::new());
    let mut block = |rows: Range<usize>, cols: Range<usize>| {
        let cells = rows.flat_map(|row| cols.clone().map(move |col| (row, col)));
        let cells: Vec<usize> = cells.map(|(row, col)| shape.cell(row, col)).collect();
        stages.extend(pieces(&cells, longest(shape)));
    };
    while shape.rows() - row > last {
        let odd = shape.cols() % 2;
        if odd > 0 {
            block(row..row + 2, 0..1);
        }
        for col in (odd..shape.cols()).step_by(2) {
            block(row..row + 2, col..col + 2);
        }
        row += 2;
    }
    for col in 0..shape.cols().saturating_sub(last) {
        block(row..shape.rows(), col..col + 1);
    }
    stages
}

/// A solution by stages.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "read", derive(serde::Deserialize))]
#[non_exhaustive]
pub struct Staged {
    /// The whole solution. Its upper bound is its length; its lower bound is the length of the
    /// first stage if that is optimal, else 0.
    #[serde(flatten)]
    pub answer: Answer,
    /// The number of its moves; `None` if the goal is out of reach.
    pub length: Option<u32>,
    /// The stages in order; empty if the goal is out of reach.
    pub stages: Vec<StageEnd>,
}

/// The solution of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "read", derive(serde::Deserialize))]
#[non_exhaustive]
pub struct StageEnd {
    /// The tiles that it puts in place, as text; `rest` for all that are left.
    #[serde(rename = "tiles")]
    pub name: String,
    /// The number of its moves.
    pub length: u32,
    /// The number of moves up to its end.
    pub end: u32,
    /// Whether it is proven that no shorter sequence leads from its start to its goal.
    pub optimal: bool,
}

/// The greatest distances of stages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "read", derive(serde::Deserialize))]
#[non_exhaustive]
pub struct FarthestStages {
    /// The puzzle and its metric.
    #[serde(flatten)]
    pub about: About,
    /// The stages in order.
    pub stages: Vec<FarthestStage>,
    /// The sum of their distances: no board is farther from the goal.
    pub upper_bound: u32,
}

/// The greatest distance of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "read", derive(serde::Deserialize))]
#[non_exhaustive]
pub struct FarthestStage {
    /// Its tiles, as text.
    #[serde(rename = "tiles")]
    pub name: String,
    /// The greatest distance.
    pub eccentricity: u32,
}

/// A game graded by its stages.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct StagedReview {
    /// The game.
    pub game: Game,
    /// The stages that the game reached, in order.
    pub stages: Vec<ReviewedStage>,
}

/// The grades of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReviewedStage {
    /// Its tiles, as text.
    #[serde(rename = "tiles")]
    pub name: String,
    /// The least number of moves from the state at its start.
    pub distance: u32,
    /// The moves made in it.
    pub made: u32,
    /// The least number of moves still to make: 0 if the stage was finished.
    pub left: u32,
    /// `made` plus `left` minus `distance`.
    pub wasted: u32,
}
