//! Answers about many states are those about each.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use tilebase::{ErrorKind, Event, Library, Notation, Puzzle, Solver};

fn solver(name: &str) -> Solver {
    Library::in_memory().puzzle(name).unwrap()
}

/// The cells of random states, and of some that cannot reach the goal.
fn cells(solver: &Solver, n: usize) -> Vec<u8> {
    let mut cells = solver.sample(n, None, 1).unwrap();
    if let Puzzle::Sliding(_) = solver.puzzle() {
        let width = solver.cells();
        let last = cells.len() - width;
        let tiles: Vec<usize> = (last..last + width)
            .filter(|&cell| cells[cell] != 0)
            .collect();
        cells.swap(tiles[0], tiles[1]);
    }
    cells
}

#[test]
fn many_answers_are_the_answers_of_each() {
    for (name, goal) in [
        ("3x3", None),
        ("2x4", None),
        ("2x4", Some("1 2 x 4 x x x x")),
        ("3x3", Some("1 1 1 2 2 2 3 3 0")),
        ("torus-2x3", None),
        ("oshidori-kinds-3", None),
        ("oshidori-bw-4", None),
    ] {
        let solver = solver(name).with_goal(goal).unwrap();
        let width = solver.cells();
        let cells = cells(&solver, 300);
        let n = cells.len() / width;
        let (mut distances, mut moves, mut ranks) = (vec![0; n], vec![0; n], vec![0; n]);
        solver.cell_distances(&cells, &mut distances).unwrap();
        solver.optimal_moves(&cells, &mut moves).unwrap();
        solver.ranks(&cells, &mut ranks).unwrap();
        let first = solver.paths(&cells, None).unwrap();
        let drawn = solver.paths(&cells, Some(7)).unwrap();
        for (index, cells) in cells.chunks_exact(width).enumerate() {
            let answer = solver.solve(cells).unwrap();
            let distance = answer.distance();
            assert_eq!(
                distances[index],
                distance.map_or(-1, |moves| moves as i16),
                "{name}"
            );
            let length = first[index].as_ref().map(|moves| moves.len() as u32);
            assert_eq!(length, distance, "{name}");
            assert_eq!(
                drawn[index].as_ref().map(|moves| moves.len() as u32),
                distance
            );
            let hints = solver.hints(cells).unwrap();
            let nearer = hints
                .moves
                .iter()
                .filter(|hint| hint.distance().map(|after| after + 1) == distance);
            assert_eq!(moves[index].count_ones() as usize, nearer.count(), "{name}");
            if let Ok(rank) = u64::try_from(ranks[index]) {
                let same = solver.unrank(&[rank]).unwrap();
                let mut ranked = [0];
                solver.ranks(&same, &mut ranked).unwrap();
                assert_eq!(ranked, [ranks[index]], "{name} {goal:?}");
                // Tiles that are alike for the goal may be exchanged.
                assert!(same == cells || goal.is_some(), "{name}");
            } else {
                assert_eq!(distance, None);
            }
            for path in [&first[index], &drawn[index]].into_iter().flatten() {
                let state = solver.state(cells).unwrap();
                // Of tiles that are alike, several may slide.
                let notation = if goal.is_some() { Notation::Plain } else { Notation::Tile };
                let game = solver.game(&state, &path.written(notation), notation);
                assert_eq!(solver.look_up(game.unwrap().last()).unwrap(), Some(0));
            }
        }
    }
}

#[test]
fn drawn_paths_lead_to_the_goal() {
    let solver = solver("3x3");
    let cells = solver.sample(20, Some(22), 3).unwrap();
    for (state, path) in cells
        .chunks_exact(9)
        .zip(solver.paths(&cells, Some(1)).unwrap())
    {
        let state = solver.state(state).unwrap();
        let text = path.unwrap().to_string();
        let game = solver.game(&state, &text, Notation::Tile).unwrap();
        assert_eq!(game.last().cells(), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    }
}

#[test]
fn searches_and_bounds_of_many_states() {
    let table = solver("3x3");
    let search = table.clone().with_heuristic("linear-conflict");
    let cells = cells(&table, 60);
    let n = cells.len() / 9;
    let (mut distances, mut bounds) = (vec![0; n], vec![0; n]);
    table.cell_distances(&cells, &mut distances).unwrap();
    search.estimates(&cells, &mut bounds).unwrap();
    let found = search
        .solve_each(&cells, |answer| answer.distance())
        .unwrap();
    for index in 0..n {
        assert_eq!(
            found[index].map_or(-1, |moves| moves as i16),
            distances[index]
        );
        assert!(bounds[index] <= distances[index]);
        assert_eq!(bounds[index] < 0, distances[index] < 0);
    }
    assert_eq!(search.heuristic_name().unwrap(), "linear-conflict");
    let error = table.estimates(&cells, &mut bounds).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input);
}

#[test]
fn the_first_bad_state_is_named_among_all() {
    let solver = solver("2x3");
    let good = [1, 2, 3, 4, 5, 0];
    let mut cells = good.repeat(70_000);
    cells[6 * 68_001] = 9;
    cells[6 * 69_000] = 9;
    let mut distances = vec![0; 70_000];
    let error = solver.cell_distances(&cells, &mut distances).unwrap_err();
    assert!(error.to_string().starts_with("state 68001: "), "{error}");
    let error = solver.paths(&cells, None).unwrap_err();
    assert!(error.to_string().starts_with("state 68001: "), "{error}");
    let error = solver
        .cell_distances(&cells[1..], &mut distances)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input);
}

#[test]
fn tables_of_bytes_say_the_same() {
    let usual = solver("oshidori-kinds-4");
    let bytes = Library::in_memory()
        .with_byte_tables()
        .puzzle("oshidori-kinds-4")
        .unwrap();
    let cells = usual.sample(2000, None, 1).unwrap();
    let (mut one, mut other) = (vec![0; 2000], vec![0; 2000]);
    usual.cell_distances(&cells, &mut one).unwrap();
    bytes.cell_distances(&cells, &mut other).unwrap();
    assert_eq!(one, other);
    assert_eq!(usual.depths().unwrap(), bytes.depths().unwrap());
    assert_eq!(
        bytes.table_file().unwrap().metadata().encoding.to_string(),
        "byte"
    );
}

/// Clones share what is open, but each is watched and stopped alone.
#[test]
fn each_clone_has_its_own_watcher() {
    let solver = solver("3x3").with_heuristic("manhattan");
    let told = Arc::new(AtomicUsize::new(0));
    let (counter, stop) = (Arc::clone(&told), Arc::new(AtomicBool::new(true)));
    let watched = solver.clone().with_callback(move |event| {
        if let Event::Searching(_) = event {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert_eq!(watched.solve("867254301").unwrap().distance(), Some(31));
    assert!(told.load(Ordering::Relaxed) > 0);
    let stopped = solver.clone().with_stop(stop);
    let error = stopped
        .cell_distances(&[1, 2, 3, 4, 5, 6, 7, 8, 0], &mut [0])
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    assert_eq!(solver.distance("867254301").unwrap().distance(), Some(31));
}
