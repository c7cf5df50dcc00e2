//! A pattern: the set of tiles that it keeps.

use std::fmt;

use thiserror::Error;

use super::{Grid, MAX_TILES, MOST_CELLS, colex};
use crate::{
    parse::joined,
    sliding::{Shape, symmetries},
};

/// The most sets of cells that the tiles of a pattern may occupy: 16,777,216. Eight tiles have
/// fewer on boards of up to 33 cells, five on all that have patterns.
pub const MOST_SETS: u32 = 1 << 24;

/// A set of tiles of a board whose goal is "tiles in order, blank at home"
/// ([`Shape::ordered_cells`]).
///
/// Prints as its tiles: `1,2,5,6,7,12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    shape: Shape,
    home: u8,
    tiles: u64,
}

/// Tiles that do not form a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The goal is not canonical: it is a reflection or a rotation of another one.
    #[error(
        "patterns are not made for {shape} boards with the blank's home at cell {home}: reduce the \
         goal first"
    )]
    NotCanonical {
        /// The shape of the board.
        shape: Shape,
        /// The blank's cell in the goal.
        home: usize,
    },
    /// No tile is given.
    #[error("a pattern needs at least one tile")]
    Empty,
    /// The board has more cells than a set of cells can hold.
    #[error("patterns are made for boards of up to {MOST_CELLS} cells, not for {shape}")]
    TooManyCells {
        /// The shape of the board.
        shape: Shape,
    },
    /// There are more tiles than a table can hold.
    #[error("a pattern of {found} tiles is too large: patterns have at most {most}")]
    TooManyTiles {
        /// The number of tiles given.
        found: usize,
        /// The most tiles of a pattern on boards of this shape.
        most: usize,
    },
    /// The blank is among the tiles.
    #[error("the blank cannot be part of a pattern: leave 0 out")]
    Blank,
    /// A number is greater than that of the board's last tile.
    #[error("there is no tile {tile}: the tiles are 1 to {}", shape.tiles())]
    UnknownTile {
        /// The number.
        tile: u8,
        /// The shape of the board.
        shape: Shape,
    },
    /// A tile appears twice.
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
    /// If the board has more than [`MOST_CELLS`] cells, shape and home are not canonical (see
    /// [`Placement`](crate::sliding::Placement)), or `tiles` is empty, has more than
    /// [`most_tiles`](Self::most_tiles), or has the blank, an unknown tile or a repeated one.
    pub fn new(shape: Shape, home: usize, tiles: &[u8]) -> Result<Self, PatternError> {
        if shape.cells() > MOST_CELLS {
            return Err(PatternError::TooManyCells { shape });
        }
        if !is_canonical(shape, home) {
            return Err(PatternError::NotCanonical { shape, home });
        }
        let mut mask = 0u64;
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
        let most = Self::most_tiles(shape);
        match tiles.len() {
            0 => Err(PatternError::Empty),
            found if found > most => Err(PatternError::TooManyTiles { found, most }),
            _ => Ok(Self {
                shape,
                home: home as u8,
                tiles: mask,
            }),
        }
    }

    /// Returns the most tiles that a pattern may have on boards of this shape: [`MAX_TILES`], or as
    /// many as have no more than [`MOST_SETS`] sets of cells. It is 0 on boards of more than
    /// [`MOST_CELLS`] cells.
    pub fn most_tiles(shape: Shape) -> usize {
        if shape.cells() > MOST_CELLS {
            return 0;
        }
        let mut sizes = (1..=MAX_TILES).rev();
        let fits = |&size: &usize| colex::count(shape.cells(), size) <= MOST_SETS;
        sizes.find(fits).unwrap_or_default()
    }

    /// Returns the pattern of the tiles in a mask with bit t for tile t, as files of tables name
    /// their tiles.
    ///
    /// # Errors
    /// If the board has more than [`MOST_CELLS`] cells, shape and home are not canonical (see
    /// [`Placement`](crate::sliding::Placement)), or the mask is empty, has more than
    /// [`most_tiles`](Self::most_tiles), or has the blank or an unknown tile.
    pub fn from_mask(shape: Shape, home: usize, mask: u64) -> Result<Self, PatternError> {
        let tiles: Vec<u8> = colex::cells(mask).map(|tile| tile as u8).collect();
        Self::new(shape, home, &tiles)
    }

    /// Returns the shape of the board.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the blank's cell in the goal.
    #[inline]
    pub fn home(&self) -> usize {
        self.home.into()
    }

    /// Returns the tiles as a mask, with bit t for tile t.
    #[inline]
    pub fn mask(&self) -> u64 {
        self.tiles
    }

    /// Returns the tiles in ascending order, which is the order of their labels 0, 1, …
    pub fn tiles(&self) -> impl Iterator<Item = u8> {
        colex::cells(self.tiles).map(|tile| tile as u8)
    }

    /// Returns the number of tiles that the pattern keeps: k.
    #[inline]
    pub fn size(&self) -> usize {
        self.tiles.count_ones() as usize
    }

    /// Returns the label of a tile, the number of kept tiles that are smaller; `None` for a tile
    /// that is not kept.
    pub fn label(&self, tile: u8) -> Option<u8> {
        let bit = 1u64.checked_shl(tile.into())?;
        (self.tiles & bit != 0).then(|| (self.tiles & (bit - 1)).count_ones() as u8)
    }

    /// Returns the cells of the kept tiles in the goal, by label.
    pub fn goal_cells(&self) -> impl Iterator<Item = usize> {
        let home = self.home();
        self.tiles().map(move |tile| goal_cell(tile, home))
    }

    /// Returns the cells of the kept tiles in the goal as a mask, with bit c for cell c.
    pub fn goal_mask(&self) -> u64 {
        colex::mask(self.goal_cells())
    }

    /// Returns the geometry of the board for sets of cells held as masks.
    pub fn grid(&self) -> Grid {
        Grid::new(self.shape)
    }
}

/// Returns the cell of a tile in the goal, where the tiles stand in order around the blank's home.
pub(super) fn goal_cell(tile: u8, home: usize) -> usize {
    let before = usize::from(tile) - 1;
    before + usize::from(before >= home)
}

/// Returns whether goals with this home are canonical: those to which others are reduced.
pub(super) fn is_canonical(shape: Shape, home: usize) -> bool {
    home < shape.cells()
        && shape.rows() >= shape.cols()
        && symmetries(shape).all(|placement| placement.cell(home) >= home)
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(self.tiles(), ","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliding::{Board, Metric, Reduction};

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
            Err(PatternError::TooManyTiles { found: 9, most: 8 })
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

    #[test]
    fn patterns_end_where_their_sets_or_cells_are_too_many() {
        for (shape, most) in [
            ("2x2", 8),
            ("8x4", 8),
            ("6x6", 7),
            ("7x7", 6),
            ("8x8", 5),
            ("9x8", 0),
        ] {
            assert_eq!(Pattern::most_tiles(shape.parse().unwrap()), most, "{shape}");
        }
        let shape: Shape = "8x8".parse().unwrap();
        let pattern = Pattern::new(shape, 0, &[1, 32, 33, 62, 63]).unwrap();
        assert_eq!(pattern.goal_mask(), 1 << 1 | 0b11 << 32 | 0b11 << 62);
        assert_eq!(Pattern::from_mask(shape, 0, pattern.mask()), Ok(pattern));
        assert_eq!(
            Pattern::new(shape, 0, &[1, 2, 3, 4, 5, 6]),
            Err(PatternError::TooManyTiles { found: 6, most: 5 })
        );
        let shape: Shape = "9x8".parse().unwrap();
        let error = Pattern::new(shape, 0, &[1]);
        assert_eq!(error, Err(PatternError::TooManyCells { shape }));
    }

    #[test]
    fn canonical_goals_are_those_that_reductions_keep() {
        for rows in 2..=6 {
            for cols in 2..=5 {
                let shape = Shape::new(rows, cols).unwrap();
                for home in 0..shape.cells() {
                    let reduction =
                        Reduction::to_canonical(&Board::ordered(shape, home), Metric::Single);
                    let kept = (reduction.shape(), reduction.home()) == (shape, home);
                    assert_eq!(is_canonical(shape, home), kept, "{shape} {home}");
                }
            }
        }
    }
}
