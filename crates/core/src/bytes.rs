//! The bytes of a whole file, mapped or in memory.

use std::{
    fs::{self, File},
    io::{self, Read},
    ops::Deref,
    path::Path,
};

use crate::Memory;

/// The bytes of a whole file, mapped ([`map`](Self::map)) or in memory ([`read`](Self::read)).
#[derive(Debug)]
pub struct Bytes(Backing);

#[derive(Debug)]
enum Backing {
    /// The system's cache of the file: pages are read when they are touched, and shared between
    /// processes.
    #[cfg(not(target_family = "wasm"))]
    Mapped(memmap2::Mmap),
    /// Memory of this process, on huge pages.
    Large(Memory),
    Small(Vec<u8>),
}

impl Bytes {
    /// Maps a file: its pages are read when they are touched. On WebAssembly, which cannot map
    /// files, the whole file is read.
    ///
    /// # Safety
    /// No process may change or shorten the file while the value exists. Writing another file and
    /// renaming it over this one is allowed, because that leaves the mapped file as it was.
    ///
    /// # Errors
    /// If the operating system reports an error, or the path is not that of a file.
    pub unsafe fn map(path: &Path) -> io::Result<Self> {
        #[cfg(target_family = "wasm")]
        return Self::read(path);
        #[cfg(not(target_family = "wasm"))]
        {
            let file = open(path)?;
            // SAFETY: the caller promises that nobody changes the file.
            let map = unsafe { memmap2::Mmap::map(&file) }?;
            Ok(Self(Backing::Mapped(map)))
        }
    }

    /// Reads a file into memory.
    ///
    /// # Errors
    /// If the operating system reports an error, there is not enough memory, or the path is not
    /// that of a file.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut file = open(path)?;
        let length = file.metadata()?.len();
        let mut memory = Memory::zeroed(length)?;
        file.read_exact(&mut memory)?;
        Ok(Self(Backing::Large(memory)))
    }
}

/// The order in which bytes will be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadOrder {
    /// From the beginning to the end.
    InOrder,
    /// In small pieces all over the file.
    Scattered,
}

impl Bytes {
    /// Advises the system of the order in which mapped bytes will be read. It then reads ahead, up
    /// to megabytes, if they are read in order, and page by page if they are scattered.
    pub fn advise(&self, order: ReadOrder) {
        #[cfg(unix)]
        if let Backing::Mapped(map) = &self.0 {
            // Answers do not depend on whether the system takes the advice.
            let _ = map.advise(match order {
                ReadOrder::InOrder => memmap2::Advice::Sequential,
                ReadOrder::Scattered => memmap2::Advice::Random,
            });
        }
        #[cfg(not(unix))]
        let _ = order;
    }
}

impl From<Memory> for Bytes {
    fn from(memory: Memory) -> Self {
        Self(Backing::Large(memory))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Backing::Small(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            #[cfg(not(target_family = "wasm"))]
            Backing::Mapped(map) => map,
            Backing::Large(memory) => memory,
            Backing::Small(bytes) => bytes,
        }
    }
}

/// Opens a file for reading.
fn open(path: &Path) -> io::Result<File> {
    // Opening a pipe would wait until another process writes to it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    File::open(path)
}
