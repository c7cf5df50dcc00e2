//! States by distance: their counts, the hardest ones, and random ones.

use std::{borrow::Cow, collections::HashSet, ops::ControlFlow};

use rand::seq::SliceRandom;
use tilebase_core::parallel;
use tilebase_solve::table::TableError;

use crate::{
    answers::Depths,
    backend::TableBackend,
    event::Event,
    families::BOARD_REACH,
    known::sample::{self, LevelCounts},
    machine::Available,
    solver::Solver,
    values::{Error, ErrorKind, Result, Rng, State, ensure},
};

/// Without a table, the number of states drawn before a distance is given up; a thousand more for
/// each state found.
const DRAWS: usize = 4096;

/// Without a table, the number of states drawn and searched together.
const TOGETHER: usize = 64;

/// Without a table, no state is drawn if fewer than one in this many has the distance.
const RARE: u64 = 10_000;

/// The number of states drawn at a time. For more, the memory is checked first.
const MANY: usize = 1 << 16;

/// The states that [`Solver::draw`] draws from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection<'a> {
    /// All that can reach the goal; for rows, all.
    Any,
    /// Those at this distance from the goal, in moves. If they are too rare to be drawn without a
    /// table, as [`WalkTo`](Self::WalkTo).
    AtDistance(u32),
    /// Different ones at this distance, from the table: all of them if there are no more.
    Distinct(u32),
    /// Different ones at this distance, of at most [`Solver::reach`], to practise on, without a
    /// table: random walks lead away from the goal, and searches measure the distance. They are
    /// **not** uniformly distributed.
    WalkTo(u32),
    /// Those that this many random moves from the goal lead to.
    Walk(u32),
    /// Boards in which these tiles, written as for [`Solver::with_stage`], are in their places.
    Stage(&'a str),
}

impl<'a> Selection<'a> {
    /// Returns the selection of the option that is set, if any.
    ///
    /// # Errors
    /// If more than one option is set.
    pub fn of(distance: Option<u32>, walk: Option<u32>, stage: Option<&'a str>) -> Result<Self> {
        match (distance, walk, stage) {
            (None, None, None) => Ok(Self::Any),
            (Some(distance), None, None) => Ok(Self::AtDistance(distance)),
            (None, Some(moves), None) => Ok(Self::Walk(moves)),
            (None, None, Some(tiles)) => Ok(Self::Stage(tiles)),
            _ => Err(Error::Question(
                "a distance, a walk and a stage each say which states are drawn: name one of them"
                    .to_owned(),
            )),
        }
    }
}

/// Random states.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Drawn {
    /// The states.
    pub states: Vec<State>,
    /// Whether all states of the selection were equally likely; false if walks found them.
    pub uniform: bool,
}

impl Solver {
    /// Returns the number of states at each distance, from the table. For the 15-puzzle with the
    /// blank's home in a corner, published counts are used if there is no table.
    pub fn depths(&self) -> Result<Depths> {
        let published = self.published_levels().filter(|levels| !levels.sampled);
        let published = published.filter(|_| !self.has_or_builds_table(true));
        let (entries, counts, source) = match published {
            Some(LevelCounts { counts, .. }) => (0, counts, Some(sample::source(self.metric()))),
            None => {
                let metadata = self.table()?.file().metadata();
                (metadata.entries, metadata.counts.clone(), None)
            }
        };
        let states = counts.iter().sum();
        Ok(Depths {
            about: self.into(),
            states,
            eccentricity: counts.len().saturating_sub(1) as u32,
            unreachable: entries.saturating_sub(states),
            counts,
            source: source.map(Cow::Borrowed),
        })
    }

    /// Returns up to `limit` of the states farthest from the goal, from the table.
    pub fn hardest(&self, limit: usize) -> Result<Vec<State>> {
        self.at(self.table()?.file().metadata().eccentricity(), limit)
    }

    /// Returns up to `limit` states at a distance, from the table.
    pub fn at(&self, distance: u32, limit: usize) -> Result<Vec<State>> {
        let there = sample::at(&self.table()?.file().metadata().counts, distance);
        self.check_room(limit.min(usize::try_from(there).unwrap_or(usize::MAX)))?;
        let mut states = Vec::new();
        self.each_at(distance, limit, |found| {
            states.extend(found);
            ControlFlow::Continue(())
        })?;
        Ok(states)
    }

    /// Calls `visit` with up to `limit` states at a distance, some at a time, as they are found,
    /// until it breaks. Memory does not grow with their number.
    pub fn each_at(
        &self,
        distance: u32,
        limit: usize,
        mut visit: impl FnMut(Vec<State>) -> ControlFlow<()>,
    ) -> Result<()> {
        let table = self.table()?;
        let total = table.file().metadata().reachable();
        let event = |&states: &u64| Event::Scanning { states, total };
        self.reporter().watch(event, |monitor| {
            table.each_at(distance, limit, monitor, &mut visit)
        })
    }

    /// Returns `n` random states, drawn independently and uniformly among those that can reach the
    /// goal; for rows, among all: [`draw`](Self::draw) leaves out those that cannot reach it.
    pub fn random(&self, n: usize, rng: &mut Rng) -> Vec<State> {
        (0..n)
            .map(|_| self.family().draw(&self.goal, rng))
            .collect()
    }

    /// Returns `n` random states of a selection. Rows that cannot reach the goal, as a rule or a
    /// table shows, are drawn again; a small table is built for that. Without a table, states at a
    /// distance are drawn and searched until enough have it, which works for most distances near
    /// the average.
    ///
    /// A walk takes back the move before only if there is no other. Its length is an upper bound on
    /// the distance of the state that it leads to. A move costs about a microsecond, on boards of
    /// any size.
    ///
    /// # Errors
    /// If no state has the distance, if such states cannot be found (at once if that is known
    /// beforehand), if rows that can reach the goal are too rare, or if memory does not suffice;
    /// for tiles in place, as [`with_stage`](Self::with_stage).
    pub fn draw(&self, n: usize, among: Selection<'_>, rng: &mut Rng) -> Result<Drawn> {
        let drawn = self.draw_until_stopped(n, among, rng)?;
        if drawn.states.len() < n {
            self.check_stop()?;
        }
        Ok(drawn)
    }

    /// Returns the states that [`draw`](Self::draw) has found when the caller asks to stop, if
    /// there are some; else what it returns.
    ///
    /// # Errors
    /// As [`draw`](Self::draw).
    pub fn draw_until_stopped(
        &self,
        n: usize,
        among: Selection<'_>,
        rng: &mut Rng,
    ) -> Result<Drawn> {
        let (states, uniform) = match among {
            Selection::AtDistance(distance) if self.is_drawable(distance) => {
                (self.random_at(distance, n, rng)?, true)
            }
            Selection::AtDistance(distance) | Selection::WalkTo(distance) => {
                (self.walk_to(distance, n, rng)?, false)
            }
            Selection::Distinct(distance) => (self.distinct_at(distance, n, rng)?, true),
            Selection::Walk(moves) => (self.random_walks(moves, n, rng)?, false),
            Selection::Stage(tiles) => (self.random_after(tiles, n, rng)?, true),
            Selection::Any => (self.random_solvable(n, rng)?, true),
        };
        Ok(Drawn { states, uniform })
    }

    fn random_solvable(&self, n: usize, rng: &mut Rng) -> Result<Vec<State>> {
        if !self.family().draws_all() {
            return self.drawn(n, |states| Ok(self.random(states, rng)));
        }
        let mut draws = n.saturating_mul(1000).saturating_add(DRAWS);
        let puzzle = self.puzzle();
        self.drawn(n, |states| {
            ensure(states <= draws, || {
                Error::Question(format!(
                    "states of {puzzle} that can reach the goal are too rare to be drawn: take \
                    random walks from the goal"
                ))
            })?;
            draws -= states;
            let drawn = self.random(states, rng).into_iter();
            let reaching = drawn.map(|state| Ok(self.may_reach(&state)?.then_some(state)));
            let reaching: Result<Vec<Option<State>>> = reaching.collect();
            Ok(reaching?.into_iter().flatten().collect())
        })
    }

    /// Returns whether a state can reach the goal, as far as a rule or a table shows.
    fn may_reach(&self, state: &State) -> Result<bool> {
        let worth_building = self.may_build() && self.is_worth_building();
        Ok(match self.family().check(&self.goal, state)? {
            Some((solvable, _)) => solvable,
            None if self.has_or_builds_table(worth_building) => {
                self.table()?.distance(state)?.is_some()
            }
            None => true,
        })
    }

    /// Returns random states, drawn independently and uniformly among those at a distance.
    fn random_at(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>> {
        self.check_farthest(distance, self.published_farthest())?;
        let by_search = self.wants_search()?;
        let there = self.is_open() || self.may_build() || self.has_table();
        let by_table = self.has_or_builds_table(true) && (there || !by_search);
        if !by_table && (by_search || !self.can_have_table()) {
            return self.draw_at(distance, n, rng);
        }
        let table = self.table()?;
        self.check_distance(table, distance)?;
        self.drawn(n, |states| {
            let drawn = table.random_at(distance, states, rng)?;
            let puzzle = self.puzzle();
            let rare = drawn.len() < states;
            if rare { Err(Error::TooRare { puzzle, distance }) } else { Ok(drawn) }
        })
    }

    /// Returns states that `draw` draws some at a time. If the caller asks to stop in between or
    /// meanwhile, they are those drawn before, if there are some.
    pub(super) fn drawn(
        &self,
        n: usize,
        mut draw: impl FnMut(usize) -> Result<Vec<State>>,
    ) -> Result<Vec<State>> {
        self.check_room(n)?;
        let mut states = Vec::new();
        while states.len() < n {
            let next = self
                .check_stop()
                .and_then(|()| draw(MANY.min(n - states.len())));
            match next {
                Ok(next) => states.extend(next),
                Err(error) if error.kind() == ErrorKind::Interrupted && !states.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(states)
    }

    /// Returns an error if memory does not hold this many states.
    pub(super) fn check_room(&self, states: usize) -> Result<()> {
        if states <= MANY {
            return Ok(());
        }
        let puzzle = self.puzzle();
        // The list, what it is made from, and what a caller makes of it.
        let each = 2 * (size_of::<State>() + self.cells()) as u64;
        let needed = each.saturating_mul(states as u64);
        let work = format!("a list of {states} states of {puzzle}");
        Available::to_build(None).memory_suffices(needed, &work)
    }

    /// Returns an error if the caller has asked to stop.
    pub(super) fn check_stop(&self) -> Result<()> {
        ensure(!self.reporter().stopped(), Error::stopped)
    }

    /// Returns published counts of states by distance, for a puzzle without a table.
    pub(super) fn published_levels(&self) -> Option<LevelCounts> {
        self.family().levels(&self.goal, self.metric())
    }

    /// Returns a distance that no state exceeds, if one is published.
    pub(super) fn published_farthest(&self) -> Option<u32> {
        self.family().farthest(&self.goal, self.metric())
    }

    /// Returns an error if no state of the table has the distance.
    pub(super) fn check_distance(&self, table: &dyn TableBackend, distance: u32) -> Result<()> {
        self.check_farthest(distance, Some(table.file().metadata().eccentricity()))
    }

    /// Returns an error if the distance exceeds the greatest one, if that is known.
    pub(super) fn check_farthest(&self, distance: u32, farthest: Option<u32>) -> Result<()> {
        let farthest = farthest.unwrap_or(u32::MAX);
        ensure(distance <= farthest, || Error::NoSuchDistance {
            puzzle: self.puzzle(),
            distance,
            farthest,
        })
    }

    /// Draws states and keeps those at a distance, all of which are equally likely. Searches each
    /// as far as that distance.
    fn draw_at(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>> {
        let puzzle = self.puzzle();
        match self.published_levels() {
            Some(levels) if !levels.sampled && levels.at(distance) * RARE < levels.states() => {
                let (states, least) = (levels.at(distance), levels.quantile(0.05));
                let most = levels.quantile(0.95);
                return Err(Error::Question(format!(
                    "{states} states of {puzzle} are {distance} moves from the goal, too few to \
                    be drawn; nine in ten need {least} to {most} moves"
                )));
            }
            Some(levels) if !levels.sampled => {}
            // Random states of unexplored puzzles may take hours to search.
            _ if self.published_farthest().is_none() => self.check_reach(distance, BOARD_REACH)?,
            _ => {}
        }
        let searcher = self.reaching(distance);
        let (backend, mut found, mut drawn) = (searcher.backend()?, 0_usize, 0);
        let mut fitting = self.drawn(n, |_| {
            if drawn >= DRAWS.saturating_add(found.saturating_mul(1000)) {
                return Err(self.not_met(distance, n, (found, drawn), rng)?);
            }
            drawn += TOGETHER;
            let mut states = self.random(TOGETHER, rng);
            let fitting = parallel::try_map(&states, |state| {
                self.check_stop()?;
                backend.is_at(state, distance, self.reporter())
            })?;
            let mut fitting = fitting.into_iter();
            states.retain(|_| fitting.next() == Some(true));
            found += states.len();
            Ok(states)
        })?;
        backend.check_heuristic()?;
        fitting.truncate(n);
        Ok(fitting)
    }

    /// Returns the error of too few states drawn at a distance. Solves some more, to say which
    /// distances are usual.
    fn not_met(
        &self,
        distance: u32,
        n: usize,
        (found, drawn): (usize, usize),
        rng: &mut Rng,
    ) -> Result<Error> {
        let lengths = self.distances(self.random(TOGETHER, rng))?;
        let mut lengths: Vec<u32> = lengths.into_iter().flatten().collect();
        lengths.sort_unstable();
        let usual = &lengths[lengths.len() / 20..lengths.len() - lengths.len() / 20];
        let [least, most] = [usual.first(), usual.last()].map(|of| of.copied().unwrap_or(0));
        let puzzle = self.puzzle();
        Ok(Error::Question(format!(
            "of {drawn} random states of {puzzle}, {found} were {distance} moves from the goal, \
             and {n} were asked for; nine in ten need {least} to {most} moves"
        )))
    }

    /// Returns different random states at a distance, or all of them if there are no more.
    fn distinct_at(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>> {
        let there = sample::at(&self.table()?.file().metadata().counts, distance);
        // Where most would be drawn anyway, drawing them all and shuffling is sure to end.
        if there <= (n as u64).saturating_mul(2) {
            let mut all = self.at(distance, usize::MAX)?;
            all.shuffle(rng);
            all.truncate(n);
            return Ok(all);
        }
        // One in two draws is new while there are twice as many states; no more turn up if the
        // table's counts are not true.
        let (mut draws, mut seen) = (n.saturating_mul(8).saturating_add(DRAWS), HashSet::new());
        self.drawn(n, |states| {
            ensure(draws > 0, || TableError::Missing { count: there }.into())?;
            let number = states.min(draws);
            draws -= number;
            let mut drawn = self.random_at(distance, number, rng)?;
            drawn.retain(|state| seen.insert(state.clone()));
            Ok(drawn)
        })
    }
}
