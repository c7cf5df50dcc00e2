//! An optimal solution of a 15-puzzle, its moves as tiles and as letters.
//!
//! The first run builds pattern databases in the folder `data`, in seconds; later ones open them.

use tilebase::Library;

fn main() -> Result<(), tilebase::Error> {
    let library = Library::in_folder("data");
    let fifteen = library.puzzle("15-puzzle")?;
    let answer = fifteen.solve("10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3")?;
    assert_eq!(answer.distance(), Some(60));
    println!("tiles: {}", answer.moves());
    println!("letters: {}", answer.moves().letters());
    println!("the blank goes: {}", answer.moves().blank());
    Ok(())
}
