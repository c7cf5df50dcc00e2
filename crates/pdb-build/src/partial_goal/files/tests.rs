//! Searches in files against searches in memory: whole, stopped, damaged, after power cuts.

use std::{
    fs,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use tilebase_core::{
    sliding::{Metric, PartialGoal},
    storage::{self, Disk, Storage},
};
use tilebase_testing::SimulatedDisk;

use super::*;
use crate::{DistanceTable, Result, partial_goal::search as in_memory};

/// A goal whose search is kept in files, and its table.
struct Goal {
    space: PartialGoalSpace,
    tiles: usize,
    right: DistanceTable,
    options: ScratchOptions,
    _folder: tempfile::TempDir,
}

impl Goal {
    fn new(shape: &str, goal: &str, direct: bool) -> Self {
        let partial_goal = PartialGoal::parse(shape.parse().unwrap(), goal).unwrap();
        let space = PartialGoalSpace::new(partial_goal, Metric::Single).unwrap();
        let tiles = space.tiles_in_blocks().unwrap();
        let (instructions, silent) = (Instructions::detect(), Monitor::silent());
        let right = in_memory::build(&space, tiles, Encoding::Mod3, instructions, &silent);
        let folder = tempfile::tempdir().unwrap();
        Self {
            space,
            tiles,
            right: right.unwrap(),
            options: ScratchOptions {
                storage: Arc::new(Disk),
                folder: folder.path().join("scratch"),
                lanes: 1,
                direct,
            },
            _folder: folder,
        }
    }

    /// Searches until a level has ended. Returns the first level that was reported, and how
    /// the search ended.
    fn until(
        &self,
        storage: impl Storage + 'static,
        depth: u32,
    ) -> (Option<u32>, Result<Box<dyn FoundOnDisk>>) {
        let (stop, first) = (AtomicBool::new(false), Mutex::new(None));
        let report = |level: &Level| {
            assert_eq!(level.new, self.right.counts[level.depth as usize]);
            first.lock().unwrap().get_or_insert(level.depth);
            stop.store(level.depth >= depth, Ordering::Relaxed);
        };
        let monitor = Monitor::new(&report).stopping_on(&stop);
        let storage: Arc<dyn Storage> = Arc::new(storage);
        let options = ScratchOptions {
            storage,
            ..self.options.clone()
        };
        let found = search_on_disk(&self.space, self.tiles, &options, &monitor);
        (first.into_inner().unwrap(), found)
    }

    fn is_right(&self, found: &dyn FoundOnDisk) {
        let payload: Vec<u8> = found
            .segments()
            .flat_map(|segment| segment.unwrap().to_vec())
            .collect();
        assert!(payload == *self.right.payload);
        let metadata = found.metadata(1.0).unwrap();
        let ones = payload.iter().map(|byte| u64::from(byte.count_ones()));
        assert_eq!(Some(ones.sum()), metadata.ones());
        assert_eq!(metadata.counts, self.right.counts);
        let lists = metadata.listed.iter();
        let lists = lists.map(|level| (level.depth, found.listed(level.depth).unwrap()));
        assert_eq!(lists.collect::<Vec<_>>(), self.right.listed);
    }
}

fn is_paused(found: Result<Box<dyn FoundOnDisk>>) -> bool {
    matches!(found, Err(BuildError::Paused { .. }))
}

#[test]
fn tables_from_files_are_those_from_memory() {
    for (shape, goal) in [
        ("3x4", "1 2 3 4 5 x x x x x x x"),
        ("4x3", "x 2 3 x 5 6 x 8 9 x x x"),
        ("3x3", "1 2 3 x 5 x 7 x 0"),
        // Two states out of three are out of reach.
        ("2x3", "1 2 3 4 0 x"),
    ] {
        let goal = Goal::new(shape, goal, false);
        let (_, found) = goal.until(Disk, u32::MAX);
        goal.is_right(&*found.unwrap());
        // After the end, nothing is searched again.
        let (first, found) = goal.until(Disk, u32::MAX);
        assert_eq!(first, Some(goal.right.counts.len() as u32 - 1));
        found.unwrap().remove_files().unwrap();
        assert!(!goal.options.folder.exists());
    }
}

#[test]
fn a_search_that_is_stopped_again_and_again_gives_the_same_table() {
    let goal = Goal::new("3x4", "1 2 3 4 5 x x x x x x x", true);
    for depth in [0, 1, 2, 3, 17, 30, 31] {
        let (first, found) = goal.until(Disk, depth);
        assert!(is_paused(found), "{depth}");
        assert!(first <= Some(depth));
    }
    let (first, found) = goal.until(Disk, u32::MAX);
    assert_eq!(first, Some(31));
    goal.is_right(&*found.unwrap());
}

#[test]
fn the_same_folder_is_for_one_search_at_a_time_and_for_one_goal() {
    let goal = Goal::new("3x3", "1 2 3 4 x x x x x", false);
    let mut other = Goal::new("3x3", "1 2 3 x 5 x x x x", false);
    other.options = goal.options.clone();
    assert!(is_paused(goal.until(Disk, 5).1));
    let refused = other.until(Disk, 6).1;
    assert!(matches!(refused, Err(BuildError::ScratchDamaged { .. })));
    let in_use = goal.until(Disk, u32::MAX).1.unwrap();
    let second = goal.until(Disk, u32::MAX).1;
    assert!(matches!(second, Err(BuildError::ScratchInUse { .. })));
    in_use.remove_files().unwrap();
}

/// Cut short, changed or gone, a file is refused or not needed: there is never a wrong table.
#[test]
fn damaged_files_are_refused() {
    let goal = Goal::new("3x4", "1 2 3 4 5 x x x x x x x", false);
    let (mut refused, mut right) = (0, 0);
    for name in ["blocks.even", "blocks.odd", "progress.levels"] {
        for (damage, depth) in (0..8).flat_map(|damage| [(damage, 11), (damage, 24)]) {
            assert!(is_paused(goal.until(Disk, depth).1));
            let path = goal.options.folder.join(name);
            let mut bytes = fs::read(&path).unwrap();
            let at = bytes.len() * damage / 7;
            match damage {
                0 => fs::remove_file(&path).unwrap(),
                1..6 => {
                    bytes[at] ^= 4;
                    fs::write(&path, bytes).unwrap();
                }
                _ => fs::write(&path, &bytes[..at - 1]).unwrap(),
            }
            match goal.until(Disk, u32::MAX).1 {
                Ok(found) => {
                    goal.is_right(&*found);
                    right += 1;
                }
                Err(BuildError::ScratchDamaged(path) | BuildError::Scratch { path, .. }) => {
                    assert_eq!(path.file_name(), Some(name.as_ref()));
                    refused += 1;
                }
                Err(other) => panic!("{name} {damage}: {other}"),
            }
            fs::remove_dir_all(&goal.options.folder).unwrap();
        }
    }
    assert!(refused > 30 && right > 2, "{refused} {right}");
}

/// A search killed at any call of the storage continues from its last level.
#[test]
fn a_search_continues_after_any_call_that_is_the_last() {
    let goal = Goal::new("3x3", "1 2 3 4 x x x x x", true);
    let mut kills = 0;
    for calls in 0.. {
        let disk = SimulatedDisk::default();
        disk.fail_after(calls);
        let killed = !is_paused(goal.until(disk.clone(), 12).1);
        disk.never_fail();
        goal.is_right(&*goal.until(disk, u32::MAX).1.unwrap());
        if !killed {
            break;
        }
        kills += 1;
    }
    assert!(kills > 100, "{kills}");
}

/// Whatever a power cut leaves of files that are synced, the search continues from it, and no
/// level is lost that had ended before. Of files that are not synced it makes no wrong table.
#[test]
fn power_cuts_at_every_level_lose_nothing() {
    let (mut states, mut refused) = (0, 0);
    for direct in [true, false] {
        let goal = Goal::new("3x3", "1 2 3 4 x x x x x", direct);
        let disk = SimulatedDisk::default();
        for depth in (0..goal.right.counts.len() as u32 - 2).step_by(2) {
            disk.keep_history();
            assert!(is_paused(goal.until(disk.clone(), depth + 1).1));
            for left in disk.after_power_cuts(4) {
                states += 1;
                let (first, found) = goal.until(left, u32::MAX);
                match found {
                    Ok(found) => goal.is_right(&*found),
                    Err(error) => {
                        assert!(!direct, "{depth}: {error}");
                        assert!(matches!(
                            error,
                            BuildError::ScratchDamaged { .. } | BuildError::Scratch { .. }
                        ));
                        refused += 1;
                        continue;
                    }
                }
                assert!(
                    !direct || depth == 0 || first >= Some(depth - 1),
                    "{first:?}"
                );
            }
        }
    }
    assert!(states > 300 && refused > 10, "{states} {refused}");
}

/// Files of two moments, each with its right checksums, give the right table or are refused.
#[test]
fn files_of_two_moments_are_never_combined() {
    let goal = Goal::new("3x4", "1 2 3 4 5 x x x x x x x", false);
    let disks = [9, 10, 20].map(|depth| {
        let disk = SimulatedDisk::default();
        assert!(is_paused(goal.until(disk.clone(), depth).1));
        disk
    });
    let mut refused = 0;
    let names = ["blocks.even", "blocks.odd", "progress.levels"];
    for (one, other) in [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 0)] {
        for name in names {
            let mixed = SimulatedDisk::default();
            for file in names {
                let from = &disks[if file == name { one } else { other }];
                let path = goal.options.folder.join(file);
                let bytes = storage::read(from, &path, u64::MAX).unwrap();
                let mut copy = mixed.open(&path, Access::New).unwrap();
                copy.write_at(0, &bytes).unwrap();
            }
            match goal.until(mixed, u32::MAX).1 {
                Ok(found) => goal.is_right(&*found),
                Err(error) => {
                    assert!(
                        matches!(error, BuildError::ScratchDamaged { .. }),
                        "{error}"
                    );
                    refused += 1;
                }
            }
        }
    }
    assert!(refused >= 6, "{refused}");
}
