#![doc = include_str!("../README.md")]
// docs.rs labels what needs a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg_attr(
    not(feature = "patterns"),
    allow(dead_code, reason = "nothing uses its tables")
)]
mod colours;
mod dense;
mod digit_swaps;
mod distance_table;
mod error;
mod found;
#[cfg(feature = "graphs")]
mod graph;
mod level;
mod on_disk;
mod orders;
#[cfg_attr(
    not(feature = "rows"),
    allow(dead_code, reason = "nothing uses its tables")
)]
mod oshidori;
mod own;
mod partial_goal;
pub mod parts;
#[cfg_attr(
    not(feature = "patterns"),
    allow(dead_code, unused_imports, reason = "nothing uses its tables")
)]
mod pattern;
pub mod reference;
mod scratch;
pub mod sliding;
mod sparse;
mod table;
mod table_builder;
mod verify;

pub use dense::FreeNeighbours;
use distance_table::DistanceTable;
pub use error::{BuildError, Inconsistency, MessageError, Result, VerifyError};
pub use found::FoundOnDisk;
use level::{
    Added, LISTED_AT_MOST, LevelSearch, Listing, Lists, bytes_of_words, ranks_at, words_of_bytes,
};
pub use level::{Checked, Level};
pub use on_disk::DiskBuild;
pub use own::build_own;
pub use scratch::ScratchOptions;
pub use table::{build, has_buildable_size, verify};
pub use table_builder::Requirements;
