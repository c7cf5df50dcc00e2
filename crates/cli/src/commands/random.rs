//! `random`: states by chance, uniformly; graded sets for games.

use serde::Serialize;
use tilebase::{Moves, Rng, Solver, State, seeded};

use crate::{
    Context, Failure, Outcome,
    args::{Format, Random},
    json::{self, Space},
    output,
};

/// A large set is printed in parts of this many states.
const BATCH: usize = 4096;

pub fn run(context: &Context, args: &Random) -> Result<Outcome, Failure> {
    let solver = context.guided(
        context.whole(&args.question.target, &args.question.space)?,
        &args.heuristic,
    )?;
    let stage = args.question.target.stage.as_deref();
    if stage.is_some() && (args.walk.is_some() || args.distance.is_some() || args.levels.is_some())
    {
        return Err(Failure::input(
            "--stage draws boards with these tiles in place, whatever their distance: not for \
            --walk, --distance or --levels",
        ));
    }
    let solver = solver.copy_patterns(true);
    // A named generator, so that a seed means the same states in every version.
    let seed = args.seed.unwrap_or_else(entropy);
    let mut rng = seeded(seed);
    if let (Some(levels), Some(per_level)) = (args.levels, args.per_level) {
        return graded(context, args, &solver, levels, per_level, &mut rng, seed);
    }
    let drawable = |distance| solver.is_drawable(distance);
    let uniform = args.walk.is_none() && args.distance.is_none_or(drawable);
    if args.walk.is_none() && !uniform {
        context.note(NOT_UNIFORM);
    }
    let mut left = args.n;
    while left > 0 {
        let number = left.min(BATCH);
        let states = context.work(|| match (args.walk, stage) {
            (Some(moves), _) => solver.random_walks(moves, number, &mut rng),
            (None, Some(tiles)) => solver.random_after(tiles, number, &mut rng),
            _ => Ok(solver.draw(number, args.distance, &mut rng)?.states),
        })?;
        print(context, args, &solver, &states, seed, uniform)?;
        left -= states.len();
    }
    Ok(Outcome::Done)
}

/// The note about states that are found by walks.
const NOT_UNIFORM: &str = "found by random walks from the goal and checked by search: not \
    uniformly distributed among the states at this distance";

/// Returns a seed that differs from call to call, and that every reader of JSON keeps as it is.
pub fn entropy() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id()) >> 11
}

/// A random state, as JSON has it.
#[derive(Serialize)]
struct Drawn<'a> {
    #[serde(flatten)]
    space: Space,
    state: &'a [u8],
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    /// The length of the walk that led here.
    #[serde(skip_serializing_if = "Option::is_none")]
    walk: Option<u32>,
    seed: u64,
    uniform: bool,
}

fn print(
    context: &Context,
    args: &Random,
    solver: &Solver,
    states: &[State],
    seed: u64,
    uniform: bool,
) -> Result<(), Failure> {
    let text: String = if context.json {
        let object = |state: &State| {
            let drawn = Drawn {
                space: solver.into(),
                state: state.cells(),
                distance: args.distance,
                walk: args.walk,
                seed,
                uniform,
            };
            json::text(&drawn) + "\n"
        };
        states.iter().map(object).collect()
    } else {
        match args.format {
            Format::Line => output::lines(states),
            Format::Contest => output::contest(states),
            Format::Grid => {
                let pictures = states.iter().map(output::picture);
                let entries = pictures.map(|picture| (String::new(), picture));
                output::gallery(&entries.collect::<Vec<_>>())
            }
        }
    };
    context.print(&text)
}

/// A puzzle for a game, with one optimal solution.
#[derive(Serialize)]
struct Graded {
    space: String,
    level: u32,
    distance: u32,
    state: Vec<u8>,
    moves: Moves,
    letters: String,
    seed: u64,
    uniform: bool,
}

/// Puzzles for a game: distances from easy to hardest in equal steps, no puzzle twice. Where there
/// is no table, the hardest are those to which walks lead.
fn graded(
    context: &Context,
    args: &Random,
    solver: &Solver,
    levels: u32,
    per_level: usize,
    rng: &mut Rng,
    seed: u64,
) -> Result<Outcome, Failure> {
    let uniform = match solver.mask() {
        Some(_) => context.work(|| solver.answers_from_table())?,
        None => tilebase::tabulable(solver.puzzle()),
    };
    let farthest = if uniform {
        context.work(|| solver.depths())?.eccentricity
    } else {
        Solver::REACH
    };
    if levels == 0 || levels > farthest {
        return Err(Failure::input(format!(
            "--levels must be from 1 to {farthest}, the greatest distance"
        )));
    }
    if !uniform {
        context.note(NOT_UNIFORM);
    }
    let mut set = Vec::new();
    for level in 1..=levels {
        // Level l of n is at the fraction l/n of the way to the hardest states.
        let distance = (farthest * level).div_ceil(levels);
        let states = context.work(|| {
            if uniform {
                solver.distinct_at(distance, per_level, rng)
            } else {
                solver.walk_to(distance, per_level, rng)
            }
        })?;
        if states.len() < per_level {
            let there = states.len();
            context.note(&format!(
                "level {level}: only {there} states are {distance} moves away"
            ));
        }
        for state in states {
            let moves = solver.solve(&state)?.moves();
            set.push(Graded {
                space: solver.puzzle().to_string(),
                level,
                distance,
                state: state.cells().to_vec(),
                letters: moves.letters(),
                moves,
                seed,
                uniform,
            });
        }
    }
    let rows = set.iter().map(|puzzle| {
        let cells: Vec<String> = puzzle.state.iter().map(u8::to_string).collect();
        [
            puzzle.level.to_string(),
            puzzle.distance.to_string(),
            cells.join(" "),
            args.moves.all(&puzzle.moves),
        ]
    });
    context.print(&if context.json {
        set.iter().map(|puzzle| json::text(puzzle) + "\n").collect()
    } else if args.csv {
        let heading = ["level", "distance", "state", "moves"].map(str::to_owned);
        output::csv([heading].into_iter().chain(rows))?
    } else {
        let rows: Vec<Vec<String>> = rows.map(Vec::from).collect();
        let headings = ["level", "distance", "state", "one optimal solution"];
        output::columns(&headings, &rows)
    })?;
    Ok(Outcome::Done)
}
