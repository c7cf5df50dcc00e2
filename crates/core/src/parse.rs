//! Cuts the text of a state into cells, joins items to a text, and defines the errors of states.

use std::fmt::{Display, Write};

use thiserror::Error;

/// The length of the longest text that is read, in bytes: 32 for each cell of the largest board,
/// which is enough for one indented line per cell.
const LONGEST: usize = 8192;

/// An error in the text or the cells of a state.
///
/// Positions of cells count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StateError {
    /// The text is empty or only white space.
    #[error("the state is empty: {expected} cells are needed, in reading order")]
    Empty {
        /// The number of cells of the puzzle.
        expected: usize,
    },
    /// The text is far longer than any state.
    #[error("the state has more than {LONGEST} bytes; no state of {expected} cells needs as many")]
    TooLong {
        /// The number of cells of the puzzle.
        expected: usize,
    },
    /// The puzzle has another number of cells.
    #[error("{} given, but {expected} are needed", cells(*found))]
    WrongCount {
        /// The number of cells of the puzzle.
        expected: usize,
        /// The number of cells given.
        found: usize,
    },
    /// The board is too large for tables and exact searches.
    #[error(
        "the board has {cells} cells, but tables and exact searches are for boards of up to {most}"
    )]
    TooManyCells {
        /// The number of cells of the board.
        cells: usize,
        /// The most cells that such a board may have.
        most: usize,
    },
    /// A cell that is neither a number nor a blank.
    #[error("cell {position} is `{token}`, which is not a number (the blank is 0, *, _ or .)")]
    NotANumber {
        /// The text of the cell, shortened.
        token: String,
        /// The position of the cell.
        position: usize,
    },
    /// A cell that is neither black, white nor empty.
    #[error(
        "cell {position} is `{token}`, which is not a stone: write B or W, and 0, *, _ or . for an \
         empty cell"
    )]
    UnknownStone {
        /// The text of the cell, shortened.
        token: String,
        /// The position of the cell.
        position: usize,
    },
    /// A number that is not that of a tile or a stone.
    #[error("cell {position} is {value}, but the numbers here go from 0 (blank) to {max}")]
    OutOfRange {
        /// The number found, shortened.
        value: String,
        /// The greatest valid number.
        max: u64,
        /// The position of the cell.
        position: usize,
    },
    /// A tile, stone or blank appears too often, or not often enough.
    #[error("{what} appears {}, but must appear {}", times(*found), times(*expected))]
    WrongNumber {
        /// The tile, stone or blank, in words.
        what: String,
        /// The number of times it appears.
        found: usize,
        /// The number of times it must appear.
        expected: usize,
    },
    /// The cells of an oshidori gap are not next to each other.
    #[error(
        "the {width} empty cells must lie side by side; found them in cells {}",
        joined(cells, ", ")
    )]
    SplitGap {
        /// The number of empty cells.
        width: usize,
        /// Their positions.
        cells: Vec<usize>,
    },
}

/// Returns a number of cells, in words.
fn cells(number: usize) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} cell{plural}")
}

/// Returns how often something happens, in words.
fn times(number: usize) -> String {
    match number {
        1 => "once".to_owned(),
        _ => format!("{number} times"),
    }
}

/// Returns whether a character separates cells. Brackets and quotes are those of lists in
/// programming languages.
#[inline]
fn separates(c: char) -> bool {
    let sign = matches!(
        c,
        ',' | ';' | '/' | '|' | '[' | ']' | '(' | ')' | '{' | '}' | '\'' | '"'
    );
    // Most characters are digits and spaces.
    c == ' ' || !c.is_ascii_alphanumeric() && (sign || c.is_whitespace())
}

/// Returns the number of words in a text, which shows whether a line holds a whole state or a part
/// of one. Costs nanoseconds per character.
///
/// ```
/// assert_eq!(tilebase_core::words("[[8,6,7],"), 3);
/// ```
pub fn words(text: &str) -> usize {
    split_words(text).count()
}

/// Returns the words of a text: what white space, commas, semicolons, slashes, bars, brackets and
/// quotes separate.
///
/// ```
/// assert!(tilebase_core::split_words("[[8,6],[_,5]]").eq(["8", "6", "_", "5"]));
/// ```
pub fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(separates).filter(|word| !word.is_empty())
}

/// Returns a text without the byte order mark that some editors write first.
///
/// ```
/// assert_eq!(tilebase_core::without_mark("\u{feff}3x3"), "3x3");
/// ```
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns the list with the key `state` if the text is a JSON object, and otherwise the text
/// itself.
fn state_of_object(text: &str) -> &str {
    let object = text.trim_start().starts_with('{').then_some(text);
    let value = object.and_then(|text| text.split_once("\"state\""));
    match value.and_then(|(_, after)| after.trim_start().strip_prefix(':')) {
        Some(value) => value.split_inclusive(']').next().unwrap_or(value),
        None => text,
    }
}

impl StateError {
    /// Returns an error unless as many cells are given as needed.
    #[inline]
    pub(crate) fn unless_as_many(expected: usize, found: usize) -> Result<(), Self> {
        if expected == found {
            Ok(())
        } else {
            Err(Self::WrongCount { expected, found })
        }
    }

    /// Returns the error of a number that is too large. Places count from 0.
    pub(crate) fn too_large(value: impl Display, max: impl Into<u64>, place: usize) -> Self {
        Self::OutOfRange {
            value: shortened(&value.to_string()),
            max: max.into(),
            position: place + 1,
        }
    }

    /// Returns the error with the letter of a tile for its number: A is 1.
    pub(crate) fn in_letters(self) -> Self {
        let letter = |what: &str| {
            let number: u8 = what.strip_prefix("tile ")?.parse().ok()?;
            let is_letter = (1..=26).contains(&number);
            is_letter.then(|| format!("tile {}", char::from(b'A' - 1 + number)))
        };
        match self {
            Self::WrongNumber {
                what,
                found,
                expected,
            } => Self::WrongNumber {
                what: letter(&what).unwrap_or(what),
                found,
                expected,
            },
            other => other,
        }
    }

    /// Returns the error of a board that has too few or too many of a tile, or of 0, the blank.
    pub(crate) fn wrong_number(tile: u8, found: usize, expected: usize) -> Self {
        Self::WrongNumber {
            what: match tile {
                0 => "the blank".to_owned(),
                tile => format!("tile {tile}"),
            },
            found,
            expected,
        }
    }
}

/// Cuts `text` into as many cells as expected, which are separated by white space, commas,
/// semicolons, slashes, bars, brackets or quotes. A single word is cut into its characters. From a
/// JSON object the list with the key `state` is read.
pub(crate) fn tokens(text: &str, expected: usize) -> Result<Vec<&str>, StateError> {
    let text = state_of_object(text);
    if text.len() > LONGEST {
        return Err(StateError::TooLong { expected });
    }
    let mut words = Vec::with_capacity(expected);
    words.extend(text.split(separates).filter(|word| !word.is_empty()));
    match words[..] {
        [] => return Err(StateError::Empty { expected }),
        [word] => words = word.split("").filter(|c| !c.is_empty()).collect(),
        _ => {}
    }
    StateError::unless_as_many(expected, words.len())?;
    Ok(words)
}

/// Returns whether a token stands for an empty cell.
pub(crate) fn is_blank(token: &str) -> bool {
    matches!(token, "0" | "*" | "_" | ".")
}

/// Reads the cell at a place, which counts from 0, as a number from 0 to `max`.
pub(crate) fn number(token: &str, place: usize, max: u8) -> Result<u8, StateError> {
    if is_blank(token) {
        return Ok(0);
    }
    match token.parse() {
        Ok(small) if small <= max => Ok(small),
        _ if is_number(token) => Err(StateError::too_large(token, max, place)),
        _ => Err(StateError::NotANumber {
            token: shortened(token),
            position: place + 1,
        }),
    }
}

/// Returns whether a token consists of digits.
pub(crate) fn is_number(token: &str) -> bool {
    token.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a word for a message: at most its first 20 characters, and an ellipsis if there are
/// more.
///
/// ```
/// assert_eq!(tilebase_core::shortened("20 characters, or so"), "20 characters, or so");
/// assert_eq!(tilebase_core::shortened("21 characters, or so?"), "21 characters, or so…");
/// ```
pub fn shortened(word: &str) -> String {
    match word.char_indices().nth(20) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// Returns a text in lines of at most this many characters, which break at spaces; a longer word
/// has a line of its own.
///
/// ```
/// assert_eq!(tilebase_core::wrapped("1 2 3 44", 5), ["1 2 3", "44"]);
/// ```
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let length = |line: &str| line.chars().count();
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns some items as text, with `between` between them.
///
/// ```
/// assert_eq!(tilebase_core::joined([1, 2, 3], ", "), "1, 2, 3");
/// ```
pub fn joined<T: Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut text = String::new();
    for (place, item) in items.into_iter().enumerate() {
        let before = if place == 0 { "" } else { between };
        write!(text, "{before}{item}").expect("writing to a string cannot fail");
    }
    text
}
