//! The colours of tiles.

use std::fmt;

use thiserror::Error;

use super::{MOST_CELLS, MOST_COLOURS};
use crate::{
    parse::joined,
    ranked::multinomial,
    sliding::{Board, MAX_CELLS, Shape},
};

/// The colours of the tiles of one goal, 1 to 4.
///
/// Prints as the colours of the goal's cells, row by row, with 0 for the blank:
/// `0443/4433/2233/2211`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Colouring {
    shape: Shape,
    home: u8,
    /// The colour of the tile in each cell of the goal.
    cells: Vec<u8>,
}

/// Colours that the tiles of a goal cannot have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ColouringError {
    /// The board has too many cells.
    #[error("tiles are coloured on boards of up to {MOST_CELLS} cells, not on {0}")]
    TooLarge(Shape),
    /// There is not one colour for each cell.
    #[error(
        "{shape} boards have {} cells, but {found} colours are given: \
         write those of the goal's cells row by row, 0 for the blank",
        shape.cells()
    )]
    Length {
        /// The shape of the board.
        shape: Shape,
        /// The number of colours given.
        found: usize,
    },
    /// A number or a character is not a colour.
    #[error("`{0}` is not a colour: write 1 to {MOST_COLOURS}, and 0 for the blank")]
    Colour(String),
    /// A tile has colour 0, or the blank another.
    #[error(
        "cell {cell} has colour {found}, but the goal has {} there: only the blank's cell has \
         colour 0",
        if *found == 0 { "a tile" } else { "the blank" }
    )]
    Blank {
        /// The cell, from 0.
        cell: usize,
        /// Its colour.
        found: u8,
    },
}

/// The colourings known to be good, by board. Together they give the best known bound. The cell
/// that is the blank's home loses its colour.
const KNOWN: [(&str, [&str; 2]); 3] = [
    ("4x4", ["4443/4433/2233/2211", "4422/4422/4331/3331"]),
    ("3x5", ["44332/44322/43211", "44443/42233/22113"]),
    ("2x8", ["44433322/44332211", "44444333/22221133"]),
];

impl Colouring {
    /// Returns the colouring of the goal "tiles in order, blank at `home`", given one colour for
    /// each of its cells, 0 for the blank.
    ///
    /// # Errors
    /// If the tiles of such a goal cannot have these colours.
    pub fn new(shape: Shape, home: usize, colours: &[u8]) -> Result<Self, ColouringError> {
        if shape.cells() > MOST_CELLS {
            return Err(ColouringError::TooLarge(shape));
        }
        if colours.len() != shape.cells() {
            let found = colours.len();
            return Err(ColouringError::Length { shape, found });
        }
        for (cell, &found) in colours.iter().enumerate() {
            if usize::from(found) > MOST_COLOURS {
                return Err(ColouringError::Colour(found.to_string()));
            }
            if (found == 0) != (cell == home) {
                return Err(ColouringError::Blank { cell, found });
            }
        }
        Ok(Self {
            shape,
            home: home as u8,
            cells: colours.to_vec(),
        })
    }

    /// Reads colours as they are printed. Slashes may be left out, and white space is ignored.
    ///
    /// # Errors
    /// If the tiles of such a goal cannot have these colours.
    ///
    /// ```
    /// use tilebase_core::colours::Colouring;
    /// let colouring = Colouring::parse("4x4".parse()?, 0, "0443 4433 2233 2211")?;
    /// assert_eq!(colouring.to_string(), "0443/4433/2233/2211");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(shape: Shape, home: usize, text: &str) -> Result<Self, ColouringError> {
        let letters = text.chars().filter(|&c| c != '/' && !c.is_whitespace());
        let colours = letters.map(|letter| {
            let colour = letter.to_digit(10).map(|digit| digit as u8);
            colour.ok_or_else(|| ColouringError::Colour(letter.to_string()))
        });
        Self::new(shape, home, &colours.collect::<Result<Vec<u8>, _>>()?)
    }

    /// Returns the colourings known to be good for a goal. Heuristics take the maximum of their
    /// bounds. There are two for each board of 15 or 16 cells that is at least as wide as high, and
    /// none for other boards.
    pub fn usual(shape: Shape, home: usize) -> Vec<Self> {
        let name = shape.to_string();
        let known = KNOWN.iter().filter(|(board, _)| *board == name);
        let views = known.flat_map(|(_, views)| views);
        let view = |text: &&str| {
            let mut cells: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
            cells.iter_mut().for_each(|cell| *cell -= b'0');
            *cells.get_mut(home)? = 0;
            Self::new(shape, home, &cells).ok()
        };
        views.filter_map(view).collect()
    }

    /// Returns the colours on the goal with rows and columns exchanged, if that is the same goal
    /// with its tiles renamed. One table then serves both colourings.
    pub fn transposed(&self) -> Option<Self> {
        let (shape, home) = (self.shape, self.home());
        let to = |cell: usize| shape.col(cell) * shape.rows() + shape.row(cell);
        let alike = shape.rows() == shape.cols() && to(home) == home;
        alike.then(|| Self {
            cells: (0..shape.cells())
                .map(|cell| self.cells[to(cell)])
                .collect(),
            ..self.clone()
        })
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the blank's cell in the goal.
    pub fn home(&self) -> usize {
        self.home.into()
    }

    /// Returns the colours of the goal's cells, 0 for the blank.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the number of tiles of each colour.
    pub fn tiles(&self) -> [u8; MOST_COLOURS] {
        let mut tiles = [0; MOST_COLOURS];
        for &colour in self.cells.iter().filter(|&&colour| colour > 0) {
            tiles[usize::from(colour) - 1] += 1;
        }
        tiles
    }

    /// Returns the number of orders of the tiles, if tiles of the same colour are not
    /// distinguished.
    ///
    /// ```
    /// use tilebase_core::colours::Colouring;
    /// let colouring = Colouring::parse("2x2".parse()?, 0, "01/12")?;
    /// assert_eq!(colouring.orders(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn orders(&self) -> u64 {
        let orders = multinomial(self.tiles().map(usize::from));
        orders.expect("there are at most 15 tiles") as u64
    }

    /// Returns a board as a word with two bits for each cell, row by row and the first cell lowest.
    /// They hold the colour of the tile less 1, and 0 for the blank. See [`packed`](super::packed).
    ///
    /// # Panics
    /// If the board does not have the goal's shape.
    pub fn paint(&self, board: &Board) -> u32 {
        assert_eq!(
            board.shape(),
            self.shape,
            "the board must have the goal's shape"
        );
        let goal = Board::ordered(self.shape, self.home());
        let mut colour = [1; MAX_CELLS];
        for (&tile, &painted) in goal.cells().iter().zip(&self.cells) {
            colour[usize::from(tile)] = painted.max(1);
        }
        let cells = board.cells().iter().enumerate();
        cells.fold(0, |word, (cell, &tile)| {
            word | u32::from(colour[usize::from(tile)] - 1) << (2 * cell)
        })
    }
}

impl fmt::Display for Colouring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.cells.chunks(self.shape.cols());
        f.write_str(&joined(rows.map(|row| joined(row, "")), "/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(name: &str) -> Shape {
        name.parse().unwrap()
    }

    #[test]
    fn known_colourings_fit_every_home() {
        for (name, views) in KNOWN {
            let shape = shape(name);
            for home in 0..shape.cells() {
                let usual = Colouring::usual(shape, home);
                assert_eq!(usual.len(), views.len());
                for view in usual {
                    let tiles: u8 = view.tiles().iter().sum();
                    assert_eq!(usize::from(tiles), shape.tiles());
                    let read = Colouring::parse(shape, home, &view.to_string());
                    assert_eq!(read, Ok(view));
                }
            }
        }
        assert_eq!(Colouring::usual(shape("5x5"), 0), []);
    }

    #[test]
    fn the_second_view_of_square_boards_is_the_first_transposed() {
        for home in [0, 5, 10, 15] {
            let [first, second] = Colouring::usual(shape("4x4"), home).try_into().unwrap();
            if home == 0 || home == 5 {
                assert_eq!(first.transposed(), Some(second.clone()));
            }
            assert_eq!(second.transposed().unwrap().transposed(), Some(second));
        }
        let [first, _] = Colouring::usual(shape("4x4"), 1).try_into().unwrap();
        assert_eq!(first.transposed(), None);
    }

    #[test]
    fn wrong_colours_are_named() {
        let parse = |text| Colouring::parse(shape("2x3"), 0, text).unwrap_err();
        assert!(matches!(
            parse("01122"),
            ColouringError::Length { found: 5, .. }
        ));
        assert!(matches!(parse("011x22"), ColouringError::Colour(_)));
        assert!(matches!(parse("011522"), ColouringError::Colour(_)));
        assert!(matches!(
            parse("111222"),
            ColouringError::Blank { cell: 0, found: 1 }
        ));
        assert!(matches!(
            parse("011022"),
            ColouringError::Blank { cell: 3, found: 0 }
        ));
        let large = Colouring::parse(shape("3x6"), 0, "");
        assert_eq!(large, Err(ColouringError::TooLarge(shape("3x6"))));
    }
}
