//! The local file system.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use super::{Access, Storage, StoredFile};
use crate::Bytes;

/// The local file system.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Storage for Disk {
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn StoredFile>> {
        // Opening a pipe would wait until another process writes to it.
        if access != Access::New && fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(io::ErrorKind::InvalidInput.into());
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

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn files_of_the_machine_are_what_was_made_of_them() {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        let kind_of = |path: &Path, access| Disk.open(path, access).unwrap_err().kind();
        for access in [Access::Read, Access::Update, Access::UpdateDirectly] {
            assert_eq!(kind_of(folder.path(), access), io::ErrorKind::InvalidInput);
        }
        assert_eq!(kind_of(&path("a"), Access::Read), io::ErrorKind::NotFound);
        assert!(!Disk.exists(&path("a")));

        let mut file = Disk.open(&path("a"), Access::New).unwrap();
        file.write_at(3, b"abc").unwrap();
        file.sync().unwrap();
        assert_eq!(file.length().unwrap(), 6);
        let mut bytes = [0; 2];
        file.read_at(4, &mut bytes).unwrap();
        assert_eq!(&bytes, b"bc");
        file.read_at(5, &mut bytes).unwrap_err();
        assert_eq!(
            kind_of(&path("a"), Access::New),
            io::ErrorKind::AlreadyExists
        );
        for access in [Access::Read, Access::Update, Access::UpdateDirectly] {
            assert_eq!(Disk.open(&path("a"), access).unwrap().length().unwrap(), 6);
        }
        let under_a_file = kind_of(&path("a/b"), Access::Read);
        assert_eq!(under_a_file, io::ErrorKind::NotADirectory);

        for access in [Access::Update, Access::UpdateDirectly] {
            Disk.open(&path("c"), access).unwrap();
            Disk.remove(&path("c")).unwrap();
        }

        Disk.rename(&path("a"), &path("b")).unwrap();
        assert!(Disk.exists(&path("b")) && !Disk.exists(&path("a")));
        assert_eq!(Disk.names(folder.path()).unwrap(), ["b"]);
        assert!(Disk.names(&path("missing")).unwrap().is_empty());
        Disk.names(&path("b")).unwrap_err();
        Disk.sync_folder(folder.path()).unwrap();
        if cfg!(unix) {
            Disk.sync_folder(&path("missing")).unwrap_err();
        }
        Disk.remove(&path("b")).unwrap();
        assert!(Disk.names(folder.path()).unwrap().is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn errors_of_direct_files_are_reported() {
        let folder = TempDir::new().unwrap();
        let missing = open_directly(OpenOptions::new().read(true), &folder.path().join("a"));
        assert_eq!(
            missing.unwrap().unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }
}
