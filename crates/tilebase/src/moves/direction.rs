//! Directions, and the signs by which they are read and written.

use std::str::FromStr;

use tilebase_core::{shortened, sliding::Shape};

use crate::values::Error;

/// The direction in which a tile slides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All, opposite ones side by side: within a column, and within a row.
    const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Returns the direction from a cell to another in its row or column.
    pub fn between(shape: Shape, from: usize, to: usize) -> Self {
        let is_in_row = shape.row(from) == shape.row(to);
        Self::ALL[2 * usize::from(is_in_row) + usize::from(from < to)]
    }

    /// The signs by which each is read, in either case: the letter, the word and the arrow that are
    /// written, and others.
    const SIGNS: [[&str; 5]; 4] = [
        ["U", "up", "↑", "⬆", "^"],
        ["D", "down", "↓", "⬇", "v"],
        ["L", "left", "←", "⬅", "<"],
        ["R", "right", "→", "➡", ">"],
    ];

    /// Returns `U`, `D`, `L` or `R`.
    pub fn letter(self) -> char {
        ['U', 'D', 'L', 'R'][self as usize]
    }

    /// Returns `up`, `down`, `left` or `right`.
    pub fn word(self) -> &'static str {
        Self::SIGNS[self as usize][1]
    }

    /// Returns `↑`, `↓`, `←` or `→`.
    pub fn arrow(self) -> &'static str {
        Self::SIGNS[self as usize][2]
    }

    /// Returns the opposite direction: that of the blank when a tile slides in this one.
    pub fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// Returns the direction on the transposed board.
    pub(crate) fn transposed(self) -> Self {
        Self::ALL[self as usize ^ 2]
    }

    /// Returns the direction with which a text begins, and what follows.
    pub(crate) fn first_of(text: &str) -> Option<(Self, &str)> {
        let signs = Self::ALL.into_iter().zip(Self::SIGNS);
        let signs = signs.flat_map(|(way, signs)| signs.map(|sign| (way, sign)));
        let begins = |(_, sign): &(Self, &str)| {
            let begin = text.get(..sign.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(sign))
        };
        // A word begins with its letter, and no letter follows another one's in a word.
        let (way, sign) = signs.filter(begins).max_by_key(|(_, sign)| sign.len())?;
        // Arrows may ask to be drawn as pictures.
        Some((way, text[sign.len()..].trim_start_matches('\u{FE0F}')))
    }
}

/// Reads a letter, a word or an arrow.
impl FromStr for Direction {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match Self::first_of(text) {
            Some((way, "")) => Ok(way),
            _ => Err(Error::Question(format!(
                "`{}` is not a direction: write U, D, L or R",
                shortened(text)
            ))),
        }
    }
}
