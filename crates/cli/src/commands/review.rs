//! `review`: a game graded move by move.

use tilebase::{Game, Mistake, Notation, Review, Solver, pictures, programs::GradedGame};

use super::{
    known,
    no_review::{no_review, reached},
    searched, stages,
};
use crate::{
    Context, Outcome, Result, SearchArgs,
    args::ReviewArgs,
    output::{self, BAD, FAINT, GOOD, STRONG},
    picture,
};

pub fn run(context: &Context, args: &ReviewArgs) -> Result<Outcome> {
    let search = SearchArgs::Improving(&args.improving);
    let solver = context.solver(&args.question, search)?;
    let played = args.game.played(&solver)?;
    if let Some(stages) = &args.stages {
        return stages::review(context, &solver, &played, stages);
    }
    let solver = solver.copy_patterns(true);
    let Some(graded) = grade(context, args, &solver, &played)? else {
        return no_review(context, &solver, played.start());
    };
    let review = &graded.review;
    let svg = args.svg.as_deref();
    if !picture::alone(svg) {
        let notation = args.game.moves;
        context.answer(&graded, || {
            text(review, notation) + &better_lines(&graded, "", notation)
        })?;
    }
    picture::draw(context, svg, || pictures::review(review))?;
    Ok(outcome(review))
}

/// Grades a game; `None` if the goal cannot be reached from it.
pub(super) fn grade(
    context: &Context,
    args: &ReviewArgs,
    solver: &Solver,
    game: &Game,
) -> Result<Option<GradedGame>> {
    context.work(|| reached(solver.grade(game, args.better)))
}

pub(super) fn outcome(review: &Review) -> Outcome {
    let every = review.moves.iter().map(|reviewed| reviewed.bounds);
    searched(every.chain([review.bounds]))
}

/// Returns a line for each run of mistakes, with what would have been better.
pub(super) fn better_lines(graded: &GradedGame, game: &str, notation: Notation) -> String {
    let line = |mistake: &Mistake| {
        let moves = match (mistake.first, mistake.last) {
            (first, last) if first == last => format!("move {first}"),
            (first, last) => format!("moves {first} to {last}"),
        };
        let wasted = match mistake.wasted {
            Some(wasted) => output::moves(wasted),
            None => "some moves".to_owned(),
        };
        let better = match mistake.better.written(notation) {
            none if none.is_empty() => "it was solved before".to_owned(),
            better => format!("better: {better}"),
        };
        format!("{game}{moves}: {BAD}{wasted} wasted{BAD:#}; {better}\n")
    };
    graded.mistakes.iter().flatten().map(line).collect()
}

/// Returns a line for each move: the move, the distance after it, and what it was worth.
fn text(review: &Review, notation: Notation) -> String {
    let ranges = review.moves.iter().map(|reviewed| reviewed.bounds.range());
    let ranges: Vec<String> = std::iter::once(review.bounds.range())
        .chain(ranges)
        .collect();
    let width = ranges.iter().map(String::len).max().unwrap_or(0).max(4);
    let steps = review.moves.iter();
    let steps: Vec<String> = steps.map(|step| step.step.written(notation)).collect();
    let widest = steps.iter().map(|step| step.chars().count()).max();
    let step_width = widest.unwrap_or(0).max(2);
    let start = format!("    {:<1$}", "start", step_width + 3);
    let mut text = format!("{start}  {:>width$} to go\n", ranges[0]);
    let mut before = review.bounds;
    for (((number, reviewed), step), range) in
        (1..).zip(&review.moves).zip(&steps).zip(&ranges[1..])
    {
        let mark = match reviewed.optimal {
            Some(true) => format!("{GOOD}✓{GOOD:#}"),
            Some(false) => {
                let wasted = match (reviewed.distance(), before.exact()) {
                    (Some(after), Some(before)) => output::moves(after + 1 - before),
                    _ => "some moves".to_owned(),
                };
                format!("{BAD}✗ {wasted} wasted{BAD:#}")
            }
            None => format!("{FAINT}?{FAINT:#}"),
        };
        text += &format!("{number:>5}: {step:<step_width$}  {range:>width$}        {mark}\n");
        before = reviewed.bounds;
    }
    let made = output::moves(review.moves.len() as u32);
    let end = match review.last_bounds() {
        left if left.exact() == Some(0) => format!("solved in {STRONG}{made}{STRONG:#}"),
        left => format!("{STRONG}{made}{STRONG:#} made, {} to go", left.range()),
    };
    let (optimal, wasted) = (known(review.bounds), review.wasted());
    let verdict = match (wasted.exact(), wasted.lower) {
        (Some(0), _) => format!("{GOOD}none wasted{GOOD:#}"),
        (Some(_), _) | (None, 1..) => format!("{BAD}{} wasted{BAD:#}", wasted.range()),
        (None, 0) => format!("{} wasted", wasted.range()),
    };
    let best = if review.distance().is_some() { "an optimal" } else { "the best known" };
    text += &format!("\n{end}; {best} game has {optimal}: {verdict}\n");
    if output::board(review.state.puzzle()).is_some() {
        let lengths = review.lengths();
        text += &format!(
            "{} of single tiles, {} of lines of tiles\n",
            output::moves(lengths.single),
            output::moves(lengths.multi)
        );
    }
    text
}
