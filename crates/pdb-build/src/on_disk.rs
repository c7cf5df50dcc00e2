//! Tables that are built in files: which there are, what they take, and the search.

use std::sync::Arc;

use tilebase_core::{Monitor, format::Subject, storage::Disk};

use crate::{
    BuildError, Level, ScratchOptions,
    found::FoundOnDisk,
    mask::MaskTable,
    scratch::PROGRAM,
    sliding::{DiskPlan, remove_scratch, search_on_disk},
    tabulate::Tabulate,
};

/// How a table is built in files of a folder, and what that takes.
#[derive(Debug)]
#[non_exhaustive]
pub struct DiskBuild {
    /// The most bytes of memory that the build holds, about. The system's cache of the files is not
    /// among them.
    pub memory: u64,
    /// The most bytes that the files of the search take.
    pub scratch: u64,
    /// Bytes of the table.
    pub table: u64,
    /// Bytes of the files that every level may read.
    pub planes: u64,
    /// How many shards are in memory at a time.
    pub lanes: usize,
    plan: Plan,
}

#[derive(Debug)]
enum Plan {
    /// All states of a board, in shards.
    Board(DiskPlan),
    /// The states of a goal that names some tiles, in blocks.
    Stage(Box<MaskTable>),
}

impl DiskBuild {
    /// Returns how the table is built in `memory` bytes, with up to `lanes` shards of a board in
    /// memory at a time.
    ///
    /// # Errors
    /// If such tables are not built in files, or the build takes more memory.
    pub fn new(subject: &Subject, lanes: usize, memory: u64) -> Result<Self, BuildError> {
        let Subject::Mask {
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
                plan: Plan::Board(plan),
            });
        };
        let stage = MaskTable::new(*shape, kinds, *metric, None)?;
        if !stage.is_built_in_files() {
            return Err(BuildError::NotOnDisk {
                subject: subject.to_string(),
            });
        }
        let needed = PROGRAM + stage.memory_in_files();
        if needed > memory {
            return Err(BuildError::Memory {
                what: format!("{subject} on disk"),
                needed,
                available: memory,
            });
        }
        let table = stage.requirements()?.disk;
        Ok(Self {
            memory: needed,
            // Two files, and the record, twice while it is replaced.
            scratch: 2 * (table + stage.memory_in_files()),
            table,
            planes: 2 * table,
            lanes: 1,
            plan: Plan::Stage(Box::new(stage)),
        })
    }

    /// Searches in files. A search that was stopped continues after its last level.
    ///
    /// # Errors
    /// If the monitor asks to stop, memory is refused, or a file is damaged or cannot be written.
    pub fn search(
        &self,
        options: &ScratchOptions,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Box<dyn FoundOnDisk>, BuildError> {
        match &self.plan {
            Plan::Board(plan) => Ok(Box::new(search_on_disk(&plan.cut, options, monitor)?)),
            Plan::Stage(table) => table.search_in_files(Arc::new(Disk), options, monitor),
        }
    }

    /// Deletes what a search left in its files, as where it was killed once its result was kept.
    /// Files that another process uses stay.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn remove_scratch(&self, options: &ScratchOptions) -> Result<(), BuildError> {
        match &self.plan {
            _ if !options.folder.exists() => Ok(()),
            Plan::Board(plan) => remove_scratch(&plan.cut, options),
            Plan::Stage(table) => table.remove_files(Arc::new(Disk), options),
        }
    }
}
