//! Building pattern databases, in memory.

use serde::Serialize;
use tilebase::{
    Existing, Library,
    pattern::{Partition, PatternIndex, PatternKind},
};

use super::{
    measure::{Figures, middle, print},
    peak,
};
use crate::{Context, Result, circumstances::Circumstances, output};

#[derive(Serialize)]
struct PatternBuild {
    tiles: Vec<u8>,
    entries: u64,
    greatest: u32,
    seconds: f64,
    peak_memory: Option<u64>,
}

pub fn run(context: &Context, repeat: usize, csv: bool) -> Result<()> {
    let of_4x4 = Partition::named("7-8", "4x4".parse()?, 0)?;
    let of_5x5 = Partition::named("6-6-6-6", "5x5".parse()?, 0)?;
    let patterns = of_4x4.patterns().iter().chain(&of_5x5.patterns()[..1]);
    let mut lines = Vec::new();
    for &pattern in patterns {
        let subject = PatternIndex::new(pattern, PatternKind::Plain).subject();
        peak::forget_peak();
        let mut builds = Vec::with_capacity(repeat);
        let table = loop {
            let library = Library::in_memory();
            library.build(&subject, Existing::Replace)?;
            let table = library.table(&subject)?;
            builds.push(table.metadata().seconds);
            if builds.len() == repeat {
                break table;
            }
        };
        let metadata = table.metadata();
        let figures = PatternBuild {
            tiles: pattern.tiles().collect(),
            entries: metadata.entries,
            greatest: metadata.eccentricity(),
            seconds: middle(builds),
            peak_memory: peak::peak_memory(),
        };
        let row = vec![
            ("pattern", format!("{} of {}", pattern, pattern.shape())),
            ("entries", output::count(figures.entries)),
            ("greatest", figures.greatest.to_string()),
            ("build", output::seconds(figures.seconds)),
            ("most memory", output::known_bytes(figures.peak_memory)),
        ];
        let (solver, threads) = (
            context.library.solver(pattern.shape()),
            rayon::current_num_threads(),
        );
        lines.push((Figures::new("patterns", &solver, threads, figures), row));
    }
    let run = Circumstances::new(None, None);
    print(context, csv, Some(&run), lines)
}
