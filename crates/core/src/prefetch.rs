//! Requests memory before it is needed.

/// Starts to load the cache line of an element, so that reading it soon afterwards does not wait.
/// An index beyond the end of the slice is harmless and has no use.
///
/// ```
/// let table = vec![0u8; 1000];
/// tilebase_core::prefetch(&table, 500);
/// ```
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let at = slice.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch is a hint: it reads nothing, faults at no address, and exists on every
        // x86-64 processor.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
