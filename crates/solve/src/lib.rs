//! Answers: from tables of every position, and by IDA* where no table fits.

pub mod table;
