//! Full tables: the search alone, in memory, and the whole of a build with its file.

use std::{fs, path::Path, process};

use tilebase::{Existing, Library, sliding::Metric};

use super::{
    measure::{Figures, median, middle, print},
    peak,
};
use crate::{Context, Failure, Result, interrupt, run_info::RunInfo};

pub fn run(context: &Context, metric: Metric, repeat: usize, csv: bool) -> Result<()> {
    // Files are written to the disk on which tables are kept.
    let folder = context.folder.join(format!(".bench-{}", process::id()));
    let measured = measure(context, &folder, metric, repeat);
    let _ = fs::remove_dir_all(&folder);
    print(context, csv, Some(&RunInfo::new(None, None)), measured?)
}

/// Builds the tables in a folder.
fn measure(
    context: &Context,
    folder: &Path,
    metric: Metric,
    repeat: usize,
) -> Result<Vec<Figures>> {
    let mut measured = Vec::new();
    for name in ["3x3", "2x5", "3x4", "2x6"] {
        let folder = folder.join(name);
        let failed = |error| Failure::Table(format!("no temporary folder: {error}"));
        fs::create_dir_all(&folder).map_err(failed)?;
        let library = Library::in_folder(folder).with_stop(interrupt::flag());
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
        let figures = Figures::new("tables", &solver, rayon::current_num_threads())
            .cell("table", name)
            .count("states", "states", table.metadata().reachable())
            .seconds("search_seconds", "search", middle(searches))
            .seconds("build_seconds", "with file", build_seconds)
            .bytes("bytes", "file", Some(table.file_length()))
            .bytes("peak_memory", "most memory", peak::peak_memory());
        measured.push(figures);
    }
    Ok(measured)
}
