//! What the parsers of mazes and sudokus share.

/// Returns a character for a message, escaped if it does not print.
pub(crate) fn escaped(character: char) -> String {
    character.escape_debug().collect()
}
