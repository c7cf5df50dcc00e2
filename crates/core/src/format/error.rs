//! What can be wrong with a table file.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

/// Where a table is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// In this file.
    File(PathBuf),
    /// In memory alone.
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

/// Why a table cannot be read. Every variant names the file and the remedy.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// There is no such file.
    #[error("there is no table at {}: build it first", path.display())]
    Missing {
        /// The file looked for.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("cannot {action} {origin}: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// On which file.
        origin: Origin,
        /// What the system said.
        source: io::Error,
    },
    /// The first bytes are not those of a table.
    #[error("{origin} is not a table file; move it away and build the table again")]
    NotATable {
        /// The file.
        origin: Origin,
    },
    /// Written by a later program.
    #[error(
        "{origin} has format version {found}, but this program reads versions up to {supported}: update the program, or build the table again"
    )]
    OtherVersion {
        /// The file.
        origin: Origin,
        /// The version it states.
        found: u32,
        /// The latest version read here.
        supported: u32,
    },
    /// Shorter or longer than its header says.
    #[error("{origin} is damaged: {found} bytes long instead of {expected}; build the table again")]
    Length {
        /// The file.
        origin: Origin,
        /// Bytes there should be.
        expected: u64,
        /// Bytes there are.
        found: u64,
    },
    /// Bytes that are not what was written.
    #[error("{origin} is damaged: {part} does not match its checksum; build the table again")]
    Checksum {
        /// The file.
        origin: Origin,
        /// Which part of it.
        part: &'static str,
    },
    /// Distances that are not what was written.
    #[error(transparent)]
    Page(#[from] DamagedPage),
    /// A header that contradicts itself.
    #[error("{origin} is damaged: {problem}; build the table again")]
    Inconsistent {
        /// The file.
        origin: Origin,
        /// What is wrong.
        problem: String,
    },
    /// A table of something else.
    #[error("{origin} holds {found}, not {expected}; move it away and build the table again")]
    OtherSubject {
        /// The file.
        origin: Origin,
        /// What was wanted.
        expected: String,
        /// What is there.
        found: String,
    },
    /// The monitor asked to stop.
    #[error("reading {origin} was interrupted")]
    Interrupted {
        /// The file.
        origin: Origin,
    },
}

/// Distances that are not what was written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{origin} is damaged: bytes {start} to {end} of its distances do not match their checksum; build the table again"
)]
pub struct DamagedPage {
    /// The file.
    pub origin: Origin,
    /// Where they begin, in bytes from the first distance.
    pub start: usize,
    /// Where they end.
    pub end: usize,
}

impl FormatError {
    /// Names the file and the action in an error of the operating system.
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            action,
            origin: Origin::File(path.to_owned()),
            source,
        }
    }
}

/// Why a table is not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Parts that do not make the table.
    #[error("the parts of the table have {found} bytes together instead of {expected}")]
    Length {
        /// Bytes of distances and lists that there should be.
        expected: u64,
        /// Bytes that came.
        found: u64,
    },
    /// The metadata is longer than a file of this format has room for.
    #[error("the metadata of the table is too long to write")]
    Metadata,
    /// The monitor asked to stop.
    #[error("writing the table was interrupted")]
    Interrupted,
}
