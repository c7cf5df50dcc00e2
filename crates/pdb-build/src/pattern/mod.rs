//! Pattern databases: distances of a few tiles, with all other tiles alike.
//!
//! An abstract state is (S, p, g): the cells of the k kept tiles, their order in reading order, and
//! the region of the free cells that holds the blank (see [`tilebase_core::pattern`] for their
//! numbering). Moving the blank inside its region costs nothing; a move of a kept tile costs one.
//! The table is found by breadth-first search from the goal, in steps:
//!
//! 1. All orders p of one (S, g) form a *block* of k! states. A move of a kept tile maps a whole
//!    block onto a whole block, by a permutation of orders that depends only on where in reading
//!    order the tile was and will be, and more than half the time is the identity (`graph`).
//! 2. So the search never handles single states: blocks are sets of bits, and moves are copies of
//!    them with words and bit fields exchanged (`orders`).
//! 3. Levels alternate between two halves of the blocks; each block is written by one task
//!    (`search`).
//! 4. Values are written as they are found, a nibble or a byte each (`nibbles`).
//!
//! On 2 threads the 57,657,600 entries of seven tiles on a 4x4 board take about a tenth of a
//! second.

mod build;
mod graph;
mod manhattan;
mod memory;
mod nibbles;
mod search;
mod step;
mod verify;

pub(crate) use build::PatternDatabase;
