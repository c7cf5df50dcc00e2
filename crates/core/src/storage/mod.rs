//! Files behind a small trait, so that tests can make a disk fail on purpose.
//!
//! [`Disk`] is the local file system. Tests use a disk in memory (`tilebase-testing`). It fails on
//! request, and it shows what a power cut may leave on a disk: each change that is not synced may
//! be lost or not.
//!
//! Every file that must be complete or absent is written by [`replace`].

mod checksummed_range;
mod disk;

use std::{
    ffi::OsString,
    fmt,
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

pub use checksummed_range::{ChecksummedRange, is_damage};
pub use disk::Disk;

use crate::Bytes;

/// The extension of a file that is still being written, and is renamed when it is complete.
const UNFINISHED: &str = "part";

/// A place that keeps files. Paths have the same meaning as for the operating system.
///
/// Errors are those of the operating system, without the path. Callers add the action and the path.
pub trait Storage: fmt::Debug + Send + Sync {
    /// Opens a file. For a folder, a pipe or a device it returns the error
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) at once, without waiting for another process.
    ///
    /// # Errors
    /// If the file does not exist and [`access`](Access) requires it, if it exists and must not, or
    /// if the system reports an error.
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn StoredFile>>;

    /// Gives a file another name in the same folder, in place of any file of that name.
    ///
    /// # Errors
    /// If the system reports an error.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// If the file does not exist, or the system reports an error.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Returns the names in a folder, in no particular order. A folder that does not exist has no
    /// names.
    ///
    /// # Errors
    /// If the system reports an error.
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>>;

    /// Returns whether a file, a folder or anything else has this name.
    fn exists(&self, path: &Path) -> bool {
        let names = self.names(folder_of(path)).unwrap_or_default();
        names.iter().any(|name| path.file_name() == Some(name))
    }

    /// Returns the bytes of a file: mapped, if the storage can do that.
    ///
    /// # Safety
    /// As for [`Bytes::map`].
    ///
    /// # Errors
    /// As for [`open`](Self::open), and if there is not enough memory.
    unsafe fn map(&self, path: &Path) -> io::Result<Bytes> {
        read(self, path, u64::MAX).map(Bytes::from)
    }

    /// Waits until changes of names in a folder are on the disk.
    ///
    /// # Errors
    /// If the system reports an error.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// An open file.
pub trait StoredFile: fmt::Debug + Send + Sync {
    /// Returns the length of the file in bytes.
    ///
    /// # Errors
    /// If the system reports an error.
    fn length(&self) -> io::Result<u64>;

    /// Fills `to` with the bytes from `offset` on.
    ///
    /// # Errors
    /// [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) if the file is too short, and other errors
    /// from the system.
    fn read_at(&mut self, offset: u64, to: &mut [u8]) -> io::Result<()>;

    /// Writes `bytes` from `offset` on. The file grows if it is too short.
    ///
    /// # Errors
    /// If the system reports an error. Any part of the bytes may then have been written.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Waits until all bytes written are on the disk.
    ///
    /// # Errors
    /// If the system reports an error. Any bytes written since the last successful call may then be
    /// lost.
    fn sync(&self) -> io::Result<()>;
}

/// The purpose for which a file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Reading a file that exists.
    Read,
    /// Reading and writing. A file that exists keeps its content, and one that does not is created.
    Update,
    /// Reading and writing as by [`Update`](Self::Update), without the system's cache if the file
    /// system can do that. Offsets, lengths and addresses in memory must then be multiples of 4096.
    UpdateDirectly,
    /// Writing a new file. No file, folder or link may exist under its name.
    New,
}

/// Reads a whole file.
///
/// # Errors
/// [`FileTooLarge`](io::ErrorKind::FileTooLarge) if it is longer than `most` bytes, and errors from
/// the system.
pub fn read(storage: &(impl Storage + ?Sized), path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = storage.open(path, Access::Read)?;
    let length = file.length()?;
    if length > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut bytes = zeros(length)?;
    file.read_at(0, &mut bytes)?;
    Ok(bytes)
}

/// Returns `length` bytes of zeros.
///
/// # Errors
/// [`OutOfMemory`](io::ErrorKind::OutOfMemory) if there is not enough memory. The length may come
/// from a damaged file.
pub fn zeros(length: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length)?;
    bytes.resize(length, 0);
    Ok(bytes)
}

/// Removes a file, if it is there.
///
/// # Errors
/// If the storage reports an error.
pub fn remove_if_there(storage: &dyn Storage, path: &Path) -> io::Result<()> {
    match storage.remove(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The events that a written file survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// The end of the process. After a power cut, the file may have any bytes.
    Unsynced,
    /// A power cut, too.
    Synced,
}

/// Writes a file at `path`, in place of any file that is there.
///
/// `write` fills a new hidden file in the same folder, which is then synced, if it must survive a
/// power cut, and renamed. A reader therefore finds the old file or the new one, but never a part
/// of one, and a file that is open or mapped does not change. [`unfinished`] finds the hidden files
/// that killed processes leave.
///
/// # Errors
/// If the storage reports an error or `write` fails. Then the new file is removed and the old one
/// stays, unless only the last step failed, the sync of the folder: then the new file is in place.
pub fn replace<E: From<io::Error>>(
    storage: &dyn Storage,
    path: &Path,
    durability: Durability,
    write: impl FnOnce(&mut Writer) -> Result<(), E>,
) -> Result<(), E> {
    let is_synced = durability == Durability::Synced;
    let (part, file) = new_beside(storage, path)?;
    let mut out = Writer {
        path: part.clone(),
        file,
        offset: 0,
    };
    let written = write(&mut out).and_then(|()| {
        if is_synced {
            out.file.sync()?;
        }
        drop(out);
        storage.rename(&part, path)?;
        if is_synced {
            storage.sync_folder(folder_of(path))?;
        }
        Ok(())
    });
    if written.is_err() {
        // The first error is the one to report.
        let _ = storage.remove(&part);
    }
    written
}

/// Returns the hidden files that [`replace`] left in a folder when its process was killed, or is
/// writing at this moment, each with the name that it was to have.
///
/// # Errors
/// If the storage reports an error.
pub fn unfinished(storage: &dyn Storage, folder: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let names = storage.names(folder)?;
    let found = names.iter().filter_map(|name| name.to_str());
    let found = found.filter_map(|name| Some((folder.join(name), final_name(name)?.to_owned())));
    Ok(found.collect())
}

/// Removes the hidden files that calls of [`replace`] for `path` left when they were killed. No
/// process may be replacing the file. Files without a number may belong to others, and stay.
///
/// # Errors
/// If the storage reports an error.
pub fn remove_unfinished(storage: &dyn Storage, path: &Path) -> io::Result<()> {
    for (part, name) in unfinished(storage, folder_of(path))? {
        let numbered = !part.ends_with(format!(".{name}.{UNFINISHED}"));
        if numbered && path.file_name() == Some(name.as_ref()) {
            storage.remove(&part)?;
        }
    }
    Ok(())
}

/// Returns the name that an unfinished file was to have.
fn final_name(name: &str) -> Option<&str> {
    let name = name.strip_prefix('.')?.strip_suffix(UNFINISHED)?;
    let name = name.strip_suffix('.')?;
    let is_number = |text: &str| text.len() == 16 && u64::from_str_radix(text, 16).is_ok();
    // Older versions wrote no number.
    let numbered = name.rsplit_once('.').filter(|(_, end)| is_number(end));
    Some(numbered.map_or(name, |(name, _)| name))
}

/// Creates a new hidden file in the folder of `path`, with a name that no other process uses.
fn new_beside(storage: &dyn Storage, path: &Path) -> io::Result<(PathBuf, Box<dyn StoredFile>)> {
    use std::hash::{BuildHasher, RandomState};

    let name = path.file_name().unwrap_or_default();
    loop {
        let number = RandomState::new().hash_one(path);
        let mut part = OsString::from(".");
        part.push(name);
        part.push(format!(".{number:016x}.{UNFINISHED}"));
        let part = path.with_file_name(part);
        match storage.open(&part, Access::New) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((part, opened?)),
        }
    }
}

/// Returns the folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes a new file from its beginning on, in the order of the calls.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: Box<dyn StoredFile>,
    offset: u64,
}

impl Writer {
    /// Returns the path of the new file, at which all that was written can be read.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_at(self.offset, bytes)?;
        self.offset += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Writer {
    /// Continues from another position. Only positions from the beginning are supported.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(offset) = to else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        self.offset = offset;
        Ok(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_unfinished_files_are_told_from_others() {
        assert_eq!(
            final_name(".sliding-3x3.tile.part"),
            Some("sliding-3x3.tile")
        );
        assert_eq!(final_name("sliding-3x3.tile"), None);
        for (name, whole) in [
            (".a.0123456789abcdef.part", "a"),
            (".a.0123456789abcde.part", "a.0123456789abcde"),
            (".a.0123456789abcdeg.part", "a.0123456789abcdeg"),
        ] {
            assert_eq!(final_name(name), Some(whole));
        }
        assert_eq!(final_name(".hidden"), None);
        assert_eq!(final_name(".spart"), None);
    }

    #[test]
    fn a_file_without_a_folder_is_in_the_current_one() {
        assert_eq!(folder_of(Path::new("a file")), Path::new("."));
        assert_eq!(folder_of(Path::new("folder/a file")), Path::new("folder"));
    }
}
