//! What can be wrong with a table file.

use std::{io, path::PathBuf};

use thiserror::Error;

/// Why a table file could not be read or written. Every variant names the file and the remedy.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// There is no such file.
    #[error("no table at {}: build it with `tilebase build`", path.display())]
    Missing {
        /// The file looked for.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The first bytes are not those of a table.
    #[error("{} is not a table file; move it away and build the table again", path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// Written by a later program.
    #[error("{} has format version {found}, but this program reads version {supported}: update the program, or build the table again", path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version it states.
        found: u32,
        /// The version read here.
        supported: u32,
    },
    /// Shorter or longer than its header says.
    #[error("{} is damaged: {found} bytes long instead of {expected}; build the table again", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Bytes there should be.
        expected: u64,
        /// Bytes there are.
        found: u64,
    },
    /// Bytes that are not what was written.
    #[error("{} is damaged: {part} does not match its checksum; build the table again", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
        /// Which part of it.
        part: &'static str,
    },
    /// A header that contradicts itself.
    #[error("{} is damaged: {problem}; build the table again", path.display())]
    Inconsistent {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A table of something else under this name.
    #[error("{} holds {found}, not {expected}; move it away and build the table again", path.display())]
    OtherSubject {
        /// The file.
        path: PathBuf,
        /// What was wanted.
        expected: String,
        /// What is there.
        found: String,
    },
    /// The caller asked to stop while the file was being written.
    #[error("writing {} was interrupted; nothing was kept", path.display())]
    Interrupted {
        /// The file that would have been.
        path: PathBuf,
    },
}

/// Names the file and the action in an error of the operating system.
pub(super) fn io_error(
    action: &'static str,
    path: &std::path::Path,
) -> impl FnOnce(io::Error) -> FormatError {
    move |source| FormatError::Io {
        action,
        path: path.to_owned(),
        source,
    }
}
