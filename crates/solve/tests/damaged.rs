//! Damaged files of every encoding: each answer is the right one, or an error. `TILEBASE_ROUNDS` asks for more than
//! the usual number of files.

use std::{env, io::Cursor};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tilebase_core::{
    Monitor, RankedSpace,
    format::{Subject, TableFile},
    oshidori::{Goal, OshidoriSpace, Stones},
    pattern::{Partition, PatternIndex, PatternKind},
    sliding::{Board, Reduction, Shape, SlidingSpace},
};
use tilebase_solve::{
    BoardAnswers, RowAnswers, board_subject,
    heuristic::{AdditivePatterns, PatternTable},
    ida::Solver,
    row_subject,
};

/// The bytes of a table's file.
fn file(subject: &Subject) -> Vec<u8> {
    let built = tilebase_pdb_build::build(subject, &Monitor::silent()).unwrap();
    let mut file = Cursor::new(Vec::new());
    built.write(&mut file, &Monitor::silent()).unwrap();
    file.into_inner()
}

/// How many files were damaged, and what came of it.
#[derive(Debug, Default)]
struct Tally {
    damaged: usize,
    refused_at_opening: usize,
    refused_in_use: usize,
    right: usize,
}

/// Damages a file again and again: bits, bytes, runs of zeros, pages, cuts, pieces in the wrong place. `ask` gives
/// whether there were only right answers (`true`) or an error.
fn damage(name: &str, whole: &[u8], seed: u64, ask: impl Fn(TableFile, &mut ChaCha8Rng) -> bool) {
    let rounds = env::var("TILEBASE_ROUNDS").ok();
    let rounds = rounds.and_then(|rounds| rounds.parse().ok()).unwrap_or(60);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tally = Tally::default();
    while tally.damaged < rounds {
        let mut bytes = whole.to_vec();
        let at = match rng.random_range(0..3) {
            0 => rng.random_range(0..200.min(bytes.len())),
            _ => rng.random_range(0..bytes.len()),
        };
        match rng.random_range(0..6) {
            0 => bytes[at] ^= 1 << rng.random_range(0..8),
            1 => bytes[at] = rng.random(),
            2 => {
                let end = bytes.len().min(at + rng.random_range(1..10_000));
                bytes[at..end].fill(0);
            }
            3 => {
                let page = at / 4096 * 4096;
                let end = bytes.len().min(page + 4096);
                bytes[page..end].fill(0);
            }
            4 => bytes.truncate(at),
            _ => {
                let length = rng.random_range(1..5000);
                let from = rng.random_range(0..bytes.len());
                let length = length.min(bytes.len() - from).min(bytes.len() - at);
                bytes.copy_within(from..from + length, at);
            }
        }
        if bytes == whole {
            continue;
        }
        tally.damaged += 1;
        match TableFile::from_bytes(bytes) {
            Err(_) => tally.refused_at_opening += 1,
            Ok(table) => match ask(table, &mut rng) {
                true => tally.right += 1,
                false => tally.refused_in_use += 1,
            },
        }
    }
    println!("{name}: {tally:?}");
    assert!(
        tally.refused_at_opening > 0 && tally.refused_in_use > 0,
        "{tally:?}"
    );
}

/// Asks a table of boards everything there is to ask, beside the right one.
fn ask_boards(shape: &str, seed: u64) {
    let shape: Shape = shape.parse().unwrap();
    let goal = Board::goal(shape);
    let subject = board_subject(&Reduction::to_canonical(&goal));
    let whole = file(&subject);
    let right = TableFile::from_bytes(whole.clone()).unwrap();
    let right = BoardAnswers::from_table(&goal, right).unwrap();
    let space = SlidingSpace::new(shape, goal.blank()).unwrap();
    damage(&format!("boards of {shape}"), &whole, seed, |table, rng| {
        let Ok(table) = BoardAnswers::from_table(&goal, table) else {
            return false;
        };
        let mut fine = true;
        for _ in 0..8 {
            let board = space.unrank(rng.random_range(0..space.len()));
            macro_rules! same {
                ($question:expr) => {
                    match ($question(&table), $question(&right)) {
                        (Ok(found), Ok(expected)) => assert_eq!(found, expected),
                        (Err(_), _) => fine = false,
                        (Ok(_), Err(error)) => panic!("the right table: {error}"),
                    }
                };
            }
            same!(|table: &BoardAnswers| table.distance(&board));
            same!(|table: &BoardAnswers| table.path(&board));
            same!(|table: &BoardAnswers| table.hints(&board));
            same!(|table: &BoardAnswers| table.count_paths(&board));
            same!(|table: &BoardAnswers| table.all_paths(&board, 3));
            same!(|table: &BoardAnswers| table.distances_of(&[board, goal]));
        }
        let level = rng.random_range(0..=right.metadata().eccentricity());
        match (
            table.hardest(usize::MAX),
            table.sample_at(level, 3, 1, &Monitor::silent()),
        ) {
            (Ok(hardest), Ok(sample)) => {
                assert_eq!(hardest, right.hardest(usize::MAX).unwrap());
                for board in sample {
                    assert_eq!(right.distance(&board).unwrap(), Some(level));
                }
            }
            _ => fine = false,
        }
        fine
    });
}

#[test]
fn tables_of_bytes() {
    ask_boards("3x2", 1);
    ask_boards("3x3", 2);
}

#[test]
fn tables_of_remainders() {
    let stones: Stones = "oshidori-kinds-5".parse().unwrap();
    let goal = Goal::default(stones);
    let reduction = tilebase_core::oshidori::RowReduction::to_canonical(stones, goal);
    let whole = file(&row_subject(&reduction, stones));
    let open = |table| RowAnswers::from_table(stones, goal, table);
    let right = open(TableFile::from_bytes(whole.clone()).unwrap()).unwrap();
    let space = OshidoriSpace::new(stones, goal).unwrap();
    damage("rows of stones", &whole, 3, |table, rng| {
        let Ok(table) = open(table) else {
            return false;
        };
        let mut fine = true;
        for _ in 0..8 {
            let row = space.unrank(rng.random_range(0..space.len()));
            match (table.distance(&row), table.all_paths(&row, 2)) {
                (Ok(distance), Ok(paths)) => {
                    assert_eq!(distance, right.distance(&row).unwrap());
                    assert_eq!(paths, right.all_paths(&row, 2).unwrap());
                }
                _ => fine = false,
            }
        }
        fine
    });
}

#[test]
fn pattern_databases() {
    let shape: Shape = "3x3".parse().unwrap();
    let partition = Partition::new(shape, 0, &[vec![1, 2, 3, 4], vec![5, 6, 7, 8]]).unwrap();
    let indices: Vec<PatternIndex> = (partition.distinct().into_iter())
        .map(|pattern| PatternIndex::new(pattern, PatternKind::ZeroAware))
        .collect();
    let files: Vec<Vec<u8>> = indices.iter().map(|index| file(&index.subject())).collect();
    let solver = |first: TableFile| {
        let others = files[1..]
            .iter()
            .map(|file| TableFile::from_bytes(file.clone()).unwrap());
        let tables = indices.iter().zip([first].into_iter().chain(others));
        let tables = tables.map(|(index, file)| {
            let encoding = file.metadata().encoding;
            PatternTable::new(index.clone(), encoding, file)
        });
        let tables: Vec<_> = tables.collect::<Result<_, _>>().ok()?;
        let patterns = AdditivePatterns::new(&partition, tables).ok()?;
        Some(Solver::with_patterns(patterns))
    };
    let right = solver(TableFile::from_bytes(files[0].clone()).unwrap()).unwrap();
    let space = SlidingSpace::new(shape, 0).unwrap();
    damage("pattern databases", &files[0], 4, |table, rng| {
        if table.metadata().subject != indices[0].subject() {
            return false;
        }
        let Some(solver) = solver(table) else {
            return false;
        };
        (0..4).all(|_| {
            let board = space.unrank(rng.random_range(0..space.len()));
            let found = solver.solve(&board, &Monitor::silent());
            let expected = right.solve(&board, &Monitor::silent()).unwrap();
            found.is_ok_and(|found| {
                assert_eq!(found.moves.len(), expected.moves.len());
                true
            })
        })
    });
}
