//! `distance`: the least number of moves.

use super::{for_each_state, json_answer, outcome, stats_line, unsolvable};
use crate::{
    args::Distance,
    context::Context,
    engine,
    failure::{Failure, Outcome},
};

pub fn run(context: &Context, args: &Distance) -> Result<Outcome, Failure> {
    let asked = args.state.question.asked()?;
    // Bad input is found before any table is built for it.
    let residence = args.state.states(asked.space)?.residence();
    args.state.one_for(&args.limits)?;
    let engine = engine::open_within(context, &asked, &args.limits, residence)?;
    for_each_state(context, &args.state, &asked, |state| {
        let mut answer = engine.distance(state)?;
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
        Ok((text, outcome(&answer)))
    })
}
