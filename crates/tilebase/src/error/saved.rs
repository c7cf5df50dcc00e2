//! Errors of saved searches.

use std::{io, path::PathBuf};

use thiserror::Error;

/// Why a saved search cannot be used or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SavedSearchError {
    /// The system refused to read it.
    #[error("cannot read the saved search {path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file holds something else.
    #[error(
        "{path} is damaged or not a saved search ({error}): remove it to start again, or name \
        another file"
    )]
    NotASearch {
        /// The file.
        path: PathBuf,
        /// The fault in its text.
        error: serde_json::Error,
    },
    /// The file is the saved search of another question, or of another version.
    #[error("{path}: {error}")]
    OfNoUse {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The file is too long, or the path is not that of a file.
    #[error("{path} is not a saved search: name another file")]
    NoFile {
        /// The path that was named.
        path: PathBuf,
    },
    /// Another process is saving its search there.
    #[error("another search is being saved in {path}: wait for its end, or name another file")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The system refused to write it.
    #[error("cannot save the search in {path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}
