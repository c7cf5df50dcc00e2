//! The most memory that this process has held.

use std::fs;

use tilebase::programs::kibibytes;

/// Returns bytes of memory that this process has held at most since [`forget_peak`]. `None` where
/// the system does not say.
pub fn peak_memory() -> Option<u64> {
    kibibytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// Begins to watch the most memory held anew. Where the system does not allow it, the peak is that
/// of the whole run.
pub fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}
