//! Checking a payload page by page, when its pages are first read.

use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

use super::DamagedPage;

/// Bytes of a page: what has a checksum of its own.
pub(super) const PAGE: usize = 4096;

/// Bytes of distances that know whether they are what was written.
///
/// Whoever reads a byte [touches](Self::touch) it first, and asks for [damage](Self::damage) before
/// the answer is given. A file compares each page of 4 KiB with its checksum when it is first
/// touched; bytes that a program has made itself are right.
///
/// ```
/// use tilebase_core::format::Payload;
/// let bytes = vec![3u8, 1, 2];
/// bytes.touch(1);
/// bytes.damage()?;
/// # Ok::<(), tilebase_core::format::DamagedPage>(())
/// ```
pub trait Payload: AsRef<[u8]> {
    /// Notes that the byte at `at` is read. Costs a look at a bit, and a microsecond for the first
    /// byte of a page.
    #[inline]
    fn touch(&self, at: usize) {
        let _ = at;
    }

    /// Whether all bytes touched so far are what was written.
    ///
    /// # Errors
    /// If they are not: then nothing that was read is to be believed, now or later.
    #[inline]
    fn damage(&self) -> Result<(), DamagedPage> {
        Ok(())
    }

    /// Touches every byte, if `always` or if many have been touched already. Returns whether none
    /// is left, so that no touch is needed any more.
    fn touch_all(&self, always: bool) -> bool {
        let _ = always;
        true
    }
}

impl Payload for Vec<u8> {}
impl Payload for &[u8] {}

/// Which pages have been compared with their checksums.
#[derive(Debug)]
pub(super) struct Pages {
    /// A bit for each page.
    checked: Vec<AtomicU64>,
    /// How many bits are set: whoever searches asks again and again.
    count: AtomicU64,
    /// A page that is not what was written; [`NONE`](Self::NONE) where none is known.
    damaged: AtomicU64,
}

impl Pages {
    const NONE: u64 = u64::MAX;

    /// So many pages, none of which has been compared.
    pub fn new(count: u64) -> Self {
        let words = count.div_ceil(64);
        Self {
            checked: (0..words).map(|_| AtomicU64::new(0)).collect(),
            count: AtomicU64::new(0),
            damaged: AtomicU64::new(Self::NONE),
        }
    }

    /// Returns whether the page of the byte at `at` has been compared, or has nothing to be
    /// compared with.
    #[inline(always)]
    pub fn is_checked(&self, at: usize) -> bool {
        let page = at / PAGE;
        let word = self.checked.get(page / 64);
        word.is_none_or(|word| word.load(Acquire) >> (page % 64) & 1 == 1)
    }

    /// Compares the page of the byte at `at`. Several threads may do so at the same time, and find
    /// the same.
    #[cold]
    pub fn check(&self, at: usize, is_right: impl FnOnce(usize) -> bool) {
        let page = at / PAGE;
        let Some(word) = self.checked.get(page / 64) else {
            return;
        };
        if !is_right(page) {
            self.damaged.fetch_min(page as u64, Relaxed);
        }
        let bit = 1 << (page % 64);
        if word.fetch_or(bit, Release) & bit == 0 {
            self.count.fetch_add(1, Release);
        }
    }

    /// Returns how many pages have been compared.
    pub fn count(&self) -> u64 {
        self.count.load(Acquire)
    }

    /// Returns the first of the pages that were found to be damaged.
    #[inline]
    pub fn damaged(&self) -> Option<usize> {
        let page = self.damaged.load(Relaxed);
        (page != Self::NONE).then_some(page as usize)
    }
}
