//! `distance`: the least number of moves.

use std::{borrow::Cow, fmt::Display};

use tilebase::{Answer, AnySolver, State};

use super::{FEW_LINES, json, outcome, stats_line, unsolvable};
use crate::{
    args::Distance,
    context::{Context, States},
    failure::{Failure, Outcome},
    stream::{self, Page},
};

/// Lines of a stream that are looked up together.
pub const MANY_LINES: usize = 1024;

pub fn run(context: &Context, args: &Distance) -> Result<Outcome, Failure> {
    args.state.one_for(&args.limits)?;
    let solver = args.guide.apply(context.solver(&args.state.question)?)?;
    let solver = args.limits.apply(solver);
    let text = |mut answer: Answer<State>| {
        let outcome = outcome(answer.solvable());
        if context.json {
            answer.stats.take_if(|_| !args.stats);
            return (json(&answer), outcome);
        }
        let mut text = match (answer.distance(), answer.bounds) {
            (Some(distance), _) => distance.to_string(),
            (None, Some(bounds)) => bounds.to_string(),
            (None, None) => unsolvable(&answer.state),
        };
        if args.stats {
            text += &format!("  ({})", stats_line(&answer));
        }
        (text, outcome)
    };
    // Bad input is found before any table is built for it.
    let file = match args.state.states(&solver)? {
        States::One(state) => {
            let (text, outcome) = text(context.work(|| solver.distance(state))?);
            context.print(&text)?;
            return Ok(outcome);
        }
        States::Stream(file) => file,
    };
    let solver = solver.clone().copy_patterns(true);
    // Look-ups are over before anybody could want to stop them.
    match context.work(|| solver.is_tabulated())? {
        true => stream::answer(
            &file,
            solver.puzzle(),
            context.json,
            MANY_LINES,
            |lines, page| {
                distances(&solver, lines, page, text);
            },
        ),
        false => stream::answer(
            &file,
            solver.puzzle(),
            context.json,
            FEW_LINES,
            |lines, page| {
                for line in lines {
                    page.push(context.work(|| solver.distance(line.as_ref())).map(text));
                }
            },
        ),
    }
}

/// Pushes what `text` makes of the distance of the state in each line, looked up together.
pub fn distances<T: Display>(
    solver: &AnySolver,
    lines: &[Cow<str>],
    page: &mut Page,
    text: impl Fn(Answer<State>) -> (T, Outcome),
) {
    let parsed: Vec<Result<State, tilebase::Error>> = lines
        .iter()
        .map(|line| solver.state(line.as_ref()))
        .collect();
    let states: Vec<State> = parsed.iter().flatten().copied().collect();
    let Ok(answers) = solver.each_distance(&states) else {
        for line in lines {
            page.push(
                solver
                    .distance(line.as_ref())
                    .map(&text)
                    .map_err(Failure::from),
            );
        }
        return;
    };
    let mut answers = answers.into_iter();
    for state in parsed {
        page.push(state.map_err(Failure::from).and_then(|_| {
            let answer = answers.next().expect("an answer for each state");
            Ok(text(answer?))
        }));
    }
}
