//! Answers from tables of every position, and from IDA\* for puzzles too large for a table.

pub mod heuristic;
pub mod ida;
pub mod instances;
pub mod mask;
pub mod oshidori;
mod proof;
mod saved;
mod solutions;
mod stats;
mod subjects;
pub mod table;
mod wanted;

pub use proof::Proof;
pub use saved::SavedError;
pub use solutions::FoundSolutions;
pub use stats::{Iteration, Stats};
pub use subjects::{board_subject, row_subject};
pub use wanted::Wanted;
