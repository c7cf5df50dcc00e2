//! Mazes from a seed, by the recursive backtracker.
//!
//! Rooms lie at odd rows and columns, with walls between. From the upper left room, walk to a random
//! neighbouring room that was never entered, through the wall between; where there is none, go back the
//! way until there is one. Every room is entered once, so exactly one way joins any two: the maze is
//! *perfect*. It has long corridors and few, deep branches.
//!
//! Braiding takes dead ends away: each with the probability given gets one more of its walls opened,
//! which makes a loop. A maze braided throughout has no dead end and often several ways.

use bitvec::{bitvec, vec::BitVec};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use thiserror::Error;

use super::{MAX_MAZE_CELLS, Maze};

/// Why a maze cannot be generated.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// A size that leaves no rooms between walls, or too many.
    #[error(
        "a maze of {rows}x{cols} characters cannot be generated: rows and columns must be odd, 3 or more (walls lie between rooms), and at most {MAX_MAZE_CELLS} cells in all"
    )]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// A probability below 0, above 1 or not a number.
    #[error("the share of dead ends to open is {0}, but must lie between 0 and 1")]
    Braid(f64),
}

impl Maze {
    /// A maze of `rows` by `cols` characters, both odd, walls around: the same for the same seed, today
    /// and later. Start is the upper left room, goal the lower right one.
    ///
    /// Dead ends are opened with probability `braid`: with 0, exactly one way joins any two cells.
    ///
    /// ```
    /// use tilebase_search::Maze;
    /// let maze = Maze::generate(5, 9, 7, 0.0)?;
    /// assert_eq!(maze.to_string().lines().next(), Some("#########"));
    /// assert_eq!(maze.to_string().parse(), Ok(maze));
    /// # Ok::<(), tilebase_search::GenerateError>(())
    /// ```
    ///
    /// # Errors
    /// If rows or columns are even, less than 3 or too many, or `braid` is no probability.
    pub fn generate(
        rows: usize,
        cols: usize,
        seed: u64,
        braid: f64,
    ) -> Result<Self, GenerateError> {
        let odd = |n: usize| n >= 3 && n % 2 == 1;
        if !odd(rows) || !odd(cols) || rows.saturating_mul(cols) > MAX_MAZE_CELLS {
            return Err(GenerateError::Size { rows, cols });
        }
        if !(0.0..=1.0).contains(&braid) {
            return Err(GenerateError::Braid(braid));
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut carver = Carver {
            rows,
            cols,
            open: bitvec![0; rows * cols],
        };
        carver.carve(&mut random);
        carver.braid(&mut random, braid);
        Ok(Self {
            rows,
            cols,
            open: carver.open,
            start: (cols + 1) as u32,
            goal: ((rows - 2) * cols + cols - 2) as u32,
        })
    }
}

/// A maze in the making. Rooms are named by their cell.
struct Carver {
    rows: usize,
    cols: usize,
    open: BitVec,
}

impl Carver {
    /// The rooms beside `room`, each with the wall between.
    fn beside(&self, room: usize) -> impl Iterator<Item = (usize, usize)> {
        let (row, col, cols) = (room / self.cols, room % self.cols, self.cols);
        [
            (row > 1).then(|| (room - 2 * cols, room - cols)),
            (col > 1).then(|| (room - 2, room - 1)),
            (col + 2 < cols).then(|| (room + 2, room + 1)),
            (row + 2 < self.rows).then(|| (room + 2 * cols, room + cols)),
        ]
        .into_iter()
        .flatten()
    }

    fn carve(&mut self, random: &mut ChaCha8Rng) {
        let first = self.cols + 1;
        self.open.set(first, true);
        let mut way = vec![first];
        while let Some(&room) = way.last() {
            let fresh: Vec<_> = self
                .beside(room)
                .filter(|&(next, _)| !self.open[next])
                .collect();
            if fresh.is_empty() {
                way.pop();
                continue;
            }
            let (next, wall) = fresh[below(random, fresh.len())];
            self.open.set(wall, true);
            self.open.set(next, true);
            way.push(next);
        }
    }

    fn braid(&mut self, random: &mut ChaCha8Rng, share: f64) {
        for row in (1..self.rows).step_by(2) {
            for col in (1..self.cols).step_by(2) {
                let room = row * self.cols + col;
                let (ways, walls): (Vec<_>, Vec<_>) = self
                    .beside(room)
                    .map(|(_, wall)| wall)
                    .partition(|&wall| self.open[wall]);
                let dead_end = ways.len() == 1 && !walls.is_empty();
                // Compared in the generator's own units, so that 1 is certain and 0 never.
                if dead_end && f64::from(random.next_u32()) < share * 2f64.powi(32) {
                    self.open.set(walls[below(random, walls.len())], true);
                }
            }
        }
    }
}

/// A number below `n`, which is at most four here, so that the bias of scaling 32 bits is a billionth.
/// Written out so that a seed gives the same maze with every version of every library.
fn below(random: &mut ChaCha8Rng, n: usize) -> usize {
    ((u64::from(random.next_u32()) * n as u64) >> 32) as usize
}
