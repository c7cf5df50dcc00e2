//! Boards of all sizes up to 256 cells: drawn, walked, checked, played, written and read.

use std::time::Duration;

use proptest::prelude::*;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use tilebase::{
    Board, Bounds, Build, Error, ErrorKind, Library, Moves, Notation, Puzzle, Selection, Shape,
    Solver, State, StateLines, pattern, pictures, seeded, sliding::Metric,
};
use tilebase_testing::shapes;

fn any_shape() -> impl Strategy<Value = Shape> {
    proptest::sample::select(shapes())
}

fn solver(shape: Shape) -> Solver {
    Library::in_memory().solver(shape)
}

/// The sum of the distances of all tiles from their places in the usual goal.
fn manhattan(shape: Shape, state: &State) -> usize {
    let tiles = state
        .cells()
        .iter()
        .zip(0..)
        .filter(|(tile, _)| **tile != 0);
    tiles
        .map(|(&tile, cell)| shape.distance(usize::from(tile) - 1, cell))
        .sum()
}

/// Returns the state with its first two tiles exchanged.
fn exchanged(state: &State) -> State {
    let mut cells = state.cells().to_vec();
    let tiles: Vec<usize> = (0..cells.len())
        .filter(|&at| cells[at] != 0)
        .take(2)
        .collect();
    cells.swap(tiles[0], tiles[1]);
    State::from_cells(state.puzzle(), &cells).unwrap()
}

/// Returns the moves to the goal, by looking at all states that fewer lead to.
fn slow_distance(solver: &Solver, state: &State) -> u32 {
    let goal = solver.state(&*solver.goal()).unwrap();
    let mut seen = std::collections::HashSet::from([goal.clone()]);
    let (mut level, mut moves) = (vec![goal], 0);
    while !level.contains(state) {
        let next = level
            .iter()
            .flat_map(|state| state.neighbours(Metric::Single));
        level = next.filter(|next| seen.insert(next.clone())).collect();
        moves += 1;
    }
    moves
}

#[test]
fn boards_of_all_sizes_that_are_almost_solved_have_their_distance_proven() {
    for shape in ["6x6", "5x8", "10x10", "2x128", "16x16"] {
        let solver = solver(shape.parse().unwrap()).with_time(Duration::from_secs(20));
        for home in ["blank-last", "blank-first"] {
            let solver = solver.clone().with_goal(home).unwrap();
            for state in solver
                .draw(4, Selection::Walk(11), &mut seeded(7))
                .unwrap()
                .states
            {
                let answer = solver.solve(&state).unwrap();
                assert_eq!(
                    answer.distance(),
                    Some(slow_distance(&solver, &state)),
                    "{state}"
                );
                let path = answer.path.unwrap();
                assert_eq!(path.len() as u32 - 1, answer.bounds.unwrap().lower);
                assert_eq!(Moves::along(Metric::Single, &path).len(), path.len() - 1);
                assert_eq!(
                    (&path[0], path[path.len() - 1].to_string()),
                    (&state, solver.goal())
                );
            }
        }
    }
}

proptest! {
    #[test]
    fn random_states_can_be_solved_and_are_read_again(shape in any_shape(), seed: u64) {
        let solver = solver(shape);
        let state = &solver.random(1, &mut seeded(seed))[0];
        let check = solver.check(state).unwrap();
        prop_assert_eq!(check.solvable, Some(true));
        let written = serde_json::to_string(&check).unwrap();
        prop_assert_eq!(&solver.state(&written).unwrap(), state);
        prop_assert_eq!(&solver.state(&state.to_string()).unwrap(), state);
        prop_assert_eq!(&solver.state(state.cells()).unwrap(), state);

        let swapped = exchanged(state);
        let check = serde_json::to_value(solver.check(&swapped).unwrap()).unwrap();
        prop_assert_eq!(&check["solvable"], &Value::Bool(false));
        prop_assert_eq!(&check["state"], &json!(swapped.cells()));
        let usual = swapped.usual_goal();
        let told = check.get("usual_goal").and_then(Value::as_str);
        prop_assert_eq!(told, usual.as_ref().map(|&(name, _)| name));
        let (name, goal) = usual.unzip();
        let answers = [
            serde_json::to_value(solver.distance(&swapped).unwrap()),
            serde_json::to_value(solver.solve(&swapped).unwrap()),
            serde_json::to_value(solver.hints(&swapped).unwrap()),
        ];
        for answer in answers.map(Result::unwrap) {
            prop_assert_eq!(answer.get("usual_goal").and_then(Value::as_str), name);
        }
        let game = solver.game(&swapped, "", Notation::Tile).unwrap();
        let refused = solver.review(&game).unwrap_err();
        let said = refused.to_string();
        prop_assert_eq!(name.is_some(), said.contains("for the goal blank-first"));
        let Error::Unsolvable { usual_goal, .. } = refused else {
            panic!("{said}");
        };
        prop_assert_eq!(usual_goal, name);
        if let Some((name, goal)) = name.zip(goal) {
            let check = solver.clone().with_goal(name).unwrap().check(&swapped).unwrap();
            prop_assert_eq!(check.solvable, Some(true));
            prop_assert_eq!(solver.with_goal(name).unwrap().goal(), goal.to_string());
        }
    }

    #[test]
    fn states_drawn_for_a_goal_can_reach_it(shape in any_shape(), seed: u64) {
        let goal = exchanged(&solver(shape).random(1, &mut seeded(seed))[0]);
        let solver = solver(shape).with_goal(goal.to_string().as_str()).unwrap();
        prop_assert_eq!(solver.goal(), goal.to_string());
        for state in solver.random(3, &mut seeded(seed)) {
            prop_assert_eq!(solver.check(&state).unwrap().solvable, Some(true));
        }
    }

    #[test]
    fn walks_are_as_long_as_they_are_asked_to_be(
        shape in any_shape(),
        seed: u64,
        moves in 0u32..300,
    ) {
        let solver = solver(shape);
        let states = solver.draw(2, Selection::Walk(moves), &mut seeded(seed)).unwrap().states;
        let again = solver.draw(2, Selection::Walk(moves), &mut seeded(seed)).unwrap();
        prop_assert_eq!(&states, &again.states);
        for state in &states {
            prop_assert_eq!(solver.check(state).unwrap().solvable, Some(true));
            let distance = manhattan(shape, state);
            prop_assert!(distance <= moves as usize);
            prop_assert!(distance % 2 == moves as usize % 2);
            // No walk stands still, since no move takes back the one before.
            let still = state.to_string() == solver.goal();
            prop_assert!(!still || moves == 0 || moves >= 12);
        }
    }

    /// A game as people play it: its moves in every notation lead through the same states, and
    /// back.
    #[test]
    fn games_are_written_and_played_again(
        shape in any_shape(),
        seed: u64,
        choices in proptest::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        let start = solver(shape).random(1, &mut seeded(seed)).remove(0);
        for metric in [Metric::Single, Metric::Multi] {
            let mut path = vec![start.clone()];
            for choice in &choices {
                let next = path[path.len() - 1].neighbours(metric);
                path.push(choice.get(&next).clone());
            }
            let play = |from: &State, moves: String, notation| {
                Moves::play(metric, from, &moves, notation).unwrap()
            };
            let moves = Moves::along(metric, &path);
            prop_assert_eq!(moves.len(), choices.len());
            prop_assert_eq!(&play(&start, moves.to_string(), Notation::Tile), &path);
            prop_assert_eq!(&play(&start, moves.letters(), Notation::Tile), &path);
            prop_assert_eq!(&play(&start, moves.blank(), Notation::Blank), &path);
            path.reverse();
            let back = Moves::along(metric, &path);
            prop_assert_eq!(&play(&path[0], back.to_string(), Notation::Tile), &path);
        }
    }

    #[test]
    fn boards_over_several_lines_are_read(shape in any_shape(), seed: u64) {
        // A line of a board two columns wide is as long as a board of other puzzles is.
        let states = solver(shape).random(3, &mut seeded(seed));
        let mut lines = StateLines::new(Puzzle::Sliding(shape));
        let mut read = Vec::new();
        for state in &states {
            for row in state.cells().chunks(shape.cols()) {
                let row: Vec<String> = row.iter().map(u8::to_string).collect();
                read.extend(lines.push(row.join(" ").into()));
            }
        }
        read.extend(lines.finish());
        let read: Vec<State> = read
            .iter()
            .map(|text| State::parse(Puzzle::Sliding(shape), &text.text).unwrap())
            .collect();
        prop_assert_eq!(read, states);
    }
}

/// Returns what is wrong with bounds of a distance; `None` if nothing is.
fn wrong(bounds: Bounds) -> Option<String> {
    let right = bounds.upper.is_some_and(|upper| bounds.lower <= upper);
    (!right).then(|| format!("{bounds:?}"))
}

/// Solutions, hints and reviews of boards of every size, by the least beams: all lengths are those
/// of solutions, and what is said of neighbours goes together. Up to 30 cells, the sizes have
/// the two metrics in turns. Of larger boards than 6x6, which take longest, one in three is asked.
#[test]
fn boards_of_all_sizes_are_answered_by_small_beams() {
    let (small, large): (Vec<_>, _) = shapes().into_iter().partition(|shape| shape.cells() <= 36);
    for shape in small.into_iter().chain(large.into_iter().step_by(3)) {
        // Large boards have many moves of several tiles, each with a hint.
        let lines = shape.cells() <= 30 && !(shape.rows() + shape.cols()).is_multiple_of(2);
        let metric = if lines { Metric::Multi } else { Metric::Single };
        let solver = solver(shape).with_metric(metric).unwrap();
        let solver = solver.with_width(1 + shape.cells() % 3);
        let walks = solver
            .draw(1, Selection::Walk(60), &mut seeded(9))
            .unwrap()
            .states;
        let drawn = solver.random(1, &mut seeded(shape.cells() as u64));
        // The largest boards take longest, and a board at random of every size is solved elsewhere.
        let states = if shape.cells() <= 36 { &[walks, drawn].concat() } else { &walks };
        for state in states {
            let answer = solver.solve(state).unwrap();
            let path = answer.path.clone().unwrap();
            assert_eq!(path[0], *state);
            assert_eq!(path[path.len() - 1].to_string(), solver.goal(), "{shape}");
            let moves = Moves::along(metric, &path);
            assert_eq!(
                Moves::play(metric, state, &moves.to_string(), Notation::Tile).unwrap(),
                path
            );
            assert_eq!(answer.bounds.unwrap().upper, Some(path.len() as u32 - 1));

            let hints = solver.hints(state).unwrap();
            let here = hints.bounds.unwrap();
            assert_eq!(wrong(here), None, "{state}");
            assert!(here.upper <= answer.bounds.unwrap().upper);
            assert_eq!(hints.moves.len(), state.neighbours(metric).len());
            assert!(hints.moves.is_sorted_by_key(|hint| hint.bounds.upper));
            for hint in &hints.moves {
                assert_eq!(wrong(hint.bounds), None, "{state}");
                let (after, before) = (hint.bounds.upper.unwrap(), here.upper.unwrap());
                let level = metric == Metric::Multi && after == before;
                assert!(
                    level || after.abs_diff(before) == 1,
                    "{state}: {here:?} {hint:?}"
                );
                assert!(
                    hint.bounds.lower + 1 >= here.lower,
                    "{state}: {here:?} {hint:?}"
                );
                // Moves along one line lead to states that are neighbours.
                for other in &hints.moves {
                    let beside = hint.state.neighbours(metric).contains(&other.state);
                    let least = other.bounds.upper.unwrap() + 1;
                    assert!(!beside || after <= least, "{state}: {hint:?} {other:?}");
                }
            }
            let game = solver
                .game(state, &moves.letters(), Notation::Tile)
                .and_then(|game| solver.review(&game))
                .unwrap();
            assert_eq!(game.last_bounds().exact(), Some(0));
            for (place, bounds) in (1..).zip(game.moves.iter().map(|step| step.bounds)) {
                assert_eq!(wrong(bounds), None, "{state}");
                assert!(bounds.upper.unwrap() <= moves.len() as u32 - place);
            }
            let wasted = game.wasted();
            assert!(wasted.lower <= wasted.upper.unwrap(), "{state}: {wasted:?}");
            if shape.cells() > 100 {
                continue; // larger constructions take long
            }
            let timed = solver.clone().with_time(Duration::from_millis(5));
            let long = format!("{}{}", moves.letters(), moves.blank());
            let played = Moves::play(metric, state, &long, Notation::Tile).unwrap_or(path.clone());
            let long = Moves::along(metric, &played).letters();
            let game = timed.game(state, &long, Notation::Tile).unwrap();
            let shorter = timed.shorten(&game).unwrap();
            assert_eq!(shorter.made as usize, played.len() - 1);
            assert_eq!(Some(shorter.last()), played.last(), "{state}");
            let found = shorter.answer.moves();
            assert!(found.len() < played.len(), "{state}");
            assert_eq!(
                shorter.answer.bounds.unwrap().upper,
                Some(found.len() as u32)
            );
            let again = Moves::play(metric, state, &found.letters(), Notation::Tile).unwrap();
            assert_eq!(Some(&again), shorter.answer.path.as_ref());
        }
    }
}

/// Where a table knows the distances, bounds enclose them, and verdicts are right.
#[test]
fn bounds_enclose_what_the_table_knows() {
    for (name, goal, draws) in [
        ("2x3", "blank-last", 40),
        ("3x3", "blank-first", 40),
        ("3x3", "1 2 3 4 0 5 6 7 8", 40),
    ] {
        let table = Library::in_memory()
            .puzzle(name)
            .unwrap()
            .with_goal(goal)
            .unwrap();
        let mut rng = seeded(3);
        for (number, state) in table.random(draws, &mut rng).iter().enumerate() {
            let timed = table
                .clone()
                .with_search()
                .with_time(Duration::from_millis(20));
            let [by_width, by_time] = [table.clone().with_width(2 + number), timed];
            for solver in [by_width, by_time] {
                let (known, hints) = (table.hints(state).unwrap(), solver.hints(state).unwrap());
                let enclosed = |bounds: Bounds, exact: Option<u32>| {
                    let exact = exact.unwrap();
                    bounds.lower <= exact && bounds.upper.is_none_or(|upper| exact <= upper)
                };
                assert!(enclosed(hints.bounds.unwrap(), known.distance()), "{state}");
                for hint in &hints.moves {
                    let same = known.moves.iter().find(|known| known.step == hint.step);
                    assert!(enclosed(hint.bounds, same.unwrap().distance()), "{state}");
                }
                // A game of aimless moves, which ends anywhere.
                let mut path = vec![state.clone()];
                for _ in 0..number {
                    let next = path[path.len() - 1].neighbours(Metric::Single);
                    path.push(next.choose(&mut rng).unwrap().clone());
                }
                let moves = Moves::along(Metric::Single, &path).letters();
                let game = table.game(state, &moves, Notation::Tile).unwrap();
                let known = table.review(&game).unwrap();
                let game = solver.review(&game).unwrap();
                assert!(enclosed(game.bounds, known.distance()));
                assert!(enclosed(game.wasted(), known.wasted().exact()));
                for (step, known) in game.moves.iter().zip(&known.moves) {
                    assert!(enclosed(step.bounds, known.distance()), "{state}");
                    assert!(
                        step.optimal
                            .is_none_or(|optimal| Some(optimal) == known.optimal)
                    );
                }
            }
        }
    }
}

/// Boards of more cells than a search takes say so, and what is asked of them is not called wrong.
#[test]
fn what_needs_a_table_or_a_search_says_what_there_is() {
    for shape in shapes().into_iter().filter(|&shape| !Board::holds(shape)) {
        let library = Library::in_memory().with_builds(Build::Never);
        let solver = library.solver(shape);
        let state = &solver.random(1, &mut seeded(1))[0];
        let lines = solver.clone().with_metric(Metric::Multi).unwrap();
        let refused = [
            solver.solutions(state, 1).err(),
            solver.depths().err(),
            solver.hardest(1).err(),
            solver.draw(1, Selection::WalkTo(41), &mut seeded(1)).err(),
            lines.solutions(state, 1).err(),
            lines.subjects().err(),
            Board::try_from(state).err().map(Error::from),
        ];
        // Smaller boards have pattern databases, though no search is guided by them.
        let subjects = (shape.cells() > pattern::MOST_CELLS).then(|| solver.subjects().err());
        for error in refused.into_iter().chain(subjects) {
            let error = error.expect("too large for that");
            assert_eq!(error.kind(), ErrorKind::Input, "{error}");
            assert!(error.to_string().contains(&shape.to_string()), "{error}");
            assert!(!error.to_string().contains("not a board"), "{error}");
        }
        let unsolvable = solver.solve(exchanged(state)).unwrap();
        assert_eq!(
            (unsolvable.solvable(), unsolvable.distance()),
            (Some(false), None)
        );
    }
    let named = |name: &str| {
        Library::in_memory()
            .puzzle(name)
            .map(|solver| solver.cells())
    };
    assert_eq!(named("255-puzzle").unwrap(), 256);
    let error = named("17x16").unwrap_err();
    assert!(error.to_string().contains("at most 256 cells"), "{error}");
}

#[test]
fn a_solution_of_a_large_board_is_drawn() {
    let solver = Library::in_memory().puzzle("16x16").unwrap();
    let start = solver.state(&solver.goal()).unwrap();
    let path = Moves::play(Metric::Single, &start, "D3 R3 U2 L R D", Notation::Tile).unwrap();
    let svg = pictures::solution(&path, &[]);
    assert_eq!(svg.matches("class=\"tile\"").count(), 255);
    assert_eq!(svg.matches("class=\"cell\"").count(), 256);
    assert!(svg.contains(">255</text>") && svg.contains("16x16: 11 moves"));
    let moved: usize = Moves::along(Metric::Single, &path)
        .tiles()
        .iter()
        .collect::<std::collections::HashSet<_>>()
        .len();
    assert_eq!(svg.matches("<animateTransform").count(), moved);
}
