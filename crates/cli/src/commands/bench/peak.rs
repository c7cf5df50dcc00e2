//! The most memory that this process has held.

use std::fs;

/// Returns bytes of memory that this process has held at most since [`forget_peak`]. `None` where
/// the system does not say.
pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Begins to watch the most memory held anew. Where the system does not allow it, the peak is that
/// of the whole run.
pub fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}
