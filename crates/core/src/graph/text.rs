//! Graphs as text: names, drawings and pairs of neighbours.

use thiserror::Error;

use crate::{
    joined,
    parse::{shortened, without_mark},
};

/// The most cells of a graph: a set of cells is a word of as many bits.
pub const MOST_CELLS: usize = u64::BITS as usize;

/// An error in the description of a graph.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The name is not that of a graph.
    #[error(
        "`{0}` is not a graph: write torus-RxC or cylinder-RxC, cells- and the lines of a drawing \
         joined by slashes, as cells-.../.#./..., or edges- and pairs of cells, as \
         edges-0-1,1-2,2-0; -blanks-2 at the end means two blanks"
    )]
    Unknown(String),
    /// There are too few or too many cells.
    #[error("a graph has 2 to {MOST_CELLS} cells, but this one has {0}")]
    Cells(usize),
    /// A line of a drawing has a character that means nothing there.
    #[error(
        "line {line} of the drawing has `{found}`: write . for a cell, # for none, | for a wall \
         between two cells of a row, and - under a cell, in a line between two rows, for a wall \
         below it"
    )]
    Drawing {
        /// The number of the line, from 1.
        line: usize,
        /// The character.
        found: char,
    },
    /// A drawing is too high or too wide.
    #[error("a drawing has at most {MOST_CELLS} rows and columns")]
    TooLargeDrawing,
    /// A line of a list is not a pair of neighbours.
    #[error(
        "line {line} is `{found}`, but a pair of different cells is needed, numbered from 0 to {}, \
         as 0 1",
        MOST_CELLS - 1
    )]
    Pair {
        /// The number of the line, or of the pair, from 1.
        line: usize,
        /// The line, shortened.
        found: String,
    },
    /// A cell is missing from a list of pairs.
    #[error("cell {0} is in no pair: the cells are numbered from 0, without gaps")]
    Missing(usize),
    /// The number of blanks is impossible.
    #[error(
        "{blanks} blanks: a graph has one blank or two, and fewer than its cells, of which this \
         one has {cells}"
    )]
    Blanks {
        /// The number of blanks.
        blanks: usize,
        /// The number of cells.
        cells: usize,
    },
}

/// A graph as its description says it, before it is kept.
pub(super) struct Described {
    /// The name without the number of blanks.
    pub name: String,
    /// The row and the column of each cell where the graph has some.
    pub places: Vec<[u8; 2]>,
    /// Pairs of neighbours, in any order.
    pub edges: Vec<[usize; 2]>,
    pub cells: usize,
}

/// Returns the graph with this name; `None` if it is none of a graph.
pub(super) fn named(name: &str) -> Option<Result<Described, GraphError>> {
    if let Some(lines) = name.strip_prefix("cells-") {
        return Some(drawing(&lines.replace('/', "\n")));
    }
    if let Some(list) = name.strip_prefix("edges-") {
        return Some(pairs(&list.replace(',', "\n")));
    }
    let (kind, size) = name.split_once('-')?;
    let wraps_columns = match kind {
        "torus" => true,
        "cylinder" => false,
        _ => return None,
    };
    let (rows, cols) = size.split_once(['x', 'X'])?;
    let [rows, cols]: [usize; 2] = [rows.parse().ok()?, cols.parse().ok()?];
    let cells = rows.saturating_mul(cols);
    if !(2..=MOST_CELLS).contains(&cells) {
        return Some(Err(GraphError::Cells(cells)));
    }
    let (mut edges, mut places) = (Vec::new(), Vec::new());
    for cell in 0..cells {
        let (row, col) = (cell / cols, cell % cols);
        places.push([row as u8, col as u8]);
        edges.push([cell, row * cols + (col + 1) % cols]);
        if wraps_columns || row + 1 < rows {
            edges.push([cell, (row + 1) % rows * cols + col]);
        }
    }
    Some(Ok(Described {
        name: format!("{kind}-{rows}x{cols}"),
        places,
        edges,
        cells,
    }))
}

/// Reads a drawing, or pairs of neighbours, one per line.
pub(super) fn described(text: &str) -> Result<Described, GraphError> {
    let text = without_mark(text).trim_matches(['\r', '\n']);
    let is_list = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    if is_list { pairs(text) } else { drawing(text) }
}

/// Reads pairs of neighbours.
fn pairs(lines: &str) -> Result<Described, GraphError> {
    let mut edges = Vec::new();
    for (line, found) in (1..).zip(lines.lines()) {
        let numbers = found.split([' ', ',', '-']).map(|word| word.parse().ok());
        match numbers.collect::<Option<Vec<usize>>>().as_deref() {
            Some(&[a, b]) if a != b && a.max(b) < MOST_CELLS => edges.push([a.min(b), a.max(b)]),
            _ => {
                let found = shortened(found.trim());
                return Err(GraphError::Pair { line, found });
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let cells = edges.iter().map(|&[_, b]| b + 1).max().unwrap_or(0);
    let missing = (0..cells).find(|cell| !edges.iter().flatten().any(|other| other == cell));
    if let Some(missing) = missing {
        return Err(GraphError::Missing(missing));
    }
    let named = joined(edges.iter().map(|[a, b]| format!("{a}-{b}")), ",");
    Ok(Described {
        name: format!("edges-{named}"),
        places: Vec::new(),
        edges,
        cells,
    })
}

/// Reads a drawing. Its rows are the lines with places, its columns those of the text where some
/// line has a place.
fn drawing(text: &str) -> Result<Described, GraphError> {
    let lines: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.trim_end().chars().collect())
        .collect();
    let is_place = |sign: &char| matches!(sign, '.' | '#');
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    for (number, line) in lines.iter().enumerate() {
        let is_row = line.iter().any(is_place);
        if let Some(&found) = line.iter().find(|sign| match sign {
            '.' | '#' | ' ' | '+' => false,
            '|' => !is_row,
            '-' => is_row,
            _ => true,
        }) {
            let line = number + 1;
            return Err(GraphError::Drawing { line, found });
        }
        if is_row {
            rows.push(number);
            columns.extend((0..line.len()).filter(|&column| is_place(&line[column])));
        }
    }
    columns.sort_unstable();
    columns.dedup();
    if rows.len().max(columns.len()) > MOST_CELLS {
        return Err(GraphError::TooLargeDrawing);
    }
    let at = |line: usize, column: usize| lines[line].get(column).copied();
    let mut places = Vec::new();
    for (row, &line) in rows.iter().enumerate() {
        let cells = (0..columns.len()).filter(|&col| at(line, columns[col]) == Some('.'));
        places.extend(cells.map(|col| [row as u8, col as u8]));
    }
    if !(2..=MOST_CELLS).contains(&places.len()) {
        return Err(GraphError::Cells(places.len()));
    }
    let mut edges = Vec::new();
    for (cell, &[row, col]) in places.iter().enumerate() {
        let other = |place| places.iter().position(|&other| other == place);
        let (line, column) = (rows[usize::from(row)], columns[usize::from(col)]);
        if let Some(right) = other([row, col + 1])
            && (column..columns[usize::from(col) + 1]).all(|column| at(line, column) != Some('|'))
        {
            edges.push([cell, right]);
        }
        if let Some(below) = other([row + 1, col])
            && (line..rows[usize::from(row) + 1]).all(|line| at(line, column) != Some('-'))
        {
            edges.push([cell, below]);
        }
    }
    // Without walls, only the places matter.
    let name = if text.contains(['|', '-']) {
        joined(
            lines.iter().map(|line| line.iter().collect::<String>()),
            "/",
        )
        .replace(' ', "+")
    } else {
        let sign = |line, column| if at(line, column) == Some('.') { '.' } else { '#' };
        let row = |&line| columns.iter().map(move |&column| sign(line, column));
        joined(rows.iter().map(|line| row(line).collect::<String>()), "/")
    };
    Ok(Described {
        name: format!("cells-{name}"),
        cells: places.len(),
        places,
        edges,
    })
}
