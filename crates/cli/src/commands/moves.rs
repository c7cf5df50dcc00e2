//! `moves`: sequences of moves inverted, mirrored, joined and so on.

use std::collections::BTreeMap;

use tilebase::{Game, Letters, Replay, Solver, State, programs::PlacedState, sliding::Metric};

use crate::{
    Context, Outcome, Result, SearchArgs,
    args::{MoveTool, MovesArgs, Sequence, SolvingSequence},
    output,
};

pub fn run(context: &Context, args: &MovesArgs) -> Result<Outcome> {
    let letters = match &args.tool {
        MoveTool::Inverse(given) => read(given)?.inverse(),
        MoveTool::Mirror(given) => read(given)?.mirrored(),
        MoveTool::Transpose(given) => read(given)?.transposed(),
        MoveTool::Simplify(given) => read(given)?.simplified(),
        MoveTool::Join(given) => read(given)?,
        MoveTool::Link(given) => {
            let (_, start, letters) = start(context, given)?;
            let (moves, notation) = (letters.to_string(), given.moves.notation());
            let game = Game::play(Metric::Single, &start, &moves, notation)?;
            let link = Replay::new(&game)?.link();
            return context.answer(&BTreeMap::from([("link", &link)]), || link.clone());
        }
        MoveTool::Start(given) => {
            let (solver, start, _) = start(context, given)?;
            let object = PlacedState {
                about: (&solver).into(),
                state: start.cells(),
            };
            return context.answer(&object, || output::picture(&start, &[]).join("\n"));
        }
    };
    context.answer(&letters, || format!("{letters}\n"))
}

/// Reads moves, or those of a link.
fn read(given: &Sequence) -> Result<Letters> {
    Ok(match &given.made[..] {
        [link] if Replay::is_link(link) => link.parse::<Replay>()?.moves,
        words => words.join(" ").parse()?,
    })
}

/// Returns the solver, the state from which moves lead to its goal, and the moves.
fn start(context: &Context, given: &SolvingSequence) -> Result<(Solver, State, Letters)> {
    let solver = context.solver(&given.question, SearchArgs::None)?;
    let letters = read(&given.sequence)?;
    let start = solver.start_of(&letters, given.moves.notation())?;
    Ok((solver, start, letters))
}
