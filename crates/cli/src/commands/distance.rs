//! `distance`: the least number of moves.

use std::{borrow::Cow, fmt::Display, sync::OnceLock};

use serde::Serialize;
use tilebase::{Answer, Hardness, Solver, State, pictures};

use super::{Answered, for_each_line, searched, stats_line, unsolvable};
use crate::{
    Context, Failure, Outcome, Result, args::Distance, circumstances::Circumstances, json, output,
    stream::Page,
};

pub fn run(context: &Context, args: &Distance) -> Result<Outcome> {
    args.state.one_for(&args.limits)?;
    let solver = context.searching(&args.state.question, &args.heuristic)?;
    let solver = args.limits.apply(solver).whole_tree(args.whole_tree);
    let run = OnceLock::new();
    let text = |solver: &Solver, mut answer: Answer| -> Result<Answered, tilebase::Error> {
        let svg = args.svg.as_ref().map(|_| {
            let problem = "--svg draws the thresholds of a search of a board: name a --heuristic";
            pictures::growth(&answer).ok_or_else(|| tilebase::Error::Question(problem.to_owned()))
        });
        let outcome = searched(answer.bounds);
        let hardness = match answer.distance().filter(|_| args.hardness) {
            Some(distance) => solver.hardness(distance)?,
            None => None,
        };
        let text = if context.json {
            answer.stats.take_if(|_| !context.stats);
            let run = || run.get_or_init(|| Circumstances::new(None, Some(solver)));
            json::text(&DistanceAnswer {
                answer,
                hardness,
                run: context.stats.then(run),
            })
        } else {
            let mut text = match (answer.distance(), answer.bounds) {
                (Some(distance), _) => distance.to_string(),
                (None, Some(bounds)) => bounds.to_string(),
                (None, None) => unsolvable(&answer.state),
            };
            if args.hardness && answer.distance().is_some() {
                text += &format!("  ({})", described(hardness));
            }
            if context.stats {
                text += &format!("  ({})", stats_line(&answer));
            }
            text
        };
        let svg = svg.transpose()?;
        Ok(Answered { text, outcome, svg })
    };
    for_each_line(
        context,
        &args.state,
        solver,
        args.svg.as_deref().map(|file| (file, "search")),
        |solver, state| text(solver, solver.distance(state)?),
        |solver, lines, page| {
            distances(solver, lines, page, |answer| {
                Ok(text(solver, answer)?.line())
            });
        },
    )
}

/// The answer, with the hardness and the circumstances if they are asked for.
#[derive(Serialize)]
struct DistanceAnswer<'a> {
    #[serde(flatten)]
    answer: Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    hardness: Option<Hardness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a Circumstances>,
}

/// How hard a state is among all, for people.
fn described(hardness: Option<Hardness>) -> String {
    let Some(hardness) = hardness else {
        return "how hard that is among all states is not known".to_owned();
    };
    // Rounded down: only beyond the farthest there is nothing harder.
    let nearer = (hardness.nearer * 100.0).floor() / 100.0;
    let states = output::count(hardness.states);
    if hardness.sampled {
        format!("harder than {nearer}% of {states} random states")
    } else {
        format!("harder than {nearer}% of all {states} states")
    }
}

/// Pushes what `text` makes of the distance of the state in each line, looked up together.
pub fn distances<T: Display>(
    solver: &Solver,
    lines: &[Cow<str>],
    page: &mut Page,
    text: impl Fn(Answer) -> Result<(T, Outcome), tilebase::Error>,
) {
    let parsed = lines.iter().map(|line| solver.state(line.as_ref()));
    let parsed: Vec<tilebase::Result<State>> = parsed.collect();
    let states: Vec<State> = parsed.iter().flatten().cloned().collect();
    let Ok(answers) = solver.each_distance(&states) else {
        for line in lines {
            let answer = solver.distance(line.as_ref());
            page.push(answer.and_then(&text).map_err(Failure::from));
        }
        return;
    };
    let mut answers = answers.into_iter();
    for state in parsed {
        let answer = state.map(|_| answers.next().expect("an answer for each state"));
        page.push(answer.and_then(&text).map_err(Failure::from));
    }
}
