//! Table files: what a builder makes, as bytes, and how they are read.
//!
//! A file is a fixed little-endian preamble, a small metadata blob, the payload (the distances),
//! and the ranks of the levels that are small enough to list. `docs/FORMAT.md` gives it byte by
//! byte.
//!
//! - [`Built`] is a table as a builder hands it over. It writes itself to anything that takes
//!   bytes.
//! - [`TableFile`] is a table to be read: a mapped file, the bytes of one, or a [`Built`]. Opening
//!   it checks the header and the lengths, which costs the same for any size. Whatever is read
//!   later is compared with its checksum when it is first touched ([`Payload`]);
//!   [`TableFile::verify_checksums`] reads everything.
//!
//! Folders, locks and the replacing of files are no part of the format: whoever keeps tables sees
//! to them.

mod built;
mod check;
mod encoding;
mod error;
mod metadata;
mod open;
mod pages;
mod part;
mod parts;
mod preamble;
mod table;
mod writer;

pub use built::{Built, Levels};
pub use encoding::{Encoding, UNREACHABLE, UNREACHABLE_MOD3, WORD_ENTRIES};
pub use error::{DamagedPage, FormatError, Origin, WriteError};
pub use metadata::{EXTENSION, ListedLevel, Metadata, Subject};
pub use pages::Payload;
pub use part::{PART_EXTENSION, Part, PartError, PartPlace};
pub use parts::Parts;
pub use preamble::FORMAT_VERSION;
pub use table::TableFile;
pub use writer::{Written, write_table};
