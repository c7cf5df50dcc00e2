//! The lock on systems whose files cannot be locked, such as WebAssembly. It can never be taken, so
//! the compiler leaves out the code that needs one: writing tables into a folder, and saving
//! searches.

use std::{io, path::Path};

/// The lock of one file.
#[derive(Debug)]
pub enum FileLock {}

impl FileLock {
    /// Returns an error.
    ///
    /// # Errors
    /// Always [`io::ErrorKind::Unsupported`].
    pub fn take(_: &Path) -> io::Result<Option<Self>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the file that is locked.
    pub fn file(&self) -> &Path {
        match *self {}
    }
}
