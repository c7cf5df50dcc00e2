//! Goals that leave cells open, or in which tiles are alike, beside a plain search from all states
//! that meet them.

use std::collections::{HashMap, HashSet, VecDeque};

use tilebase::{
    Build, Library, Method, Moves, Notation, Selection, Shape, Solver, State, StateLines, seeded,
    sliding::{Metric, PartialGoal},
};

const SINGLE: Metric = Metric::Single;
const MULTI: Metric = Metric::Multi;

fn solver(board: &str, goal: &str, metric: Metric) -> Solver {
    let solver = Library::in_memory().puzzle(board).unwrap();
    let solver = solver.with_goal(goal).unwrap();
    solver.with_metric(metric).unwrap()
}

/// Returns all orders of some numbers.
fn orders(cells: &[u8]) -> HashSet<Vec<u8>> {
    let mut all = HashSet::from([Vec::new()]);
    for _ in cells {
        let longer = all.iter().flat_map(|order| {
            cells.iter().filter_map(|cell| {
                let count = |of: &[u8]| of.iter().filter(|&other| other == cell).count();
                (count(order) < count(cells)).then(|| [&order[..], &[*cell]].concat())
            })
        });
        all = longer.collect();
    }
    all
}

/// Returns the distance of every state that can reach the goal, by a search that knows the goal's
/// text alone.
fn plain(solver: &Solver, goal: &str, some_goal: &State) -> HashMap<State, u32> {
    let goal: Vec<&str> = goal.split([' ', '/']).collect();
    let meets = |cells: &[u8]| {
        let cells = cells.iter().zip(&goal);
        cells
            .into_iter()
            .all(|(cell, goal)| *goal == "x" || *goal == cell.to_string())
    };
    let mut distances = HashMap::new();
    let mut queue = VecDeque::new();
    for cells in orders(some_goal.cells()) {
        if meets(&cells) {
            let state = solver.state(&cells[..]).unwrap();
            distances.insert(state.clone(), 0);
            queue.push_back(state);
        }
    }
    while let Some(state) = queue.pop_front() {
        let here = distances[&state];
        for next in state.neighbours(solver.metric()) {
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), here + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

const CASES: [(&str, &str, Metric); 16] = [
    ("2x2", "1 1 2 0", SINGLE),
    ("2x2", "x 3 x x", SINGLE),
    ("2x3", "1 2 x x x x", SINGLE),
    ("2x3", "1 2 x x x x", MULTI),
    ("3x2", "1 2 3 4 x x", SINGLE),
    ("3x2", "1 2 3 x 5 x", SINGLE),
    ("2x3", "x x x 5 x 0", SINGLE),
    ("2x3", "1 1 1 2 2 0", SINGLE),
    ("2x3", "1 1 x x 2 0", MULTI),
    ("2x3", "1 x x 4 4 x", SINGLE),
    ("2x4", "1 1 2 2 3 3 4 0", SINGLE),
    ("2x4", "1 2 x x 5 6 x x", SINGLE),
    ("3x3", "1 2 3 x x x x x x", SINGLE),
    ("3x3", "1 2 3 4 x x 7 x x", SINGLE),
    ("3x3", "1 1 2 2 3 3 4 4 0", SINGLE),
    ("3x3", "x x x x 5 x x x 0", MULTI),
];

/// Compares what a search and a table know of all moves. If several tiles slide in a move, a search
/// knows which moves lead nearer, and of others that they do not.
fn same_hints(searched: &Solver, table: &Solver, state: &State, what: &str) {
    let (found, known) = (searched.hints(state).unwrap(), table.hints(state).unwrap());
    assert_eq!(found.bounds, known.bounds, "{what}");
    assert_eq!(found.moves.len(), known.moves.len(), "{what}");
    let here = known.distance().unwrap_or_default();
    for hint in &known.moves {
        let bounds = found
            .moves
            .iter()
            .find(|found| found.state == hint.state)
            .unwrap()
            .bounds;
        let (after, upper) = (hint.distance().unwrap(), bounds.upper.unwrap());
        assert!(bounds.lower <= after && after <= upper, "{what}");
        assert_eq!(after < here, upper < here, "{what}");
        let width = u32::from(found.metric == Metric::Multi && after >= here && here > 0);
        assert!(upper - bounds.lower <= width, "{what}");
    }
}

#[test]
fn tables_and_searches_agree_with_a_plain_search_on_every_state() {
    for (board, goal, metric) in CASES {
        let table = solver(board, goal, metric);
        let partial_goal = PartialGoal::parse(board.parse().unwrap(), goal).unwrap();
        let some_goal = table.state(&partial_goal.some_goal()[..]).unwrap();
        let right = plain(&table, goal, &some_goal);
        let searched = table.clone().with_search();
        let mut placements = HashMap::new();
        let all = orders(some_goal.cells());
        let every = (all.len() / 500).max(1);
        for (number, cells) in all.iter().enumerate() {
            let state = table.state(&cells[..]).unwrap();
            let distance = right.get(&state).copied();
            let what = || format!("{board} {goal} {metric}: {state}");
            assert_eq!(
                table.distance(&state).unwrap().distance(),
                distance,
                "{}",
                what()
            );
            assert_eq!(
                table.check(&state).unwrap().solvable,
                Some(distance.is_some())
            );
            if let Some(distance) = distance {
                placements.insert(partial_goal.kinds(cells), distance);
            }
            if number % every > 0 {
                continue;
            }
            let answer = searched.solve(&state).unwrap();
            assert_eq!(answer.distance(), distance, "{}", what());
            for answer in [answer, table.solve(&state).unwrap()] {
                let Some(path) = answer.path.filter(|_| distance.is_some()) else {
                    continue;
                };
                assert_eq!(path.len() as u32 - 1, distance.unwrap());
                assert_eq!(path[0], state);
                assert_eq!(right[path.last().unwrap()], 0);
                let along = Moves::along(metric, &path);
                assert_eq!(along.len() + 1, path.len(), "{}", what());
                let letters = Moves::play(metric, &state, &along.letters(), Notation::Tile);
                assert_eq!(letters.unwrap(), path);
            }
            let found = searched.solutions(&state, 50).unwrap();
            let listed = table.solutions(&state, 50).unwrap();
            assert_eq!(
                (found.count, found.paths),
                (listed.count, listed.paths),
                "{}",
                what()
            );
            if number % (every * 10) == 0 {
                same_hints(&searched, &table, &state, &what());
            }
        }
        let depths = table.depths().unwrap();
        let mut counts = vec![0; depths.counts.len()];
        placements
            .values()
            .for_each(|&distance| counts[distance as usize] += 1);
        assert_eq!(depths.counts, counts, "{board} {goal} {metric}");
        let hardest = table.hardest(usize::MAX).unwrap();
        assert_eq!(hardest.len() as u64, counts[counts.len() - 1]);
        for state in &hardest {
            assert_eq!(right[state], depths.eccentricity);
        }
    }
}

#[test]
fn states_and_goals_may_be_written_by_letters_and_with_open_cells() {
    let letters = solver("3x3", "AABBCCDD0", SINGLE);
    assert_eq!(letters.goal(), "1 1 2 2 3 3 4 4 0");
    let answer = letters
        .solve("AABBCC DD_".replace(' ', "").as_str())
        .unwrap();
    assert_eq!(answer.distance(), Some(0));
    assert_eq!(
        letters.distance("A A B B C C D 0 D").unwrap().distance(),
        Some(1)
    );
    assert_eq!(
        letters.distance("1 1 2 2 3 3 4 0 4").unwrap().distance(),
        Some(1)
    );
    let error = letters
        .distance("1 2 3 4 5 6 7 8 0")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("tile 1 appears once, but must appear 2 times"),
        "{error}"
    );
    let open = solver("3x3", "1 2 3 x x x x x x", SINGLE);
    let whole = open.distance("4 1 2 5 6 3 7 8 0").unwrap();
    let placed = open.distance("x 1 2 x x 3 x x 0").unwrap();
    assert_eq!(whole.distance(), placed.distance());
    assert_eq!(placed.state.to_string(), "4 1 2 5 6 3 7 8 0");
    assert!(open.distance("1 1 2 3 4 5 6 7 0").is_err());
    for wrong in [
        "1 2 x",
        "1 2 3 4 5 6 7 8 8",
        "0 0 x x x x x x x",
        "1 2 ? x x x x x x",
        "A 2 x x x x x x x",
    ] {
        let eight = Library::in_memory().puzzle("3x3").unwrap();
        assert!(eight.with_goal(wrong).is_err(), "{wrong}");
    }
    // One open cell leaves nothing open.
    assert_eq!(
        solver("3x3", "1 2 3 4 5 6 7 8 x", SINGLE).goal(),
        "1 2 3 4 5 6 7 8 0"
    );
    assert_eq!(
        solver("3x3", "1 2 x 4 5 6 7 8 0", SINGLE).goal(),
        "1 2 3 4 5 6 7 8 0"
    );
}

#[test]
fn lines_of_instance_files_hold_the_states_of_a_goal() {
    let states = |lines: &mut StateLines, line: &str| -> Vec<String> {
        let read = lines.push(line.to_owned().into());
        read.into_iter()
            .map(|text| text.text.into_owned())
            .collect()
    };
    for (goal, state) in [
        ("1 1 2 2 3 3 4 4 0", "1 1 2 2 3 3 4 0 4"),
        ("1 1 2 2 3 3 4 4 0", "A A B B C C D 0 D"),
        ("1 2 3 x x x x x 0", "1 2 3 x x x x 0 x"),
    ] {
        let solver = solver("3x3", goal, SINGLE);
        let line = format!("1 {state} 25");
        assert_eq!(states(&mut StateLines::from(&solver), &line), [state]);
        // They are no states of the puzzle.
        let puzzle = &mut StateLines::new(solver.puzzle());
        assert_eq!(states(puzzle, &line), [&*line]);
    }
}

/// Returns the number of states by distance from a goal that places tile 1 and the blank, or tile 1
/// alone: states are the cells of the two.
fn placements(shape: Shape, one: usize, blank: Option<usize>) -> Vec<u64> {
    let blanks: Vec<usize> = blank.map_or((0..shape.cells()).collect(), |blank| vec![blank]);
    let goals = blanks.into_iter().filter(|&blank| blank != one);
    let mut level: Vec<_> = goals.map(|blank| (one, blank)).collect();
    let (mut seen, mut counts) = (HashSet::new(), Vec::new());
    seen.extend(level.iter().copied());
    while !level.is_empty() {
        counts.push(level.len() as u64);
        let mut next = Vec::new();
        for (one, blank) in level {
            for cell in shape.neighbours(blank) {
                let state = (if cell == one { blank } else { one }, cell);
                if seen.insert(state) {
                    next.push(state);
                }
            }
        }
        level = next;
    }
    counts
}

#[test]
fn boards_of_any_size_have_tables_of_goals_with_few_tiles() {
    for (shape, one, blank) in [
        ("6x6", 0, None),
        ("6x6", 14, Some(35)),
        ("2x17", 33, None),
        ("9x8", 40, Some(0)),
        ("16x16", 255, None),
    ] {
        let shape: Shape = shape.parse().unwrap();
        let kind = |cell| match cell {
            _ if cell == one => "1",
            _ if Some(cell) == blank => "0",
            _ => "x",
        };
        let goal: Vec<&str> = (0..shape.cells()).map(kind).collect();
        let solver = solver(&shape.to_string(), &goal.join(" "), SINGLE);
        let depths = solver.depths().unwrap();
        assert_eq!(depths.counts, placements(shape, one, blank), "{shape}");
        solver.verify().unwrap();
        let farthest = depths.counts.len() as u32 - 1;
        let hardest = solver.hardest(2).unwrap();
        let mut rng = seeded(1);
        for state in hardest.iter().chain(&solver.random(2, &mut rng)) {
            let answer = solver.solve(state).unwrap();
            assert_eq!(answer.method, Method::Table);
            let searched = solver.clone().with_search().distance(state).unwrap();
            let searched = searched.distance();
            assert_eq!(answer.distance(), searched, "{state}");
            assert!(!hardest.contains(state) || searched == Some(farthest));
        }
    }
}

#[test]
fn moves_cannot_end_at_a_goal_of_several_states() {
    for (goal, ends) in [
        ("1 2 3 x x x x x 0", false),
        ("1 2 3 x x x x x x", false),
        ("1 1 2 2 3 3 4 4 0", true),
    ] {
        let start = solver("3x3", goal, SINGLE).start_of(&"DRUL".parse().unwrap(), Notation::Tile);
        assert_eq!(start.is_ok(), ends, "{goal}");
    }
}

#[test]
fn a_game_is_graded_by_bounds_where_the_time_of_a_proof_is_over() {
    let game = "R2D2RDLU2RDLURULDLD2RULUR2DLUL2D2R2ULULD2R3U3";
    let solver = solver("4x4", "1 2 3 4 5 6 7 8 9 10 x x x x x x", SINGLE);
    let solver = solver.with_time(std::time::Duration::from_millis(1));
    let board = "15 2 1 12 8 5 6 11 4 9 10 7 3 14 13 0";
    let game = solver.game(board, game, Notation::Tile).unwrap();
    let review = solver.review(&game).unwrap();
    assert_eq!(review.last_bounds().exact(), Some(0));
    assert!(review.bounds.lower <= 47 && review.bounds.upper == Some(47));
}

#[test]
fn long_searches_end_with_bounds_and_a_solution_of_beams() {
    let goal = "1 2 3 4 5 6 7 8 9 10 11 12 x x x x x x x x x x x x x";
    let library = Library::in_memory().with_builds(Build::Never);
    let large = library.puzzle("5x5").unwrap().with_goal(goal).unwrap();
    let large = large.with_width(20);
    let state = large.random(1, &mut seeded(4)).remove(0);
    let answer = large.solve(&state).unwrap();
    let bounds = answer.bounds.unwrap();
    assert_eq!(answer.method, Method::Beam);
    assert!(bounds.lower > 10 && bounds.upper.unwrap() > bounds.lower);
    let path = answer.path.unwrap();
    assert_eq!(path.len() as u32 - 1, bounds.upper.unwrap());
    assert_eq!(
        path.last().unwrap().cells()[..12],
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    );
    // Equal tiles are told apart for the beams.
    let halves: Vec<String> = (0..36).map(|cell| (cell / 18 + 1).to_string()).collect();
    let halves = format!("{} 0", halves[..35].join(" "));
    let halves = solver("6x6", &halves, SINGLE).with_width(20);
    let state = halves.random(1, &mut seeded(5)).remove(0);
    let answer = halves.solve(&state).unwrap();
    let last = answer.path.unwrap().pop().unwrap();
    assert_eq!(last.to_string(), halves.goal());
}

/// Cells that are no state of a goal with open cells or equal tiles, and walks towards it.
#[test]
fn states_of_goals_are_checked_and_walked_to() {
    let open = solver("2x3", "1 2 x x x x", SINGLE);
    let equal = solver("2x3", "1 1 2 2 3 0", SINGLE);
    for (solver, cells) in [
        (&open, &[1, 2, 3, 4, 4, 0][..]),
        (&open, &[1, 2, 3, 4, 0, 0]),
        (&open, &[1, 2, 3, 4, 5]),
        (&equal, &[1, 1, 1, 2, 3, 0]),
        (&equal, &[1, 1, 2, 2, 4, 0]),
    ] {
        solver.state(cells).expect_err(&format!("{cells:?}"));
    }
    for solver in [open, equal] {
        let walks = solver
            .draw(100, Selection::Walk(2), &mut seeded(6))
            .unwrap();
        let goal = solver.a_goal();
        for state in walks.states {
            assert_ne!(state, goal, "a walk of two moves does not go back");
            assert!(solver.distance(&state).unwrap().distance() <= Some(2));
        }
    }
}
