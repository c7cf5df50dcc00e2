//! Building pattern databases, in memory.

use serde_json::json;
use tilebase::{
    Monitor,
    pattern::{Partition, Pattern, PatternKind},
};
use tilebase_pdb_build::pattern;

use super::{median, memory, peak, print};
use crate::{circumstances::Circumstances, context::Context, failure::Failure, output};

pub fn run(context: &Context, repeat: usize) -> Result<(), Failure> {
    let wrong = |error: tilebase::pattern::PartitionError| Failure::input(error.to_string());
    let of_4x4 = Partition::named("7-8", "4x4".parse()?, 0).map_err(wrong)?;
    let of_5x5 = Partition::named("6-6-6-6", "5x5".parse()?, 0).map_err(wrong)?;
    let patterns: [&[Pattern]; 2] = [of_4x4.patterns(), &of_5x5.patterns()[..1]];
    let mut lines = Vec::new();
    for &pattern in patterns.into_iter().flatten() {
        peak::forget_peak();
        let build = || pattern::build(pattern, PatternKind::Plain, &Monitor::silent());
        let (table, seconds) = median(repeat, || Ok(build()?))?;
        let peak = peak::peak_memory();
        let entries = table.index.len();
        let value = json!({
            "bench": "patterns",
            "space": pattern.shape().to_string(),
            "tiles": pattern.tiles().collect::<Vec<u8>>(),
            "threads": rayon::current_num_threads(),
            "entries": entries,
            "greatest": table.counts.len() - 1,
            "seconds": seconds,
            "peak_memory": peak,
        });
        let row = vec![
            format!("{} of {}", pattern, pattern.shape()),
            output::count(entries),
            (table.counts.len() - 1).to_string(),
            output::seconds(seconds),
            memory(peak),
        ];
        lines.push((value, row));
    }
    let headings = ["pattern", "entries", "greatest", "build", "most memory"];
    let run = Circumstances::new(None, None);
    print(context, &headings, Some(&run), lines)
}
