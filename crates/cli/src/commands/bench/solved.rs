//! Solved instances, kept in a file, so that a set can be solved in several runs.

use std::{
    ffi::OsString,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use tilebase::{Stats, replace, sliding::Metric};

use crate::failure::Failure;

/// A shortest solution of an instance, and what it took.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    pub bench: String,
    pub instance: u32,
    pub heuristic: String,
    pub length: usize,
    /// None for moves of the blank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    #[serde(flatten)]
    pub stats: Stats,
}

/// Returns the name of a metric other than the usual one.
pub fn named(metric: Metric) -> Option<String> {
    (metric != Metric::Single).then(|| metric.to_string())
}

/// The instances that earlier runs have solved, and the file that keeps them: an object a line.
pub struct SolvedFile {
    path: PathBuf,
    solved: Vec<Solved>,
}

impl SolvedFile {
    /// Reads the file at `path`, which need not exist yet.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Failure::Table(format!("cannot read {name}: {error}")))?,
        };
        let solved = (1..).zip(text.lines()).map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| {
                Failure::input(format!(
                    "{name}, line {number} is no solved instance: {error}"
                ))
            })
        });
        Ok(Self {
            path: path.to_owned(),
            solved: solved.collect::<Result<_, _>>()?,
        })
    }

    /// Returns the file of the search under way, beside this one.
    pub fn search(path: &Path) -> PathBuf {
        let mut name = OsString::from(path);
        name.push(".search");
        name.into()
    }

    /// Returns an instance of a set, if it has been solved.
    pub fn find(&self, bench: &str, metric: Metric, instance: u32) -> Option<&Solved> {
        let metric = named(metric);
        let same = |solved: &&Solved| {
            (&*solved.bench, &solved.metric, solved.instance) == (bench, &metric, instance)
        };
        self.solved.iter().find(same)
    }

    /// Adds an instance, and writes the file.
    pub fn add(&mut self, solved: &Solved) -> Result<(), Failure> {
        self.solved.push(solved.clone());
        let written = replace(&self.path, |file| -> io::Result<()> {
            for solved in &self.solved {
                writeln!(file, "{}", serde_json::to_string(solved)?)?;
            }
            Ok(())
        });
        written.map_err(|error| {
            let path = self.path.display();
            Failure::Table(format!("cannot keep solved instances in {path}: {error}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_solved_is_found_again_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solved.jsonl");
        let mut stats = Stats::default();
        (stats.generated, stats.thresholds, stats.seconds) = (9, vec![40, 42], 0.25);
        let solved = Solved {
            bench: "korf100".to_owned(),
            instance: 79,
            heuristic: "pdb:7-8".to_owned(),
            length: 42,
            metric: None,
            stats,
        };
        let open = || SolvedFile::open(&path).unwrap_or_else(|failure| panic!("{failure}"));
        assert!(open().add(&solved).is_ok());
        let file = open();
        assert_eq!(file.find("korf100", Metric::Single, 79), Some(&solved));
        assert_eq!(file.find("korf100", Metric::Multi, 79), None);
        assert_eq!(file.find("other", Metric::Single, 79), None);
        fs::write(&path, "{}\n").unwrap();
        assert!(SolvedFile::open(&path).is_err());
    }
}
