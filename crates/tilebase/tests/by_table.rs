//! Answers about many states are those about each; random states are where they are said to be, and
//! equally likely.

use std::collections::HashMap;

use tilebase::{
    Board, Built, Error, Library, Monitor, Puzzle, RankedSpace, Shape, Solver, State, StateError,
    Stones, format::Metadata, oshidori::Goal, rayon,
};
use tilebase_core::Memory;

fn solver(puzzle: impl Into<Puzzle>, goal: &str) -> Solver {
    let solver = Library::in_memory().solver(puzzle);
    solver.with_goal(goal).unwrap()
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

/// Compares the answers about all states at once with those about each.
fn compare(solver: &Solver, states: &[State]) {
    let cells: Vec<u8> = states.iter().flat_map(State::cells).copied().collect();
    let expected: Vec<Option<u32>> = states
        .iter()
        .map(|state| solver.distance(state).unwrap().distance())
        .collect();
    assert!(solver.distances(states).unwrap() == expected);
    let mut distances = vec![77; states.len()];
    solver.cell_distances(&cells, &mut distances).unwrap();
    let mut moves = vec![u64::MAX; states.len()];
    solver.optimal_moves(&cells, &mut moves).unwrap();
    for (at, state) in states.iter().enumerate() {
        assert_eq!(
            distances[at],
            expected[at].map_or(-1, |distance| distance as i16)
        );
        let hints = solver.hints(state).unwrap().moves;
        let nearer = hints
            .iter()
            .filter(|hint| hint.distance().map(|after| after + 1) == expected[at]);
        let gap = |state: &State| state.cells().iter().position(|&cell| cell == 0).unwrap();
        let mask = nearer.fold(0, |mask, hint| mask | 1 << gap(&hint.state));
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
        let shape: Shape = shape.parse().unwrap();
        let boards: Vec<State> = all_boards(shape).into_iter().map(State::from).collect();
        compare(&solver(shape, goal), &boards);
    }
}

#[test]
fn rows() {
    let black_and_white = "oshidori-bw-4".parse::<Stones>().unwrap();
    for (puzzle, goal) in [
        (black_and_white, Goal::default(black_and_white)),
        (black_and_white, Goal::Any),
        (
            black_and_white,
            Goal::parse(black_and_white, "__WWWWBBBB").unwrap(),
        ),
        (Stones::of_kinds(3, 2).unwrap(), Goal::AnyGap),
    ] {
        let space = tilebase_core::oshidori::OshidoriSpace::new(puzzle, goal).unwrap();
        let rows = (0..space.len()).map(|rank| space.unrank(rank).into());
        let rows: Vec<State> = rows.collect();
        compare(&solver(puzzle, &goal.to_string()), &rows);
    }
}

#[test]
fn the_first_bad_state_of_many_is_named() {
    let goal = Board::goal("3x3".parse().unwrap());
    let answers = solver(goal.shape(), &goal.to_string());
    let mut cells = goal.cells().repeat(20_000);
    let mut distances = vec![0; 20_000];
    for bad in [19_999, 17_777, 4096, 4095, 0] {
        cells[9 * bad] = 2;
        match answers.cell_distances(&cells, &mut distances) {
            Err(Error::BadState(error)) => {
                assert_eq!(error.index, bad);
                assert!(matches!(
                    error.error,
                    StateError::WrongNumber { found: 2, .. }
                ));
                assert_eq!(
                    error.to_string(),
                    format!("state {bad}: tile 2 appears 2 times, but must appear once")
                );
            }
            other => panic!("{other:?}"),
        }
    }
    let error = answers
        .cell_distances(&cells[1..], &mut distances)
        .unwrap_err();
    assert!(
        error.to_string().starts_with("179999 cells given"),
        "{error}"
    );
}

#[test]
fn samples_are_uniform_and_the_same_on_any_number_of_threads() {
    let goal = Board::parse("2x3".parse().unwrap(), "0 2 1 3 4 5").unwrap();
    let answers = solver(goal.shape(), &goal.to_string());
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    };
    let (one, three) = (pool(1), pool(3));

    // 100 of each state expected; ten times the square root of that is no chance.
    let sample = three.install(|| answers.sample(36_000, None, 5)).unwrap();
    assert_eq!(
        one.install(|| answers.sample(36_000, None, 5)).unwrap(),
        sample
    );
    assert_eq!(answers.sample(300, None, 5).unwrap(), sample[..300 * 6]);
    assert_ne!(answers.sample(300, None, 6).unwrap(), sample[..300 * 6]);
    let times = counted(&sample);
    assert_eq!(times.len(), 360);
    assert!(
        times.values().all(|times| (20..200).contains(times)),
        "{times:?}"
    );

    for (depth, &count) in (0..).zip(&answers.depths().unwrap().counts) {
        let n = 100 * count as usize;
        let sample = three.install(|| answers.sample(n, Some(depth), 7)).unwrap();
        assert_eq!(
            one.install(|| answers.sample(n, Some(depth), 7)).unwrap(),
            sample
        );
        let times = counted(&sample);
        assert_eq!(times.len() as u64, count);
        assert!(
            times.values().all(|times| (20..200).contains(times)),
            "{times:?}"
        );
        for &board in times.keys() {
            assert_eq!(answers.distance(board).unwrap().distance(), Some(depth));
        }
    }
    let error = answers.sample(1, Some(22), 0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no state of 2x3 is 22 moves from the goal: none needs more than 21"
    );
}

fn counted(sample: &[u8]) -> HashMap<&[u8], usize> {
    let mut times = HashMap::new();
    for board in sample.chunks(6) {
        *times.entry(board).or_default() += 1;
    }
    times
}

#[test]
fn samples_of_rows_reach_the_goal() {
    let puzzle = Stones::of_kinds(3, 2).unwrap();
    let answers = solver(puzzle, "blank-last");
    let width = answers.cells();
    let sample = answers.sample(1000, None, 1).unwrap();
    assert_eq!(sample.len(), 1000 * width);
    for row in sample.chunks(width) {
        assert!(answers.distance(row).unwrap().distance().is_some());
    }
    for depth in 0..=answers.depths().unwrap().eccentricity {
        let sample = answers.sample(10, Some(depth), 1).unwrap();
        for row in sample.chunks(width) {
            assert_eq!(answers.distance(row).unwrap().distance(), Some(depth));
        }
    }
}

/// A header that counts states where there are none, and a list of states that are none.
#[test]
fn drawing_ends_where_counts_and_lists_are_untrue() {
    let goal = Board::goal("3x2".parse().unwrap());
    let solver = solver(goal.shape(), "blank-last");
    let table =
        tilebase_pdb_build::build(&solver.table_subject(), None, &Monitor::silent()).unwrap();
    let forge = |counts, levels| {
        let metadata = Metadata {
            counts,
            ..table.metadata().clone()
        };
        let payload = Memory::copy_of(table.payload()).unwrap();
        let forged = Built::new(metadata, levels, payload);
        solver.clone().with_table(forged.into()).unwrap()
    };
    let mut counts = table.metadata().counts.clone();
    counts.push(100);
    let depth = counts.len() as u32 - 1;
    let answers = forge(counts.clone(), vec![]);
    let error = answers.sample(3, Some(depth), 1).unwrap_err().to_string();
    assert!(error.contains("damaged: it counts 100 states"), "{error}");

    let answers = forge(counts, vec![(depth, vec![360])]);
    let error = answers.hardest(1).unwrap_err().to_string();
    assert!(error.contains("has impossible ranks"), "{error}");
}
