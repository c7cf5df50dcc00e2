//! The numbering of the states of patterns.

use proptest::prelude::*;
use tilebase_core::{
    pattern::{Pattern, PatternIndex, PatternKind, colex},
    sliding::{Board, MAX_CELLS, Shape, TileDistances},
};
use tilebase_testing::PatternState;

fn pattern(shape: &str, home: usize, tiles: &[u8]) -> Pattern {
    Pattern::new(shape.parse().unwrap(), home, tiles).unwrap()
}

#[test]
fn sizes_are_the_known_ones() {
    let sizes = [
        ("4x4", 7, 57_657_600, 27_748),
        ("4x4", 8, 518_918_400, 35_347),
        ("5x5", 6, 127_512_000, 251_400),
        ("5x5", 7, 2_422_728_000, 806_876),
    ];
    for (shape, size, len, blocks) in sizes {
        let tiles: Vec<u8> = (1..=size).collect();
        let pattern = pattern(shape, 0, &tiles);
        assert_eq!(PatternIndex::new(pattern, PatternKind::Plain).len(), len);
        assert_eq!(
            PatternIndex::new(pattern, PatternKind::ZeroAware).blocks(),
            blocks
        );
    }
}

#[test]
fn every_rank_of_a_small_pattern_comes_back() {
    for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
        for pattern in [
            pattern("3x3", 1, &[2, 3, 8]),
            pattern("3x2", 0, &[1, 2, 3, 4, 5]),
            pattern("2x2", 0, &[1]),
        ] {
            let index = PatternIndex::new(pattern, kind);
            let goal = Board::ordered(pattern.shape(), pattern.home());
            let distances = TileDistances::new(goal.shape(), goal.cells());
            for rank in 0..index.len() {
                let state = PatternState::unrank(&index, rank);
                for blank in colex::cells(state.blank) {
                    let board = board_of(&pattern, &state, blank);
                    assert_eq!(index.rank(board.cells()), rank);
                    assert_eq!(
                        state.manhattan(&pattern),
                        distances.sum_of(board.cells(), |tile| pattern.label(tile).is_some())
                    );
                }
            }
        }
    }
}

/// Returns a board of this state, with the forgotten tiles in ascending order.
fn board_of(pattern: &Pattern, state: &PatternState, blank: usize) -> Board {
    let shape = pattern.shape();
    let kept: Vec<u8> = pattern.tiles().collect();
    let mut others = (1..=shape.tiles() as u8).filter(|tile| !kept.contains(tile));
    let mut order = state.order().iter();
    let cells: Vec<u8> = (0..shape.cells())
        .map(|cell| {
            if state.cells >> cell & 1 == 1 {
                kept[usize::from(*order.next().unwrap())]
            } else if cell == blank {
                0
            } else {
                others.next().unwrap()
            }
        })
        .collect();
    Board::from_cells(shape, &cells).unwrap()
}

proptest! {
    #[test]
    fn ranks_of_random_boards_come_back(
        (shape, home) in prop::sample::select(vec![
            ("4x4", 0), ("4x4", 5), ("5x5", 7), ("6x4", 1), ("6x5", 2), ("16x2", 0),
        ]),
        picks in proptest::collection::hash_set(1u8..=15, 1..=6),
        mut order in Just((0..MAX_CELLS as u8).collect::<Vec<u8>>()).prop_shuffle(),
        zero_aware: bool,
    ) {
        let shape: Shape = shape.parse().unwrap();
        let tiles: Vec<u8> = picks.into_iter().collect();
        let pattern = Pattern::new(shape, home, &tiles).unwrap();
        let kind = PatternKind::from(zero_aware);
        let index = PatternIndex::new(pattern, kind);
        order.retain(|&tile| usize::from(tile) < shape.cells());
        let board = Board::from_cells(shape, &order).unwrap();
        let rank = index.rank(board.cells());
        prop_assert!(rank < index.len());
        let state = PatternState::unrank(&index, rank);
        prop_assert!(state.blank >> board.blank() & 1 == 1);
        for (cell, &label) in colex::cells(state.cells).zip(state.order()) {
            prop_assert_eq!(pattern.label(board.cells()[cell]), Some(label));
        }
    }
}
