//! Keeping two builders of the same table apart.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
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
        let file = open(&beside(path, "lock"))?;
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

/// The right to use one file, which nobody waits for. Held until dropped; then the lock file is removed.
#[derive(Debug)]
pub struct Sole {
    lock: File,
    path: PathBuf,
}

impl Sole {
    /// Takes the right to the file at `path`; `None` if another process has it.
    ///
    /// # Errors
    /// If the lock file cannot be made.
    pub fn acquire(path: &Path) -> io::Result<Option<Self>> {
        let path = beside(path, "lock");
        loop {
            let lock = open(&path)?;
            match lock.try_lock() {
                Ok(()) if is_at(&lock, &path) => return Ok(Some(Self { lock, path })),
                // Whoever held it has removed the file since it was opened here.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

impl Drop for Sole {
    fn drop(&mut self) {
        // While it is still locked: whoever opens it after that makes a new one.
        let _ = fs::remove_file(&self.path);
        let _ = self.lock.unlock();
    }
}

/// Returns whether a file that is open is still the one at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(there)) => (open.dev(), open.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

/// Returns whether a file that is open is still the one at `path`: elsewhere open files are not removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_file_has_one_user_at_a_time_and_no_lock_file_afterwards() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a file");
        let first = Sole::acquire(&path).unwrap().expect("nobody has it");
        assert!(Sole::acquire(&path).unwrap().is_none());
        drop(first);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        Sole::acquire(&path)
            .unwrap()
            .expect("nobody has it any more");
    }
}
