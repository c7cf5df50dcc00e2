//! `moves`: sequences of moves inverted, mirrored, joined and so on.

use serde::Serialize;
use tilebase::{Lengths, Letters};

use crate::{
    args::{self, MoveTool, Moves},
    context::Context,
    failure::{Failure, Outcome},
    json::{self, Space},
    output,
};

pub fn run(context: &Context, args: &Moves) -> Result<Outcome, Failure> {
    let read =
        |given: &args::Sequence| -> Result<Letters, Failure> { Ok(given.made.join(" ").parse()?) };
    let letters = match &args.tool {
        MoveTool::Inverse(given) => read(given)?.inverse(),
        MoveTool::Mirror(given) => read(given)?.mirrored(),
        MoveTool::Transpose(given) => read(given)?.transposed(),
        MoveTool::Simplify(given) => read(given)?.simplified(),
        MoveTool::Join(given) => read(given)?,
        MoveTool::Start {
            question,
            sequence,
            moves,
        } => {
            let solver = context.solver(question)?;
            let goal = solver.goal();
            let end = solver.state(&goal).map_err(|_| {
                Failure::input(format!(
                    "the goal {goal} is not one state that moves end in"
                ))
            })?;
            let start = read(sequence)?.start(&end, moves.notation())?;
            context.print(&if context.json {
                json::text(&Start {
                    space: solver.puzzle().into(),
                    state: start.cells(),
                })
            } else {
                output::picture(&start).join("\n")
            })?;
            return Ok(Outcome::Done);
        }
    };
    context.print(&if context.json {
        json::text(&Transformed {
            letters: letters.to_string(),
            lengths: letters.lengths(),
        })
    } else {
        format!("{letters}\n")
    })?;
    Ok(Outcome::Done)
}

#[derive(Serialize)]
struct Transformed {
    letters: String,
    #[serde(flatten)]
    lengths: Lengths,
}

#[derive(Serialize)]
struct Start<'a> {
    #[serde(flatten)]
    space: Space,
    state: &'a [u8],
}
