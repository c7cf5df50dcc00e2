//! `bench`: the key figures on this machine.
//!
//! Times are wall-clock seconds, medians where a measurement is repeated; `--threads 1` measures
//! one thread. Nothing else should run meanwhile.

mod anytime;
mod instances;
mod lookup;
mod measure;
mod patterns;
mod peak;
mod solved;
mod tables;

use std::{num::NonZeroUsize, path::Path};

use clap::ValueEnum;
use tilebase::sliding::Metric;

use instances::Set;

use crate::{
    Context, Failure, Outcome, Result,
    args::{BenchArgs, Benchmark, LastIteration, values},
    input, output,
};

pub fn run(context: &Context, args: &BenchArgs) -> Result<Outcome> {
    let given = args.name.as_deref();
    let name = given.and_then(|name| <Benchmark as ValueEnum>::from_str(name, false).ok());
    let file = given.filter(|_| name.is_none()).map(Path::new);
    check(context, args, file.is_some(), name)?;
    let once = args.repeat.map_or(1, NonZeroUsize::get);
    let five = args.repeat.map_or(5, NonZeroUsize::get);
    match (name, file) {
        (Some(Benchmark::Tables), _) => tables::run(context, args.metric, five, args.csv),
        (Some(Benchmark::Lookup), _) => lookup::run(context, args.metric, five, args.csv),
        (Some(Benchmark::Patterns), _) => patterns::run(context, five, args.csv),
        (Some(Benchmark::Korf100), _) => {
            let repeat = if args.resume.is_some() { once } else { five };
            instances::run(context, &Set::korf_100()?, args, repeat)
        }
        (Some(Benchmark::KorfFelner50), _) => {
            instances::run(context, &Set::korf_felner_50()?, args, once)
        }
        (Some(Benchmark::Random15), _) => instances::run(context, &Set::random()?, args, five),
        (Some(Benchmark::Anytime), _) => anytime::run(
            context,
            args,
            args.file.as_deref().unwrap_or(Path::new("-")),
        ),
        (None, Some(file)) => {
            if !input::is_standard_stream(file) && !file.exists() {
                let names = Benchmark::value_variants().iter().copied();
                return Err(Failure::input(format!(
                    "`{}` is not a file of boards, and not a benchmark: {}",
                    file.display(),
                    output::joined(names.map(values::name), ", ")
                )));
            }
            instances::run(context, &Set::of_file(context, args, file)?, args, once)
        }
        (None, None) => {
            tables::run(context, Metric::Single, five, false)?;
            lookup::run(context, Metric::Single, five, false)?;
            let set = Set::korf_100()?;
            if set.ready(context, args)? {
                instances::run(context, &set, args, five)?;
            }
            Ok(())
        }
    }?;
    Ok(Outcome::Done)
}

/// Returns an error for options that do not apply to a benchmark, or to a file of boards.
fn check(
    context: &Context,
    args: &BenchArgs,
    of_file: bool,
    name: Option<Benchmark>,
) -> Result<()> {
    let metric = args.metric != Metric::Single;
    let whole = args.last_iteration == LastIteration::Whole;
    let searches = "korf100 korf-felner50 random15 anytime FILE";
    let taken = [
        (
            "--instances",
            !args.instances.is_empty(),
            "korf100 korf-felner50 anytime FILE",
        ),
        (
            "--whole-tree",
            args.whole_tree,
            "korf100 korf-felner50 random15 FILE",
        ),
        (
            "--last-iteration",
            whole,
            "korf100 korf-felner50 random15 FILE",
        ),
        (
            "--metric",
            metric,
            "tables lookup korf100 random15 anytime FILE",
        ),
        ("--heuristic", context.heuristic.is_some(), searches),
        ("--partition", args.heuristic.partition.is_some(), searches),
        ("--memory", args.heuristic.memory.is_some(), searches),
        (
            "--resume",
            args.resume.is_some(),
            "korf100 korf-felner50 FILE",
        ),
        ("--space", args.space.is_some(), "anytime FILE"),
        ("--goal", args.goal.is_some(), "anytime FILE"),
        ("--seed", args.seed != 0, "anytime"),
        ("--widths", args.widths != [100, 1000, 10_000], "anytime"),
        ("FILE", args.file.is_some(), "anytime"),
    ];
    let this = name.map_or_else(
        || if of_file { "FILE" } else { "" }.to_owned(),
        values::name,
    );
    let is_refused = |(_, given, takers): &&(_, bool, &str)| {
        *given && !takers.split(' ').any(|taker| taker == this)
    };
    if let Some((option, _, takers)) = taken.iter().find(is_refused) {
        let takers = takers.replace(' ', "`, `bench ");
        return Err(Failure::input(format!(
            "{option} goes with `bench {takers}`"
        )));
    }
    let why = if whole && !args.whole_tree {
        "--last-iteration whole counts the boards of the whole tree: with --whole-tree"
    } else if whole && args.resume.is_some() {
        "--last-iteration whole has searches that are not saved: not with --resume"
    } else if args.csv && this.is_empty() {
        "--csv is for one benchmark: name it"
    } else if name == Some(Benchmark::Anytime) && args.file.is_none() {
        "`bench anytime FILE` solves the boards of a file: name it, or - for standard input"
    } else if name == Some(Benchmark::Anytime) && args.repeat.is_some() {
        "`bench anytime` measures once: not with --repeat"
    } else {
        return Ok(());
    };
    Err(Failure::input(why))
}
