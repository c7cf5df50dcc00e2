//! `depths`: how many states there are at each distance.

use tilebase::{Depths, pictures};

use crate::{
    args,
    context::Context,
    failure::{Failure, Outcome},
    json, output, picture,
};

/// Columns of the longest bar of the histogram.
const BAR: f64 = 40.0;

pub fn run(context: &Context, args: &args::Depths) -> Result<Outcome, Failure> {
    let solver = context.solver(&args.question)?;
    let depths = context.work(|| solver.depths())?;
    if let Some(file) = &args.svg {
        picture::write(context, file, &pictures::depths(&depths, args.log))?;
    }
    let text = if context.json {
        json::text(&depths)
    } else if args.csv {
        let rows = depths.counts.iter().enumerate();
        let rows = rows.map(|(depth, count)| [depth.to_string(), count.to_string()]);
        output::csv(
            [["distance", "states"].map(str::to_owned)]
                .into_iter()
                .chain(rows),
        )?
    } else {
        text(&depths)
    };
    let drawn = args.svg.is_some();
    if !drawn || (context.json || args.csv) && !picture::alone(args.svg.as_deref()) {
        context.print(&text)?;
    }
    Ok(Outcome::Done)
}

fn text(depths: &Depths) -> String {
    let (counts, reachable) = (&depths.counts, depths.states);
    let most = counts.iter().copied().max().unwrap_or(1) as f64;
    let rows: Vec<Vec<String>> = counts
        .iter()
        .enumerate()
        .map(|(depth, &count)| {
            let length = (count as f64 / most * BAR).ceil() as usize;
            vec![depth.to_string(), output::count(count), "#".repeat(length)]
        })
        .collect();
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
        depths.eccentricity
    );
    if depths.unreachable > 0 {
        text += &format!(
            "{} more cannot reach the goal\n",
            output::count(depths.unreachable)
        );
    }
    text
}
