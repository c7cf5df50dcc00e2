//! The notations of moves.

use std::str::FromStr;

use tilebase_core::joined;

use crate::{
    moves::Direction,
    values::{Error, Result},
};

/// How moves are written. Moves are read in all of them wherever moves are read, and need not say
/// which it is: only [`Blank`](Self::Blank) gives the same letters another meaning.
///
/// ```
/// use tilebase::Notation;
///
/// assert_eq!("arrows".parse::<Notation>()?, Notation::Arrows);
/// assert_eq!(Notation::Arrows.listed().example, "←←↑↑");
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// The numbers of the tiles that slide; in a row, the left cells of the stones that jump.
    #[default]
    Tile,
    /// The directions in which tiles slide, with numbers.
    Letters,
    /// The directions in which tiles slide, without numbers.
    Plain,
    /// The directions in which tiles slide, as words.
    Words,
    /// The directions in which tiles slide, as arrows.
    Arrows,
    /// The directions in which the blank goes. Letters, words and arrows that are read are those of
    /// the blank, too.
    Blank,
}

/// What is to be known of a notation; see [`Notation::LIST`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedNotation {
    /// The notation.
    pub notation: Notation,
    /// The name by which it is asked for.
    pub name: &'static str,
    /// What stands for a move.
    pub what: &'static str,
    /// The moves that solve the 3x3 board `0 1 2 / 4 5 3 / 7 8 6`.
    pub example: &'static str,
}

impl Notation {
    /// All notations, in the order in which they are explained.
    pub const LIST: [ListedNotation; 6] = [
        Self::Tile.entry("tiles", "the number of the tile that slides", "1 2 3 6"),
        Self::Letters.entry(
            "letters",
            "the direction in which it slides, U D L R, a run of three as R3",
            "L2U2",
        ),
        Self::Plain.entry("plain", "one letter for each move, without numbers", "LLUU"),
        Self::Words.entry("words", "up, down, left or right", "left left up up"),
        Self::Arrows.entry("arrows", "one of ↑ ↓ ← →", "←←↑↑"),
        Self::Blank.entry(
            "blank",
            "the direction in which the blank goes, as for letters",
            "R2D2",
        ),
    ];

    const fn entry(
        self,
        name: &'static str,
        what: &'static str,
        example: &'static str,
    ) -> ListedNotation {
        ListedNotation {
            notation: self,
            name,
            what,
            example,
        }
    }

    /// Returns what the list has about this notation.
    pub fn listed(self) -> ListedNotation {
        Self::LIST[self as usize]
    }

    /// Returns the direction that is written for that of a tile, or is that of a tile if it is
    /// read.
    pub(crate) fn way(self, tile: Direction) -> Direction {
        if self == Self::Blank { tile.opposite() } else { tile }
    }

    /// Writes the direction in which tiles slide, followed by their number if there are several.
    pub(crate) fn run(self, tile: Direction, tiles: u32) -> String {
        let way = self.way(tile);
        let sign = match self {
            Self::Tile | Self::Letters | Self::Plain | Self::Blank => way.letter().to_string(),
            Self::Words => way.word().to_owned(),
            Self::Arrows => way.arrow().to_owned(),
        };
        if tiles == 1 { sign } else { format!("{sign}{tiles}") }
    }

    /// Writes moves, each as by [`run`](Self::run).
    pub(crate) fn runs(self, moves: impl Iterator<Item = (Direction, u32)>) -> String {
        let between = if self == Self::Words { " " } else { "" };
        joined(moves.map(|(way, tiles)| self.run(way, tiles)), between)
    }

    /// Writes moves of single tiles, so many in each direction. Successive ones in one direction
    /// are written with their number, or each for itself.
    pub(crate) fn single_tiles(self, runs: impl Iterator<Item = (Direction, u32)>) -> String {
        let each = runs.flat_map(|(way, times)| (0..times).map(move |_| way));
        if matches!(self, Self::Plain | Self::Words | Self::Arrows) {
            return self.runs(each.map(|way| (way, 1)));
        }
        let each: Vec<Direction> = each.collect();
        let same = each.chunk_by(|a, b| a == b);
        self.runs(same.map(|same| (same[0], same.len() as u32)))
    }
}

/// Reads the name of a notation.
impl FromStr for Notation {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let listed = Self::LIST.iter().find(|listed| listed.name == name);
        listed.map(|listed| listed.notation).ok_or_else(|| {
            let names = joined(Self::LIST.iter().map(|listed| listed.name), ", ");
            Error::Question(format!(
                "there is no notation of moves `{name}`: they are {names}"
            ))
        })
    }
}
