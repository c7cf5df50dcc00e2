//! Which tiles a pattern keeps.

use std::fmt;

use thiserror::Error;

use super::{Grid, MAX_TILES, colex};
use crate::sliding::{Board, Reduction, Shape};

/// Some tiles of a board whose goal is "tiles in order, blank at home" ([`Board::ordered`]).
///
/// Prints as its tiles: `1,2,5,6,7,12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    shape: Shape,
    home: u8,
    tiles: u32,
}

/// Tiles that make no pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A goal that is some other goal's reflection or rotation.
    #[error(
        "patterns are not made for {shape} boards with the blank's home at cell {home}: reduce the goal first"
    )]
    NotCanonical {
        /// The shape given.
        shape: Shape,
        /// The home given.
        home: usize,
    },
    /// No tile.
    #[error("a pattern of no tiles: name at least one")]
    Empty,
    /// More tiles than a table can hold.
    #[error("a pattern of {found} tiles is too large: the most is {MAX_TILES}")]
    TooManyTiles {
        /// How many tiles were given.
        found: usize,
    },
    /// The blank among the tiles.
    #[error("the blank cannot be part of a pattern: leave 0 out")]
    Blank,
    /// A number beyond the board's tiles.
    #[error("there is no tile {tile} on a {shape} board: its tiles are 1 to {}", shape.tiles())]
    UnknownTile {
        /// The number found.
        tile: u8,
        /// The board.
        shape: Shape,
    },
    /// A tile twice.
    #[error("tile {tile} appears more than once: each belongs to one pattern")]
    Repeated {
        /// The tile.
        tile: u8,
    },
}

impl Pattern {
    /// Returns the pattern of these tiles, in any order.
    ///
    /// # Errors
    /// If shape and home are not as [`Reduction`] gives them, or there are no tiles, more than
    /// [`MAX_TILES`], unknown or repeated ones, or the blank.
    pub fn new(shape: Shape, home: usize, tiles: &[u8]) -> Result<Self, PatternError> {
        if !is_canonical(shape, home) {
            return Err(PatternError::NotCanonical { shape, home });
        }
        let mut mask = 0u32;
        for &tile in tiles {
            if tile == 0 {
                return Err(PatternError::Blank);
            }
            if usize::from(tile) > shape.tiles() {
                return Err(PatternError::UnknownTile { tile, shape });
            }
            if mask >> tile & 1 == 1 {
                return Err(PatternError::Repeated { tile });
            }
            mask |= 1 << tile;
        }
        match tiles.len() {
            0 => Err(PatternError::Empty),
            found if found > MAX_TILES => Err(PatternError::TooManyTiles { found }),
            _ => Ok(Self {
                shape,
                home: home as u8,
                tiles: mask,
            }),
        }
    }

    /// Returns the pattern of the tiles in a mask, bit t for tile t, as tables name theirs.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_mask(shape: Shape, home: usize, mask: u32) -> Result<Self, PatternError> {
        let tiles: Vec<u8> = colex::cells(mask).map(|tile| tile as u8).collect();
        Self::new(shape, home, &tiles)
    }

    /// Rows and columns.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the blank's cell in the goal.
    #[inline]
    pub fn home(&self) -> usize {
        self.home.into()
    }

    /// Returns the tiles as a mask: bit t for tile t.
    #[inline]
    pub fn mask(&self) -> u32 {
        self.tiles
    }

    /// Returns the tiles, ascending: the tile of label 0, of label 1, …
    pub fn tiles(&self) -> impl Iterator<Item = u8> {
        colex::cells(self.tiles).map(|tile| tile as u8)
    }

    /// Returns how many tiles it keeps: k.
    #[inline]
    pub fn size(&self) -> usize {
        self.tiles.count_ones() as usize
    }

    /// Returns the label of a tile: how many kept tiles are smaller; `None` for a tile that is not
    /// kept.
    pub fn label(&self, tile: u8) -> Option<u8> {
        let bit = 1u32.checked_shl(tile.into())?;
        (self.tiles & bit != 0).then(|| (self.tiles & (bit - 1)).count_ones() as u8)
    }

    /// Returns the goal's cells of the tiles, by label.
    pub fn goal_cells(&self) -> impl Iterator<Item = usize> {
        let home = self.home();
        self.tiles().map(move |tile| goal_cell(tile, home))
    }

    /// Returns the same as a mask.
    pub fn goal_mask(&self) -> u32 {
        colex::mask(self.goal_cells())
    }

    /// Returns the geometry of the board for masks.
    pub fn grid(&self) -> Grid {
        Grid::new(self.shape)
    }
}

/// Returns where the goal has a tile: tiles stand in order and the blank takes a cell among them.
pub(super) fn goal_cell(tile: u8, home: usize) -> usize {
    let before = usize::from(tile) - 1;
    before + usize::from(before >= home)
}

/// Returns whether goals with this home are what goals are reduced to.
pub(super) fn is_canonical(shape: Shape, home: usize) -> bool {
    home < shape.cells() && {
        let reduction = Reduction::to_canonical(&Board::ordered(shape, home));
        (reduction.shape(), reduction.home()) == (shape, home)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.tiles().enumerate() {
            if place > 0 {
                f.write_str(",")?;
            }
            write!(f, "{tile}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_pattern_is_refused() {
        let shape: Shape = "4x4".parse().unwrap();
        let wide: Shape = "3x4".parse().unwrap();
        let new = |tiles: &[u8]| Pattern::new(shape, 0, tiles);
        assert_eq!(new(&[]), Err(PatternError::Empty));
        assert_eq!(new(&[3, 0]), Err(PatternError::Blank));
        assert_eq!(new(&[3, 5, 3]), Err(PatternError::Repeated { tile: 3 }));
        assert_eq!(
            new(&[16]),
            Err(PatternError::UnknownTile { tile: 16, shape })
        );
        assert_eq!(
            new(&[1, 2, 3, 4, 5, 6, 7, 8, 9]),
            Err(PatternError::TooManyTiles { found: 9 })
        );
        for (shape, home) in [(shape, 3), (shape, 15), (shape, 99), (wide, 0)] {
            assert_eq!(
                Pattern::new(shape, home, &[1]),
                Err(PatternError::NotCanonical { shape, home })
            );
        }
    }

    #[test]
    fn goal_cells_are_where_the_goal_has_the_tiles() {
        let shape: Shape = "3x3".parse().unwrap();
        for home in [0, 1, 4] {
            let pattern = Pattern::new(shape, home, &[8, 1, 4, 5]).unwrap();
            let goal = Board::ordered(shape, home);
            let found: Vec<u8> = pattern
                .goal_cells()
                .map(|cell| goal.cells()[cell])
                .collect();
            assert_eq!(found, [1, 4, 5, 8]);
            assert_eq!(pattern.label(4), Some(1));
            assert_eq!(pattern.label(6), None);
            assert_eq!(pattern.to_string(), "1,4,5,8");
            let again = Pattern::from_mask(shape, home, pattern.mask());
            assert_eq!(again, Ok(pattern));
            assert_eq!(Pattern::from_mask(shape, home, 3), Err(PatternError::Blank));
        }
    }
}
