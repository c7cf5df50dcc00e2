//! Keeping two builders of the same table apart.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::Path,
};

use super::replace::beside;

/// The right to build one file, held until dropped.
///
/// The operating system takes the lock back when the process ends, however it ends, so a lock file
/// that was left behind stops nobody.
#[derive(Debug)]
pub struct BuildLock {
    _file: File,
}

impl BuildLock {
    /// Waits for the right to build the file at `path`, and makes its folder if need be. Calls `waiting`
    /// first if another process holds it. Look again for the file afterwards: that process has
    /// probably built it.
    ///
    /// # Errors
    /// If the folder or the lock file cannot be made.
    pub fn acquire(path: &Path, waiting: impl FnOnce()) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(beside(path, "lock"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting();
                file.lock()?;
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(Self { _file: file })
    }
}
