//! `moves`: sequences of moves inverted, mirrored, joined and so on.

use serde::Serialize;
use tilebase::{Lengths, Letters, Moves, Replay, State};

use crate::{
    args::{self, MoveTool, Sequence, SolvingSequence},
    context::Context,
    failure::{Failure, Outcome},
    json::{self, Space},
    output,
};

pub fn run(context: &Context, args: &args::Moves) -> Result<Outcome, Failure> {
    let letters = match &args.tool {
        MoveTool::Inverse(given) => read(given)?.inverse(),
        MoveTool::Mirror(given) => read(given)?.mirrored(),
        MoveTool::Transpose(given) => read(given)?.transposed(),
        MoveTool::Simplify(given) => read(given)?.simplified(),
        MoveTool::Join(given) => read(given)?,
        MoveTool::Link(given) => {
            let (start, letters) = start(context, given)?;
            let path = Moves::play(&start, &letters.to_string(), given.moves.notation())?;
            let link = Replay::new(start, Moves::along(&path).letters().parse()?).link();
            context.print(&if context.json { json::text(&Link { link }) } else { link })?;
            return Ok(Outcome::Done);
        }
        MoveTool::Start(given) => {
            let (start, _) = start(context, given)?;
            context.print(&if context.json {
                json::text(&Start {
                    space: start.puzzle().into(),
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

/// Reads moves, or those of a link.
fn read(given: &Sequence) -> Result<Letters, Failure> {
    Ok(match &given.made[..] {
        [link] if Replay::is_link(link) => link.parse::<Replay>()?.moves,
        words => words.join(" ").parse()?,
    })
}

/// Returns the state from which moves lead to the goal, and the moves.
fn start(context: &Context, given: &SolvingSequence) -> Result<(State, Letters), Failure> {
    let (solver, letters) = (context.solver(&given.question)?, read(&given.sequence)?);
    let goal = solver.goal();
    let end = solver.state(&goal).map_err(|_| {
        Failure::input(format!(
            "the goal {goal} is not one state that moves end in"
        ))
    })?;
    Ok((letters.start(&end, given.moves.notation())?, letters))
}

#[derive(Serialize)]
struct Link {
    link: String,
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
