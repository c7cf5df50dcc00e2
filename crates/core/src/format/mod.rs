//! Table files: how tables are written as bytes, and how they are read.
//!
//! A file consists of a fixed little-endian preamble, a small block of metadata, the payload (the
//! distances), the ranks of the levels that are small enough to list, and the checksums of the
//! payload's pages. `docs/FORMAT.md` describes it byte by byte.
//!
//! - [`Built`] is a table in memory, as a builder returns it. It can be written to anything that
//!   takes bytes.
//! - [`TableFile`] is a table for reading: a mapped file, the bytes of a file, or a [`Built`].
//!   Opening it checks the header and the lengths, which costs the same for any size. Each page of
//!   distances is compared with its checksum when it is first read ([`Payload`]);
//!   [`TableFile::verify_checksums`] reads everything.
//!
//! Folders, locks and the replacement of files are not part of the format: the code that keeps
//! tables handles them.

mod built;
mod check;
mod encoding;
mod error;
mod metadata;
mod open;
mod pages;
mod preamble;
mod subject;
mod table;
mod tile_mask;
mod writer;

pub use built::{Built, Levels};
pub use encoding::{Encoding, UNREACHABLE, UNREACHABLE_MOD3, WORD_ENTRIES};
pub use error::{DamagedPage, FormatError, Origin, WriteError};
pub use metadata::{ListedLevel, Metadata};
pub use pages::Payload;
pub use preamble::FORMAT_VERSION;
pub use subject::{EXTENSION, Subject};
pub use table::TableFile;
pub use writer::{Written, write_payload, write_table};
