//! `distance`: the least number of moves.

use std::{borrow::Cow, fmt::Display};

use tilebase_core::{Puzzle, StateError};

use super::{json_answer, outcome, stats_line, unsolvable};
use crate::{
    args::Distance,
    context::{Context, States},
    engine::{self, Answer, Engine},
    failure::{Failure, Outcome},
    state::State,
    stream::{self, Page},
};

pub fn run(context: &Context, args: &Distance) -> Result<Outcome, Failure> {
    let asked = args.state.question.asked()?;
    // Bad input is found before any table is built for it.
    let residence = args.state.states(asked.space)?.residence();
    args.state.one_for(&args.limits)?;
    let engine = engine::open_within(context, &asked, &args.limits, residence)?;
    let text = |state: &State, mut answer: Answer| {
        if args.limits.bounds_suffice() {
            answer = answer.with_bounds();
        }
        let mut text = match (answer.distance, answer.bounds) {
            _ if context.json => json_answer(&asked, state, &answer, context.stats).to_string(),
            (Some(distance), _) => distance.to_string(),
            (None, Some(bounds)) => bounds.to_string(),
            (None, None) => unsolvable(&asked),
        };
        if context.stats && !context.json {
            text += &format!("  ({})", stats_line(&answer));
        }
        (text, outcome(&answer))
    };
    if let States::One(state) = args.state.states(asked.space)? {
        let (text, outcome) = text(&state, engine.distance(&state)?);
        context.print(&text)?;
        return Ok(outcome);
    }
    stream::answer(context.json, engine.at_once(), |lines, page| {
        distances(engine.as_ref(), asked.space, lines, page, text);
    })
}

/// Pushes what `text` makes of the distance of the state in each line.
pub fn distances<T: Display>(
    engine: &dyn Engine,
    space: Puzzle,
    lines: &[Cow<str>],
    page: &mut Page,
    text: impl Fn(&State, Answer) -> (T, Outcome),
) {
    let parsed: Vec<Result<State, StateError>> =
        lines.iter().map(|line| State::parse(space, line)).collect();
    let states: Vec<State> = parsed.iter().flatten().copied().collect();
    let mut answers = engine.distances(&states).into_iter();
    for state in parsed {
        page.push(state.map_err(Failure::from).and_then(|state| {
            let answer = answers.next().expect("an answer for each state");
            Ok(text(&state, answer?))
        }));
    }
}
