//! `solve`: one optimal sequence of moves, all of them, or how many.

use std::sync::OnceLock;

use serde::Serialize;
use tilebase::{Answer, Method, Moves, Notation, Solver, State};

use super::{
    drawn::{check_written, drawing},
    known, records, searched, stages,
    states::{Cost, Printed, StateQuestion, StateRequest, limited},
    stats_line, unsolvable,
};
use crate::{
    Context, Outcome, Result,
    args::{Format, SolveArgs},
    interrupt, json, output,
    run_info::RunInfo,
};

pub fn run(context: &Context, args: &SolveArgs) -> Result<Outcome> {
    let solver = limited(context, &args.state, &args.limits)?;
    if args.domain.domain {
        return records::domain(context, &solver);
    }
    context.format(args.format)?;
    if let Some(stages) = &args.stages {
        return stages::solve(context, args, solver, stages);
    }
    check_written(context, args)?;
    if args.anytime {
        return improve(context, args, &solver);
    }
    let run = OnceLock::new();
    let question = StateQuestion {
        context,
        states: &args.state,
        solver,
        picture: args.svg.as_deref().map(|file| (file, "solution")),
        cost: Cost::Distances,
    };
    question.answer(&|request| {
        let StateRequest {
            solver,
            state,
            signs,
            ..
        } = request;
        let mut answer = solver.solve(state)?;
        let outcome = searched(answer.bounds);
        let limit = if args.all { args.limit } else { 0 };
        let (mut count, mut paths) = (None, Vec::new());
        if args.count {
            let all = solver.solutions(state, limit)?;
            (count, paths) = (Some(all.count), all.paths);
        } else if limit > 0 {
            paths = solver.some_solutions(state, limit)?;
        }
        if !context.stats {
            answer.stats = None;
        }
        let path = answer.path.as_deref().unwrap_or_default();
        let notation = output::notation(solver, args.moves);
        let svg = args
            .svg
            .as_ref()
            .map(|_| drawing(args, path, notation, signs));
        let record = args.format.and_then(Format::record);
        let record = record.map(|record| records::of_state(solver, record, state));
        let text = match args.format {
            _ if record.is_some() => record.transpose()?.unwrap_or_default(),
            _ if context.json => {
                let run = || run.get_or_init(|| RunInfo::new(None, Some(solver)));
                json_text(args, &answer, count, &paths, context.stats.then(run))
            }
            _ if outcome == Outcome::Unsolvable => request.unsolvable(),
            _ if request.streamed => line(context, notation, &answer, count, signs),
            None | Some(Format::Grid) => {
                text(context, args, notation, &answer, count, &paths, signs)
            }
            Some(Format::Moves) => output::steps(notation, &answer.moves(), signs),
            Some(format) => format.states(path, signs),
        };
        Ok(Printed {
            text,
            outcome,
            distance: answer.distance(),
            svg,
        })
    })
}

/// Prints each better solution as it is found; at last, for people, its states.
fn improve(context: &Context, args: &SolveArgs, solver: &Solver) -> Result<Outcome> {
    args.state.refuse_stream("--anytime")?;
    let asked = args.state.state(context, solver)?;
    let solver = asked.solver.as_deref().unwrap_or(solver);
    let (state, signs) = (&asked.reading.state, asked.reading.signs());
    let mut best = None;
    let mut improvements = context.work(|| solver.improvements(state))?;
    while !interrupt::is_requested() {
        let Some(better) = context.work(|| improvements.next().transpose())? else {
            break;
        };
        context.answer(&better, || match better.answer.bounds {
            Some(bounds) => format!("at {:.2} s: {}", better.seconds, known(bounds)),
            None => unsolvable(state),
        })?;
        best = Some(better.answer);
    }
    let Some(answer) = best else {
        context.answer(&solver.solve(state)?, || unsolvable(state))?;
        return Ok(Outcome::Unsolvable);
    };
    if !context.json {
        let notation = output::notation(solver, args.moves);
        context.print(&text(context, args, notation, &answer, None, &[], signs))?;
    }
    Ok(searched(answer.bounds))
}

/// The answer, with all that is asked for beside it.
#[derive(Serialize)]
struct SolveAnswer<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<json::Solution>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a RunInfo>,
}

fn json_text(
    args: &SolveArgs,
    answer: &Answer,
    count: Option<u128>,
    paths: &[Vec<State>],
    run: Option<&RunInfo>,
) -> String {
    let solution = |path: &Vec<State>| {
        json::Solution::new(answer.state.puzzle(), Moves::along(answer.metric, path))
    };
    json::text(&SolveAnswer {
        answer,
        optimal_solutions: count,
        solutions: args.all.then(|| paths.iter().map(solution).collect()),
        run,
    })
}

/// In a stream: the number of moves, a colon, the moves, and what else is asked for.
fn line(
    context: &Context,
    notation: Notation,
    answer: &Answer,
    count: Option<u128>,
    signs: &[String],
) -> String {
    let moves = answer.moves();
    let length = match (answer.distance(), answer.bounds) {
        (None, Some(bounds)) => bounds.to_string(),
        _ => moves.len().to_string(),
    };
    let line = format!("{length}: {}", output::steps(notation, &moves, signs));
    let mut line = line.trim_end().to_owned();
    if let Some(count) = count {
        line += &format!("  ({})", counted(count));
    }
    if context.stats {
        line += &format!("  ({})", stats_line(answer));
    }
    line
}

/// Returns how many optimal solutions there are.
fn counted(count: u128) -> String {
    match count {
        1 => "the only optimal solution".to_owned(),
        count => format!("{count} different optimal solutions"),
    }
}

/// The most moves whose states are printed below them unless that is asked for.
const FEW_MOVES: usize = 20;

/// The line that people pass on, and what else is asked for below it.
fn text(
    context: &Context,
    args: &SolveArgs,
    notation: Notation,
    answer: &Answer,
    count: Option<u128>,
    paths: &[Vec<State>],
    signs: &[String],
) -> String {
    let path = answer.path.as_deref().unwrap_or_default();
    if path.is_empty()
        && let Some(bounds) = answer.bounds
    {
        return format!("{bounds}, but no solution was found in the time\n");
    }
    let mut text = heading(notation, answer, signs);
    if let Some(count) = count {
        text += &format!("{}\n", counted(count));
    }
    if args.all {
        for path in paths {
            let moves = Moves::along(answer.metric, path);
            text += &format!("  {}\n", output::steps(notation, &moves, signs));
        }
        if paths.len() >= args.limit {
            text += &format!("  … no more than {} are listed; see --limit\n", args.limit);
        }
    }
    if context.stats {
        text += &format!("{}\n", stats_line(answer));
    }
    if args.format.is_some() || path.len() <= FEW_MOVES + 1 {
        let states = output::path(answer.metric, path, notation, signs);
        text += &format!("\n{}\n", states.trim_end());
    }
    text
}

/// Returns how many moves, and which.
fn heading(notation: Notation, answer: &Answer, signs: &[String]) -> String {
    let (moves, strong) = (answer.moves(), output::STRONG);
    let named = output::meaning(notation, &answer.state, answer.metric);
    let heading = match answer.bounds {
        Some(bounds) if answer.distance().is_none() => {
            let known = match answer.method {
                Method::Beam => known(bounds),
                _ => bounds.to_string(),
            };
            format!("{strong}{known}{strong:#}; the best known")
        }
        _ => format!("{strong}{}{strong:#}", output::moves(moves.len() as u32)),
    };
    let moves = output::steps(notation, &moves, signs);
    let line = format!("{heading} ({named}): {moves}");
    line.trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use tilebase::Library;

    use super::*;

    #[test]
    fn the_number_of_solutions_is_an_integer_beyond_64_bits_too() {
        let solver = Library::in_memory().puzzle("2x2").unwrap();
        let text = json::text(&SolveAnswer {
            answer: &solver.solve("1 2 0 3").unwrap(),
            optimal_solutions: Some(u128::MAX),
            solutions: None,
            run: None,
        });
        let number = format!("\"optimal_solutions\":{}", u128::MAX);
        assert!(text.contains(&number), "{text}");
    }
}
