//! Large zeroed memory.

use std::io;

use memmap2::MmapMut;

/// Zeroed memory straight from the operating system, on huge pages where it has them: first touch
/// and address translation of gigabytes cost less.
#[derive(Debug)]
pub(crate) struct Arena(MmapMut);

impl Arena {
    /// `bytes` of zeros. Memory is taken only as it is touched.
    pub(crate) fn new(bytes: usize) -> io::Result<Self> {
        let map = MmapMut::map_anon(bytes.max(1))?;
        // Advice only: without huge pages everything works, more slowly.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self(map))
    }

    /// The memory as bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The memory as bytes.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// The memory as words.
    pub(crate) fn words(&self) -> &[u32] {
        // SAFETY: any bytes are valid words, and only whole aligned words are taken.
        unsafe { self.0.align_to().1 }
    }

    /// The memory as words.
    pub(crate) fn words_mut(&mut self) -> &mut [u32] {
        // SAFETY: as in `words`, and any words are valid bytes.
        unsafe { self.0.align_to_mut().1 }
    }
}
