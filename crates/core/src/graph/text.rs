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
    #[error("a drawing has at most 255 rows, and 255 places in a row")]
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
        return Some(pairs(list.split(',')));
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
    let mut edges = Vec::new();
    for cell in 0..cells {
        let (row, col) = (cell / cols, cell % cols);
        edges.push([cell, row * cols + (col + 1) % cols]);
        if wraps_columns || row + 1 < rows {
            edges.push([cell, (row + 1) % rows * cols + col]);
        }
    }
    Some(Ok(Described {
        name: format!("{kind}-{rows}x{cols}"),
        places: (0..cells)
            .map(|cell| [cell / cols, cell % cols].map(|at| at as u8))
            .collect(),
        edges,
        cells,
    }))
}

/// Reads a drawing, or pairs of neighbours, one per line.
pub(super) fn described(text: &str) -> Result<Described, GraphError> {
    let text = without_mark(text);
    if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        // Empty lines have no pair.
        pairs(text.lines().filter(|line| !line.trim().is_empty()))
    } else {
        drawing(text)
    }
}

/// Reads pairs of neighbours.
fn pairs<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Described, GraphError> {
    let mut edges = Vec::new();
    for (line, found) in (1..).zip(lines) {
        let wrong = || GraphError::Pair {
            line,
            found: shortened(found.trim()),
        };
        let words = found
            .split([' ', '\t', '\r', ',', '-'])
            .filter(|word| !word.is_empty());
        let numbers = words.map(|word| word.parse().ok().filter(|&cell| cell < MOST_CELLS));
        let numbers: Option<Vec<usize>> = numbers.collect();
        match numbers.as_deref() {
            Some(&[a, b]) if a != b => edges.push([a.min(b), a.max(b)]),
            _ => return Err(wrong()),
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

/// A row of a drawing.
#[derive(Default)]
struct DrawnRow {
    /// The column in the text of each place, and the number of its cell, if it is one.
    places: Vec<(usize, Option<usize>)>,
    /// The places with a wall to the next.
    right: Vec<usize>,
    /// The columns in the text with a wall below.
    below: Vec<usize>,
}

fn drawing(text: &str) -> Result<Described, GraphError> {
    let mut rows: Vec<DrawnRow> = Vec::new();
    let mut cells = 0;
    for (line, drawn) in (1..).zip(text.lines()) {
        let wrong = |found| GraphError::Drawing { line, found };
        let is_row = drawn.contains(['.', '#']);
        if is_row {
            rows.push(DrawnRow::default());
        }
        // A frame may be drawn around the cells; it changes nothing.
        let mut above = DrawnRow::default();
        let row = rows.last_mut().unwrap_or(&mut above);
        for (column, sign) in drawn.trim_end().chars().enumerate() {
            match sign {
                '.' | '#' => {
                    let cell = (sign == '.').then_some(cells);
                    cells += usize::from(sign == '.');
                    row.places.push((column, cell));
                }
                '|' if is_row => row.right.extend(row.places.len().checked_sub(1)),
                '-' if !is_row => row.below.push(column),
                '+' if !is_row => {}
                ' ' => {}
                found => return Err(wrong(found)),
            }
        }
    }
    if !(2..=MOST_CELLS).contains(&cells) {
        return Err(GraphError::Cells(cells));
    }
    let most = usize::from(u8::MAX);
    if rows.len() > most || rows.iter().any(|row| row.places.len() > most) {
        return Err(GraphError::TooLargeDrawing);
    }
    // Rows without cells before the first and after the last say nothing.
    let has_cells = |row: &DrawnRow| row.places.iter().any(|(_, cell)| cell.is_some());
    let first = rows.iter().position(has_cells).unwrap_or_default();
    let last = rows.iter().rposition(has_cells).unwrap_or_default();
    let rows = &rows[first..=last];
    let cell_at =
        |row: usize, place: usize| -> Option<usize> { rows.get(row)?.places.get(place)?.1 };
    let (mut edges, mut places, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for (number, row) in rows.iter().enumerate() {
        let (mut line, mut walls) = (String::new(), String::new());
        let end = row.places.iter().rposition(|(_, cell)| cell.is_some());
        for (place, &(column, cell)) in row
            .places
            .iter()
            .enumerate()
            .take(end.map_or(0, |end| end + 1))
        {
            line.push(if cell.is_some() { '.' } else { '#' });
            let mut wall = false;
            if let Some(cell) = cell {
                places.push([number as u8, place as u8]);
                if let Some(next) = cell_at(number, place + 1) {
                    if row.right.contains(&place) {
                        line.push('|');
                    } else {
                        edges.push([cell, next]);
                    }
                }
                if let Some(next) = cell_at(number + 1, place) {
                    wall = row.below.contains(&column);
                    if !wall {
                        edges.push([cell, next]);
                    }
                }
            }
            walls.push(if wall { '-' } else { '+' });
            walls.push_str(&"+".repeat(line.len() - walls.len()));
        }
        // A row of the name that is empty would not be one.
        lines.push(if line.is_empty() { "#".to_owned() } else { line });
        if walls.contains('-') {
            lines.push(walls.trim_end_matches('+').to_owned());
        }
    }
    Ok(Described {
        name: format!("cells-{}", lines.join("/")),
        places,
        edges,
        cells,
    })
}
