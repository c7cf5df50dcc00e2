//! Tables of goals that leave cells open or have equal tiles.
//!
//! If the goal names four to eight tiles, all different, states are numbered in blocks
//! ([`MaskSpace`](tilebase_core::sliding::MaskSpace)): a block has the k! orders of the tiles on a
//! set S of cells, with the blank at one other cell. The search takes whole blocks. `blocks` says
//! where they are and `step` what a level does to them; `search` goes from level to level, in
//! memory or, with `files`, on disk.
//!
//! 1. If the blank moves to a cell without a named tile, S and all orders stay as they are: a
//!    block is copied. If it changes places with a named tile, S changes, and all orders of the
//!    block in the same way, most often not at all: the same rotation as in a pattern database
//!    ([`crate::orders`]).
//! 2. Each block has two bits per state, in two planes: the distance modulo 3, or 3 where it is not
//!    known yet. They are the table itself, so nothing else is kept but a few words a set. Level
//!    d + 1 of a block is what is not known of it and has a neighbour whose distance is d modulo 3.
//!    Those of distance d − 3 and less do no harm: their neighbours are known.
//! 3. A block whose neighbours all gained nothing by level d gains nothing by the next, and a
//!    block in which all is known is done.
//! 4. A move changes S by one cell for one beside it, or not at all. So sets fall into two sides,
//!    by the number of their cells of one colour, and what leads into a set lies in itself or on
//!    the other side. The sides are written in turn, each set by one task: no locks, no atomics.
//!    States of level d + 1 that are written before others look for level d are not taken for it.
//!
//! `verify` proves such tables. Other goals, and the moves of several tiles, take the search of any
//! numbered space.

mod blocks;
mod files;
mod search;
mod step;
mod table;
mod verify;

pub(crate) use table::MaskTable;
