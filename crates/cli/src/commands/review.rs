//! `review`: a game graded move by move.

use serde::Serialize;
use tilebase::{Puzzle, Review, Solver, State, pictures};

use super::{known, searched, stages, unsolvable};
use crate::{
    args::{self, MoveStyle},
    context::Context,
    failure::{Failure, Outcome},
    json::{self, Space},
    output::{self, BAD, FAINT, GOOD, STRONG},
    picture,
};

pub fn run(context: &Context, args: &args::Review) -> Result<Outcome, Failure> {
    let solver = args.heuristic.apply(context.solver(&args.question)?)?;
    let solver = args.improving.apply(solver);
    let (state, made) = (solver.state(&args.game.state)?, args.game.made()?);
    if let Some(stages) = &args.stages {
        return stages::review(context, args, &solver, (&made, stages));
    }
    let solver = solver.copy_patterns(true);
    let review =
        context.work(
            || match solver.review(&state, &made, args.game.moves.notation()) {
                Err(tilebase::Error::Unsolvable { .. }) => Ok(None),
                review => review.map(Some),
            },
        )?;
    let Some(review) = review else {
        context.print(&no_review(context, &solver, &state))?;
        return Ok(Outcome::Unsolvable);
    };
    let every = review.moves.iter().map(|reviewed| reviewed.bounds);
    let outcome = searched(every.chain([review.bounds]));
    if let Some(file) = &args.svg {
        picture::write(context, file, &pictures::review(&review))?;
        if picture::is_standard_output(file) {
            return Ok(outcome);
        }
    }
    context.print(&if context.json {
        json::text(&review)
    } else {
        text(&review, args.game.moves)
    })?;
    Ok(outcome)
}

/// The answer for a state from which the goal is out of reach.
#[derive(Serialize)]
struct NoReview {
    #[serde(flatten)]
    space: Space,
    state: Vec<u8>,
    solvable: bool,
    distance: Option<u32>,
}

fn no_review(context: &Context, solver: &Solver, state: &State) -> String {
    if context.json {
        json::text(&NoReview {
            space: solver.puzzle().into(),
            state: state.cells().to_vec(),
            solvable: false,
            distance: None,
        })
    } else {
        unsolvable(state)
    }
}

/// Returns a line for each move: the move, the distance after it, and what it was worth.
fn text(review: &Review, style: MoveStyle) -> String {
    let ranges = review.moves.iter().map(|reviewed| reviewed.bounds.range());
    let ranges: Vec<String> = std::iter::once(review.bounds.range())
        .chain(ranges)
        .collect();
    let width = ranges.iter().map(String::len).max().unwrap_or(0).max(4);
    let mut text = format!("    start  {:>width$} to go\n", ranges[0]);
    let mut before = review.bounds;
    for ((number, reviewed), range) in (1..).zip(&review.moves).zip(&ranges[1..]) {
        let step = style.one(reviewed.step);
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
        text += &format!("{number:>5}: {step:<2}  {range:>width$}        {mark}\n");
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
    text += &match review.distance() {
        Some(_) => format!("\n{end}; an optimal game has {optimal}: {verdict}\n"),
        None => format!("\n{end}; the best known game has {optimal}: {verdict}\n"),
    };
    if matches!(review.state.puzzle(), Puzzle::Sliding(_)) {
        let lengths = review.lengths();
        text += &format!(
            "{} of single tiles, {} of lines of tiles\n",
            output::moves(lengths.single),
            output::moves(lengths.multi)
        );
    }
    text
}
