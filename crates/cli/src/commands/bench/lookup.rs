//! Distances from tables: one after another in the library, and as a stream of lines.

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
    commands::random,
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
    let mut lines = vec![
        one_by_one(context, "3x3", 1_000_000, repeat)?,
        one_by_one(context, "3x4", 50_000, repeat)?,
    ];
    // Minutes to build: measured where it is there.
    let largest = Reduction::to_canonical(&question(LARGEST)?.1);
    if context.store.has(&board_subject(&largest)) {
        lines.push(one_by_one(context, LARGEST, 10_000, repeat)?);
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

/// Distances of random states by the library, ranking included, on one thread.
fn one_by_one(
    context: &Context,
    name: &str,
    states: usize,
    repeat: usize,
) -> Result<Line, Failure> {
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
    let ask = || {
        boards.iter().try_for_each(|board| {
            black_box(answers.distance(board)?);
            Ok::<(), Failure>(())
        })
    };
    ask()?; // Brings the table near.
    let ((), seconds) = median(repeat, ask)?;
    let method = match answers.metadata().encoding {
        Encoding::Byte => "a byte a state",
        _ => "a walk downhill",
    };
    Ok(line(name, method, 1, states, seconds))
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
        stream::transform(text.as_bytes(), io::sink(), false, |line| {
            let answer = engine.distance(&State::parse(asked.space, line)?)?;
            let distance = answer.distance.unwrap_or_default();
            Ok((distance.to_string(), Outcome::Done))
        })
    })?;
    let threads = rayon::current_num_threads();
    Ok(line("3x3", "a stream of lines", threads, LINES, seconds))
}
