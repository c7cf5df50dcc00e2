//! Pattern databases that may be added up.
//!
//! The tiles are divided into disjoint *patterns*. The database of a pattern stores the number of
//! moves that its tiles must make, whatever the others do. No move belongs to two patterns, so the
//! sum over a partition is admissible.
//!
//! A board and its reflection are equally far from the goal if the reflection keeps the blank's
//! home, but their patterns have other tiles, so the reflection gives a second bound from the same
//! tables. The estimate is the greater of the two, or the greatest if there are more symmetries.
//! Moreover, patterns that are turned or mirrored copies of each other share one table: the four
//! patterns of 6-6-6-6 on 5x5 need two.
//!
//! R. Korf, A. Felner: Disjoint pattern database heuristics. Artificial Intelligence 134 (2002).

use thiserror::Error;
use tilebase_core::{
    format::DamagedPage,
    pattern::{Catalogue, Pattern, PatternKind},
    sliding::{Placement, Shape, TileDistances, blank_of},
};

use super::{Heuristic, PatternTable, lookup::Lookup};

/// The greatest sum over one of several partitions of the tiles, or over a reflected one.
///
/// Zero-aware tables make it consistent. Plain tables do not: they assume the most favourable cell
/// of the blank, which after a move may lie on the other side of the tiles.
pub struct AdditivePatterns {
    shape: Shape,
    home: usize,
    pub(crate) tables: Vec<PatternTable>,
    /// For each partition and each symmetry that keeps the home, the identity first, a lookup for
    /// each pattern.
    pub(crate) views: Vec<Vec<Lookup>>,
    distances: TileDistances,
    name: String,
}

/// The most sums that a search compares.
pub(crate) const MAX_VIEWS: usize = 16;
/// The most look-ups that these sums consist of.
pub(crate) const MAX_LOOKUPS: usize = 32;

/// Why partitions cannot be added up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AdditiveError {
    /// A pattern has no table.
    #[error("there is no table for pattern {0}, nor for a turned or mirrored copy of it")]
    NoTable(Pattern),
    /// There are more sums or look-ups than a search can compare.
    #[error(
        "with their mirror images, the partitions give {views} sums of {lookups} look-ups, of \
        which a search compares at most {MAX_VIEWS} and {MAX_LOOKUPS}: take fewer partitions"
    )]
    TooMany {
        /// The number of different sums.
        views: usize,
        /// The number of different look-ups in them.
        lookups: usize,
    },
}

impl AdditivePatterns {
    /// Returns the greatest of the bounds from several partitions, whose values are in `tables`, in
    /// any order: one for each of [`Catalogue::distinct`] is enough. If there is no table of the
    /// kind that the catalogue names, one of the other kind is used.
    ///
    /// # Errors
    /// If a pattern has no table.
    pub fn new(catalogue: &Catalogue, tables: Vec<PatternTable>) -> Result<Self, AdditiveError> {
        let goal = catalogue.shape().ordered_cells(catalogue.home());
        Self::of_goal(catalogue.shape(), &goal, catalogue, tables)
    }

    /// Returns the greatest of the bounds from several partitions for boards of this shape with a
    /// goal whose reduction is the catalogue's. The tables are those that [`new`](Self::new) takes.
    /// The boards have at most as many cells as patterns can have.
    ///
    /// # Errors
    /// If a pattern has no table.
    ///
    /// # Panics
    /// If `goal` is not an arrangement of the board, or the catalogue is that of another goal.
    pub fn of_goal(
        shape: Shape,
        goal: &[u8],
        catalogue: &Catalogue,
        tables: Vec<PatternTable>,
    ) -> Result<Self, AdditiveError> {
        let stored: Vec<_> = (tables.iter())
            .map(|table| (*table.pattern(), table.kind()))
            .collect();
        let views = views(shape, goal, catalogue, &stored)?;
        Ok(Self {
            shape,
            home: blank_of(goal),
            name: catalogue.name(shape, goal),
            tables,
            views,
            distances: TileDistances::new(shape, goal),
        })
    }

    /// Checks that a search compares all sums that a catalogue gives, before any table is built.
    ///
    /// # Errors
    /// If there are too many.
    pub fn check(catalogue: &Catalogue) -> Result<(), AdditiveError> {
        let goal = catalogue.shape().ordered_cells(catalogue.home());
        let views = views(catalogue.shape(), &goal, catalogue, &catalogue.distinct())?;
        let mut lookups: Vec<(usize, u64)> = (views.iter().flatten())
            .map(|lookup| (lookup.table, lookup.tiles()))
            .collect();
        lookups.sort_unstable();
        lookups.dedup();
        if views.len() > MAX_VIEWS || lookups.len() > MAX_LOOKUPS {
            let (views, lookups) = (views.len(), lookups.len());
            return Err(AdditiveError::TooMany { views, lookups });
        }
        Ok(())
    }

    /// Returns the moves that the tiles of one pattern must make.
    pub(crate) fn value(&self, part: &Lookup, cells: &[u8], blank: usize) -> u32 {
        let table = &self.tables[part.table];
        let rank = part.rank(cells, blank, &table.index);
        let manhattan = self.distances.sum_of(cells, |tile| part.has(tile.into()));
        table.moves(rank, manhattan)
    }

    /// Returns the bound with another name, which [`Heuristic::name`] then returns.
    pub fn with_name(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Returns the shape of the boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the blank's cell in the goal.
    pub fn home(&self) -> usize {
        self.home
    }
}

/// Returns the look-ups of the sums that the partitions of a catalogue give, each sum once, for
/// patterns that are stored.
fn views(
    shape: Shape,
    goal: &[u8],
    catalogue: &Catalogue,
    stored: &[(Pattern, PatternKind)],
) -> Result<Vec<Vec<Lookup>>, AdditiveError> {
    let maps: Vec<Placement> = Placement::all(shape)
        .filter(|map| {
            (map.image(), map.cell(blank_of(goal))) == (catalogue.shape(), catalogue.home())
        })
        .collect();
    assert!(!maps.is_empty(), "the catalogue must be that of the goal");
    let find = |pattern: &Pattern, kind: PatternKind| {
        let stored = || stored.iter().enumerate();
        let found = |(table, (stored, _)): (usize, &(Pattern, PatternKind))| {
            Lookup::find(pattern, stored, table)
        };
        let of_kind = stored()
            .filter(|(_, (_, stored))| *stored == kind)
            .find_map(found);
        (of_kind.or_else(|| stored().find_map(found))).ok_or(AdditiveError::NoTable(*pattern))
    };
    let mut views: Vec<Vec<Lookup>> = Vec::new();
    let mut known: Vec<Vec<(usize, u64)>> = Vec::new();
    for (partition, kinds) in catalogue.lines() {
        let direct: Vec<Lookup> = (partition.patterns().iter().zip(kinds))
            .map(|(pattern, &kind)| find(pattern, kind))
            .collect::<Result<_, _>>()?;
        for &map in &maps {
            let view: Vec<Lookup> = direct.iter().map(|part| part.after(map, goal)).collect();
            // A partition that equals another, or that the reflection maps onto itself, gives
            // the same sums again.
            let mut sums: Vec<(usize, u64)> =
                view.iter().map(|part| (part.table, part.tiles())).collect();
            sums.sort_unstable();
            if !known.contains(&sums) {
                known.push(sums);
                views.push(view);
            }
        }
    }
    Ok(views)
}

impl Heuristic for AdditivePatterns {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// Takes about a microsecond for each view. The bound is at least the Manhattan distance.
    fn of_cells(&self, cells: &[u8]) -> u32 {
        let blank = blank_of(cells);
        let sum = |view: &Vec<Lookup>| -> u32 {
            view.iter().map(|part| self.value(part, cells, blank)).sum()
        };
        self.views.iter().map(sum).max().unwrap_or(0)
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        self.tables.iter().try_for_each(PatternTable::damage)
    }
}
