//! `hint`: what each legal move is worth.

use serde_json::{Value, json};

use super::{for_each_state, unsolvable};
use crate::{
    args::OneState,
    context::{Context, States},
    engine,
    failure::{Failure, Outcome},
    output,
    state::State,
};

pub fn run(context: &Context, args: &OneState) -> Result<Outcome, Failure> {
    let asked = args.question.asked()?;
    let states = args.states(asked.space)?;
    let streamed = matches!(states, States::Stream);
    let engine = engine::open(context, &asked, states.residence())?;
    for_each_state(context, args, &asked, |state| {
        let answer = engine.distance(state)?;
        let Some(distance) = answer.distance else {
            let text = match context.json {
                true => json!({
                    "space": asked.space.to_string(),
                    "state": state.json(),
                    "solvable": false,
                    "distance": Value::Null,
                    "moves": [],
                })
                .to_string(),
                false => unsolvable(&asked),
            };
            return Ok((text, Outcome::Unsolvable));
        };
        let hints = engine.hints(state, distance)?;
        let text = if context.json {
            let moves: Vec<Value> = hints
                .iter()
                .map(|(next, distance)| {
                    json!({ "move": state.move_to(next), "state": next.json(), "distance": distance })
                })
                .collect();
            json!({
                "space": asked.space.to_string(),
                "state": state.json(),
                "solvable": true,
                "distance": distance,
                "moves": moves,
            })
            .to_string()
        } else if streamed {
            let moves: Vec<String> = hints
                .iter()
                .map(|(next, distance)| format!("{}={distance}", state.move_to(next)))
                .collect();
            format!("{distance}: {}", moves.join(" "))
        } else {
            text(state, distance, &hints)
        };
        Ok((text, Outcome::Done))
    })
}

fn text(state: &State, distance: u32, hints: &[(State, u32)]) -> String {
    let verb = match state {
        State::Board(_) => "slide",
        State::Row(_) => "jump from",
    };
    let entries: Vec<(String, Vec<String>)> = hints
        .iter()
        .map(|(next, after)| {
            (
                format!("{verb} {}: {after}", state.move_to(next)),
                output::picture(next),
            )
        })
        .collect();
    let strong = output::STRONG;
    format!(
        "{strong}{distance} moves{strong:#} to go; after each move:\n\n{}",
        output::gallery(&entries)
    )
}
