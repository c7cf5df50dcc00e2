//! `shorten`: makes a game shorter between its two ends.

use tilebase::{Notation, Shortened};

use super::{known, searched};
use crate::{
    Context, Outcome, Result, SearchArgs,
    args::ShortenArgs,
    output::{self, STRONG},
};

pub fn run(context: &Context, args: &ShortenArgs) -> Result<Outcome> {
    let search = SearchArgs::Heuristic(&args.heuristic);
    let solver = context.solver(&args.question, search)?.time(args.time);
    let (played, notation) = (args.game.played(&solver)?, args.game.moves);
    let game = context.work(|| solver.shorten(&played))?;
    context.answer(&game, || text(&game, notation))?;
    Ok(searched(game.answer.bounds))
}

fn text(game: &Shortened, notation: Notation) -> String {
    let (answer, moves) = (&game.answer, game.answer.moves());
    let made = output::moves(game.made);
    let named = output::meaning(notation, &answer.state, answer.metric, &moves);
    let found = match answer.bounds {
        Some(bounds) if answer.distance().is_none() => known(bounds),
        _ => format!(
            "{}, the fewest there are",
            output::moves(moves.len() as u32)
        ),
    };
    let text = format!(
        "{made} before, now {STRONG}{found}{STRONG:#} ({named}): {}",
        moves.written(notation)
    );
    text.trim_end().to_owned() + "\n"
}
