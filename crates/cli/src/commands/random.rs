//! `random`: states by chance, uniformly; graded sets for games.

use std::collections::HashSet;

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha12Rng;
use rayon::prelude::*;
use serde_json::json;
use tilebase_core::{
    Puzzle,
    oshidori::{Row, Stones},
    sliding::{Board, solvable},
};

use crate::{
    args::{Format, Random},
    context::{Asked, Context},
    engine::{self, Engine, Residence, Tabulated},
    failure::{Failure, Outcome},
    output,
    state::{Goal, State, moves},
};

/// A large set is printed in parts of this many states.
const BATCH: usize = 4096;

/// States drawn in vain, without a table, before a distance is given up; a thousand more for each found.
const DRAWS: usize = 4096;

pub fn run(context: &Context, args: &Random) -> Result<Outcome, Failure> {
    let asked = args.question.asked()?;
    let seed = args.seed.unwrap_or_else(entropy);
    // A named generator, so that a seed means the same states in every version.
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    if let (Some(levels), Some(per_level)) = (args.levels, args.per_level) {
        return graded(context, args, &asked, levels, per_level, &mut rng);
    }
    let Some(distance) = args.distance else {
        let mut left = args.n;
        while left > 0 {
            let states: Vec<State> = (0..left.min(BATCH))
                .map(|_| draw(&asked, &mut rng))
                .collect();
            print(context, args, &asked, &states, None)?;
            left -= states.len();
        }
        return Ok(Outcome::Done);
    };
    let by_search = context.heuristic.is_some() || context.partition.is_some();
    let states = match tilebase_pdb_build::tabulable(asked.space) && !by_search {
        true => at_distance(
            engine::tabulated(context, &asked)?.as_ref(),
            &asked,
            distance,
            args.n,
            &mut rng,
        )?,
        false => sampled(
            engine::open(context, &asked, Residence::Memory)?.as_ref(),
            &asked,
            distance,
            args.n,
            &mut rng,
        )?,
    };
    print(context, args, &asked, &states, Some(distance))?;
    Ok(Outcome::Done)
}

fn at_distance(
    table: &dyn Tabulated,
    asked: &Asked,
    distance: u32,
    n: usize,
    rng: &mut ChaCha12Rng,
) -> Result<Vec<State>, Failure> {
    let farthest = table.metadata().eccentricity();
    if distance > farthest {
        return Err(Failure::input(format!(
            "no state of {} is {distance} moves from the goal: the farthest are {farthest} away",
            asked.space
        )));
    }
    let states = table.random_at(distance, n, rng)?;
    if states.len() < n {
        return Err(Failure::Table(format!(
            "states of {} at {distance} moves are too rare to be drawn; `tilebase hardest {} --distance {distance}` lists them",
            asked.space, asked.space
        )));
    }
    Ok(states)
}

/// States at a distance where there is no table: draws states, solves them, keeps those that fit, all of
/// which are equally likely. Most distances near the average turn up; rare ones do not.
fn sampled(
    engine: &dyn Engine,
    asked: &Asked,
    distance: u32,
    n: usize,
    rng: &mut ChaCha12Rng,
) -> Result<Vec<State>, Failure> {
    let (mut found, mut lengths) = (Vec::new(), Vec::<u32>::new());
    while found.len() < n {
        if lengths.len() >= DRAWS + 1000 * found.len() {
            lengths.sort_unstable();
            let usual = &lengths[lengths.len() / 20..lengths.len() - lengths.len() / 20];
            return Err(Failure::input(format!(
                "of {} random states of {}, {} were {distance} moves from the goal, and {n} were asked for; nine in ten need {} to {} moves",
                lengths.len(),
                asked.space,
                found.len(),
                usual.first().copied().unwrap_or_default(),
                usual.last().copied().unwrap_or_default(),
            )));
        }
        let states: Vec<State> = (0..64).map(|_| draw(asked, rng)).collect();
        let distances: Vec<Option<u32>> = states
            .par_iter()
            .map(|state| Ok(engine.distance(state)?.distance))
            .collect::<Result<_, Failure>>()?;
        lengths.extend(distances.iter().flatten());
        let fits = states
            .iter()
            .zip(&distances)
            .filter(|(_, length)| **length == Some(distance));
        found.extend(fits.map(|(state, _)| *state));
    }
    found.truncate(n);
    Ok(found)
}

/// A seed that differs from call to call.
pub fn entropy() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}

/// A state drawn uniformly among those that the parity rule calls solvable; among all rows of stones.
pub fn draw(asked: &Asked, rng: &mut ChaCha12Rng) -> State {
    match (asked.space, asked.goal) {
        (Puzzle::Sliding(shape), Goal::Board(goal)) => {
            let mut cells = [0u8; 25];
            let cells = &mut cells[..shape.cells()];
            for (cell, value) in cells.iter_mut().zip(0..) {
                *cell = value;
            }
            cells.shuffle(rng);
            let board = Board::from_cells(shape, cells).expect("a shuffle of all tiles");
            if solvable(&board, &goal) == Ok(true) {
                return State::Board(board);
            }
            // Exchanging two tiles pairs unsolvable boards with solvable ones, one to one, so that every
            // solvable board stays as likely as any other.
            let mut tiles = (0..cells.len()).filter(|&cell| cells[cell] != 0);
            if let (Some(first), Some(second)) = (tiles.next(), tiles.next()) {
                cells.swap(first, second);
            }
            State::Board(Board::from_cells(shape, cells).expect("a shuffle of all tiles"))
        }
        (Puzzle::Oshidori(puzzle), _) => State::Row(draw_row(puzzle, rng)),
        (Puzzle::Sliding(_), Goal::Rows(_)) => unreachable!("goals are parsed for their space"),
    }
}

fn draw_row(puzzle: Stones, rng: &mut ChaCha12Rng) -> Row {
    let goal = Row::goal(puzzle);
    let mut word = goal.word().to_vec();
    word.shuffle(rng);
    let gap = rng.random_range(0..=puzzle.stones());
    Row::from_word(puzzle, &word, gap).expect("a shuffle of all stones")
}

fn print(
    context: &Context,
    args: &Random,
    asked: &Asked,
    states: &[State],
    distance: Option<u32>,
) -> Result<(), Failure> {
    let text: String = if context.json {
        states
            .iter()
            .map(|state| {
                let mut value = json!({ "space": asked.space.to_string(), "state": state.json() });
                if let Some(distance) = distance {
                    value["distance"] = json!(distance);
                }
                value.to_string() + "\n"
            })
            .collect()
    } else {
        match args.format {
            Format::Line => states.iter().map(|state| state.line() + "\n").collect(),
            Format::Contest => contest(states),
            Format::Grid => {
                let entries: Vec<(String, Vec<String>)> = states
                    .iter()
                    .map(|state| (String::new(), output::picture(state)))
                    .collect();
                output::gallery(&entries)
            }
        }
    };
    context.print(&text)
}

/// Rows of numbers with single spaces and the blank as `*`; an empty line between boards.
pub fn contest(states: &[State]) -> String {
    let blocks: Vec<String> = states
        .iter()
        .map(|state| {
            let width = match state {
                State::Board(board) => board.shape().cols(),
                State::Row(row) => row.puzzle().cells(),
            };
            state
                .cells()
                .chunks(width)
                .map(|row| {
                    let cells: Vec<String> = row
                        .iter()
                        .map(|&cell| {
                            if cell == 0 {
                                "*".to_owned()
                            } else {
                                cell.to_string()
                            }
                        })
                        .collect();
                    cells.join(" ") + "\n"
                })
                .collect()
        })
        .collect();
    blocks.join("\n")
}

/// Puzzles for a game: distances from easy to hardest in equal steps, no puzzle twice, each with one
/// optimal solution written out.
fn graded(
    context: &Context,
    args: &Random,
    asked: &Asked,
    levels: u32,
    per_level: usize,
    rng: &mut ChaCha12Rng,
) -> Result<Outcome, Failure> {
    let table = engine::tabulated(context, asked)?;
    let farthest = table.metadata().eccentricity();
    if levels == 0 || levels > farthest {
        return Err(Failure::input(format!(
            "--levels must be from 1 to {farthest}, the greatest distance"
        )));
    }
    let mut rows = Vec::new();
    for level in 1..=levels {
        // Level l of n is at the fraction l/n of the way to the hardest states.
        let distance = (farthest * level).div_ceil(levels);
        let there = table.metadata().counts[distance as usize];
        for state in different(table.as_ref(), asked, distance, per_level, there, rng)? {
            let path = table.solve(&state)?.path;
            rows.push((level, distance, state, moves(&path)));
        }
        if there < per_level as u64 {
            context.note(&format!(
                "level {level}: only {there} states are {distance} moves away"
            ));
        }
    }
    let text = if context.json {
        rows.iter()
            .map(|(level, distance, state, moves)| {
                json!({
                    "space": asked.space.to_string(),
                    "level": level,
                    "distance": distance,
                    "state": state.json(),
                    "moves": moves,
                })
                .to_string()
                    + "\n"
            })
            .collect()
    } else if args.csv {
        graded_csv(&rows)?
    } else {
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|(level, distance, state, moves)| {
                vec![
                    level.to_string(),
                    distance.to_string(),
                    state.line(),
                    join(moves),
                ]
            })
            .collect();
        output::columns(
            &["level", "distance", "state", "one optimal solution"],
            &rows,
        )
    };
    context.print(&text)?;
    Ok(Outcome::Done)
}

fn join(moves: &[usize]) -> String {
    let moves: Vec<String> = moves.iter().map(usize::to_string).collect();
    moves.join(" ")
}

fn graded_csv(rows: &[(u32, u32, State, Vec<usize>)]) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Failure::Output(error.into());
    writer
        .write_record(["level", "distance", "state", "moves"])
        .map_err(failed)?;
    for (level, distance, state, moves) in rows {
        writer
            .write_record([
                level.to_string(),
                distance.to_string(),
                state.line(),
                join(moves),
            ])
            .map_err(failed)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| Failure::Output(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// `n` different states at a distance, or all of them where there are no more.
fn different(
    table: &dyn Tabulated,
    asked: &Asked,
    distance: u32,
    n: usize,
    there: u64,
    rng: &mut ChaCha12Rng,
) -> Result<Vec<State>, Failure> {
    // Where most would be drawn anyway, drawing them all and shuffling is sure to end.
    if there <= 2 * n as u64 {
        let mut all = table.at(distance, usize::MAX)?;
        all.shuffle(rng);
        all.truncate(n);
        return Ok(all);
    }
    let (mut states, mut seen) = (Vec::new(), HashSet::new());
    while states.len() < n {
        for state in at_distance(table, asked, distance, n - states.len(), rng)? {
            if seen.insert(state.line()) {
                states.push(state);
            }
        }
    }
    Ok(states)
}
