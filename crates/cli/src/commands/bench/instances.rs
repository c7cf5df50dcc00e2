//! Sets of boards solved by IDA*: the classic ones, whose lengths are known, and random ones.
//!
//! Tables are copied to memory first, which also warms them; that time is given apart. 15-puzzles run
//! side by side, one a thread; 24-puzzles one after another, each on all threads.

use std::{ops::RangeInclusive, time::Instant};

use rayon::prelude::*;
use serde_json::{Value, json};
use tilebase::{AnySolver, Board, State, Stats, seeded};
use tilebase_solve::instances::{self, Instance};

use super::{median, print};
use crate::{args::Bench, context::Context, failure::Failure, output};

/// A set of boards whose lengths are known. The goal is `0 1 2 …`.
pub struct Set {
    name: &'static str,
    space: &'static str,
    text: &'static str,
    /// The instances to run if none are named; none means all.
    usual: &'static [u32],
    numbers: RangeInclusive<u32>,
    side_by_side: bool,
}

pub const KORF_100: Set = Set {
    name: "korf100",
    space: "4x4",
    text: instances::KORF_100,
    usual: &[],
    numbers: 1..=100,
    side_by_side: true,
};

/// All 50 would take hours: the usual four are the easiest.
pub const KORF_FELNER_50: Set = Set {
    name: "korf-felner50",
    space: "5x5",
    text: instances::KORF_FELNER_50,
    usual: &[40, 25, 38, 32],
    numbers: 1..=50,
    side_by_side: false,
};

/// Random 15-puzzles to solve, and where they begin: the same ones each time.
const RANDOM: usize = 1000;
const SEED: u64 = 1;

impl Set {
    /// Whether its pattern databases are there.
    pub fn ready(&self, context: &Context, args: &Bench) -> Result<bool, Failure> {
        let subjects = question(context, self.space, args)?.subjects();
        // A heuristic that needs no tables is not what this set is known for.
        Ok(subjects
            .is_ok_and(|subjects| subjects.iter().all(|subject| context.library.has(subject))))
    }

    /// The instances with these numbers, or the usual ones.
    fn chosen(&self, numbers: &[u32]) -> Result<Vec<Instance>, Failure> {
        let set = instances::parse(self.space.parse()?, self.text)
            .map_err(|error| Failure::input(format!("{}: {error}", self.name)))?;
        let numbers = match numbers {
            [] => self.usual,
            named => named,
        };
        if numbers.is_empty() {
            return Ok(set);
        }
        let chosen = numbers.iter().map(|&number| {
            let found = set.iter().find(|instance| instance.number == number);
            found.cloned().ok_or_else(|| {
                let (first, last) = (self.numbers.start(), self.numbers.end());
                Failure::input(format!(
                    "{} has no instance {number}: they are {first} to {last}",
                    self.name
                ))
            })
        });
        chosen.collect()
    }
}

/// The search for the goal `0 1 2 …`, as the options ask for it, with its tables copied to memory.
fn question(context: &Context, space: &str, args: &Bench) -> Result<AnySolver, Failure> {
    let goal = Board::ordered(space.parse()?, 0).to_string();
    let solver = context.library.puzzle(space)?.goal(&goal)?;
    let solver = solver.copy_patterns(true).whole_tree(args.whole_tree);
    let solver = args.guide.apply(solver)?;
    Ok(match args.no_build {
        true => solver.no_build(),
        false => solver,
    })
}

/// Opens the tables. Returns the seconds that took.
fn open(context: &Context, solver: &AnySolver) -> Result<f64, Failure> {
    let started = Instant::now();
    context.work(|| solver.prepare().map(drop))?;
    let seconds = started.elapsed().as_secs_f64();
    context.note(&format!(
        "opened and copied to memory in {}; searches run on warm tables",
        output::seconds(seconds),
    ));
    Ok(seconds)
}

/// A shortest solution of one board, and what it took.
#[derive(Default)]
struct Solved {
    length: usize,
    heuristic: String,
    stats: Stats,
}

fn solve(solver: &AnySolver, board: &State) -> Result<Solved, Failure> {
    let answer = solver.solve(board)?;
    Ok(Solved {
        length: answer.moves().len(),
        heuristic: answer.heuristic.unwrap_or_default(),
        stats: answer.stats.unwrap_or_default(),
    })
}

/// Solves a set and compares the lengths with those known.
pub fn run(context: &Context, set: &Set, args: &Bench, repeat: usize) -> Result<(), Failure> {
    let chosen = set.chosen(&args.instances)?;
    let solver = question(context, set.space, args)?;
    let opening = open(context, &solver)?;
    let one = |instance: &Instance| -> Result<Solved, Failure> {
        let solved = solve(&solver, &instance.board.into())?;
        check_length(set.name, instance, solved.length)?;
        Ok(solved)
    };
    let (solutions, seconds) = median(repeat, || {
        if set.side_by_side {
            chosen.par_iter().with_max_len(1).map(one).collect()
        } else {
            chosen.iter().map(one).collect::<Result<Vec<_>, _>>()
        }
    })?;
    let each = chosen.iter().zip(&solutions).map(|(instance, solution)| {
        let stats = &solution.stats;
        let value = json!({
            "bench": set.name,
            "instance": instance.number,
            "length": solution.length,
            "expanded": stats.expanded,
            "generated": stats.generated,
            "seconds": stats.seconds,
        });
        let row = vec![
            instance.number.to_string(),
            solution.length.to_string(),
            output::count(stats.generated),
            output::seconds(stats.seconds),
        ];
        (value, row)
    });
    print(context, &["instance", "length", "generated", "time"], each)?;
    total(context, set.name, &solutions, seconds, opening)
}

/// Solves random 15-puzzles.
pub fn random(context: &Context, args: &Bench, repeat: usize) -> Result<(), Failure> {
    let solver = question(context, "4x4", args)?;
    let drawn = solver.random(RANDOM, &mut seeded(SEED));
    let opening = open(context, &solver)?;
    let (solutions, seconds) = median(repeat, || {
        let all = drawn.par_iter().with_max_len(1);
        all.map(|board| solve(&solver, board))
            .collect::<Result<Vec<_>, _>>()
    })?;
    total(context, "random15", &solutions, seconds, opening)
}

/// The sums over a set.
fn total(
    context: &Context,
    name: &str,
    solutions: &[Solved],
    seconds: f64,
    opening: f64,
) -> Result<(), Failure> {
    let generated: u64 = solutions
        .iter()
        .map(|solution| solution.stats.generated)
        .sum();
    let moves: usize = solutions.iter().map(|solution| solution.length).sum();
    let mut times: Vec<f64> = solutions
        .iter()
        .map(|solution| solution.stats.seconds)
        .collect();
    times.sort_by(f64::total_cmp);
    let (middle, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let boards = solutions.len();
    let heuristic = &solutions[0].heuristic;
    let average = generated / boards as u64;
    let rate = generated as f64 / seconds;
    let value: Value = json!({
        "bench": name,
        "instances": boards,
        "heuristic": heuristic,
        "threads": rayon::current_num_threads(),
        "length": moves,
        "generated": generated,
        "average_generated": average,
        "seconds": seconds,
        "median_seconds": middle,
        "worst_seconds": worst,
        "nodes_per_second": rate,
        "opening_seconds": opening,
    });
    let row = vec![
        format!("{name}, {}", heuristic),
        boards.to_string(),
        rayon::current_num_threads().to_string(),
        format!("{:.2}", moves as f64 / boards as f64),
        output::count(average),
        output::seconds(seconds),
        output::seconds(middle),
        output::seconds(worst),
        format!("{:.1} M", rate / 1e6),
    ];
    let headings = [
        "all",
        "boards",
        "threads",
        "average length",
        "average generated",
        "search",
        "median",
        "worst",
        "nodes a second",
    ];
    print(context, &headings, [(value, row)])
}

/// A length other than the one known to be optimal is an error.
fn check_length(set: &str, instance: &Instance, found: usize) -> Result<(), Failure> {
    if found == instance.length as usize {
        return Ok(());
    }
    Err(Failure::Table(format!(
        "{set}, instance {}: solved in {found} moves, but the shortest solution is known to have {}; `tilebase verify` tells whether a table is damaged",
        instance.number, instance.length,
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_length_is_an_error_that_names_the_instance() {
        let instance = KORF_100.chosen(&[79]).unwrap().remove(0);
        assert!(check_length("korf100", &instance, 42).is_ok());
        for wrong in [40, 44] {
            let Err(failure) = check_length("korf100", &instance, wrong) else {
                panic!("{wrong} is wrong");
            };
            assert!(matches!(failure, Failure::Table(_)), "exit code 3");
            let said = failure.to_string();
            assert!(said.contains("instance 79") && said.contains("known to have 42"));
        }
    }

    #[test]
    fn sets_have_the_instances_they_say() {
        for set in [KORF_100, KORF_FELNER_50] {
            let all: Vec<u32> = set.numbers.clone().collect();
            assert_eq!(set.chosen(&all).unwrap().len(), all.len());
            assert!(set.chosen(&[set.numbers.end() + 1]).is_err());
            assert!(!set.chosen(&[]).unwrap().is_empty());
        }
    }
}
