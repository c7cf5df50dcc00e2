//! `random`: random states, and graded sets for games.

use serde::Serialize;
use tilebase::{About, Chosen, Moves, Notation, Rng, Selection, Solver, State, seeded};

use super::{records, states::check_transpose};
use crate::{
    Context, Failure, Outcome, Result, SearchArgs,
    args::{Format, RandomArgs, TargetArgs},
    input, json, output, picture,
};

/// A large set is printed in parts of this many states.
const BATCH: usize = 4096;

/// Pattern databases are copied to memory for more states than this, or for states farther than so
/// many moves. The copy takes longer than the searches of a few near ones.
const FEW_AND_NEAR: (usize, u32) = (16, 50);

pub fn run(context: &Context, args: &RandomArgs) -> Result<Outcome> {
    check_transpose(&args.question.target)?;
    // The tiles of a stage are in place in what is drawn: they are not a goal.
    let target = TargetArgs {
        stage: None,
        ..args.question.target.clone()
    };
    let search = SearchArgs::Heuristic(&args.heuristic);
    let solver = context.solver_of(&args.question.space, &target, search)?;
    let format = context.format(args.written.format)?;
    check(context, args, format, &solver)?;
    if args.written.domain.domain {
        return records::domain(context, &solver);
    }
    let stage = args.question.target.stage.as_deref();
    let chosen = Chosen {
        unique: args.unique,
        symmetric: args.symmetric,
    };
    let among = Selection::of(args.distance, args.walk, stage)?;
    let (few, near) = FEW_AND_NEAR;
    let far = args.levels.is_some() || args.distance.is_some_and(|distance| distance > near);
    let solver = solver.with_copied_patterns(far || args.n > few);
    let writing = Writing {
        format,
        notation: output::notation(&solver, args.written.moves),
        signs: input::signs_of_goal(&solver, target.goal.as_deref())?,
    };
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
        return graded(context, args, &solver, levels, &mut rng, &drawn, &writing);
    }
    print_drawn(
        context,
        args,
        &solver,
        (among, chosen),
        &mut rng,
        &drawn,
        &writing,
    )
}

/// Draws states, and prints them as they are found.
fn print_drawn(
    context: &Context,
    args: &RandomArgs,
    solver: &Solver,
    (among, chosen): (Selection, Chosen),
    rng: &mut Rng,
    drawn: &DrawnState,
    writing: &Writing,
) -> Result<Outcome> {
    let is_drawn_only = picture::alone(args.written.exports.svg.as_deref());
    if args.written.exports.csv && !is_drawn_only {
        context.print(&output::csv(&RECORD, []))?;
    }
    let (mut left, mut all, mut ended) = (args.n, Vec::new(), Ok(Outcome::Done));
    // A walk leads no farther than it is long.
    let farthest = args.distance.or(args.walk);
    let reaching = farthest.map(|distance| solver.reaching(distance));
    let writer = reaching.as_ref().unwrap_or(solver);
    // What is looked for one by one is printed as it is found.
    let is_chosen = chosen != Chosen::default();
    let batch = if is_chosen { 1 } else { BATCH };
    while left > 0 {
        let number = left.min(batch);
        let found = context.work(|| {
            if is_chosen {
                solver.draw_chosen(number, among, chosen, rng)
            } else {
                solver.draw_until_stopped(number, among, rng)
            }
        });
        let found = match found {
            // What is found by then is drawn, too.
            Err(stopped @ Failure::Interrupted(_)) => {
                ended = Err(stopped);
                break;
            }
            found => found?,
        };
        if found.states.is_empty() {
            return Err(Failure::input(format!(
                "found {} of {}: thousands of draws found no more",
                args.n - left,
                output::counted(args.n, "such state"),
            )));
        }
        if left == args.n && args.distance.is_some() && !found.uniform {
            context.note(NOT_UNIFORM);
        }
        let drawn = DrawnState {
            uniform: found.uniform,
            ..drawn.clone()
        };
        match writing.format.record() {
            Some(record) => records::print(context, writer, record, &found.states)?,
            None if is_drawn_only => {}
            None => print(context, args, writer, &drawn, &found.states, writing)?,
        }
        left -= found.states.len();
        if args.written.exports.svg.is_some() {
            all.extend(found.states);
        }
    }
    let distance = args
        .distance
        .map(|moves| format!(": {}", output::moves(moves)));
    let title = format!("{}{}", solver.puzzle(), distance.unwrap_or_default());
    let sheet = || picture::sheet(&title, &all, &writing.signs);
    let svg = args.written.exports.svg.as_deref();
    picture::draw(
        context,
        svg.filter(|_| ended.is_ok() || !all.is_empty()),
        sheet,
    )?;
    ended
}

/// Refuses options that would have no effect.
fn check(context: &Context, args: &RandomArgs, format: Format, solver: &Solver) -> Result<()> {
    let stage = &args.question.target.stage;
    if stage.is_some() && args.levels.is_some() {
        return Err(Failure::input(
            "--stage draws boards with these tiles in place, whatever their distance: not for \
            --levels",
        ));
    }
    let svg = args.written.exports.svg.as_deref();
    picture::check_sheet(svg, args.n as u64, solver.puzzle())?;
    let guided = context.heuristic.is_some() || args.heuristic.partition.is_some();
    let solved = format == Format::Moves || format.record().is_some();
    let searched = args.distance.or(args.levels).is_some() || solved;
    if (guided || args.heuristic.memory.is_some()) && !searched {
        return Err(Failure::input(
            "--heuristic, --partition and --memory guide the searches for --distance, --levels and \
            formats with solutions",
        ));
    }
    if guided && solver.draws_from_table() {
        return Err(Failure::input(format!(
            "--heuristic and --partition guide searches, but a table of {} knows the distances",
            solver.puzzle()
        )));
    }
    if args.written.moves.is_some() && args.levels.is_none() && format != Format::Moves {
        return Err(Failure::input(
            "--moves says how to write moves: with --levels or --format moves",
        ));
    }
    Ok(())
}

/// How moves and states are written.
struct Writing {
    format: Format,
    notation: Notation,
    signs: Vec<String>,
}

/// The fields of comma-separated values of a random state.
const RECORD: [&str; 2] = ["distance", "state"];

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

fn print(
    context: &Context,
    args: &RandomArgs,
    solver: &Solver,
    drawn: &DrawnState,
    states: &[State],
    writing: &Writing,
) -> Result<()> {
    let object = |state: &State| {
        let state = state.cells().to_vec();
        let drawn = drawn.clone();
        json::text(&DrawnState { state, ..drawn }) + "\n"
    };
    if writing.format == Format::Moves && !context.json && !args.written.exports.csv {
        return states.iter().try_for_each(|state| {
            let line = context
                .work(|| output::scramble(solver, state, writing.notation, &writing.signs))?;
            context.print_part(&line)
        });
    }
    let text = if context.json {
        states.iter().map(object).collect()
    } else if args.written.exports.csv {
        let distance = args
            .distance
            .map_or_else(String::new, |moves| moves.to_string());
        let records = states
            .iter()
            .map(|state| vec![distance.clone(), state.to_string()]);
        output::csv(&[], records)
    } else {
        writing.format.states(states, &writing.signs)
    };
    context.print(&text)
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
    writing: &Writing,
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
        context.note(&format!(
            "{NOT_UNIFORM}; levels end at {farthest} moves, the greatest distance that is \
            searched for here"
        ));
    }
    let mut set = GradedSet::default();
    let mut draw_all = || {
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
                    "level {level} has {there} of {per_level} states: there are no more at \
                    distance {distance}"
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
                let level = DrawnState {
                    level: Some(level),
                    distance: Some(distance),
                    uniform,
                    ..drawn.clone()
                };
                set.add(level, &state, moves, writing);
            }
        }
        Ok(())
    };
    // What is drawn when the user ends it is the answer.
    let outcome = match draw_all() {
        Ok(()) => Outcome::Done,
        Err(Failure::Interrupted(_)) if !set.rows.is_empty() => Outcome::Interrupted,
        Err(failure) => return Err(failure),
    };
    context.print(&if context.json {
        set.objects
    } else if args.written.exports.csv {
        let cells = |row: Vec<(_, String)>| row.into_iter().map(|(_, cell)| cell).collect();
        let headings = ["level", "distance", "state", "moves"];
        output::csv(&headings, set.rows.into_iter().map(cells))
    } else {
        output::table(set.rows)
    })?;
    Ok(outcome)
}

/// What is drawn of a graded set: objects for JSON, and rows of a table.
#[derive(Default)]
struct GradedSet {
    objects: String,
    rows: Vec<Vec<(&'static str, String)>>,
}

impl GradedSet {
    /// Adds a state of a level, with a solution.
    fn add(&mut self, level: DrawnState, state: &State, moves: Moves, writing: &Writing) {
        let number = |number: Option<u32>| number.unwrap_or_default().to_string();
        let solution = output::steps(writing.notation, &moves, &writing.signs);
        self.rows.push(vec![
            ("level", number(level.level)),
            ("distance", number(level.distance)),
            ("state", state.to_string()),
            ("one optimal solution", solution),
        ]);
        self.objects += &json::text(&DrawnState {
            state: state.cells().to_vec(),
            solution: Some(json::Solution::new(state.puzzle(), moves)),
            ..level
        });
        self.objects += "\n";
    }
}
