//! A disk in memory that fails on purpose.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard},
};

use tilebase_core::storage::{Access, Storage, StoredFile};

/// A disk in memory. Clones share its files.
///
/// After a call of [`keep_history`](Self::keep_history) it records all changes. From them it can
/// make the disks that a power cut may leave behind.
#[derive(Debug, Clone, Default)]
pub struct SimulatedDisk {
    state: Arc<Mutex<DiskState>>,
}

#[derive(Debug, Clone, Default)]
struct DiskState {
    files: Files,
    /// The number of calls that still succeed; `None` if all do.
    calls_left: Option<u64>,
    failed: bool,
    /// The number of writes until one is damaged; `None` if none will be.
    writes_left: Option<u64>,
    /// The files when the history began, and the changes since.
    history: Option<(Files, Vec<Change>)>,
}

/// The files by number, and their names. A file that no longer has a name can still be open.
#[derive(Debug, Clone, Default)]
struct Files {
    contents: Vec<Vec<u8>>,
    names: BTreeMap<PathBuf, usize>,
}

/// A call that changed the disk, or that synced earlier changes.
#[derive(Debug, Clone)]
enum Change {
    Create(PathBuf, usize),
    Write(usize, u64, Vec<u8>),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    SyncFile(usize),
    SyncFolder(PathBuf),
}

impl Files {
    fn apply(&mut self, change: &Change) {
        if let Change::Create(_, file) | Change::Write(file, ..) = change {
            self.contents
                .resize(self.contents.len().max(file + 1), Vec::new());
        }
        match change {
            Change::Create(path, file) => {
                self.names.insert(path.clone(), *file);
            }
            Change::Write(file, offset, bytes) => {
                let (content, offset) = (&mut self.contents[*file], *offset as usize);
                if content.len() < offset + bytes.len() {
                    content.resize(offset + bytes.len(), 0);
                }
                content[offset..][..bytes.len()].copy_from_slice(bytes);
            }
            Change::Rename(from, to) => {
                if let Some(file) = self.names.remove(from) {
                    self.names.insert(to.clone(), file);
                }
            }
            Change::Remove(path) => {
                self.names.remove(path);
            }
            Change::SyncFile(_) | Change::SyncFolder(_) => {}
        }
    }
}

impl SimulatedDisk {
    /// Lets the next `calls` calls succeed and all later ones fail.
    pub fn fail_after(&self, calls: u64) {
        let mut state = self.lock();
        (state.calls_left, state.failed) = (Some(calls), false);
    }

    /// Lets all calls succeed again.
    pub fn never_fail(&self) {
        self.lock().calls_left = None;
    }

    /// Lets `writes` more writes succeed, and changes a bit of the next one on the disk.
    pub fn damage_after(&self, writes: u64) {
        self.lock().writes_left = Some(writes);
    }

    /// Returns whether a write has been damaged since [`damage_after`](Self::damage_after).
    pub fn is_damaged(&self) -> bool {
        self.lock().writes_left.is_none()
    }

    /// Returns whether a call has failed since [`fail_after`](Self::fail_after).
    pub fn has_failed(&self) -> bool {
        self.lock().failed
    }

    /// Takes the present files as synced, and records all changes from now on.
    pub fn keep_history(&self) {
        let mut state = self.lock();
        state.history = Some((state.files.clone(), Vec::new()));
    }

    /// Returns the disks that a power cut may leave behind, for a cut after each call of the
    /// history.
    ///
    /// # Panics
    /// If [`keep_history`](Self::keep_history) has not been called.
    pub fn after_power_cuts(&self, most: u64) -> impl Iterator<Item = Self> {
        let (start, changes) = self.lock().history.clone().expect("a history is kept");
        (0..=changes.len())
            .flat_map(move |calls| left_behind(&start, changes[..calls].to_vec(), most))
    }

    /// Returns the disks that a power cut may leave behind now. Synced changes are on all of them;
    /// each of the other changes is there or not, in every combination. If there are more than
    /// `most` combinations, about that many are chosen, spread evenly, the first and the last among
    /// them.
    ///
    /// # Panics
    /// If [`keep_history`](Self::keep_history) has not been called.
    pub fn after_power_cut(&self, most: u64) -> impl Iterator<Item = Self> {
        let (start, changes) = self.lock().history.clone().expect("a history is kept");
        left_behind(&start, changes, most)
    }

    fn lock(&self) -> MutexGuard<'_, DiskState> {
        self.state.lock().expect("no test panics inside")
    }

    /// Counts a call, and fails if it is due to fail.
    fn call(&self) -> io::Result<MutexGuard<'_, DiskState>> {
        let mut state = self.lock();
        match state.calls_left {
            Some(0) => {
                state.failed = true;
                return Err(io::Error::other("the simulated disk fails"));
            }
            Some(left) => state.calls_left = Some(left - 1),
            None => {}
        }
        Ok(state)
    }

    fn change(state: &mut DiskState, change: Change) {
        state.files.apply(&change);
        if let Some((_, changes)) = &mut state.history {
            changes.push(change);
        }
    }
}

/// Returns the disks on which each of the changes that are not synced is there or not.
fn left_behind(
    start: &Files,
    changes: Vec<Change>,
    most: u64,
) -> impl Iterator<Item = SimulatedDisk> + use<> {
    let start = start.clone();
    let loose: Vec<usize> = (0..changes.len())
        .filter(|&change| !is_synced(&changes, change))
        .collect();
    let subsets = 1u64 << loose.len().min(40);
    let step = subsets.div_ceil(most.max(2));
    let chosen = (0..subsets - 1).step_by(step as usize);
    chosen.chain([subsets - 1]).map(move |subset| {
        let mut files = start.clone();
        for (number, change) in changes.iter().enumerate() {
            let place = loose.iter().position(|&loose| loose == number);
            if place.is_none_or(|place| place >= 40 || subset >> place & 1 == 1) {
                files.apply(change);
            }
        }
        let state = DiskState {
            files,
            ..DiskState::default()
        };
        SimulatedDisk {
            state: Arc::new(Mutex::new(state)),
        }
    })
}

/// Returns whether a later call ensured that a change is on the disk.
fn is_synced(changes: &[Change], number: usize) -> bool {
    let mut later = changes[number + 1..].iter();
    let in_folder = |path: &Path, folder: &Path| path.parent() == Some(folder);
    match &changes[number] {
        Change::Write(file, ..) => {
            later.any(|change| matches!(change, Change::SyncFile(synced) if synced == file))
        }
        Change::Create(path, _) | Change::Remove(path) | Change::Rename(_, path) => later
            .any(|change| matches!(change, Change::SyncFolder(folder) if in_folder(path, folder))),
        Change::SyncFile(_) | Change::SyncFolder(_) => true,
    }
}

impl Storage for SimulatedDisk {
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn StoredFile>> {
        let mut state = self.call()?;
        let there = state.files.names.get(path).copied();
        let file = match (there, access) {
            (Some(_), Access::New) => return Err(io::ErrorKind::AlreadyExists.into()),
            (None, Access::Read) => return Err(io::ErrorKind::NotFound.into()),
            (Some(file), _) => file,
            (None, _) => {
                let file = state.files.contents.len();
                Self::change(&mut state, Change::Create(path.to_owned(), file));
                file
            }
        };
        drop(state);
        Ok(Box::new(SimulatedFile {
            disk: self.clone(),
            file,
        }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.call()?;
        if !state.files.names.contains_key(from) {
            return Err(io::ErrorKind::NotFound.into());
        }
        Self::change(&mut state, Change::Rename(from.to_owned(), to.to_owned()));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.call()?;
        if !state.files.names.contains_key(path) {
            return Err(io::ErrorKind::NotFound.into());
        }
        Self::change(&mut state, Change::Remove(path.to_owned()));
        Ok(())
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let state = self.call()?;
        let paths = state.files.names.keys();
        let inside = paths.filter(|path| path.parent() == Some(folder));
        Ok(inside
            .filter_map(|path| path.file_name().map(Into::into))
            .collect())
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.call()?;
        Self::change(&mut state, Change::SyncFolder(folder.to_owned()));
        Ok(())
    }
}

#[derive(Debug)]
struct SimulatedFile {
    disk: SimulatedDisk,
    file: usize,
}

impl StoredFile for SimulatedFile {
    fn length(&self) -> io::Result<u64> {
        Ok(self.disk.call()?.files.contents[self.file].len() as u64)
    }

    fn read_at(&mut self, offset: u64, to: &mut [u8]) -> io::Result<()> {
        let state = self.disk.call()?;
        let content = state.files.contents[self.file].get(offset as usize..);
        let content = content.and_then(|rest| rest.get(..to.len()));
        to.copy_from_slice(content.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.disk.call()?;
        let mut written = bytes.to_vec();
        state.writes_left = match state.writes_left {
            Some(0) => {
                written[bytes.len() / 2] ^= 1;
                None
            }
            left => left.map(|left| left - 1),
        };
        SimulatedDisk::change(&mut state, Change::Write(self.file, offset, written));
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        let mut state = self.disk.call()?;
        SimulatedDisk::change(&mut state, Change::SyncFile(self.file));
        Ok(())
    }
}
