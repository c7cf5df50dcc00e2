//! Distances from tables: one after another and all at once in the library, and as a stream of
//! lines.

use std::{hint::black_box, io};

use tilebase::{Error, Solver, State, format::Encoding, seeded, sliding::Metric};

use super::measure::{Figures, median, print};
use crate::{
    Context, Failure, Outcome, Result,
    run_info::RunInfo,
    stream::{self, AskedState, Stream},
};

/// The largest board that has a table.
const LARGEST: &str = "2x7";

/// Lines of the stream.
const LINES: usize = 1_000_000;

/// The seed of the random states, which are the same each time.
const SEED: u64 = 1;

pub fn run(context: &Context, metric: Metric, repeat: usize, csv: bool) -> Result<()> {
    let mut spaces = vec![
        ("3x3", 1_000_000),
        ("2x5", 1_000_000),
        ("3x4", 50_000),
        ("2x6", 50_000),
    ];
    // It takes minutes to build, so it is measured only if it exists.
    let mut subjects = solver(context, LARGEST, metric)?.subjects()?.into_iter();
    if subjects.all(|subject| context.library.has(&subject)) {
        spaces.push((LARGEST, 10_000));
    }
    let look_ups = spaces.into_iter().flat_map(|(name, states)| {
        let measured = solver(context, name, metric)
            .and_then(|solver| look_ups(context, &solver, states, repeat));
        match measured {
            Ok(figures) => figures.map(Ok).into(),
            Err(failure) => vec![Err(failure)],
        }
    });
    let with_stream = metric == Metric::Single;
    let streamed = with_stream.then_some(()).into_iter();
    let streamed = streamed.map(|()| streamed_lines(context, repeat));
    let run = RunInfo::new(Some(SEED), None);
    print(context, csv, Some(&run), look_ups.chain(streamed))
}

fn solver(context: &Context, name: &str, metric: Metric) -> Result<Solver> {
    Ok(context.library.puzzle(name)?.with_metric(metric)?)
}

fn line(solver: &Solver, method: String, threads: usize, states: usize, seconds: f64) -> Figures {
    let metric = match solver.metric() {
        Metric::Single => String::new(),
        metric => format!(" {metric}"),
    };
    let nanoseconds = seconds / states as f64 * 1e9;
    Figures::new("lookup", solver, threads)
        .key("method", &method)
        .cell("look-up", format!("{}{metric}, {method}", solver.puzzle()))
        .count("states", "states", states as u64)
        .key("nanoseconds", nanoseconds)
        .cell("each", format!("{nanoseconds:.0} ns"))
        .seconds("seconds", "all", seconds)
}

/// Measures look-ups of random states in the library on one thread, ranking included: of one board
/// after another, and of the cells of all at once.
fn look_ups(
    context: &Context,
    solver: &Solver,
    states: usize,
    repeat: usize,
) -> Result<[Figures; 2]> {
    let table = context.work(|| solver.table_file())?;
    let boards = solver.random(states, &mut seeded(SEED));
    let one_by_one = || {
        boards.iter().try_for_each(|board| {
            black_box(solver.look_up(board)?);
            Ok::<(), Error>(())
        })
    };
    let cells: Vec<u8> = boards.iter().flat_map(State::cells).copied().collect();
    let mut distances = vec![0; states];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| Failure::Table(error.to_string()))?;
    let mut together = || pool.install(|| solver.cell_distances(black_box(&cells), &mut distances));
    one_by_one()?; // Brings the table into the caches.
    let ((), slow) = median(repeat, one_by_one)?;
    let ((), quick) = median(repeat, &mut together)?;
    let method = match table.metadata().encoding {
        Encoding::Byte => "a byte per state",
        _ => "a walk downhill",
    };
    Ok([
        line(solver, method.to_owned(), 1, states, slow),
        line(solver, format!("{method}, all at once"), 1, states, quick),
    ])
}

/// Measures the work of `distance 3x3 -`, from reading lines to writing answers.
fn streamed_lines(context: &Context, repeat: usize) -> Result<Figures> {
    let solver = solver(context, "3x3", Metric::Single)?;
    let boards = solver.random(LINES, &mut seeded(SEED));
    let text: String = boards.iter().map(|board| format!("{board}\n")).collect();
    context.work(|| solver.prepare().map(drop))?;
    let stream = Stream {
        solver: &solver,
        name: None,
        json: false,
        pairs: false,
        batch: stream::QUICK,
        looks_up: true,
        read: &|text| {
            Ok(AskedState {
                reading: solver.reading_of(text)?,
                solver: None,
                number: None,
            })
        },
        answer: &|_, found| {
            let distance = found.and_then(|answer| answer.distance());
            Ok((distance.unwrap_or_default().to_string(), Outcome::Done))
        },
        report: &|_, _| (),
    };
    let (_, seconds) = median(repeat, || stream.run(&mut text.as_bytes(), &mut io::sink()))?;
    let threads = rayon::current_num_threads();
    let method = "a stream of lines".to_owned();
    Ok(line(&solver, method, threads, LINES, seconds))
}
