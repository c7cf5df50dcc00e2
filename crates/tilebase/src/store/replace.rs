//! Replacing a file so that it is there whole or not at all.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// Writes a file at `path`, replacing any that is there.
///
/// `write` fills a new file beside it (hidden, and named after it), which is synced and renamed. So
/// a reader sees the old file, the new one or none, but never half of one, and a file that is open
/// or mapped stays as it was. What a killed process leaves beside `path` is overwritten by the next
/// that writes there.
///
/// Two processes must not replace one file at the same time.
///
/// # Errors
/// If the disk refuses or `write` fails. Then the new file is removed and the old one stays.
pub fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let part = part_of(path);
    let written = File::create(&part).map_err(E::from).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()?;
        Ok(fs::rename(&part, path)?)
    });
    if written.is_err() {
        // The first error is the one to tell; what cannot be removed now is overwritten next time.
        let _ = fs::remove_file(&part);
    }
    written?;
    Ok(sync_folder_of(path)?)
}

/// Makes a folder, and those above it that are missing, so that they are on the disk.
///
/// # Errors
/// If the disk refuses.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut made: Vec<&Path> = folder.ancestors().collect();
    made.retain(|folder| *folder != Path::new("") && !folder.exists());
    fs::create_dir_all(folder)?;
    made.into_iter().try_for_each(sync_folder_of)
}

/// Returns the file beside `path` that [`replace`] fills.
fn part_of(path: &Path) -> PathBuf {
    beside(path, "part")
}

/// Returns a hidden file that belongs to the one at `path`.
pub(super) fn beside(path: &Path, extension: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{extension}"))
}

/// Makes sure that the new name of a file is on the disk. Elsewhere folders cannot be synced.
#[cfg(unix)]
fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder_of(_: &Path) -> io::Result<()> {
    Ok(())
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
        let write = |text: &'static str| move |file: &mut File| file.write_all(text.as_bytes());
        replace(&path, write("old")).unwrap();
        replace(&path, write("new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");

        let failed = replace(&path, |file| {
            file.write_all(b"half")?;
            assert_eq!(fs::read_to_string(&path)?, "new");
            assert!(part_of(&path).exists());
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
