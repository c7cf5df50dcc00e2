//! Locks between processes.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

/// The lock of one file, held until it is dropped. The lock file beside it is then removed, if the
/// system reports whether an open file still has its name.
///
/// The operating system releases the lock when the process ends, however it ends, so a lock file
/// that was left does no harm.
#[derive(Debug)]
pub struct FileLock {
    lock: File,
    file: PathBuf,
}

impl FileLock {
    /// Takes the lock of the file at `path`; `None` if another process has it.
    ///
    /// # Errors
    /// If the lock file cannot be created.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        let file = path.to_owned();
        let path = lock_of(path);
        loop {
            let lock = open(&path)?;
            match lock.try_lock() {
                Ok(()) if is_at(&lock, &path) => return Ok(Some(Self { lock, file })),
                // The process that held it has removed the file since it was opened here.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }

    /// Returns the file that is locked.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // While it is still locked: a process that opens the path later makes a new file. A
        // file that is not empty belongs to another program.
        if cfg!(unix) && self.lock.metadata().is_ok_and(|file| file.len() == 0) {
            let _ = fs::remove_file(lock_of(&self.file));
        }
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

/// Returns whether a file that is open is still the one at `path`: elsewhere lock files are never
/// removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        use rustix::fs::OFlags;
        // Neither the target of a link, which belongs to another program, nor a pipe, for which
        // it would wait.
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    }
    options.open(path)
}

/// Returns the hidden lock file that belongs to the file at `path`.
fn lock_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.lock"))
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU32, Ordering},
        thread,
    };

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_file_has_one_user_at_a_time_and_no_lock_file_afterwards() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a file");
        let first = FileLock::take(&path).unwrap().expect("nobody has it");
        assert!(FileLock::take(&path).unwrap().is_none());
        drop(first);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        FileLock::take(&path)
            .unwrap()
            .expect("nobody has it any more");
    }

    #[cfg(unix)]
    #[test]
    fn files_of_others_are_neither_removed_nor_written_through_links() {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path(".a.lock"), "of somebody else").unwrap();
        drop(FileLock::take(&path("a")).unwrap().unwrap());
        assert!(path(".a.lock").exists());
        std::os::unix::fs::symlink("target", path(".b.lock")).unwrap();
        FileLock::take(&path("b")).unwrap_err();
        assert!(!path("target").exists() && path(".b.lock").is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_file_that_was_removed_or_replaced_is_known() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join(".a.lock");
        let old = open(&path).unwrap();
        assert!(is_at(&old, &path));
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&old, &path));
        let new = open(&path).unwrap();
        assert!(is_at(&new, &path) && !is_at(&old, &path));
    }

    #[test]
    fn those_who_wait_come_one_after_another() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a file");
        let (inside, turns) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _lock = loop {
                            match FileLock::take(&path).unwrap() {
                                Some(lock) => break lock,
                                None => thread::yield_now(),
                            }
                        };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        turns.fetch_add(1, Ordering::SeqCst);
                        // So that another, which came in by mistake, would be met.
                        (0..2000).for_each(|_| std::hint::spin_loop());
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(turns.load(Ordering::SeqCst), 400);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
