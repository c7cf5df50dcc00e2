//! A single move, and its notation.

use std::fmt;

use serde::{Serialize, Serializer};
use tilebase_core::sliding::Shape;

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

    /// Returns `U`, `D`, `L` or `R`.
    pub fn letter(self) -> char {
        ['U', 'D', 'L', 'R'][self as usize]
    }

    /// Returns the opposite direction: that of the blank when a tile slides in this one.
    pub fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// Returns the direction on the transposed board.
    pub(crate) fn transposed(self) -> Self {
        Self::ALL[self as usize ^ 2]
    }

    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|way| way.letter() == letter)
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
}

impl Move {
    /// Returns the letter of the direction, followed by the number of tiles if several slide: `R`,
    /// `R2`. `None` in a row.
    pub fn letters(self) -> Option<String> {
        Some(run(self.direction?, self.tiles.into()))
    }

    /// Returns the letter of the direction in which the blank goes, written as by
    /// [`letters`](Self::letters).
    pub fn blank(self) -> Option<String> {
        Some(run(self.direction?.opposite(), self.tiles.into()))
    }
}

/// Writes the name, a number. On an open line, the cell where the stones land follows, as in `1-7`;
/// a `t` at the end means that the stones are turned round although they need not be.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// Returns the letter of a direction, followed by the number of tiles if there are several.
pub(crate) fn run(way: Direction, tiles: u32) -> String {
    match tiles {
        1 => way.letter().to_string(),
        tiles => format!("{}{tiles}", way.letter()),
    }
}
