//! Tables of goals that leave cells open or have equal tiles.
//!
//! If the goal names four to eight tiles, all different, states are numbered in blocks
//! ([`PartialGoalSpace`](tilebase_core::sliding::PartialGoalSpace)): a block has the k! orders of
//! the tiles on a set S of cells, with the blank at one other cell. The search handles whole
//! blocks. `blocks` has their layout, `step` finds one level, and `search` goes from level to
//! level, in memory or, with `files`, on disk.
//!
//! 1. If the blank moves to a cell without a named tile, S and all orders stay the same: a block is
//!    copied. If it changes places with a named tile, S changes, and all orders of the block are
//!    permuted in the same way, by the same rotation as in a pattern database ([`crate::orders`]).
//!    Most often that is the identity.
//! 2. Each block has two bits per state, in two planes: the distance modulo 3, or 3 if it is not
//!    known yet. They are the table itself, so apart from them only a few words per set are kept.
//!    Level d + 1 of a block consists of its unknown states that have a neighbour whose distance is
//!    d modulo 3. Neighbours of distance d − 3, d − 6, … have no effect: all their own neighbours
//!    are known.
//! 3. If level d added nothing to any neighbour of a block, the next level adds nothing to the
//!    block. A block whose states are all known is finished.
//! 4. A move exchanges one cell of S for a neighbouring cell, or leaves S as it is. So there are
//!    two sides of sets, by the parity of the number of their cells of one colour, and moves lead
//!    into a set from itself or from the other side. The sides are written in turn, each set by one
//!    task, without locks or atomics. States of level d + 1 that are written before other tasks
//!    read level d are not mistaken for it.
//!
//! `verify` proves such tables. For other goals, and for moves of several tiles, the search of any
//! numbered space is used.

mod blocks;
mod files;
mod search;
mod step;
mod table;
mod verify;

pub(crate) use files::{memory_in_files, remove_scratch, search_on_disk};
pub(crate) use table::{partial_goal_table, tiles_in_blocks};
