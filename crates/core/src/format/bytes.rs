//! The bytes of a table file, wherever they are.

use std::{fs::File, io, ops::Deref};

use crate::Memory;

/// A whole table file.
#[derive(Debug)]
pub(super) enum Bytes {
    /// In the system's cache of files: read when touched, shared between processes.
    #[cfg(not(target_family = "wasm"))]
    Mapped(memmap2::Mmap),
    /// In this process's memory, on huge pages.
    Copied(Memory),
    /// As the caller had them.
    Given(Vec<u8>),
}

impl Bytes {
    /// Maps a file.
    #[cfg(not(target_family = "wasm"))]
    pub fn of_file(file: &mut File) -> io::Result<Self> {
        // SAFETY: a map is sound as long as nobody changes the file underneath it. Tables are
        // immutable once renamed into place: every writer makes a new file and renames it over the
        // old name, which leaves the mapped one as it was.
        unsafe { memmap2::Mmap::map(&*file) }.map(Self::Mapped)
    }

    /// Reads a file.
    #[cfg(target_family = "wasm")]
    pub fn of_file(file: &mut File) -> io::Result<Self> {
        let mut bytes = Vec::new();
        io::Read::read_to_end(file, &mut bytes)?;
        Ok(Self::Given(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            #[cfg(not(target_family = "wasm"))]
            Self::Mapped(map) => map,
            Self::Copied(memory) => memory,
            Self::Given(bytes) => bytes,
        }
    }
}
