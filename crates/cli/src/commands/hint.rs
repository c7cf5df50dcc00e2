//! `hint`: the value of each legal move.

use tilebase::{Bounds, Hint, Hints, Notation, Puzzle, sliding::Metric};

use super::{
    known, searched,
    states::{Cost, Printed, StateQuestion},
    unsolvable,
};
use crate::{Context, Outcome, Result, SearchArgs, args::HintArgs, json, output};

pub fn run(context: &Context, args: &HintArgs) -> Result<Outcome> {
    let search = SearchArgs::Improving(&args.improving);
    let question = StateQuestion {
        context,
        states: &args.state,
        solver: context.solver(&args.state.question, search)?,
        picture: None,
        cost: Cost::Distances,
    };
    question.answer(&|request| {
        let hints = request.solver.hints_soon(request.state)?;
        let after = hints.moves.iter().map(|hint| hint.bounds);
        let notation = output::notation(request.solver, args.moves);
        let outcome = searched(hints.bounds.into_iter().chain(after));
        let text = match hints.bounds {
            _ if context.json => json::text(&hints),
            None => unsolvable(request.state),
            Some(bounds) if request.streamed => line(bounds, &hints, notation, request.signs),
            Some(bounds) => text(bounds, &hints, notation, request.signs),
        };
        Ok(Printed {
            distance: hints.distance(),
            ..Printed::new(text, outcome)
        })
    })
}

fn line(bounds: Bounds, hints: &Hints, notation: Notation, signs: &[String]) -> String {
    let one = |hint: &Hint| {
        let step = output::step(notation, hint.step, signs);
        format!("{step}={}", hint.bounds.range())
    };
    let moves = output::joined(hints.moves.iter().map(one), " ");
    format!("{}: {moves}", bounds.range())
}

fn text(bounds: Bounds, hints: &Hints, notation: Notation, signs: &[String]) -> String {
    let verb = match (notation, hints.metric) {
        _ if matches!(hints.state.puzzle(), Puzzle::Oshidori(_)) => "jump from",
        (Notation::Blank, _) => "blank",
        (Notation::Tile, Metric::Multi) => "press",
        _ => "slide",
    };
    let entry = |hint: &Hint| {
        let step = output::step(notation, hint.step, signs);
        let heading = format!("{verb} {step}: {}", hint.bounds.range());
        (heading, output::picture(&hint.state, signs))
    };
    let entries: Vec<(String, Vec<String>)> = hints.moves.iter().map(entry).collect();
    let (strong, to_go) = (output::STRONG, known(bounds));
    format!(
        "{strong}{to_go}{strong:#} to go; after each move:\n\n{}",
        output::gallery(&entries)
    )
}
