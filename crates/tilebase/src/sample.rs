//! The distances of random states of puzzles that are too large for a table.

use tilebase_solve::instances;

/// The distances of 10,000 random states of the 15-puzzle; the file says how they were made.
const OF_THE_15_PUZZLE: &str = include_str!("../data/15-puzzle-sample.txt");

/// Returns the distances of the random states in [`OF_THE_15_PUZZLE`], in the order in which they
/// were drawn.
pub fn of_the_15_puzzle() -> Vec<u32> {
    OF_THE_15_PUZZLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .map(|number| number.parse().expect("a file of numbers"))
        .collect()
}

/// Returns the distances of the 50 random states of the 24-puzzle whose distances are published.
pub fn of_the_24_puzzle() -> Vec<u32> {
    let shape = "5x5".parse().expect("a board");
    let set = instances::parse(shape, instances::KORF_FELNER_50).expect("a set of instances");
    set.iter().map(|instance| instance.length).collect()
}
