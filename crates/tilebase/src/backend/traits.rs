//! What a backend is asked.

use std::ops::ControlFlow;

use tilebase_core::{Monitor, Stopwatch, format::TableFile, sliding::Metric};
use tilebase_solve::Wanted;

use crate::{Answer, Bounds, Error, Improvement, Rng, Solutions, State, event::Reporter};

/// What knows the distances to one goal.
///
/// States are states of the goal's puzzle: callers see to that. Searches end when the reporter's
/// time is over.
pub(crate) trait Backend: Send + Sync {
    /// Returns the metric in which it counts moves.
    fn metric(&self) -> Metric;

    /// Returns the table, if this is one.
    fn table(&self) -> Option<&dyn Tabulated> {
        None
    }

    /// Returns the name of the heuristic that guides the search; `table` for a table.
    fn heuristic(&self) -> String;

    /// Returns the distance of a state, or bounds of it, and the best solution found.
    fn answer(&self, state: &State, reporter: &Reporter) -> Result<Answer, Error>;

    /// Returns the same, if the solution is not needed, which a table then does not look up.
    fn bounds_of(&self, state: &State, reporter: &Reporter) -> Result<Answer, Error> {
        self.answer(state, reporter)
    }

    /// Returns better and better answers with solutions; none where the goal is out of reach.
    fn improvements<'a>(
        &'a self,
        state: State,
        reporter: Reporter,
    ) -> Result<Box<dyn Iterator<Item = Result<Improvement, Error>> + 'a>, Error> {
        let watch = Stopwatch::start();
        let answer = self.answer(&state, &reporter)?;
        let found = answer.bounds.is_some().then(|| Improvement {
            answer,
            elapsed: watch.elapsed(),
        });
        Ok(Box::new(found.map(Ok).into_iter()))
    }

    /// Returns a path between the ends of a game that leads to the goal, no longer than the game,
    /// and what is proven of its length.
    ///
    /// Where the time is over, or the caller asks to stop, returns what is known by then.
    fn shorten(&self, game: &[State], reporter: &Reporter) -> Result<Answer, Error> {
        let answer = match self.answer(&game[0], reporter) {
            Err(Error::Interrupted(_)) => Answer::unsolvable(game[0].clone()),
            answer => answer?,
        };
        let upper = answer.bounds.and_then(|bounds| bounds.upper);
        Ok(match upper {
            Some(upper) if upper as usize <= game.len() => answer,
            _ => answer.along_game(game),
        })
    }

    /// Returns closer bounds of a state that can reach the goal than those known, or the same.
    ///
    /// Where the time is over, or the caller asks to stop, returns what is known by then.
    fn narrow(&self, state: &State, known: Bounds, reporter: &Reporter) -> Result<Bounds, Error> {
        let answer = self.bounds_of(state, reporter)?;
        Ok(answer.bounds.map_or(known, |found| found.meet(known)))
    }

    /// Returns the distance of `next`, a neighbour of a state at `distance`, by which a search may
    /// be shorter.
    ///
    /// # Errors
    /// If the time is over before it is known.
    fn distance_beside(
        &self,
        _state: &State,
        next: &State,
        _distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>, Error> {
        self.bounds_of(next, reporter)?.proven()
    }

    /// Returns what is known of the distances of all neighbours of a state at `distance`: at the
    /// least, which of them are one move nearer. One of these may be known before.
    fn distances_beside(
        &self,
        state: &State,
        neighbours: &[State],
        nearer: Option<&State>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<Bounds>>, Error> {
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

    /// Returns the neighbours of a state at `distance` that are one move nearer, in the puzzle's
    /// order.
    fn nearer(
        &self,
        state: &State,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<State>, Error> {
        let mut neighbours = state.neighbours(self.metric());
        let after = self.distances_beside(state, &neighbours, None, distance, reporter)?;
        let mut after = after.into_iter();
        let nearer = |known: Bounds| known.upper.is_some_and(|upper| upper < distance);
        neighbours.retain(|_| after.next().flatten().is_some_and(nearer));
        Ok(neighbours)
    }

    /// Returns up to `limit` shortest solutions, and how many there are as far as they are counted.
    fn solutions(
        &self,
        state: &State,
        wanted: Wanted,
        reporter: &Reporter,
    ) -> Result<Solutions, Error>;

    /// Returns a lower bound on the distance of a state by the heuristic of the search; `None` if
    /// the goal is known to be out of reach. It can be believed if
    /// [`check_heuristic`](Self::check_heuristic) finds nothing afterwards.
    ///
    /// # Errors
    /// For a table, which has no heuristic.
    fn bound(&self, state: &State) -> Result<Option<u32>, Error>;

    /// # Errors
    /// If a table of the heuristic has turned out to be damaged.
    fn check_heuristic(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// A table of every state.
///
/// Cells are those of one state after another. Where some are not a state, the error names the
/// first.
pub(crate) trait Tabulated: Backend {
    /// Returns the table's file, or what stands for it in memory.
    fn file(&self) -> &TableFile;

    /// Returns the distance of a state; `None` if the goal is out of reach.
    fn distance(&self, state: &State) -> Result<Option<u32>, Error>;

    /// Returns the distance of each state.
    fn distances(&self, states: &[State], reporter: &Reporter) -> Result<Vec<Option<u32>>, Error>;

    /// Writes the distance of each state, −1 where the goal is out of reach.
    ///
    /// On one thread a state costs some 40 ns where distances are stored outright, and half of what
    /// [`distance`](Self::distance) costs where a walk finds them.
    fn write_distances(
        &self,
        cells: &[u8],
        distances: &mut [i16],
        reporter: &Reporter,
    ) -> Result<(), Error>;

    /// Writes the optimal moves of each state: bit c is set if the move that brings the blank, or
    /// the left end of the gap, to cell c leads one move nearer to the goal.
    ///
    /// Looks at the neighbours of each state alone: takes no walk.
    fn write_optimal_moves(
        &self,
        cells: &[u8],
        moves: &mut [u64],
        reporter: &Reporter,
    ) -> Result<(), Error>;

    /// Writes the rank of each state in the table; −1 for boards that cannot reach the goal. Rows
    /// are ranked whether they can or not.
    fn write_ranks(
        &self,
        cells: &[u8],
        ranks: &mut [i64],
        reporter: &Reporter,
    ) -> Result<(), Error>;

    /// Returns the cells of the state of each rank.
    fn cells_of_ranks(&self, ranks: &[u64]) -> Result<Vec<u8>, Error>;

    /// Calls `visit` with states at a distance, ascending by rank in the table, some at a time; up
    /// to `limit` in all, or until it breaks.
    ///
    /// From the file's list where the level is small enough to have one. Of a large level, some
    /// states are found by going down from the next level that is listed, at once in a table of any
    /// size. Only where many of the level's states are asked for, all states are looked at in
    /// order, and handed on as they are found: what is held does not grow with the level. Then,
    /// reports how many have been looked at.
    fn each_at(
        &self,
        distance: u32,
        limit: usize,
        monitor: &Monitor<'_, u64>,
        visit: &mut dyn FnMut(Vec<State>) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// Returns `number` states drawn independently and uniformly among those at a distance; fewer
    /// if none is there, or if they are so rare that drawing does not find them.
    ///
    /// From the file's list where there is one; else all states are drawn from until one fits,
    /// which leaves each that fits equally likely.
    fn random_at(&self, distance: u32, number: usize, rng: &mut Rng) -> Result<Vec<State>, Error>;

    /// Returns the ranks of `n` states drawn independently and uniformly among those that can reach
    /// the goal, or among those at a distance. A seed gives the same on any number of threads.
    ///
    /// Draws from the file's list of a small level. Of small tables of whole bytes all ranks are
    /// sorted by distance when this is first called, and kept, 4 bytes each; a state then costs the
    /// same at any distance. Else, states are drawn until one fits.
    fn sample(
        &self,
        n: usize,
        distance: Option<u32>,
        seed: u64,
        monitor: &Monitor<'_, ()>,
    ) -> Result<Vec<u64>, Error>;
}
