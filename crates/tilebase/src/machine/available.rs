//! Free memory and disk: the only module that asks the system for them.
//!
//! If the system does not report them, they are taken to suffice.

use std::{fs, path::Path};

use serde::Serialize;
use tilebase_core::parallel::current_num_threads;

use crate::values::{Error, Result, ensure};

/// The most threads that programs start on request: starting more takes longer than they can save.
pub const MOST_THREADS: usize = 256;

/// Free memory and disk, if the system reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Available {
    /// Bytes of memory that this process may still take.
    pub memory: Option<u64>,
    /// Bytes free on the disk of a folder.
    pub disk: Option<u64>,
}

impl Available {
    /// Returns the memory and disk for building a table in `folder`; only the memory if that is
    /// `None`.
    pub fn to_build(folder: Option<&Path>) -> Self {
        Self {
            memory: available_memory(),
            disk: folder.and_then(free_disk),
        }
    }

    /// Returns an error if there is not enough disk in the folder for some work.
    pub(crate) fn disk_suffices(&self, needed: u64, folder: &Path, work: &str) -> Result<()> {
        let available = self.disk.unwrap_or(u64::MAX);
        ensure(needed <= available, || Error::NoDisk {
            work: work.to_owned(),
            folder: folder.to_owned(),
            scratch: false,
            needed,
            available,
        })
    }

    /// Returns an error if there is not enough memory for some work.
    pub(crate) fn memory_suffices(&self, needed: u64, work: &str) -> Result<()> {
        let available = self.memory.unwrap_or(u64::MAX);
        ensure(needed <= available, || Error::NoMemory {
            work: work.to_owned(),
            needed,
            available,
        })
    }
}

/// The addresses that a thread takes, in bytes: its stack, and the pages that guard it.
pub const BYTES_OF_A_THREAD: u64 = (2 << 20) + (32 << 10);

/// Returns how many more threads may share work: as many as the current pool has, or fewer where
/// they would take more than a quarter of the memory.
pub(crate) fn threads() -> usize {
    let most = available_memory().map_or(u64::MAX, |free| free / 4 / BYTES_OF_A_THREAD);
    (current_num_threads() as u64).min(most).max(1) as usize
}

/// Returns bytes of memory that this process may still take: what the machine has free, or less
/// where a control group or the limit on its address space (`ulimit -v`) says so. `None` if the
/// system does not say.
pub fn available_memory() -> Option<u64> {
    if cfg!(target_family = "wasm") {
        return address_room();
    }
    let machine = fs::read_to_string("/proc/meminfo").ok();
    let machine = machine.and_then(|text| kibibytes(&text, "MemAvailable:"));
    let limits = [machine, group_room(), address_room()];
    limits.into_iter().flatten().min()
}

/// Returns bytes by which the module's memory can still grow.
#[cfg(target_arch = "wasm32")]
fn address_room() -> Option<u64> {
    let pages = core::arch::wasm32::memory_size(0) as u64;
    Some((1 << 32) - (pages << 16))
}

/// Returns bytes left under the limit on this process's address space, where there is one.
#[cfg(unix)]
fn address_room() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::As).current?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    Some(limit.saturating_sub(kibibytes(&status, "VmSize:")?))
}

#[cfg(not(any(unix, target_arch = "wasm32")))]
fn address_room() -> Option<u64> {
    None
}

/// Returns bytes of memory for a search that was allowed `asked`: no more than half of what is
/// free, so that nothing is driven out of memory.
pub fn allowance(asked: u64) -> usize {
    let half = available_memory().map_or(u64::MAX, |free| free / 2);
    usize::try_from(asked.min(half)).unwrap_or(usize::MAX)
}

/// Returns the bytes of a line that begins with `label` and gives kibibytes.
pub fn kibibytes(text: &str, label: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Returns bytes left under the limits of this process's control group and its parents, of either
/// version.
fn group_room() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let room = |line: &str| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, group) = rest.split_once(':')?;
        let (root, limit, usage) = match controllers {
            "" => ("", "memory.max", "memory.current"),
            "memory" => ("memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
            _ => return None,
        };
        let root = Path::new("/sys/fs/cgroup").join(root);
        let room = |folder: &Path| {
            let read = |file| fs::read_to_string(folder.join(file)).ok();
            let number = |file| read(file)?.trim().parse::<u64>().ok();
            let cached = read("memory.stat").map_or(0, |text| file_cache(&text));
            let held = number(usage)?.saturating_sub(cached);
            Some(number(limit)?.saturating_sub(held))
        };
        let folder = root.join(group.trim_start_matches('/'));
        let groups = folder
            .ancestors()
            .take_while(|folder| folder.starts_with(&root));
        groups.filter_map(room).min()
    };
    groups.lines().filter_map(room).min()
}

/// Returns bytes of a group's memory that only hold pages of files: they make room when it is
/// needed.
fn file_cache(statistics: &str) -> u64 {
    let field = |name: &str| {
        let mut fields = statistics.lines().filter_map(|line| line.split_once(' '));
        let value = fields.find(|(known, _)| *known == name)?.1;
        value.parse::<u64>().ok()
    };
    // Version 1 counts the groups below apart.
    let bytes = |name| field(&format!("total_{name}")).or_else(|| field(name));
    ["active_file", "inactive_file"]
        .into_iter()
        .filter_map(bytes)
        .sum()
}

/// Returns bytes free on the disk of `folder`, or of the nearest folder above it that exists.
#[cfg(unix)]
pub fn free_disk(folder: &Path) -> Option<u64> {
    let existing = folder.ancestors().find(|folder| folder.is_dir());
    let stat = rustix::fs::statvfs(existing.unwrap_or(Path::new("."))).ok()?;
    Some(stat.f_bavail * stat.f_frsize)
}

/// Returns bytes free on the disk of `folder`: not known here.
#[cfg(not(unix))]
pub fn free_disk(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_kernel_writes() {
        let meminfo = "MemTotal:       24689176 kB\nMemAvailable:   24000000 kB\n";
        assert_eq!(kibibytes(meminfo, "MemAvailable:"), Some(24_000_000 * 1024));
        assert_eq!(kibibytes("MemTotal: 1 kB", "MemAvailable:"), None);
        let second = "anon 7\ninactive_file 300\nactive_file 200\nslab 9\n";
        assert_eq!(file_cache(second), 500);
        let first = "active_file 1\ninactive_file 1\ntotal_active_file 40\ntotal_inactive_file 2\n";
        assert_eq!(file_cache(first), 42);
        assert_eq!(file_cache("anon 7\n"), 0);
    }

    #[test]
    fn work_is_refused_exactly_where_there_is_too_little() {
        let needed = 3 << 30;
        let refusals = |free| {
            let (memory, disk) = (free, free);
            let available = Available { memory, disk };
            [
                available.memory_suffices(needed, "building 2x7"),
                available.disk_suffices(needed, Path::new("data"), "the table of 2x7"),
            ]
            .map(|suffices| suffices.err().map(|error| error.to_string()))
        };
        assert_eq!(refusals(Some(needed)), [None, None]);
        assert_eq!(refusals(None), [None, None]);
        let [memory, disk] = refusals(Some(needed - 1)).map(Option::unwrap);
        assert!(
            memory.starts_with("building 2x7 takes 3.00 GiB of memory, but only"),
            "{memory}"
        );
        assert!(
            disk.starts_with("the table of 2x7 takes 3.00 GiB on disk, but data has"),
            "{disk}"
        );
    }
}
