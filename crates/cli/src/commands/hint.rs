//! `hint`: what each legal move is worth.

use tilebase::{Hints, Puzzle, sliding::Metric};

use super::{for_each_state, outcome, unsolvable};
use crate::{
    args::{Hint, MoveStyle},
    context::Context,
    failure::{Failure, Outcome},
    json, output,
};

pub fn run(context: &Context, args: &Hint) -> Result<Outcome, Failure> {
    let solver = args
        .heuristic
        .apply(context.solver(&args.state.question)?)?;
    let streamed = args.state.states(&solver)?.streamed();
    for_each_state(context, &args.state, solver, |solver, state| {
        let hints = solver.hints(state)?;
        let outcome = outcome(Some(hints.distance.is_some()));
        let text = match hints.distance {
            _ if context.json => json::text(&hints),
            None => unsolvable(state),
            Some(distance) if streamed => line(distance, &hints, args.moves),
            Some(distance) => text(distance, &hints, args.moves),
        };
        Ok((text, outcome))
    })
}

fn line(distance: u32, hints: &Hints, style: MoveStyle) -> String {
    let moves = hints.moves.iter();
    let moves: Vec<String> = moves
        .map(|hint| format!("{}={}", style.one(hint.step), hint.distance))
        .collect();
    format!("{distance}: {}", moves.join(" "))
}

fn text(distance: u32, hints: &Hints, style: MoveStyle) -> String {
    let verb = match hints.state.puzzle() {
        Puzzle::Sliding(_) if style == MoveStyle::Blank => "blank",
        Puzzle::Sliding(_) if hints.metric == Metric::Multi && style == MoveStyle::Tiles => "press",
        Puzzle::Sliding(_) => "slide",
        Puzzle::Oshidori(_) => "jump from",
    };
    let entry = |hint: &tilebase::Hint| {
        let heading = format!("{verb} {}: {}", style.one(hint.step), hint.distance);
        (heading, output::picture(&hint.state))
    };
    let entries: Vec<(String, Vec<String>)> = hints.moves.iter().map(entry).collect();
    let strong = output::STRONG;
    format!(
        "{strong}{distance} moves{strong:#} to go; after each move:\n\n{}",
        output::gallery(&entries)
    )
}
