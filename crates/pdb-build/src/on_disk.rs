//! Tables that are built in files: which there are, what they take, and the search.

use std::sync::Arc;

use tilebase_core::{Monitor, format::Subject, storage::Disk};

use crate::{
    BuildError, Level, Requirements, ScratchOptions,
    found::FoundOnDisk,
    mask::MaskTable,
    scratch::PROGRAM,
    sliding::{DiskPlan, remove_scratch, search_on_disk},
    tabulate::{Packing, Tabulate},
};

/// How a table is built in files of a folder.
#[derive(Debug)]
pub struct DiskBuild(Plan);

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
            return Ok(Self(Plan::Board(DiskPlan::new(subject, lanes, memory)?)));
        };
        let table = MaskTable::new(*shape, kinds, *metric, Packing::Compact)?;
        if !table.is_built_in_files() {
            return Err(BuildError::NotOnDisk {
                subject: subject.to_string(),
            });
        }
        let plan = Self(Plan::Stage(Box::new(table)));
        if plan.memory() <= memory {
            return Ok(plan);
        }
        Err(BuildError::Memory {
            what: format!("{subject} on disk"),
            needed: plan.memory(),
            available: memory,
        })
    }

    /// Returns the most bytes of memory that the build holds, about. The system's cache of the
    /// files is not among them.
    pub fn memory(&self) -> u64 {
        match &self.0 {
            Plan::Board(plan) => plan.memory(),
            Plan::Stage(table) => PROGRAM + table.memory_in_files(),
        }
    }

    /// Returns the most bytes that the files of the search take.
    pub fn scratch(&self) -> u64 {
        match &self.0 {
            Plan::Board(plan) => plan.scratch(),
            // Two files, and the record, twice while it is replaced.
            Plan::Stage(table) => 2 * (self.table() + table.memory_in_files()),
        }
    }

    /// Returns the bytes of the table.
    pub fn table(&self) -> u64 {
        match &self.0 {
            Plan::Board(plan) => plan.table(),
            Plan::Stage(table) => table
                .requirements()
                .map_or(0, |Requirements { disk, .. }| disk),
        }
    }

    /// Returns the bytes of the files that every level may read.
    pub fn planes(&self) -> u64 {
        match &self.0 {
            Plan::Board(plan) => plan.planes(),
            Plan::Stage(_) => 2 * self.table(),
        }
    }

    /// Returns how many shards are in memory at a time.
    pub fn lanes(&self) -> usize {
        match &self.0 {
            Plan::Board(plan) => plan.lanes,
            Plan::Stage(_) => 1,
        }
    }

    /// Searches in files. A search that was stopped goes on after its last level.
    ///
    /// # Errors
    /// If the monitor asks to stop, memory is refused, or a file is damaged or cannot be written.
    pub fn search(
        &self,
        options: &ScratchOptions,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Box<dyn FoundOnDisk>, BuildError> {
        match &self.0 {
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
        match &self.0 {
            _ if !options.folder.exists() => Ok(()),
            Plan::Board(plan) => remove_scratch(&plan.cut, options),
            Plan::Stage(table) => table.remove_files(Arc::new(Disk), options),
        }
    }
}
