//! Boards of a file solved by beams of several widths: how long the solutions are, and how many are
//! as short as the lengths in the file.

use std::{fs, path::Path, time::Instant};

use serde::Serialize;
use tilebase::{Answer, Moves, Notation, Solver, State};

use super::{
    instances::{Instance, Set},
    measure::{field, print},
};
use crate::{Context, Failure, Result, args::Bench, circumstances::Circumstances, json, output};

/// The results of beams of one width.
#[derive(Serialize)]
struct Width<'a> {
    bench: &'a str,
    space: &'a str,
    width: usize,
    threads: usize,
    instances: usize,
    /// The lengths of the solutions, in the order of the file.
    lengths: Vec<usize>,
    mean_length: f64,
    /// The mean of the lengths in the file, if it has all of them.
    known_mean_length: Option<f64>,
    /// The percentage that is as short as the file says, or shorter, of boards with a length.
    as_short: Option<f64>,
    /// The percentage proven to be shortest by the bound alone.
    proven: f64,
    /// Elapsed seconds, in the mean of the boards.
    seconds: f64,
    /// Seconds of processor time of all threads, in the mean, if the system says it.
    processor_seconds: Option<f64>,
}

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

pub fn run(context: &Context, args: &Bench, file: &Path) -> Result<()> {
    let set = Set::of_file(context, args, file)?;
    let chosen = set.chosen(&args.instances)?;
    let solver = context.library.puzzle(&set.space)?.with_goal(&set.goal)?;
    let solver = context.guided(solver, &args.heuristic)?.seed(args.seed);
    // The model and the tables are read before the watch runs.
    context.work(|| solver.clone().width(1).solve(&chosen[0].board).map(drop))?;
    let run = Circumstances::new(Some(args.seed), Some(&solver));
    let mut rows = Vec::new();
    for (place, &width) in args.widths.iter().enumerate() {
        let figures = measured(context, &set, &chosen, &solver.clone().width(width), width)?;
        if args.csv {
            let head = (place == 0).then_some(COLUMNS.map(str::to_owned));
            let value = json::value(&figures);
            let record = COLUMNS.map(|key| field(&value[key]));
            context.print(&output::csv(head.into_iter().chain([record]))?)?;
        } else if context.json {
            print(context, args.csv, Some(&run), [(figures, Vec::new())])?;
        } else {
            rows.push(row(&figures));
        }
    }
    if !rows.is_empty() {
        context.print(&output::table(&rows))?;
    }
    Ok(())
}

/// Solves all boards, one after another, and plays every solution.
fn measured<'a>(
    context: &Context,
    set: &'a Set,
    chosen: &[Instance],
    solver: &Solver,
    width: usize,
) -> Result<Width<'a>> {
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
    let known: Vec<(usize, usize)> = (lengths.iter().zip(chosen))
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
    Ok(Width {
        bench: &set.name,
        space: &set.space,
        width,
        threads: rayon::current_num_threads(),
        instances: lengths.len(),
        mean_length: mean(lengths.iter().sum()),
        known_mean_length: (known.len() == lengths.len())
            .then(|| mean(known.iter().map(|(_, known)| known).sum())),
        as_short: (!known.is_empty()).then(|| share(short, known.len())),
        proven: share(proven, solved.len()),
        seconds: elapsed / boards,
        processor_seconds: after
            .zip(before)
            .map(|(after, before)| (after - before) / boards),
        lengths,
    })
}

/// Plays a solution from its first state, move by move: an error if it does not lead to the goal.
fn replay(solver: &Solver, answer: &Answer) -> Result<()> {
    let moves = answer.moves().to_string();
    let path: Vec<State> = Moves::play(&answer.state, &moves, Notation::Tile)?;
    let last = path.last().unwrap_or(&answer.state);
    if last.to_string() == solver.goal() {
        Ok(())
    } else {
        Err(Failure::Table(format!(
            "the solution of {} leads to {last}, not to the goal",
            answer.state
        )))
    }
}

/// Returns the figures as people read them.
fn row(figures: &Width<'_>) -> Vec<(&'static str, String)> {
    let mean = |mean: f64| format!("{mean:.2}");
    let percent = |share: f64| format!("{share:.1}%");
    let known = figures.known_mean_length.map_or(String::new(), mean);
    let processor = figures.processor_seconds;
    vec![
        ("width", figures.width.to_string()),
        ("boards", figures.instances.to_string()),
        ("length", mean(figures.mean_length)),
        ("known", known),
        ("as short", figures.as_short.map_or(String::new(), percent)),
        ("proven", percent(figures.proven)),
        ("time", output::seconds(figures.seconds)),
        (
            "processor time",
            processor.map_or(String::new(), output::seconds),
        ),
    ]
}

/// Returns the seconds of processor time that this process has taken, in steps of 10 ms. `None`
/// where the system does not say.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold anything.
    let mut words = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || words.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}
