//! Numbers of things in texts for people.

use std::fmt::Display;

/// Returns a number of things, with the name of one of them: `1 move`, `2 moves`, `1,000 nodes`.
pub fn counted(number: impl Display, thing: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
