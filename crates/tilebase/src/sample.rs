//! The distances of random states of puzzles that are too large for a table.

use tilebase_solve::instances;

/// The distances of 10,000 random states of the 15-puzzle, in the order in which they were drawn;
/// the file says how they were made.
const OF_THE_15_PUZZLE: &[u8] = include_bytes!("../data/15-puzzle-sample.txt");

/// How many of them there are at each distance. The compiler counts them, so that no program
/// carries the file.
const COUNTS: [u16; 81] = counted(OF_THE_15_PUZZLE);

/// Returns how often a text has each number; a line that begins with `#` has none.
const fn counted(text: &[u8]) -> [u16; 81] {
    let mut counts = [0; 81];
    let (mut at, mut number, mut digits, mut comment) = (0, 0, 0, false);
    while at < text.len() {
        let byte = text[at];
        comment = byte != b'\n' && (comment || byte == b'#');
        if byte.is_ascii_digit() && !comment {
            number = 10 * number + (byte - b'0') as usize;
            digits += 1;
        } else if digits > 0 {
            counts[number] += 1;
            (number, digits) = (0, 0);
        }
        at += 1;
    }
    assert!(digits == 0, "the file ends with a line break");
    counts
}

/// Returns the distances of the random states of the 15-puzzle, the least first.
pub fn of_the_15_puzzle() -> Vec<u32> {
    let counts = (0..).zip(COUNTS);
    let distances =
        counts.flat_map(|(distance, count)| std::iter::repeat_n(distance, count.into()));
    distances.collect()
}

/// Returns the distances of the 50 random states of the 24-puzzle whose distances are published.
pub fn of_the_24_puzzle() -> Vec<u32> {
    let shape = "5x5".parse().expect("a board");
    let set = instances::parse(shape, instances::KORF_FELNER_50).expect("a set of instances");
    set.iter().map(|instance| instance.length).collect()
}

/// Returns the distances of the random states of the 15-puzzle, in the order in which they were
/// drawn.
#[cfg(test)]
pub fn as_drawn() -> Vec<u32> {
    let text = std::str::from_utf8(OF_THE_15_PUZZLE).expect("a text");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let words = lines.flat_map(str::split_whitespace);
    words
        .map(|number| number.parse().expect("a file of numbers"))
        .collect()
}
