//! Functions that the parsers of mazes and sudokus share.

/// Returns `text` without the byte order mark that some editors write first.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns a character for a message, escaped if it does not print.
pub(crate) fn escaped(character: char) -> String {
    character.escape_debug().collect()
}
