//! Trials of table files: edited ones, and bytes that are not a table.
//!
//! If the checksums were not changed, every answer must be the right one or an error. If they were
//! made right after the edit, a table may contain anything, but every solution must be valid, walks
//! may take no longer than usual, and the proof of the table must fail. A search with forged bounds
//! may take long, so it is stopped.

mod ask;
mod samples;

use tilebase_core::{Monitor, format::TableFile};

pub use samples::{Sample, samples};

use crate::forge;

/// The outcome of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was not opened.
    Refused,
    /// Some questions were answered with an error, the others correctly.
    Found,
    /// Every question was answered correctly.
    Right,
}

/// The answers that may be expected of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// Right answers or errors.
    Truth,
    /// Answers in which every solution is valid.
    Sense,
}

/// Any file, as a user might find it.
pub fn files(data: &[u8]) {
    if let Ok(table) = TableFile::from_bytes(data.to_vec()) {
        let mut samples = samples().iter();
        if let Some(sample) = samples.find(|sample| sample.is_like(&table)) {
            sample.ask(data, 0, Expect::Sense);
        }
    }
}

/// A sample, by the first byte, with the rest in place of its metadata.
pub fn metadata(data: &[u8]) {
    if let Some((number, metadata)) = data.split_first() {
        let sample = &samples()[usize::from(*number) % samples().len()];
        let mut file = forge::with_metadata(&sample.file, metadata);
        forge::seal(&mut file);
        sample.ask(&file, 0, Expect::Sense);
    }
}

/// Returns the sample that the first byte chooses, with the edits of the other bytes, and the
/// answers that may be expected of it; `None` if nothing is changed.
pub fn edited(data: &[u8]) -> Option<(&'static Sample, Vec<u8>, Expect)> {
    let (choice, script) = data.split_first()?;
    let sample = &samples()[usize::from(choice / 2) % samples().len()];
    let mut file = sample.file.clone();
    forge::edit(&mut file, script);
    if file == sample.file {
        return None;
    }
    match choice % 2 {
        0 => Some((sample, file, Expect::Truth)),
        _ => {
            forge::seal(&mut file);
            Some((sample, file, Expect::Sense))
        }
    }
}

/// A sample with edits, see [`edited`].
pub fn edits(data: &[u8]) {
    if let Some((sample, file, expect)) = edited(data) {
        sample.ask(&file, u64::from(data[0]), expect);
    }
}

impl Sample {
    /// Returns whether a table is of the same puzzle in the same encoding.
    fn is_like(&self, table: &TableFile) -> bool {
        let (own, other) = (self.table.metadata(), table.metadata());
        (&own.subject, own.encoding) == (&other.subject, other.encoding)
    }

    /// Opens a file and asks it all questions.
    ///
    /// # Panics
    /// If an answer breaks a promise.
    pub fn ask(&self, file: &[u8], seed: u64, expect: Expect) -> Fate {
        let Ok(table) = TableFile::from_bytes(file.to_vec()) else {
            return Fate::Refused;
        };
        let sums = table.verify_checksums(&Monitor::silent());
        let proof = tilebase_pdb_build::verify(&table, &Monitor::silent(), &Monitor::silent());
        if proof.is_ok() && sums.is_ok() && self.is_like(&table) {
            let counts = &self.table.metadata().counts;
            assert_eq!(&table.metadata().counts, counts, "a proof of wrong counts");
            let is_right = table.payload() == self.table.payload();
            assert!(is_right, "a proof of wrong distances");
        }
        if self.answers(&table, seed, expect) { Fate::Right } else { Fate::Found }
    }
}
