//! `bench`: the key figures on this machine.
//!
//! Times are wall-clock seconds, medians where a measurement is repeated; `--threads 1` measures one
//! thread. Nothing else should run meanwhile.

mod instances;
mod lookup;
mod patterns;
mod peak;
mod tables;

use std::{num::NonZeroUsize, time::Instant};

use serde_json::Value;
use tilebase::sliding::Metric;

use crate::{
    args::{Bench, Benchmark},
    context::Context,
    failure::{Failure, Outcome},
    output,
};

pub fn run(context: &Context, args: &Bench) -> Result<Outcome, Failure> {
    let takes_instances = matches!(
        args.name,
        Some(Benchmark::Korf100 | Benchmark::KorfFelner50)
    );
    if !args.instances.is_empty() && !takes_instances {
        return Err(Failure::input(
            "--instances goes with `bench korf100` and `bench korf-felner50`",
        ));
    }
    let takes_tree = takes_instances || args.name == Some(Benchmark::Random15);
    if args.whole_tree && !takes_tree {
        return Err(Failure::input(
            "--whole-tree goes with `bench korf100`, `bench korf-felner50` and `bench random15`",
        ));
    }
    if args.metric != Metric::Single && args.name != Some(Benchmark::Tables) {
        return Err(Failure::input("--metric goes with `bench tables`"));
    }
    let five = args.repeat.map_or(5, NonZeroUsize::get);
    match args.name {
        Some(Benchmark::Tables) => tables::run(context, args.metric, five),
        Some(Benchmark::Lookup) => lookup::run(context, five),
        Some(Benchmark::Patterns) => patterns::run(context, five),
        Some(Benchmark::Korf100) => instances::run(context, &instances::KORF_100, args, five),
        Some(Benchmark::KorfFelner50) => {
            let once = args.repeat.map_or(1, NonZeroUsize::get);
            instances::run(context, &instances::KORF_FELNER_50, args, once)
        }
        Some(Benchmark::Random15) => instances::random(context, args, five),
        None => {
            tables::run(context, Metric::Single, five)?;
            lookup::run(context, five)?;
            if instances::KORF_100.ready(context, args)? {
                instances::run(context, &instances::KORF_100, args, five)?;
            }
            Ok(())
        }
    }?;
    Ok(Outcome::Done)
}

/// Does some work several times: its last result and the median of the seconds.
fn median<T>(
    repeat: usize,
    mut work: impl FnMut() -> Result<T, Failure>,
) -> Result<(T, f64), Failure> {
    let mut seconds = Vec::new();
    loop {
        let started = Instant::now();
        let result = work()?;
        seconds.push(started.elapsed().as_secs_f64());
        if seconds.len() >= repeat {
            seconds.sort_by(f64::total_cmp);
            return Ok((result, seconds[seconds.len() / 2]));
        }
    }
}

/// Prints what was measured: an object a line, or a table.
fn print(
    context: &Context,
    headings: &[&str],
    lines: impl IntoIterator<Item = (Value, Vec<String>)>,
) -> Result<(), Failure> {
    let (values, rows): (Vec<Value>, Vec<Vec<String>>) = lines.into_iter().unzip();
    context.print(&match context.json {
        true => values.iter().map(|value| format!("{value}\n")).collect(),
        false => output::columns(headings, &rows) + "\n",
    })
}

/// Bytes for people, where they are known.
fn memory(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "–".to_owned(), output::bytes)
}
