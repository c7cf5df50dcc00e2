//! Full tables: the search alone, in memory, and the whole of a build with its file.

use serde_json::json;
use tilebase::{
    Library, Monitor, RankedSpace,
    sliding::{Board, Metric, Reduction, Shape},
};
use tilebase_pdb_build::sliding;
use tilebase_solve::board_subject;

use super::{median, memory, peak, print};
use crate::{circumstances::Circumstances, context::Context, failure::Failure, output};

pub fn run(context: &Context, metric: Metric, repeat: usize) -> Result<(), Failure> {
    let mut lines = Vec::new();
    for name in ["3x3", "2x5", "3x4", "2x6"] {
        let shape: Shape = name.parse()?;
        let reduction = Reduction::to_canonical_in(&Board::goal(shape), metric);
        let space = reduction.space()?;
        let silent = Monitor::silent();
        peak::forget_peak();
        let ((), search) = median(repeat, || {
            // What a build of this board stores: bytes for small ones, bits or row classes for
            // large.
            if metric == Metric::Multi {
                tilebase_pdb_build::build(&board_subject(&reduction), &silent)?;
            } else if shape.cells() <= 10 {
                sliding::byte_distances(&space, &silent)?;
            } else {
                sliding::search(&space, &silent)?;
            }
            Ok(())
        })?;
        let peak = peak::peak_memory();

        // Beside the tables that are kept, so that the file goes to the same disk.
        let failed = |error| Failure::Table(format!("no temporary folder: {error}"));
        std::fs::create_dir_all(&context.folder).map_err(failed)?;
        let folder = tempfile::Builder::new()
            .prefix(".bench-")
            .tempdir_in(&context.folder)
            .map_err(failed)?;
        let library = Library::in_folder(folder.path());
        let subject = library.board(shape).metric(metric).subjects()?.remove(0);
        let (_, build) = median(repeat, || Ok(library.build(&subject, true)?))?;
        let bytes = library.table(&subject)?.file_length();
        let mut value = json!({
            "bench": "tables",
            "space": name,
            "threads": rayon::current_num_threads(),
            "states": space.len(),
            "search_seconds": search,
            "build_seconds": build,
            "bytes": bytes,
            "peak_memory": peak,
        });
        if metric != Metric::Single {
            value["metric"] = json!(metric.to_string());
        }
        let row = vec![
            name.to_owned(),
            output::count(space.len()),
            output::seconds(search),
            output::seconds(build),
            output::bytes(bytes),
            memory(peak),
        ];
        lines.push((value, row));
    }
    let headings = [
        "table",
        "states",
        "search",
        "with file",
        "file",
        "most memory",
    ];
    let run = Circumstances::new(None, None);
    print(context, &headings, Some(&run), lines)
}
