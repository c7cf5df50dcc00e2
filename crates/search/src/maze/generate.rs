//! Mazes from a seed, by the recursive backtracker or by Wilson's algorithm.
//!
//! Rooms lie at odd rows and columns, with walls between them. The backtracker walks from the upper
//! left room to a random neighbour that it has never entered, and opens the wall between the two.
//! If there is no such neighbour, it goes back until there is one. It enters every room once, so
//! exactly one path joins any two: the maze is *perfect*. It has long corridors and few, deep
//! branches; on 3x3 rooms it makes 14 of the 192 perfect mazes.
//!
//! Wilson's algorithm draws all perfect mazes with equal probability. From each room that is not in
//! the maze it walks at random until it meets the maze, and then opens the walls of this walk
//! without its loops: of each room, those of the last step that left it.
//! Wilson, *Generating random spanning trees more quickly than the cover time*, 1996.
//!
//! Braiding removes dead ends: with the given probability it opens one more wall of each, which
//! makes a loop. A maze braided throughout has no dead end and often several paths.

use bitvec::bitvec;
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use thiserror::Error;

use super::{MAX_MAZE_CELLS, Maze};

/// The reason why a maze cannot be generated.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The size leaves no rooms between walls, or too many.
    #[error(
        "a maze of {rows}x{cols} characters cannot be generated: rows and columns must be odd, 3 \
         or more (walls lie between rooms), and at most {MAX_MAZE_CELLS} cells in all"
    )]
    Size {
        /// The number of rows requested.
        rows: usize,
        /// The number of columns requested.
        cols: usize,
    },
    /// The probability is below 0, above 1 or not a number.
    #[error("the probability of opening a dead end is {0}, but must lie between 0 and 1")]
    Braid(f64),
}

impl Maze {
    /// Generates a maze of `rows` by `cols` cells, both odd, surrounded by walls. The start is the
    /// upper left room and the goal the lower right one. The same seed gives the same maze, also in
    /// later versions.
    ///
    /// Each dead end is opened with probability `braid`. With 0, exactly one path joins any two
    /// cells.
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
    /// If `rows` or `cols` is even or less than 3, if there are more than [`MAX_MAZE_CELLS`] cells,
    /// or if `braid` is not between 0 and 1.
    pub fn generate(
        rows: usize,
        cols: usize,
        seed: u64,
        braid: f64,
    ) -> Result<Self, GenerateError> {
        Self::generate_by(rows, cols, seed, braid, Self::carve)
    }

    /// Generates a maze as [`generate`](Self::generate) does, but drawn uniformly among those
    /// without loops, which are then braided. Takes several times as long.
    ///
    /// # Errors
    /// As [`generate`](Self::generate).
    pub fn generate_uniform(
        rows: usize,
        cols: usize,
        seed: u64,
        braid: f64,
    ) -> Result<Self, GenerateError> {
        Self::generate_by(rows, cols, seed, braid, Self::carve_uniformly)
    }

    fn generate_by(
        rows: usize,
        cols: usize,
        seed: u64,
        braid: f64,
        carve: impl Fn(&mut Self, &mut ChaCha8Rng),
    ) -> Result<Self, GenerateError> {
        let odd = |n: usize| n >= 3 && n % 2 == 1;
        if !odd(rows) || !odd(cols) || rows.saturating_mul(cols) > MAX_MAZE_CELLS {
            return Err(GenerateError::Size { rows, cols });
        }
        if !(0.0..=1.0).contains(&braid) {
            return Err(GenerateError::Braid(braid));
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut maze = Self {
            rows,
            cols,
            open: bitvec![0; rows * cols],
            start: (cols + 1) as u32,
            goal: ((rows - 2) * cols + cols - 2) as u32,
        };
        carve(&mut maze, &mut random);
        maze.braid(&mut random, braid);
        Ok(maze)
    }

    /// Opens all rooms, and walls between them. A room is named by its cell.
    fn carve(&mut self, random: &mut ChaCha8Rng) {
        self.set_open(self.start);
        let mut path = vec![self.start];
        while let Some(&room) = path.last() {
            let fresh = self.beside(room, 2).filter(|&next| !self.is_open(next));
            let fresh: Vec<u32> = fresh.collect();
            if fresh.is_empty() {
                path.pop();
                continue;
            }
            let next = fresh[below(random, fresh.len())];
            self.set_open((room + next) / 2);
            self.set_open(next);
            path.push(next);
        }
    }

    /// Opens all rooms, and walls between them, such that all trees are equally likely.
    fn carve_uniformly(&mut self, random: &mut ChaCha8Rng) {
        self.set_open(self.start);
        // The room to which the last step from each room led.
        let mut last = vec![0; self.rows * self.cols];
        for row in (1..self.rows).step_by(2) {
            for col in (1..self.cols).step_by(2) {
                let begin = (row * self.cols + col) as u32;
                let mut room = begin;
                while !self.is_open(room) {
                    let beside: Vec<u32> = self.beside(room, 2).collect();
                    let next = beside[below(random, beside.len())];
                    last[room as usize] = next;
                    room = next;
                }
                room = begin;
                while !self.is_open(room) {
                    let next = last[room as usize];
                    self.set_open(room);
                    self.set_open((room + next) / 2);
                    room = next;
                }
            }
        }
    }

    fn braid(&mut self, random: &mut ChaCha8Rng, share: f64) {
        for row in (1..self.rows).step_by(2) {
            for col in (1..self.cols).step_by(2) {
                let room = (row * self.cols + col) as u32;
                let walls = self.beside(room, 2).map(|next| (room + next) / 2);
                let (openings, walls): (Vec<u32>, Vec<u32>) =
                    walls.partition(|&wall| self.is_open(wall));
                let dead_end = openings.len() == 1 && !walls.is_empty();
                // Nothing is rounded, so that a probability of 1 always opens and 0 never does.
                if dead_end && f64::from(random.next_u32()) < share * 2f64.powi(32) {
                    self.set_open(walls[below(random, walls.len())]);
                }
            }
        }
    }

    fn set_open(&mut self, cell: u32) {
        self.open.set(cell as usize, true);
    }
}

/// Returns a random number below `n`. Since `n` is at most four, the bias of scaling 32 bits is a
/// billionth. This is written out so that a seed gives the same maze with every version of every
/// library.
fn below(random: &mut ChaCha8Rng, n: usize) -> usize {
    ((u64::from(random.next_u32()) * n as u64) >> 32) as usize
}
