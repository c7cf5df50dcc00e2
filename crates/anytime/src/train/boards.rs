//! The boards of a training: where beams start, and what they meet.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, seq::SliceRandom};
use tilebase_core::sliding::blank_of;

use crate::{Beam, Estimator, MoveValues, adjacency::Adjacency, object::UNITS, path::goal};

/// Boards of one layer.
#[derive(Debug, Clone)]
pub(super) struct Example {
    pub moves_left: f32,
    /// The cells of the boards, one after another. The first is on the path, if there is one.
    pub boards: Vec<u8>,
    /// Whether no board is on a path, and all are assumed to be at least `moves_left` away.
    pub failed: bool,
}

/// Solves a board, and returns the length and the examples of its layers.
pub(super) fn solve(
    beam: &Beam,
    values: &MoveValues,
    start: &[u8],
    width: usize,
    below: usize,
    lambda: f32,
    rng: &mut ChaCha8Rng,
) -> (Option<usize>, Vec<Example>) {
    let shape = values.shape();
    let goal = goal(shape);
    let mut seen: Vec<Vec<u8>> = Vec::new();
    let path = beam.search(values, start, &goal, width, below, &mut |layer| {
        let mut boards = Vec::new();
        for _ in 0..2 {
            boards.extend((layer.cells)(rng.random_range(0..layer.boards)));
        }
        seen.push(boards);
        false
    });
    let Some(path) = path else {
        let manhattan = beam.distances(&goal);
        let failed = |boards: Vec<u8>| {
            let first = &boards[..shape.cells()];
            Example {
                moves_left: 1.2 * manhattan.sum(first) as f32,
                boards: first.to_vec(),
                failed: true,
            }
        };
        seen.shuffle(rng);
        return (None, seen.into_iter().take(20).map(failed).collect());
    };
    let mut boards = vec![start.to_vec()];
    for &to in &path {
        let mut board = boards[boards.len() - 1].clone();
        let blank = blank_of(&board);
        board.swap(blank, to.into());
        boards.push(board);
    }
    let mut examples = Vec::with_capacity(path.len());
    let (mut moves_left, mut estimate) = (0.0, 0.0);
    for (depth, board) in boards.iter().enumerate().take(path.len()).rev() {
        moves_left = 1.0 + lambda * moves_left + (1.0 - lambda) * estimate;
        estimate = values.estimate(board) as f32 / UNITS;
        let mut boards = board.clone();
        let others = seen[depth].chunks_exact(shape.cells());
        boards.extend(others.filter(|&other| other != board).flatten());
        examples.push(Example {
            moves_left,
            boards,
            failed: false,
        });
    }
    (Some(path.len()), examples)
}

/// Returns the board at the end of a walk that never goes straight back.
pub(super) fn random_walk(
    adjacency: &Adjacency,
    mut board: Vec<u8>,
    moves: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<u8> {
    let (mut blank, mut last) = (blank_of(&board), usize::MAX);
    for _ in 0..moves {
        let beside = adjacency.beside[blank].iter().flatten();
        let to: Vec<usize> = beside
            .map(|&to| to.into())
            .filter(|&to| to != last)
            .collect();
        let to = to[rng.random_range(0..to.len())];
        board.swap(blank, to);
        (last, blank) = (blank, to);
    }
    board
}
