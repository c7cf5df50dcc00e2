//! `estimate`: the memory, disk and time that tables of boards take.

use std::num::NonZeroUsize;

use tilebase::{
    Available, Scratch, Shape,
    estimate::{self, Estimate, Range, Rates},
    sliding::Metric,
};

use super::{named_or, stages};
use crate::{Context, Failure, Outcome, Result, args::EstimateArgs, interrupt, json, output};

/// The usual number of machines in a cluster.
const MACHINES: NonZeroUsize = NonZeroUsize::new(8).expect("not zero");

pub fn run(context: &Context, args: &EstimateArgs) -> Result<Outcome> {
    if args.machines.is_some() && args.metric == Metric::Multi {
        return Err(Failure::input(
            "--machines: clusters build tables of single moves, not of --metric multi",
        ));
    }
    if let Some(stages) = &args.stages {
        return stages::estimate(context, args, stages);
    }
    let named = named_or(&args.spaces, estimate::boards());
    let boards = named.iter().map(|name| board(name, args.metric));
    let boards: Vec<Shape> = boards.collect::<Result<_>>()?;
    let folder = &context.folder;
    let rates = {
        let _under_way = interrupt::Stoppable::begin();
        Rates::measure(folder, args.metric, &interrupt::flag())?
    };
    let available = Available::to_build(Some(folder));
    let scratch_memory = Scratch::in_folder(folder).allowed_memory();
    let machines = args.machines.unwrap_or(MACHINES);
    let mut estimates = Vec::new();
    for shape in boards {
        let metric = args.metric;
        let estimate = Estimate::new(shape, metric, &rates, available, scratch_memory, machines)?;
        let estimate = estimate.ok_or_else(|| unknown(&shape.to_string(), Some(shape), metric))?;
        if context.json {
            context.print(&json::text(&estimate))?;
        }
        estimates.push(estimate);
    }
    if !context.json {
        context.print(&tables(&estimates, machines))?;
        context.note(&measured(&rates, &available));
    }
    Ok(Outcome::Done)
}

/// Returns the board of this name.
fn board(name: &str, metric: Metric) -> Result<Shape> {
    let shape = output::board(name.parse()?);
    let estimated = shape.filter(|&shape| estimate::levels(shape, Metric::Single).is_some());
    estimated.ok_or_else(|| unknown(name, shape, metric))
}

fn unknown(name: &str, shape: Option<Shape>, metric: Metric) -> Failure {
    let searched = shape.map_or_else(String::new, |shape| searched(shape, metric));
    Failure::input(format!(
        "no estimate of a table is made for {name}: boards up to 4x4, 3x5 and 2x8 have \
        one{searched}"
    ))
}

/// Returns how long the searches of boards without a table take, as a sentence.
fn searched(shape: Shape, metric: Metric) -> String {
    let Some(times) = estimate::SearchTimes::of(shape, metric) else {
        let in_lines = if metric == Metric::Multi { " --metric multi" } else { "" };
        return format!(
            ". Boards of {shape} are searched one by one: `tilebase solve {shape} \
            STATE{in_lines} --time 10` shows what ten seconds find and prove"
        );
    };
    let proven = times.proven.iter();
    let proven = proven.map(|(seconds, boards)| format!("{boards} within {seconds} s"));
    let (proven, boards) = (output::joined(proven, ", "), times.boards);
    format!(
        ". Boards of {shape} are searched one by one: of {boards} random ones, two threads prove \
        {proven}"
    )
}

/// A row of a table, with its headings.
type EstimateRow = Vec<(&'static str, String)>;

/// Returns what a table takes that is built in memory.
fn in_memory(estimate: &Estimate) -> EstimateRow {
    vec![
        ("board", estimate.shape.to_string()),
        ("states", output::count(estimate.states)),
        ("file", output::bytes(estimate.disk)),
        ("memory", output::bytes(estimate.memory)),
        ("time", duration(estimate.in_memory.seconds)),
        ("fits", yes_or_no(estimate.in_memory.fits)),
    ]
}

/// Returns what a table takes that is built on disk, if it can be.
fn on_disk(estimate: &Estimate) -> Option<EstimateRow> {
    let cost = estimate.on_disk.as_ref()?;
    Some(vec![
        ("board", estimate.shape.to_string()),
        ("disk", output::bytes(cost.bytes)),
        ("memory", output::bytes(cost.memory)),
        ("traffic", output::bytes(cost.read + cost.written)),
        ("time", duration(cost.seconds)),
        ("fits", yes_or_no(cost.fits)),
    ])
}

/// Returns what a table takes that a cluster builds, if it can.
fn by_cluster(estimate: &Estimate) -> Option<EstimateRow> {
    let cost = estimate.cluster.as_ref()?;
    Some(vec![
        ("board", estimate.shape.to_string()),
        ("memory of each", output::bytes(cost.memory)),
        ("network", output::bytes(cost.network)),
    ])
}

/// Returns the tables of all ways to build, each under its heading.
fn tables(estimates: &[Estimate], machines: NonZeroUsize) -> String {
    let all = estimates.iter();
    let ways = [
        ("In memory".to_owned(), all.clone().map(in_memory).collect()),
        (
            "On disk, with --scratch".to_owned(),
            all.clone().filter_map(on_disk).collect(),
        ),
        (
            format!("By {machines} machines, with tilebase-cluster"),
            all.filter_map(by_cluster).collect::<Vec<EstimateRow>>(),
        ),
    ];
    let ways = ways.into_iter().filter(|(_, rows)| !rows.is_empty());
    let strong = output::STRONG;
    let written =
        ways.map(|(heading, rows)| format!("{strong}{heading}{strong:#}\n{}", output::table(rows)));
    output::joined(written, "\n")
}

fn yes_or_no(fits: bool) -> String {
    if fits { "yes" } else { "no" }.to_owned()
}

/// Returns what the calibration found, for people.
fn measured(rates: &Rates, available: &Available) -> String {
    let speed = |seconds: f64| output::bytes((1.0 / seconds) as u64);
    let free = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), output::bytes);
    format!(
        "\nMeasured here: {:.2} ns per state, {}/s of fresh memory, {}/s to disk, {}/s to the \
        system's cache; free: {} of memory, {} of disk.",
        rates.state * 1e9,
        speed(rates.memory),
        speed(rates.disk),
        speed(rates.cache),
        free(available.memory),
        free(available.disk),
    )
}

/// Returns a range of times, for people.
fn duration(range: Range) -> String {
    let one = |seconds: f64| match seconds {
        s if s < 100.0 => output::seconds(s),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    };
    let [least, most] = range.map(one);
    format!("{least} to {most}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_estimated_is_refused() {
        for name in ["5x5", "oshidori-kinds-6", "3x6"] {
            assert!(board(name, Metric::Single).is_err());
        }
    }
}
