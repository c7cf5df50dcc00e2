//! Every distance of the 8-puzzle, from a table that no file holds.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use tilebase::{Library, Notation};

pub(crate) fn main() -> Result<(), tilebase::Error> {
    let eight = Library::in_memory().puzzle("8-puzzle")?;
    let depths = eight.depths()?;
    println!(
        "{} states, {} moves at most",
        depths.states, depths.eccentricity
    );
    for state in eight.hardest(10)? {
        let solutions = eight.solutions(&state, 0)?;
        println!("{state}: {} shortest solutions", solutions.count);
        assert_eq!(eight.distance(state)?.distance(), Some(31));
    }
    // What a move is worth, and what a game was.
    for hint in eight.hints("1 2 3 / 4 0 5 / 7 8 6")?.moves {
        println!("slide {}: {} moves to go", hint.step, hint.bounds.range());
    }
    let game = eight.game("1 2 3 / 4 0 5 / 7 8 6", "R L2 U", Notation::Tile)?;
    let review = eight.review(&game)?;
    println!(
        "{} moves, {} wasted",
        review.moves.len(),
        review.wasted().range()
    );
    assert_eq!(
        (review.distance(), review.wasted().exact()),
        (Some(2), Some(2))
    );
    Ok(())
}
