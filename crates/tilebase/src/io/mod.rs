//! What is read from streams and links, and how files are listed.

mod lines;
mod listing;
#[cfg(feature = "replays")]
mod replay;

pub use lines::StateLines;
pub use listing::{TableSummary, file_name, file_summaries};
#[cfg(feature = "replays")]
pub use replay::Replay;
