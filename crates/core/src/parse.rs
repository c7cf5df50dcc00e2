//! Cutting the text of a state into cells, and what can be wrong with it.

use thiserror::Error;

/// Longest text that is looked at, in bytes. No state of any puzzle here needs more than a few
/// hundred.
const LONGEST: usize = 4096;

/// Why a text or a list of cells is not a state.
///
/// Positions count from 1, as people do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StateError {
    /// Nothing but white space.
    #[error("the state is empty: {expected} cells are needed, in reading order")]
    Empty {
        /// How many cells the puzzle has.
        expected: usize,
    },
    /// Far longer than any state.
    #[error(
        "the state is {found} bytes long; no state of {expected} cells needs more than {LONGEST}"
    )]
    TooLong {
        /// How many cells the puzzle has.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// Not as many cells as the puzzle has.
    #[error("{found} cells given, but {expected} are needed")]
    WrongCount {
        /// How many cells the puzzle has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// A cell that is neither a number nor a blank.
    #[error("cell {position} is `{token}`, which is not a number (the blank is 0, *, _ or .)")]
    NotANumber {
        /// The offending text, shortened.
        token: String,
        /// Which cell.
        position: usize,
    },
    /// A cell that is neither black, white nor empty.
    #[error(
        "cell {position} is `{token}`, which is no stone: they are B and W (an empty cell is 0, *, _ or .)"
    )]
    UnknownStone {
        /// The offending text, shortened.
        token: String,
        /// Which cell.
        position: usize,
    },
    /// A number that names no tile or stone.
    #[error("cell {position} is {value}, but the numbers here go from 0 (blank) to {max}")]
    OutOfRange {
        /// The number found.
        value: u64,
        /// The greatest number allowed.
        max: u64,
        /// Which cell.
        position: usize,
    },
    /// A tile, stone or blank appears too often, or not often enough.
    #[error("{what} appears {found} times, but must appear {expected} times")]
    WrongNumber {
        /// The tile or stone, for people.
        what: String,
        /// How often it appears.
        found: usize,
        /// How often it must.
        expected: usize,
    },
    /// The cells of an oshidori gap are not next to each other.
    #[error("the {width} empty cells must lie side by side; found them in cells {cells:?}")]
    SplitGap {
        /// How many empty cells there are.
        width: usize,
        /// Where they are.
        cells: Vec<usize>,
    },
    /// Two boards that must have one shape do not.
    #[error("a board of {found} cannot go with a board of {expected}")]
    WrongShape {
        /// The shape needed.
        expected: String,
        /// The shape given.
        found: String,
    },
}

/// Returns whether a character stands between cells. Brackets and quotes are those of lists in
/// other languages.
#[inline]
fn separates(c: char) -> bool {
    let sign = matches!(
        c,
        ',' | ';' | '/' | '|' | '[' | ']' | '(' | ')' | '{' | '}' | '\'' | '"'
    );
    // Most characters are digits and spaces.
    c == ' ' || !c.is_ascii_alphanumeric() && (sign || c.is_whitespace())
}

/// Returns how many words a text has, so that the parts of a state over several lines can be told
/// from whole ones. Costs nanoseconds a character.
///
/// ```
/// assert_eq!(tilebase_core::words("[[8,6,7],"), 3);
/// ```
pub fn words(text: &str) -> usize {
    text.split(separates)
        .filter(|word| !word.is_empty())
        .count()
}

/// Returns the list with the key `state` where the text is a JSON object, and else the text itself.
fn state_of_object(text: &str) -> &str {
    let object = text.trim_start().starts_with('{').then_some(text);
    let value = object.and_then(|text| text.split_once("\"state\""));
    match value.and_then(|(_, after)| after.trim_start().strip_prefix(':')) {
        Some(value) => value.split_inclusive(']').next().unwrap_or(value),
        None => text,
    }
}

/// Cuts `text` into cells: separated by white space, commas, semicolons, slashes, bars, brackets or
/// quotes, or one character each where all is one word. Of a JSON object the list with the key
/// `state` is read.
pub(crate) fn tokens(text: &str, expected: usize) -> Result<Vec<&str>, StateError> {
    let text = state_of_object(text);
    if text.len() > LONGEST {
        return Err(StateError::TooLong {
            expected,
            found: text.len(),
        });
    }
    let mut words = Vec::with_capacity(expected);
    words.extend(text.split(separates).filter(|word| !word.is_empty()));
    match words[..] {
        [] => Err(StateError::Empty { expected }),
        [word] => Ok(word.split("").filter(|c| !c.is_empty()).collect()),
        _ => Ok(words),
    }
}

/// Returns whether a token stands for an empty cell.
pub(crate) fn is_blank(token: &str) -> bool {
    matches!(token, "0" | "*" | "_" | ".")
}

/// Reads one cell as a number from 0 to `max`.
pub(crate) fn number(token: &str, position: usize, max: u8) -> Result<u8, StateError> {
    if is_blank(token) {
        return Ok(0);
    }
    let value: u64 = token.parse().map_err(|_| StateError::NotANumber {
        token: token.chars().take(20).collect(),
        position,
    })?;
    match u8::try_from(value) {
        Ok(small) if small <= max => Ok(small),
        _ => Err(StateError::OutOfRange {
            value,
            max: max.into(),
            position,
        }),
    }
}
