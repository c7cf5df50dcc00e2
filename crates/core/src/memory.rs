//! Large blocks of memory for tables and searches.

use std::{
    fmt, io,
    ops::{Deref, DerefMut},
};

#[cfg(not(target_family = "wasm"))]
type Mapping = memmap2::MmapMut;
#[cfg(target_family = "wasm")]
type Mapping = Vec<u64>;

/// A block of bytes, zero at first and aligned for any integer.
///
/// The bytes come straight from the operating system, on huge pages if it has them: touching
/// gigabytes for the first time and translating their addresses then costs less. Memory is used
/// only for pages that have been touched. On WebAssembly, which cannot map memory, the block is
/// allocated.
///
/// ```
/// let mut memory = tilebase_core::Memory::zeroed(1_000_000)?;
/// memory[999_999] = 7;
/// assert_eq!(memory.iter().map(|&byte| u64::from(byte)).sum::<u64>(), 7);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Memory {
    pages: Mapping,
    length: usize,
}

impl Memory {
    /// Returns `length` bytes of zeros from the operating system.
    ///
    /// # Errors
    /// If the operating system refuses, or the length exceeds the address space.
    pub fn zeroed(length: u64) -> io::Result<Self> {
        let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        Ok(Self {
            pages: pages(length)?,
            length,
        })
    }

    /// Returns a copy of `bytes`.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn copy_of(bytes: &[u8]) -> io::Result<Self> {
        let mut memory = Self::zeroed(bytes.len() as u64)?;
        memory.copy_from_slice(bytes);
        Ok(memory)
    }

    /// Returns the memory as 32-bit words, without the bytes after the last whole word.
    #[inline]
    pub fn words(&self) -> &[u32] {
        // SAFETY: any bytes are valid words, and `align_to` takes only whole aligned ones.
        unsafe { self.align_to().1 }
    }

    /// Returns the memory as 32-bit words, without the bytes after the last whole word.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u32] {
        // SAFETY: as in `words`, and any words are valid bytes.
        unsafe { self.align_to_mut().1 }
    }

    /// Shortens the block to `length` bytes. The memory behind them stays reserved.
    pub fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }
}

#[cfg(not(target_family = "wasm"))]
fn pages(length: usize) -> io::Result<Mapping> {
    let pages = memmap2::MmapMut::map_anon(length)?;
    // This is advice only: without huge pages everything works, but more slowly.
    #[cfg(target_os = "linux")]
    let _ = pages.advise(memmap2::Advice::HugePage);
    Ok(pages)
}

#[cfg(target_family = "wasm")]
fn pages(length: usize) -> io::Result<Mapping> {
    let words = length.div_ceil(8);
    let mut pages = Vec::new();
    let reserved = pages.try_reserve_exact(words);
    reserved.map_err(|_| io::ErrorKind::OutOfMemory)?;
    pages.resize(words, 0);
    Ok(pages)
}

impl Deref for Memory {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        #[cfg(not(target_family = "wasm"))]
        let bytes = &self.pages[..];
        // SAFETY: words are valid bytes.
        #[cfg(target_family = "wasm")]
        let bytes = unsafe { self.pages.align_to().1 };
        &bytes[..self.length]
    }
}

impl DerefMut for Memory {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        #[cfg(not(target_family = "wasm"))]
        let bytes = &mut self.pages[..];
        // SAFETY: words are valid bytes, and any bytes are valid words.
        #[cfg(target_family = "wasm")]
        let bytes = unsafe { self.pages.align_to_mut().1 };
        &mut bytes[..self.length]
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Memory({} bytes)", self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_any_length_is_zeroed_and_keeps_what_is_written() {
        for length in [0, 1, 7, 8, 4096, 100_001] {
            let mut memory = Memory::zeroed(length as u64).unwrap();
            assert_eq!(*memory, vec![0; length]);
            memory.fill(7);
            assert_eq!(*Memory::copy_of(&memory).unwrap(), vec![7; length]);
            memory.truncate(3);
            assert_eq!(*memory, vec![7; length.min(3)]);
        }
    }

    #[test]
    fn more_than_any_machine_has_is_refused() {
        Memory::zeroed(1 << 60).expect_err("an exbibyte");
        Memory::zeroed(u64::MAX).expect_err("more than can be addressed");
    }
}
