//! Makes paths between any two boards shorter.
//!
//! A path is cut into windows, and each window is solved again: a beam searches for a shorter path
//! from its first board to its last, which replaces the window. The rest of the path does not
//! change, so that windows that do not overlap are searched at the same time. The next pass cuts in
//! the middle of the windows of this one. Once passes gain little, windows and beams grow.
//!
//! The beam is guided by the squares of the tiles' distances from their cells in the last board, as
//! a [`Construction`] is. On a construction of 1,906 moves on 10x10, windows of up to 160 moves
//! gain twice as much by squares as by distances.
//!
//! Windows cannot change the overall plan of a path. Therefore each round first constructs a new
//! path between the two ends: a game that a person played is often twice as long.

use tilebase_core::{
    parallel::{self, current_num_threads},
    sliding::{CELLS_LIMIT, Metric, Shape, blank_of, cells_of_tiles},
};

use crate::{
    Beam, Construction, Estimator, TileSlide,
    path::{play, steps, without_returns},
};

/// Returns a path from `start` to the board to which `path` leads, no longer than `path` and mostly
/// shorter. Returns `None` if `path` cannot be played.
///
/// Each round takes about three times as long as the one before, the first some 0.3 s for 2,000
/// moves on 10x10; there are eight rounds at most. The path depends on the rounds alone,
/// unless `stop` ends the search early; the best path is then returned. Threads of rayon's current
/// pool share the work.
///
/// # Panics
/// If `start` is not a board of the shape.
///
/// ```
/// use tilebase_anytime::shorten;
/// let (shape, start) = ("2x2".parse()?, [1, 0, 3, 2]);
/// // Seven moves in one direction around the board are five in the other.
/// let shorter = shorten(shape, &start, &[0, 2, 3, 1, 0, 2, 3], 1, &|| false);
/// assert_eq!(shorter, Some(vec![3, 2, 0, 1, 3]));
/// assert_eq!(shorten(shape, &start, &[2], 1, &|| false), None);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
pub fn shorten(
    shape: Shape,
    start: &[u8],
    path: &[u8],
    rounds: u32,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<u8>> {
    let end = play(shape, start, path)?;
    let beam = Beam::new(shape, Metric::Single, 1);
    let mut best = without_returns(shape, start, path);
    for round in 0..rounds.min(MOST_ROUNDS) {
        let (width, length) = sizes(round);
        if let Some(path) = rebuilt(shape, start, &end, width, stop) {
            let path = without_returns(shape, start, &path);
            let leads_there = play(shape, start, &path).as_ref() == Some(&end);
            best = if leads_there && path.len() < best.len() { path } else { best };
        }
        loop {
            let before = best.len();
            for first in [length, length / 2] {
                best = pass(&beam, shape, start, &best, (first, length), width, stop);
            }
            if stop() {
                return Some(best);
            }
            if before - best.len() <= before / 200 {
                break;
            }
        }
    }
    Some(best)
}

/// The most rounds that are practical.
const MOST_ROUNDS: u32 = 8;

/// Returns the width of the beams of a round, and the moves of its windows.
fn sizes(round: u32) -> (usize, usize) {
    (100 * 3usize.pow(round), 40 << round)
}

/// Returns the number of rounds of [`shorten`] whose beams take at most this many bytes, on the
/// threads of rayon's current pool; at least one.
pub fn rounds_within(shape: Shape, memory: u64) -> u32 {
    let (beam, threads) = (
        Beam::new(shape, Metric::Single, 0),
        current_num_threads() as u64,
    );
    let fits = |round: &u32| {
        let (width, length) = sizes(*round);
        beam.memory(width, length).saturating_mul(threads) <= memory
    };
    (1..MOST_ROUNDS).take_while(fits).count() as u32 + 1
}

/// Constructs a path from `start` to `end`.
fn rebuilt(
    shape: Shape,
    start: &[u8],
    end: &[u8],
    width: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<u8>> {
    // Constructions leave the blank in the last cell. Moves of the blank lead there from the end.
    let blank = blank_of(end);
    let turns = [shape.col(blank), shape.cols() - 1];
    let turns = turns.map(|col| shape.cell(shape.rows() - 1, col) as u8);
    let way = [vec![blank as u8], steps(shape, blank as u8, &turns)].concat();
    let goal = play(shape, end, &way[1..])?;
    let names = cells_of_tiles(&goal).map(|cell| cell.wrapping_add(1));
    let name = |&tile: &u8| if tile == 0 { 0 } else { names[usize::from(tile)] };
    let renamed: Vec<u8> = start.iter().map(name).collect();
    let construction = Construction {
        width,
        inner: None,
        stop,
    };
    let mut path = construction.solve(shape, &renamed)?;
    path.extend(way.iter().rev().skip(1));
    Some(path)
}

/// Searches for shorter paths in all windows, the first of which has a length of its own.
fn pass(
    beam: &Beam,
    shape: Shape,
    start: &[u8],
    path: &[u8],
    (first, length): (usize, usize),
    width: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<u8> {
    let (head, tail) = path.split_at(first.min(path.len()));
    let mut windows = vec![];
    let mut from = start.to_vec();
    for moves in std::iter::once(head).chain(tail.chunks(length)) {
        let Some(to) = play(shape, &from, moves) else {
            return path.to_vec();
        };
        windows.push((std::mem::replace(&mut from, to.clone()), moves, to));
    }
    let shorter = parallel::map(windows, |(from, moves, to)| {
        let estimator = Squares {
            shape,
            homes: cells_of_tiles(&to),
        };
        let found = beam.search(&estimator, &from, &to, width, moves.len(), &mut |_| stop());
        found.unwrap_or_else(|| moves.to_vec())
    });
    without_returns(shape, start, &shorter.concat())
}

/// The sum of the distances of the tiles from their cells in a target, in rows and in columns, and
/// of the squares of these distances.
struct Squares {
    shape: Shape,
    /// The cell of each tile in the target.
    homes: [u8; CELLS_LIMIT],
}

impl Squares {
    #[inline]
    fn of(&self, tile: u8, cell: u8) -> i32 {
        let (home, cell) = (self.homes[usize::from(tile)].into(), cell.into());
        let down = self.shape.row(cell).abs_diff(self.shape.row(home)) as i32;
        let right = self.shape.col(cell).abs_diff(self.shape.col(home)) as i32;
        down * (down + 1) + right * (right + 1)
    }
}

impl Estimator for Squares {
    fn estimate(&self, cells: &[u8]) -> i32 {
        let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile > 0);
        tiles.map(|(cell, &tile)| self.of(tile, cell as u8)).sum()
    }

    #[inline(always)]
    fn change<const N: usize>(&self, slide: TileSlide, _: &[u8; N]) -> i32 {
        self.of(slide.tile, slide.to) - self.of(slide.tile, slide.from)
    }
}
