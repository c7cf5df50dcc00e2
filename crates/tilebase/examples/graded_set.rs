//! Puzzles for a game, from easy to hardest, with a solution each, as lines of JSON.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use tilebase::{Library, Selection, seeded};

const LEVELS: u32 = 5;

pub(crate) fn main() -> Result<(), tilebase::Error> {
    let library = Library::in_memory();
    for name in ["8-puzzle", "oshidori-kinds-4"] {
        let solver = library.puzzle(name)?;
        let farthest = solver.depths()?.eccentricity;
        let mut rng = seeded(2026);
        for level in 1..=LEVELS {
            let distance = (farthest * level).div_ceil(LEVELS);
            let drawn = solver.draw(2, Selection::Distinct(distance), &mut rng)?;
            for state in drawn.states {
                let answer = solver.solve(&state)?;
                assert_eq!(answer.distance(), Some(distance));
                println!("{name}, level {level}: {state}  {}", answer.moves());
            }
        }
    }
    Ok(())
}
