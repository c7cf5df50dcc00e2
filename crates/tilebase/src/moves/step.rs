//! A single move, and its notation.

use std::fmt;

use serde::{Serialize, Serializer};
use tilebase_core::sliding::Shape;

use crate::moves::Notation;

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
    pub(crate) fn between(shape: Shape, from: usize, to: usize) -> Self {
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

/// One move: tiles that slide in a line, or stones that jump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Move {
    /// The number of the tile that slides; if several do, of the one farthest from the blank, which
    /// a player presses. In a row, the leftmost cell, from 0, of the stones that jump.
    pub name: u8,
    /// The direction in which the tile slides; `None` in a row.
    pub direction: Option<Direction>,
    /// How many tiles slide; 0 in a row.
    pub tiles: u8,
    /// The leftmost cell, from 0, of where the stones land, on an open line. `None` elsewhere:
    /// there is only one landing place.
    pub landing: Option<u8>,
    /// Whether the stones are turned round, in a row whose rules leave that open.
    pub turned: bool,
    /// Whether another tile with this number could slide as well, so that the number does not say
    /// which move it is.
    pub alike: bool,
}

impl Move {
    /// Returns the letter of the direction, followed by the number of tiles if several slide: `R`,
    /// `R2`. `None` in a row.
    pub fn letters(self) -> Option<String> {
        Some(Notation::Letters.run(self.direction?, self.tiles.into()))
    }

    /// Returns the move in a notation, with the number of tiles behind a direction if several
    /// slide; as [displayed](Self::fmt) in a row.
    pub fn written(self, notation: Notation) -> String {
        match self.direction {
            Some(tile) if notation != Notation::Tile => notation.run(tile, self.tiles.into()),
            _ => self.to_string(),
        }
    }
}

/// Writes the name, a number. On an open line, the cell where the stones land follows, as in `1-7`;
/// a `t` at the end means that the stones are turned round although they need not be. Where another
/// tile with the same number could slide, the [letters](Move::letters) say which move it is.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(letters) = self.letters().filter(|_| self.alike) {
            return f.write_str(&letters);
        }
        write!(f, "{}", self.name)?;
        if let Some(cell) = self.landing {
            write!(f, "-{cell}")?;
        }
        f.write_str(if self.turned { "t" } else { "" })
    }
}

/// Serializes as the name alone.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.name)
    }
}
