//! `estimate`: what tables of boards take, before anybody builds one.

use std::num::NonZeroUsize;

use serde::Serialize;
use tilebase::{
    Available, Puzzle, Scratch, Shape, available_memory,
    estimate::{self, Range, Rates},
    free_disk,
    sliding::Metric,
    tabulable,
};

use super::stages;
use crate::{
    args::Estimate,
    context::Context,
    failure::{Failure, Outcome},
    interrupt,
    json::{self, display, is_single},
    output,
};

pub fn run(context: &Context, args: &Estimate) -> Result<Outcome, Failure> {
    if let Some(stages) = &args.stages {
        return stages::estimate(context, args, stages);
    }
    let named: Vec<&str> = if args.spaces.is_empty() {
        estimate::boards().collect()
    } else {
        args.spaces.iter().map(String::as_str).collect()
    };
    let boards: Vec<Shape> = named
        .iter()
        .map(|name| board(name))
        .collect::<Result<_, _>>()?;
    let folder = &context.folder;
    let rates = interrupt::stoppable(|stop| Rates::measure(folder, args.metric, stop))?;
    let available = Available {
        memory: available_memory(),
        disk: free_disk(folder),
    };
    let scratch_memory = Scratch::in_folder(folder).allowed_memory();
    let mut rows = Vec::new();
    for shape in boards {
        let estimate =
            estimate::Estimate::new(shape, args.metric, &rates, scratch_memory, args.machines)?;
        let estimate = estimate.ok_or_else(|| unknown(&shape.to_string()))?;
        let line = BoardEstimate::new(args, shape, &estimate, &available);
        if context.json {
            context.print(&json::text(&line))?;
        }
        rows.push(line.row());
    }
    if !context.json {
        let each = format!("each of {}", args.machines);
        let headings = [
            "board", "states", "memory", "file", "time", "fits", "on disk", "memory", "traffic",
            "time", "fits", &each, "network",
        ];
        context.print(&output::columns(&headings, &rows))?;
        context.note(&measured(&rates, &available));
    }
    Ok(Outcome::Done)
}

/// Returns the board of this name.
fn board(name: &str) -> Result<Shape, Failure> {
    match name.parse()? {
        Puzzle::Sliding(shape) if estimate::levels(shape, Metric::Single).is_some() => Ok(shape),
        _ => Err(unknown(name)),
    }
}

fn unknown(name: &str) -> Failure {
    Failure::input(format!(
        "no estimate is made for {name}: boards up to 4x4, 3x5 and 2x8 have one"
    ))
}

/// The estimate for one board, as JSON has it.
#[derive(Serialize)]
struct BoardEstimate {
    #[serde(serialize_with = "display")]
    space: Shape,
    states: u64,
    memory: u64,
    disk: u64,
    available: Free,
    in_memory: InMemory,
    on_disk: OnDisk,
    buildable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<Cluster>,
    #[serde(serialize_with = "display", skip_serializing_if = "is_single")]
    metric: Metric,
}

#[derive(Serialize)]
struct Free {
    memory: Option<u64>,
    disk: Option<u64>,
}

#[derive(Serialize)]
struct InMemory {
    fits: bool,
    seconds: Range,
}

#[derive(Serialize)]
struct OnDisk {
    bytes: u64,
    fits: bool,
    seconds: Range,
    #[serde(flatten)]
    work: Option<DiskWork>,
}

/// What a build on disk takes, if the board has one.
#[derive(Serialize)]
struct DiskWork {
    memory: u64,
    read: u64,
    written: u64,
}

#[derive(Serialize)]
struct Cluster {
    machines: NonZeroUsize,
    memory: u64,
    network: u64,
}

impl BoardEstimate {
    fn new(args: &Estimate, shape: Shape, estimate: &estimate::Estimate, free: &Available) -> Self {
        let fits = |needed: u64, there: Option<u64>| there.is_none_or(|there| needed <= there);
        let (needs, sharded) = (&estimate.needs, estimate.sharded.as_ref());
        let working = sharded.map_or(0, |sharded| sharded.memory);
        Self {
            space: shape,
            states: estimate.states,
            memory: needs.memory,
            disk: needs.disk,
            available: Free {
                memory: free.memory,
                disk: free.disk,
            },
            in_memory: InMemory {
                fits: fits(needs.memory, free.memory) && fits(needs.disk, free.disk),
                seconds: estimate.in_memory,
            },
            on_disk: OnDisk {
                bytes: estimate.files,
                fits: fits(estimate.files, free.disk) && fits(working, free.memory),
                seconds: estimate.on_disk,
                work: sharded.map(|sharded| DiskWork {
                    memory: sharded.memory,
                    read: sharded.read,
                    written: sharded.written,
                }),
            },
            buildable: tabulable(Puzzle::Sliding(shape)),
            cluster: sharded.map(|sharded| Cluster {
                machines: args.machines,
                memory: sharded.each,
                network: sharded.network,
            }),
            metric: args.metric,
        }
    }

    /// Returns the same as a row of a table.
    fn row(&self) -> Vec<String> {
        let (work, cluster) = (self.on_disk.work.as_ref(), self.cluster.as_ref());
        vec![
            self.space.to_string(),
            output::count(self.states),
            output::bytes(self.memory),
            output::bytes(self.disk),
            duration(self.in_memory.seconds),
            yes_or_no(self.in_memory.fits),
            output::bytes(self.on_disk.bytes),
            output::known_bytes(work.map(|work| work.memory)),
            output::known_bytes(work.map(|work| work.read + work.written)),
            duration(self.on_disk.seconds),
            yes_or_no(self.on_disk.fits),
            output::known_bytes(cluster.map(|cluster| cluster.memory)),
            output::known_bytes(cluster.map(|cluster| cluster.network)),
        ]
    }
}

fn yes_or_no(fits: bool) -> String {
    if fits { "yes" } else { "no" }.to_owned()
}

/// Returns what the calibration found, for people.
fn measured(rates: &Rates, available: &Available) -> String {
    let speed = |seconds: f64| output::bytes((1.0 / seconds) as u64);
    let free = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), output::bytes);
    format!(
        "\nMeasured here: {:.2} ns a state, {}/s of fresh memory, {}/s to disk, {}/s to the \
        system's cache; free: {} of memory, {} of disk.\n\
        Tables are built in memory, or `on disk` with --scratch, or by several machines with \
        tilebase-cluster. A dash means that the board can only be built in memory.",
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
            assert!(board(name).is_err());
        }
    }
}
