//! What searches count when successors come in another order, and goals are tested at another time,
//! against plain searches of a few lines.

use std::collections::{HashSet, VecDeque};

use tilebase_core::{
    Monitor,
    sliding::{Board, Metric},
};
use tilebase_search::{
    GoalTest, PackedBoard, SearchLimits, SearchOutcome, Sliding, StateSpace, Tested, a_star,
    breadth_first, depth_first, greedy, ida_star,
};

/// All orders of four directions.
fn orders() -> Vec<[usize; 4]> {
    let all = (0..256).map(|n| [n >> 6, n >> 4 & 3, n >> 2 & 3, n & 3]);
    all.filter(|order| order.iter().collect::<HashSet<_>>().len() == 4)
        .collect()
}

/// The boards one move away, the blank moving up, down, left and right in an order.
fn beside(cells: &[u8], cols: usize, order: [usize; 4]) -> Vec<Vec<u8>> {
    let blank = cells.iter().position(|&cell| cell == 0).unwrap();
    let ways = [
        (blank >= cols).then(|| blank - cols),
        (blank + cols < cells.len()).then(|| blank + cols),
        (blank % cols > 0).then(|| blank - 1),
        (blank % cols + 1 < cols).then(|| blank + 1),
    ];
    let to = order.iter().filter_map(|&way| ways[way]);
    let moved = to.map(|to| {
        let mut next = cells.to_vec();
        next.swap(blank, to);
        next
    });
    moved.collect()
}

/// The states expanded before the goal, or before the one that generates it.
fn plain(start: &[u8], goal: &[u8], order: [usize; 4], first: bool, generation: bool) -> u64 {
    let mut waiting = VecDeque::from([start.to_vec()]);
    let mut seen = HashSet::from([start.to_vec()]);
    if generation && start == goal {
        return 0;
    }
    let mut expanded = 0;
    while let Some(cells) = if first { waiting.pop_front() } else { waiting.pop_back() } {
        if !generation && cells == goal {
            return expanded;
        }
        expanded += 1;
        for next in beside(&cells, 3, order) {
            if seen.insert(next.clone()) {
                if generation && next == goal {
                    return expanded;
                }
                waiting.push_back(next);
            }
        }
    }
    unreachable!("every board here can be solved")
}

#[test]
fn orders_and_tests_count_as_plain_searches_do() {
    let shape = "2x3".parse().unwrap();
    let goal = Board::goal(shape);
    let (limits, silent) = (SearchLimits::default(), Monitor::silent());
    let mut boards = vec![goal.cells().to_vec()];
    let mut at = 0;
    while boards.len() < 360 {
        let next = beside(&boards[at], 3, [0, 1, 2, 3]);
        boards.extend(
            next.into_iter()
                .filter(|next| !boards.contains(next))
                .collect::<Vec<_>>(),
        );
        at += 1;
    }
    for (order, cells) in orders().into_iter().cycle().zip(boards.iter().step_by(7)) {
        let space = Sliding::new(&goal).ordered_by(|blank, to| {
            let way = match () {
                () if to + 3 == blank => 0,
                () if to == blank + 3 => 1,
                () if to + 1 == blank => 2,
                () => 3,
            };
            order.iter().position(|&other| other == way)
        });
        let start = space.pack(&Board::from_cells(shape, cells).unwrap());
        let usual = Tested::new(&space, GoalTest::Usual);
        for (when, generation) in [(GoalTest::Generation, true), (GoalTest::Expansion, false)] {
            let space = Tested::new(&space, when);
            let breadth = breadth_first(&space, start, &limits, &silent).unwrap();
            let expected = plain(cells, goal.cells(), order, true, generation);
            assert_eq!(
                breadth.stats.expanded, expected,
                "{cells:?} {order:?} {when:?}"
            );
            let depth = depth_first(&space, start, &limits, &silent).unwrap();
            let expected = plain(cells, goal.cells(), order, false, generation);
            assert_eq!(
                depth.stats.expanded, expected,
                "{cells:?} {order:?} {when:?}"
            );
            let found = [
                a_star(&space, start, &limits, &silent).unwrap(),
                ida_star(&space, start, &limits, &silent).unwrap(),
            ];
            let before = [
                a_star(&usual, start, &limits, &silent).unwrap(),
                ida_star(&usual, start, &limits, &silent).unwrap(),
            ];
            for (found, before) in found.iter().zip(&before) {
                assert!(found.length() >= breadth.length());
                if !generation {
                    assert_eq!(found.path, before.path);
                    assert_eq!(found.stats.expanded + 1, before.stats.expanded);
                }
                ends_at_the_goal(&space, found);
            }
        }
    }
}

fn ends_at_the_goal<S: StateSpace>(space: &S, found: &SearchOutcome<S::State>) {
    let path = found.path.as_ref().expect("every board here can be solved");
    assert!(space.is_goal(path.last().unwrap()));
}

/// By hand: the blank of `1 2 5 / 3 4 0 / 6 7 8` goes up, left, left. Breadth-first search in the
/// order up, down, left, right expands ten boards before the goal is taken out: the start; three
/// one move away; five of those two moves away; and one three moves away, the first of the order.
#[test]
fn a_board_of_a_course_is_counted_by_hand() {
    let cells = [1, 2, 5, 3, 4, 0, 6, 7, 8];
    let goal: Vec<u8> = (0..9).collect();
    assert_eq!(plain(&cells, &goal, [0, 1, 2, 3], true, false), 10);
}

/// The distances of all boards from one, by a plain search.
fn distances(start: &[u8]) -> Vec<(Vec<u8>, usize)> {
    let mut found = vec![(start.to_vec(), 0)];
    let mut seen = HashSet::from([start.to_vec()]);
    let mut at = 0;
    while at < found.len() {
        let (cells, distance) = found[at].clone();
        for next in beside(&cells, 3, [0, 1, 2, 3]) {
            if seen.insert(next.clone()) {
                found.push((next, distance + 1));
            }
        }
        at += 1;
    }
    found
}

/// Visits the boards up to a depth, and counts them, until it meets the goal. No move takes back
/// the one before.
fn deepened(path: &mut Vec<Vec<u8>>, goal: &[u8], left: usize, visited: &mut u64) -> bool {
    *visited += 1;
    let here = path.last().unwrap().clone();
    if here == goal {
        return true;
    }
    let back = path.len().checked_sub(2).map(|at| path[at].clone());
    // Successors come in the order of the cells to which the blank goes.
    for next in beside(&here, 3, [0, 2, 3, 1]) {
        if left == 0 || Some(&next) == back.as_ref() {
            continue;
        }
        path.push(next);
        if deepened(path, goal, left - 1, visited) {
            return true;
        }
        path.pop();
    }
    false
}

/// Uniform-cost search expands every board that is nearer than the goal, iterative deepening every
/// path of at most so many moves, and misplaced tiles are a bound between none and Manhattan
/// distance.
#[test]
fn searches_without_a_bound_expand_what_is_nearer_than_the_goal() {
    let (limits, silent) = (SearchLimits::default(), Monitor::silent());
    for (shape, goal, starts) in [
        ("2x3", &[1, 2, 3, 4, 5, 0][..], None),
        (
            "3x3",
            &[1, 2, 3, 4, 5, 6, 7, 8, 0],
            Some([0, 1, 5, 4, 3, 8, 7, 6, 2]),
        ),
    ] {
        let shape = shape.parse().unwrap();
        let space = Sliding::new(&Board::from_cells(shape, goal).unwrap());
        let misplaced = |board: &PackedBoard| space.misplaced(*board);
        let none = |_: &PackedBoard| 0;
        let starts = match starts {
            Some(start) => vec![start.to_vec()],
            None => distances(goal)
                .into_iter()
                .map(|(cells, _)| cells)
                .step_by(11)
                .collect(),
        };
        for cells in starts {
            let from_start = distances(&cells);
            let (_, length) = from_start.iter().find(|(cells, _)| cells == goal).unwrap();
            let within = |most: usize| {
                from_start
                    .iter()
                    .filter(|(_, distance)| *distance < most)
                    .count() as u64
            };
            let start = space.pack(&Board::from_cells(shape, &cells).unwrap());
            let usual = Tested::new(&space, GoalTest::Usual);
            let by = |bound| Tested::new(&space, GoalTest::Usual).bounded_by(Some(bound));
            let uniform = a_star(&by(&none), start, &limits, &silent).unwrap();
            assert_eq!(uniform.length(), Some(*length), "{cells:?}");
            let expanded = uniform.stats.expanded;
            assert!(
                within(*length) < expanded && expanded <= within(length + 1),
                "{cells:?}"
            );
            let counted = a_star(&by(&misplaced), start, &limits, &silent).unwrap();
            assert_eq!(counted.length(), Some(*length), "{cells:?}");
            assert!(counted.stats.expanded <= expanded, "{cells:?}");
            let first = greedy(&usual, start, &limits, &silent).unwrap();
            ends_at_the_goal(&space, &first);
            assert!(first.length() >= Some(*length), "{cells:?}");
            if *length > 14 {
                continue;
            }
            let deepening = ida_star(&by(&none), start, &limits, &silent).unwrap();
            assert_eq!(deepening.length(), Some(*length), "{cells:?}");
            let mut visited = 0;
            let mut path = vec![cells.clone()];
            let found = (0..=*length).find(|&limit| deepened(&mut path, goal, limit, &mut visited));
            assert_eq!(found, Some(*length));
            assert_eq!(deepening.stats.expanded, visited, "{cells:?}");
        }
    }
}

/// Misplaced tiles never exceed Manhattan distance, and a move changes them by one at most.
#[test]
fn misplaced_tiles_are_a_consistent_bound() {
    for metric in [Metric::Single, Metric::Multi] {
        let goal = Board::goal("2x4".parse().unwrap());
        let space = Sliding::with_metric(&goal, metric);
        assert_eq!(space.misplaced(space.goal()), 0);
        let (mut seen, mut waiting) = (HashSet::from([space.goal()]), vec![space.goal()]);
        while let Some(board) = waiting.pop() {
            assert!(space.misplaced(board) <= space.lower_bound(&board));
            let mut next = Vec::new();
            space.successors(&board, &mut next);
            for other in next {
                assert!(space.misplaced(board).abs_diff(space.misplaced(other)) <= 1);
                if seen.insert(other) {
                    waiting.push(other);
                }
            }
        }
        assert_eq!(seen.len(), 20_160);
    }
}
