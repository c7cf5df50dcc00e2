//! Building pattern databases, in memory.

use tilebase::{
    Library,
    pattern::{Partition, PatternIndex, PatternKind},
};

use super::{
    measure::{Figures, median, middle, print},
    peak,
};
use crate::{Context, Failure, Result, interrupt, run_info::RunInfo};

pub fn run(context: &Context, repeat: usize, csv: bool) -> Result<()> {
    let of_4x4 = Partition::named("7-8", "4x4".parse()?, 0)?;
    let of_5x5 = Partition::named("6-6-6-6", "5x5".parse()?, 0)?;
    let patterns = of_4x4.patterns().iter().chain(&of_5x5.patterns()[..1]);
    let measured = patterns.map(|&pattern| {
        let subject = PatternIndex::new(pattern, PatternKind::Plain).subject();
        peak::forget_peak();
        let mut searches = Vec::new();
        let (table, _) = median(repeat, || {
            let library = Library::in_memory().with_stop(interrupt::flag());
            let table = context.work(|| library.table(&subject))?;
            searches.push(table.metadata().seconds);
            Ok::<_, Failure>(table)
        })?;
        let metadata = table.metadata();
        let solver = context.library.solver(pattern.shape());
        let figures = Figures::new("patterns", &solver, rayon::current_num_threads())
            .key("tiles", pattern.tiles().collect::<Vec<u8>>())
            .cell("pattern", format!("{} of {}", pattern, pattern.shape()))
            .count("entries", "entries", metadata.entries)
            .count("greatest", "greatest", metadata.eccentricity().into())
            .seconds("seconds", "build", middle(searches))
            .bytes("peak_memory", "most memory", peak::peak_memory());
        Ok(figures)
    });
    let run = RunInfo::new(None, None);
    print(context, csv, Some(&run), measured)
}
