//! The lock where files cannot be locked, as in a module for WebAssembly. Nobody ever has one, so
//! the compiler leaves out what is done with one: writing tables into a folder, and saving
//! searches.

use std::{io, path::Path};

/// The right to build or use one file.
#[derive(Debug)]
pub enum FileLock {}

impl FileLock {
    /// Refuses.
    ///
    /// # Errors
    /// Always [`io::ErrorKind::Unsupported`].
    pub fn take(_: &Path) -> io::Result<Option<Self>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
