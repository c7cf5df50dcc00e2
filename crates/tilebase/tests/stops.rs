//! Work that is stopped from outside.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use tilebase::{Build, ErrorKind, Event, Library};

#[test]
fn work_stops_when_asked_and_leaves_nothing() {
    let stop = Arc::new(AtomicBool::new(false));
    let (set, folder) = (Arc::clone(&stop), tempfile::tempdir().unwrap());
    let levels = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&levels);
    let library = Library::in_folder(folder.path())
        .stop_on(Arc::clone(&stop))
        .on_event(move |event| {
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
    let library = Library::in_memory().stop_on(stop).on_event(move |event| {
        // What is done of an iteration is only estimated in large searches.
        if matches!(event, Event::Searching(search) if search.done.is_some()) {
            set.store(true, Ordering::SeqCst);
        }
    });
    let threes = "1,2,3/4,5,6/7,8,9/10,11,12/13,14,15/16,17,18/19,20,21/22,23,24";
    let solver = library.puzzle("5x5").unwrap();
    let solver = solver.partition(Some(threes.parse().unwrap()));
    let hard = "0 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1";
    let answer = solver.solve(hard).unwrap();
    assert!(answer.solvable() == Some(true) && answer.distance().is_none());
    assert!(answer.lower() > 90 && answer.upper() < Some(300));
}

#[test]
fn a_stopped_count_of_solutions_is_an_error() {
    let library = Library::in_memory()
        .build_when_missing(Build::Never)
        .stop_on(Arc::new(AtomicBool::new(true)));
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
