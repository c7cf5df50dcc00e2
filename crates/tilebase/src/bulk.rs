//! Questions about many states at once, whose cells lie one after another in memory.
//!
//! This is what bindings to other languages stand on: arrays in, arrays out. Cells are in reading
//! order, 0 for the blank and for each cell of a gap. Work runs in rayon's current pool, and stops
//! soon after the caller asks for it.

use std::ops::Range;

use rand::{RngExt, SeedableRng};
use tilebase_core::{BadState, Monitor, format::FormatError, parallel::prelude::*};
use tilebase_solve::AnswerError;

use crate::{
    Answer, AnySolver, Direction, Error, Move, Moves, Rng, Solver, State,
    any::each,
    engine::{Family, Search},
};

/// States between two looks at whether to stop: a fraction of a second, whatever answers.
const SLAB: usize = 1 << 16;

/// States that one task solves together from a table.
const TOGETHER: usize = 256;

impl<S: Family> Solver<S> {
    /// Returns the number of cells of a state.
    pub fn cells(&self) -> usize {
        match self.puzzle() {
            tilebase_core::Puzzle::Sliding(shape) => shape.cells(),
            tilebase_core::Puzzle::Oshidori(stones) => stones.cells(),
        }
    }

    /// Reads a state, number `index` of many, from its cells.
    fn read_cells(&self, index: usize, cells: &[u8]) -> Result<S, Error> {
        let state = State::from_cells(self.puzzle(), cells);
        let state = state.map_err(|error| AnswerError::from(BadState { index, error }))?;
        S::from_state(self.name(), state)
    }

    /// Calls `answer` with the numbers of some states at a time, until all are answered or the
    /// caller asks to stop. Numbers of bad states become those among all.
    fn in_slabs(
        &self,
        states: usize,
        mut answer: impl FnMut(Range<usize>) -> Result<(), AnswerError>,
    ) -> Result<(), Error> {
        for start in (0..states).step_by(SLAB) {
            if self.reporter().stopped() {
                return Err(stopped());
            }
            answer(start..states.min(start + SLAB)).map_err(|error| shifted(error, start))?;
        }
        Ok(())
    }

    /// Writes the least number of moves of each state to the goal, −1 where it is out of reach,
    /// from the table. It is built if it is missing and small.
    ///
    /// # Errors
    /// If there is no table, some cells are no state (the error names the first), or their number
    /// is not that of the distances' states.
    pub fn cell_distances(&self, cells: &[u8], distances: &mut [i16]) -> Result<(), Error> {
        let (table, width) = (self.table()?, self.cells());
        self.expect_cells(cells, distances.len())?;
        self.in_slabs(distances.len(), |slab| {
            let cells = &cells[slab.start * width..slab.end * width];
            table.distances(cells, &mut distances[slab])
        })
    }

    /// Writes the moves of each state that are one move nearer to the goal: bit c is set for the
    /// move that brings the blank, or the left end of the gap, to cell c. No bit is set at the goal
    /// and out of reach.
    ///
    /// # Errors
    /// As [`cell_distances`](Self::cell_distances).
    pub fn optimal_moves(&self, cells: &[u8], moves: &mut [u64]) -> Result<(), Error> {
        let (table, width) = (self.table()?, self.cells());
        self.expect_cells(cells, moves.len())?;
        self.in_slabs(moves.len(), |slab| {
            let cells = &cells[slab.start * width..slab.end * width];
            table.optimal_moves(cells, &mut moves[slab])
        })
    }

    /// Writes the number of each state in the table; −1 for boards that cannot reach the goal.
    ///
    /// # Errors
    /// As [`cell_distances`](Self::cell_distances).
    pub fn ranks(&self, cells: &[u8], ranks: &mut [i64]) -> Result<(), Error> {
        let (table, width) = (self.table()?, self.cells());
        self.expect_cells(cells, ranks.len())?;
        self.in_slabs(ranks.len(), |slab| {
            let cells = &cells[slab.start * width..slab.end * width];
            table.ranks(cells, &mut ranks[slab])
        })
    }

    /// Returns the state with each number in the table.
    ///
    /// # Errors
    /// If there is no table, or not that number.
    pub fn unrank(&self, ranks: &[u64]) -> Result<Vec<S>, Error> {
        let table = self.table()?;
        Ok(table.states(ranks)?)
    }

    /// `n` states, drawn independently and uniformly among those that can reach the goal, or among
    /// those at `distance`, from the table. A seed gives the same states on any number of threads.
    ///
    /// # Errors
    /// If there is no table, or no state has the distance.
    pub fn sample(&self, n: usize, distance: Option<u32>, seed: u64) -> Result<Vec<S>, Error> {
        self.unrank(&self.drawn(n, distance, seed)?)
    }

    /// Returns the ranks of such states.
    fn drawn(&self, n: usize, distance: Option<u32>, seed: u64) -> Result<Vec<u64>, Error> {
        let table = self.table()?;
        let farthest = table.metadata().eccentricity();
        let monitor = Monitor::silent().stopping_on(&self.reporter().stop);
        match distance {
            None => Ok(table.sample_ranks(n, seed, &monitor)?),
            Some(distance) if distance > farthest => Err(Error::NoSuchDistance {
                puzzle: self.puzzle(),
                distance,
                farthest,
            }),
            Some(distance) => Ok(table.sample_ranks_at(distance, n, seed, &monitor)?),
        }
    }

    /// Returns the cells of the states with these numbers, one after another.
    fn unranked_cells(&self, ranks: &[u64]) -> Result<Vec<u8>, Error> {
        let mut cells = Vec::with_capacity(ranks.len() * self.cells());
        for ranks in ranks.chunks(SLAB) {
            for state in self.unrank(ranks)? {
                state.append_cells(&mut cells);
            }
        }
        Ok(cells)
    }

    /// Returns a shortest solution of each state, from the table; `None` out of reach. With a seed
    /// each move is drawn among the optimal ones, all equally likely; without, the blank or the gap
    /// goes to the first cell in order.
    ///
    /// # Errors
    /// As [`cell_distances`](Self::cell_distances).
    pub fn paths(&self, cells: &[u8], seed: Option<u64>) -> Result<Vec<Option<Moves>>, Error> {
        let width = self.cells();
        self.table()?;
        self.expect_cells(cells, cells.len() / width)?;
        let parts = cells.par_chunks(width * TOGETHER).enumerate();
        let parts: Result<Vec<_>, Error> = parts
            .map(|(part, cells)| {
                let mut rng = Rng::seed_from_u64(seed.unwrap_or_default());
                rng.set_stream(part as u64);
                self.paths_together(part * TOGETHER, cells.to_vec(), |choices| match seed {
                    Some(_) => rng.random_range(0..choices),
                    None => 0,
                })
            })
            .collect();
        Ok(parts?.into_iter().flatten().collect())
    }

    /// Moves states towards the goal side by side, until all are there.
    fn paths_together(
        &self,
        first: usize,
        mut cells: Vec<u8>,
        mut choose: impl FnMut(u32) -> u32,
    ) -> Result<Vec<Option<Moves>>, Error> {
        let (table, width) = (self.table()?, self.cells());
        let mut distances = vec![0; cells.len() / width];
        table
            .distances(&cells, &mut distances)
            .map_err(|error| shifted(error, first))?;
        let mut paths: Vec<Option<Vec<Move>>> = distances
            .iter()
            .map(|&distance| usize::try_from(distance).ok().map(Vec::with_capacity))
            .collect();
        let mut moves = vec![0; distances.len()];
        for _ in 0..distances.iter().copied().max().unwrap_or_default() {
            if self.reporter().stopped() {
                return Err(stopped());
            }
            table.optimal_moves(&cells, &mut moves)?;
            let states = cells.chunks_exact_mut(width).zip(&mut paths);
            for ((cells, path), &moves) in states.zip(&moves) {
                if let Some(path) = path
                    && moves != 0
                {
                    let skip = choose(moves.count_ones());
                    let rest = (0..skip).fold(moves, |rest, _| rest & (rest - 1));
                    path.push(self.make_move(cells, rest.trailing_zeros() as usize));
                }
            }
        }
        Ok(paths
            .into_iter()
            .map(|path| path.map(|steps| Moves::of_steps(self.question.metric, steps)))
            .collect())
    }

    /// Exchanges the blank, or the gap, with what begins at cell `to`.
    fn make_move(&self, cells: &mut [u8], to: usize) -> Move {
        let gap = cells.iter().position(|&cell| cell == 0).unwrap_or_default();
        match self.puzzle() {
            tilebase_core::Puzzle::Sliding(shape) => {
                let step = if shape.row(to) == shape.row(gap) { 1 } else { shape.cols() };
                let (name, direction) = (cells[to], Direction::between(shape, to, gap));
                let mut blank = gap;
                while blank != to {
                    let next = if blank < to { blank + step } else { blank - step };
                    cells.swap(blank, next);
                    blank = next;
                }
                Move::slide(name, direction, (gap.abs_diff(to) / step) as u8)
            }
            tilebase_core::Puzzle::Oshidori(stones) => {
                (0..stones.block()).for_each(|cell| cells.swap(gap + cell, to + cell));
                Move::jump(to as u8)
            }
        }
    }

    /// Solves many states side by side, each on one thread as long as there are more, and keeps
    /// what `keep` makes of each answer, in order.
    ///
    /// # Errors
    /// If some cells are no state: names the first.
    pub fn solve_each<T: Send>(
        &self,
        cells: &[u8],
        keep: impl Fn(Answer<S>) -> T + Sync,
    ) -> Result<Vec<T>, Error> {
        let states = self.read_all(cells)?;
        self.prepare()?;
        let states = states.par_iter().with_max_len(1);
        states.map(|state| Ok(keep(self.solve(state)?))).collect()
    }

    /// Writes a lower bound on the distance of each state, −1 where the goal is known to be out of
    /// reach: what the heuristic of the search says.
    ///
    /// # Errors
    /// If answers come from a table, which has no heuristic, some cells are no state, or a table of
    /// the heuristic is damaged.
    pub fn estimates(&self, cells: &[u8], estimates: &mut [i16]) -> Result<(), Error> {
        let width = self.cells();
        self.expect_cells(cells, estimates.len())?;
        let Some(search) = self.search()? else {
            return Err(Error::NoHeuristic(
                "answers come from a table: name a heuristic".to_owned(),
            ));
        };
        let slabs = cells.chunks(SLAB * width).zip(estimates.chunks_mut(SLAB));
        for (slab, (cells, estimates)) in slabs.enumerate() {
            if self.reporter().stopped() {
                return Err(stopped());
            }
            let states = cells.par_chunks_exact(width).zip(estimates);
            let estimate = |(place, (cells, estimate)): (usize, (&[u8], &mut i16))| {
                let state = match self.read_cells(slab * SLAB + place, cells) {
                    Ok(state) => state,
                    Err(error) => return Some(error),
                };
                *estimate = search.estimate(&state).map_or(-1, |moves| moves as i16);
                None
            };
            let states = states.with_min_len(1024).enumerate();
            if let Some(error) = states.find_map_first(estimate) {
                return Err(error);
            }
            search.damage().map_err(FormatError::from)?;
        }
        Ok(())
    }

    /// Says whether cells are states of the puzzle.
    ///
    /// # Errors
    /// If some are not: names the first state that is none.
    pub fn check_cells(&self, cells: &[u8]) -> Result<(), Error> {
        self.read_all(cells).map(drop)
    }

    /// Reads all states; the error names the first that is none.
    fn read_all(&self, cells: &[u8]) -> Result<Vec<S>, Error> {
        self.expect_cells(cells, cells.len() / self.cells())?;
        let states = cells.chunks_exact(self.cells()).enumerate();
        states
            .map(|(index, cells)| self.read_cells(index, cells))
            .collect()
    }

    fn expect_cells(&self, cells: &[u8], states: usize) -> Result<(), Error> {
        let width = self.cells();
        if cells.len() == states * width {
            Ok(())
        } else {
            Err(Error::Answer(AnswerError::CellCount {
                cells: cells.len(),
                states,
                width,
            }))
        }
    }
}

fn stopped() -> Error {
    Error::Interrupted("stopped".to_owned())
}

/// Returns the same error about states after `first` others.
fn shifted(error: AnswerError, first: usize) -> AnswerError {
    match error {
        AnswerError::BadState(BadState { index, error }) => AnswerError::from(BadState {
            index: first + index,
            error,
        }),
        other => other,
    }
}

/// The same for any puzzle; states that are returned are cells, one after another.
impl AnySolver {
    /// Returns the number of cells of a state.
    pub fn cells(&self) -> usize {
        each!(self, solver => solver.cells())
    }

    /// Says whether cells are states; see [`Solver::check_cells`].
    pub fn check_cells(&self, cells: &[u8]) -> Result<(), Error> {
        each!(self, solver => solver.check_cells(cells))
    }

    /// Writes distances; see [`Solver::cell_distances`].
    pub fn cell_distances(&self, cells: &[u8], distances: &mut [i16]) -> Result<(), Error> {
        each!(self, solver => solver.cell_distances(cells, distances))
    }

    /// Writes optimal moves; see [`Solver::optimal_moves`].
    pub fn optimal_moves(&self, cells: &[u8], moves: &mut [u64]) -> Result<(), Error> {
        each!(self, solver => solver.optimal_moves(cells, moves))
    }

    /// Writes the states' numbers in the table; see [`Solver::ranks`].
    pub fn ranks(&self, cells: &[u8], ranks: &mut [i64]) -> Result<(), Error> {
        each!(self, solver => solver.ranks(cells, ranks))
    }

    /// Returns the states with these numbers; see [`Solver::unrank`].
    pub fn unrank(&self, ranks: &[u64]) -> Result<Vec<u8>, Error> {
        each!(self, solver => solver.unranked_cells(ranks))
    }

    /// Returns random states from the table; see [`Solver::sample`].
    pub fn sample(&self, n: usize, distance: Option<u32>, seed: u64) -> Result<Vec<u8>, Error> {
        each!(self, solver => solver.unranked_cells(&solver.drawn(n, distance, seed)?))
    }

    /// Shortest solutions from the table; see [`Solver::paths`].
    pub fn paths(&self, cells: &[u8], seed: Option<u64>) -> Result<Vec<Option<Moves>>, Error> {
        each!(self, solver => solver.paths(cells, seed))
    }

    /// Shortest solutions by search; see [`Solver::solve_each`].
    pub fn solve_each<T: Send>(
        &self,
        cells: &[u8],
        keep: impl Fn(Answer<State>) -> T + Sync,
    ) -> Result<Vec<T>, Error> {
        each!(self, solver => solver.solve_each(cells, |answer| keep(answer.map(Into::into))))
    }

    /// Writes lower bounds; see [`Solver::estimates`].
    pub fn estimates(&self, cells: &[u8], estimates: &mut [i16]) -> Result<(), Error> {
        each!(self, solver => solver.estimates(cells, estimates))
    }
}
