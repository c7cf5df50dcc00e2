//! Moves of several tiles: notation, games, goals.

use tilebase::{
    Error, ErrorKind, Lengths, Library, Method, Moves, Notation, State, Stones, sliding::Metric,
};

fn board(text: &str) -> State {
    State::parse("3x3".parse().unwrap(), text).unwrap()
}

#[test]
fn a_run_is_one_move_in_the_metric_and_several_in_the_other() {
    let start = board("0 1 2 4 5 3 7 8 6");
    for (metric, moves) in [(Metric::Single, 4), (Metric::Multi, 2)] {
        let path = Moves::play(metric, &start, "L2U2", Notation::Tile).unwrap();
        assert_eq!(path.len() - 1, moves);
        assert_eq!(path.last(), Some(&board("123456780")));
        let along = Moves::along(metric, &path);
        assert_eq!(along.len(), moves);
        assert_eq!(along.letters(), "L2U2");
        assert_eq!(along.blank(), "R2D2");
        assert_eq!(
            along.lengths(),
            Lengths {
                single: 4,
                multi: 2
            }
        );
    }
    // Two moves in one direction are not one.
    let path = Moves::play(Metric::Multi, &start, "L L U2", Notation::Tile).unwrap();
    let along = Moves::along(Metric::Multi, &path);
    assert_eq!((along.len(), along.letters().as_str()), (3, "LLU2"));
    assert_eq!(
        along.lengths(),
        Lengths {
            single: 4,
            multi: 2
        }
    );
    // The tile that is pressed names the move.
    let path = Moves::play(Metric::Multi, &start, "2 6", Notation::Tile).unwrap();
    assert_eq!(path.last(), Some(&board("123456780")));
    assert!(Moves::play(Metric::Single, &start, "2 6", Notation::Tile).is_err());
    assert!(Moves::play(Metric::Multi, &start, "L3", Notation::Tile).is_err());
    // A path of moves of several tiles has no moves of single ones.
    assert!(Moves::along(Metric::Single, &path).is_empty());
}

#[test]
fn a_game_that_does_not_end_at_the_goal_is_shortened_in_its_metric() {
    let solver = Library::in_memory().puzzle("3x5").unwrap();
    let solver = solver.with_metric(Metric::Multi).unwrap();
    let goal = solver.state(&*solver.goal()).unwrap();
    // One move of four tiles and one of two, with a detour.
    let game = solver.game(&goal, "R4 D L R U D2", Notation::Tile).unwrap();
    let shorter = solver.shorten(&game).unwrap();
    assert_eq!((shorter.made, shorter.answer.distance()), (6, Some(2)));
    // Two moves to the goal are four of single tiles.
    let beams = solver.with_best_known().solve(game.last()).unwrap();
    assert_eq!((beams.method, beams.distance()), (Method::Beam, Some(2)));
}

#[test]
fn games_are_graded_and_counted_in_both_metrics() {
    let library = Library::in_memory();
    let solver = library
        .puzzle("3x3")
        .unwrap()
        .with_metric(Metric::Multi)
        .unwrap();
    let start = board("0 1 2 4 5 3 7 8 6");
    let game = solver.game(&start, "L L U2", Notation::Tile).unwrap();
    // A game counts its moves in the metric in which it was played.
    let single = solver.clone().with_metric(Metric::Single).unwrap();
    assert_eq!(single.review(&game).unwrap_err().kind(), ErrorKind::Input);
    assert_eq!(single.shorten(&game).unwrap_err().kind(), ErrorKind::Input);
    let played = game.in_metric(Metric::Single).unwrap();
    assert_eq!(single.review(&played).unwrap().moves.len(), 4);
    let other = Library::in_memory().puzzle("2x2").unwrap();
    assert_eq!(other.review(&played).unwrap_err().kind(), ErrorKind::Input);
    let game = solver.review(&game).unwrap();
    assert_eq!(
        (
            game.distance(),
            game.wasted().exact(),
            game.last_bounds().exact()
        ),
        (Some(2), Some(1), Some(0))
    );
    assert_eq!(
        game.lengths(),
        Lengths {
            single: 4,
            multi: 2
        }
    );
    let value = serde_json::to_value(&game).unwrap();
    assert_eq!(value["metric"], "multi");
    assert_eq!(value["lengths"]["single"], 4);
    assert_eq!(value["moves"][2]["letter"], "U2");
}

#[test]
fn any_goal_is_answered_and_every_solution_is_one() {
    let library = Library::in_memory();
    let solver = library
        .puzzle("3x3")
        .unwrap()
        .with_metric(Metric::Multi)
        .unwrap();
    for goal in ["123804765", "087654321", "123456780"] {
        let solver = solver.clone().with_goal(goal).unwrap();
        let depths = solver.depths().unwrap();
        assert_eq!(depths.states, 181_440);
        for state in solver.random(30, &mut tilebase::seeded(7)) {
            let answer = solver.solve(&state).unwrap();
            let all = solver.solutions(&state, usize::MAX).unwrap();
            assert_eq!(all.count, all.paths.len() as u128);
            for path in &all.paths {
                let moves = Moves::along(Metric::Multi, path);
                assert_eq!(Some(moves.len() as u32), answer.distance());
                let axes: Vec<bool> = moves
                    .iter()
                    .map(|step| "UD".contains(step.direction.unwrap().letter()))
                    .collect();
                assert!(axes.is_sorted_by(|a, b| a != b), "{moves}");
            }
        }
    }
}

/// The slidings of either metric's solution are a solution in the other, of the length that its
/// runs have.
#[test]
fn solutions_of_each_metric_bound_the_other() {
    let library = Library::in_memory();
    for name in ["3x3", "2x5", "3x4"] {
        let slidings = library.puzzle(name).unwrap();
        let runs = slidings.clone().with_metric(Metric::Multi).unwrap();
        for state in slidings.random(40, &mut tilebase::seeded(11)) {
            let by_slidings = slidings.solve(&state).unwrap();
            let by_runs = runs.solve(&state).unwrap();
            let (single, multi) = (by_slidings.distance(), by_runs.distance());
            let merged = by_slidings.moves().lengths();
            assert_eq!(Some(merged.single), single, "{state}");
            assert!(Some(merged.multi) >= multi, "{state}");
            let parted = by_runs.moves().lengths();
            assert_eq!(Some(parted.multi), multi, "{state}");
            assert!(Some(parted.single) >= single, "{state}");
        }
    }
}

#[test]
fn rows_of_stones_have_one_metric() {
    let stones = "oshidori-bw-3".parse::<Stones>().unwrap();
    let row = Library::in_memory().solver(stones);
    assert!(row.clone().with_metric(Metric::Single).is_ok());
    let refused = row.clone().with_metric(Metric::Multi).unwrap_err();
    assert!(matches!(refused, Error::Option { .. }), "{refused}");
    assert_eq!(row.puzzle(), stones.into());
}
