//! Answers about many states are those about each; random states are where they are said to be, and
//! equally likely.

use std::collections::HashMap;

use tilebase_core::{
    Memory, Monitor, RankedSpace, Reduce, StateError,
    format::{Built, Metadata, Subject, TableFile},
    oshidori::{Goal, Row, RowReduction, Stones},
    sliding::{Board, Reduction, Shape},
};
use tilebase_pdb_build::build;
use tilebase_solve::table::Distances;
use tilebase_solve::{AnswerError, Answers, BoardAnswers, RowAnswers, board_subject, row_subject};

fn built(subject: &Subject) -> Built {
    build(subject, &Monitor::silent()).unwrap()
}

fn board_answers(goal: &Board) -> BoardAnswers {
    let table = built(&board_subject(&Reduction::to_canonical(goal)));
    BoardAnswers::from_table(goal, table.into()).unwrap()
}

fn row_answers(puzzle: Stones, goal: Goal) -> RowAnswers {
    let reduction = RowReduction::to_canonical(puzzle, goal);
    let table = built(&row_subject(&reduction, puzzle));
    RowAnswers::from_table(puzzle, goal, table.into()).unwrap()
}

/// All arrangements of a board's cells, solvable or not.
fn all_boards(shape: Shape) -> Vec<Board> {
    let mut all = vec![vec![]];
    for _ in 0..shape.cells() {
        let longer = |begun: &Vec<u8>| {
            let left = (0..shape.cells() as u8).filter(|cell| !begun.contains(cell));
            left.map(|cell| [&begun[..], &[cell]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let boards = all
        .iter()
        .map(|cells| Board::from_cells(shape, cells).unwrap());
    boards.collect()
}

/// Compares the answers about all states at once with those about each. `blank` tells the cell of a
/// state's blank.
fn compare<D, R>(
    answers: &Answers<D, R>,
    states: &[D::State],
    cells: &[u8],
    blank: fn(&D::State) -> usize,
) where
    D: Distances<State: Send + Sync, Bytes = TableFile> + Sync,
    R: Reduce<State = D::State> + Sync,
{
    let expected: Vec<Option<u32>> = states
        .iter()
        .map(|state| answers.distance(state).unwrap())
        .collect();
    assert!(answers.distances_of(states).unwrap() == expected);
    let mut distances = vec![77; states.len()];
    answers.distances(cells, &mut distances).unwrap();
    let mut moves = vec![u64::MAX; states.len()];
    answers.optimal_moves(cells, &mut moves).unwrap();
    for (at, state) in states.iter().enumerate() {
        assert_eq!(
            distances[at],
            expected[at].map_or(-1, |distance| distance as i16)
        );
        let hints = answers.hints(state).unwrap();
        let nearer = hints
            .iter()
            .filter(|hint| Some(hint.distance + 1) == expected[at]);
        let mask = nearer.fold(0, |mask, hint| mask | 1 << blank(&hint.state));
        assert_eq!(moves[at], mask, "{state:?}");
    }
}

#[test]
fn boards() {
    for (shape, goal) in [
        ("3x3", "1 2 3 4 5 6 7 8 0"),
        ("3x3", "8 1 3 2 0 7 5 4 6"),
        ("2x4", "5 1 0 3 7 2 4 6"),
        ("2x3", "0 2 1 3 4 5"),
        ("3x2", "0 1 2 3 4 5"),
        ("2x2", "1 2 3 0"),
    ] {
        let shape = shape.parse().unwrap();
        let answers = board_answers(&Board::parse(shape, goal).unwrap());
        let boards = all_boards(shape);
        let cells: Vec<u8> = boards.iter().flat_map(Board::cells).copied().collect();
        compare(&answers, &boards, &cells, Board::blank);
    }
}

#[test]
fn rows() {
    let black_and_white = Stones::black_and_white(4).unwrap();
    for (puzzle, goal) in [
        (black_and_white, Goal::default(black_and_white)),
        (black_and_white, Goal::Any),
        (
            black_and_white,
            Goal::parse(black_and_white, "__WWWWBBBB").unwrap(),
        ),
        (Stones::of_kinds(3, 2).unwrap(), Goal::AnyGap),
    ] {
        let answers = row_answers(puzzle, goal);
        let space = tilebase_core::oshidori::OshidoriSpace::new(puzzle, goal).unwrap();
        let rows: Vec<Row> = (0..space.len()).map(|rank| space.unrank(rank)).collect();
        let cells: Vec<u8> = rows.iter().flat_map(Row::cells).collect();
        compare(&answers, &rows, &cells, Row::gap);
    }
}

#[test]
fn the_first_bad_state_of_many_is_named() {
    let goal = Board::goal("3x3".parse().unwrap());
    let answers = board_answers(&goal);
    let mut cells = goal.cells().repeat(20_000);
    let mut distances = vec![0; 20_000];
    for bad in [19_999, 17_777, 4096, 4095, 0] {
        cells[9 * bad] = 2;
        match answers.distances(&cells, &mut distances) {
            Err(AnswerError::BadState(error)) => {
                assert_eq!(error.index, bad);
                assert!(matches!(
                    error.error,
                    StateError::WrongNumber { found: 2, .. }
                ));
                assert_eq!(
                    error.to_string(),
                    format!("state {bad}: tile 2 appears 2 times, but must appear 1 times")
                );
            }
            other => panic!("{other:?}"),
        }
    }
    let error = answers.distances(&cells[1..], &mut distances).unwrap_err();
    assert!(
        error.to_string().starts_with("179999 cells given"),
        "{error}"
    );
}

#[test]
fn samples_are_uniform_and_the_same_on_any_number_of_threads() {
    let goal = Board::parse("2x3".parse().unwrap(), "0 2 1 3 4 5").unwrap();
    let answers = board_answers(&goal);
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    };
    let (one, three) = (pool(1), pool(3));

    // 100 of each state expected; ten times the square root of that is no chance.
    let sample = three
        .install(|| answers.sample(36_000, 5, &Monitor::silent()))
        .unwrap();
    assert_eq!(
        one.install(|| answers.sample(36_000, 5, &Monitor::silent()))
            .unwrap(),
        sample
    );
    assert_eq!(
        answers.sample(300, 5, &Monitor::silent()).unwrap(),
        sample[..300]
    );
    assert_ne!(
        answers.sample(300, 6, &Monitor::silent()).unwrap(),
        sample[..300]
    );
    let times = counted(&sample);
    assert_eq!(times.len(), 360);
    assert!(
        times.values().all(|times| (20..200).contains(times)),
        "{times:?}"
    );

    for (depth, &count) in (0..).zip(&answers.metadata().counts) {
        let n = 100 * count as usize;
        let sample = three
            .install(|| answers.sample_at(depth, n, 7, &Monitor::silent()))
            .unwrap();
        assert_eq!(
            one.install(|| answers.sample_at(depth, n, 7, &Monitor::silent()))
                .unwrap(),
            sample
        );
        let times = counted(&sample);
        assert_eq!(times.len() as u64, count);
        assert!(
            times.values().all(|times| (20..200).contains(times)),
            "{times:?}"
        );
        for board in times.keys() {
            assert_eq!(answers.distance(board).unwrap(), Some(depth));
        }
    }
    let error = answers.sample_at(22, 1, 0, &Monitor::silent()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no state is 22 moves from the goal: the farthest are 21 away"
    );
}

fn counted(sample: &[Board]) -> HashMap<Board, usize> {
    let mut times = HashMap::new();
    for &board in sample {
        *times.entry(board).or_default() += 1;
    }
    times
}

#[test]
fn samples_of_rows_reach_the_goal() {
    let puzzle = Stones::of_kinds(3, 2).unwrap();
    let answers = row_answers(puzzle, Goal::default(puzzle));
    let sample = answers.sample(1000, 1, &Monitor::silent()).unwrap();
    assert_eq!(sample.len(), 1000);
    for row in sample {
        assert!(answers.distance(&row).unwrap().is_some());
    }
    for depth in 0..=answers.metadata().eccentricity() {
        for row in answers.sample_at(depth, 10, 1, &Monitor::silent()).unwrap() {
            assert_eq!(answers.distance(&row).unwrap(), Some(depth));
        }
    }
}

/// A header that counts states where there are none, and a list of states that are none.
#[test]
fn drawing_ends_where_counts_and_lists_are_untrue() {
    let goal = Board::goal("3x2".parse().unwrap());
    let table = built(&board_subject(&Reduction::to_canonical(&goal)));
    let forge = |counts, levels| {
        let metadata = Metadata {
            counts,
            ..table.metadata().clone()
        };
        let payload = Memory::copy_of(table.payload()).unwrap();
        let forged = Built::new(metadata, levels, payload);
        BoardAnswers::from_table(&goal, forged.into()).unwrap()
    };
    let mut counts = table.metadata().counts.clone();
    counts.push(100);
    let depth = counts.len() as u32 - 1;
    let answers = forge(counts.clone(), vec![]);
    let error = answers
        .sample_at(depth, 3, 1, &Monitor::silent())
        .unwrap_err()
        .to_string();
    assert!(error.contains("damaged: of 100 states"), "{error}");

    let answers = forge(counts, vec![(depth, vec![360])]);
    let error = answers.hardest(1).unwrap_err().to_string();
    assert!(error.contains("has impossible ranks"), "{error}");
}
