//! Searches guided by a function of many states, against breadth-first search.

use std::cell::RefCell;

use tilebase_core::{
    Monitor, RankedSpace,
    sliding::{Board, SlidingSpace},
};
use tilebase_search::{
    Endings, Guided, Maze, PackedBoard, Ranked, SearchError, SearchLimits, Sliding, StateSpace,
    a_star, beam, breadth_first,
};

const LIMITS: SearchLimits = SearchLimits {
    memory: 1 << 30,
    expanded: u64::MAX,
};

/// The boards of 2x3, each with its distance.
fn boards() -> (Sliding, Vec<(PackedBoard, usize)>) {
    let shape = "2x3".parse().unwrap();
    let space = Sliding::new(&Board::goal(shape));
    let all = SlidingSpace::new(shape, shape.cells() - 1).unwrap();
    let boards = (0..all.len()).map(|rank| space.pack(&all.unrank(rank)));
    let with_distance = |board| {
        let found = breadth_first(&space, board, &LIMITS, &Monitor::silent()).unwrap();
        (board, found.length().unwrap())
    };
    let boards = boards.map(with_distance).collect();
    (space, boards)
}

fn bounds(space: &Sliding, boards: &[PackedBoard]) -> Vec<f32> {
    boards
        .iter()
        .map(|board| space.lower_bound(board) as f32)
        .collect()
}

/// Checks that each state of a path is a successor of the one before.
fn check_path(space: &Sliding, start: PackedBoard, path: &[PackedBoard]) {
    assert_eq!(path[0], start);
    assert!(space.is_goal(&path[path.len() - 1]));
    for step in path.windows(2) {
        let mut next = Vec::new();
        space.successors(&step[0], &mut next);
        assert!(next.contains(&step[1]));
    }
}

#[test]
fn every_search_finds_shortest_paths_by_lower_bounds() {
    let (space, boards) = boards();
    assert_eq!(boards.len(), 360);
    let silent = Monitor::silent();
    for moves in [0, 4] {
        let endings =
            Endings::new(&space, &[space.goal()], moves, &LIMITS, &Monitor::silent()).unwrap();
        assert_eq!(
            endings.len(),
            boards
                .iter()
                .filter(|(_, far)| *far <= moves as usize)
                .count()
        );
        for &(board, distance) in &boards {
            let left = (distance <= moves as usize).then_some(distance as u32);
            assert_eq!(endings.moves_left(&board), left);
            for batch in [1, 7] {
                let guided = Guided::new(&space, |boards| bounds(&space, boards));
                let mut guided = guided.in_batches(batch).ending_at(&endings);
                let star = guided.a_star(board, &LIMITS, &silent).unwrap();
                let deepening = guided.ida_star(board, &LIMITS, &silent).unwrap();
                let wide = guided.beam(board, usize::MAX, &LIMITS, &silent).unwrap();
                for found in [star, deepening, wide] {
                    check_path(&space, board, found.path.as_ref().unwrap());
                    assert_eq!(found.length(), Some(distance));
                    assert!(found.stats.threshold as usize <= distance);
                    assert_eq!(found.stats.cut, 0);
                }
            }
        }
    }
}

#[test]
fn greater_weights_find_longer_paths_and_prove_less() {
    let (space, boards) = boards();
    let mut longer = 0;
    for &(board, distance) in &boards {
        let guided = Guided::new(&space, |boards| bounds(&space, boards));
        let mut guided = guided.weighted(3.0).in_batches(2);
        let found = guided.a_star(board, &LIMITS, &Monitor::silent()).unwrap();
        check_path(&space, board, found.path.as_ref().unwrap());
        let (length, proven) = (found.length().unwrap(), found.stats.threshold as usize);
        assert!(proven <= distance && distance <= length && length <= 3 * proven.max(1));
        longer += usize::from(length > distance);
    }
    assert!(longer > 0);
}

#[test]
fn narrow_beams_prove_bounds_and_say_what_they_cut() {
    let (space, boards) = boards();
    let mut closer = 0;
    for &(board, distance) in &boards {
        for width in [1, 3, 10] {
            let mut blind = Guided::new(&space, |boards| bounds(&space, boards));
            let blind = blind
                .beam(board, width, &LIMITS, &Monitor::silent())
                .unwrap();
            let guided = Guided::new(&space, |boards| bounds(&space, boards));
            let mut guided = guided.bounded_by(|boards| bounds(&space, boards));
            let found = guided
                .beam(board, width, &LIMITS, &Monitor::silent())
                .unwrap();
            let plain = beam(&space, board, width, &LIMITS, &Monitor::silent()).unwrap();
            assert_eq!((&found.path, &blind.path), (&plain.path, &plain.path));
            assert!(blind.stats.threshold <= found.stats.threshold);
            assert!(found.stats.threshold as usize <= distance);
            closer += found.stats.threshold - blind.stats.threshold;
            match &found.path {
                Some(path) => {
                    check_path(&space, board, path);
                    assert!(path.len() > distance);
                }
                None => assert!(found.stats.cut > 0),
            }
            let most = distance as u32;
            let short = Guided::new(&space, |boards| bounds(&space, boards));
            match short
                .up_to(most)
                .beam(board, width, &LIMITS, &Monitor::silent())
            {
                Ok(found) => assert!(found.length().is_none_or(|length| length == distance)),
                Err(error) => {
                    let said = format!("no path of up to {most} moves was found; allow more");
                    assert_eq!(error.to_string(), said);
                }
            }
        }
    }
    assert!(closer > 0);
}

#[test]
fn functions_are_asked_about_new_states_only_many_at_once() {
    let (space, boards) = boards();
    let &(farthest, 21) = boards.iter().max_by_key(|(_, distance)| *distance).unwrap() else {
        panic!("the hardest boards need 21 moves");
    };
    let asked = RefCell::new(Vec::new());
    let estimate = |boards: &[PackedBoard]| {
        asked.borrow_mut().extend_from_slice(boards);
        bounds(&space, boards)
    };
    let mut guided = Guided::new(&space, estimate).in_batches(16);
    let found = guided
        .a_star(farthest, &LIMITS, &Monitor::silent())
        .unwrap();
    let mut asked = asked.borrow().clone();
    assert_eq!(asked.len() as u64, found.stats.generated);
    asked.sort_by_key(|board| space.unpack(*board).cells().to_vec());
    asked.dedup();
    assert_eq!(asked.len() as u64, found.stats.generated);
}

#[test]
fn any_ranked_space_can_be_guided() {
    let shape = "2x3".parse().unwrap();
    let all = SlidingSpace::new(shape, 5).unwrap();
    let space = Ranked::new(&all);
    let plain = a_star(&space, 200, &LIMITS, &Monitor::silent()).unwrap();
    let endings = Endings::new(&space, space.goals(), 5, &LIMITS, &Monitor::silent()).unwrap();
    let mut guided = Guided::new(&space, |ranks| vec![0.0; ranks.len()]).ending_at(&endings);
    let found = guided.beam(200, 100, &LIMITS, &Monitor::silent()).unwrap();
    assert_eq!(found.length(), plain.length());
}

#[test]
fn what_is_out_of_reach_is_told_from_what_was_cut() {
    let maze: Maze = "S #G".parse().unwrap();
    for width in [1, 10] {
        let found = beam(&maze, maze.start(), width, &LIMITS, &Monitor::silent()).unwrap();
        assert_eq!((found.path, found.stats.cut), (None, 0));
    }
    // The way that seems shorter is a dead end.
    let maze: Maze = "S   #G\n #### \n      ".parse().unwrap();
    let narrow = beam(&maze, maze.start(), 1, &LIMITS, &Monitor::silent()).unwrap();
    assert_eq!((narrow.path, narrow.stats.cut), (None, 1));
    let wide = beam(&maze, maze.start(), 2, &LIMITS, &Monitor::silent()).unwrap();
    assert_eq!((wide.length(), wide.stats.threshold), (Some(9), 9));
}

#[test]
fn what_is_no_estimate_is_refused() {
    let (space, boards) = boards();
    let (board, _) = boards[100];
    let refused = |estimate: fn(&[PackedBoard]) -> Vec<f32>| -> Vec<SearchError> {
        let mut guided = Guided::new(&space, estimate).up_to(30);
        vec![
            guided
                .a_star(board, &LIMITS, &Monitor::silent())
                .unwrap_err(),
            guided
                .beam(board, 1, &LIMITS, &Monitor::silent())
                .unwrap_err(),
            guided
                .ida_star(board, &LIMITS, &Monitor::silent())
                .unwrap_err(),
        ]
    };
    for error in refused(|boards| vec![f32::NAN; boards.len()]) {
        assert_eq!(error, SearchError::NotANumber);
    }
    for error in refused(|boards| vec![1.0; boards.len() + 1]) {
        let SearchError::Estimates { expected, found } = error else {
            panic!("another error: {error}");
        };
        assert_eq!(found, expected + 1);
    }
    // Infinite estimates are of states that lead nowhere, and negative ones are 0 moves.
    let mut nowhere = Guided::new(&space, |boards| vec![f32::INFINITY; boards.len()]);
    assert!(
        nowhere
            .beam(board, 360, &LIMITS, &Monitor::silent())
            .unwrap()
            .path
            .is_some()
    );
    let mut less = Guided::new(&space, |boards| vec![-3.5; boards.len()]);
    let found = less.ida_star(board, &LIMITS, &Monitor::silent()).unwrap();
    assert_eq!(found.length(), Some(boards[100].1));
}
