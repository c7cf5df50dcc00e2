//! Boards of a file solved by beams of several widths: how long the solutions are, and how many are
//! as short as the lengths in the file.

use std::{fs, path::Path, time::Instant};

use tilebase::{Answer, Notation, Solver, sliding::Metric};

use super::{
    instances::{BenchInstance, Set, bench_solver},
    measure::{Figures, field, print},
};
use crate::{Context, Failure, Result, args::BenchArgs, output, run_info::RunInfo};

/// The keys that comma-separated values have.
const COLUMNS: [&str; 8] = [
    "width",
    "instances",
    "mean_length",
    "known_mean_length",
    "as_short",
    "proven",
    "seconds",
    "processor_seconds",
];

pub fn run(context: &Context, args: &BenchArgs, file: &Path) -> Result<()> {
    let set = Set::of_file(context, args, file)?;
    let chosen = set.chosen(&args.instances)?;
    let solver = bench_solver(context, &set.space, &set.goal, args)?.with_seed(args.seed);
    // The model and the tables are read before the watch runs.
    context.work(|| {
        solver
            .clone()
            .with_width(1)
            .solve(&chosen[0].board)
            .map(drop)
    })?;
    let run = RunInfo::new(Some(args.seed), Some(&solver));
    let widths = args.widths.iter();
    let measured = widths.map(|&width| {
        measure(
            context,
            &set,
            &chosen,
            &solver.clone().with_width(width),
            width,
        )
    });
    if !args.csv && !context.json {
        return print(context, false, None, measured);
    }
    for (place, figures) in measured.enumerate() {
        let figures = figures?;
        if args.csv {
            let headings: &[&str] = if place == 0 { &COLUMNS } else { &[] };
            let record = COLUMNS.map(|key| field(&figures.object[key])).to_vec();
            context.print(&output::csv(headings, [record]))?;
        } else {
            print(context, false, Some(&run), [Ok(figures)])?;
        }
    }
    Ok(())
}

/// Solves all boards, one after another, and plays every solution.
fn measure(
    context: &Context,
    set: &Set,
    chosen: &[BenchInstance],
    solver: &Solver,
    width: usize,
) -> Result<Figures> {
    context.work(|| solver.prepare().map(drop))?;
    let (started, before) = (Instant::now(), processor_seconds());
    let solved = chosen
        .iter()
        .map(|instance| context.work(|| solver.solve(&instance.board)));
    let solved: Vec<Answer> = solved.collect::<Result<_, _>>()?;
    let (elapsed, after) = (started.elapsed().as_secs_f64(), processor_seconds());
    solved
        .iter()
        .try_for_each(|answer| replay(solver, answer))?;
    let lengths: Vec<usize> = solved.iter().map(|answer| answer.moves().len()).collect();
    // The lengths in files are those of single tiles.
    let single = solver.metric() == Metric::Single;
    let known: Vec<(usize, usize)> = (lengths.iter().zip(chosen).filter(|_| single))
        .filter_map(|(&length, instance)| Some((length, instance.length? as usize)))
        .collect();
    let boards = lengths.len() as f64;
    let mean = |sum: usize| sum as f64 / boards;
    let share = |part: usize, of: usize| 100.0 * part as f64 / of as f64;
    let short = known.iter().filter(|(found, known)| found <= known).count();
    let proven = solved
        .iter()
        .filter(|answer| answer.proof.is_some())
        .count();
    let mean_text = |mean: f64| format!("{mean:.2}");
    let percent = |share: f64| format!("{share:.1}%");
    let mean_length = mean(lengths.iter().sum());
    // The mean of the lengths in the file, if it has all of them.
    let known_mean =
        (known.len() == lengths.len()).then(|| mean(known.iter().map(|(_, known)| known).sum()));
    let as_short = (!known.is_empty()).then(|| share(short, known.len()));
    let proven = share(proven, solved.len());
    let processor = after.zip(before);
    let processor = processor.map(|(after, before)| (after - before) / boards);
    Ok(
        Figures::new(&set.name, solver, rayon::current_num_threads())
            .key("width", width)
            .key("instances", lengths.len())
            .key("lengths", &lengths)
            .key("mean_length", mean_length)
            .key("known_mean_length", known_mean)
            .key("as_short", as_short)
            .key("proven", proven)
            .cell("width", width.to_string())
            .cell("boards", lengths.len().to_string())
            .cell("length", mean_text(mean_length))
            .cell("known", known_mean.map_or_else(String::new, mean_text))
            .cell("as short", as_short.map_or_else(String::new, percent))
            .cell("proven", percent(proven))
            .seconds("seconds", "time", elapsed / boards)
            .seconds("processor_seconds", "processor time", processor),
    )
}

/// Plays a solution from its first state, move by move: an error if it does not lead to the goal.
fn replay(solver: &Solver, answer: &Answer) -> Result<()> {
    let moves = answer.moves().to_string();
    let game = solver.game(&answer.state, &moves, Notation::Tile)?;
    let last = game.last();
    let solved = match solver.partial_goal() {
        Some(partial_goal) => partial_goal.is_met(&partial_goal.kinds(last.cells())),
        None => last.to_string() == solver.goal(),
    };
    if solved {
        Ok(())
    } else {
        Err(Failure::Table(format!(
            "the solution of {} leads to {last}, not to the goal",
            answer.state
        )))
    }
}

/// Returns the seconds of processor time that this process has taken, in steps of 10 ms. `None`
/// where the system does not say.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}
