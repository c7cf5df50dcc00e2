//! How much memory and disk there is.

use std::{fs, path::Path};

/// Bytes of memory that this process may still take: what the machine has free, or less where a
/// control group limits it. `None` where the system does not say.
pub fn available_memory() -> Option<u64> {
    let machine = memory_available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(group_room().map_or(machine, |room| room.min(machine)))
}

/// Bytes of memory for a search that was allowed `asked`: no more than half of what is free, so that
/// nothing is driven out of memory.
pub fn allowance(asked: u64) -> usize {
    let half = available_memory().map_or(u64::MAX, |free| free / 2);
    usize::try_from(asked.min(half)).unwrap_or(usize::MAX)
}

fn memory_available(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Room left under the limits of this process's control group and its parents, of either version.
fn group_room() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    groups
        .lines()
        .filter_map(|line| {
            let (_, rest) = line.split_once(':')?;
            let (controllers, group) = rest.split_once(':')?;
            let (root, limit, usage) = match controllers {
                "" => ("/sys/fs/cgroup", "memory.max", "memory.current"),
                "memory" => (
                    "/sys/fs/cgroup/memory",
                    "memory.limit_in_bytes",
                    "memory.usage_in_bytes",
                ),
                _ => return None,
            };
            let folder = Path::new(root).join(group.trim_start_matches('/'));
            folder
                .ancestors()
                .take_while(|folder| folder.starts_with(root))
                .filter_map(|folder| {
                    let number = |file| {
                        fs::read_to_string(folder.join(file))
                            .ok()?
                            .trim()
                            .parse::<u64>()
                            .ok()
                    };
                    Some(number(limit)?.saturating_sub(number(usage)?))
                })
                .min()
        })
        .min()
}

/// Bytes free on the disk of `folder`, or of the nearest folder above it that exists.
pub fn free_disk(folder: &Path) -> Option<u64> {
    let existing = folder
        .ancestors()
        .find(|folder| folder.is_dir())
        .unwrap_or(Path::new("."));
    let stat = rustix::fs::statvfs(existing).ok()?;
    Some(stat.f_bavail * stat.f_frsize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_kernel_writes() {
        let meminfo = "MemTotal:       24689176 kB\nMemAvailable:   24000000 kB\n";
        assert_eq!(memory_available(meminfo), Some(24_000_000 * 1024));
        assert_eq!(memory_available("MemTotal: 1 kB"), None);
    }
}
