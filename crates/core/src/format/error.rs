//! The errors of reading and writing table files.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

/// The place of a table: a file or memory.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The table is in this file.
    File(PathBuf),
    /// The table is in memory alone.
    Memory,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Memory => f.write_str("the table in memory"),
        }
    }
}

/// An error in opening or reading a table. The message names the file and, if there is one, the
/// remedy.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file does not exist.
    #[error("there is no table at {}: build it first", path.display())]
    Missing {
        /// The path of the file.
        path: PathBuf,
    },
    /// The operating system reported an error.
    #[error("cannot {action} {origin}: {source}")]
    Io {
        /// The action that failed, as a verb.
        action: &'static str,
        /// The file.
        origin: Origin,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The first bytes are not those of a table.
    #[error("{origin} is not a table file; move it away and build the table again")]
    NotATable {
        /// The file.
        origin: Origin,
    },
    /// The file has a format version that this program does not read, normally a later one.
    #[error(
        "{origin} has format version {found}, but this program reads versions up to {supported}: \
         update the program, or build the table again"
    )]
    OtherVersion {
        /// The file.
        origin: Origin,
        /// The version that the file states.
        found: u32,
        /// The latest version that this program reads.
        supported: u32,
    },
    /// Some distances are not what was written.
    #[error(transparent)]
    Page(#[from] DamagedPage),
    /// The file has another length than its header says, a part of it is not what was written, or
    /// the header or a list contradicts the rest.
    #[error("{origin} is damaged: {problem}; remove the file and build the table again")]
    Damaged {
        /// The file.
        origin: Origin,
        /// The damage, in words.
        problem: String,
    },
    /// The file holds a table of another subject.
    #[error("{origin} holds {found}, not {expected}; move it away and build the table again")]
    OtherSubject {
        /// The file.
        origin: Origin,
        /// The subject wanted.
        expected: String,
        /// The subject found.
        found: String,
    },
    /// The monitor asked to stop.
    #[error("reading {origin} was interrupted")]
    Stopped {
        /// The file.
        origin: Origin,
    },
}

/// Some distances are not what was written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{origin} is damaged: bytes {start} to {end} of its distances do not match their checksum; \
     remove the file and build the table again"
)]
pub struct DamagedPage {
    /// The file.
    pub origin: Origin,
    /// The start of the damaged page, in bytes from the first distance.
    pub start: usize,
    /// The end of the damaged page.
    pub end: usize,
}

impl FormatError {
    /// Returns a function that adds the action and the file to an error of the operating system.
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            action,
            origin: Origin::File(path.to_owned()),
            source,
        }
    }
}

/// An error in writing a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system reported an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The parts given are shorter or longer than the table.
    #[error("the parts of the table have {found} bytes together instead of {expected}")]
    Length {
        /// The right length of the distances or of the lists, in bytes.
        expected: u64,
        /// The length of the parts given, in bytes.
        found: u64,
    },
    /// The metadata is longer than the format allows.
    #[error("the metadata of the table is too long to write")]
    Metadata,
    /// The monitor asked to stop.
    #[error("writing the table was interrupted")]
    Stopped,
}
