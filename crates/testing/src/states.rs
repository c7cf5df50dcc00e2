//! States, rules and goals on which several crates try what they do, and published counts.

use rand::Rng;
use tilebase_core::{
    oshidori::{Goal, Mates, Rules, Stones, Turn},
    sliding::Shape,
};

/// The numbers of boards of the 15-puzzle that are 0, 1, 2, … moves from the goal if a move slides
/// several tiles of a line, as a plain search counts them.
pub const COUNTS_OF_THE_15_PUZZLE_IN_LINES: [u64; 9] = [1, 6, 18, 54, 162, 486, 1457, 4334, 12_568];

/// Returns all shapes of boards from 2x2 to 16x16, and the longest ones.
pub fn shapes() -> Vec<Shape> {
    let sizes = (2..=16).flat_map(|rows| (2..=16).map(move |cols| (rows, cols)));
    let long = [(2, 128), (128, 2), (3, 85), (85, 3), (4, 64), (7, 36)];
    let shapes = sizes.chain(long).map(|(rows, cols)| Shape::new(rows, cols));
    shapes.map(|shape| shape.expect("a shape")).collect()
}

/// Returns all rules for rows of stones with blocks of two to four and up to two more holes.
pub fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for (block, more) in [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (4, 0), (4, 2)] {
        for mates in [Mates::Any, Mates::Unlike] {
            all.extend([Turn::Never, Turn::May, Turn::Must].map(|turn| Rules {
                block,
                holes: block + more,
                mates,
                turn,
            }));
        }
    }
    all
}

/// Returns one goal of each kind for rows of stones.
pub fn goals_of_rows(stones: Stones) -> [Goal; 4] {
    [
        Goal::default(stones),
        Goal::Together,
        Goal::AnyGap,
        Goal::Any,
    ]
}

/// Returns a text of fewer than `most` of these pieces. It has few kinds of them, which makes texts
/// that a parser accepts more likely.
pub fn random_text(pieces: &[&str], most: u32, random: &mut impl Rng) -> String {
    let number = random.next_u32() % most;
    let kinds = 1 + random.next_u32() as usize % pieces.len();
    let first = random.next_u32() as usize;
    (0..number)
        .map(|_| pieces[(first + random.next_u32() as usize % kinds) % pieces.len()])
        .collect()
}
