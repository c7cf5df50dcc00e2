//! The one place that maps table files.

use std::{fs::File, io};

use memmap2::Mmap;

/// Maps a file to be read.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a map is sound as long as nobody changes the file underneath it. Tables are immutable
    // once renamed into place: every writer here makes a new file and renames it over the old name,
    // which leaves the mapped one as it was. The caller has checked the length before mapping.
    unsafe { Mmap::map(file) }
}
