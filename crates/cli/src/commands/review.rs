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
    picture, terminal,
};

pub fn run(context: &Context, args: &ReviewArgs) -> Result<Outcome> {
    let search = SearchArgs::Improving(&args.improving);
    let solver = context.solver(&args.question, search)?;
    let (played, signs) = args.game.played(&solver, &args.question.target)?;
    if let Some(stages) = &args.stages {
        return stages::review(context, &solver, &played, stages);
    }
    let solver = solver.with_copied_patterns(true).reviewed_soon()?;
    let Some(graded) = grade(context, args, &solver, &played)? else {
        return no_review(context, &solver, played.start());
    };
    let review = &graded.review;
    let svg = args.svg.as_deref();
    if !picture::alone(svg) {
        let notation = output::notation(&solver, args.game.moves);
        context.answer(&graded, || {
            text(review, notation, &signs) + &better_lines(&graded, "", notation, &signs)
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
pub(super) fn better_lines(
    graded: &GradedGame,
    game: &str,
    notation: Notation,
    signs: &[String],
) -> String {
    let line = |mistake: &Mistake| {
        let moves = match (mistake.first, mistake.last) {
            (first, last) if first == last => format!("move {first}"),
            (first, last) => format!("moves {first} to {last}"),
        };
        let wasted = match mistake.wasted {
            Some(wasted) => output::moves(wasted),
            None => "some moves".to_owned(),
        };
        let better = match output::steps(notation, &mistake.better, signs) {
            none if none.is_empty() => "it was solved before".to_owned(),
            better => format!("better: {better}"),
        };
        format!("{game}{moves}: {BAD}{wasted} wasted{BAD:#}; {better}\n")
    };
    graded.mistakes.iter().flatten().map(line).collect()
}

/// The places of mistakes in the line that people pass on.
const FEW_MISTAKES: usize = 8;

/// Returns the line that people pass on: how long the game was, how long the best is, and where it
/// could have been shorter.
fn summary(review: &Review) -> String {
    let left = review.last_bounds();
    let mut line = format!(
        "{STRONG}{}{STRONG:#}",
        output::moves(review.moves.len() as u32)
    );
    if left.exact() != Some(0) {
        line += &format!(", {} to go", left.range());
    }
    line += &format!(
        ", best {} (+{})",
        review.bounds.range(),
        review.wasted().range()
    );
    let graded: Vec<bool> = review
        .moves
        .iter()
        .filter_map(|step| step.optimal)
        .collect();
    let optimal = 100 * graded.iter().filter(|&&optimal| optimal).count();
    if let Some(percent) = optimal.checked_div(graded.len()) {
        line += &format!(", {percent}% optimal");
    }
    line += &match graded.len() {
        all if all == review.moves.len() => String::new(),
        0 => ", no move graded".to_owned(),
        some => format!(" of {} graded", output::moves(some as u32)),
    };
    let mistakes = review.mistakes();
    if !mistakes.is_empty() {
        let places = mistakes.iter().map(|run| run.start + 1);
        let few = output::joined(places.take(FEW_MISTAKES), ", ");
        let more = if mistakes.len() > FEW_MISTAKES { ", …" } else { "" };
        let number = output::counted(mistakes.len(), "mistake");
        line += &format!(", {BAD}{number}{BAD:#}: {few}{more}");
    }
    line
}

/// Returns the [`summary`], then a line for each move: the move, the distance after it, and what it
/// was worth.
fn text(review: &Review, notation: Notation, signs: &[String]) -> String {
    let ranges = review.moves.iter().map(|reviewed| reviewed.bounds.range());
    let ranges: Vec<String> = std::iter::once(review.bounds.range())
        .chain(ranges)
        .collect();
    let width = ranges.iter().map(String::len).max().unwrap_or(0).max(4);
    let steps = review.moves.iter();
    let steps = steps.map(|step| output::step(notation, step.step, signs));
    let steps: Vec<String> = steps.collect();
    let widest = steps.iter().map(|step| step.chars().count()).max();
    let step_width = widest.unwrap_or(0).max(2);
    let start = format!("    {:<1$}", "start", step_width + 3);
    let columns = terminal::known_width();
    let summary = output::fitting(&summary(review), columns);
    let mut text = format!("{summary}\n\n{start}  {:>width$} to go\n", ranges[0]);
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
    let mut verdict = format!("\n{end}; {best} game has {optimal}: {verdict}\n");
    if output::board(review.state.puzzle()).is_some() {
        let lengths = review.lengths();
        verdict += &format!(
            "{} tile by tile, {} if a line counts as one\n",
            output::moves(lengths.single),
            lengths.multi
        );
    }
    text + &output::fitting(&verdict, columns)
}
