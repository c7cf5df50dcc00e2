//! Work that is stopped from outside.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use tilebase::{Build, ErrorKind, Event, Library, Notation, sliding::Metric};

#[test]
fn work_stops_when_asked_and_leaves_nothing() {
    let stop = Arc::new(AtomicBool::new(false));
    let (set, folder) = (Arc::clone(&stop), tempfile::tempdir().unwrap());
    let levels = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&levels);
    let library = Library::in_folder(folder.path())
        .with_stop(Arc::clone(&stop))
        .with_callback(move |event| {
            if let Event::Level { level, .. } = event {
                seen.lock().unwrap().push(level.depth);
                set.store(level.depth >= 5, Ordering::SeqCst);
            }
        });
    let solver = library.puzzle("3x4").unwrap();
    assert_eq!(solver.depths().unwrap_err().kind(), ErrorKind::Interrupted);
    assert!(library.tables().unwrap().is_empty());
    assert!(levels.lock().unwrap().iter().all(|&depth| depth < 12));
    stop.store(false, Ordering::SeqCst);
    drop(library);
    let library = Library::in_folder(folder.path());
    assert_eq!(
        library
            .puzzle("3x4")
            .unwrap()
            .depths()
            .unwrap()
            .eccentricity,
        53
    );
}

/// A search that beams interrupt between its iterations ends when asked, with what is known then.
#[test]
fn a_long_search_stops_when_asked() {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    let library = Library::in_memory()
        .with_stop(stop)
        .with_callback(move |event| {
            // What is done of an iteration is only estimated in large searches.
            if matches!(event, Event::Searching(search) if search.done.is_some()) {
                set.store(true, Ordering::SeqCst);
            }
        });
    let threes = "1,2,3/4,5,6/7,8,9/10,11,12/13,14,15/16,17,18/19,20,21/22,23,24";
    let solver = library.puzzle("5x5").unwrap();
    let solver = solver.with_partition(Some(threes.parse().unwrap()));
    let hard = "0 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1";
    let answer = solver.solve(hard).unwrap();
    assert!(answer.solvable() == Some(true) && answer.distance().is_none());
    assert!(answer.lower() > 90 && answer.upper() < Some(300));
}

#[test]
fn a_stopped_count_of_solutions_is_an_error() {
    let library = Library::in_memory()
        .with_builds(Build::Never)
        .with_stop(Arc::new(AtomicBool::new(true)));
    // The construction solves eleven kinds without a search, so that only the count is left to
    // stop.
    let rows = library.puzzle("oshidori-kinds-11").unwrap();
    let start = rows.state("1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10 11 0 0");
    let start = start.unwrap();
    assert_eq!(rows.solve(&start).unwrap().distance(), Some(11));
    let error = rows.solutions(&start, 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    assert!(error.to_string().contains("of 11 moves"), "{error}");
}

/// Tables that a question needs are built once, also where they cannot be kept and many threads ask
/// at once.
#[test]
fn what_many_threads_need_is_built_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    std::fs::write(&file, "").unwrap();
    let not_a_folder = file.join("data");
    for path in [folder.path(), &not_a_folder] {
        let events: Arc<Mutex<Vec<String>>> = Arc::default();
        let seen = Arc::clone(&events);
        let library = Library::in_folder(path).with_callback(move |event| {
            let said = match event {
                Event::Building { subject, .. } => subject.to_string(),
                Event::Waiting { .. } => "waiting".to_owned(),
                _ => return,
            };
            seen.lock().unwrap().push(said);
        });
        let solver = library.puzzle("3x3").unwrap();
        let boards = solver.random(60, &mut tilebase::seeded(1));
        events.lock().unwrap().clear();
        // A fresh solver, which has opened nothing.
        let solver = library.puzzle("3x3").unwrap();
        let stages = solver.stages("1-3/rest").unwrap();
        let tables = || solver.table_file().unwrap();
        std::thread::scope(|scope| {
            for part in boards.chunks(10) {
                let (solver, stages) = (solver.clone(), &stages);
                scope.spawn(move || {
                    for board in part {
                        solver.solve_stages(board, stages, 1).unwrap();
                    }
                });
                scope.spawn(tables);
            }
        });
        let mut built = events.lock().unwrap().clone();
        let all = built.len();
        built.sort();
        built.dedup();
        assert!(
            built.len() == all && all > 0,
            "{:?}",
            events.lock().unwrap()
        );
    }
}

/// A game's end has tables of its own, which are not kept.
#[test]
fn shortening_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    for (board, metric) in [
        ("3x3", Metric::Single),
        ("2x5", Metric::Single),
        ("3x3", Metric::Multi),
        ("4x4", Metric::Multi),
    ] {
        let library = Library::in_folder(folder.path());
        let solver = library.puzzle(board).unwrap().with_metric(metric).unwrap();
        let game = solver
            .game(solver.a_goal(), "D R U L D R U L", Notation::Tile)
            .unwrap();
        let shorter = solver.shorten(&game).unwrap();
        assert!(shorter.answer.moves().len() <= 8, "{board} {metric}");
        assert!(library.tables().unwrap().is_empty(), "{board} {metric}");
    }
}
