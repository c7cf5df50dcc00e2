//! `solve`: one optimal sequence of moves, all of them, or how many.

use serde_json::json;

use super::{for_each_state, json_answer, outcome, stats_line, unsolvable};
use crate::{
    args::Solve,
    context::{Asked, Context, States},
    engine::{self, Answer, Engine},
    failure::{Failure, Outcome},
    output,
    state::{State, moves},
};

pub fn run(context: &Context, args: &Solve) -> Result<Outcome, Failure> {
    let asked = args.state.question.asked()?;
    let states = args.state.states(asked.space)?;
    let streamed = matches!(states, States::Stream);
    args.state.one_for(&args.limits)?;
    let engine = engine::open_within(context, &asked, &args.limits, states.residence())?;
    for_each_state(context, &args.state, &asked, |state| {
        let mut answer = engine.solve(state)?;
        if args.limits.bounds_suffice() {
            answer = answer.with_bounds();
        }
        let outcome = outcome(&answer);
        if outcome == Outcome::Unsolvable && !context.json {
            return Ok((unsolvable(&asked), Outcome::Unsolvable));
        }
        let found = Found {
            count: args.count.then(|| engine.count(state)).transpose()?,
            all: args
                .all
                .then(|| engine.all(state, args.limit))
                .transpose()?,
            answer,
        };
        let text = match (context.json, streamed) {
            (true, _) => json_text(context, &asked, state, &found),
            (false, true) => line_text(&found),
            (false, false) => text(context, engine.as_ref(), args, &found),
        };
        Ok((text, outcome))
    })
}

/// Everything that was asked about one state.
struct Found {
    answer: Answer,
    count: Option<u128>,
    all: Option<Vec<Vec<State>>>,
}

fn json_text(context: &Context, asked: &Asked, state: &State, found: &Found) -> String {
    let mut value = json_answer(asked, state, &found.answer, context.stats);
    value["moves"] = json!(moves(&found.answer.path));
    value["states"] = found.answer.path.iter().map(State::json).collect();
    if let Some(count) = found.count {
        // Beyond 64 bits JSON readers lose digits of numbers.
        value["optimal_solutions"] =
            u64::try_from(count).map_or_else(|_| json!(count.to_string()), |count| json!(count));
    }
    if let Some(all) = &found.all {
        value["solutions"] = all
            .iter()
            .map(|path| json!({ "moves": moves(path) }))
            .collect();
    }
    value.to_string()
}

/// In a stream: the number of moves, a colon, the moves.
fn line_text(found: &Found) -> String {
    let mut text = match (found.answer.distance, found.answer.bounds) {
        (None, Some(bounds)) => format!("{bounds}:"),
        _ => format!("{}:", found.answer.path.len().saturating_sub(1)),
    };
    for name in moves(&found.answer.path) {
        text += &format!(" {name}");
    }
    text
}

fn text(context: &Context, _engine: &dyn Engine, args: &Solve, found: &Found) -> String {
    let path = &found.answer.path;
    if path.is_empty()
        && let Some(bounds) = found.answer.bounds
    {
        return format!("{bounds}, but no solution was met in the time\n");
    }
    let names = moves(path);
    let entries: Vec<(String, Vec<String>)> = path
        .iter()
        .enumerate()
        .map(|(step, state)| {
            let heading = match step {
                0 => "start".to_owned(),
                _ => format!("{step}: {}", names[step - 1]),
            };
            (heading, output::picture(state))
        })
        .collect();
    let (named, rows) = match path.first() {
        Some(State::Row(_)) => ("left cells of the stones that jump, from 0", true),
        _ => ("tiles that slide", false),
    };
    let mut text = if rows {
        entries
            .iter()
            .map(|(heading, lines)| format!("{heading:>8}   {}\n", lines[0]))
            .collect()
    } else {
        output::gallery(&entries)
    };
    let strong = output::STRONG;
    let list: Vec<String> = names.iter().map(usize::to_string).collect();
    let heading = match found.answer.bounds {
        Some(bounds) if found.answer.distance.is_none() => {
            format!("{strong}{bounds}{strong:#}; the best known")
        }
        _ => format!("{strong}{} moves{strong:#}", names.len()),
    };
    text += &format!("{heading} ({named}): {}\n", list.join(" "));
    if let Some(count) = found.count {
        text += &match count {
            1 => "the only optimal solution\n".to_owned(),
            _ => format!("{count} different optimal solutions\n"),
        };
    }
    if let Some(all) = &found.all {
        for path in all {
            let list: Vec<String> = moves(path).iter().map(usize::to_string).collect();
            text += &format!("  {}\n", list.join(" "));
        }
        if all.len() >= args.limit {
            text += &format!("  … no more than {} are listed; see --limit\n", args.limit);
        }
    }
    if context.stats {
        text += &format!("{}\n", stats_line(&found.answer));
    }
    text
}
