//! Paths: the cells that the blank visits, one for each tile that slides.
//!
//! A path is the same for every numbering of the tiles, and each of its steps exchanges two cells.
//! Every path that a search finds is played here before it is returned. If several tiles may slide
//! in one move, the moves are the straight parts of a path.

use rustc_hash::FxHashMap;
use tilebase_core::sliding::{Metric, Shape, blank_of};

/// Returns the cells after a path: the blank moves to each cell of `path` in turn.
///
/// Returns `None` if `cells` has no blank, or if a move does not go to a neighbour of the blank.
///
/// ```
/// use tilebase_anytime::play;
/// let shape = "2x2".parse()?;
/// assert_eq!(play(shape, &[1, 0, 3, 2], &[3]), Some(vec![1, 2, 3, 0]));
/// assert_eq!(play(shape, &[1, 0, 3, 2], &[2]), None);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
pub fn play(shape: Shape, cells: &[u8], path: &[u8]) -> Option<Vec<u8>> {
    let mut cells = cells.to_vec();
    let mut blank = cells.iter().position(|&tile| tile == 0)?;
    for to in path.iter().map(|&to| usize::from(to)) {
        if to >= shape.cells() || shape.distance(blank, to) != 1 {
            return None;
        }
        cells.swap(blank, to);
        blank = to;
    }
    Some(cells)
}

/// Returns the cells where the blank is after each move of a path from a cell.
///
/// ```
/// use tilebase_anytime::{ends_of_moves, steps};
/// use tilebase_core::sliding::Metric;
/// let path = [1, 2, 5, 8, 7]; // two cells right, two down, one left on 3x3
/// assert_eq!(ends_of_moves(Metric::Multi, 0, &path), [2, 8, 7]);
/// assert_eq!(ends_of_moves(Metric::Single, 0, &path), path);
/// assert_eq!(steps("3x3".parse()?, 0, &[2, 8, 7]), path);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
pub fn ends_of_moves(metric: Metric, blank: u8, path: &[u8]) -> Vec<u8> {
    let before = [blank].into_iter().chain(path.iter().copied());
    let ways: Vec<i16> = (before.zip(path))
        .map(|(from, &to)| i16::from(to) - i16::from(from))
        .collect();
    let ends = |&step: &usize| metric == Metric::Single || ways.get(step + 1) != Some(&ways[step]);
    (0..path.len())
        .filter(ends)
        .map(|step| path[step])
        .collect()
}

/// Returns the cells that the blank visits if moves from a cell end in these cells, each in a line
/// with the one before.
pub fn steps(shape: Shape, blank: u8, ends: &[u8]) -> Vec<u8> {
    let mut at = usize::from(blank);
    let mut steps = Vec::new();
    for to in ends.iter().map(|&to| usize::from(to)) {
        let step = if shape.row(at) == shape.row(to) { 1 } else { shape.cols() };
        while at != to {
            at = if at < to { at + step } else { at - step };
            steps.push(at as u8);
        }
    }
    steps
}

/// Returns the cells of the goal `1 2 3 … 0`.
pub(crate) fn goal(shape: Shape) -> Vec<u8> {
    shape.ordered_cells(shape.tiles())
}

/// Returns a number that a tile in a cell adds to the hash of a state.
#[inline]
pub fn hash_of(tile: u8, cell: u8) -> u64 {
    let mixed = ((u64::from(tile) << 8 | u64::from(cell)) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Returns the hash of a state: a sum, so that a move changes two parts of it.
pub fn hash(cells: &[u8]) -> u64 {
    let tiles = cells
        .iter()
        .zip(0..=u8::MAX)
        .filter(|&(&tile, _)| tile != 0);
    tiles.fold(0, |sum, (&tile, cell)| {
        sum.wrapping_add(hash_of(tile, cell))
    })
}

/// Returns the path without loops, which lead from a state back to that state.
///
/// Costs one hash per move. A path that cannot be played from `cells` is returned unchanged.
pub fn without_returns(shape: Shape, cells: &[u8], path: &[u8]) -> Vec<u8> {
    let Some(end) = play(shape, cells, path) else {
        return path.to_vec();
    };
    let mut board = cells.to_vec();
    let mut blank = blank_of(&board);
    let mut kept = Vec::with_capacity(path.len());
    let mut hashes = vec![hash(cells)];
    let mut moves_to = FxHashMap::from_iter([(hashes[0], 0)]);
    for &to in path {
        let (from, tile) = (blank, board[usize::from(to)]);
        blank = to.into();
        board.swap(from, blank);
        let before = hashes[kept.len()].wrapping_sub(hash_of(tile, to));
        let now = before.wrapping_add(hash_of(tile, from as u8));
        if let Some(&moves) = moves_to.get(&now) {
            kept.truncate(moves);
            for gone in hashes.drain(moves + 1..) {
                moves_to.remove(&gone);
            }
        } else {
            kept.push(to);
            hashes.push(now);
            moves_to.insert(now, kept.len());
        }
    }
    // Two states of one hash would give a path that cannot be played.
    if play(shape, cells, &kept) == Some(end) { kept } else { path.to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_are_left_out() {
        let shape: Shape = "3x3".parse().unwrap();
        let start = [1, 2, 3, 4, 5, 6, 7, 8, 0];
        // Once round four cells takes twelve moves; there and back is nothing.
        assert_eq!(without_returns(shape, &start, &[5, 8, 7, 4]), [7, 4]);
        assert_eq!(without_returns(shape, &start, &[5, 2, 5, 8]), [0u8; 0]);
        let round = [5, 4, 7, 8].repeat(3);
        assert_eq!(without_returns(shape, &start, &round), [0u8; 0]);
        assert_eq!(without_returns(shape, &start, &round[..8]), round[..8]);
        assert_eq!(without_returns(shape, &start, &[0]), [0]);
    }

    #[test]
    fn hashes_change_as_tiles_move() {
        let start = [4, 0, 1, 3, 2, 5];
        let after = play("2x3".parse().unwrap(), &start, &[4]).unwrap();
        let changed = hash(&start)
            .wrapping_sub(hash_of(2, 4))
            .wrapping_add(hash_of(2, 1));
        assert_eq!(hash(&after), changed);
        assert_ne!(hash(&after), hash(&start));
    }
}
