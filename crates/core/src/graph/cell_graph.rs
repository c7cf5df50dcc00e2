//! The cells of a board that is a graph, and their neighbours.

use std::{
    collections::HashSet,
    fmt,
    str::FromStr,
    sync::{LazyLock, Mutex, PoisonError},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use xxhash_rust::xxh3::xxh3_64;

use super::text::{self, Described, GraphError, MOST_CELLS};
use crate::parse::{self, StateError, shortened};

/// The most blanks on a graph.
pub const MOST_BLANKS: usize = 2;

/// What stands between the name of a graph and the number of its blanks, unless it is one.
const BLANKS: &str = "-blanks-";

/// A board whose cells are those of a graph, with one blank or two that are alike.
///
/// It has a name, which says all about it: `torus-3x4`; `cylinder-3x4`, whose rows are rings;
/// `cells-` and a drawing whose lines are joined by slashes, with `+` for spaces; or `edges-` and
/// pairs of neighbours; and `-blanks-2` at the end if it has two. Neighbours are a set: in a torus
/// with two rows, the cell above and the cell below are one neighbour.
///
/// The value is a reference to what is kept once for each graph that a process has read, so it is
/// copied as freely as the size of a board is. It is never freed: a graph takes some hundred bytes,
/// and a process sees few.
///
/// ```
/// use tilebase_core::graph::CellGraph;
/// let torus: CellGraph = "torus-2x3".parse()?;
/// assert_eq!(torus.neighbours(0), [1, 2, 3]);
/// let holed = CellGraph::read(". . .\n. # .\n. . .")?;
/// assert_eq!((holed.cells(), holed.to_string()), (8, "cells-.../.#./...".to_owned()));
/// assert_eq!(holed.with_blanks(2)?.tiles(), 6);
/// # Ok::<(), tilebase_core::graph::GraphError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellGraph(&'static Interned);

/// What is kept of a graph. The name comes first: graphs with the same name are equal.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Interned {
    name: String,
    blanks: u8,
    neighbours: Vec<Vec<u8>>,
    places: Vec<[u8; 2]>,
}

/// Every graph that has been read.
static INTERNED: LazyLock<Mutex<HashSet<&'static Interned>>> = LazyLock::new(Mutex::default);

impl CellGraph {
    /// Reads a graph with one blank from the text of a file: a drawing, or pairs of neighbours.
    ///
    /// In a drawing, `.` is a cell and `#` a place without one. Cells of a column stand below each
    /// other. Between two cells of a row may stand nothing or a space, or `|`, a wall. A line of
    /// `-`, spaces and `+` is between two rows: each `-` under a cell is a wall below it. The cells
    /// are numbered in reading order.
    ///
    /// A list has a pair of numbers a line, separated by a space, a comma or `-`; cells are
    /// numbered from 0.
    ///
    /// # Errors
    /// If the text is neither, or there are too many cells.
    pub fn read(text: &str) -> Result<Self, GraphError> {
        Self::kept(text::described(text)?, 1)
    }

    /// Returns the graph with another number of blanks.
    ///
    /// # Errors
    /// If it is not 1 or 2, or leaves no tile.
    pub fn with_blanks(self, blanks: usize) -> Result<Self, GraphError> {
        format!("{}{BLANKS}{blanks}", self.0.name).parse()
    }

    fn kept(described: Described, blanks: usize) -> Result<Self, GraphError> {
        let cells = described.cells;
        if !(1..=MOST_BLANKS).contains(&blanks) || blanks >= cells {
            return Err(GraphError::Blanks { blanks, cells });
        }
        let mut neighbours = vec![Vec::new(); cells];
        for [a, b] in described.edges.into_iter().filter(|[a, b]| a != b) {
            neighbours[a].push(b as u8);
            neighbours[b].push(a as u8);
        }
        for cells in &mut neighbours {
            cells.sort_unstable();
            cells.dedup();
        }
        let graph = Interned {
            name: described.name,
            blanks: blanks as u8,
            neighbours,
            places: described.places,
        };
        let mut all = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(&graph) {
            return Ok(Self(known));
        }
        let kept: &'static Interned = Box::leak(Box::new(graph));
        all.insert(kept);
        Ok(Self(kept))
    }

    /// Returns how the names of its files begin.
    pub fn file_stem(self) -> String {
        let name = self.to_string();
        match self.0.name.split_once('-') {
            // Other names are long, and have characters that file systems do not allow.
            Some((kind @ ("cells" | "edges"), _)) => {
                format!("{kind}-{:016x}", xxh3_64(name.as_bytes()))
            }
            _ => name,
        }
    }

    /// Returns the number of cells.
    pub fn cells(self) -> usize {
        self.0.neighbours.len()
    }

    /// Returns the number of blanks: 1 or 2.
    pub fn blanks(self) -> usize {
        self.0.blanks.into()
    }

    /// Returns the number of tiles.
    pub fn tiles(self) -> usize {
        self.cells() - self.blanks()
    }

    /// Returns the neighbours of a cell, ascending.
    ///
    /// # Panics
    /// If there is no such cell.
    #[inline]
    pub fn neighbours(self, cell: usize) -> &'static [u8] {
        &self.0.neighbours[cell]
    }

    /// Returns the row and the column of each cell, from 0, where they have some; nothing for a
    /// graph that was read from pairs.
    pub fn places(self) -> &'static [[u8; 2]] {
        &self.0.places
    }

    /// Returns the number of columns, if every row has as many cells.
    pub fn columns(self) -> Option<usize> {
        let columns = usize::from(self.places().iter().map(|&[_, col]| col).max()?) + 1;
        let is_at = |(cell, &[row, col]): (usize, &[u8; 2])| {
            [cell / columns, cell % columns] == [row, col].map(usize::from)
        };
        let full = self.cells().is_multiple_of(columns);
        (full && self.places().iter().enumerate().all(is_at)).then_some(columns)
    }

    /// Returns the number of arrangements, whether or not they can be reached; `None` if it does
    /// not fit 64 bits.
    pub fn states(self) -> Option<u64> {
        // The arrangements of two blanks that are alike come in pairs.
        (self.blanks() as u64 + 1..=self.cells() as u64).try_fold(1u64, u64::checked_mul)
    }

    /// Returns the number of steps along edges from a cell to each, the least number of moves that
    /// a tile takes, in the graph without one of the other cells if it is given; `None` where no
    /// way leads.
    pub fn distances_from(self, cell: usize, without: Option<usize>) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.cells()];
        distances[cell] = Some(0);
        let mut queue = vec![cell];
        let mut next = 0;
        while let Some(&here) = queue.get(next) {
            next += 1;
            let after = distances[here].map(|distance: u32| distance + 1);
            for &near in self.neighbours(here) {
                let near = usize::from(near);
                if distances[near].is_none() && Some(near) != without {
                    distances[near] = after;
                    queue.push(near);
                }
            }
        }
        distances
    }

    /// Returns the goal if none is named: the tiles in reading order, the blanks last.
    pub fn ordered(self) -> Vec<u8> {
        let tiles = (1..=self.tiles() as u8).chain([0; MOST_BLANKS]);
        tiles.take(self.cells()).collect()
    }

    /// Reads the cells of a state into as many as a state has.
    ///
    /// # Errors
    /// If the text is not a state.
    pub fn parse_cells(self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        let tokens = parse::tokens(text, self.cells())?;
        for (place, (token, cell)) in tokens.iter().zip(&mut *cells).enumerate() {
            *cell = parse::number(token, place, self.tiles() as u8)?;
        }
        self.check_cells(cells)
    }

    /// Checks that these cells are a state: each tile once, and as many blanks as there are.
    ///
    /// # Errors
    /// If they are not: the first reason.
    pub fn check_cells(self, cells: &[u8]) -> Result<(), StateError> {
        StateError::unless_as_many(self.cells(), cells.len())?;
        let mut found = [0; MOST_CELLS];
        for (place, &cell) in cells.iter().enumerate() {
            if usize::from(cell) > self.tiles() {
                return Err(StateError::too_large(cell, self.tiles() as u64, place));
            }
            found[usize::from(cell)] += 1;
        }
        let needed = |tile| if tile == 0 { self.blanks() } else { 1 };
        match (0..=self.tiles()).find(|&tile| found[tile] != needed(tile)) {
            Some(tile) => Err(StateError::wrong_number(
                tile as u8,
                found[tile],
                needed(tile),
            )),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for CellGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CellGraph({self})")
    }
}

/// Writes the name.
impl fmt::Display for CellGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)?;
        match self.blanks() {
            1 => Ok(()),
            blanks => write!(f, "{BLANKS}{blanks}"),
        }
    }
}

/// Reads a name.
impl FromStr for CellGraph {
    type Err = GraphError;

    fn from_str(name: &str) -> Result<Self, GraphError> {
        let unknown = || GraphError::Unknown(shortened(name));
        let (graph, blanks) = name.rsplit_once(BLANKS).unwrap_or((name, "1"));
        let blanks = blanks.parse().map_err(|_| unknown())?;
        let described = text::named(graph).ok_or_else(unknown)??;
        Self::kept(described, blanks)
    }
}

/// Serializes as the name.
impl Serialize for CellGraph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CellGraph {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(de::Error::custom)
    }
}
