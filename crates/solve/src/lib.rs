//! Answers: from tables of every position, and by IDA* where no table fits.

mod answers;
mod bulk;
pub mod heuristic;
pub mod ida;
pub mod instances;
pub mod oshidori;
mod saved;
mod solutions;
mod stats;
pub mod table;

pub use answers::{AnswerError, Answers, BoardAnswers, RowAnswers, board_subject, row_subject};
pub use saved::SavedError;
pub use solutions::Solutions;
pub use stats::{Iteration, Stats};
