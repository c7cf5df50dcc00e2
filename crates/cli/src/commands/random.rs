//! `random`: random states, and graded sets for games.

use serde::Serialize;
use tilebase::{About, Rng, Selection, Solver, State, seeded};

use super::records;
use crate::{
    Context, Failure, Outcome, Result, SearchArgs,
    args::{Format, RandomArgs, TargetArgs},
    json, output,
};

/// A large set is printed in parts of this many states.
const BATCH: usize = 4096;

pub fn run(context: &Context, args: &RandomArgs) -> Result<Outcome> {
    // The tiles of a stage are in place in what is drawn: they are not a goal.
    let target = TargetArgs {
        stage: None,
        ..args.question.target.clone()
    };
    let search = SearchArgs::Heuristic(&args.heuristic);
    let solver = context.solver_of(&args.question.space, &target, search)?;
    if args.domain.domain {
        return records::domain(context, &solver);
    }
    let stage = args.question.target.stage.as_deref();
    if stage.is_some() && args.levels.is_some() {
        return Err(Failure::input(
            "--stage draws boards with these tiles in place, whatever their distance: not for \
            --levels",
        ));
    }
    let guided = context.heuristic.is_some() || args.heuristic.partition.is_some();
    if guided && args.distance.or(args.levels).is_none() {
        return Err(Failure::input(
            "--heuristic and --partition guide the searches for --distance and --levels",
        ));
    }
    let among = Selection::of(args.distance, args.walk, stage)?;
    let solver = solver.copy_patterns(true);
    // The algorithm is fixed, so that a seed gives the same states in every version.
    let seed = args.seed.unwrap_or_else(entropy);
    let mut rng = seeded(seed);
    let drawn = DrawnState {
        about: (&solver).into(),
        level: None,
        distance: args.distance,
        walk: args.walk,
        state: Vec::new(),
        solution: None,
        seed,
        uniform: true,
    };
    if let Some(levels) = args.levels.zip(args.per_level) {
        return graded(context, args, &solver, levels, &mut rng, &drawn);
    }
    let mut left = args.n;
    while left > 0 {
        let number = left.min(BATCH);
        let found = context.work(|| solver.draw(number, among, &mut rng))?;
        if left == args.n && args.distance.is_some() && !found.uniform {
            context.note(NOT_UNIFORM);
        }
        let drawn = DrawnState {
            uniform: found.uniform,
            ..drawn.clone()
        };
        match args.format.record().filter(|_| !context.json) {
            Some(record) => {
                let text = context.work(|| records::texts(&solver, record, &found.states))?;
                context.print_part(&text)?;
            }
            None => print(context, args.format, &drawn, &found.states)?,
        }
        left -= found.states.len();
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

/// A random state, as JSON has it; of a level, with one optimal solution.
#[derive(Clone, Serialize)]
struct DrawnState {
    #[serde(flatten)]
    about: About,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    /// The length of the walk that led here.
    #[serde(skip_serializing_if = "Option::is_none")]
    walk: Option<u32>,
    state: Vec<u8>,
    #[serde(flatten)]
    solution: Option<json::Solution>,
    seed: u64,
    uniform: bool,
}

fn print(context: &Context, format: Format, drawn: &DrawnState, states: &[State]) -> Result<()> {
    let object = |state: &State| {
        let state = state.cells().to_vec();
        let drawn = drawn.clone();
        json::text(&DrawnState { state, ..drawn }) + "\n"
    };
    context.print(&if context.json {
        states.iter().map(object).collect()
    } else {
        format.states(states, &[])
    })
}

/// Prints puzzles for a game: distances from easy to hardest in equal steps, no puzzle twice.
/// Without a table, the hardest are at the greatest distance of walks.
fn graded(
    context: &Context,
    args: &RandomArgs,
    solver: &Solver,
    (levels, per_level): (u32, usize),
    rng: &mut Rng,
    drawn: &DrawnState,
) -> Result<Outcome> {
    let uniform = match solver.partial_goal() {
        Some(_) => solver.answers_from_table()?,
        None => tilebase::programs::has_buildable_size(solver.puzzle()),
    };
    let farthest = if uniform {
        context.work(|| solver.depths())?.eccentricity
    } else {
        solver.reach()
    };
    if levels == 0 || levels > farthest {
        return Err(Failure::input(format!(
            "--levels must be from 1 to {farthest}, the greatest distance"
        )));
    }
    if !uniform {
        context.note(NOT_UNIFORM);
    }
    let (mut objects, mut rows) = (String::new(), Vec::new());
    for level in 1..=levels {
        // Level l of n is at the fraction l/n of the way to the hardest states.
        let distance = (farthest * level).div_ceil(levels);
        let among = if uniform {
            Selection::Distinct(distance)
        } else {
            Selection::WalkTo(distance)
        };
        let states = context.work(|| solver.draw(per_level, among, rng))?.states;
        if states.len() < per_level {
            let there = states.len();
            context.note(&format!(
                "level {level} has {there} of {per_level} states: there are no more at distance \
                {distance}"
            ));
        }
        for state in states {
            let moves = context.work(|| {
                if uniform {
                    Ok(solver.solve(&state)?.moves())
                } else {
                    solver.walk_back(&state, distance)
                }
            })?;
            rows.push(vec![
                ("level", level.to_string()),
                ("distance", distance.to_string()),
                ("state", state.to_string()),
                ("one optimal solution", moves.written(args.moves)),
            ]);
            objects += &json::text(&DrawnState {
                level: Some(level),
                distance: Some(distance),
                state: state.cells().to_vec(),
                solution: Some(json::Solution::new(state.puzzle(), moves)),
                uniform,
                ..drawn.clone()
            });
            objects += "\n";
        }
    }
    context.print(&if context.json {
        objects
    } else if args.csv {
        let cells = |row: Vec<(_, String)>| row.into_iter().map(|(_, cell)| cell).collect();
        let headings = ["level", "distance", "state", "moves"];
        output::csv(&headings, rows.into_iter().map(cells))?
    } else {
        output::table(rows)
    })?;
    Ok(Outcome::Done)
}
