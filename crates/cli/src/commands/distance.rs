//! `distance`: the least number of moves.

use super::{for_each_state, json_answer, stats_line, unsolvable};
use crate::{
    args::OneState,
    context::Context,
    engine,
    failure::{Failure, Outcome},
};

pub fn run(context: &Context, args: &OneState) -> Result<Outcome, Failure> {
    let asked = args.question.asked()?;
    // Bad input is found before any table is built for it.
    args.states(asked.space)?;
    let engine = engine::open(context, &asked)?;
    for_each_state(context, args, &asked, |state| {
        let answer = engine.distance(state)?;
        let outcome = match answer.distance {
            Some(_) => Outcome::Done,
            None => Outcome::Unsolvable,
        };
        let mut text = match answer.distance {
            _ if context.json => json_answer(&asked, state, &answer, context.stats).to_string(),
            Some(distance) => distance.to_string(),
            None => unsolvable(&asked),
        };
        if context.stats && !context.json {
            text += &format!("  ({})", stats_line(&answer));
        }
        Ok((text, outcome))
    })
}
