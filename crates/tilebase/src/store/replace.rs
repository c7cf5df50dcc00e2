//! Replacement of a local file, which is complete or absent at every moment.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tilebase_core::storage::{self, Disk, Durability, Storage, Writer};

/// The most symbolic links that are followed; systems follow no more.
const MOST_LINKS: usize = 40;

/// Writes a file at `path`, in place of any existing one.
///
/// `write` fills a new hidden file with a unique name beside it, which is synced and renamed. A
/// reader therefore sees the old file, the new one or none, but never a part of one, and a file
/// that is open or mapped does not change. If `path` is a symbolic link, its target is replaced.
///
/// # Errors
/// If the file system reports an error or `write` fails. The new file is then removed, and the old
/// one remains.
pub fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut Writer) -> Result<(), E>,
) -> Result<(), E> {
    storage::replace(&Disk, &destination(path), Durability::Synced, write)
}

/// Returns the file that a path leads to by symbolic links. It need not exist.
pub(super) fn destination(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => break,
        }
    }
    path
}

/// Creates a folder and its missing parents, and syncs them to the disk.
///
/// # Errors
/// If the file system reports an error.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut made: Vec<&Path> = folder.ancestors().collect();
    made.retain(|folder| *folder != Path::new("") && !folder.exists());
    fs::create_dir_all(folder)?;
    made.into_iter().try_for_each(|folder| {
        let above = folder.parent().filter(|above| *above != Path::new(""));
        Disk.sync_folder(above.unwrap_or(Path::new(".")))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a file");
        let write = |text: &'static str| move |file: &mut Writer| file.write_all(text.as_bytes());
        replace(&path, write("old")).unwrap();
        replace(&path, write("new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");

        let failed = replace(&path, |file| {
            file.write_all(b"half")?;
            assert_eq!(fs::read_to_string(&path)?, "new");
            assert_eq!(fs::read_dir(folder.path())?.count(), 2);
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// The hidden file of older versions may be the file of somebody else.
    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_files_of_others_stay() {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in [".file.part", ".link.part"] {
            fs::write(path(name), "of somebody else").unwrap();
        }
        std::os::unix::fs::symlink("middle", path("link")).unwrap();
        std::os::unix::fs::symlink("file", path("middle")).unwrap();
        for text in ["one", "two"] {
            replace(&path("link"), |file| file.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(path("file")).unwrap(), text);
            assert!(path("link").is_symlink() && path("middle").is_symlink());
        }
        for name in [".file.part", ".link.part"] {
            assert_eq!(fs::read_to_string(path(name)).unwrap(), "of somebody else");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
    }
}
