//! Pattern databases that may be added up.
//!
//! Cut the tiles into disjoint *patterns*. A database tells for each pattern how many moves its own
//! tiles must make, whatever the others do. No move belongs to two patterns, so the sum over a
//! partition is admissible.
//!
//! A board and its reflection are equally far from the goal if the reflection keeps the blank's home,
//! but their patterns are other tiles, so the reflection gives a second bound from the same tables:
//! the estimate is the greater of the two (of all, where a board has more such symmetries). Moreover,
//! patterns that are turned or mirrored copies of each other share one table: the four patterns of
//! 6-6-6-6 on 5x5 need two.
//!
//! R. Korf, A. Felner: Disjoint pattern database heuristics. Artificial Intelligence 134 (2002).

use thiserror::Error;
use tilebase_core::{
    pattern::Pattern,
    sliding::{Board, Shape, symmetries},
};

use super::{Heuristic, Manhattan, PatternTable, lookup::Lookup};

/// The sum over a partition of the tiles, or over the reflected partition if that is more.
///
/// Zero-aware tables make it consistent. Plain ones do not quite: they take the most favourable place
/// of the blank, which may lie behind the tiles from where it is after a move.
pub struct AdditivePatterns<B> {
    shape: Shape,
    home: usize,
    pub(crate) tables: Vec<PatternTable<B>>,
    /// For each symmetry that keeps the home, the identity first, a lookup for each pattern.
    pub(crate) views: Vec<Vec<Lookup>>,
    manhattan: Manhattan,
    name: String,
}

/// Patterns that cannot be added up to a bound.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// No pattern at all.
    #[error("the partition is empty: name the tiles of each pattern")]
    Empty,
    /// Patterns for different boards.
    #[error(
        "pattern {pattern} is for another board or another goal than the first of the partition"
    )]
    Foreign {
        /// The pattern that does not fit.
        pattern: Pattern,
    },
    /// A tile in two patterns, whose moves would be counted twice.
    #[error("tile {tile} is in two patterns of the partition: each tile must be in one")]
    Overlap {
        /// The tile.
        tile: u8,
    },
    /// A tile in no pattern.
    #[error("tile {tile} is in no pattern of the partition: each tile must be in one")]
    Missing {
        /// The tile.
        tile: u8,
    },
    /// No table for a pattern.
    #[error("there is no table for pattern {pattern}, nor for one that mirrors it")]
    NoTable {
        /// The pattern.
        pattern: Pattern,
    },
}

/// Whether the patterns are disjoint, for the same board, and cover all its tiles.
///
/// # Errors
/// If not, what is wrong.
pub fn check_partition(partition: &[Pattern]) -> Result<(), PartitionError> {
    let first = partition.first().ok_or(PartitionError::Empty)?;
    let mut seen = 0u32;
    for pattern in partition {
        if (pattern.shape(), pattern.home()) != (first.shape(), first.home()) {
            return Err(PartitionError::Foreign { pattern: *pattern });
        }
        let twice = seen & pattern.mask();
        if twice != 0 {
            let tile = twice.trailing_zeros() as u8;
            return Err(PartitionError::Overlap { tile });
        }
        seen |= pattern.mask();
    }
    let mut tiles = 1..=first.shape().tiles() as u8;
    match tiles.find(|tile| seen >> tile & 1 == 0) {
        Some(tile) => Err(PartitionError::Missing { tile }),
        None => Ok(()),
    }
}

/// The patterns whose tables serve all of a partition: those that are mirrored or turned copies of an
/// earlier one are left out.
///
/// ```
/// use tilebase_core::pattern::Pattern;
/// use tilebase_solve::heuristic::distinct_patterns;
/// let shape = "5x5".parse()?;
/// let partition = [
///     Pattern::new(shape, 0, &[1, 2, 5, 6, 7, 12])?,
///     Pattern::new(shape, 0, &[3, 4, 8, 9, 13, 14])?,
///     Pattern::new(shape, 0, &[10, 11, 15, 16, 20, 21])?,
///     Pattern::new(shape, 0, &[17, 18, 19, 22, 23, 24])?,
/// ];
/// assert_eq!(distinct_patterns(&partition), partition[..2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distinct_patterns(partition: &[Pattern]) -> Vec<Pattern> {
    let mut distinct: Vec<Pattern> = Vec::new();
    for pattern in partition {
        if !distinct
            .iter()
            .any(|stored| Lookup::find(pattern, stored, 0).is_some())
        {
            distinct.push(*pattern);
        }
    }
    distinct
}

impl<B: AsRef<[u8]>> AdditivePatterns<B> {
    /// The bound from a partition, whose values are in `tables`, in any order: one for each of
    /// [`distinct_patterns`] is enough.
    ///
    /// # Errors
    /// If the patterns are no partition of a board's tiles, or one has no table.
    pub fn new(
        partition: &[Pattern],
        tables: Vec<PatternTable<B>>,
    ) -> Result<Self, PartitionError> {
        check_partition(partition)?;
        let (shape, home) = (partition[0].shape(), partition[0].home());
        let find = |pattern: &Pattern| {
            let mut stored = tables.iter().enumerate();
            stored
                .find_map(|(table, stored)| Lookup::find(pattern, stored.pattern(), table))
                .ok_or(PartitionError::NoTable { pattern: *pattern })
        };
        let direct: Vec<Lookup> = partition.iter().map(find).collect::<Result<_, _>>()?;

        let goal = Board::ordered(shape, home);
        let mut views: Vec<Vec<Lookup>> = Vec::new();
        let mut known: Vec<Vec<u32>> = Vec::new();
        for map in symmetries(shape).filter(|map| usize::from(map[home]) == home) {
            let view: Vec<Lookup> = direct.iter().map(|part| part.after(&map, &goal)).collect();
            // A partition that the reflection maps onto itself gives the same sums again.
            let mut tiles: Vec<u32> = view.iter().map(Lookup::tiles).collect();
            tiles.sort_unstable();
            if !known.contains(&tiles) {
                known.push(tiles);
                views.push(view);
            }
        }
        let sizes: Vec<_> = partition
            .iter()
            .map(|part| part.size().to_string())
            .collect();
        Ok(Self {
            shape,
            home,
            tables,
            views,
            manhattan: Manhattan::new(shape, home),
            name: format!("pdb:{}", sizes.join("-")),
        })
    }

    /// The same, without a second look at the reflection.
    pub fn without_reflections(mut self) -> Self {
        self.views.truncate(1);
        self
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's cell in the goal.
    pub fn home(&self) -> usize {
        self.home
    }
}

impl<B: AsRef<[u8]> + Send + Sync> Heuristic for AdditivePatterns<B> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn estimate(&self, board: &Board) -> u32 {
        let sum = |view: &Vec<Lookup>| -> u32 {
            let parts = view.iter().map(|part| {
                let table = &self.tables[part.table];
                let entry = part.entry(board, table.layout());
                table.moves(entry, self.manhattan.of(board, part.tiles()))
            });
            parts.sum()
        };
        self.views.iter().map(sum).max().unwrap_or(0)
    }
}
