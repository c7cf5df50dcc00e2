//! `review`: a game graded move by move.

use serde::Serialize;
use tilebase::{Puzzle, Review, Solver, State, pictures};

use super::unsolvable;
use crate::{
    args::{self, MoveStyle},
    context::Context,
    failure::{Failure, Outcome},
    input,
    json::{self, display},
    output::{self, BAD, GOOD, STRONG},
    picture,
};

pub fn run(context: &Context, args: &args::Review) -> Result<Outcome, Failure> {
    let solver = args.heuristic.apply(context.solver(&args.question)?)?;
    let state = solver.state(&args.state)?;
    let made = match &args.made[..] {
        [word] if word == "-" => input::text(word.as_ref())?,
        words => words.join(" "),
    };
    let solver = solver.copy_patterns(true);
    let review = context.work(
        || match solver.review(&state, &made, args.moves.notation()) {
            Err(tilebase::Error::Unsolvable { .. }) => Ok(None),
            review => review.map(Some),
        },
    )?;
    let Some(review) = review else {
        context.print(&no_review(context, &solver, &state))?;
        return Ok(Outcome::Unsolvable);
    };
    if let Some(file) = &args.svg {
        picture::write(context, file, &pictures::review(&review))?;
        if picture::is_standard_output(file) {
            return Ok(Outcome::Done);
        }
    }
    context.print(&if context.json { json::text(&review) } else { text(&review, args.moves) })?;
    Ok(Outcome::Done)
}

/// The answer for a state from which the goal is out of reach.
#[derive(Serialize)]
struct NoReview {
    #[serde(serialize_with = "display")]
    space: Puzzle,
    state: Vec<u8>,
    solvable: bool,
    distance: Option<u32>,
}

fn no_review(context: &Context, solver: &Solver, state: &State) -> String {
    if context.json {
        json::text(&NoReview {
            space: solver.puzzle(),
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
    let mut text = format!("    start  {:>4} to go\n", review.distance);
    let mut before = review.distance;
    for (number, reviewed) in (1..).zip(&review.moves) {
        let (step, distance) = (style.one(reviewed.step), reviewed.distance);
        let mark = if reviewed.optimal {
            format!("{GOOD}✓{GOOD:#}")
        } else {
            let wasted = distance + 1 - before;
            format!("{BAD}✗ {} wasted{BAD:#}", output::moves(wasted))
        };
        text += &format!("{number:>5}: {step:<2}  {distance:>4}        {mark}\n");
        before = distance;
    }
    let made = output::moves(review.moves.len() as u32);
    let optimal = output::moves(review.distance);
    let end = match review.last_distance() {
        0 => format!("solved in {STRONG}{made}{STRONG:#}"),
        left => format!("{STRONG}{made}{STRONG:#} made, {left} to go"),
    };
    let verdict = match review.wasted() {
        0 => format!("{GOOD}none wasted{GOOD:#}"),
        wasted => format!("{BAD}{wasted} wasted{BAD:#}"),
    };
    text += &format!("\n{end}; an optimal game has {optimal}: {verdict}\n");
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
