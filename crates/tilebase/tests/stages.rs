//! Solutions, games and bounds stage by stage, beside tables of the goals that stages have.

use tilebase::{Library, Method, Moves, Notation, Solver, sliding::Metric};

fn solver(board: &str) -> Solver {
    Library::in_memory().puzzle(board).unwrap()
}

/// Returns the goal of each stage: its tiles and those of the stages before.
fn goals(solver: &Solver, stages: &str) -> Vec<Solver> {
    let mut named: Vec<String> = Vec::new();
    let stages = stages.split('/').map(|stage| {
        named.push(stage.to_owned());
        match stage {
            "rest" => solver.clone(),
            _ => solver.clone().with_stage(&named.join(",")).unwrap(),
        }
    });
    stages.collect()
}

#[test]
fn each_stage_is_as_short_as_the_table_of_its_goal_says() {
    for (board, stages, metric) in [
        ("3x3", "1-3/rest", Metric::Single),
        ("3x3", "1/2,3/4,7/rest", Metric::Single),
        ("3x3", "8/3,6/rest", Metric::Multi),
        ("2x4", "1,5/rest", Metric::Single),
        ("3x4", "1,5,9/2-4", Metric::Single),
    ] {
        let solver = solver(board).with_metric(metric).unwrap();
        let (goals, read) = (goals(&solver, stages), solver.stages(stages).unwrap());
        assert_eq!(read.to_string(), stages);
        for state in solver.random(40, &mut tilebase::seeded(7)) {
            let staged = solver.solve_stages(&state, &read, 1).unwrap();
            let path = staged.answer.path.as_ref().unwrap();
            assert_eq!(staged.answer.method, Method::Stages);
            assert_eq!(
                (path[0].clone(), staged.length),
                (state, Some(path.len() as u32 - 1))
            );
            let along = Moves::along(metric, path);
            assert_eq!(along.len() + 1, path.len());
            let mut start = 0;
            for (stage, goal) in staged.stages.iter().zip(&goals) {
                let least = goal.distance(&path[start]).unwrap().distance();
                assert_eq!(
                    least,
                    Some(stage.length),
                    "{board} {stages} {}",
                    path[start]
                );
                start = stage.end as usize;
                assert_eq!(goal.distance(&path[start]).unwrap().distance(), Some(0));
                assert!(stage.optimal);
            }
            assert_eq!(staged.stages.len(), goals.len());
            let best = solver.solve_stages(&path[0], &read, 50).unwrap();
            assert!(best.length <= staged.length);
            let least = goals.last().unwrap().distance(&path[0]).unwrap();
            assert!(least.distance() <= best.length);
        }
    }
}

/// What solves the stages is kept between boards, but not for other stages or another goal.
#[test]
fn answers_do_not_depend_on_the_questions_before() {
    let eight = solver("3x3").with_heuristic("manhattan");
    let boards = eight.random(3, &mut tilebase::seeded(5));
    let other = eight.clone().with_goal("blank-first").unwrap();
    for stages in ["rows", "1/rest", "rows", "2,3/rest"] {
        for board in &boards {
            for asked in [&eight, &eight.clone(), &other] {
                let read = asked.stages(stages).unwrap();
                let fresh = solver("3x3").with_goal(asked.goal().as_str()).unwrap();
                let staged = asked.solve_stages(board, &read, 1).unwrap();
                let alone = fresh.solve_stages(board, &read, 1).unwrap();
                assert_eq!(staged.stages[0], alone.stages[0], "{board} {stages}");
                assert!(staged.stages.iter().all(|stage| stage.optimal));
                let path = staged.answer.path.unwrap();
                assert_eq!(path.last().unwrap().to_string(), asked.goal());
            }
        }
    }
}

/// Of several ends as near, the same is taken whatever tables there are.
#[test]
fn ends_do_not_depend_on_the_tables_that_are_kept() {
    for (board, stages, metric) in [
        ("3x3", "1-3/rest", Metric::Single),
        ("3x3", "1/2,3/4,7/rest", Metric::Multi),
        ("3x4", "1-4/5,9/rest", Metric::Single),
        ("4x4", "1-4/5-8/rest", Metric::Single),
    ] {
        let solver =
            |library: &Library| library.puzzle(board).unwrap().with_metric(metric).unwrap();
        let (with, without) = (Library::in_memory(), Library::in_memory());
        let (with, without) = (solver(&with), solver(&without));
        let goals = goals(&with, stages);
        let named = goals.split_last().unwrap().1.iter();
        named
            .take(if board == "4x4" { 1 } else { 3 })
            .for_each(|goal| drop(goal.table_file()));
        let read = with.stages(stages).unwrap();
        let mut longer = 0;
        for state in with.random(20, &mut tilebase::seeded(11)) {
            let ends = |solver: &Solver, endings| {
                let staged = solver.solve_stages(&state, &read, endings).unwrap();
                let path = staged.answer.path.unwrap();
                let ends = staged
                    .stages
                    .iter()
                    .map(|stage| path[stage.end as usize].clone());
                ends.collect::<Vec<_>>()
            };
            assert_eq!(
                ends(&with, 1),
                ends(&without, 1),
                "{board} {stages} {state}"
            );
            longer += usize::from(ends(&with, 3) != ends(&with, 1));
        }
        assert!(longer > 0, "there are several ends");
    }
}

/// What is shared with clones does not keep their flags.
#[test]
fn stages_stop_with_the_solver_that_is_asked() {
    let stopped = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let solver = solver("4x4");
    let stages = solver.stages("1-4/5,9,13/rest").unwrap();
    let board = solver.random(1, &mut tilebase::seeded(3)).remove(0);
    let other = solver.clone().with_stop(stopped.clone());
    assert!(other.solve_stages(&board, &stages, 1).is_ok());
    stopped.store(true, std::sync::atomic::Ordering::Relaxed);
    let error = other.solve_stages(&board, &stages, 1).unwrap_err();
    assert_eq!(error.kind(), tilebase::ErrorKind::Interrupted, "{error}");
    assert!(solver.solve_stages(&board, &stages, 1).is_ok());
}

#[test]
fn presets_place_lines_and_blocks() {
    for (board, preset, stages) in [
        ("3x3", "rows", "1-3/rest"),
        ("3x3", "rows-columns", "1-3/rest"),
        ("3x3", "fringe", "1-3/rest"),
        ("3x3", "grids", "1-3/rest"),
        ("2x2", "rows", "rest"),
        ("4x4", "rows", "1-4/5-8/9,13/rest"),
        ("4x4", "rows-columns", "1-4/5,9,13/rest"),
        ("4x4", "grids", "1,2,5,6/3,4,7,8/9,13/rest"),
        ("5x5", "rows-columns", "1-5/6,11,16,21/7-10/12,17,22/rest"),
        (
            "5x5",
            "grids",
            "1,6/2,3,7,8/4,5,9,10/11,16,21/12,17,22/rest",
        ),
        ("2x5", "rows", "1,6/2,7/rest"),
        ("5x2", "rows-columns", "1,2/3,4/rest"),
    ] {
        let solver = solver(board);
        assert_eq!(
            solver.stages(preset).unwrap().to_string(),
            stages,
            "{board} {preset}"
        );
    }
    let first = solver("4x4").with_goal("blank-first").unwrap();
    assert_eq!(
        first.stages("rows").unwrap().to_string(),
        "1-3/4-7/8,12/rest"
    );
    for board in ["2x2", "2x7", "7x2", "3x5", "6x6", "5x7", "10x10", "16x16"] {
        for preset in ["rows", "rows-columns", "grids"] {
            let stages = solver(board).stages(preset).unwrap();
            let tiles: usize = stages.iter().map(<[u8]>::len).sum();
            let last = stages.iter().last().unwrap();
            assert!(last.is_empty(), "{board} {preset}");
            let cells = solver(board).cells();
            let left = if cells > 25 { 4 } else { 9 };
            assert!(cells - tiles <= left, "{board} {preset}: {stages}");
        }
    }
    for wrong in ["", "0", "1-3/3", "9", "rest/1", "1-3//4", "3-1", "x", "1-"] {
        assert!(solver("3x3").stages(wrong).is_err(), "{wrong}");
    }
    assert!(solver("oshidori-bw-3").stages("1-3").is_err());
    let open = solver("3x3").with_stage("1-3").unwrap();
    assert!(open.stages("1-3/rest").is_err());
}

#[test]
fn large_boards_are_solved_stage_by_stage() {
    for (board, stages) in [("6x6", "grids"), ("5x7", "rows-columns")] {
        let solver = solver(board);
        let state = solver.random(1, &mut tilebase::seeded(2)).remove(0);
        let read = solver.stages(stages).unwrap();
        let staged = solver.solve_stages(&state, &read, 1).unwrap();
        let path = staged.answer.path.unwrap();
        assert_eq!(path.last().unwrap().to_string(), solver.goal());
        assert_eq!(
            Moves::along(Metric::Single, &path).len() as u32,
            staged.length.unwrap()
        );
        assert!(staged.stages.iter().all(|stage| stage.optimal));
    }
}

#[test]
fn unsolvable_boards_have_no_stages() {
    let solver = solver("3x3");
    let rows = solver.stages("rows").unwrap();
    let staged = solver.solve_stages("1 2 3 4 5 6 8 7 0", &rows, 1).unwrap();
    assert_eq!((staged.length, staged.stages.len()), (None, 0));
    assert_eq!(staged.answer.solvable(), Some(false));
}

#[test]
fn games_are_graded_stage_by_stage() {
    let solver = solver("3x3");
    let stages = solver.stages("1-3/rest").unwrap();
    let state = "1 2 3 4 0 6 7 5 8";
    let review = |moves| {
        let game = solver.game(state, moves, Notation::Tile).unwrap();
        let review = solver.review_stages(&game, &stages);
        let stages = review.unwrap().stages.into_iter();
        let stages = stages.map(|stage| (stage.distance, stage.made, stage.left, stage.wasted));
        stages.collect::<Vec<_>>()
    };
    assert_eq!(review("5 8"), [(0, 0, 0, 0), (2, 2, 0, 0)]);
    assert_eq!(review("5 5 5 8"), [(0, 0, 0, 0), (2, 4, 0, 2)]);
    assert_eq!(review("5"), [(0, 0, 0, 0), (2, 1, 1, 0)]);
    // A stage that was finished may be undone in the next.
    assert_eq!(review("2 2"), [(0, 0, 0, 0), (2, 2, 2, 2)]);
}

#[test]
fn boards_after_a_stage_have_its_tiles_in_place() {
    let solver = solver("4x4");
    let states = solver
        .draw(
            50,
            tilebase::Selection::Stage("1-4,5"),
            &mut tilebase::seeded(1),
        )
        .unwrap()
        .states;
    for state in &states {
        assert_eq!(state.cells()[..5], [1, 2, 3, 4, 5]);
        assert_eq!(solver.check(state).unwrap().solvable, Some(true));
    }
    assert_ne!(states[0], states[1]);
    assert_eq!(
        solver
            .draw(
                1,
                tilebase::Selection::Stage("1-15"),
                &mut tilebase::seeded(1)
            )
            .unwrap()
            .states
            .len(),
        1
    );
}

#[test]
fn greatest_distances_of_stages_are_those_of_every_board() {
    let solver = solver("3x3");
    let farthest = |stages| {
        let stages = solver.stages(stages).unwrap();
        let farthest = solver.farthest_stages(&stages).unwrap();
        let moves = farthest.stages.iter().map(|stage| stage.eccentricity);
        moves.collect::<Vec<_>>()
    };
    let of_stage = |tiles| solver.clone().with_stage(tiles).unwrap();
    let of_goal = |tiles| of_stage(tiles).depths().unwrap().eccentricity;
    assert_eq!(farthest("rest"), [31]);
    // What is left of the first row are boards of 2x3.
    assert_eq!(farthest("1-3/rest"), [of_goal("1-3"), 21]);
    assert!(of_goal("1-3") + 21 >= 31);
    // No line is full: of the boards with tiles 1 and 2 in place the farthest.
    let (pair, row) = (of_stage("1,2"), of_stage("1-3"));
    let mut most = 0;
    for distance in 0..=31 {
        for state in solver.at(distance, usize::MAX).unwrap() {
            if pair.distance(&state).unwrap().distance() == Some(0) {
                most = most.max(row.distance(&state).unwrap().distance().unwrap());
            }
        }
    }
    assert_eq!(farthest("1,2/3/rest"), [of_goal("1,2"), most, 21]);
}

/// Distances on long boards do not fit a byte.
#[test]
fn boards_of_any_length_are_solved_by_every_preset() {
    // A table of two tiles of the largest boards has 16 million states.
    let few = Library::in_memory().with_builds(tilebase::Build::Never);
    let any = Library::in_memory();
    for (name, metrics, library) in [
        ("2x45", &[Metric::Single, Metric::Multi][..], &any),
        ("2x128", &[Metric::Single], &few),
        ("128x2", &[Metric::Single], &few),
        ("3x85", &[Metric::Single], &few),
        ("4x64", &[Metric::Single], &few),
    ] {
        for &metric in metrics {
            let board = library.puzzle(name).unwrap().with_metric(metric).unwrap();
            let (walk, rng) = (tilebase::Selection::Walk(6), &mut tilebase::seeded(3));
            let near = board.draw(1, walk, rng).unwrap().states.remove(0);
            for preset in ["rows", "rows-columns", "grids"] {
                let stages = board.stages(preset).unwrap();
                let staged = board.solve_stages(&near, &stages, 1).unwrap();
                let path = staged.answer.path.unwrap();
                let here = format!("{name} {metric} {preset}");
                assert_eq!(path.last(), Some(&board.a_goal()), "{here}");
                assert!(staged.stages.iter().all(|stage| stage.optimal), "{here}");
                let game = board.game(&near, "", Notation::Tile).unwrap();
                let graded = board.review_stages(&game, &stages).unwrap();
                let least = graded.stages.iter().map(|stage| stage.distance);
                assert!(
                    least.eq(staged
                        .stages
                        .iter()
                        .take(graded.stages.len())
                        .map(|s| s.length))
                );
            }
            let first = any.puzzle(name).unwrap().with_metric(metric).unwrap();
            let first = first.with_stage("1").unwrap();
            assert_eq!(first.distance(&near).unwrap().distance(), Some(0), "{name}");
            let (depth, farthest) = (first.depths().unwrap(), first.hardest(1).unwrap());
            let distance = first.distance(&farthest[0]).unwrap().distance();
            assert_eq!(distance, Some(depth.eccentricity), "{name} {metric}");
        }
    }
}
