//! Questions about many states at once, given as one array of cells.
//!
//! Bindings to other languages use these methods. The cells of each state are in reading order, 0
//! for the blank and for each cell of a gap. Work runs in rayon's current pool, and stops soon
//! after the caller asks for it.

use rand::{RngExt, SeedableRng};
use tilebase_core::{BadState, Monitor, parallel};

use crate::{
    answers::{Answer, Hints},
    backend::{FEW, TableBackend},
    moves::{Move, Moves},
    solver::Solver,
    values::{Error, Result, Rng, State, ensure},
};

/// The number of states between two checks of the request to stop. A heuristic estimates them in a
/// fraction of a second.
const SLAB: usize = 1 << 16;

/// The number of states that one task solves together from a table.
const TOGETHER: usize = 256;

impl Solver {
    /// The largest number of states that a table looks up on the caller's own thread.
    pub const FEW: usize = FEW;

    /// Returns the number of cells of a state.
    pub fn cells(&self) -> usize {
        self.family().cells()
    }

    /// Writes the least number of moves of each state to the goal, from the table; −1 if the goal
    /// is out of reach. The table is built if it is missing and small.
    ///
    /// On one thread, a state costs about 40 ns if the table stores distances, and half the cost of
    /// [`distance`](Self::distance) if a walk in the table finds them.
    ///
    /// # Errors
    /// If there is no table, if some cells are not a state (the error names the first), or if the
    /// number of cells does not match the number of distances.
    pub fn cell_distances(&self, cells: &[u8], distances: &mut [i16]) -> Result<()> {
        let table = self.table_about(cells, distances.len())?;
        table.write_distances(cells, distances, self.reporter())
    }

    /// Writes the optimal moves of each state: bit c is set for the move that brings the blank, or
    /// the left end of the gap, to cell c. No bit is set for the goal, nor if the goal is out of
    /// reach.
    ///
    /// # Errors
    /// As [`cell_distances`](Self::cell_distances), and for rows in which that cell does not
    /// determine the move.
    pub fn optimal_moves(&self, cells: &[u8], moves: &mut [u64]) -> Result<()> {
        ensure(self.family().numbers_are_cells(), || Error::Option {
            option: "the list of optimal moves by cells",
            only: "puzzles in which a move has one place to go",
            puzzle: self.puzzle(),
        })?;
        let table = self.table_about(cells, moves.len())?;
        table.write_optimal_moves(cells, moves, self.reporter())
    }

    /// Writes the rank of each state in the table; −1 for boards that cannot reach the goal.
    ///
    /// # Errors
    /// As [`cell_distances`](Self::cell_distances).
    pub fn ranks(&self, cells: &[u8], ranks: &mut [i64]) -> Result<()> {
        let table = self.table_about(cells, ranks.len())?;
        table.write_ranks(cells, ranks, self.reporter())
    }

    /// Returns the cells of the state with each rank in the table.
    ///
    /// # Errors
    /// If there is no table, or it has no state with one of the ranks.
    pub fn unrank(&self, ranks: &[u64]) -> Result<Vec<u8>> {
        let (table, mut cells) = (self.table()?, Vec::new());
        for ranks in ranks.chunks(SLAB) {
            self.check_stop()?;
            cells.extend(table.cells_of_ranks(ranks)?);
        }
        Ok(cells)
    }

    /// Returns the cells of `n` states, drawn independently and uniformly among those that can
    /// reach the goal, or among those at `distance`, from the table. A seed gives the same states
    /// on any number of threads.
    ///
    /// # Errors
    /// If there is no table, no state has the distance, or memory does not suffice.
    pub fn sample(&self, n: usize, distance: Option<u32>, seed: u64) -> Result<Vec<u8>> {
        let table = self.table()?;
        if let Some(distance) = distance {
            self.check_distance(table, distance)?;
        }
        self.check_room(n)?;
        let monitor = Monitor::silent().stopping_on(&self.reporter().stop);
        self.unrank(&table.sample(n, distance, seed, &monitor)?)
    }

    /// Returns a shortest solution of each state, from the table; `None` if the goal is out of
    /// reach. With a seed, each move is drawn uniformly among the optimal ones; without, the blank
    /// or the gap goes to the first possible cell.
    ///
    /// # Errors
    /// As [`cell_distances`](Self::cell_distances).
    pub fn paths(&self, cells: &[u8], seed: Option<u64>) -> Result<Vec<Option<Moves>>> {
        let width = self.cells();
        self.table_about(cells, cells.len() / width)?;
        let parts = cells.chunks(width * TOGETHER).enumerate();
        let parts = parallel::try_map(parts, |(part, cells)| {
            let mut rng = Rng::seed_from_u64(seed.unwrap_or_default());
            rng.set_stream(part as u64);
            let choose = |choices| match seed {
                Some(_) => rng.random_range(0..choices),
                None => 0,
            };
            let paths = if self.family().numbers_are_cells() {
                self.paths_together(cells.to_vec(), choose)
            } else {
                self.paths_singly(cells, choose)
            };
            paths.map_err(|error| after(part * TOGETHER, error))
        });
        Ok(parts?.into_iter().flatten().collect())
    }

    /// Moves states towards the goal side by side, until all are there.
    fn paths_together(
        &self,
        mut cells: Vec<u8>,
        mut choose: impl FnMut(u32) -> u32,
    ) -> Result<Vec<Option<Moves>>> {
        let (table, reporter) = (self.table()?, self.reporter());
        let (family, width) = (self.family(), self.cells());
        let mut distances = vec![0; cells.len() / width];
        table.write_distances(&cells, &mut distances, reporter)?;
        let lengths = distances
            .iter()
            .map(|&distance| usize::try_from(distance).ok());
        let paths = lengths.map(|length| length.map(Vec::with_capacity));
        let mut paths: Vec<Option<Vec<Move>>> = paths.collect();
        let mut moves = vec![0; distances.len()];
        for _ in 0..distances.iter().copied().max().unwrap_or_default() {
            table.write_optimal_moves(&cells, &mut moves, reporter)?;
            let states = cells.chunks_exact_mut(width).zip(&mut paths);
            for ((cells, path), &moves) in states.zip(&moves) {
                if let Some(path) = path
                    && moves != 0
                {
                    let skip = choose(moves.count_ones());
                    let rest = (0..skip).fold(moves, |rest, _| rest & (rest - 1));
                    path.push(family.make_move(cells, rest.trailing_zeros() as usize));
                }
            }
        }
        let moves = |steps| Moves::of_steps(self.metric(), steps);
        Ok(paths.into_iter().map(|path| path.map(moves)).collect())
    }

    /// Moves one state after another towards the goal, for puzzles whose moves are not given by a
    /// cell.
    fn paths_singly(
        &self,
        cells: &[u8],
        mut choose: impl FnMut(u32) -> u32,
    ) -> Result<Vec<Option<Moves>>> {
        let (table, reporter) = (self.table()?, self.reporter());
        let path = |mut state: State| -> Result<Option<Moves>> {
            let Some(distance) = table.distance(&state)? else {
                return Ok(None);
            };
            let mut path = vec![state.clone()];
            for left in (1..=distance).rev() {
                let mut nearer = table.nearer(self.metric(), &state, left, reporter)?;
                state = nearer.swap_remove(choose(nearer.len() as u32) as usize);
                path.push(state.clone());
            }
            Ok(Some(Moves::along(self.metric(), &path)))
        };
        self.each_state(cells, Ok)?.into_iter().map(path).collect()
    }

    /// Solves many states in parallel, each on one thread as long as others are waiting, and
    /// returns what `keep` makes of each answer, in order.
    ///
    /// # Errors
    /// If some cells are not a state: the error names the first.
    pub fn solve_each<T: Send>(
        &self,
        cells: &[u8],
        keep: impl Fn(Answer) -> T + Sync,
    ) -> Result<Vec<T>> {
        self.ask_each(cells, |state| Ok(keep(self.solve(state)?)))
    }

    /// Returns what `keep` makes of the [`hints`](Self::hints) for each of many states, in order.
    /// They are searched in parallel, each on one thread as long as others are waiting, and each
    /// for no longer than the [time](Self::with_time) that is set.
    ///
    /// # Errors
    /// If some cells are not a state: the error names the first.
    pub fn hint_each<T: Send>(
        &self,
        cells: &[u8],
        keep: impl Fn(Hints) -> T + Sync,
    ) -> Result<Vec<T>> {
        self.ask_each(cells, |state| Ok(keep(self.hints(state)?)))
    }

    fn ask_each<T: Send>(
        &self,
        cells: &[u8],
        ask: impl Fn(&State) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let states = self.each_state(cells, Ok)?;
        self.prepare()?;
        parallel::try_map(&states, |state| {
            self.check_stop()?;
            ask(state)
        })
    }

    /// Writes the lower bound of each state by the heuristic of the search; −1 if the goal is known
    /// to be out of reach.
    ///
    /// # Errors
    /// If answers come from a table, which has no heuristic, if some cells are not a state, or if a
    /// table of the heuristic is damaged.
    pub fn estimates(&self, cells: &[u8], estimates: &mut [i16]) -> Result<()> {
        let width = self.cells();
        self.check_count(cells, estimates.len())?;
        let backend = self.backend()?;
        let slabs = cells.chunks(SLAB * width).zip(estimates.chunks_mut(SLAB));
        for (slab, (cells, estimates)) in slabs.enumerate() {
            self.check_stop()?;
            let bounds = self.each_state(cells, |state| backend.bound(&state));
            let bounds = bounds.map_err(|error| after(slab * SLAB, error))?;
            backend.check_heuristic()?;
            for (bound, estimate) in bounds.into_iter().zip(estimates) {
                *estimate = bound.map_or(-1, |bound| bound as i16);
            }
        }
        Ok(())
    }

    /// Checks that all cells are states of the puzzle.
    ///
    /// # Errors
    /// If some are not: the error names the first.
    pub fn check_cells(&self, cells: &[u8]) -> Result<()> {
        self.each_state(cells, |_| Ok(())).map(drop)
    }

    /// Reads all states in parallel, and returns what `of` makes of each, in order; the error names
    /// the first that is not a state.
    fn each_state<T: Send>(
        &self,
        cells: &[u8],
        of: impl Fn(State) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let width = self.cells();
        self.check_count(cells, cells.len() / width)?;
        let read = |(index, cells)| {
            let state = self.goal.state_of_cells(cells);
            state.map_err(|error| BadState { index, error })
        };
        let parts = cells.chunks(FEW * width).enumerate();
        let parts = parallel::try_map(parts, |(part, cells)| {
            let states = (part * FEW..).zip(cells.chunks_exact(width)).map(read);
            states.map(|state| of(state?)).collect::<Result<Vec<T>>>()
        })?;
        Ok(parts.into_iter().flatten().collect())
    }

    /// Returns the table, after a check of the number of cells.
    fn table_about(&self, cells: &[u8], states: usize) -> Result<&dyn TableBackend> {
        let table = self.table()?;
        self.check_count(cells, states)?;
        Ok(table)
    }

    fn check_count(&self, cells: &[u8], states: usize) -> Result<()> {
        let (cells, width) = (cells.len(), self.cells());
        let needed = states * width;
        ensure(cells == needed, || {
            Error::Question(format!(
                "{cells} cells given, but {states} states of {width} cells each have {needed}"
            ))
        })
    }
}

/// Returns the error about states that `first` others precede.
fn after(first: usize, error: Error) -> Error {
    match error {
        Error::BadState(BadState { index, error }) => Error::BadState(BadState {
            index: first + index,
            error,
        }),
        other => other,
    }
}
