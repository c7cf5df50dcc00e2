//! Reading mazes from text.

use std::str::FromStr;

use bitvec::vec::BitVec;
use thiserror::Error;
use tilebase_core::without_mark;

use super::{MAX_MAZE_CELLS, Maze};

/// The reason why a text is not a maze. Lines and columns count from 1, in characters.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MazeError {
    /// The text has only line ends.
    #[error(
        "the maze is empty: write lines of `#` (wall), space (open), `S` (start) and `G` (goal)"
    )]
    Empty,
    /// A character is not one of those that a maze is written with.
    #[error(
        "line {line}, column {column}: `{found}` is not one of `#` (wall), space or `.` (open), \
         `S` (start) and `G` (goal); nor `%` (wall), `_` or, with \
         `%`, `-` (open), `A`, `P` (start), `B`, `E` (goal)"
    )]
    Unknown {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The character, escaped if it does not print.
        found: String,
    },
    /// Lines have different lengths.
    #[error(
        "line {line}, column {column}: this line has {found} cells, but the first has {expected}; \
         all lines must have the same length"
    )]
    Ragged {
        /// The line.
        line: usize,
        /// The first column that is missing, or that the first line does not have.
        column: usize,
        /// Cells in the first line.
        expected: usize,
        /// Cells in this one.
        found: usize,
    },
    /// There is a second start or goal.
    #[error(
        "line {line}, column {column}: a second `{what}`; the first is in line {first_line}, \
         column {first_column}"
    )]
    Second {
        /// The sign of the second.
        what: char,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The line of the first.
        first_line: usize,
        /// The column of the first.
        first_column: usize,
    },
    /// There are only walls.
    #[error("the maze has no open cell")]
    NoOpenCell,
    /// There are more cells than [`MAX_MAZE_CELLS`].
    #[error("line {line}: the maze has more than {MAX_MAZE_CELLS} cells up to this line")]
    TooLarge {
        /// The line.
        line: usize,
    },
}

impl FromStr for Maze {
    type Err = MazeError;

    /// Reads a maze. Empty lines before and after it are ignored.
    fn from_str(text: &str) -> Result<Self, MazeError> {
        let lines = without_mark(text).lines().zip(1..);
        let mut lines: Vec<_> = lines.skip_while(|(row, _)| row.is_empty()).collect();
        while lines.pop_if(|(row, _)| row.is_empty()).is_some() {}
        Self::of_lines(&lines)
    }
}

impl Maze {
    /// Reads the mazes of a text: one, or several apart by empty lines. Errors name lines of the
    /// text.
    ///
    /// ```
    /// use tilebase_search::Maze;
    ///
    /// let mazes = Maze::parse_all("S  G\n\n%%%%\n%P.%\n%%%%\n");
    /// let read: Result<Vec<Maze>, _> = mazes.into_iter().collect();
    /// assert_eq!(read?.len(), 2);
    /// # Ok::<(), tilebase_search::MazeError>(())
    /// ```
    pub fn parse_all(text: &str) -> Vec<Result<Self, MazeError>> {
        let whole = text.parse();
        if whole.is_ok() {
            return vec![whole];
        }
        let lines: Vec<_> = without_mark(text).lines().zip(1..).collect();
        let mazes = lines.split(|(row, _)| row.is_empty());
        let mazes = mazes.filter(|lines| !lines.is_empty()).map(Self::of_lines);
        let mazes: Vec<_> = mazes.collect();
        // A text with hardly a maze is one with an error.
        let good = mazes.iter().filter(|maze| maze.is_ok()).count();
        if good > 0 && 2 * good >= mazes.len() { mazes } else { vec![whole] }
    }

    fn of_lines(lines: &[(&str, usize)]) -> Result<Self, MazeError> {
        let (first, _) = lines.first().ok_or(MazeError::Empty)?;
        // In mazes with walls of `%` and a start of `P`, `.` is what is to be reached.
        let has = |sign| lines.iter().any(|(row, _)| row.contains(sign));
        let dot_is_goal = has('%') && has('P') && !has('#');

        let cols = first.chars().count();
        let mut open: BitVec = BitVec::new();
        let (mut start, mut goal) = (None, None);
        for &(row, line) in lines {
            let before = open.len();
            for (character, column) in row.chars().zip(1..) {
                let end = match character {
                    'S' | 'A' | 'P' => Some(&mut start),
                    'G' | 'B' | 'E' => Some(&mut goal),
                    '.' if dot_is_goal => Some(&mut goal),
                    '#' | '%' | ' ' | '.' | '_' => None,
                    '-' if has('%') => None,
                    _ => {
                        return Err(MazeError::Unknown {
                            line,
                            column,
                            found: character.escape_debug().to_string(),
                        });
                    }
                };
                if let Some(end) = end {
                    let at = open.len() as u32;
                    if let Some((_, first_line, first_column)) = end.replace((at, line, column)) {
                        return Err(MazeError::Second {
                            what: character,
                            line,
                            column,
                            first_line,
                            first_column,
                        });
                    }
                }
                open.push(!matches!(character, '#' | '%'));
                if open.len() > MAX_MAZE_CELLS {
                    return Err(MazeError::TooLarge { line });
                }
            }
            let found = open.len() - before;
            if found != cols {
                return Err(MazeError::Ragged {
                    line,
                    column: found.min(cols) + 1,
                    expected: cols,
                    found,
                });
            }
        }
        let (Some(upper_left), Some(lower_right)) = (open.first_one(), open.last_one()) else {
            return Err(MazeError::NoOpenCell);
        };
        Ok(Self {
            rows: lines.len(),
            cols,
            start: start.map_or(upper_left as u32, |(at, ..)| at),
            goal: goal.map_or(lower_right as u32, |(at, ..)| at),
            open,
        })
    }
}
