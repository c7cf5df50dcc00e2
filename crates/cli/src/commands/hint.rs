//! `hint`: the value of each legal move.

use tilebase::{Bounds, Hint, Hints, Notation, Puzzle, pictures, sliding::Metric};

use super::{
    known, searched,
    states::{Cost, Printed, StateQuestion},
};
use crate::{Context, Outcome, Result, SearchArgs, args::HintArgs, json, output};

pub fn run(context: &Context, args: &HintArgs) -> Result<Outcome> {
    let search = SearchArgs::Improving(&args.improving);
    let solver = context.solver(&args.state.question, search)?;
    let exports = &args.exports;
    if exports.csv {
        args.state.refuse_stream("--csv")?;
    }
    let question = StateQuestion {
        context,
        states: &args.state,
        solver,
        picture: exports.svg.as_deref().map(|file| (file, "moves")),
        cost: Cost::Distances,
    };
    question.answer(&|request| {
        let hints = request.solver.hints_soon(request.state)?;
        let after = hints.moves.iter().map(|hint| hint.bounds);
        let notation = output::notation(request.solver, args.moves);
        let outcome = searched(hints.bounds.into_iter().chain(after));
        let text = match hints.bounds {
            _ if context.json => json::text(&hints),
            None => request.unsolvable(),
            Some(_) if exports.csv => csv(&hints, notation, request.signs),
            Some(bounds) if request.streamed => line(bounds, &hints, notation, request.signs),
            Some(bounds) => text(bounds, &hints, notation, request.signs),
        };
        let svg = hints.bounds.filter(|_| exports.svg.is_some());
        Ok(Printed {
            distance: hints.distance(),
            svg: svg.map(|bounds| drawing(bounds, &hints, notation, request.signs)),
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

/// Returns a record for each move.
fn csv(hints: &Hints, notation: Notation, signs: &[String]) -> String {
    let record = |hint: &Hint| {
        let Bounds { lower, upper } = hint.bounds;
        vec![
            output::step(notation, hint.step, signs),
            hint.distance().map_or_else(String::new, |n| n.to_string()),
            lower.to_string(),
            upper.map_or_else(String::new, |n| n.to_string()),
            hint.state.to_string(),
        ]
    };
    let headings = ["move", "distance", "least", "most", "state"];
    output::csv(&headings, hints.moves.iter().map(record))
}

/// Returns each move with what it leads to.
fn headings(hints: &Hints, notation: Notation, signs: &[String]) -> Vec<String> {
    let verb = match (notation, hints.metric) {
        _ if matches!(hints.state.puzzle(), Puzzle::Oshidori(_)) => "jump from",
        (Notation::Blank, _) => "blank",
        (Notation::Tile, Metric::Multi) => "press",
        _ => "slide",
    };
    let heading = |hint: &Hint| {
        let step = output::step(notation, hint.step, signs);
        format!("{verb} {step}: {}", hint.bounds.range())
    };
    hints.moves.iter().map(heading).collect()
}

fn text(bounds: Bounds, hints: &Hints, notation: Notation, signs: &[String]) -> String {
    let boards = hints
        .moves
        .iter()
        .map(|hint| output::picture(&hint.state, signs));
    let entries: Vec<(String, Vec<String>)> = headings(hints, notation, signs)
        .into_iter()
        .zip(boards)
        .collect();
    let (strong, to_go) = (output::STRONG, known(bounds));
    format!(
        "{strong}{to_go}{strong:#} to go; after each move:\n\n{}",
        output::gallery(&entries)
    )
}

/// Draws the state, and that after each move.
fn drawing(bounds: Bounds, hints: &Hints, notation: Notation, signs: &[String]) -> String {
    let title = format!("{}: {} to go", hints.state.puzzle(), known(bounds));
    let after = headings(hints, notation, signs).into_iter();
    let after = after.zip(hints.moves.iter().map(|hint| &hint.state));
    let entries: Vec<_> = [("now".to_owned(), &hints.state)]
        .into_iter()
        .chain(after)
        .collect();
    pictures::sheet(&title, &entries, signs)
}
