//! `depths`: how many states there are at each distance.

use serde_json::json;

use crate::{
    args::Depths,
    context::Context,
    engine,
    failure::{Failure, Outcome},
    output,
};

/// Columns of the longest bar of the histogram.
const BAR: f64 = 40.0;

pub fn run(context: &Context, args: &Depths) -> Result<Outcome, Failure> {
    let asked = args.question.asked()?;
    let table = engine::tabulated(context, &asked)?;
    let metadata = table.metadata();
    let counts = &metadata.counts;
    if let Some(file) = &args.svg {
        super::plot::histogram(
            file,
            &format!("{}: states by distance", asked.space),
            counts,
        )?;
        context.note(&format!("drawn into {}", file.display()));
    }
    let text = if context.json {
        json!({
            "space": asked.space.to_string(),
            "states": metadata.reachable(),
            "eccentricity": metadata.eccentricity(),
            "unreachable": metadata.entries - metadata.reachable(),
            "counts": counts,
        })
        .to_string()
    } else if args.csv {
        csv(counts)?
    } else {
        text(counts, metadata.entries)
    };
    if args.svg.is_none() || context.json || args.csv {
        context.print(&text)?;
    }
    Ok(Outcome::Done)
}

fn csv(counts: &[u64]) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Failure::Output(error.into());
    writer
        .write_record(["distance", "states"])
        .map_err(failed)?;
    for (depth, count) in counts.iter().enumerate() {
        writer
            .write_record([depth.to_string(), count.to_string()])
            .map_err(failed)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| Failure::Output(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn text(counts: &[u64], entries: u64) -> String {
    let most = counts.iter().copied().max().unwrap_or(1) as f64;
    let rows: Vec<Vec<String>> = counts
        .iter()
        .enumerate()
        .map(|(depth, &count)| {
            let length = (count as f64 / most * BAR).ceil() as usize;
            vec![depth.to_string(), output::count(count), "#".repeat(length)]
        })
        .collect();
    let reachable: u64 = counts.iter().sum();
    let mean = counts
        .iter()
        .zip(0u32..)
        .map(|(&count, depth)| count as f64 * f64::from(depth))
        .sum::<f64>()
        / reachable as f64;
    let mut text = output::columns(&["distance", "states", ""], &rows);
    text += &format!(
        "\n{} states, {mean:.2} moves on average, {} at most\n",
        output::count(reachable),
        counts.len() - 1
    );
    if entries > reachable {
        text += &format!(
            "{} more cannot reach the goal\n",
            output::count(entries - reachable)
        );
    }
    text
}
