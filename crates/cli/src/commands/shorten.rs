//! `shorten`: makes a game shorter between its two ends.

use tilebase::{Notation, Shortened};

use super::{known, searched};
use crate::{
    Context, Failure, Outcome, Result, SearchArgs,
    args::ShortenArgs,
    output::{self, STRONG},
};

pub fn run(context: &Context, args: &ShortenArgs) -> Result<Outcome> {
    if args.question.target.stage.is_some() {
        return Err(Failure::input(
            "--stage is about the goal, and a game is shortened to where it ends",
        ));
    }
    let search = SearchArgs::Heuristic(&args.heuristic);
    let solver = context.solver(&args.question, search)?.with_time(args.time);
    let (played, signs) = args.game.played(&solver, &args.question.target)?;
    let notation = output::notation(&solver, args.game.moves);
    let game = context.work(|| solver.shorten(&played))?;
    context.answer(&game, || text(&game, notation, &signs))?;
    Ok(searched(game.answer.bounds))
}

fn text(game: &Shortened, notation: Notation, signs: &[String]) -> String {
    let (answer, moves) = (&game.answer, game.answer.moves());
    let made = output::moves(game.made);
    let named = output::meaning(notation, &answer.state, answer.metric);
    let found = match answer.bounds {
        Some(bounds) if answer.distance().is_none() => known(bounds),
        _ => format!(
            "{}, the fewest there are",
            output::moves(moves.len() as u32)
        ),
    };
    let text = format!(
        "{made} before, now {STRONG}{found}{STRONG:#} ({named}): {}",
        output::steps(notation, &moves, signs)
    );
    text.trim_end().to_owned() + "\n"
}
