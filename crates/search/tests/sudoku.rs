//! Sudoku against an exact-cover solver that knows only a list of constraints, not rows, columns
//! and boxes, and against puzzles with known answers.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tilebase_core::Monitor;
use tilebase_search::{
    Conflict, FillOrder, SearchError, SearchLimits, Sudoku, SudokuError, SudokuTree, SudokuUnit,
    SudokuVerdict, breadth_first, depth_first,
};

/// Knuth's Algorithm X over sets: the columns still to cover, each with the rows that cover it.
struct ExactCover {
    columns: BTreeMap<usize, BTreeSet<usize>>,
    rows: Vec<Vec<usize>>,
}

impl ExactCover {
    /// Row `cell·n + value` of the matrix covers: the cell, the value in its row, column and box.
    fn of(sudoku: &Sudoku) -> Option<Self> {
        let n = sudoku.size();
        let (box_rows, box_cols) = sudoku.box_shape();
        let rows: Vec<Vec<usize>> = (0..n * n * n)
            .map(|choice| {
                let (cell, value) = (choice / n, choice % n);
                let (row, col) = (cell / n, cell % n);
                let in_box = row / box_rows * (n / box_cols) + col / box_cols;
                [cell, row * n + value, col * n + value, in_box * n + value]
                    .into_iter()
                    .enumerate()
                    .map(|(kind, constraint)| kind * n * n + constraint)
                    .collect()
            })
            .collect();
        let mut columns: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (choice, covers) in rows.iter().enumerate() {
            for &column in covers {
                columns.entry(column).or_default().insert(choice);
            }
        }
        let mut cover = Self { columns, rows };
        for (cell, &value) in sudoku.cells().iter().enumerate() {
            if value != 0 {
                let choice = cell * n + usize::from(value) - 1;
                let free = cover.rows[choice].iter().all(|column| {
                    cover
                        .columns
                        .get(column)
                        .is_some_and(|rows| rows.contains(&choice))
                });
                if !free {
                    return None;
                }
                cover.select(choice);
            }
        }
        Some(cover)
    }

    fn select(&mut self, choice: usize) -> Vec<(usize, BTreeSet<usize>)> {
        let mut taken = Vec::new();
        for column in self.rows[choice].clone() {
            let rows = self.columns.remove(&column).unwrap();
            for &row in &rows {
                for other in &self.rows[row] {
                    if let Some(others) = self.columns.get_mut(other) {
                        others.remove(&row);
                    }
                }
            }
            taken.push((column, rows));
        }
        taken
    }

    fn deselect(&mut self, taken: Vec<(usize, BTreeSet<usize>)>) {
        for (column, rows) in taken.into_iter().rev() {
            for &row in &rows {
                for other in &self.rows[row] {
                    if let Some(others) = self.columns.get_mut(other) {
                        others.insert(row);
                    }
                }
            }
            self.columns.insert(column, rows);
        }
    }

    fn count(&mut self, at_most: u64) -> u64 {
        let Some((_, rows)) = self.columns.iter().min_by_key(|(_, rows)| rows.len()) else {
            return 1;
        };
        let mut found = 0;
        for choice in rows.clone() {
            let taken = self.select(choice);
            found += self.count(at_most - found);
            self.deselect(taken);
            if found >= at_most {
                break;
            }
        }
        found
    }
}

fn oracle(sudoku: &Sudoku, at_most: u64) -> u64 {
    ExactCover::of(sudoku).map_or(0, |mut cover| cover.count(at_most))
}

fn count(sudoku: &Sudoku, at_most: u64) -> u64 {
    let found = sudoku.solutions(at_most, &SearchLimits::default(), &Monitor::silent());
    found.unwrap().count
}

fn text_of(cells: &[u8]) -> String {
    let words: Vec<String> = cells.iter().map(u8::to_string).collect();
    words.join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn counts_are_those_of_exact_cover(
        (size, clues) in prop::sample::select(vec![4usize, 6, 8]).prop_flat_map(|size| {
            let clue = (0..size * size, 1..=size as u8);
            (Just(size), prop::collection::vec(clue, size / 2..2 * size))
        }),
    ) {
        let mut cells = vec![0; size * size];
        for (cell, value) in clues {
            cells[cell] = value;
        }
        let sudoku: Sudoku = text_of(&cells).parse().unwrap();
        let expected = oracle(&sudoku, 100);
        prop_assert_eq!(count(&sudoku, 100), expected);
        let solutions = sudoku.solutions(2, &SearchLimits::default(), &Monitor::silent()).unwrap();
        let verdict = solutions.verdict();
        match sudoku.conflict() {
            Some(_) => prop_assert_eq!(verdict, SudokuVerdict::Contradictory),
            None => prop_assert_eq!(verdict, match expected {
                0 => SudokuVerdict::Unsolvable,
                1 => SudokuVerdict::Unique,
                _ => SudokuVerdict::Ambiguous,
            }),
        }
        // The searches find a solution if and only if there is one.
        if let Ok(tree) = SudokuTree::new(&sudoku, FillOrder::FewestValues) {
            let limits = SearchLimits { expanded: 20_000, ..SearchLimits::default() };
            if let Ok(outcome) = depth_first(&tree, tree.root(), &limits, &Monitor::silent()) {
                prop_assert_eq!(outcome.path.is_some(), expected > 0);
                if let Some(path) = outcome.path {
                    let solution = tree.grid(path.last().unwrap());
                    prop_assert_eq!(solution.conflict(), None);
                    prop_assert!(!solution.cells().contains(&0));
                }
            }
        }
    }
}

#[test]
fn the_empty_grid_of_four_has_288_solutions() {
    let empty: Sudoku = ".".repeat(16).parse().unwrap();
    assert_eq!(count(&empty, u64::MAX), 288);
    assert_eq!(oracle(&empty, u64::MAX), 288);
    let found = empty
        .solutions(10, &SearchLimits::default(), &Monitor::silent())
        .unwrap();
    assert_eq!((found.count, found.complete), (10, false));
    assert_ne!(found.first, found.second);
}

/// Puzzles with 17 clues, the fewest that fix a solution, and one made to be hard.
const PUBLISHED: [&str; 4] = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

#[test]
fn published_puzzles_have_one_solution() {
    for text in PUBLISHED {
        let sudoku: Sudoku = text.parse().unwrap();
        assert_eq!(oracle(&sudoku, 2), 1, "{text}");
        let found = sudoku
            .solutions(2, &SearchLimits::default(), &Monitor::silent())
            .unwrap();
        assert_eq!(
            (found.verdict(), found.complete),
            (SudokuVerdict::Unique, true)
        );
        let solution = found.first.unwrap();
        let tree = SudokuTree::new(&sudoku, FillOrder::FewestValues).unwrap();
        let outcome = depth_first(
            &tree,
            tree.root(),
            &SearchLimits::default(),
            &Monitor::silent(),
        );
        let path = outcome.unwrap().path.unwrap();
        assert_eq!(tree.grid(path.last().unwrap()), solution);
    }
    let first: Sudoku = PUBLISHED[0].parse().unwrap();
    let found = first
        .solutions(2, &SearchLimits::default(), &Monitor::silent())
        .unwrap();
    assert_eq!(
        found.first.unwrap(),
        "693784512487512936125963874932651487568247391741398625319475268856129743274836159"
            .parse()
            .unwrap()
    );
}

#[test]
fn the_four_problems() {
    let problems = [
        include_str!("../../../data/sudoku/problem1.txt"),
        include_str!("../../../data/sudoku/problem2.txt"),
        include_str!("../../../data/sudoku/problem3.txt"),
        include_str!("../../../data/sudoku/problem4.txt"),
    ];
    for (number, text) in problems.into_iter().enumerate() {
        let sudoku: Sudoku = text.parse().unwrap();
        let solutions = count(&sudoku, 1000);
        assert_eq!(solutions, oracle(&sudoku, 1000));
        // The first is ambiguous.
        assert_eq!(solutions > 1, number == 0, "problem {}", number + 1);
    }
}

#[test]
fn contradictory_unsolvable_and_ambiguous_are_told_apart() {
    let verdict = |text: &str| {
        let sudoku: Sudoku = text.parse().unwrap();
        let found = sudoku.solutions(2, &SearchLimits::default(), &Monitor::silent());
        found.unwrap().verdict()
    };
    assert_eq!(verdict("1..1 .... .... ...."), SudokuVerdict::Contradictory);
    assert_eq!(verdict("123. ...4 .... ...."), SudokuVerdict::Unsolvable);
    assert_eq!(verdict("1... .... .... ...."), SudokuVerdict::Ambiguous);
    assert_eq!(verdict("1234 3412 2143 432."), SudokuVerdict::Unique);
    // Full and wrong is contradictory, not solved.
    assert_eq!(verdict(&"1".repeat(16)), SudokuVerdict::Contradictory);

    let conflict = |text: &str| text.parse::<Sudoku>().unwrap().conflict();
    let expected = |value, unit, number, first, second| {
        Some(Conflict {
            value,
            unit,
            number,
            first,
            second,
        })
    };
    assert_eq!(
        conflict(".... 2..2 .... ...."),
        expected(2, SudokuUnit::Row, 2, (2, 1), (2, 4))
    );
    assert_eq!(
        conflict("...3 .... ...3 ...."),
        expected(3, SudokuUnit::Column, 4, (1, 4), (3, 4))
    );
    assert_eq!(
        conflict(".... .... ..4. ...4"),
        expected(4, SudokuUnit::Box, 4, (3, 3), (4, 4))
    );
    let six = "...... ...... 5..... .5.... ...... ......";
    assert_eq!(
        conflict(six),
        expected(5, SudokuUnit::Box, 3, (3, 1), (4, 2))
    );
    let sudoku = Sudoku::parse_with_boxes(six, 3, 2).unwrap();
    assert_eq!(sudoku.conflict(), None);
    assert!(SudokuTree::new(&six.parse().unwrap(), FillOrder::Reading).is_err());
}

#[test]
fn forms_of_text() {
    let plain: Sudoku = PUBLISHED[0].parse().unwrap();
    let grid = plain.to_string();
    let spaced: String = grid.chars().flat_map(|c| [c, ' ']).collect();
    let ruled: String = grid
        .lines()
        .enumerate()
        .map(|(row, line)| {
            let rule = if row % 3 == 0 { "+---+---+---+\n" } else { "" };
            format!("{rule}|{}|{}|{}|\r\n", &line[..3], &line[3..6], &line[6..])
        })
        .collect();
    let remark = format!("# a remark\n{}", grid.replace('.', "_"));
    for text in [
        grid.clone(),
        spaced,
        ruled,
        remark,
        PUBLISHED[0].replace('0', "*"),
    ] {
        assert_eq!(text.parse::<Sudoku>().unwrap(), plain, "{text}");
    }

    // As lists of Python and others: nested, or one per line, of numbers or of text.
    let lists: Vec<String> = plain
        .cells()
        .chunks(9)
        .map(|row| format!("{row:?}"))
        .collect();
    let quoted: Vec<String> = grid.lines().map(|line| format!("'{line}'")).collect();
    for text in [
        format!("[{}]", lists.join(", ")),
        format!("[{}]", lists.join(",\n ")).replace(' ', ""),
        lists.join("\n"),
        lists.join(",\n"),
        format!("{:?}", plain.cells()),
        format!("[\n{},\n]", quoted.join(",\n")),
        format!("({})", lists.join(", ")).replace(['[', ']'], "\""),
    ] {
        assert_eq!(text.parse::<Sudoku>().unwrap(), plain, "{text}");
    }

    // A Latin pattern of sixteen and of twenty-five, by numbers and by letters.
    for (n, root) in [(16usize, 4usize), (25, 5)] {
        let value = |row: usize, col: usize| (row % root * root + row / root + col) % n + 1;
        let cells: Vec<u8> = (0..n * n).map(|at| value(at / n, at % n) as u8).collect();
        let numbers: Sudoku = text_of(&cells).parse().unwrap();
        assert_eq!(numbers.conflict(), None);
        assert_eq!(numbers.box_shape(), (root, root));
        assert_eq!(numbers.to_string().parse::<Sudoku>().unwrap(), numbers);
        let mixed: String = cells
            .iter()
            .map(
                |&v| {
                    if v < 10 { (b'0' + v) as char } else { (b'A' + v - 10) as char }
                },
            )
            .collect();
        assert_eq!(mixed.parse::<Sudoku>().unwrap(), numbers);
        let lists: Vec<&[u8]> = cells.chunks(n).collect();
        assert_eq!(format!("{lists:?}").parse::<Sudoku>().unwrap(), numbers);
        let letters: String = cells.iter().map(|&v| (b'a' + v - 1) as char).collect();
        assert_eq!(letters.parse::<Sudoku>().unwrap(), numbers);
        // With holes, the searches fill them.
        let mut holes = cells.clone();
        for at in (0..n * n).step_by(7) {
            holes[at] = 0;
        }
        let sudoku: Sudoku = text_of(&holes).parse().unwrap();
        assert!(count(&sudoku, 2) >= 1);
    }
    for (size, shape) in [
        (4, (2, 2)),
        (6, (2, 3)),
        (8, (2, 4)),
        (12, (3, 4)),
        (15, (3, 5)),
        (20, (4, 5)),
    ] {
        let sudoku: Sudoku = ".".repeat(size * size).parse().unwrap();
        assert_eq!(sudoku.box_shape(), shape);
    }
}

#[test]
fn errors_name_line_and_column() {
    let error = |text: &str| text.parse::<Sudoku>().unwrap_err();
    assert_eq!(error(" \n---\n# nothing\n"), SudokuError::Empty);
    assert_eq!(
        error("12..\n..é.\n....\n....\n"),
        SudokuError::Unknown {
            line: 2,
            column: 3,
            found: "é".into()
        }
    );
    assert_eq!(
        error("1 2 . . . . . . . . . . . . . +4"),
        SudokuError::Unknown {
            line: 1,
            column: 31,
            found: "+".into()
        }
    );
    assert_eq!(
        error("12..\n....\n.5..\n....\n"),
        SudokuError::OutOfRange {
            line: 3,
            column: 2,
            value: 5,
            max: 4
        }
    );
    assert_eq!(
        error("1234\n12\n"),
        SudokuError::WrongCount {
            found: 6,
            line: 2,
            column: 2
        }
    );
    // The row of ten that the third problem has in print.
    let printed =
        include_str!("../../../data/sudoku/problem3.txt").replace("600000040", "6000000040");
    assert_eq!(
        error(&printed),
        SudokuError::WrongCount {
            found: 82,
            line: 9,
            column: 9
        }
    );
    // A square, but no boxes fit.
    assert!(matches!(
        error(&"0".repeat(49)),
        SudokuError::WrongCount { found: 49, .. }
    ));
    assert!(matches!(
        error(&"0".repeat(100_000)),
        SudokuError::WrongCount { found: 626, .. }
    ));
    assert_eq!(
        error("12..\n.....\n...\n....\n"),
        SudokuError::Ragged {
            line: 2,
            column: 5,
            expected: 4,
            found: 5
        }
    );
    assert_eq!(
        Sudoku::parse_with_boxes(&".".repeat(36), 3, 3),
        Err(SudokuError::Boxes {
            rows: 3,
            cols: 3,
            size: 6
        })
    );
    assert!(Sudoku::parse_with_boxes(&".".repeat(36), usize::MAX, 2).is_err());
}

#[test]
fn breadth_first_on_the_largest_grid_ends_at_the_bound() {
    let empty: Sudoku = ".".repeat(625).parse().unwrap();
    let tree = SudokuTree::new(&empty, FillOrder::Reading).unwrap();
    let limits = SearchLimits {
        memory: 20 << 20,
        ..SearchLimits::default()
    };
    let found = breadth_first(&tree, tree.root(), &limits, &Monitor::silent());
    assert!(matches!(found, Err(SearchError::Memory { .. })));
    let limits = SearchLimits {
        expanded: 1000,
        ..limits
    };
    let found = empty.solutions(u64::MAX, &limits, &Monitor::silent());
    assert!(matches!(found, Err(SearchError::Expanded { .. })));
}
