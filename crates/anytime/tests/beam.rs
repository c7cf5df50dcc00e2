//! The beam and its estimators, compared with plain searches and sums.

use tilebase_anytime::{Beam, Estimator, MoveValues, PairModel, TileSlide, ends_of_moves, steps};
use tilebase_core::{
    graph::{CellGraph, GraphBoard},
    sliding::{Metric, Shape, TileDistances},
};
use tilebase_testing::plain_search;

/// A model with weights that are not symmetric.
fn model(shape: Shape) -> PairModel {
    let noise = |n: usize| (n * 2_654_435_761 % 1000) as f32 / 500.0 - 1.0;
    PairModel::new(
        shape,
        |[object, cell]| 4.0 * noise(object * 31 + cell),
        |a, b| noise(a[0] * 7919 + a[1] * 104_729 + b[0] * 1_299_709 + b[1] * 15_485_863),
    )
}

fn goal(shape: Shape) -> Vec<u8> {
    (1..shape.cells() as u8).chain([0]).collect()
}

/// Returns the board after this many moves of a walk from the goal.
fn walk(shape: Shape, moves: usize) -> Vec<u8> {
    let (mut board, mut blank, mut last) = (goal(shape), shape.cells() - 1, shape.cells());
    let mut state = 12_345u64;
    for _ in 0..moves {
        let to: Vec<usize> = shape.neighbours(blank).filter(|&to| to != last).collect();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let to = to[(state >> 33) as usize % to.len()];
        board.swap(blank, to);
        (last, blank) = (blank, to);
    }
    board
}

fn replay(cells: &[u8], path: &[u8], shape: Shape) -> Vec<u8> {
    let mut board = cells.to_vec();
    for &to in path {
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        assert_eq!(shape.distance(blank, to.into()), 1);
        board.swap(blank, to.into());
    }
    board
}

#[test]
fn changes_of_a_pair_model_add_up_to_its_estimates() {
    for name in ["2x2", "2x3", "3x3", "4x4", "4x5", "5x5"] {
        let shape: Shape = name.parse().unwrap();
        let values = MoveValues::new(model(shape));
        let mut board = walk(shape, 50);
        for round in 0..100 {
            let blank = board.iter().position(|&tile| tile == 0).unwrap();
            let before = values.estimate(&board);
            let neighbours: Vec<usize> = shape.neighbours(blank).collect();
            let from = neighbours[round * 7 % neighbours.len()];
            let direction = match () {
                () if from + shape.cols() == blank => 0,
                () if from + 1 == blank => 1,
                () if from == blank + 1 => 2,
                () => 3,
            };
            let slide = TileSlide {
                tile: board[from],
                from: from as u8,
                to: blank as u8,
                direction,
            };
            let mut padded = [0; 25];
            padded[..board.len()].copy_from_slice(&board);
            let change = match shape.cells() {
                ..=16 => values.change::<16>(slide, padded[..16].try_into().unwrap()),
                _ => values.change::<25>(slide, &padded),
            };
            board.swap(blank, from);
            let after = values.estimate(&board);
            assert_eq!(before + change, after, "{name} {board:?}");
        }
    }
}

#[test]
fn models_survive_their_bytes_and_damage_is_found() {
    // What is read is symmetric, whatever was written.
    let shape = "3x3".parse().unwrap();
    let model = PairModel::from_bytes(&model(shape).to_bytes()).unwrap();
    let bytes = model.to_bytes();
    assert_eq!(PairModel::from_bytes(&bytes).as_ref(), Ok(&model));
    let values = MoveValues::new(model);
    let turned = |cell: u8| cell % 3 * 3 + cell / 3;
    for moves in 0..50 {
        let board = walk(shape, moves);
        let mut image = vec![0; 9];
        for (cell, &tile) in (0..).zip(&board) {
            let name = if tile == 0 { 0 } else { turned(tile - 1) + 1 };
            image[usize::from(turned(cell))] = name;
        }
        assert_eq!(values.estimate(&board), values.estimate(&image));
    }
    for at in (0..bytes.len()).step_by(97).chain([8, 9, bytes.len() - 1]) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        PairModel::from_bytes(&damaged).expect_err("a bit is wrong");
    }
    for length in [0, 7, 8, 10, 100, bytes.len() - 1] {
        PairModel::from_bytes(&bytes[..length]).expect_err("the file is cut");
    }
}

#[test]
fn a_model_of_a_corner_estimates_as_the_whole_if_the_other_tiles_are_at_home() {
    let (whole, part) = ("4x5".parse().unwrap(), "3x3".parse().unwrap());
    let large = model(whole);
    let small = MoveValues::new(large.corner(part));
    let large = MoveValues::new(large);
    let (mut first, zero) = (None, walk(part, 0));
    for moves in 0..60 {
        let board = walk(part, moves);
        let mut all = goal(whole);
        for (cell, &tile) in board.iter().enumerate() {
            let outer = |cell: usize| (part.row(cell) + 1) * 5 + part.col(cell) + 2;
            let name = if tile == 0 { 0 } else { outer(usize::from(tile) - 1) + 1 };
            all[outer(cell)] = name as u8;
        }
        // What the tiles at home add among themselves is the same on every board.
        let apart = large.estimate(&all) - small.estimate(&board);
        let first = *first.get_or_insert(apart);
        assert!(
            (apart - first).abs() <= 1,
            "{moves} moves: {apart}, {first}"
        );
    }
    assert_eq!(zero, goal(part));
}

#[test]
fn a_beam_without_a_limit_finds_shortest_paths() {
    let lengths = [0, 1, 2, 5, 20, 200, 1000];
    let metrics = [Metric::Single, Metric::Multi];
    for (metric, moves) in metrics.iter().flat_map(|&m| lengths.map(|l| (m, l))) {
        let shape: Shape = if moves == 20 { "3x3" } else { "2x4" }.parse().unwrap();
        let board = walk(shape, moves);
        let start = board.iter().position(|&tile| tile == 0).unwrap() as u8;
        let length = |path: &[u8]| ends_of_moves(metric, start, path).len();
        let estimator = TileDistances::new(shape, &goal(shape));
        let beam = Beam::new(shape, metric, 7);
        let wide = beam
            .search(&estimator, &board, &goal(shape), 200_000, 70, &mut |_| {
                false
            })
            .unwrap();
        assert_eq!(replay(&board, &wide, shape), goal(shape));
        assert_eq!(
            steps(shape, start, &ends_of_moves(metric, start, &wide)),
            wide
        );
        // A breadth-first search, without a beam.
        let mut layer = vec![board.clone()];
        let mut seen = std::collections::HashSet::from([board.clone()]);
        let mut depth = 0;
        while !layer.contains(&goal(shape)) {
            let mut next = Vec::new();
            for board in layer {
                let blank = board.iter().position(|&tile| tile == 0).unwrap();
                let in_line = |&to: &usize| match metric {
                    Metric::Single => shape.distance(blank, to) == 1,
                    Metric::Multi => {
                        (shape.row(blank) == shape.row(to)) != (shape.col(blank) == shape.col(to))
                    }
                };
                for to in (0..shape.cells()).filter(in_line) {
                    let mut board = board.clone();
                    shape.slide_cells(&mut board, blank, to);
                    if seen.insert(board.clone()) {
                        next.push(board);
                    }
                }
            }
            (layer, depth) = (next, depth + 1);
        }
        assert_eq!(length(&wide), depth, "{metric} {moves}");
        let exact = beam.search(
            &estimator,
            &board,
            &goal(shape),
            200_000,
            depth + 1,
            &mut |_| false,
        );
        assert_eq!(exact.map(|path| length(&path)), Some(depth));
        assert_eq!(
            beam.search(
                &estimator,
                &board,
                &goal(shape),
                200_000,
                depth,
                &mut |_| false
            ),
            None
        );
        let narrow = beam
            .search(&estimator, &board, &goal(shape), 300, 500, &mut |_| false)
            .unwrap();
        assert_eq!(replay(&board, &narrow, shape), goal(shape));
        assert!(length(&narrow) >= depth);
        let layers = beam.clone().without_backward_set();
        let to_the_end = layers.search(&estimator, &board, &goal(shape), 300, 500, &mut |_| false);
        assert!(to_the_end.is_none_or(|path| length(&narrow) <= length(&path)));
    }
}

/// Returns the cells one move away.
fn after(graph: CellGraph, cells: &[u8]) -> Vec<Vec<u8>> {
    let board = GraphBoard::from_cells(graph, cells).unwrap();
    board
        .neighbours()
        .map(|next| next.cells().to_vec())
        .collect()
}

#[test]
fn beams_as_wide_as_a_graph_find_shortest_paths() {
    for name in [
        "torus-2x2",
        "torus-1x5",
        "torus-2x3",
        "torus-2x4",
        "cylinder-3x2",
        "cells-.../.#./...",
        "cells-.+.|./.+.+.",
    ] {
        let graph: CellGraph = name.parse().unwrap();
        let (goal, beam) = (graph.ordered(), Beam::on_graph(graph, 1).unwrap());
        let distances = plain_search([goal.clone()], |cells| after(graph, cells));
        let mut starts: Vec<_> = distances.iter().collect();
        starts.sort();
        for (start, &distance) in starts.into_iter().step_by(distances.len().div_ceil(300)) {
            let estimator = beam.distances(&goal);
            let path = beam.search(&estimator, start, &goal, 40_000, 100, &mut |_| false);
            let path = path.unwrap_or_else(|| panic!("{name} {start:?}"));
            assert_eq!(path.len() as u32, distance, "{name} {start:?}");
            let mut board = start.clone();
            for to in path.into_iter().map(usize::from) {
                let blank = board.iter().position(|&tile| tile == 0).unwrap();
                let mut next = board.clone();
                next.swap(blank, to);
                assert!(after(graph, &board).contains(&next), "{name} {start:?}");
                board = next;
            }
            assert_eq!(board, goal, "{name} {start:?}");
        }
    }
}

#[test]
fn graphs_without_directions_have_no_beams() {
    for name in [
        "edges-0-1,1-2,2-0",
        "torus-3x3-blanks-2",
        "cells-.#.",
        "cells-.|./...",
    ] {
        let graph: CellGraph = name.parse().unwrap();
        assert_eq!(
            Beam::on_graph(graph, 1).is_some(),
            name.ends_with("..."),
            "{name}"
        );
    }
}
