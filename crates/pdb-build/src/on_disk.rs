//! Builds on disk: the tables that have one, their costs, and the search.

use tilebase_core::{
    Monitor,
    format::{Encoding, Subject},
    sliding::PartialGoalSpace,
};

use crate::{
    BuildError, Level, Result, ScratchOptions,
    found::FoundOnDisk,
    partial_goal::{self, partial_goal_table, tiles_in_blocks},
    scratch::PROGRAM,
    sliding::{DiskPlan, remove_scratch, search_on_disk},
};

/// A plan for building a table with files in a folder, and its costs.
#[derive(Debug)]
#[non_exhaustive]
pub struct DiskBuild {
    /// The approximate greatest number of bytes of memory that the build holds, without the
    /// system's cache of files.
    pub memory: u64,
    /// The most bytes that the files of the search take.
    pub scratch: u64,
    /// The bytes of the table.
    pub table: u64,
    /// The bytes of the files that every level may read.
    pub planes: u64,
    /// The number of shards in memory at a time.
    pub lanes: usize,
    search: DiskSearch,
}

#[derive(Debug)]
enum DiskSearch {
    /// All states of a board, in shards.
    Board(DiskPlan),
    /// The states of a goal that names some tiles, in blocks of this many tiles.
    Stage(Box<PartialGoalSpace>, usize),
}

impl DiskBuild {
    /// Returns the plan for building a table in `memory` bytes, with up to `lanes` shards of a
    /// board in memory at a time.
    ///
    /// # Errors
    /// If such tables are not built on disk, or the build takes more memory.
    pub fn new(subject: &Subject, lanes: usize, memory: u64) -> Result<Self> {
        let Subject::PartialGoal {
            shape,
            kinds,
            metric,
        } = subject
        else {
            let plan = DiskPlan::new(subject, lanes, memory)?;
            return Ok(Self {
                memory: plan.memory(),
                scratch: plan.scratch(),
                table: plan.table(),
                planes: plan.planes(),
                lanes: plan.lanes,
                search: DiskSearch::Board(plan),
            });
        };
        let stage = partial_goal_table(*shape, kinds, *metric, None)?;
        let tiles = tiles_in_blocks(&stage.space);
        let Some(tiles) = tiles.filter(|_| stage.encoding == Encoding::Mod3) else {
            return Err(BuildError::NotOnDisk(subject.to_string()));
        };
        let held = partial_goal::memory_in_files(&stage.space, tiles);
        let (needed, table) = (PROGRAM + held, stage.requirements().disk);
        if needed > memory {
            return Err(BuildError::Memory {
                what: format!("{subject} on disk"),
                needed,
                available: memory,
            });
        }
        Ok(Self {
            memory: needed,
            // Two files, and the record: twice, while it is replaced.
            scratch: 2 * (table + held),
            table,
            planes: 2 * table,
            lanes: 1,
            search: DiskSearch::Stage(Box::new(stage.space), tiles),
        })
    }

    /// Searches with files. A search that was stopped continues after its last level.
    ///
    /// # Errors
    /// If the monitor asks to stop, if there is not enough memory, or if a file is damaged or
    /// cannot be written.
    pub fn search(
        &self,
        options: &ScratchOptions,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Box<dyn FoundOnDisk>> {
        match &self.search {
            DiskSearch::Board(plan) => Ok(Box::new(search_on_disk(&plan.cut, options, monitor)?)),
            DiskSearch::Stage(space, tiles) => {
                partial_goal::search_on_disk(space, *tiles, options, monitor)
            }
        }
    }

    /// Deletes the files of a search, for instance of one that was killed after its result was
    /// stored. Files that another process uses remain.
    ///
    /// # Errors
    /// If the file system reports an error.
    pub fn remove_scratch(&self, options: &ScratchOptions) -> Result<()> {
        match &self.search {
            _ if !options.folder.exists() => Ok(()),
            DiskSearch::Board(plan) => remove_scratch(&plan.cut, options),
            DiskSearch::Stage(space, _) => partial_goal::remove_scratch(space, options),
        }
    }
}
