//! Random text never makes a parser panic, and what it accepts it prints and reads again.

use proptest::prelude::*;
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use tilebase_search::{MAX_SUDOKU_SIZE, Maze, Sudoku};
use tilebase_testing::random_text;

/// Pieces that the parsers look at, and some that they do not expect.
const PIECES: [&str; 38] = [
    "#",
    " ",
    ".",
    "S",
    "G",
    "\n",
    "\r\n",
    "#######\n",
    "#     #\n",
    "S G",
    "0",
    "1",
    "2",
    "3",
    "4",
    "9",
    "12",
    "25",
    "99",
    "A",
    "p",
    "Z",
    "_",
    "*",
    "|",
    "---+---\n",
    ",",
    ";",
    "\t",
    "é",
    "\u{feff}",
    "\0",
    "[",
    "],",
    "[1, 0,",
    "18446744073709551616",
    "....",
    "1234\n3412\n",
];

fn try_texts(count: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let (mut mazes, mut sudokus) = (0, 0);
    for _ in 0..count {
        let text = random_text(&PIECES, 40, &mut random);
        if let Ok(maze) = text.parse::<Maze>() {
            mazes += 1;
            // If one cell is both ends, one letter cannot show it.
            if maze.start() != maze.goal() {
                assert_eq!(maze.to_string().parse(), Ok(maze), "{text:?}");
            }
        }
        if let Ok(sudoku) = text.parse::<Sudoku>() {
            sudokus += 1;
            assert_eq!(sudoku.to_string().parse(), Ok(sudoku), "{text:?}");
        }
        // The same as bytes, corrected if they are not text.
        let mut bytes = text.into_bytes();
        for _ in 0..random.next_u32() % 4 {
            if !bytes.is_empty() {
                let at = random.next_u32() as usize % bytes.len();
                bytes[at] = random.next_u32() as u8;
            }
        }
        let corrected = String::from_utf8_lossy(&bytes);
        let _ = corrected.parse::<Maze>();
        let _ = Sudoku::parse_with_boxes(&corrected, 2, 2);
    }
    // Texts that are refused at the first character would show nothing.
    assert!(mazes > count / 1000, "{mazes} mazes");
    assert!(sudokus > count / 10_000, "{sudokus} sudokus");
}

/// Pieces of any text at all: numbers of any length, control characters, brackets, rows of cells.
fn anything() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<String>(),
        any::<char>().prop_map(String::from),
        "[0-9]{1,60}",
        any::<i128>().prop_map(|number| number.to_string()),
        "[\\x00-\\x1f\\x7f-\\x9f]{1,4}",
        "[\\[\\](),;|'\"]{1,4}",
        "[0-9.]{4}(\n[0-9.]{4}){3}",
        "[#. SG]{1,9}\n",
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_makes_a_parser_panic(
        text in anything(),
        rows in prop::sample::select(vec![0, 1, 2, 3, 25, usize::MAX]),
        cols in prop::sample::select(vec![0, 1, 2, 3, 25, usize::MAX]),
    ) {
        let lines = text.lines().count();
        match text.parse::<Maze>() {
            Ok(maze) => {
                prop_assert!(maze.rows() <= lines && maze.rows() * maze.cols() <= text.len());
            }
            Err(error) => prop_assert!(!error.to_string().contains(char::is_control)),
        }
        for parsed in [text.parse(), Sudoku::parse_with_boxes(&text, rows, cols)] {
            match parsed {
                Ok(sudoku) => {
                    prop_assert!((4..=MAX_SUDOKU_SIZE).contains(&sudoku.size()));
                    let size = sudoku.size() as u8;
                    prop_assert!(sudoku.cells().iter().all(|&value| value <= size));
                }
                Err(error) => prop_assert!(!error.to_string().contains(char::is_control)),
            }
        }
    }
}

#[test]
fn fifty_thousand_random_texts() {
    try_texts(50_000);
}

#[test]
#[ignore = "reason: a million texts, some seconds; cargo test --release -- --ignored"]
fn a_million_random_texts() {
    try_texts(1_000_000);
}
