//! Sets of boards with known distances, as text.
//!
//! Lines that begin with `#` and empty ones are skipped. Every other line holds, separated by
//! spaces, a number, the cells in reading order (0 for the blank) and the distance in moves; the
//! rest of the line is ignored. The goal is `0 1 2 …`, so that square boards are canonical.

use thiserror::Error;
use tilebase_core::{
    shortened,
    sliding::{Board, Shape, solvable},
};

/// The 100 random 15-puzzles of R. Korf, Depth-first iterative-deepening, Artificial Intelligence
/// 27 (1985).
pub const KORF_100: &str = include_str!("../data/korf100.txt");

/// The 50 random 24-puzzles of R. Korf and A. Felner, Disjoint pattern database heuristics,
/// Artificial Intelligence 134 (2002).
pub const KORF_FELNER_50: &str = include_str!("../data/korf-felner50.txt");

/// A board with its distance from `0 1 2 …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// Its number in the set.
    pub number: u32,
    /// The board.
    pub board: Board,
    /// The length of a shortest solution, in moves.
    pub length: u32,
}

/// A line that is not an instance. Lines count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct InstanceError {
    /// The line.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads instances of one shape.
///
/// # Errors
/// If a line is not an instance: the error names the first.
///
/// ```
/// use tilebase_solve::instances;
/// let set = instances::parse("3x3".parse()?, "# easy\n 1  1 0 2 3 4 5 6 7 8  1\n")?;
/// assert_eq!((set[0].number, set[0].length), (1, 1));
/// let error = instances::parse("3x3".parse()?, "\n1  1 0 2 3 4 5 6 7 7  1").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: tile 7 appears 2 times"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(shape: Shape, text: &str) -> Result<Vec<Instance>, InstanceError> {
    let lines = text.lines().zip(1..).filter(|(text, _)| {
        let text = text.trim_start();
        !text.is_empty() && !text.starts_with('#')
    });
    lines
        .map(|(text, line)| instance(shape, text, line))
        .collect()
}

fn instance(shape: Shape, text: &str, line: usize) -> Result<Instance, InstanceError> {
    let columns: Vec<&str> = text.split_whitespace().collect();
    let (cells, found) = (shape.cells(), columns.len());
    let wrong = |problem| InstanceError { line, problem };
    if found < cells + 2 {
        return Err(wrong(format!(
            "{found} columns, but a number, {cells} cells and a length are needed"
        )));
    }
    let number = |text: &str| {
        let not_one = |_| {
            wrong(format!(
                "`{}` is not a number of at most 32 bits",
                shortened(text)
            ))
        };
        text.parse().map_err(not_one)
    };
    let board = Board::parse(shape, &columns[1..=cells].join(" "));
    let board = board.map_err(|error| wrong(error.to_string()))?;
    if !solvable(&board, &Board::ordered(shape, 0)) {
        return Err(wrong("the board cannot reach the goal 0 1 2 …".to_owned()));
    }
    Ok(Instance {
        number: number(columns[0])?,
        board,
        length: number(columns[cells + 1])?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_that_come_along_are_read() {
        let set = parse("4x4".parse().unwrap(), KORF_100).unwrap();
        assert_eq!(set.len(), 100);
        assert!(
            set.iter()
                .zip(1..)
                .all(|(instance, number)| instance.number == number)
        );
        assert_eq!(
            set.iter().map(|instance| instance.length).sum::<u32>(),
            5305
        );
        let set = parse("5x5".parse().unwrap(), KORF_FELNER_50).unwrap();
        assert_eq!(set.len(), 50);
        assert_eq!(
            set.iter().map(|instance| instance.length).sum::<u32>(),
            5039
        );
    }

    #[test]
    fn lines_that_are_wrong_are_named() {
        let shape: Shape = "3x3".parse().unwrap();
        let error = |text: &str| parse(shape, text).unwrap_err().to_string();
        let good = "7  1 0 2 3 4 5 6 7 8  1 and more";
        assert_eq!(parse(shape, good).unwrap()[0].number, 7);
        assert_eq!(
            error(&format!("{good}\n1 1 0 2 3 4 5 6 7 8")),
            "line 2: 10 columns, but a number, 9 cells and a length are needed"
        );
        assert_eq!(
            error("#\n\nx 1 0 2 3 4 5 6 7 8 1"),
            "line 3: `x` is not a number of at most 32 bits"
        );
        assert_eq!(
            error("1 1 0 2 3 4 5 6 7 8 99999999999"),
            "line 1: `99999999999` is not a number of at most 32 bits"
        );
        assert!(error("1 1 0 2 3 4 5 6 7 9 1").starts_with("line 1: "));
        assert_eq!(
            error("\n\n1 0 1 2 3 4 5 6 8 7 1"),
            "line 3: the board cannot reach the goal 0 1 2 …"
        );
    }
}
