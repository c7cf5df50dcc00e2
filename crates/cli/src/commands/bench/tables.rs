//! Full tables: the search alone, in memory, and the whole of a build with its file.

use serde::Serialize;
use tilebase::{Existing, Library, sliding::Metric};

use super::{
    measure::{Figures, median, middle, print},
    peak,
};
use crate::{Context, Failure, Result, circumstances::Circumstances, interrupt, output};

#[derive(Serialize)]
struct TableBuild {
    states: u64,
    search_seconds: f64,
    build_seconds: f64,
    bytes: u64,
    peak_memory: Option<u64>,
}

pub fn run(context: &Context, metric: Metric, repeat: usize, csv: bool) -> Result<()> {
    let mut lines = Vec::new();
    for name in ["3x3", "2x5", "3x4", "2x6"] {
        // Beside the tables that are kept, so that the file goes to the same disk.
        let failed = |error| Failure::Table(format!("no temporary folder: {error}"));
        std::fs::create_dir_all(&context.folder).map_err(failed)?;
        let folder = tempfile::Builder::new()
            .prefix(".bench-")
            .tempdir_in(&context.folder)
            .map_err(failed)?;
        let library = Library::in_folder(folder.path()).stop_on(interrupt::flag());
        let solver = library.puzzle(name)?.with_metric(metric)?;
        let subject = solver.table_subject();
        peak::forget_peak();
        let mut searches = Vec::new();
        let (_, build_seconds) = median(repeat, || {
            context.work(|| library.build(&subject, Existing::Replace))?;
            searches.push(library.table(&subject)?.metadata().seconds);
            Ok::<_, Failure>(())
        })?;
        let table = library.table(&subject)?;
        let figures = TableBuild {
            states: table.metadata().reachable(),
            search_seconds: middle(searches),
            build_seconds,
            bytes: table.file_length(),
            peak_memory: peak::peak_memory(),
        };
        let row = vec![
            ("table", name.to_owned()),
            ("states", output::count(figures.states)),
            ("search", output::seconds(figures.search_seconds)),
            ("with file", output::seconds(build_seconds)),
            ("file", output::bytes(figures.bytes)),
            ("most memory", output::known_bytes(figures.peak_memory)),
        ];
        let threads = rayon::current_num_threads();
        lines.push((Figures::new("tables", &solver, threads, figures), row));
    }
    let run = Circumstances::new(None, None);
    print(context, csv, Some(&run), lines)
}
