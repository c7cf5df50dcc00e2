//! `solve`: one optimal sequence of moves, all of them, or how many.

use serde::Serialize;
use serde_json::{Value, json as value};
use tilebase::{Answer, Moves, Solutions, State};

use super::{for_each_state, json, outcome, stats_line, unsolvable};
use crate::{
    args::Solve,
    context::Context,
    failure::{Failure, Outcome},
    output,
};

pub fn run(context: &Context, args: &Solve) -> Result<Outcome, Failure> {
    args.state.one_for(&args.limits)?;
    let solver = args.guide.apply(context.solver(&args.state.question)?)?;
    let solver = args.limits.apply(solver);
    let streamed = args.state.states(&solver)?.streamed();
    for_each_state(context, &args.state, solver, |solver, state| {
        let mut answer = solver.solve(state)?;
        let outcome = outcome(answer.solvable());
        if outcome == Outcome::Unsolvable && !context.json {
            return Ok((unsolvable(solver.puzzle()), outcome));
        }
        let limit = if args.all { args.limit } else { 0 };
        let several = args.count || args.all;
        let several = several
            .then(|| solver.solutions(state, limit))
            .transpose()?;
        if !args.stats {
            answer.stats = None;
        }
        let text = match (context.json, streamed) {
            (true, _) => json_text(args, &answer, several.as_ref()),
            (false, true) => line(&answer),
            (false, false) => text(args, &answer, several.as_ref()),
        };
        Ok((text, outcome))
    })
}

/// The answer, and what was asked for besides.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    answer: &'a Answer<State>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<Value>>,
}

fn json_text(args: &Solve, answer: &Answer<State>, several: Option<&Solutions<State>>) -> String {
    // Beyond 64 bits JSON readers lose digits of numbers.
    let number = |count: u128| {
        u64::try_from(count).map_or_else(|_| value!(count.to_string()), |count| value!(count))
    };
    let moves = |path: &Vec<State>| value!({ "moves": Moves::along(path) });
    json(&Whole {
        answer,
        optimal_solutions: several
            .filter(|_| args.count)
            .map(|several| number(several.count)),
        solutions: several
            .filter(|_| args.all)
            .map(|several| several.paths.iter().map(moves).collect()),
    })
}

/// In a stream: the number of moves, a colon, the moves.
fn line(answer: &Answer<State>) -> String {
    let moves = answer.moves();
    let mut text = match (answer.distance(), answer.bounds) {
        (None, Some(bounds)) => format!("{bounds}:"),
        _ => format!("{}:", moves.len()),
    };
    for step in moves.iter() {
        text += &format!(" {step}");
    }
    text
}

fn text(args: &Solve, answer: &Answer<State>, several: Option<&Solutions<State>>) -> String {
    let path = answer.path.as_deref().unwrap_or_default();
    if path.is_empty()
        && let Some(bounds) = answer.bounds
    {
        return format!("{bounds}, but no solution was met in the time\n");
    }
    let mut text = pictures(path);
    text += &heading(answer);
    if let Some(several) = several.filter(|_| args.count) {
        text += &match several.count {
            1 => "the only optimal solution\n".to_owned(),
            count => format!("{count} different optimal solutions\n"),
        };
    }
    if let Some(several) = several.filter(|_| args.all) {
        for path in &several.paths {
            text += &format!("  {}\n", Moves::along(path));
        }
        if several.paths.len() >= args.limit {
            text += &format!("  … no more than {} are listed; see --limit\n", args.limit);
        }
    }
    if args.stats {
        text += &format!("{}\n", stats_line(answer));
    }
    text
}

/// The states on the way: boards side by side, rows one below the other.
fn pictures(path: &[State]) -> String {
    let moves = Moves::along(path);
    let steps = (1..).zip(moves.iter());
    let headings = steps.map(|(number, step)| format!("{number}: {step}"));
    let headings = std::iter::once("start".to_owned()).chain(headings);
    let entries: Vec<(String, Vec<String>)> =
        headings.zip(path.iter().map(output::picture)).collect();
    match path.first() {
        Some(State::Row(_)) => entries
            .iter()
            .map(|(heading, lines)| format!("{heading:>8}   {}\n", lines[0]))
            .collect(),
        _ => output::gallery(&entries),
    }
}

/// How many moves, and which.
fn heading(answer: &Answer<State>) -> String {
    let (moves, strong) = (answer.moves(), output::STRONG);
    let named = match answer.state {
        State::Row(_) => "left cells of the stones that jump, from 0",
        State::Board(_) => "tiles that slide",
    };
    let heading = match answer.bounds {
        Some(bounds) if answer.distance().is_none() => {
            format!("{strong}{bounds}{strong:#}; the best known")
        }
        _ => format!("{strong}{} moves{strong:#}", moves.len()),
    };
    format!("{heading} ({named}): {moves}\n")
}
