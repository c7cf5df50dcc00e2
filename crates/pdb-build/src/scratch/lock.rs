//! Locks of processes on the shards of a folder.

use std::{
    fs::{self, File, OpenOptions},
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use super::failed;
use crate::{BuildError, Result};

/// Returns the lock file of a range of shards.
pub(crate) fn path(folder: &Path, shards: &Range<usize>) -> PathBuf {
    folder.join(format!("{:05}-{:05}.lock", shards.start, shards.end))
}

/// Returns the shards of a lock file; `None` if the file is not a lock file.
fn shards_of(path: &Path) -> Option<Range<usize>> {
    let name = path.file_name()?.to_str()?.strip_suffix(".lock")?;
    let (start, end) = name.split_once('-')?;
    Some(start.parse().ok()?..end.parse().ok()?)
}

/// Opens a lock file. A link or a pipe is refused, because it could lead to a file of another user.
fn open(path: &Path) -> io::Result<File> {
    match fs::symlink_metadata(path) {
        Ok(there) if !there.is_file() => return Err(io::ErrorKind::InvalidInput.into()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).open(path)
}

/// Returns the lock files in a folder and their shards.
fn locks_in(folder: &Path) -> impl Iterator<Item = (PathBuf, Range<usize>)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let path = entry.path();
        let shards = shards_of(&path)?;
        Some((path, shards))
    })
}

/// Locks shards for this process until the file is closed.
///
/// Each process first locks its own file and then looks for others. So if two with a shard in
/// common start at the same time, at most one of them continues.
///
/// # Errors
/// If another process has one of the shards, or a lock file cannot be made.
pub(crate) fn take(folder: &Path, shards: &Range<usize>) -> Result<File> {
    let in_use = || BuildError::ScratchInUse(folder.to_owned());
    let own = path(folder, shards);
    let lock = open(&own).map_err(failed("create", &own))?;
    lock.try_lock().map_err(|_| in_use())?;
    for (path, others) in locks_in(folder) {
        if path != own
            && others.start < shards.end
            && shards.start < others.end
            && open(&path).is_ok_and(|other| other.try_lock_shared().is_err())
        {
            return Err(in_use());
        }
    }
    Ok(lock)
}

/// Returns the lock files that processes left when they were killed.
pub(crate) fn abandoned(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let free = |path: &PathBuf| open(path).is_ok_and(|lock| lock.try_lock().is_ok());
    locks_in(folder)
        .map(|(path, _)| path)
        .filter(move |path| free(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_with_a_shard_in_common_exclude_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let first = take(folder.path(), &(0..6)).unwrap();
        let _second = take(folder.path(), &(6..11)).unwrap();
        for common in [0..6, 0..11, 5..7, 3..4] {
            let refused = take(folder.path(), &common);
            assert!(
                matches!(refused, Err(BuildError::ScratchInUse { .. })),
                "{common:?}"
            );
        }
        drop(first);
        take(folder.path(), &(0..3)).unwrap();
        assert_eq!(abandoned(folder.path()).count(), 5, "all but the second");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a letter");
        fs::write(&target, "dear").unwrap();
        std::os::unix::fs::symlink(&target, path(folder.path(), &(0..1))).unwrap();
        assert!(take(folder.path(), &(0..1)).is_err());
        assert_eq!(fs::read_to_string(&target).unwrap(), "dear");
    }
}
