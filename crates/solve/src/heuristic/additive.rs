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
    pattern::{Partition, Pattern, PatternKind},
    sliding::{Board, Shape, TileDistances, symmetries},
};

use super::{Heuristic, PatternTable, lookup::Lookup};

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
    distances: TileDistances,
    name: String,
}

/// A pattern without a table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no table for pattern {pattern}, nor for one that mirrors it")]
pub struct NoTable {
    /// The pattern.
    pub pattern: Pattern,
}

impl<B: AsRef<[u8]>> AdditivePatterns<B> {
    /// Returns the bound from a partition, whose values are in `tables`, in any order: one for each of
    /// [`Partition::distinct`] is enough.
    ///
    /// # Errors
    /// If a pattern has no table.
    pub fn new(partition: &Partition, tables: Vec<PatternTable<B>>) -> Result<Self, NoTable> {
        let (shape, home) = (partition.shape(), partition.home());
        let find = |pattern: &Pattern| {
            let mut stored = tables.iter().enumerate();
            stored
                .find_map(|(table, stored)| Lookup::find(pattern, stored.pattern(), table))
                .ok_or(NoTable { pattern: *pattern })
        };
        let direct: Vec<Lookup> = partition
            .patterns()
            .iter()
            .map(find)
            .collect::<Result<_, _>>()?;

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
            .patterns()
            .iter()
            .map(|part| part.size().to_string())
            .collect();
        let zero_aware = tables
            .iter()
            .all(|table| table.index().kind() == PatternKind::ZeroAware);
        let kind = if zero_aware { "zpdb" } else { "pdb" };
        Ok(Self {
            shape,
            home,
            tables,
            views,
            distances: TileDistances::new(&goal),
            name: format!("{kind}:{}", sizes.join("-")),
        })
    }

    /// Returns the bound from the board alone, without its reflections.
    pub fn without_reflections(mut self) -> Self {
        self.views.truncate(1);
        self
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the blank's cell in the goal.
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
                let rank = part.rank(board, table.index());
                table.moves(rank, self.distances.sum(board, part.tiles()))
            });
            parts.sum()
        };
        self.views.iter().map(sum).max().unwrap_or(0)
    }
}
