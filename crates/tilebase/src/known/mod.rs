//! What is known beforehand of puzzles that are too large to tabulate.

pub(crate) mod published;
pub(crate) mod sample;
