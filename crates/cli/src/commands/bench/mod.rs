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
    args::{Bench, Benchmark},
};

pub fn run(context: &Context, args: &Bench) -> Result<Outcome> {
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
        Some(Benchmark::Random15) => instances::run(context, &Set::random(context)?, args, five),
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

/// Returns an error for options that do not apply to a benchmark.
fn check(args: &Bench, of_file: bool, name: Option<Benchmark>) -> Result<()> {
    use Benchmark::{Anytime, Korf100, KorfFelner50, Lookup, Random15, Tables};
    let is = |names: &[Benchmark]| name.is_some_and(|name| names.contains(&name));
    let anytime = is(&[Anytime]);
    let of_set = of_file || is(&[Korf100, KorfFelner50]);
    let metric = args.metric != Metric::Single;
    let refused = [
        (
            !args.instances.is_empty() && !of_set && !anytime,
            "--instances goes with `bench korf100`, `bench korf-felner50`, `bench anytime` and \
            `bench FILE`",
        ),
        (
            args.csv && !of_file && name.is_none(),
            "--csv is for one benchmark: name it",
        ),
        (
            args.whole_tree && !of_set && !is(&[Random15]),
            "--whole-tree goes with `bench korf100`, `bench korf-felner50`, `bench random15` and \
            `bench FILE`",
        ),
        (
            metric && !of_file && !is(&[Tables, Lookup, Korf100, Random15]),
            "--metric goes with `bench tables`, `bench lookup`, `bench korf100`, \
            `bench random15` and `bench FILE`",
        ),
        (
            !of_file && !anytime && (args.space.is_some() || args.goal.is_some()),
            "--space and --goal go with `bench FILE` and `bench anytime FILE`",
        ),
        (
            args.resume.is_some() && (!of_set || args.repeat.is_some()),
            "--resume goes with `bench korf100`, `bench korf-felner50` and `bench FILE`, without \
            --repeat",
        ),
        (
            anytime && args.file.is_none(),
            "`bench anytime FILE` solves the boards of a file: name it, or - for standard input",
        ),
        (
            anytime && (metric || args.repeat.is_some()),
            "`bench anytime` counts slidings of one tile and measures once: not with --metric and \
            --repeat",
        ),
        (
            !anytime && (args.file.is_some() || args.seed != 0),
            "FILE and --seed go with `bench anytime`",
        ),
    ];
    match refused.into_iter().find(|(refused, _)| *refused) {
        Some((_, why)) => Err(Failure::input(why)),
        None => Ok(()),
    }
}
