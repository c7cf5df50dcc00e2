//! Sets of boards solved by IDA*: the classic ones, whose lengths are known, those of a file, and
//! random ones.
//!
//! Tables are copied to memory first, which also warms them; that time is given apart. 15-puzzles
//! run side by side, one a thread; 24-puzzles one after another, each on all threads.

use std::{
    collections::BTreeMap,
    ops::RangeInclusive,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use rayon::prelude::*;
use tilebase::{
    Library, Shape, Solver, State, Subject, instances, programs::has_buildable_size, seeded,
    sliding::Metric,
};

use super::{
    measure::{Figures, median, middle, print},
    solved::{self, InstanceRequest, SolvedFile, SolvedInstance},
};
use crate::{
    Context, Failure, Result, SearchArgs,
    args::{BenchArgs, LastIteration, TargetArgs},
    commands::unsolvable,
    input, interrupt, output,
    run_info::RunInfo,
};

/// A set of boards.
#[derive(Default)]
pub struct Set {
    pub name: String,
    pub space: String,
    pub goal: String,
    instances: Vec<BenchInstance>,
    /// Whether it is a file, whose lengths may be for another goal.
    is_file: bool,
    /// The instances to run if none are named; none means all.
    usual: &'static [u32],
    /// The seed, if the boards are random.
    seed: Option<u64>,
}

/// A board, and what is known of it.
#[derive(Clone)]
pub struct BenchInstance {
    pub number: u32,
    pub board: State,
    /// The length of its shortest solution.
    pub length: Option<u32>,
    /// The nodes of the search that is published with it.
    published: Option<u64>,
}

/// The name of the goal `0 1 2 …`, which the published sets have.
const GOAL: &str = "blank-first";

/// The goal `1 2 3 … 0`, which sets for comparing beams have.
const BEAMS_GOAL: &str = "blank-last";

/// Boards of more cells are solved one after another, each on all threads.
const SIDE_BY_SIDE: usize = 16;

const KORF_100: &str = "korf100";

/// The moves of shortest solutions of all of them, where several tiles slide in one move.
const KORF_100_MULTI: usize = 3206;

/// The number of random 15-puzzles, and their seed: they are the same each time.
const RANDOM: usize = 1000;
const SEED: u64 = 1;

impl Set {
    /// Korf's 100 15-puzzles.
    pub fn korf_100() -> Result<Self> {
        Self::of_text(KORF_100, "4x4", instances::KORF_100)
    }

    /// Korf and Felner's 50 24-puzzles. All would take hours: the usual four are the easiest.
    pub fn korf_felner_50() -> Result<Self> {
        let set = Self::of_text("korf-felner50", "5x5", instances::KORF_FELNER_50)?;
        let usual = &[40, 25, 38, 32];
        Ok(Self { usual, ..set })
    }

    /// Random 15-puzzles.
    pub fn random() -> Result<Self> {
        let solver = Library::in_memory().puzzle("4x4")?.with_goal(GOAL)?;
        let drawn = solver.random(RANDOM, &mut seeded(SEED)).into_iter();
        let text: String = drawn.map(|board| format!("{board}\n")).collect();
        let set = Self::of_text("random15", "4x4", &text)?;
        let seed = Some(SEED);
        Ok(Self { seed, ..set })
    }

    /// Returns the boards of a text for the goal of published sets.
    fn of_text(name: &str, space: &str, text: &str) -> Result<Self> {
        let (library, space) = (Library::in_memory(), Some(space.to_owned()));
        Self::read(&library, name.to_owned(), text, space, GOAL.to_owned())
    }

    /// Returns the boards of a file.
    pub fn of_file(context: &Context, args: &BenchArgs, file: &Path) -> Result<Self> {
        let (name, text) = (input::name(file), input::text(file)?);
        // Published sets for beams have the usual goal, the others the goal `0 1 2 …`.
        let anytime = args.file.is_some();
        let usual = || if anytime { BEAMS_GOAL } else { GOAL }.to_owned();
        let goal = args.goal.clone().unwrap_or_else(usual);
        let set = Self::read(&context.library, name, &text, args.space.clone(), goal)?;
        let is_file = true;
        Ok(Self { is_file, ..set })
    }

    /// Reads boards: on each line a number, the cells, and perhaps the length; or the cells alone.
    fn read(
        library: &Library,
        name: String,
        text: &str,
        mut space: Option<String>,
        goal: String,
    ) -> Result<Self> {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default());
        let mut lines = (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty());
        let mut instances = Vec::new();
        lines.try_for_each(|(number, line)| {
            let wrong = |error: String| Failure::input(format!("{name}, line {number}: {error}"));
            let fields: Vec<&str> = line.split_whitespace().collect();
            let space = match &space {
                Some(space) => space,
                None => space.insert(square(&fields).map_err(wrong)?),
            };
            let solver = library.puzzle(space)?.with_goal(&*goal)?;
            let place = instances.len() as u32 + 1;
            let instance = instance(&solver, &fields, place).map_err(wrong)?;
            instances.push(instance);
            Ok::<(), Failure>(())
        })?;
        let Some(BenchInstance { board, .. }) = instances.first() else {
            return Err(Failure::input(format!("{name} has no boards")));
        };
        Ok(Self {
            name,
            space: board.puzzle().to_string(),
            goal,
            instances,
            ..Self::default()
        })
    }

    /// Returns whether its pattern databases are there.
    pub fn ready(&self, context: &Context, args: &BenchArgs) -> Result<bool> {
        let subjects = instance_solver(context, &self.space, &self.goal, args)?.subjects();
        // A heuristic that needs no tables is not what this set is known for.
        Ok(subjects
            .is_ok_and(|subjects| subjects.iter().all(|subject| context.library.has(subject))))
    }

    /// Returns the instances with these numbers, or the usual ones.
    pub fn chosen(&self, named: &[RangeInclusive<u32>]) -> Result<Vec<BenchInstance>> {
        let usual = || self.usual.iter().map(|&number| number..=number).collect();
        let ranges: Vec<RangeInclusive<u32>> = match named {
            [] => usual(),
            named => named.to_vec(),
        };
        if ranges.is_empty() {
            return Ok(self.instances.clone());
        }
        // The first missing number ends it, so a range may have any length.
        let chosen = ranges.into_iter().flatten().map(|number| {
            let all = self.instances.iter();
            let found = all.clone().find(|instance| instance.number == number);
            found.cloned().ok_or_else(|| {
                let numbers = all.map(|instance| instance.number);
                let first = numbers.clone().min().unwrap_or_default();
                let last = numbers.max().unwrap_or_default();
                Failure::input(format!(
                    "{} has no instance {number}: they are {first} to {last}",
                    self.name
                ))
            })
        });
        chosen.collect()
    }
}

/// Returns the square board whose cells these fields, or those after a first number, begin with.
fn square(fields: &[&str]) -> Result<String, String> {
    let fits = |side: &usize| {
        let cells = side * side;
        let mut boards = [fields.get(1..=cells), fields.get(..cells)]
            .into_iter()
            .flatten();
        boards.any(|fields| {
            let read = fields.iter().filter_map(|field| field.parse().ok());
            let mut tiles: Vec<usize> = read.collect();
            tiles.sort_unstable();
            tiles.into_iter().eq(0..cells)
        })
    };
    // The larger boards are tried first: a prefix of a board may be a board.
    let side = (2..=16).rev().find(fits);
    side.map(|side| format!("{side}x{side}")).ok_or_else(|| {
        "no number and the cells of a square board; other boards need --space".to_owned()
    })
}

/// Reads one line.
fn instance(solver: &Solver, fields: &[&str], place: u32) -> Result<BenchInstance, String> {
    let puzzle = solver.puzzle();
    let shape = output::board(puzzle);
    let cells = shape
        .ok_or_else(|| format!("instances are boards, not {puzzle}"))?
        .cells();
    let number = |field: &&str| {
        field
            .parse::<u32>()
            .map_err(|_| format!("`{field}` is not a number"))
    };
    let (name, board, rest) = if fields.len() > cells {
        (
            number(&fields[0])?,
            &fields[1..=cells],
            &fields[cells + 1..],
        )
    } else {
        (place, fields, &[][..])
    };
    let board = solver
        .state(board.join(" ").as_str())
        .map_err(|error| error.to_string())?;
    let check = solver.check(&board).map_err(|error| error.to_string())?;
    match check.solvable {
        Some(false) => Err(unsolvable(&board)),
        _ => Ok(BenchInstance {
            number: name,
            board,
            length: rest.first().map(number).transpose()?,
            // Other sets have other things there, such as seconds.
            published: rest.get(1).and_then(|nodes| nodes.parse().ok()),
        }),
    }
}

/// Returns the solver that the options name, for this board and goal.
pub fn bench_solver(
    context: &Context,
    space: &str,
    goal: &str,
    args: &BenchArgs,
) -> Result<Solver> {
    let target = TargetArgs {
        goal: Some(goal.to_owned()),
        metric: args.metric,
        ..TargetArgs::default()
    };
    context.solver_of(space, &target, SearchArgs::Heuristic(&args.heuristic))
}

/// Returns the solver of instances, with its tables copied to memory.
fn instance_solver(context: &Context, space: &str, goal: &str, args: &BenchArgs) -> Result<Solver> {
    let solver = bench_solver(context, space, goal, args)?;
    let solver = solver
        .with_copied_patterns(true)
        .with_whole_tree(args.whole_tree);
    // Instances are solved, however long it takes.
    Ok(if has_buildable_size(solver.puzzle()) { solver } else { solver.with_search() })
}

/// Opens the tables. Returns the seconds that took.
fn open(context: &Context, solver: &Solver) -> Result<f64> {
    let started = Instant::now();
    context.work(|| solver.prepare().map(drop))?;
    let seconds = started.elapsed().as_secs_f64();
    context.note(&format!(
        "opened and copied to memory in {}; searches run on warm tables",
        output::seconds(seconds),
    ));
    Ok(seconds)
}

/// Returns what is requested of every board.
fn request(solver: &Solver, args: &BenchArgs) -> Result<InstanceRequest> {
    let tables = solver.tables_used()?;
    Ok(InstanceRequest {
        board: String::new(),
        goal: solver.goal(),
        metric: args.metric.to_string(),
        heuristic: solver.heuristic_name()?,
        tables: tables.iter().map(Subject::file_name).collect(),
        whole_tree: args.whole_tree,
    })
}

fn solve(
    context: &Context,
    solver: &Solver,
    board: &State,
    args: &BenchArgs,
) -> Result<SolvedInstance> {
    if args.last_iteration == LastIteration::Whole {
        // To count all solutions takes the whole iteration.
        let found = context.work(|| solver.solutions(board, 1))?;
        return Ok(SolvedInstance {
            length: found.paths.first().map_or(0, |path| path.len() - 1),
            heuristic: solver.heuristic_name()?,
            stats: found.stats.unwrap_or_default(),
            ..SolvedInstance::default()
        });
    }
    let answer = context.work(|| solver.solve(board))?;
    if let (Some(bounds), None) = (answer.bounds, answer.distance()) {
        if interrupt::is_requested() {
            let saved = solver.where_saved();
            let saved = saved.map_or_else(String::new, |saved| format!("; {saved}"));
            let found = format!("interrupted: {} moves are needed{saved}", bounds.range());
            return Err(Failure::Interrupted(found));
        }
        let problem = "the solution is not proven to be the shortest: --heuristic pdb searches \
            boards of up to 32 cells until it is, and `bench anytime` measures beams";
        return Err(Failure::input(problem));
    }
    Ok(SolvedInstance {
        length: answer.moves().len(),
        heuristic: answer
            .heuristic
            .unwrap_or_else(|| answer.method.name().to_owned()),
        stats: answer.stats.unwrap_or_default(),
        ..SolvedInstance::default()
    })
}

/// Solves a set and compares the lengths with those known.
pub fn run(context: &Context, set: &Set, args: &BenchArgs, repeat: usize) -> Result<()> {
    let chosen = set.chosen(&args.instances)?;
    let solver = instance_solver(context, &set.space, &set.goal, args)?;
    let (solver, mut file) = match &args.resume {
        Some(path) => {
            let solver = solver.with_saved_search(SolvedFile::search(path));
            (solver, Some(SolvedFile::open(path)?))
        }
        None => (solver, None),
    };
    let opening = open(context, &solver)?;
    let request = request(&solver, args)?;
    let request = |instance: &BenchInstance| InstanceRequest {
        board: instance.board.to_string(),
        ..request.clone()
    };
    if let Some(file) = &file {
        let others = chosen.iter();
        let others = others.filter(|each| file.is_other(&set.name, each.number, &request(each)));
        for other in others {
            context.note(&format!(
                "instance {} was recorded by an older version, or with another board, goal, \
                metric, heuristic or --whole-tree: it is solved again",
                other.number
            ));
        }
    }
    // Those that are solved when the user ends the others.
    let known = Mutex::new(Known::new());
    let checked = |instance: &BenchInstance, solved: SolvedInstance| {
        check_length(set, args.metric, instance, solved.length)?;
        let solved = SolvedInstance {
            bench: set.name.clone(),
            instance: instance.number,
            metric: solved::named(args.metric),
            ..solved
        };
        locked(&known).insert(solved.instance, solved.clone());
        Ok(solved)
    };
    let one = |instance: &BenchInstance| {
        checked(instance, solve(context, &solver, &instance.board, args)?)
    };
    let shape: Shape = set.space.parse()?;
    let measured = median(repeat, || match &mut file {
        Some(file) => {
            let kept = chosen.iter().map(|instance| {
                let request = request(instance);
                match file.find(&request) {
                    Some(known) => checked(instance, known.clone()),
                    None => file.add(one(instance)?, request),
                }
            });
            kept.collect()
        }
        None if shape.cells() <= SIDE_BY_SIDE => {
            chosen.par_iter().with_max_len(1).map(one).collect()
        }
        None => chosen.iter().map(one).collect::<Result<Vec<_>>>(),
    });
    if matches!(measured, Err(Failure::Interrupted(_))) {
        let known: Vec<SolvedInstance> = locked(&known).values().cloned().collect();
        print_each(context, args, set, &chosen, &known)?;
    }
    let (solutions, seconds) = measured?;
    let sum: usize = solutions.iter().map(|solution| solution.length).sum();
    // The single lengths in the multi-tile metric are not published.
    let known = set.name == KORF_100 && args.metric == Metric::Multi && chosen.len() == 100;
    if known && sum != KORF_100_MULTI {
        return Err(Failure::Table(format!(
            "{KORF_100}: the solutions have {sum} moves in all, but the shortest are known to \
            have {KORF_100_MULTI}; `tilebase verify` checks whether a table is damaged",
        )));
    }
    if set.seed.is_none() {
        print_each(context, args, set, &chosen, &solutions)?;
        if args.csv {
            return Ok(());
        }
    }
    let run = RunInfo::new(set.seed, Some(&solver));
    let times = (seconds, opening);
    total(context, args, &set.name, &solutions, times, &run)
}

/// The solutions that are known, by their instances.
type Known = BTreeMap<u32, SolvedInstance>;

fn locked(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a line for each solution.
fn print_each(
    context: &Context,
    args: &BenchArgs,
    set: &Set,
    chosen: &[BenchInstance],
    solutions: &[SolvedInstance],
) -> Result<()> {
    let each = solutions.iter().map(|solved| {
        let instance = (chosen.iter()).find(|instance| instance.number == solved.instance);
        let published = instance.and_then(|instance| instance.published);
        let stats = &solved.stats;
        let thresholds = match &stats.thresholds[..] {
            [] => String::new(),
            [first, rest @ ..] => format!("{first} to {}", rest.last().unwrap_or(first)),
        };
        let figures = Figures::of(solved)
            .cell("instance", solved.instance.to_string())
            .cell("length", solved.length.to_string())
            .cell("generated", output::count(stats.generated));
        // Papers whose searches end so count these.
        let figures = match args.last_iteration {
            LastIteration::First => figures,
            LastIteration::Whole => figures.cell("expanded", output::count(stats.expanded)),
        };
        let figures = match published.filter(|_| !set.is_file) {
            Some(nodes) => figures.count("published", "published", nodes),
            None => figures,
        };
        figures
            .cell("time", output::seconds(stats.seconds))
            .cell("thresholds", thresholds)
    });
    print(context, args.csv, None, each.map(Ok))
}

/// Prints the sums over a set.
fn total(
    context: &Context,
    args: &BenchArgs,
    name: &str,
    solutions: &[SolvedInstance],
    (seconds, opening): (f64, f64),
    run: &RunInfo,
) -> Result<()> {
    let stats = || solutions.iter().map(|solution| &solution.stats);
    let times: Vec<f64> = stats().map(|stats| stats.seconds).collect();
    let generated: u64 = stats().map(|stats| stats.generated).sum();
    let boards = solutions.len();
    let heuristic = &solutions[0].heuristic;
    let length: usize = solutions.iter().map(|solution| solution.length).sum();
    let worst = times.iter().copied().fold(0.0, f64::max);
    let per_second = generated as f64 / seconds;
    let total = Figures::of(&BTreeMap::from([("bench", name)]))
        .cell("all", format!("{name}, {heuristic}"))
        .count("instances", "boards", boards as u64)
        .key("heuristic", heuristic)
        .count("threads", "threads", rayon::current_num_threads() as u64)
        .key("length", length)
        .cell(
            "average length",
            format!("{:.2}", length as f64 / boards as f64),
        )
        .key("generated", generated)
        .count(
            "average_generated",
            "average generated",
            generated / boards as u64,
        )
        .seconds("seconds", "search", seconds)
        .seconds("median_seconds", "median", middle(times))
        .seconds("worst_seconds", "worst", worst)
        .key("nodes_per_second", per_second)
        .cell("nodes per second", format!("{:.1} M", per_second / 1e6))
        .key("opening_seconds", opening);
    let total = match solved::named(args.metric) {
        Some(metric) => total.key("metric", metric),
        None => total,
    };
    print(context, args.csv, Some(run), [Ok(total)])
}

/// A length other than the one known to be optimal is an error. Where several tiles slide in one
/// move, a length is known within bounds: a move takes at most as many slidings as a line has tiles
/// beside the blank.
fn check_length(set: &Set, metric: Metric, instance: &BenchInstance, found: usize) -> Result<()> {
    let Some(known) = instance.length.map(|length| length as usize) else {
        return Ok(());
    };
    let shape: Shape = set.space.parse()?;
    let longest = shape.rows().max(shape.cols()) - 1;
    let right = match metric {
        Metric::Single => known..=known,
        Metric::Multi => known.div_ceil(longest)..=known,
    };
    if right.contains(&found) {
        Ok(())
    } else {
        let (name, number, goal) = (&set.name, instance.number, &set.goal);
        let slidings = match metric {
            Metric::Single => "",
            Metric::Multi => " slidings of single tiles",
        };
        Err(Failure::Table(format!(
            "{name}, instance {number}: solved in {found} moves for the goal {goal}, but the \
            shortest solution is known to have {known}{slidings}; {}`tilebase verify` checks \
            whether a table is damaged",
            if set.is_file {
                "if the file's lengths are for another goal, name it, as --goal blank-last; if \
                not, "
            } else {
                ""
            },
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_length_is_an_error_that_names_the_instance() {
        let korf = Set::korf_100().unwrap_or_else(|failure| panic!("{failure}"));
        let instance = korf.chosen(&[79..=79]).unwrap().remove(0);
        assert!(check_length(&korf, Metric::Single, &instance, 42).is_ok());
        for right in [14, 42] {
            assert!(check_length(&korf, Metric::Multi, &instance, right).is_ok());
        }
        for wrong in [13, 43] {
            assert!(check_length(&korf, Metric::Multi, &instance, wrong).is_err());
        }
        for wrong in [40, 44] {
            let Err(failure) = check_length(&korf, Metric::Single, &instance, wrong) else {
                panic!("{wrong} is wrong");
            };
            assert!(matches!(failure, Failure::Table(_)), "exit code 3");
            let said = failure.to_string();
            assert!(said.contains("instance 79") && said.contains("known to have 42"));
        }
    }

    #[test]
    fn sets_have_the_instances_they_say() {
        for (set, number) in [
            (Set::korf_100(), 100),
            (Set::korf_felner_50(), 50),
            (Set::random(), 1000),
        ] {
            let set = set.unwrap_or_else(|failure| panic!("{failure}"));
            let chosen = |ranges: &[RangeInclusive<u32>]| Some(set.chosen(ranges).ok()?.len());
            assert_eq!(chosen(&[1..=number]), Some(number as usize));
            assert_eq!(chosen(&[2..=4, 1..=1]), Some(4));
            assert_eq!(chosen(&[number..=u32::MAX]), None);
            assert_ne!(chosen(&[]), Some(0));
        }
    }

    #[test]
    fn the_largest_square_is_read() {
        let square = |text: &str| square(&text.split(' ').collect::<Vec<_>>()).ok();
        let nearly = "7 1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1";
        assert_eq!(square(nearly).as_deref(), Some("4x4"));
        assert_eq!(square("3 1 0 2 3").as_deref(), Some("2x2"));
        assert_eq!(square("1 0 2 3").as_deref(), Some("2x2"));
        assert_eq!(square("1 0 2 4"), None);
    }
}
