//! What depends on the processor: which build of the word-parallel code to run, and prefetching.

use super::chunk::{Chunk, LINE};

/// How the word-parallel code is compiled: it is written once, in plain Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kernel {
    Portable,
    /// For processors with AVX2 and BMI: four words at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Kernel {
    /// The fastest that this processor runs.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            return Self::Avx2;
        }
        Self::Portable
    }
}

/// Asks for the memory of a chunk that is needed soon.
#[inline(always)]
pub(super) fn prefetch(chunk: &Chunk) {
    for word in (0..chunk.len()).step_by(LINE) {
        tilebase_core::prefetch(chunk, word);
    }
}
