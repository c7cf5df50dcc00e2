//! Every search against a search from another library, on spaces small enough for all of them.

use pathfinding::directed::bfs::bfs;
use proptest::prelude::*;
use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row, Stones},
    sliding::{Board, Metric, Shape},
};
use tilebase_search::{
    Oshidori, SearchLimits, SearchOutcome, Sliding, StateSpace, a_star, beam, bidirectional,
    breadth_first, depth_first, ida_star,
};
use tilebase_testing::{all_rules, goals_of_rows, shapes};

fn successors<S: StateSpace>(space: &S, state: &S::State) -> Vec<S::State> {
    let mut into = Vec::new();
    space.successors(state, &mut into);
    into
}

/// Checks that a path is one, from `start` to a goal, and returns its length.
fn check<S: StateSpace>(space: &S, start: &S::State, path: &[S::State]) -> usize {
    assert!(path[0] == *start);
    assert!(space.is_goal(&path[path.len() - 1]));
    for step in path.windows(2) {
        assert!(successors(space, &step[0]).contains(&step[1]));
    }
    path.len() - 1
}

/// All searches on a start from which a goal can be reached.
fn all_agree<S: StateSpace>(space: &S, start: &S::State, goals: &[S::State]) {
    let (limits, silent) = (SearchLimits::default(), Monitor::silent());
    let oracle = bfs(
        start,
        |state| successors(space, state),
        |state| space.is_goal(state),
    );
    let shortest = oracle.expect("a goal can be reached").len() - 1;
    let length = |outcome: SearchOutcome<S::State>| {
        let stats = outcome.stats;
        assert!(stats.max_frontier <= stats.peak_states);
        assert!(stats.peak_states <= stats.generated.max(goals.len() as u64));
        check(space, start, &outcome.path.expect("a goal can be reached"))
    };
    let breadth = breadth_first(space, start.clone(), &limits, &silent).unwrap();
    assert_eq!(length(breadth), shortest);
    let both = bidirectional(space, start.clone(), goals, &limits, &silent).unwrap();
    assert_eq!(length(both), shortest);
    let star = a_star(space, start.clone(), &limits, &silent).unwrap();
    assert_eq!(length(star), shortest);
    let deepening = ida_star(space, start.clone(), &limits, &silent).unwrap();
    assert_eq!(length(deepening), shortest);
    let depth = depth_first(space, start.clone(), &limits, &silent).unwrap();
    assert!(length(depth) >= shortest);
    // A beam that leaves nothing out is a breadth-first search.
    let all = beam(space, start.clone(), usize::MAX, &limits, &silent).unwrap();
    assert_eq!(check(space, start, &all.path.unwrap()), shortest);
    for width in [1, 5, 30] {
        let some = beam(space, start.clone(), width, &limits, &silent).unwrap();
        if let Some(path) = some.path {
            assert!(check(space, start, &path) >= shortest, "width {width}");
        }
    }
}

/// A board some random moves away from the goal.
fn walked(goal: Board, steps: &[usize]) -> Board {
    let mut board = goal;
    for step in steps {
        let cells: Vec<usize> = board.movable().collect();
        board.slide(cells[step % cells.len()]);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn on_sliding_boards(
        shape in prop::sample::select(vec!["2x2", "2x3", "3x2", "2x4", "4x2"]),
        home in any::<prop::sample::Index>(),
        steps in prop::collection::vec(0usize..12, 0..60),
    ) {
        let shape: Shape = shape.parse().unwrap();
        let goal = Board::ordered(shape, home.index(shape.cells()));
        let space = Sliding::new(&goal);
        let board = walked(goal, &steps);
        prop_assert_eq!(space.unpack(space.pack(&board)), board);
        all_agree(&space, &space.pack(&board), &[space.goal()]);
    }

    #[test]
    fn on_large_boards_near_the_goal(
        shape in prop::sample::select(vec!["4x4", "3x6", "5x5"]),
        steps in prop::collection::vec(0usize..12, 0..9),
    ) {
        let goal = Board::goal(shape.parse().unwrap());
        let space = Sliding::new(&goal);
        let board = walked(goal, &steps);
        let (start, silent) = (space.pack(&board), Monitor::silent());
        let star = a_star(&space, start, &SearchLimits::default(), &silent).unwrap();
        let goals = [space.goal()];
        let both = bidirectional(&space, start, &goals, &SearchLimits::default(), &silent).unwrap();
        prop_assert_eq!(star.length(), both.length());
        prop_assert!(star.length().unwrap() <= steps.len());
        check(&space, &start, &both.path.unwrap());
    }

    #[test]
    fn on_rows_of_stones(
        puzzle in prop::sample::select(vec!["bw-3", "bw-4x3", "kinds-3", "kinds-2x3", "kinds-3,1"]),
        rules in prop::sample::select(all_rules()),
        goal in prop::sample::select(vec!["row", "together", "any-gap", "any"]),
        steps in prop::collection::vec(0usize..60, 0..12),
    ) {
        let puzzle: Stones = format!("oshidori-{puzzle}").parse().unwrap();
        let puzzle = puzzle.with_rules(rules).unwrap();
        let goal = match goal {
            "row" => Goal::default(puzzle),
            other => Goal::parse(puzzle, other).unwrap(),
        };
        let space = Oshidori::new(puzzle, goal).unwrap();
        let mut row = Row::goal(puzzle);
        for step in &steps {
            let moves: Vec<_> = row.moves().collect();
            if !moves.is_empty() {
                row.jump(moves[step % moves.len()]);
            }
        }
        prop_assert_eq!(space.unpack(space.pack(&row)), row);
        all_agree(&space, &space.pack(&row), &space.goals().unwrap());
    }
}

/// The lower bound never exceeds the distance and falls by at most one per move, on whole spaces.
fn bound_holds<S: StateSpace>(space: &S, start: S::State) {
    let mut states = vec![start.clone()];
    let mut seen: std::collections::HashSet<_> = states.iter().cloned().collect();
    let mut head = 0;
    while head < states.len() {
        for next in successors(space, &states[head]) {
            // Zero at goals and consistent: then admissible too.
            assert!(space.lower_bound(&states[head]) <= space.lower_bound(&next) + 1);
            assert!(!space.is_goal(&next) || space.lower_bound(&next) == 0);
            if seen.insert(next.clone()) {
                states.push(next);
            }
        }
        head += 1;
    }
}

#[test]
fn bounds_are_consistent_on_whole_spaces() {
    let goal = Board::goal("2x4".parse().unwrap());
    let space = Sliding::new(&goal);
    bound_holds(&space, space.goal());
    for name in [
        "oshidori-bw-3",
        "oshidori-bw-4",
        "oshidori-kinds-3",
        "oshidori-kinds-2,2,3",
    ] {
        for rules in all_rules() {
            let puzzle: Stones = name.parse().unwrap();
            let puzzle = puzzle.with_rules(rules).unwrap();
            for goal in goals_of_rows(puzzle) {
                let space = Oshidori::new(puzzle, goal).unwrap();
                bound_holds(&space, space.pack(&Row::start(puzzle)));
            }
        }
    }
}

#[test]
fn successors_are_in_order() {
    let puzzle: Stones = "oshidori-kinds-4".parse().unwrap();
    let space = Oshidori::new(puzzle, Goal::Any).unwrap();
    let mut row = Row::start(puzzle);
    row.jump(row.numbered(3));
    let expected: Vec<Row> = row
        .moves()
        .map(|cell| {
            let mut next = row;
            next.jump(cell);
            next
        })
        .collect();
    let found: Vec<Row> = successors(&space, &space.pack(&row))
        .into_iter()
        .map(|state| space.unpack(state))
        .collect();
    assert_eq!(found, expected);

    let board = Board::parse("3x3".parse().unwrap(), "123405678").unwrap();
    let space = Sliding::new(&Board::goal(board.shape()));
    let found: Vec<usize> = successors(&space, &space.pack(&board))
        .into_iter()
        .map(|state| space.unpack(state).blank())
        .collect();
    assert_eq!(found, [1, 3, 5, 7]);
}

#[test]
fn a_solved_start_takes_no_moves() {
    let goal = Board::goal("3x3".parse().unwrap());
    let space = Sliding::new(&goal);
    all_agree(&space, &space.goal(), &[space.goal()]);
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    for (name, fits) in [
        ("oshidori-kinds-15", true),
        ("oshidori-kinds-16", false),
        ("oshidori-bw-31", true),
        ("oshidori-bw-32", false),
        ("oshidori-kinds-62", false),
    ] {
        let puzzle: Stones = name.parse().unwrap();
        let space = Oshidori::new(puzzle, Goal::default(puzzle));
        assert_eq!(space.is_ok(), fits, "{name}");
        if let Ok(space) = space {
            let row = Row::start(puzzle);
            assert_eq!(space.unpack(space.pack(&row)), row);
            let next = successors(&space, &space.pack(&row));
            assert_eq!(next.len(), row.moves().count());
        }
    }
}

#[test]
fn successors_of_every_blank_are_those_of_boards() {
    for shape in shapes().into_iter().filter(|&shape| Board::holds(shape)) {
        for (metric, blank) in [Metric::Single, Metric::Multi]
            .into_iter()
            .flat_map(|metric| (0..shape.cells()).map(move |cell| (metric, cell)))
        {
            let board = Board::ordered(shape, blank);
            let space = Sliding::with_metric(&board, metric);
            let mut found = Vec::new();
            space.successors(&space.goal(), &mut found);
            let found: Vec<Board> = found.into_iter().map(|next| space.unpack(next)).collect();
            let moved = |cell| {
                let mut next = board;
                next.slide_line(cell);
                next
            };
            let expected: Vec<Board> = board.destinations(metric).map(moved).collect();
            assert_eq!(found, expected, "{shape}, blank in {blank}, {metric}");
        }
    }
}
