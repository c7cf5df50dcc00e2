//! The commands, one a file.

mod bench;
mod build;
mod check;
mod compare;
mod depths;
mod distance;
mod estimate;
mod hardest;
mod hint;
mod input;
mod list;
mod maze;
mod oshidori_report;
mod plot;
mod random;
mod shell;
mod solve;
mod sudoku;
mod verify;

use serde_json::{Value, json};

use crate::{
    args::{Command, OneState},
    context::{Asked, Context, States},
    engine::{Answer, FEW_LINES},
    failure::{Failure, Outcome},
    state::State,
    stream,
};

pub fn run(context: &Context, command: &Command) -> Result<Outcome, Failure> {
    match command {
        Command::Build(args) => build::run(context, args),
        Command::List => list::run(context),
        Command::Verify(args) => verify::run(context, args),
        Command::Estimate(args) => estimate::run(context, args),
        Command::Distance(args) => distance::run(context, args),
        Command::Solve(args) => solve::run(context, args),
        Command::Hint(args) => hint::run(context, args),
        Command::Hardest(args) => hardest::run(context, args),
        Command::Depths(args) => depths::run(context, args),
        Command::Random(args) => random::run(context, args),
        Command::Check(args) => check::run(context, args),
        Command::Compare(args) => compare::run(context, args),
        Command::OshidoriReport(args) => oshidori_report::run(context, args),
        Command::Sudoku(args) => sudoku::run(context, args),
        Command::Maze(args) => maze::run(context, args),
        Command::Bench(args) => bench::run(context, args),
        Command::Completions { shell } => shell::completions(context, *shell),
        Command::Man => shell::manual(context),
    }
}

/// Answers for the one state that was given, or for each line of standard input.
fn for_each_state(
    context: &Context,
    args: &OneState,
    asked: &Asked,
    answer: impl Fn(&State) -> Result<(String, Outcome), Failure> + Sync,
) -> Result<Outcome, Failure> {
    match args.states(asked.space)? {
        States::One(state) => {
            let (text, outcome) = answer(&state)?;
            context.print(&text)?;
            Ok(outcome)
        }
        States::Stream => stream::answer(context.json, FEW_LINES, |lines, page| {
            for line in lines {
                let state = State::parse(asked.space, line).map_err(Failure::from);
                page.push(state.and_then(|state| answer(&state)));
            }
        }),
    }
}

/// What every JSON answer about a state starts with.
fn json_answer(asked: &Asked, state: &State, answer: &Answer, stats: bool) -> Value {
    let mut value = json!({
        "space": asked.space.to_string(),
        "state": state.json(),
        "solvable": answer.solvable(),
        "distance": answer.distance,
        "method": answer.method,
    });
    if let Some(bounds) = answer.bounds {
        value["lower"] = json!(bounds.lower);
        value["upper"] = json!(bounds.upper);
    }
    if answer.proof.is_some() || answer.bounds.is_some() {
        value["proof"] = json!(answer.proof);
    }
    if let Some(heuristic) = &answer.heuristic {
        value["heuristic"] = json!(heuristic);
    }
    if stats && let Some(stats) = &answer.stats {
        value["stats"] = json!({
            "expanded": stats.expanded,
            "generated": stats.generated,
            "thresholds": stats.thresholds,
            "seconds": stats.seconds,
        });
    }
    value
}

/// What `--stats` adds for people.
fn stats_line(answer: &Answer) -> String {
    use crate::output::{count, seconds};
    let proof = answer
        .proof
        .map_or_else(String::new, |proof| format!(", proof: {proof}"));
    match &answer.stats {
        None => format!("found by {}{proof}", answer.method),
        Some(stats) => format!(
            "found by {} with {}{proof}: {} nodes expanded, {} generated, thresholds {:?}, {}",
            answer.method,
            answer.heuristic.as_deref().unwrap_or("its bound"),
            count(stats.expanded),
            count(stats.generated),
            stats.thresholds,
            seconds(stats.seconds),
        ),
    }
}

/// How a question about a state ended: bounds are an answer too.
fn outcome(answer: &Answer) -> Outcome {
    match answer.solvable() {
        Some(false) => Outcome::Unsolvable,
        _ => Outcome::Done,
    }
}

/// What people are told of a state from which the goal is out of reach.
fn unsolvable(asked: &Asked) -> String {
    format!(
        "unsolvable: the goal cannot be reached from this state of {} (`tilebase check` says why)",
        asked.space
    )
}
