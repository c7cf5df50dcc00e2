//! The width of the terminal, and whether it has colours.

use std::env;

use clap::ColorChoice;
use terminal_size::{Height, Width, terminal_size_of};

/// Columns without a terminal.
const USUAL: usize = 80;

/// Columns that answers have: as many as are [known](known_width), or else 80.
pub fn width() -> usize {
    known_width().unwrap_or(USUAL)
}

/// Columns of the terminal on standard output, or else of `COLUMNS`.
pub fn known_width() -> Option<usize> {
    let given = || env::var("COLUMNS").ok()?.parse().ok();
    columns(terminal_size_of(std::io::stdout()))
        .or_else(given)
        .filter(|&columns| columns > 0)
}

/// Columns that progress has: those of the terminal on standard error.
pub fn progress_width() -> usize {
    notes_width().unwrap_or(USUAL)
}

/// Columns that notes and errors have, if standard error is a terminal.
pub fn notes_width() -> Option<usize> {
    columns(terminal_size_of(std::io::stderr()))
}

fn columns(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(Width(columns), _)| columns.into())
}

/// Takes the choice of colours for all that is written from now on.
pub fn set_colors(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Returns the choice that the arguments write, as far as it can be read before they are: help and
/// errors about the arguments have colours too.
pub fn requested_colors(mut arguments: impl Iterator<Item = String>) -> Option<ColorChoice> {
    let mut requested = None;
    while let Some(argument) = arguments.next() {
        let value = match argument.strip_prefix("--color") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        requested = value.and_then(|value| value.parse().ok()).or(requested);
    }
    requested
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_of_colors_is_found_among_the_arguments() {
        let requested = |text: &str| requested_colors(text.split(' ').map(str::to_owned));
        assert_eq!(requested("list"), None);
        assert_eq!(requested("list --color=never"), Some(ColorChoice::Never));
        assert_eq!(requested("--color always list"), Some(ColorChoice::Always));
        assert_eq!(requested("--color"), None);
        assert_eq!(requested("--color purple"), None);
    }
}
