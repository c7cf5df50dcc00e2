//! Pattern databases: patterns of tiles, and the numbering of their states.
//!
//! A *pattern* keeps k of a board's tiles and forgets which of the others is which. The number of
//! moves that the kept tiles must make is a lower bound for the whole board; the bounds of patterns
//! without a common tile may be added (Korf and Felner, 2002). A pattern database stores the bound
//! for every placement of the kept tiles, so these states are numbered without gaps. In steps:
//!
//! 1. **Cells.** The kept tiles occupy a set S of k cells, written as a mask with bit c for cell c.
//!    Sets of one size are numbered in the numeric order of their masks, which is *colexicographic*
//!    order: with c₁ < c₂ < … < c_k in S, its number is C(c₁,1) + C(c₂,2) + … + C(c_k,k)
//!    ([`colex`]).
//! 2. **Order.** The kept tiles are labelled 0..k in ascending order. Read along S in reading order
//!    their labels are a permutation p. It is numbered lexicographically by its Lehmer code: digit
//!    i counts the later labels smaller than the i-th; the first digit is the most significant, the
//!    radices are k, k−1, …, 1 ([`lehmer`]).
//! 3. **Plain tables** forget the blank. The rank of a state is `colex(S) · k! + lehmer(p)`, and
//!    its value the least number of moves of kept tiles over all places of the blank.
//! 4. **Regions.** Moves of the blank through cells without a kept tile cost nothing, so only the
//!    *region* of the blank matters. Regions are the connected parts of S's complement. They are
//!    found by flood fill and numbered by their least cells ([`Grid::regions`]).
//! 5. **Zero-aware tables** keep the region. `start[colex(S)]` counts the regions of all sets
//!    before S, so (S, region) has the *block* number `start[colex(S)] + region`, and the rank of a
//!    state is `block · k! + lehmer(p)`.
//! 6. **Values** take a byte each (the number of moves, or 255 if the goal cannot be reached), or
//!    four bits each, two to a byte, the first in the lower bits. The four bits hold half of the
//!    difference between the value and the pattern's Manhattan distance. The difference is always
//!    even, because each move changes the Manhattan distance by one.
//!
//! A move of a kept tile changes two cells of S, and little of p: a tile that moves sideways keeps
//! its place in reading order, and one that moves up or down passes only the kept tiles between its
//! cells. Therefore S comes first and p second. The builder in `tilebase-pdb-build` relies on this.
//!
//! Numbering is part of the file format: changing it makes old files wrong and must raise the
//! format version.
//!
//! Patterns are made for canonical goals ("tiles in order, blank at home"), to which
//! [`Reduction`](crate::sliding::Reduction) reduces all others.
//!
//! ```
//! use tilebase_core::{pattern::{PatternKind, PatternIndex, Pattern}, sliding::Board};
//!
//! let pattern = Pattern::new("4x4".parse()?, 0, &[1, 2, 3, 4, 5, 6, 7])?;
//! let plain = PatternIndex::new(pattern, PatternKind::Plain);
//! assert_eq!(plain.len(), 57_657_600);
//! let zero_aware = PatternIndex::new(pattern, PatternKind::ZeroAware);
//! assert_eq!(zero_aware.blocks(), 27_748);
//!
//! let goal = Board::ordered(pattern.shape(), pattern.home());
//! assert_eq!(plain.rank(goal.cells()), 7 * 5040); // seven sets before cells 1 to 7, in order
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: R. Korf and A. Felner, *Disjoint pattern database heuristics*, Artificial Intelligence
//! 134, 2002.

mod automatic;
mod catalogue;
pub mod colex;
mod grid;
mod index;
pub mod lehmer;
mod named;
mod partition;
mod tiles;

pub use catalogue::{Catalogue, CatalogueError, CatalogueText};
pub use colex::{MAX_TILES, MOST_CELLS};
pub use grid::Grid;
pub use index::{PatternIndex, PatternKind};
pub use partition::{Groups, Partition, PartitionError, canonical_pattern};
pub use tiles::{MOST_SETS, Pattern, PatternError};
