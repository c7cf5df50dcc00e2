#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! - [`Puzzle`] names a puzzle the way people write it (`3x3`, `oshidori-kinds-6`).
//! - [`sliding`] holds boards of sliding tiles, their solvability, symmetry and ranking.
//! - [`oshidori`] holds rows of stones with a gap, their goals and ranking.
//! - [`colours`] holds boards whose tiles have few colours. They give lower bounds for games in
//!   which several tiles may slide in one move.
//! - [`pattern`] holds patterns of tiles and the numbering of their states, for pattern databases.
//! - [`mod@format`] holds the file format of tables.
//! - [`RankedSpace`] is the trait of puzzles with tables: a numbering of the states without gaps,
//!   and the moves.

// docs.rs labels what needs a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bytes;
mod checksum;
mod clock;
pub mod colours;
mod counted;
mod cpu;
pub mod format;
#[cfg(feature = "graphs")]
pub mod graph;
mod memory;
mod monitor;
pub mod oshidori;
pub mod parallel;
mod parse;
pub mod pattern;
mod prefetch;
mod puzzle;
mod ranked;
mod reduce;
pub mod sliding;
mod sorted;
pub mod storage;

pub use bytes::{Bytes, ReadOrder};
pub use checksum::{checksum, checksum_of, from_record, record};
pub use clock::Stopwatch;
pub use counted::counted;
pub use cpu::{Instructions, Kernel};
pub use memory::Memory;
pub use monitor::Monitor;
pub use parse::{StateError, joined, shortened, split_words, without_mark, words, wrapped};
pub use prefetch::prefetch;
pub use puzzle::{Puzzle, PuzzleError};
pub use ranked::RankedSpace;
pub use reduce::{BadState, Reduce};
pub use sorted::SortedNumbers;
