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
    let names = ["3x3", "2x5", "3x4", "2x6"].into_iter();
    let measured = names.map(|name| measure(context, &folder, name, metric, repeat));
    let printed = print(context, csv, Some(&RunInfo::new(None, None)), measured);
    let _ = fs::remove_dir_all(&folder);
    printed
}

/// Builds a table in a folder.
fn measure(
    context: &Context,
    folder: &Path,
    name: &str,
    metric: Metric,
    repeat: usize,
) -> Result<Figures> {
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
    Ok(
        Figures::new("tables", &solver, rayon::current_num_threads())
            .cell("table", name)
            .count("states", "states", table.metadata().reachable())
            .seconds("search_seconds", "search", middle(searches))
            .seconds("build_seconds", "with file", build_seconds)
            .bytes("bytes", "file", Some(table.file_length()))
            .bytes("peak_memory", "most memory", peak::peak_memory()),
    )
}
