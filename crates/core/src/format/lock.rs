//! Keeping two builders of the same table apart.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::Path,
};

use super::{FormatError, Subject, error::io_error};

/// The right to build one table in one folder, held until dropped.
///
/// The operating system takes the lock back when the process ends, however it ends, so a lock file
/// that was left behind stops nobody.
#[derive(Debug)]
pub struct BuildLock {
    _file: File,
}

impl BuildLock {
    /// Waits for the right to build `subject` in `folder`, which is made if need be. Calls `waiting`
    /// first if another process holds it. Look again for the table afterwards: that process has
    /// probably built it.
    ///
    /// # Errors
    /// If the folder or the lock file cannot be made.
    pub fn acquire(
        folder: &Path,
        subject: &Subject,
        waiting: impl FnOnce(),
    ) -> Result<Self, FormatError> {
        std::fs::create_dir_all(folder).map_err(io_error("create the folder", folder))?;
        let path = folder.join(format!(".{}.lock", subject.file_name()));
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(io_error("create the lock file", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting();
                file.lock().map_err(io_error("lock", &path))?;
            }
            Err(TryLockError::Error(source)) => return Err(io_error("lock", &path)(source)),
        }
        Ok(Self { _file: file })
    }
}
