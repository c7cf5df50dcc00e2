//! Trials of table files: edited ones, and bytes that are none.
//!
//! Where the checksums were left as they are, every answer must be the right one or an error. Where
//! they were made right again, a table may say anything, but every solution must be one, walks may
//! take no longer than usual, and the proof of the table must fail. A search whose bounds are made
//! up may take long: it is stopped.

mod ask;
mod samples;

use tilebase_core::{Monitor, format::TableFile};

pub use samples::{Sample, samples};

use crate::forge;

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was not opened.
    Refused,
    /// Some questions were answered with an error, the others rightly.
    Found,
    /// Every question was answered rightly.
    Right,
}

/// What may be expected of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// Answers are right.
    Truth,
    /// Solutions are solutions.
    Sense,
}

/// A file as it was found somewhere.
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

/// Returns a sample that is edited, by the first byte, and the edits. Returns the file and what may
/// be expected of it; `None` if nothing is changed.
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
        let (own, other) = (self.metadata(), table.metadata());
        (&own.subject, own.encoding) == (&other.subject, other.encoding)
    }

    /// Opens a file and asks it everything that there is to ask.
    ///
    /// # Panics
    /// If it answers what may not be.
    pub fn ask(&self, file: &[u8], seed: u64, expect: Expect) -> Fate {
        let Ok(table) = TableFile::from_bytes(file.to_vec()) else {
            return Fate::Refused;
        };
        let sums = table.verify_checksums(&Monitor::silent());
        let proof = tilebase_pdb_build::verify(&table, &Monitor::silent(), &Monitor::silent());
        if proof.is_ok() && sums.is_ok() && self.is_like(&table) {
            assert_eq!(
                table.metadata().counts,
                self.metadata().counts,
                "a proof of wrong counts"
            );
            assert!(
                table.payload() == self.payload(),
                "a proof of wrong distances"
            );
        }
        if self.answers(&table, seed, expect) { Fate::Right } else { Fate::Found }
    }
}
