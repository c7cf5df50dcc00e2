//! Distances from tables: one after another and all at once in the library, and as a stream of lines.

use std::{hint::black_box, io};

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use serde_json::json;
use tilebase_core::{
    Puzzle,
    format::Encoding,
    sliding::{Board, Reduction, Shape},
};
use tilebase_solve::{BoardAnswers, board_subject};

use super::{median, print};
use crate::{
    commands::{distance, random},
    context::{Asked, Context},
    engine::{self, Residence},
    failure::{Failure, Outcome},
    output,
    state::{Goal, State},
    stream,
};

/// The largest board that has a table.
const LARGEST: &str = "2x7";

/// Lines of the stream.
const LINES: usize = 1_000_000;

/// Where the random states begin: the same ones each time.
const SEED: u64 = 1;

pub fn run(context: &Context, repeat: usize) -> Result<(), Failure> {
    let mut lines = Vec::new();
    for (name, states) in [
        ("3x3", 1_000_000),
        ("2x5", 1_000_000),
        ("3x4", 50_000),
        ("2x6", 50_000),
    ] {
        lines.extend(look_ups(context, name, states, repeat)?);
    }
    // Minutes to build: measured where it is there.
    let largest = Reduction::to_canonical(&question(LARGEST)?.1);
    if context.store.has(&board_subject(&largest)) {
        lines.extend(look_ups(context, LARGEST, 10_000, repeat)?);
    }
    lines.push(streamed(context, repeat)?);
    print(context, &["look-up", "states", "each", "all"], lines)
}

fn question(name: &str) -> Result<(Asked, Board), Failure> {
    let shape: Shape = name.parse()?;
    let goal = Board::goal(shape);
    let asked = Asked {
        space: Puzzle::Sliding(shape),
        goal: Goal::Board(goal),
    };
    Ok((asked, goal))
}

type Line = (serde_json::Value, Vec<String>);

fn line(name: &str, method: &str, threads: usize, states: usize, seconds: f64) -> Line {
    let each = seconds / states as f64;
    let value = json!({
        "bench": "lookup",
        "space": name,
        "method": method,
        "threads": threads,
        "states": states,
        "nanoseconds": each * 1e9,
        "seconds": seconds,
    });
    let row = vec![
        format!("{name}, {method}"),
        output::count(states as u64),
        format!("{:.0} ns", each * 1e9),
        output::seconds(seconds),
    ];
    (value, row)
}

/// Distances of random states by the library, ranking included, on one thread: of one board after another, and
/// of the cells of all at once.
fn look_ups(
    context: &Context,
    name: &str,
    states: usize,
    repeat: usize,
) -> Result<[Line; 2], Failure> {
    let (asked, goal) = question(name)?;
    let subject = board_subject(&Reduction::to_canonical(&goal));
    context.store.ensure(name, &subject)?;
    let answers = BoardAnswers::from_table(&goal, context.store.open(&subject)?)?;
    let mut rng = ChaCha12Rng::seed_from_u64(SEED);
    let boards: Vec<Board> = (0..states)
        .filter_map(|_| match random::draw(&asked, &mut rng) {
            State::Board(board) => Some(board),
            State::Row(_) => None,
        })
        .collect();
    let one_by_one = || {
        boards.iter().try_for_each(|board| {
            black_box(answers.distance(board)?);
            Ok::<(), Failure>(())
        })
    };
    let cells: Vec<u8> = boards.iter().flat_map(Board::cells).copied().collect();
    let mut distances = vec![0; states];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| Failure::Table(error.to_string()))?;
    let mut together = || {
        Ok::<(), Failure>(pool.install(|| answers.distances(black_box(&cells), &mut distances))?)
    };
    one_by_one()?; // Brings the table near.
    let ((), slow) = median(repeat, one_by_one)?;
    let ((), quick) = median(repeat, &mut together)?;
    let method = match answers.metadata().encoding {
        Encoding::Byte => "a byte a state",
        _ => "a walk downhill",
    };
    Ok([
        line(name, method, 1, states, slow),
        line(name, &format!("{method}, all at once"), 1, states, quick),
    ])
}

/// What `distance 3x3 -` does, from reading lines to writing answers.
fn streamed(context: &Context, repeat: usize) -> Result<Line, Failure> {
    let (asked, _) = question("3x3")?;
    let engine = engine::open(context, &asked, Residence::Memory)?;
    let mut rng = ChaCha12Rng::seed_from_u64(SEED);
    let text: String = (0..LINES)
        .map(|_| random::draw(&asked, &mut rng).line() + "\n")
        .collect();
    let (_, seconds) = median(repeat, || {
        let (bytes, at_once) = (text.as_bytes(), engine.at_once());
        stream::transform(bytes, io::sink(), false, at_once, |lines, page| {
            distance::distances(engine.as_ref(), asked.space, lines, page, |_, answer| {
                (answer.distance.unwrap_or_default(), Outcome::Done)
            });
        })
    })?;
    let threads = rayon::current_num_threads();
    Ok(line("3x3", "a stream of lines", threads, LINES, seconds))
}
