//! `distance`: the least number of moves.

use std::sync::OnceLock;

use serde::Serialize;
use tilebase::{Answer, Hardness, pictures};

use super::{
    searched,
    states::{Cost, Printed, StateQuestion, limited},
    stats_line,
};
use crate::{Context, Outcome, Result, args::DistanceArgs, json, output, run_info::RunInfo};

pub fn run(context: &Context, args: &DistanceArgs) -> Result<Outcome> {
    let run = OnceLock::new();
    let question = StateQuestion {
        context,
        states: &args.state,
        solver: limited(context, &args.state, &args.limits)?,
        picture: args.svg.as_deref().map(|file| (file, "search")),
        cost: Cost::LookUps,
    };
    question.answer(&|mut request| {
        let solver = request.solver;
        let found = request
            .found
            .take()
            .map_or_else(|| solver.distance(request.state), Ok);
        let mut answer = found?;
        // A board that cannot be solved has no bounds.
        let svg = answer.bounds.and(args.svg.as_ref()).map(|_| {
            let problem = "--svg draws the thresholds of a search of a board, and this answer took \
                none: name a --heuristic, or a state farther from the goal";
            pictures::growth(&answer).ok_or_else(|| tilebase::Error::Question(problem.to_owned()))
        });
        let (outcome, distance) = (searched(answer.bounds), answer.distance());
        let hardness = match answer.distance().filter(|_| args.hardness) {
            Some(distance) => solver.hardness(distance)?,
            None => None,
        };
        let text = if context.json {
            answer.stats.take_if(|_| !context.stats);
            let run = || run.get_or_init(|| RunInfo::new(None, Some(solver)));
            json::text(&DistanceAnswer {
                answer,
                hardness,
                run: context.stats.then(run),
            })
        } else {
            let mut text = match (answer.distance(), answer.bounds) {
                (Some(distance), _) => distance.to_string(),
                (None, Some(bounds)) => bounds.to_string(),
                (None, None) => request.unsolvable(),
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
        Ok(Printed {
            text,
            outcome,
            distance,
            svg,
        })
    })
}

/// The answer, with the hardness and the circumstances if they are asked for.
#[derive(Serialize)]
struct DistanceAnswer<'a> {
    #[serde(flatten)]
    answer: Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    hardness: Option<Hardness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a RunInfo>,
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
