//! Random text never makes a parser panic. What a parser accepts is printed and read again.

use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use tilebase_core::{
    Puzzle, joined,
    oshidori::{Goal, Row},
    sliding::{Board, Shape},
    words,
};
use tilebase_testing::random_text;

const SPACES: [&str; 8] = [
    "2x2",
    "3x3",
    "5x5",
    "oshidori-bw-2",
    "oshidori-kinds-2",
    "oshidori-kinds-62",
    "torus-2x2",
    "cells-..#/...-blanks-2",
];

/// Pieces of names and states, and some that no parser expects.
const PIECES: [&str; 44] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "8",
    "24",
    "25",
    "62",
    "99999999999999999999",
    " ",
    " ",
    " ",
    ",",
    "/",
    "\n",
    "\t",
    "*",
    "_",
    ".",
    "_",
    "B",
    "W",
    "b",
    "w",
    "x",
    "X",
    "-",
    "any",
    "any-gap",
    "oshidori-",
    "kinds-",
    "bw-",
    "torus-",
    "cells-",
    "edges-",
    "-blanks-2",
    "3x3",
    "puzzle",
    "+",
    "é",
    "\u{feff}",
    "\0",
    "12",
];

/// Returns the text of a state with at most two changes.
fn almost_a_state(space: Puzzle, random: &mut ChaCha8Rng) -> String {
    let mut text = match space {
        Puzzle::Sliding(shape) => Board::goal(shape).to_string(),
        Puzzle::Oshidori(puzzle) => Row::goal(puzzle).to_string(),
        Puzzle::Graph(graph) => joined(graph.ordered(), " "),
    };
    for _ in 0..random.next_u32() % 3 {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let at = places[random.next_u32() as usize % places.len()];
        let end = (at + 1..=text.len()).find(|&end| text.is_char_boundary(end));
        let piece = PIECES[random.next_u32() as usize % PIECES.len()];
        text.replace_range(at..end.unwrap_or(text.len()), piece);
    }
    text
}

fn try_texts(count: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let spaces = SPACES.map(|name| name.parse::<Puzzle>().unwrap());
    let (mut names, mut states) = (0, 0);
    for turn in 0..count {
        let space = spaces[turn % spaces.len()];
        let text = match random.next_u32() % 2 {
            0 => random_text(&PIECES, 16, &mut random),
            _ => almost_a_state(space, &mut random),
        };
        if let Ok(space) = text.parse::<Puzzle>() {
            names += 1;
            assert_eq!(space.to_string().parse(), Ok(space), "{text:?}");
        }
        match space {
            Puzzle::Sliding(shape) => {
                if let Ok(board) = Board::parse(shape, &text) {
                    states += 1;
                    assert_eq!(Board::parse(shape, &board.to_string()), Ok(board));
                }
            }
            Puzzle::Oshidori(puzzle) => {
                if let Ok(row) = Row::parse(puzzle, &text) {
                    states += 1;
                    assert_eq!(Row::parse(puzzle, &row.to_string()), Ok(row));
                    assert_eq!(Row::parse(puzzle, &row.pretty()), Ok(row));
                }
                let _ = Goal::parse(puzzle, &text);
            }
            Puzzle::Graph(graph) => {
                let mut cells = vec![0; graph.cells()];
                if graph.parse_cells(&text, &mut cells).is_ok() {
                    states += 1;
                    assert_eq!(graph.check_cells(&cells), Ok(()));
                }
            }
        }
    }
    // Texts that are all refused would show nothing.
    assert!(names > 0, "{names} names");
    assert!(states > count / 100, "{states} states");
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

#[test]
fn states_are_read_up_to_a_length() {
    let shape: Shape = "3x3".parse().unwrap();
    let padded = |length: usize| format!("{:length$}", "123456780");
    let board = Board::parse(shape, &padded(8192)).unwrap();
    assert_eq!(board, Board::goal(shape));
    for length in [8193, 20_000] {
        let error = Board::parse(shape, &padded(length)).unwrap_err();
        assert!(error.to_string().contains("has more than"), "{error}");
    }
    let error = Board::parse(shape, "1 2 3 4 5 6 7 9 0").unwrap_err();
    assert!(error.to_string().contains("from 0 (blank) to 8"), "{error}");
    assert_eq!([words(""), words(" ;"), words("1, 2 ;3")], [0, 0, 3]);
}
