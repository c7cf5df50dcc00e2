//! The file system of the machine.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use super::{Access, Storage, StoredFile};
use crate::Bytes;

/// The file system of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Storage for Disk {
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn StoredFile>> {
        if access != Access::New {
            // Opening a pipe would wait until another process writes to it.
            match fs::metadata(path) {
                Ok(there) if !there.is_file() => return Err(io::ErrorKind::InvalidInput.into()),
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        let mut options = OpenOptions::new();
        options.read(true);
        match access {
            Access::Read => &mut options,
            Access::Update | Access::UpdateDirectly => {
                options.write(true).create(true).truncate(false)
            }
            Access::New => options.write(true).create_new(true),
        };
        if access == Access::UpdateDirectly
            && let Some(opened) = open_directly(&options, path)
        {
            return Ok(Box::new(opened?));
        }
        Ok(Box::new(options.open(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            entries => entries?.map(|entry| Ok(entry?.file_name())).collect(),
        }
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    unsafe fn map(&self, path: &Path) -> io::Result<Bytes> {
        // SAFETY: the caller makes the same promise.
        unsafe { Bytes::map(path) }
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        // Other systems cannot open a folder to sync it.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }
}

/// Opens a file without the system's cache. Returns `None` if the file system cannot do that.
#[cfg(target_os = "linux")]
fn open_directly(options: &OpenOptions, path: &Path) -> Option<io::Result<File>> {
    use std::os::unix::fs::OpenOptionsExt;

    let mut options = options.clone();
    options.custom_flags(rustix::fs::OFlags::DIRECT.bits() as i32);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => None,
        opened => Some(opened),
    }
}

#[cfg(not(target_os = "linux"))]
fn open_directly(_: &OpenOptions, _: &Path) -> Option<io::Result<File>> {
    None
}

impl StoredFile for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&mut self, offset: u64, to: &mut [u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(offset))?;
        self.read_exact(to)
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(offset))?;
        self.write_all(bytes)
    }

    fn sync(&self) -> io::Result<()> {
        self.sync_all()
    }
}
