//! A single move, and its notation.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::moves::{Direction, Notation};

/// One move: tiles that slide in a line or along an edge, or stones that jump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Move {
    /// The number of the tile that slides; if several do, of the one farthest from the blank, which
    /// a player presses. In a row, the leftmost cell, from 0, of the stones that jump.
    pub name: u8,
    /// The direction in which the tile slides; `None` in a row and on a graph.
    pub direction: Option<Direction>,
    /// How many tiles slide; 0 in a row.
    pub tiles: u8,
    /// The leftmost cell, from 0, of where the stones land on an open line, or where the tile ends
    /// on a graph with two blanks. `None` elsewhere: there is only one place.
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
    /// slide; as it is displayed in a row.
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
