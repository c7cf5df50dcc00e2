//! `--stages`: solutions, games and upper bounds stage by stage.

use tilebase::{Game, Moves, Notation, Solver, StageEnd, Staged, StagedReview};

use super::{
    drawn::{check_written, drawing},
    no_review::{no_review, reached},
    states::{Cost, Printed, StateQuestion, StateRequest},
    unsolvable,
};
use crate::{
    Context, Failure, Outcome, Result,
    args::{EstimateArgs, Format, SolveArgs},
    json,
    output::{self, BAD, GOOD, STRONG},
};

/// `solve --stages`.
pub fn solve(context: &Context, args: &SolveArgs, solver: Solver, stages: &str) -> Result<Outcome> {
    let stages = solver.stages(stages)?;
    check_written(context, args)?;
    let question = StateQuestion {
        context,
        states: &args.state,
        solver,
        picture: args.svg.as_deref().map(|file| (file, "solution")),
        cost: Cost::Stages,
    };
    question.answer(&|request| {
        let StateRequest {
            solver,
            state,
            signs,
            ..
        } = request;
        let staged = solver.solve_stages(state, &stages, args.best.unwrap_or(1))?;
        let path = staged.answer.path.as_deref().unwrap_or_default();
        let solvable = staged.length.is_some();
        let outcome = if solvable { Outcome::Done } else { Outcome::Unsolvable };
        let notation = output::notation(solver, args.moves);
        let svg = args
            .svg
            .as_ref()
            .map(|_| drawing(args, path, notation, signs));
        let text = match args.format {
            _ if context.json => json::text(&staged),
            _ if !solvable => unsolvable(state),
            _ if request.streamed => line(&staged, notation, signs),
            None | Some(Format::Grid) => text(&staged, notation, signs),
            Some(Format::Moves) => output::steps(notation, &staged.answer.moves(), signs),
            Some(format) => format.states(path, signs),
        };
        Ok(Printed {
            svg,
            ..Printed::new(text, outcome)
        })
    })
}

/// The lengths of the stages, their sum and all moves, as one line of a stream.
fn line(staged: &Staged, notation: Notation, signs: &[String]) -> String {
    let lengths = staged.stages.iter().map(|stage| stage.length);
    let total = staged.length.unwrap_or_default();
    let moves = output::steps(notation, &staged.answer.moves(), signs);
    let line = format!("{} = {total}: {moves}", output::joined(lengths, " + "));
    line.trim_end().to_owned()
}

/// All moves, the moves of each stage, and the board where it ends.
fn text(staged: &Staged, notation: Notation, signs: &[String]) -> String {
    let (answer, mut start, mut text) = (&staged.answer, 0, String::new());
    let path = answer.path.as_deref().unwrap_or_default();
    let mut boards = vec![("start".to_owned(), output::picture(&answer.state, signs))];
    for stage in &staged.stages {
        let end = stage.end as usize;
        let moves = Moves::along(answer.metric, &path[start..=end]);
        let proven = if stage.optimal { "" } else { ", the best known" };
        let StageEnd { name, length, .. } = stage;
        let length = output::moves(*length);
        let moves = output::steps(notation, &moves, signs);
        let line = format!("{name}: {STRONG}{length}{STRONG:#}{proven}: {moves}");
        text += line.trim_end_matches(": ");
        text += "\n";
        let picture = output::picture(&path[end], signs);
        boards.push((format!("{name}: {end}"), picture));
        start = end;
    }
    let (total, named) = (
        output::moves(start as u32),
        output::meaning(notation, &answer.state, answer.metric),
    );
    let all = output::steps(notation, &answer.moves(), signs);
    let all = format!("{STRONG}{total}{STRONG:#} in all ({named}): {all}");
    let (all, boards) = (all.trim_end_matches([':', ' ']), output::gallery(&boards));
    format!("{all}\n\n{text}\n{}\n", boards.trim_end())
}

/// `review --stages`.
pub fn review(context: &Context, solver: &Solver, game: &Game, stages: &str) -> Result<Outcome> {
    let stages = solver.stages(stages)?;
    let graded = context.work(|| reached(solver.review_stages(game, &stages)))?;
    let Some(graded) = graded else {
        return no_review(context, solver, game.start());
    };
    context.answer(&graded, || grades(&graded))
}

fn grades(review: &StagedReview) -> String {
    let rows = review.stages.iter().map(|stage| {
        let verdict = match (stage.left, stage.wasted) {
            (0, 0) => format!("{GOOD}✓{GOOD:#}"),
            (0, wasted) => format!("{BAD}{} wasted{BAD:#}", output::moves(wasted)),
            (left, wasted) => format!("{} to go, {wasted} wasted", output::moves(left)),
        };
        vec![
            ("stage", stage.name.clone()),
            ("least", stage.distance.to_string()),
            ("made", stage.made.to_string()),
            ("", verdict),
        ]
    });
    let made = output::moves(review.game.moves().len() as u32);
    output::table(rows) + &format!("\n{made} made\n")
}

/// `estimate --stages`.
pub fn estimate(context: &Context, args: &EstimateArgs, stages: &str) -> Result<Outcome> {
    if args.spaces.is_empty() {
        return Err(Failure::input("--stages: name the boards"));
    }
    for name in &args.spaces {
        let solver = context.library.puzzle(name)?.with_metric(args.metric)?;
        let stages = solver.stages(stages)?;
        let farthest = context.work(|| solver.farthest_stages(&stages))?;
        context.answer(&farthest, || {
            let rows = farthest.stages.iter().map(|stage| {
                vec![
                    ("stage", stage.name.clone()),
                    ("farthest", stage.eccentricity.to_string()),
                ]
            });
            let most = output::moves(farthest.upper_bound);
            output::table(rows) + &format!("\nno board of {name} takes more than {most}\n")
        })?;
    }
    Ok(Outcome::Done)
}
