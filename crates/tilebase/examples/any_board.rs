//! Boards of any size: better and better solutions, the best known move, a game made shorter.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::time::Duration;

use tilebase::{Error, Library, Notation, seeded};

pub(crate) fn main() -> Result<(), Error> {
    let large = Library::in_memory().puzzle("10x10")?;
    let large = large.with_time(Duration::from_millis(500));
    let board = large.random(1, &mut seeded(1)).remove(0);
    // Each is shorter than the one before, or more is proven. Dropping the iterator ends it.
    let mut best = None;
    for better in large.improvements(&board)? {
        let better = better?;
        if let Some(bounds) = better.answer.bounds {
            println!("after {:.3} s: {bounds}", better.seconds);
        }
        best = Some(better.answer);
    }
    let game = best.expect("a board that can be solved").moves().letters();

    // What is not proven has bounds: `distance` is `None`.
    let hints = large.hints(&board)?;
    let best = &hints.moves[0];
    println!("{}: {} to go", best.step, best.bounds);
    assert_eq!(best.distance(), None);

    // A game of any length is made shorter between its two ends.
    let shorter = large.shorten(&large.game(&board, &game, Notation::Tile)?)?;
    let moves = shorter.answer.moves().len();
    println!("{} moves before, {moves} now", shorter.made);
    assert!(moves <= shorter.made as usize);
    Ok(())
}
