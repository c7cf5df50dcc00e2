//! The traits of backends.

use std::ops::ControlFlow;

use tilebase_core::{Monitor, Stopwatch, format::TableFile, sliding::Metric};
use tilebase_solve::SolutionLimit;

use crate::{
    answers::{Answer, Bounds, Improvement, Solutions},
    event::Reporter,
    values::{Error, Result, Rng, State},
};

/// A source of distances to one goal: a table or a search.
///
/// Callers pass states of the goal's puzzle only. Searches end when the reporter's time is over.
pub(crate) trait Backend: Send + Sync {
    /// Returns the table, if this is one.
    fn table(&self) -> Option<&dyn TableBackend> {
        None
    }

    /// Returns the name of the heuristic that guides the search; `table` for a table.
    fn heuristic(&self) -> String;

    /// Returns the distance of a state, or bounds of it, and the best solution found.
    fn answer(&self, state: &State, reporter: &Reporter) -> Result<Answer>;

    /// Returns the distance of a state, or bounds of it, without a solution if that costs less, as
    /// it does for a table.
    fn bounds_of(&self, state: &State, reporter: &Reporter) -> Result<Answer> {
        self.answer(state, reporter)
    }

    /// Returns better and better answers with solutions; none if the goal is out of reach.
    fn improvements<'a>(
        &'a self,
        state: State,
        reporter: Reporter,
    ) -> Result<Box<dyn Iterator<Item = Result<Improvement>> + 'a>> {
        let watch = Stopwatch::start();
        Ok(only(self.answer(&state, &reporter)?, &watch))
    }

    /// Returns a path between the ends of a game that leads to the goal, no longer than the game,
    /// with bounds of the least length.
    ///
    /// If the time is over or the caller asks to stop, returns the shortest path found by then.
    fn shorten(&self, game: &[State], reporter: &Reporter) -> Result<Answer> {
        let answer = match self.answer(&game[0], reporter) {
            Err(Error::Interrupted(_)) => Answer::unsolvable(game[0].clone()),
            answer => answer?,
        };
        Ok(match answer.upper() {
            Some(upper) if upper as usize <= game.len() => answer,
            _ => answer.along_game(game),
        })
    }

    /// Returns closer bounds than those known of a state that can reach the goal, or these.
    ///
    /// If the time is over or the caller asks to stop, returns the bounds known by then.
    fn narrow(&self, state: &State, known: Bounds, reporter: &Reporter) -> Result<Bounds> {
        let answer = self.bounds_of(state, reporter)?;
        Ok(answer.bounds.map_or(known, |found| found.meet(known)))
    }

    /// Returns whether a state is at a distance; a search may end as soon as it is known not to be.
    fn is_at(&self, state: &State, distance: u32, reporter: &Reporter) -> Result<bool> {
        Ok(self.bounds_of(state, reporter)?.distance() == Some(distance))
    }

    /// Returns the distance of `next`, a neighbour of a state at `distance`, which can make a
    /// search shorter; `None` if the goal is out of reach.
    ///
    /// # Errors
    /// If the time is over before it is known.
    fn distance_beside(
        &self,
        _state: &State,
        next: &State,
        _distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>> {
        self.bounds_of(next, reporter)?.proven()
    }

    /// Returns the bounds of all neighbours of a state at `distance`, which at least show those
    /// that are one move nearer. `nearer` is one of these, if one is known.
    fn distances_beside(
        &self,
        state: &State,
        neighbours: &[State],
        nearer: Option<&State>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<Bounds>>> {
        let after = |next: &State| {
            let after = if nearer == Some(next) {
                distance.checked_sub(1)
            } else {
                self.distance_beside(state, next, distance, reporter)?
            };
            Ok(after.map(Bounds::of_distance))
        };
        neighbours.iter().map(after).collect()
    }

    /// Returns the neighbours of a state, in the order in which solutions are listed.
    fn listed_neighbours(&self, metric: Metric, state: &State) -> Result<Vec<State>> {
        Ok(state.neighbours(metric))
    }

    /// Returns the neighbours of a state at `distance` that are one move nearer, in the order in
    /// which solutions are listed.
    fn nearer(
        &self,
        metric: Metric,
        state: &State,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<State>> {
        let mut neighbours = self.listed_neighbours(metric, state)?;
        let after = self.distances_beside(state, &neighbours, None, distance, reporter)?;
        let mut after = after.into_iter();
        let nearer = |known: Bounds| known.upper.is_some_and(|upper| upper < distance);
        neighbours.retain(|_| after.next().flatten().is_some_and(nearer));
        Ok(neighbours)
    }

    /// Returns the shortest solutions that are wanted, and their number if that is wanted.
    fn solutions(
        &self,
        state: &State,
        wanted: SolutionLimit,
        reporter: &Reporter,
    ) -> Result<Solutions>;

    /// Returns a lower bound on the distance of a state by the heuristic of the search; `None` if
    /// the goal is known to be out of reach. The bound is valid only if
    /// [`check_heuristic`](Self::check_heuristic) succeeds afterwards.
    ///
    /// # Errors
    /// For a table, which has no heuristic.
    fn bound(&self, state: &State) -> Result<Option<u32>>;

    /// Checks the tables that the heuristic has read.
    ///
    /// # Errors
    /// If one of them is damaged.
    fn check_heuristic(&self) -> Result<()> {
        Ok(())
    }
}

/// A table of every state.
///
/// Arrays of cells hold one state after another. If some cells are not a state, the error names the
/// first.
pub(crate) trait TableBackend: Backend {
    /// Returns the table's file, which may be in memory.
    fn file(&self) -> &TableFile;

    /// Returns the distance of a state; `None` if the goal is out of reach.
    fn distance(&self, state: &State) -> Result<Option<u32>>;

    /// Returns the distance of each state.
    fn distances(&self, states: &[State], reporter: &Reporter) -> Result<Vec<Option<u32>>>;

    /// Writes the distance of each state; −1 if the goal is out of reach.
    fn write_distances(&self, cells: &[u8], to: &mut [i16], reporter: &Reporter) -> Result<()>;

    /// Writes the optimal moves of each state: bit c is set if the move that brings the blank, or
    /// the left end of the gap, to cell c leads one move nearer to the goal.
    ///
    /// Reads only the entries of each state and its neighbours, without a walk.
    fn write_optimal_moves(&self, cells: &[u8], to: &mut [u64], reporter: &Reporter) -> Result<()>;

    /// Writes the rank of each state in the table; −1 for boards that cannot reach the goal. All
    /// rows have ranks.
    fn write_ranks(&self, cells: &[u8], to: &mut [i64], reporter: &Reporter) -> Result<()>;

    /// Returns the cells of the state of each rank.
    fn cells_of_ranks(&self, ranks: &[u64]) -> Result<Vec<u8>>;

    /// Calls `visit` with states at a distance, ascending by rank in the table, some at a time; up
    /// to `limit` in all, or until it breaks.
    ///
    /// A small level has a list in the file. A few states of a large level are found by walks down
    /// from the next level with a list, at once in a table of any size. Only for many states of a
    /// large level, all states of the table are scanned in order: memory does not grow with the
    /// level, and the number of scanned states is reported.
    fn each_at(
        &self,
        distance: u32,
        limit: usize,
        monitor: &Monitor<'_, u64>,
        visit: &mut dyn FnMut(Vec<State>) -> ControlFlow<()>,
    ) -> Result<()>;

    /// Returns `number` states drawn independently and uniformly among those at a distance; fewer
    /// if none is there, or if they are so rare that drawing does not find them.
    ///
    /// Draws from the file's list if there is one. Otherwise draws from all states until one is at
    /// the distance.
    fn random_at(&self, distance: u32, number: usize, rng: &mut Rng) -> Result<Vec<State>>;

    /// Returns the ranks of `n` states drawn independently and uniformly among those that can reach
    /// the goal, or among those at a distance. A seed gives the same on any number of threads.
    ///
    /// Draws from the file's list of a small level. For a small table of bytes, the first call
    /// sorts all ranks by distance and keeps them, 4 bytes each; a state then costs the same at any
    /// distance. Otherwise draws from all states until one is at the distance.
    fn sample(
        &self,
        n: usize,
        distance: Option<u32>,
        seed: u64,
        monitor: &Monitor<'_, ()>,
    ) -> Result<Vec<u64>>;
}

/// Returns the only answer of a source; none if the goal is out of reach.
pub(super) fn only<'a>(
    answer: Answer,
    watch: &Stopwatch,
) -> Box<dyn Iterator<Item = Result<Improvement>> + 'a> {
    let seconds = watch.seconds();
    let is_reached = answer.bounds.is_some();
    Box::new(
        is_reached
            .then_some(Ok(Improvement { answer, seconds }))
            .into_iter(),
    )
}
