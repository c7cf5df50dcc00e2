//! Checks a payload page by page, each page when it is first read.

use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

use super::DamagedPage;

/// The number of bytes in a page, the unit that has a checksum of its own.
pub(super) const PAGE: usize = 4096;

/// The bytes of distances, with a check that they are what was written.
///
/// Code that reads a byte [touches](Self::touch) it first, and checks for [damage](Self::damage)
/// before it returns an answer. A file compares each page of 4 KiB with its checksum when the page
/// is first touched. Bytes that the program computed itself are never damaged.
///
/// ```
/// use tilebase_core::format::Payload;
/// let bytes = vec![3u8, 1, 2];
/// bytes.touch(1);
/// bytes.damage()?;
/// # Ok::<(), tilebase_core::format::DamagedPage>(())
/// ```
pub trait Payload: AsRef<[u8]> {
    /// Checks the page of the byte at `at`, which is about to be read. Costs a test of one bit, and
    /// about a microsecond when a page is first touched.
    #[inline]
    fn touch(&self, _at: usize) {}

    /// Reports damage in the pages touched until now.
    ///
    /// # Errors
    /// If a page is not what was written. Then nothing that has been read, or will be read, can be
    /// trusted.
    #[inline]
    fn damage(&self) -> Result<(), DamagedPage> {
        Ok(())
    }

    /// Touches every byte if `always` is true, or if many pages have been touched already, until
    /// `stopped` returns true. Returns whether all are touched now, so that further touches are
    /// unnecessary.
    fn touch_all(&self, always: bool, stopped: &dyn Fn() -> bool) -> bool {
        let _ = (always, stopped);
        true
    }
}

impl Payload for Vec<u8> {}
impl Payload for &[u8] {}

/// The pages that have been compared with their checksums.
#[derive(Debug)]
pub(super) struct Pages {
    /// The number of pages.
    len: u64,
    /// One bit per page: 1 if the page has been compared.
    checked: Vec<AtomicU64>,
    /// The number of bits set, kept because searches need it often.
    count: AtomicU64,
    /// The least number of a page found to be damaged; [`NONE`](Self::NONE) if there is no such
    /// page.
    damaged: AtomicU64,
}

impl Pages {
    const NONE: u64 = u64::MAX;

    /// Returns the record of `count` pages before any has been compared.
    pub fn new(count: u64) -> Self {
        let words = count.div_ceil(64);
        Self {
            len: count,
            checked: (0..words).map(|_| AtomicU64::new(0)).collect(),
            count: AtomicU64::new(0),
            damaged: AtomicU64::new(Self::NONE),
        }
    }

    /// Returns whether the page of the byte at `at` has been compared, or has no checksum.
    #[inline(always)]
    pub fn is_checked(&self, at: usize) -> bool {
        let page = at / PAGE;
        let word = self.checked.get(page / 64);
        word.is_none_or(|word| word.load(Acquire) >> (page % 64) & 1 == 1)
    }

    /// Compares the page of the byte at `at`. Several threads may do so at the same time, with the
    /// same result.
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

    /// Returns the number of pages.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns the number of pages that have been compared.
    pub fn count(&self) -> u64 {
        self.count.load(Acquire)
    }

    /// Returns the least number of a page that was found to be damaged.
    #[inline]
    pub fn damaged(&self) -> Option<usize> {
        let page = self.damaged.load(Relaxed);
        (page != Self::NONE).then_some(page as usize)
    }
}
