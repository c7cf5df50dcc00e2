//! Goals that leave cells open, or in which tiles are alike: all of them on small boards.

use tilebase_core::{
    RankedSpace,
    sliding::{Metric, PartialGoal, PartialGoalSpace, Shape},
};

/// Returns all goals of a board up to the numbers of their tiles: each cell open, the blank's, of a
/// tile that differs from those before or of one like them.
fn goals(shape: Shape) -> Vec<PartialGoal> {
    let mut goals: Vec<Vec<Option<u8>>> = vec![Vec::new()];
    for _ in 0..shape.cells() {
        let longer = goals.iter().flat_map(|goal| {
            let most = goal.iter().flatten().copied().max().unwrap_or(0);
            let next = std::iter::once(None).chain((0..=most + 1).map(Some));
            next.map(|cell| [&goal[..], &[cell]].concat())
        });
        goals = longer.collect();
    }
    // Those with two blanks or none are refused.
    let partial_goals = goals
        .iter()
        .filter_map(|goal| PartialGoal::new(shape, goal).ok());
    partial_goals.collect()
}

/// Returns which states can reach a goal, by a search from all goals.
fn reached(space: &PartialGoalSpace) -> Vec<bool> {
    let mut reached = vec![false; space.len() as usize];
    let mut left = space.goals();
    while let Some(rank) = left.pop() {
        if !std::mem::replace(&mut reached[rank as usize], true) {
            space.neighbours(&space.unrank(rank), |next| left.push(space.rank(&next)));
        }
    }
    reached
}

#[test]
fn the_rules_of_solvability_are_those_of_a_search_on_all_goals_of_small_boards() {
    let (mut out_of_reach, mut by_parity_alone) = (0, 0);
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        for partial_goal in goals(Shape::new(rows, cols).unwrap()) {
            let space = PartialGoalSpace::new(partial_goal.clone(), Metric::Single).unwrap();
            let reached = reached(&space);
            for (rank, &reached) in reached.iter().enumerate() {
                let state = space.unrank(rank as u64);
                let solvable = partial_goal.is_solvable(state.cells());
                assert_eq!(solvable, reached, "{rows}x{cols} {partial_goal}: {state:?}");
            }
            let all = !reached.contains(&false);
            assert!(
                all || !partial_goal.has_alike(),
                "{rows}x{cols} {partial_goal}"
            );
            out_of_reach += usize::from(!all);
            // The blank may be at two cells, which are an even number of steps apart.
            by_parity_alone += usize::from(all && !partial_goal.has_alike());
        }
    }
    assert!(out_of_reach > 0 && by_parity_alone > 0);
}

/// With 255 tiles, the kind of the last is the one of tiles that are not named.
#[test]
fn the_largest_board_has_as_many_kinds_as_tiles() {
    for shape in ["16x16", "2x128", "4x64"] {
        let cells: Vec<Option<u8>> = (1..=255).map(Some).chain([Some(0)]).collect();
        let goal = PartialGoal::new(shape.parse().unwrap(), &cells).unwrap();
        assert_eq!(goal.named(), 255);
        let identity: Vec<u8> = (0..=255).collect();
        assert_eq!(goal.kind_of_labels()[..], identity);
        assert!(goal.is_met(&goal.kinds(&goal.some_goal())));
        let mut moved = goal.some_goal();
        moved.swap(254, 255);
        assert!(!goal.is_met(&goal.kinds(&moved)));
    }
}
