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
    args::{Bench, Benchmark},
    context::Context,
    failure::{Failure, Outcome},
};

pub fn run(context: &Context, args: &Bench) -> Result<Outcome, Failure> {
    let named = |name: &str| <Benchmark as ValueEnum>::from_str(name, false).ok();
    let file = args.name.as_deref().filter(|name| named(name).is_none());
    let name = args.name.as_deref().and_then(named);
    check(args, file.is_some(), name)?;
    let once = args.repeat.map_or(1, NonZeroUsize::get);
    let five = args.repeat.map_or(5, NonZeroUsize::get);
    if let Some(file) = file {
        let path = Path::new(file);
        if file != "-" && !path.exists() {
            let names = Benchmark::value_variants()
                .iter()
                .filter_map(Benchmark::to_possible_value);
            let names: Vec<String> = names.map(|name| name.get_name().to_owned()).collect();
            return Err(Failure::input(format!(
                "`{file}` is not a file of boards, and not a benchmark: {}",
                names.join(", ")
            )));
        }
        let set = Set::of_file(context, args, path)?;
        instances::run(context, &set, args, once)?;
        return Ok(Outcome::Done);
    }
    match name {
        Some(Benchmark::Tables) => tables::run(context, args.metric, five, args.csv),
        Some(Benchmark::Lookup) => lookup::run(context, args.metric, five, args.csv),
        Some(Benchmark::Patterns) => patterns::run(context, five, args.csv),
        Some(Benchmark::Korf100) => {
            let repeat = if args.resume.is_some() { once } else { five };
            instances::run(context, &Set::korf_100()?, args, repeat)
        }
        Some(Benchmark::KorfFelner50) => {
            instances::run(context, &Set::korf_felner_50()?, args, once)
        }
        Some(Benchmark::Random15) => instances::random(context, args, five),
        Some(Benchmark::Anytime) => anytime::run(
            context,
            args,
            args.file.as_deref().unwrap_or(Path::new("-")),
        ),
        None => {
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

/// Refuses options that mean nothing to a benchmark.
fn check(args: &Bench, of_file: bool, name: Option<Benchmark>) -> Result<(), Failure> {
    let anytime = name == Some(Benchmark::Anytime);
    let takes_instances =
        of_file || anytime || matches!(name, Some(Benchmark::Korf100 | Benchmark::KorfFelner50));
    if !args.instances.is_empty() && !takes_instances {
        return Err(Failure::input(
            "--instances goes with `bench korf100`, `bench korf-felner50`, `bench anytime` and \
            `bench FILE`",
        ));
    }
    if args.csv && !of_file && name.is_none() {
        return Err(Failure::input("--csv is for one benchmark: name it"));
    }
    let takes_tree = takes_instances && !anytime || name == Some(Benchmark::Random15);
    if args.whole_tree && !takes_tree {
        return Err(Failure::input(
            "--whole-tree goes with `bench korf100`, `bench korf-felner50`, `bench random15` and \
            `bench FILE`",
        ));
    }
    let takes_metric = of_file
        || matches!(
            name,
            Some(Benchmark::Tables | Benchmark::Lookup | Benchmark::Korf100 | Benchmark::Random15)
        );
    if args.metric != Metric::Single && !takes_metric {
        return Err(Failure::input(
            "--metric goes with `bench tables`, `bench lookup`, `bench korf100`, \
            `bench random15` and `bench FILE`",
        ));
    }
    if !of_file && !anytime && (args.space.is_some() || args.goal.is_some()) {
        return Err(Failure::input(
            "--space and --goal go with `bench FILE` and `bench anytime FILE`",
        ));
    }
    if args.resume.is_some() && (!takes_instances || anytime || args.repeat.is_some()) {
        return Err(Failure::input(
            "--resume goes with `bench korf100`, `bench korf-felner50` and `bench FILE`, without \
            --repeat",
        ));
    }
    check_anytime(args, anytime)
}

/// Refuses what means nothing beside `bench anytime`, and something only there.
fn check_anytime(args: &Bench, anytime: bool) -> Result<(), Failure> {
    if anytime && args.file.is_none() {
        return Err(Failure::input(
            "`bench anytime FILE` solves the boards of a file: name it, or - for standard input",
        ));
    }
    if anytime && (args.metric != Metric::Single || args.repeat.is_some()) {
        return Err(Failure::input(
            "`bench anytime` counts slidings of one tile and measures once: not with --metric and \
            --repeat",
        ));
    }
    if !anytime && (args.file.is_some() || args.seed != 0) {
        return Err(Failure::input("FILE and --seed go with `bench anytime`"));
    }
    Ok(())
}
