//! The names of puzzles.

use std::{fmt, str::FromStr};

use thiserror::Error;

#[cfg(feature = "graphs")]
use crate::graph::{CellGraph, GraphError};
use crate::{
    oshidori::{Rules, Stones},
    sliding::{CELLS_LIMIT, Shape},
};

/// A puzzle that has a name: a sliding board, a graph with tiles or an oshidori row.
///
/// ```
/// use tilebase_core::Puzzle;
/// assert_eq!("15-puzzle".parse::<Puzzle>()?.to_string(), "4x4");
/// assert_eq!("2x5".parse::<Puzzle>()?.states(), Some(1_814_400));
/// # Ok::<(), tilebase_core::PuzzleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Puzzle {
    /// Sliding tiles on a board with one blank.
    Sliding(Shape),
    /// Stones in a row with holes.
    Oshidori(Stones),
    /// Sliding tiles on a graph with one blank or two.
    #[cfg(feature = "graphs")]
    Graph(CellGraph),
}

/// An error in the name of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The name has none of the known forms.
    #[error("unknown puzzle `{0}`: {instead}", instead = instead(.0))]
    Unknown(String),
    /// The name is that of a board of an impossible size.
    #[error(transparent)]
    Shape(#[from] crate::sliding::ShapeError),
    /// The name is that of an impossible number of stones.
    #[error(transparent)]
    Stones(#[from] crate::oshidori::StonesError),
    /// The name is that of an impossible graph.
    #[cfg(feature = "graphs")]
    #[error(transparent)]
    Graph(#[from] GraphError),
}

impl Puzzle {
    /// Returns the rules of a row of stones, if they are not the usual ones.
    pub fn rules(self) -> Option<Rules> {
        match self {
            Self::Sliding(_) => None,
            #[cfg(feature = "graphs")]
            Self::Graph(_) => None,
            Self::Oshidori(stones) => {
                Some(stones.rules()).filter(|rules| *rules != Rules::default())
            }
        }
    }

    /// Returns whether several moves may have the same name, a number, so that more must be written
    /// to say which: by unusual rules, and with two blanks.
    pub fn shares_names_of_moves(self) -> bool {
        match self {
            Self::Sliding(_) => false,
            Self::Oshidori(_) => self.rules().is_some(),
            #[cfg(feature = "graphs")]
            Self::Graph(graph) => graph.blanks() > 1,
        }
    }

    /// Returns the row and the column of each cell, from 0; `None` for a row of stones, and for a
    /// graph that was read from pairs.
    pub fn places(self) -> Option<Vec<[usize; 2]>> {
        let places: Vec<[usize; 2]> = match self {
            Self::Sliding(shape) => (0..shape.cells())
                .map(|cell| [shape.row(cell), shape.col(cell)])
                .collect(),
            Self::Oshidori(_) => Vec::new(),
            #[cfg(feature = "graphs")]
            Self::Graph(graph) => {
                let places = graph.places().iter();
                places.map(|place| place.map(usize::from)).collect()
            }
        };
        Some(places).filter(|places| !places.is_empty())
    }

    /// Returns the name of the puzzle that was perhaps meant by one that is unknown.
    ///
    /// ```
    /// use tilebase_core::Puzzle;
    /// assert_eq!(Puzzle::meant("3*3"), Some("3x3".to_owned()));
    /// assert_eq!(Puzzle::meant("15puzzle"), Some("15-puzzle".to_owned()));
    /// assert_eq!(Puzzle::meant("ducks-5"), Some("oshidori-kinds-5".to_owned()));
    /// assert_eq!(Puzzle::meant("Torus 3x3"), Some("torus-3x3".to_owned()));
    /// assert_eq!(Puzzle::meant("chess"), None);
    /// ```
    pub fn meant(name: &str) -> Option<String> {
        let mut plain = name.trim().to_ascii_lowercase().replace("by", "x");
        plain = plain.replace(['×', '*', '·'], "x");
        plain.retain(|c| c.is_ascii_alphanumeric() || c == ',');
        let stones = |word: &str, kind: &str| {
            let number = plain.strip_prefix(word)?;
            let number = if number.is_empty() { "4" } else { number };
            Some(format!("oshidori-{kind}-{number}"))
        };
        let ring = |kind: &str| Some(format!("{kind}-{}", plain.strip_prefix(kind)?));
        let number = plain.strip_suffix("puzzle");
        [
            number.map(|number| format!("{number}-puzzle")),
            stones("oshidorikinds", "kinds"),
            stones("oshidoribw", "bw"),
            stones("oshidori", "kinds"),
            stones("ducks", "kinds"),
            stones("duck", "kinds"),
            stones("kinds", "kinds"),
            stones("bw", "bw"),
            ring("torus"),
            ring("cylinder"),
            Some(plain.clone()),
        ]
        .into_iter()
        .flatten()
        .find(|name| name.parse::<Self>().is_ok())
    }

    /// Returns the number of solvable positions (sliding) or of arrangements (oshidori, graphs);
    /// `None` if it does not fit 64 bits.
    pub fn states(self) -> Option<u64> {
        match self {
            Self::Sliding(shape) => (3..=shape.cells() as u64).try_fold(1u64, u64::checked_mul),
            Self::Oshidori(puzzle) => puzzle.states(),
            #[cfg(feature = "graphs")]
            Self::Graph(graph) => graph.states(),
        }
    }
}

impl From<Shape> for Puzzle {
    fn from(shape: Shape) -> Self {
        Self::Sliding(shape)
    }
}

impl From<Stones> for Puzzle {
    fn from(stones: Stones) -> Self {
        Self::Oshidori(stones)
    }
}

#[cfg(feature = "graphs")]
impl From<CellGraph> for Puzzle {
    fn from(graph: CellGraph) -> Self {
        Self::Graph(graph)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sliding(shape) => shape.fmt(f),
            Self::Oshidori(puzzle) => puzzle.fmt(f),
            #[cfg(feature = "graphs")]
            Self::Graph(graph) => graph.fmt(f),
        }
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let name = text.trim();
        if name.starts_with("oshidori-") {
            return Ok(Self::Oshidori(name.parse()?));
        }
        #[cfg(feature = "graphs")]
        if ["torus-", "cylinder-", "cells-", "edges-"]
            .iter()
            .any(|kind| name.starts_with(kind))
        {
            return Ok(Self::Graph(name.parse()?));
        }
        let unknown = || PuzzleError::Unknown(name.chars().take(40).collect());
        if !name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(unknown());
        }
        let shape = match name.strip_suffix("-puzzle") {
            Some("9") => Shape::new(2, 5)?,
            Some(tiles) => {
                let side = side_of_square(tiles).ok_or_else(unknown)?;
                Shape::new(side, side)?
            }
            None if name.contains(['x', 'X']) => name.parse()?,
            None => return Err(unknown()),
        };
        Ok(Self::Sliding(shape))
    }
}

/// Returns what to write in place of a name that is unknown.
fn instead(name: &str) -> String {
    match Puzzle::meant(name) {
        Some(meant) => format!("did you mean {meant}?"),
        None => format!(
            "sliding boards are written ROWSxCOLUMNS (3x3, 2x5, up to {CELLS_LIMIT} cells; also \
            9-puzzle for 2x5, and 8-puzzle, 15-puzzle, 24-puzzle and so on for square boards), \
            rows of stones oshidori-bw-N, oshidori-bw-NxM, oshidori-kinds-K, oshidori-kinds-KxM or \
            a list such as oshidori-kinds-2,2,3, graphs torus-RxC, cylinder-RxC, cells-DRAWING or \
            edges-PAIRS"
        ),
    }
}

/// Returns the rows of the square board with this many tiles; `None` if none has.
fn side_of_square(tiles: &str) -> Option<usize> {
    let cells = usize::from(tiles.parse::<u16>().ok()?) + 1;
    let side = cells.isqrt();
    (side * side == cells).then_some(side)
}
