//! Table files: one file a table, written whole or not at all, mapped to be read.
//!
//! A file is a fixed little-endian preamble, a small metadata blob, the payload (the distances), and
//! the ranks of the levels that are small enough to list. `docs/FORMAT.md` gives it byte by byte.
//!
//! - [`write_table`] writes to a temporary file, syncs it, renames it into place and syncs the
//!   folder, so that a reader sees the old file, the new one or none, but never half of one.
//! - [`TableFile::open`] checks the header and the lengths, which costs the same for any size;
//!   [`TableFile::verify_checksums`] reads everything.
//! - [`BuildLock`] keeps two builders of one table apart, and dies with its process.

mod error;
mod lock;
mod map;
mod metadata;
mod preamble;
mod reader;
mod writer;

pub use error::FormatError;
pub use lock::BuildLock;
pub use metadata::{Encoding, ListedLevel, Metadata, Subject};
pub use preamble::FORMAT_VERSION;
pub use reader::TableFile;
pub use writer::{Written, write_table};
