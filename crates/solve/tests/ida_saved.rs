//! Searches of boards that return what they have proven, are saved, and continue.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::Value;
use tilebase_core::{
    Monitor,
    pattern::PatternKind,
    sliding::{Board, Metric, Shape, TileDistances},
};
use tilebase_solve::{
    SavedError,
    ida::{
        BoardSolution, BoardSolver, Checkpoint, SearchOptions, SearchProgress, SolveError,
        StopReason, Tuning,
    },
    instances,
};

use crate::common;

fn solver() -> BoardSolver<'static> {
    let shape: Shape = "4x4".parse().unwrap();
    let partition = [
        vec![1, 2, 3, 4],
        vec![5, 6, 7, 8],
        vec![9, 10, 11, 12],
        vec![13, 14, 15],
    ];
    BoardSolver::with_patterns(
        common::additive(shape, 0, &partition, PatternKind::Plain),
        Tuning::default(),
    )
}

/// A solver that begins with these patterns and continues with those of another set of tables.
fn solver_in_turn() -> BoardSolver<'static> {
    let shape: Shape = "4x4".parse().unwrap();
    let small = [
        vec![1, 2, 3, 4],
        vec![5, 6, 7, 8],
        vec![9, 10, 11, 12],
        vec![13, 14, 15],
    ];
    let small = common::additive(shape, 0, &small, PatternKind::Plain);
    let larger = "1,2,3,4/5,6,7,8/9,10,11,12/13,14,15\n\
                  1,2,5,6/3,4,7,8/9,10,13,14/11,12,15\n\
                  1,4,5/2,3,6,7/8,9,12,13/10,11,14,15\n";
    BoardSolver::with_larger(small, Tuning::default(), 1_500_000, move || {
        Some(common::catalogue(shape, 0, larger))
    })
}

/// A board whose search is large, and its distance.
fn board() -> (Board, usize) {
    let all = instances::parse("4x4".parse().unwrap(), instances::KORF_100).unwrap();
    (all[2].board, all[2].length as usize)
}

/// Runs on two threads, which take small parts.
fn on_two_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    pool.unwrap().install(work)
}

/// Solves in a search that is stopped as soon as it has made progress. Returns the last state
/// saved.
fn stopped_soon(
    solver: &BoardSolver<'_>,
    board: &Board,
    resume: Option<Checkpoint>,
) -> Result<BoardSolution, Box<Checkpoint>> {
    let (stop, saved) = (AtomicBool::new(false), Mutex::new(None));
    let save = |checkpoint: &Checkpoint| {
        *saved.lock().unwrap() = Some(checkpoint.clone());
        stop.store(true, Ordering::Relaxed);
    };
    let options = SearchOptions {
        resume,
        save: Some(&save),
        ..SearchOptions::default()
    };
    let monitor = Monitor::silent().stopping_on(&stop);
    match solver.solve_with(board, options, &monitor) {
        Ok(solution) => Ok(solution),
        Err(SolveError::Stopped(stopped)) => {
            let saved = saved
                .into_inner()
                .unwrap()
                .expect("large searches are saved");
            assert_eq!(stopped.at_least, saved.lower());
            assert_eq!(stopped.rest.as_ref(), Some(&saved));
            assert_eq!(stopped.reason, StopReason::Monitor);
            Err(Box::new(saved))
        }
        Err(error) => panic!("{error}"),
    }
}

/// Returns the threshold and the counts of each iteration but the last, which ends with a solution,
/// sooner on some threads than on others.
fn finished(solution: &BoardSolution) -> Vec<(u32, u64, u64)> {
    let done = solution.stats.iterations.split_last().unwrap().1.iter();
    let counts = done.map(|done| (done.threshold, done.expanded, done.generated));
    counts.collect()
}

/// However often it is stopped, a search reaches the same answer and walks each finished iteration
/// once.
#[test]
fn a_search_that_is_stopped_again_and_again_continues() {
    stop_again_and_again(&solver());
}

#[test]
fn a_search_in_two_sets_of_tables_that_is_stopped_again_and_again_continues() {
    let boards = |solver: &BoardSolver<'_>| -> u64 {
        let solution = solver.solve(&board().0, &Monitor::silent()).unwrap();
        finished(&solution).iter().map(|done| done.2).sum()
    };
    let (one, two) = (boards(&solver()), boards(&solver_in_turn()));
    assert!(two < one, "it continues with the larger set: {two}, {one}");
    stop_again_and_again(&solver_in_turn());
}

fn stop_again_and_again(solver: &BoardSolver<'_>) {
    let (board, length) = board();
    let whole = solver.solve(&board, &Monitor::silent()).unwrap();
    assert_eq!(whole.moves.len(), length);
    on_two_threads(|| {
        let (mut resume, mut stops) = (None, 0);
        let solution = loop {
            match stopped_soon(solver, &board, resume) {
                Ok(solution) => break solution,
                Err(saved) => {
                    stops += 1;
                    // As it would come from a file.
                    let text = serde_json::to_string(&saved).unwrap();
                    resume = Some(serde_json::from_str(&text).unwrap());
                    assert_eq!(resume, Some(*saved));
                }
            }
        };
        assert!(stops > 4, "stopped {stops} times");
        assert_eq!(solution.moves.len(), length);
        let mut end = board;
        for &cell in &solution.moves {
            assert!(end.movable().any(|movable| movable == usize::from(cell)));
            end.slide(cell.into());
        }
        assert_eq!(end, *solver.goal());
        assert_eq!(finished(&solution), finished(&whole));
        let all: u64 = finished(&whole).iter().map(|done| done.2).sum();
        assert!(solution.stats.generated >= all);
    });
}

/// A search that is stopped before each iteration walks the same boards as one that does not, and
/// reads the same tables.
#[test]
fn a_search_that_is_stopped_again_and_again_is_the_same() {
    let (board, length) = board();
    let several = "1,2,3,4/5,6,7,8/9,10,11,12/13,14,15\n\
                   1,2,5,6/3,4,7,8/9,10,13,14/11,12,15\n\
                   1,4,5/2,3,6,7/8,9,12,13/10,11,14,15\n";
    let copied = || {
        let catalogue = common::catalogue(solver().shape(), 0, several);
        let tuning = Tuning {
            copy_after: 1_500_000,
            ..Tuning::default()
        };
        BoardSolver::with_patterns(catalogue, tuning)
    };
    for solver in [
        &solver as &dyn Fn() -> BoardSolver<'static>,
        &solver_in_turn,
        &copied,
    ] {
        let whole = solver().solve(&board, &Monitor::silent()).unwrap();
        let (solver, mut resume, mut stops) = (solver(), None, Vec::new());
        let solution = loop {
            let options = SearchOptions {
                resume: resume.take(),
                node_limit: Some(0),
                ..SearchOptions::default()
            };
            match solver.solve_with(&board, options, &Monitor::silent()) {
                Ok(solution) => break solution,
                Err(SolveError::Stopped(stopped)) => {
                    assert_eq!(stopped.reason, StopReason::Limit);
                    let rest = stopped.rest.expect("large searches can be continued");
                    stops.push(rest.lower());
                    assert!(rest.stats().generated > 1_000_000);
                    resume = Some(rest);
                }
                Err(error) => panic!("{error}"),
            }
        };
        assert!(stops.is_sorted_by(|a, b| a < b), "{stops:?}");
        assert_eq!(stops.last(), Some(&(length as u32)));
        assert_eq!(finished(&solution), finished(&whole));
        assert_eq!(solution.moves.len(), length);
    }
}

#[test]
fn a_search_whose_time_is_over_returns_what_is_proven_and_its_progress() {
    let (solver, (board, length)) = (solver(), board());
    let textbook = BoardSolver::with_heuristic(
        Metric::Single,
        solver.shape(),
        0,
        Box::new(TileDistances::new(
            solver.shape(),
            &solver.shape().ordered_cells(0),
        )),
    );
    for solver in [&solver, &textbook] {
        let monitor = Monitor::silent().for_at_most(Duration::from_millis(20));
        let stopped = solver.solve_with(&board, SearchOptions::default(), &monitor);
        let Err(SolveError::Stopped(stopped)) = stopped else {
            panic!("{stopped:?}");
        };
        assert!(stopped.at_least >= solver.estimate(&board));
        assert!(stopped.at_least as usize <= length);
    }
    let news = Mutex::new(Vec::new());
    let watch = |progress: &SearchProgress| news.lock().unwrap().push(*progress);
    let options = SearchOptions {
        watch: Some(&watch),
        ..SearchOptions::default()
    };
    on_two_threads(|| solver.solve_with(&board, options, &Monitor::silent())).unwrap();
    for news in news.into_inner().unwrap() {
        assert!(
            (0.0..=1.0).contains(&news.done) && news.left >= 0.0,
            "{news:?}"
        );
        assert!(
            news.threshold as usize <= length && news.seconds > 0.0,
            "{news:?}"
        );
    }
}

#[test]
fn saved_searches_of_something_else_and_damaged_ones_are_refused() {
    let (solver, (board, _)) = (solver(), board());
    let saved = *stopped_soon(&solver, &board, None).unwrap_err();
    let refused = |solver: &BoardSolver<'_>, board: &Board, saved: Checkpoint| {
        let options = SearchOptions {
            resume: Some(saved),
            ..SearchOptions::default()
        };
        match solver.solve_with(board, options, &Monitor::silent()) {
            Err(SolveError::Saved(error)) => error,
            other => panic!("{other:?}"),
        }
    };
    let mut next = board;
    next.slide(board.movable().next().unwrap());
    let other = refused(&solver, &next, saved.clone());
    assert!(
        matches!(
            other,
            SavedError::OtherSearch {
                what: "the start",
                ..
            }
        ),
        "{other}"
    );
    let shape = solver.shape();
    let textbook = BoardSolver::with_heuristic(
        Metric::Single,
        shape,
        0,
        Box::new(TileDistances::new(shape, &shape.ordered_cells(0))),
    );
    let other = refused(&textbook, &board, saved.clone());
    assert!(
        matches!(
            other,
            SavedError::OtherSearch {
                what: "the heuristic",
                ..
            }
        ),
        "{other}"
    );

    let value = serde_json::to_value(&saved).unwrap();
    let changed = |field: &str, to: Value| -> Checkpoint {
        let mut value = value.clone();
        assert_ne!(value[field], to);
        value[field] = to;
        serde_json::from_value(value).unwrap()
    };
    let newer = refused(&solver, &board, changed("version", 9.into()));
    assert!(
        matches!(newer, SavedError::OtherVersion { found: 9, .. }),
        "{newer}"
    );
    for (field, to) in [
        ("threshold", Value::from(47)),
        ("depth", 3.into()),
        ("generated", u64::MAX.into()),
        ("sizes", vec![1; 7].into()),
        ("walked", Value::Array(Vec::new())),
    ] {
        let damaged = refused(&solver, &board, changed(field, to));
        assert!(
            matches!(damaged, SavedError::Damaged(_)),
            "{field}: {damaged}"
        );
    }
}
