//! `depths`: how many states there are at each distance.

use tilebase::{Depths, pictures};

use super::states::check_transpose;
use crate::{
    Context, Outcome, Result, SearchArgs, args::DepthsArgs, json, output, picture, terminal,
};

/// Columns of the longest bar of the histogram.
const BAR: f64 = 40.0;

pub fn run(context: &Context, args: &DepthsArgs) -> Result<Outcome> {
    check_transpose(&args.question.target)?;
    let solver = context.solver(&args.question, SearchArgs::None)?;
    let depths = context.work(|| solver.depths())?;
    if let (Some(states), Some(below)) = (args.mean_of, args.below) {
        return chance_of_mean(context, &depths, states, below);
    }
    let svg = args.exports.svg.as_deref();
    let text = if context.json {
        json::text(&depths)
    } else if args.exports.csv {
        let rows = depths.counts.iter().enumerate();
        let rows = rows.map(|(depth, count)| vec![depth.to_string(), count.to_string()]);
        output::csv(&["distance", "states"], rows)
    } else {
        text(&depths)
    };
    if svg.is_none() || (context.json || args.exports.csv) && !picture::alone(svg) {
        context.print(&text)?;
    }
    picture::draw(context, svg, || pictures::depths(&depths, args.log))?;
    Ok(Outcome::Done)
}

fn chance_of_mean(context: &Context, depths: &Depths, states: u32, below: f64) -> Result<Outcome> {
    let chance = depths.chance_of_mean(states, below)?;
    context.answer(&chance, || {
        let percent = match 100.0 * chance.chance {
            small if small > 0.0 && small < 0.01 => format!("{small:.1e}"),
            percent => format!("{percent:.2}"),
        };
        let mean = match states {
            1 => "a random state needs".to_owned(),
            states => format!("{states} random states average"),
        };
        let below = output::counted(below, "move");
        let sentence = format!("{percent}%: the chance that {mean} fewer than {below}");
        output::fitting(&sentence, terminal::known_width())
    })
}

fn text(depths: &Depths) -> String {
    let (counts, reachable) = (&depths.counts, depths.states);
    let most = counts.iter().copied().max().unwrap_or(1) as f64;
    // Beside the bars stand distances and counts.
    let beside = output::count(most as u64).len().max("states".len()) + "distance".len() + 4;
    let free = terminal::known_width().map_or(BAR, |width| width.saturating_sub(beside) as f64);
    let bar = free.clamp(1.0, BAR);
    let rows = counts.iter().enumerate().map(|(depth, &count)| {
        let length = (count as f64 / most * bar).ceil() as usize;
        vec![
            ("distance", depth.to_string()),
            ("states", output::count(count)),
            ("", "#".repeat(length)),
        ]
    });
    let mean = depths.mean();
    let mut text = output::table(rows);
    let sentence = format!(
        "\n{} states, {mean:.2} moves on average, {} at most\n",
        output::count(reachable),
        depths.eccentricity
    );
    text += &output::fitting(&sentence, terminal::known_width());
    if let Some(source) = &depths.source {
        text += &format!("as published: {source}\n");
    }
    if depths.unreachable > 0 {
        text += &format!(
            "{} more cannot reach the goal\n",
            output::count(depths.unreachable)
        );
    }
    text
}
