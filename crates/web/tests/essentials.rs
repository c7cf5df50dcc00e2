//! What all libraries are for, at once: tables, their answers, and a search with pattern databases.
//!
//! It has no test harness, so that `cargo xtask web --test` also runs it as WebAssembly.

use tilebase::Library;
// Its functions of threads are linked where the C library has none.
use tilebase_web as _;

fn main() -> Result<(), tilebase::Error> {
    let library = Library::in_memory();
    for (puzzle, states, eccentricity, hardest) in
        [("3x3", 181_440, 31, 2), ("3x4", 239_500_800, 53, 18)]
    {
        let solver = library.puzzle(puzzle)?;
        let depths = solver.depths()?;
        assert_eq!((depths.states, depths.eccentricity), (states, eccentricity));
        let farthest = solver.hardest(100)?;
        assert_eq!(farthest.len(), hardest);
        for state in farthest {
            let answer = solver.solve(state)?;
            assert_eq!(answer.distance(), Some(eccentricity));
            assert_eq!(answer.moves().len(), eccentricity as usize);
        }
    }
    let fifteen = library.puzzle("15-puzzle")?.heuristic("pdb:6-6-3");
    let answer = fifteen.solve("10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3")?;
    assert_eq!(answer.distance(), Some(60));
    Ok(())
}
