#![doc = include_str!("../README.md")]
// docs.rs labels what needs a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod deepening;
#[cfg(feature = "graphs")]
pub mod graph;
pub mod heuristic;
pub mod ida;
pub mod instances;
pub mod oshidori;
pub mod partial_goal;
mod proof;
mod solution_limit;
mod solutions;
mod stats;
mod subjects;
pub mod table;

pub use deepening::saved::SavedError;
pub use proof::Proof;
pub use solution_limit::SolutionLimit;
pub use solutions::FoundSolutions;
pub use stats::{Iteration, Stats};
#[cfg(feature = "graphs")]
pub use subjects::graph_subject;
pub use subjects::{board_subject, row_subject};
