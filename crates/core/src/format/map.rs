//! The one place that maps table files, or puts them into memory whole.

use std::{fs::File, io};

use memmap2::{Mmap, MmapMut};

/// Maps a file to be read.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a map is sound as long as nobody changes the file underneath it. Tables are immutable
    // once renamed into place: every writer here makes a new file and renames it over the old name,
    // which leaves the mapped one as it was. The caller has checked the length before mapping.
    unsafe { Mmap::map(file) }
}

/// A copy in memory, in huge pages where the system has them.
pub(super) fn copy(bytes: &[u8]) -> io::Result<Mmap> {
    let mut copy = MmapMut::map_anon(bytes.len())?;
    // Advice only: without huge pages everything works, more slowly.
    #[cfg(target_os = "linux")]
    let _ = copy.advise(memmap2::Advice::HugePage);
    copy.copy_from_slice(bytes);
    copy.make_read_only()
}
