//! Reading sudokus from text, in the forms in which people and programs write them.
//!
//! A cell is one character, or one number such as `12` if all cells are separated. White space,
//! commas, semicolons, brackets, quotation marks and `|` separate cells: lists are read as Python
//! and other languages print them, nested or one per line. Lines of `-`, `+`, `=` and `|` are
//! rules, lines that begin with `#` are comments, and `end` may be the last line; all are ignored.
//! So is what stands before and after a whole grid on its line. An empty cell is `.`, `0`,
//! `_` or `*`. Numbers beyond 9 are separated, or written as letters: A = 10, B = 11, …. In a grid
//! with letters and no digit except 0, A = 1, B = 2, ….

use std::str::FromStr;

use thiserror::Error;
use tilebase_core::without_mark;

use super::{MAX_SUDOKU_SIZE, Sudoku};

/// The reason why a text is not a sudoku. Lines and columns count from 1, in characters.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SudokuError {
    /// The text has no cell.
    #[error("the sudoku is empty: write its cells row by row, `.` or `0` for an empty one")]
    Empty,
    /// A character is not a cell.
    #[error(
        "line {line}, column {column}: `{found}` is not a cell; write a number, a letter for a \
        number beyond 9, or `.` or `0` for an empty cell"
    )]
    Unknown {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The character, escaped if it does not print.
        found: String,
    },
    /// A number is too large for the grid.
    #[error("line {line}, column {column}: {value} is too large; numbers here go up to {max}")]
    OutOfRange {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The number.
        value: u8,
        /// The greatest allowed.
        max: usize,
    },
    /// The number of cells is not a square, or is the square of a size that has no boxes.
    #[error(
        "{found} cells found by line {line}, column {column}, but a sudoku has 4x4 (16), 6x6 \
         (36), 8x8 (64), 9x9 (81), 10x10, 12x12, …, 25x25 (625)"
    )]
    WrongCount {
        /// Cells found.
        found: usize,
        /// Line of the last.
        line: usize,
        /// Column of the last.
        column: usize,
    },
    /// A line of the text is not a row of the grid.
    #[error(
        "line {line}, column {column}: the line has {found} cells, but a row of this sudoku has \
         {expected}"
    )]
    Ragged {
        /// The line.
        line: usize,
        /// Column of its last cell.
        column: usize,
        /// Cells in a row.
        expected: usize,
        /// Cells found.
        found: usize,
    },
    /// The boxes do not have as many cells as a row.
    #[error(
        "boxes of {rows}x{cols} do not fit a {size}x{size} grid: they must have {size} cells each"
    )]
    Boxes {
        /// Rows of a box.
        rows: usize,
        /// Columns of a box.
        cols: usize,
        /// Cells in a row of the grid.
        size: usize,
    },
}

/// The number of cells after which reading stops: one more than any grid has.
const TOO_MANY: usize = MAX_SUDOKU_SIZE * MAX_SUDOKU_SIZE + 1;

/// The shortest word that is a whole grid, of 6x6, and no row of a larger one.
const SHORTEST_GRID: usize = 36;

/// A piece of text between separators or the number of a cell, and where it begins.
struct Located<T> {
    what: T,
    /// The line and the column.
    place: (usize, usize),
}

impl Sudoku {
    /// Reads a sudoku with boxes of `rows` by `cols`.
    ///
    /// # Errors
    /// If the text is not a sudoku, or the boxes do not have as many cells as its rows.
    pub fn parse_with_boxes(text: &str, rows: usize, cols: usize) -> Result<Self, SudokuError> {
        Self::read(text, Some((rows, cols)))
    }

    /// Reads all sudokus of a text, with boxes of these rows and columns or the usual ones: one
    /// grid; or one in each line; or several under headings such as `Grid 01`, or apart by empty
    /// lines. Errors name lines of the text.
    ///
    /// ```
    /// use tilebase_search::Sudoku;
    ///
    /// let text = "Grid 1\n1...\n..2.\n.3..\n...4\nGrid 2\n4...\n..2.\n.3..\n...1\n";
    /// let read: Result<Vec<Sudoku>, _> = Sudoku::parse_all(text, None).into_iter().collect();
    /// assert_eq!(read?.len(), 2);
    /// # Ok::<(), tilebase_search::SudokuError>(())
    /// ```
    pub fn parse_all(text: &str, boxes: Option<(usize, usize)>) -> Vec<Result<Self, SudokuError>> {
        let whole = Self::read(text, boxes);
        if whole.is_ok() {
            return vec![whole];
        }
        let lines: Vec<(usize, &str)> = without_mark(text).lines().enumerate().collect();
        let grids = |begins: &dyn Fn(&str) -> bool, left_out: bool| {
            let mut blocks: Vec<Vec<(usize, &str)>> = Vec::new();
            for &(number, line) in &lines {
                if begins(line) || blocks.is_empty() {
                    blocks.push(Vec::new());
                }
                if let Some(block) = blocks.last_mut().filter(|_| !(left_out && begins(line))) {
                    block.push((number, line));
                }
            }
            let blocks = blocks.iter().map(|block| words_of(block.iter().copied()));
            let blocks = blocks.filter(|words| !words.is_empty());
            blocks
                .map(|words| Self::of_words(&words, boxes))
                .collect::<Vec<_>>()
        };
        let readings = [
            grids(&is_heading, true),
            grids(&|line| !line.trim().is_empty(), false),
            grids(&|line| line.trim().is_empty(), true),
        ];
        let good = |grids: &Vec<Result<Self, _>>| grids.iter().filter(|grid| grid.is_ok()).count();
        // Among equals the first. A text of which hardly a part is a grid is one with an error.
        let best = readings.into_iter().rev().max_by_key(good);
        best.filter(|grids| good(grids) > 0 && 2 * good(grids) >= grids.len())
            .unwrap_or_else(|| vec![whole])
    }

    fn read(text: &str, boxes: Option<(usize, usize)>) -> Result<Self, SudokuError> {
        Self::of_words(&words_of(without_mark(text).lines().enumerate()), boxes)
    }

    fn of_words(
        words: &[Located<&str>],
        boxes: Option<(usize, usize)>,
    ) -> Result<Self, SudokuError> {
        let cells = match separated(words) {
            Some(cells) => cells,
            None => compact(words)?,
        };
        let last = cells.last().ok_or(SudokuError::Empty)?;
        let size = cells.len().isqrt();
        let (found, (line, column)) = (cells.len(), last.place);
        let wrong_count = SudokuError::WrongCount {
            found,
            line,
            column,
        };
        let box_rows = match boxes {
            Some((rows, _)) => Some(rows),
            None => usual_box_rows(size),
        };
        let box_rows = box_rows.filter(|_| is_size(found)).ok_or(wrong_count)?;
        if let Some((rows, cols)) = boxes.filter(|&(rows, cols)| rows.saturating_mul(cols) != size)
        {
            return Err(SudokuError::Boxes { rows, cols, size });
        }
        check_rows(&cells, size)?;
        if let Some(cell) = cells.iter().find(|cell| usize::from(cell.what) > size) {
            let ((line, column), value, max) = (cell.place, cell.what, size);
            return Err(SudokuError::OutOfRange {
                line,
                column,
                value,
                max,
            });
        }
        Ok(Self {
            size,
            box_rows,
            cells: cells.iter().map(|cell| cell.what).collect(),
        })
    }
}

impl FromStr for Sudoku {
    type Err = SudokuError;

    /// Reads a sudoku with the usual boxes of its size.
    fn from_str(text: &str) -> Result<Self, SudokuError> {
        Self::read(text, None)
    }
}

fn is_size(cells: usize) -> bool {
    let size = cells.isqrt();
    size * size == cells && (4..=MAX_SUDOKU_SIZE).contains(&size)
}

/// Returns the greatest divisor of `size` whose square is not above it; `None` for primes, whose
/// boxes would be rows.
fn usual_box_rows(size: usize) -> Option<usize> {
    (2..=size.isqrt())
        .rev()
        .find(|rows| size.is_multiple_of(*rows))
}

fn is_separator(character: char) -> bool {
    let signs = [',', ';', '|', '[', ']', '(', ')', '\'', '"'];
    character.is_whitespace() || signs.contains(&character)
}

/// Returns whether a line is a heading: a word and a number, such as `Grid 01`.
fn is_heading(line: &str) -> bool {
    let words: Vec<&str> = line
        .trim()
        .trim_end_matches(':')
        .split_whitespace()
        .collect();
    let all = |word: &str, is: fn(&char) -> bool| word.chars().all(|c| is(&c));
    matches!(words[..], [name, number]
        if name.len() > 2 && all(name, |c| c.is_alphabetic()) && all(number, char::is_ascii_digit))
}

/// Returns lines cut at separators, without comments and rules. Stops when there are too many
/// words.
fn words_of<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<Located<&'a str>> {
    let mut words = Vec::new();
    for (number, line) in lines {
        let rule = line
            .chars()
            .all(|c| matches!(c, '-' | '+' | '=' | '|') || c.is_whitespace());
        if rule || line.starts_with('#') || line.trim().eq_ignore_ascii_case("end") {
            continue;
        }
        let mut column = 1;
        let before = words.len();
        for text in line.split_inclusive(is_separator) {
            let characters = text.chars().count();
            let word = text.trim_end_matches(is_separator);
            if !word.is_empty() {
                let place = (number + 1, column);
                words.push(Located { what: word, place });
            }
            column += characters;
            if words.len() >= TOO_MANY {
                return words;
            }
        }
        // A name may stand before a whole grid, and a rating after it.
        let mut line = before..words.len();
        let whole = line.rfind(|&at| words[at].what.len() >= SHORTEST_GRID);
        if let Some(at) = whole {
            words.swap(before, at);
            words.truncate(before + 1);
        }
    }
    words
}

/// Returns the cells if each word is one: a number, or a sign for an empty cell.
fn separated(words: &[Located<&str>]) -> Option<Vec<Located<u8>>> {
    if !is_size(words.len()) {
        return None;
    }
    words
        .iter()
        .map(|word| {
            let what = match word.what {
                "." | "_" | "*" => 0,
                // A sign would parse as part of a number.
                digits if digits.len() <= 2 && !digits.starts_with('+') => digits.parse().ok()?,
                _ => return None,
            };
            let place = word.place;
            Some(Located { what, place })
        })
        .collect()
}

/// Returns the cells, each character being one.
fn compact(words: &[Located<&str>]) -> Result<Vec<Located<u8>>, SudokuError> {
    let characters = || {
        words.iter().flat_map(|word| {
            let (line, column) = word.place;
            word.what
                .chars()
                .zip((column..).map(move |column| (line, column)))
        })
    };
    let digits = characters()
        .take(TOO_MANY)
        .any(|(character, ..)| matches!(character, '1'..='9'));
    let letter_a = if digits { 10 } else { 1 };
    characters()
        .take(TOO_MANY)
        .map(|(character, place)| {
            let what = match character {
                '.' | '0' | '_' | '*' => 0,
                '1'..='9' => character as u8 - b'0',
                'A'..='Z' => character as u8 - b'A' + letter_a,
                'a'..='z' => character as u8 - b'a' + letter_a,
                _ => {
                    let (line, column) = place;
                    let found = character.escape_debug().to_string();
                    return Err(SudokuError::Unknown {
                        line,
                        column,
                        found,
                    });
                }
            };
            Ok(Located { what, place })
        })
        .collect()
}

/// Checks that a grid written over as many lines as it has rows has one row on each.
fn check_rows(cells: &[Located<u8>], size: usize) -> Result<(), SudokuError> {
    let lines = || cells.chunk_by(|a, b| a.place.0 == b.place.0);
    if lines().count() != size {
        return Ok(());
    }
    match lines().find(|line| line.len() != size) {
        None => Ok(()),
        Some(line) => Err(SudokuError::Ragged {
            line: line[0].place.0,
            column: line[line.len() - 1].place.1,
            expected: size,
            found: line.len(),
        }),
    }
}
