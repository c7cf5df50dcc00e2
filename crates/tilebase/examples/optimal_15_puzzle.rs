//! An optimal solution of a 15-puzzle, its moves as tiles and as letters.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use tilebase::Library;

pub(crate) fn main() -> Result<(), tilebase::Error> {
    // `in_folder("data")` keeps what is built for the next run; so does `default()`, in the user's
    // data folder.
    let library = Library::in_memory();
    // These pattern databases are built in a second. Without `with_heuristic`, the best that fit
    // into 512 MiB are used.
    let fifteen = library.puzzle("15-puzzle")?.with_heuristic("pdb:6-6-3");
    let answer = fifteen.solve("10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3")?;
    assert_eq!(answer.distance(), Some(60));
    println!("tiles: {}", answer.moves());
    println!("letters: {}", answer.moves().letters());
    println!("the blank goes: {}", answer.moves().blank());
    Ok(())
}
