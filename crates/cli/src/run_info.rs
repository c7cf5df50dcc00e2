//! The circumstances of a run, which are printed with a measurement so that it can be repeated.

use std::fs;

use serde::Serialize;
use tilebase::Solver;

/// The circumstances that a figure depends on, apart from the question.
#[derive(Debug, Serialize)]
pub struct RunInfo {
    /// The version of the program.
    version: &'static str,
    /// The processor's name, or its architecture if the system does not report the name.
    processor: String,
    /// The number of threads.
    threads: usize,
    /// The seed of the random numbers, if there were any.
    seed: Option<u64>,
    /// The files of the tables that answered.
    tables: Vec<String>,
}

impl RunInfo {
    pub fn new(seed: Option<u64>, solver: Option<&Solver>) -> Self {
        let tables = solver.and_then(|solver| solver.tables_used().ok());
        let tables = tables.unwrap_or_default();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            processor: processor(),
            threads: rayon::current_num_threads(),
            seed,
            tables: tables.iter().map(|subject| subject.file_name()).collect(),
        }
    }
}

fn processor() -> String {
    let listed = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut lines = listed.lines().filter_map(|line| line.split_once(':'));
    let name = lines.find(|(key, _)| key.trim() == "model name");
    name.map_or(std::env::consts::ARCH, |(_, name)| name.trim())
        .to_owned()
}
