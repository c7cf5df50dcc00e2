//! Asking for memory before it is needed.

/// Asks for the cache line of an element, so that reading it soon does not wait. An index beyond
/// the end asks for nothing of use and does no harm.
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
        // SAFETY: a prefetch is a hint: it reads nothing and faults at no address; every x86-64
        // processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
