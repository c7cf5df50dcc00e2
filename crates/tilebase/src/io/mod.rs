//! What is read from links, and how files are listed.

mod listing;
mod planning;
#[cfg(feature = "replays")]
mod replay;

pub use listing::{TableSummary, file_name, file_summaries};
#[cfg(feature = "replays")]
pub use replay::Replay;
