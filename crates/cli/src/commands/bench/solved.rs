//! Solved instances, kept in a file, so that a set can be solved in several runs.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use tilebase::{Stats, programs::replace, sliding::Metric};

use crate::{Failure, Result, input};

/// A shortest solution of an instance, and its cost.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SolvedInstance {
    pub bench: String,
    pub instance: u32,
    pub heuristic: String,
    pub length: usize,
    /// None for the single-tile metric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    #[serde(flatten)]
    pub stats: Stats,
}

/// The question that a solved instance answers. The same set, file and number may later name
/// another board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InstanceRequest {
    pub board: String,
    pub goal: String,
    pub metric: String,
    /// The heuristic's name, which later versions may change.
    pub heuristic: String,
    /// The files of all tables.
    pub tables: Vec<String>,
    /// Whether the whole tree was searched, which takes more nodes.
    pub whole_tree: bool,
}

impl InstanceRequest {
    /// Returns whether both request the same search. Its tables identify a heuristic that has any,
    /// whatever its name.
    fn is_same(&self, other: &Self) -> bool {
        let mut named = other.clone();
        if !self.tables.is_empty() {
            named.heuristic.clone_from(&self.heuristic);
        }
        *self == named
    }
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    #[serde(flatten)]
    solved: SolvedInstance,
    /// None in files of older versions.
    #[serde(rename = "asked")]
    request: Option<InstanceRequest>,
}

/// Returns the name of a metric other than the usual one.
pub fn named(metric: Metric) -> Option<String> {
    (metric != Metric::Single).then(|| metric.to_string())
}

/// The instances that earlier runs have solved, and the file that keeps them: an object per line.
pub struct SolvedFile {
    path: PathBuf,
    records: Vec<Record>,
}

impl SolvedFile {
    /// Reads the file at `path`, which need not exist yet.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display();
        let text = if !path.exists() {
            String::new()
        } else if path.is_file() {
            input::text(path)?
        } else {
            return Err(Failure::input(format!("{name} is not a file")));
        };
        let records = (1..).zip(text.lines()).map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| {
                Failure::input(format!(
                    "{name}, line {number} is not a solved instance: {error}"
                ))
            })
        });
        Ok(Self {
            path: path.to_owned(),
            records: records.collect::<Result<_, _>>()?,
        })
    }

    /// Returns the file of the search under way, beside this one.
    pub fn search(path: &Path) -> PathBuf {
        let mut name = OsString::from(path);
        name.push(".search");
        name.into()
    }

    /// Returns the solution of a board, if it has been solved so.
    pub fn find(&self, request: &InstanceRequest) -> Option<&SolvedInstance> {
        let same = |known: &InstanceRequest| known.is_same(request);
        let mut records = self.records.iter();
        let found = records.find(|record| record.request.as_ref().is_some_and(same));
        found.map(|record| &record.solved)
    }

    /// Returns whether an instance of this name answers only other questions.
    pub fn is_other(&self, bench: &str, instance: u32, request: &InstanceRequest) -> bool {
        let mut records = self.records.iter().map(|record| &record.solved);
        let named = records.any(|solved| (&*solved.bench, solved.instance) == (bench, instance));
        named && self.find(request).is_none()
    }

    /// Adds an instance, and writes the file. Returns the instance.
    pub fn add(
        &mut self,
        solved: SolvedInstance,
        request: InstanceRequest,
    ) -> Result<SolvedInstance> {
        self.records.push(Record {
            solved: solved.clone(),
            request: Some(request),
        });
        let written = replace(&self.path, |file| -> io::Result<()> {
            for record in &self.records {
                writeln!(file, "{}", serde_json::to_string(record)?)?;
            }
            Ok(())
        });
        written.map_err(|error| {
            let path = self.path.display();
            Failure::Table(format!("cannot keep solved instances in {path}: {error}"))
        })?;
        Ok(solved)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_solved_is_found_again_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solved.jsonl");
        let mut stats = Stats::default();
        (stats.generated, stats.thresholds, stats.seconds) = (9, vec![40, 42], 0.25);
        let solved = SolvedInstance {
            bench: "korf100".to_owned(),
            instance: 79,
            heuristic: "pdb:7-8".to_owned(),
            length: 42,
            metric: None,
            stats,
        };
        let open = || SolvedFile::open(&path).unwrap_or_else(|failure| panic!("{failure}"));
        let request = InstanceRequest {
            board: "1 0 2 3".to_owned(),
            goal: "0 1 2 3".to_owned(),
            metric: "single".to_owned(),
            heuristic: "pdb".to_owned(),
            tables: vec!["a".to_owned(), "b".to_owned()],
            whole_tree: false,
        };
        assert!(open().add(solved.clone(), request.clone()).is_ok());
        let file = open();
        assert_eq!(file.find(&request), Some(&solved));
        assert!(!file.is_other("korf100", 79, &request));
        let mut renamed = request.clone();
        renamed.heuristic.push('4');
        assert_eq!(file.find(&renamed), Some(&solved));
        let others: [fn(&mut InstanceRequest); 5] = [
            |request| request.board.push('4'),
            |request| request.goal.push('4'),
            |request| request.metric = "multi".to_owned(),
            |request| request.tables.truncate(1),
            |request| request.whole_tree = true,
        ];
        for change in others {
            let mut other = request.clone();
            change(&mut other);
            assert_eq!(file.find(&other), None, "{other:?}");
            assert!(file.is_other("korf100", 79, &other));
            assert!(!file.is_other("korf100", 78, &other));
        }
        // Without tables only the name identifies a heuristic.
        let mut textbook = request.clone();
        textbook.tables.clear();
        assert!(open().add(solved.clone(), textbook.clone()).is_ok());
        assert_eq!(open().find(&textbook), Some(&solved));
        textbook.heuristic.push('4');
        assert_eq!(open().find(&textbook), None);
        // A file of an older version says less.
        fs::write(&path, serde_json::to_string(&solved).unwrap()).unwrap();
        assert_eq!(open().find(&request), None);
        assert!(open().is_other("korf100", 79, &request));
        fs::write(&path, "{}\n").unwrap();
        assert!(SolvedFile::open(&path).is_err());
    }
}
