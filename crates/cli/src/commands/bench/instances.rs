//! Sets of boards solved by IDA*: the classic ones, whose lengths are known, and random ones.
//!
//! Tables are copied to memory first, which also warms them; that time is given apart. 15-puzzles run
//! side by side, one a thread; 24-puzzles one after another, each on all threads.

use std::{ops::RangeInclusive, time::Instant};

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use rayon::prelude::*;
use serde_json::{Value, json};
use tilebase_core::{
    Monitor, Puzzle,
    sliding::{Board, Reduction},
};
use tilebase_solve::{
    ida::{Solution, Solver, Tuning},
    instances::{self, Instance},
};

use super::{median, print};
use crate::{
    commands::random,
    context::{Asked, Context},
    engine::{Residence, boards},
    failure::Failure,
    output,
    state::{Goal, State},
};

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
    fn goal(&self) -> Result<Board, Failure> {
        Ok(Board::ordered(self.space.parse()?, 0))
    }

    /// Whether its pattern databases are there.
    pub fn ready(&self, context: &Context) -> Result<bool, Failure> {
        let reduction = Reduction::to_canonical(&self.goal()?);
        let partition = boards::partition(context, &reduction, heuristic(context))?;
        Ok(partition.is_some_and(|(kind, partition)| {
            let indices = boards::stored(&partition, kind);
            let mut subjects = indices.iter().map(|index| index.subject());
            subjects.all(|subject| context.store.has(&subject))
        }))
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

fn heuristic(context: &Context) -> &str {
    context.heuristic.as_deref().unwrap_or("pdb")
}

/// A solver with its tables in memory, and the seconds that took.
fn open(
    context: &Context,
    goal: &Board,
    tuning: Tuning,
) -> Result<(Solver<'static>, f64), Failure> {
    let reduction = Reduction::to_canonical(goal);
    let started = Instant::now();
    let name = heuristic(context);
    let solver = boards::solver(context, &reduction, name, Residence::Memory, tuning)?;
    let seconds = started.elapsed().as_secs_f64();
    context.note(&format!(
        "{} opened and copied to memory in {}; searches run on warm tables",
        solver.heuristic(),
        output::seconds(seconds),
    ));
    Ok((solver, seconds))
}

fn solve(solver: &Solver<'_>, board: &Board) -> Result<Solution, Failure> {
    let solution = solver.solve(board, &Monitor::silent());
    solution.map_err(|error| Failure::input(error.to_string()))
}

/// Solves a set and compares the lengths with those known.
pub fn run(
    context: &Context,
    set: &Set,
    numbers: &[u32],
    tuning: Tuning,
    repeat: usize,
) -> Result<(), Failure> {
    let chosen = set.chosen(numbers)?;
    let (solver, opening) = open(context, &set.goal()?, tuning)?;
    let one = |instance: &Instance| -> Result<Solution, Failure> {
        let solution = solve(&solver, &instance.board)?;
        check_length(set.name, instance, solution.moves.len())?;
        Ok(solution)
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
            "length": solution.moves.len(),
            "expanded": stats.expanded,
            "generated": stats.generated,
            "seconds": stats.seconds,
        });
        let row = vec![
            instance.number.to_string(),
            solution.moves.len().to_string(),
            output::count(stats.generated),
            output::seconds(stats.seconds),
        ];
        (value, row)
    });
    print(context, &["instance", "length", "generated", "time"], each)?;
    total(context, set.name, &solver, &solutions, seconds, opening)
}

/// Solves random 15-puzzles.
pub fn random(context: &Context, tuning: Tuning, repeat: usize) -> Result<(), Failure> {
    let goal = Board::ordered("4x4".parse()?, 0);
    let asked = Asked {
        space: Puzzle::Sliding(goal.shape()),
        goal: Goal::Board(goal),
    };
    let mut rng = ChaCha12Rng::seed_from_u64(SEED);
    let drawn: Vec<Board> = (0..RANDOM)
        .filter_map(|_| match random::draw(&asked, &mut rng) {
            State::Board(board) => Some(board),
            State::Row(_) => None,
        })
        .collect();
    let (solver, opening) = open(context, &goal, tuning)?;
    let (solutions, seconds) = median(repeat, || {
        let all = drawn.par_iter().with_max_len(1);
        all.map(|board| solve(&solver, board))
            .collect::<Result<Vec<_>, _>>()
    })?;
    total(context, "random15", &solver, &solutions, seconds, opening)
}

/// The sums over a set.
fn total(
    context: &Context,
    name: &str,
    solver: &Solver<'_>,
    solutions: &[Solution],
    seconds: f64,
    opening: f64,
) -> Result<(), Failure> {
    let generated: u64 = solutions
        .iter()
        .map(|solution| solution.stats.generated)
        .sum();
    let moves: usize = solutions.iter().map(|solution| solution.moves.len()).sum();
    let mut times: Vec<f64> = solutions
        .iter()
        .map(|solution| solution.stats.seconds)
        .collect();
    times.sort_by(f64::total_cmp);
    let (middle, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let boards = solutions.len();
    let average = generated / boards as u64;
    let rate = generated as f64 / seconds;
    let value: Value = json!({
        "bench": name,
        "instances": boards,
        "heuristic": solver.heuristic(),
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
        format!("{name}, {}", solver.heuristic()),
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
