//! Divides a board's tiles into patterns whose values may be added.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{Pattern, PatternError, PatternKind, colex, named};
use crate::{
    parse::{joined, shortened},
    sliding::{Placement, Shape, blank_of, symmetries},
};

/// A set of patterns that together keep every tile of a board exactly once.
///
/// No move counts for two of them, so the sum of their values is a lower bound. A partition prints
/// as the patterns' tiles: `1,2,3/4,5/6,7,8`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Partition {
    patterns: Vec<Pattern>,
}

/// Groups of tiles that do not form a partition.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// A group of tiles is not a pattern.
    #[error("pattern {number}: {source}")]
    Pattern {
        /// The number of the group, from 1.
        number: usize,
        /// The reason why it is not a pattern.
        source: PatternError,
    },
    /// A tile is in two groups, so its moves would count twice.
    #[error(
        "tile {tile} is in pattern {first} and in pattern {second}: each tile belongs to one \
         pattern"
    )]
    Overlap {
        /// The tile.
        tile: u8,
        /// The number of the first group that has it, from 1.
        first: usize,
        /// The number of the second.
        second: usize,
    },
    /// Some tiles are in no group.
    #[error("the partition does not have {}: each tile belongs to one pattern", list(.tiles))]
    Missing {
        /// The tiles.
        tiles: Vec<u8>,
    },
    /// A text is not the number of a tile.
    #[error(
        "`{token}` in pattern {number} is not a tile: write tiles as numbers, patterns as \
         1,2,5/3,4,6/…"
    )]
    NotATile {
        /// The text, shortened.
        token: String,
        /// The number of the group, from 1.
        number: usize,
    },
    /// No partition of this board has the name.
    #[error(
        "there is no partition or catalogue `{name}` for this board and goal: {}; give another as \
         1,2,5/3,4,6/…",
        named::known(*.shape)
    )]
    UnknownName {
        /// The name.
        name: String,
        /// The shape of the board.
        shape: Shape,
    },
    /// Not even patterns of single tiles fit the budget.
    #[error("no partition of the board fits {budget} bytes: the smallest tables need {needed}")]
    Budget {
        /// The number of bytes allowed.
        budget: u64,
        /// The number of bytes that patterns of single tiles need.
        needed: u64,
    },
}

impl PartitionError {
    /// Returns the error of a name that no partition of the board has.
    pub(super) fn unknown(name: &str, shape: Shape) -> Self {
        let name = name.chars().take(40).collect();
        Self::UnknownName { name, shape }
    }
}

fn list(tiles: &[u8]) -> String {
    joined(tiles.iter().map(|tile| format!("tile {tile}")), ", ")
}

/// Groups of tiles as people write them, not yet checked: `1,2,5/3,4,6`, or one pattern per line.
///
/// The numbers are those of the tiles of the user's goal: see [`Partition::of_goal`].
///
/// ```
/// use tilebase_core::pattern::Groups;
/// let groups: Groups = "1,2,5/3,4".parse()?;
/// let same: Groups = "# by columns\n1 2 5\n\n3 4\n".parse()?;
/// assert_eq!(groups, same);
/// # Ok::<(), tilebase_core::pattern::PartitionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups(Vec<Vec<u8>>);

impl FromStr for Groups {
    type Err = PartitionError;

    /// Reads groups separated by slashes or line ends, with tiles separated by commas or white
    /// space. `#` starts a comment that goes to the end of the line. Empty lines are ignored.
    fn from_str(text: &str) -> Result<Self, PartitionError> {
        let groups = text
            .lines()
            .map(|line| line.split_once('#').map_or(line, |(before, _)| before))
            .filter(|line| !line.trim().is_empty())
            .flat_map(|line| line.split('/'))
            .zip(1..)
            .map(|(group, number)| {
                let tokens = group.split(|c: char| c == ',' || c.is_whitespace());
                tokens
                    .filter(|token| !token.is_empty())
                    .map(|token| {
                        token.parse().map_err(|_| PartitionError::NotATile {
                            token: shortened(token),
                            number,
                        })
                    })
                    .collect()
            });
        Ok(Self(groups.collect::<Result<_, _>>()?))
    }
}

impl Groups {
    /// Removes the zeros, which stand for the blank. Returns the kind of each group's table:
    /// zero-aware if the group had a zero.
    pub(super) fn take_blanks(&mut self) -> Vec<PatternKind> {
        let groups = self.0.iter_mut().map(|group| {
            let zero_aware = group.contains(&0);
            group.retain(|&tile| tile != 0);
            PatternKind::from(zero_aware)
        });
        groups.collect()
    }
}

impl Partition {
    /// Returns the partition into these groups of tiles of the goal "tiles in order, blank at
    /// `home`".
    ///
    /// # Errors
    /// If a group is not a pattern, or a tile is in two groups or in none.
    pub fn new(shape: Shape, home: usize, groups: &[Vec<u8>]) -> Result<Self, PartitionError> {
        let mut patterns: Vec<Pattern> = Vec::new();
        for (tiles, number) in groups.iter().zip(1..) {
            let pattern = Pattern::new(shape, home, tiles)
                .map_err(|source| PartitionError::Pattern { number, source })?;
            for (earlier, first) in patterns.iter().zip(1..) {
                if let Some(tile) = pattern.tiles().find(|&tile| earlier.label(tile).is_some()) {
                    return Err(PartitionError::Overlap {
                        tile,
                        first,
                        second: number,
                    });
                }
            }
            patterns.push(pattern);
        }
        let is_kept = |tile| patterns.iter().any(|pattern| pattern.label(tile).is_some());
        let tiles = 1..=shape.tiles() as u8;
        let missing: Vec<u8> = tiles.filter(|&tile| !is_kept(tile)).collect();
        if !missing.is_empty() {
            return Err(PartitionError::Missing { tiles: missing });
        }
        Ok(Self { patterns })
    }

    /// Returns the partition known as `name` for canonical boards of this shape and home.
    ///
    /// # Errors
    /// If the name is unknown, or belongs to another board or home.
    pub fn named(name: &str, shape: Shape, home: usize) -> Result<Self, PartitionError> {
        match named::lines(name, shape, home) {
            Some([groups]) => Self::new(shape, home, &groups.parse::<Groups>()?.0),
            _ => Err(PartitionError::unknown(name, shape)),
        }
    }

    /// Returns the partition of the canonical goal's tiles that corresponds to these groups of
    /// tiles of the user's goal.
    ///
    /// # Errors
    /// If a group is not a pattern, or a tile is in two groups or in none. Errors name the user's
    /// tiles.
    ///
    /// # Panics
    /// If `goal` is not an arrangement of boards of this shape.
    ///
    /// ```
    /// use tilebase_core::{pattern::Partition, sliding::Shape};
    /// let shape: Shape = "3x3".parse()?;
    /// let goal = shape.ordered_cells(8);
    /// let partition = Partition::of_goal(shape, &goal, &"1,2,3,4/5,6,7,8".parse()?)?;
    /// assert_eq!(partition.to_string(), "5,6,7,8/1,2,3,4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_goal(shape: Shape, goal: &[u8], groups: &Groups) -> Result<Self, PartitionError> {
        let placement = Placement::of_goal(shape, goal);
        let (shape, home) = (placement.image(), placement.cell(blank_of(goal)));
        let names = placement.names(goal);
        // The groups are checked before renaming, so that errors name the user's tiles. The check
        // does not depend on the home: all goals have the same tiles.
        Self::new(shape, home, &groups.0)?;
        let renamed =
            |tiles: &Vec<u8>| tiles.iter().map(|&tile| names[usize::from(tile)]).collect();
        let groups: Vec<Vec<u8>> = groups.0.iter().map(renamed).collect();
        Self::new(shape, home, &groups)
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> Shape {
        self.patterns[0].shape()
    }

    /// Returns the blank's cell in the goal.
    pub fn home(&self) -> usize {
        self.patterns[0].home()
    }

    /// Returns the patterns in the order in which they were given. There is at least one.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }
}

/// Returns the pattern whose table is stored and also serves for `pattern`.
///
/// Turning or mirroring the board turns a pattern into another with the same values, if the blank's
/// home stays in the same region of the cells that the goal leaves free: patterns do not
/// distinguish the cells of a region. Of all these patterns, the one whose tiles are closest
/// together in reading order is stored. If there are several of these, the one with the least
/// [mask](Pattern::mask) is stored.
///
/// ```
/// use tilebase_core::pattern::{Pattern, canonical_pattern};
/// let shape = "5x5".parse()?;
/// let left = Pattern::new(shape, 0, &[10, 11, 15, 16, 20, 21])?;
/// let right = Pattern::new(shape, 0, &[3, 4, 8, 9, 13, 14])?;
/// assert_eq!(canonical_pattern(&left), canonical_pattern(&right));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn canonical_pattern(pattern: &Pattern) -> Pattern {
    let (shape, home, grid) = (pattern.shape(), pattern.home(), pattern.grid());
    let goal = shape.ordered_cells(home);
    let mut stored = *pattern;
    for map in symmetries(shape) {
        let cells: Vec<usize> = pattern.goal_cells().map(|cell| map.cell(cell)).collect();
        let set = colex::mask(cells.iter().copied());
        if grid.region(grid.all() & !set, home) >> map.cell(home) & 1 == 0 {
            continue;
        }
        let tiles: Vec<u8> = cells.iter().map(|&cell| goal[cell]).collect();
        let image = Pattern::new(shape, home, &tiles);
        let image = image.expect("the home is free, so these are as many tiles");
        stored = std::cmp::min_by_key(stored, image, preference);
    }
    stored
}

/// Returns the sort key by which the stored pattern is the least of those with the same values.
fn preference(pattern: &Pattern) -> (u32, u64) {
    let mask = pattern.mask();
    (mask.ilog2() - mask.trailing_zeros(), mask)
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.patterns, "/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(shape: &str, text: &str) -> Result<Partition, PartitionError> {
        let Groups(groups) = text.parse()?;
        Partition::new(shape.parse().unwrap(), 0, &groups)
    }

    #[test]
    fn named_partitions_keep_every_tile() {
        let partitions = named::NAMED.iter().filter(|(.., lines)| lines.len() == 1);
        for &(name, shape, _) in partitions {
            let partition = Partition::named(name, shape.parse().unwrap(), 0).unwrap();
            let sizes: Vec<String> = partition
                .patterns()
                .iter()
                .map(|pattern| pattern.size().to_string())
                .collect();
            assert_eq!(sizes.join("-"), name);
        }
        let six = Partition::named("6-6-6-6", "5x5".parse().unwrap(), 0).unwrap();
        let stored: std::collections::BTreeSet<Pattern> =
            six.patterns().iter().map(canonical_pattern).collect();
        assert_eq!(stored.len(), 2);
        for (name, shape, home) in [("7-8", "5x5", 0), ("7-8", "4x4", 1), ("8-7", "4x4", 0)] {
            assert!(matches!(
                Partition::named(name, shape.parse().unwrap(), home),
                Err(PartitionError::UnknownName { .. })
            ));
        }
    }

    #[test]
    fn what_makes_no_partition_is_refused() {
        let shape = "3x3".parse().unwrap();
        let pattern = |number, source| Err(PartitionError::Pattern { number, source });
        let cases = [
            (
                "1,2,3/3,4,5,6,7,8",
                Err(PartitionError::Overlap {
                    tile: 3,
                    first: 1,
                    second: 2,
                }),
            ),
            (
                "1,2,3/4,5,7",
                Err(PartitionError::Missing { tiles: vec![6, 8] }),
            ),
            (
                "",
                Err(PartitionError::Missing {
                    tiles: (1..=8).collect(),
                }),
            ),
            ("1,2/0,3", pattern(2, PatternError::Blank)),
            ("1,1", pattern(1, PatternError::Repeated { tile: 1 })),
            (
                "1/9",
                pattern(2, PatternError::UnknownTile { tile: 9, shape }),
            ),
            ("1//2", pattern(2, PatternError::Empty)),
            (
                "1,x",
                Err(PartitionError::NotATile {
                    token: "x".to_owned(),
                    number: 1,
                }),
            ),
            (
                "1/256",
                Err(PartitionError::NotATile {
                    token: "256".to_owned(),
                    number: 2,
                }),
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(parse("3x3", text), expected, "{text}");
        }
        assert!(matches!(
            parse("4x4", "1,2,3,4,5,6,7,8,9/10,11,12,13,14,15"),
            Err(PartitionError::Pattern {
                number: 1,
                source: PatternError::TooManyTiles { found: 9, most: 8 }
            })
        ));
    }

    #[test]
    fn a_partition_prints_as_it_is_read() {
        let text = "1,2,5,6/3,4/7,8";
        assert_eq!(parse("3x3", text).unwrap().to_string(), text);
        let file = "# a comment\n 1 2 5 6 # first\n\n3,4\n7 8\n";
        assert_eq!(parse("3x3", file).unwrap().to_string(), text);
    }

    proptest! {
        #[test]
        fn a_stored_pattern_stands_for_itself(
            (shape, home) in prop::sample::select(vec![
                ("3x3", 0), ("3x3", 4), ("4x4", 5), ("5x2", 4), ("4x3", 1),
            ]),
            mask in 1u32..256,
        ) {
            let shape: Shape = shape.parse().unwrap();
            let tiles: Vec<u8> = (1..=8).filter(|tile| mask >> (tile - 1) & 1 == 1).collect();
            let pattern = Pattern::new(shape, home, &tiles).unwrap();
            let stored = canonical_pattern(&pattern);
            prop_assert!(preference(&stored) <= preference(&pattern));
            prop_assert_eq!(stored.size(), pattern.size());
            prop_assert_eq!(canonical_pattern(&stored), stored);
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = parse("3x3", &text);
        }
    }
}
