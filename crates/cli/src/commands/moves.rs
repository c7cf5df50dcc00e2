//! `moves`: sequences of moves inverted, mirrored, joined and so on, and the boards they lead to.

use std::collections::BTreeMap;

use tilebase::{
    Game, Letters, Notation, Replay, Solver, State, programs::PlacedState, sliding::Metric,
};

use super::states::check_transpose;
use crate::{
    Context, Failure, Outcome, Result, SearchArgs,
    args::{AppliedSequence, MoveTool, MovesArgs, Sequence, SolvingSequence},
    input::{self, signs_of_goal},
    output,
};

pub fn run(context: &Context, args: &MovesArgs) -> Result<Outcome> {
    let (given, letters) = match &args.tool {
        MoveTool::Inverse(given) => (given, read(given)?.inverse()),
        MoveTool::Mirror(given) => (given, read(given)?.mirrored()),
        MoveTool::Transpose(given) => (given, read(given)?.transposed()),
        MoveTool::Simplify(given) => (given, read(given)?.simplified()),
        MoveTool::Join(given) => (given, read(given)?),
        MoveTool::Link(given) => {
            if given.question.target.metric != Metric::Single {
                return Err(Failure::input(
                    "--metric: links count tiles that slide one by one",
                ));
            }
            let (_, start, letters) = start(context, given)?;
            let moves = letters.to_string();
            let game = Game::play(Metric::Single, &start, &moves, Notation::Tile)?;
            let link = Replay::new(&game)?.link();
            return context.answer(&BTreeMap::from([("link", &link)]), || link.clone());
        }
        MoveTool::Start(given) => {
            let (solver, start, _) = start(context, given)?;
            let signs = signs_of_goal(&solver, given.question.target.goal.as_deref())?;
            return place(context, &solver, &start, &signs);
        }
        MoveTool::Apply(given) => return apply(context, given),
    };
    if given.moves == Notation::Tile {
        return Err(Failure::input(
            "--moves tiles needs a board, which has numbers: `moves` knows only directions",
        ));
    }
    context.answer(&letters, || letters.written(given.moves) + "\n")
}

/// Reads moves, or those of a link. Returns the directions of tiles.
fn read(given: &Sequence) -> Result<Letters> {
    let moves: Letters = match &given.made[..] {
        [link] if Replay::is_link(link) => return Ok(link.parse::<Replay>()?.moves),
        [word] if word == "-" => input::text(word.as_ref())?.parse()?,
        words => words.join(" ").parse()?,
    };
    Ok(directed(moves, given.moves))
}

/// Returns the directions of tiles for those of a notation, and the other way round.
fn directed(moves: Letters, notation: Notation) -> Letters {
    if notation == Notation::Blank { moves.opposite() } else { moves }
}

/// Returns the solver, the state from which moves lead to its goal, and the moves.
fn start(context: &Context, given: &SolvingSequence) -> Result<(Solver, State, Letters)> {
    check_transpose(&given.question.target)?;
    let solver = context.solver(&given.question, SearchArgs::None)?;
    let letters = read(&given.sequence)?;
    // Errors name moves as they were written.
    let notation = given.sequence.moves;
    let start = solver.start_of(&directed(letters.clone(), notation), notation)?;
    Ok((solver, start, letters))
}

/// Prints the state after moves.
fn apply(context: &Context, given: &AppliedSequence) -> Result<Outcome> {
    let solver = context.solver(&given.question, SearchArgs::None)?;
    let made = match given.made.as_str() {
        "-" => input::text("-".as_ref())?,
        made => made.to_owned(),
    };
    let target = &given.question.target;
    let (game, signs) = match given.state.join(" ") {
        none if none.is_empty() => {
            check_transpose(target)?;
            let game = solver.game(&solver.only_goal()?, &made, given.moves)?;
            (game, signs_of_goal(&solver, target.goal.as_deref())?)
        }
        state => input::play(&solver, &state, &made, Some(given.moves), target.transpose)?,
    };
    place(context, &solver, game.last(), &signs)
}

/// Prints a state.
fn place(context: &Context, solver: &Solver, state: &State, signs: &[String]) -> Result<Outcome> {
    let object = PlacedState {
        about: solver.into(),
        state: state.cells(),
    };
    context.answer(&object, || output::picture(state, signs).join("\n"))
}
