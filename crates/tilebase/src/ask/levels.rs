//! Positions by their distance: how many there are, which are the hardest, some at random.

use std::{collections::HashSet, ops::ControlFlow};

use rand::seq::SliceRandom;
use tilebase_solve::table::TableError;

use crate::{Depths, Error, Event, Rng, Solver, State, backend::Tabulated};

/// States drawn in vain, without a table, before a distance is given up; a thousand more for each
/// found.
const DRAWS: usize = 4096;

/// States that are drawn at a time.
const MANY: usize = 1 << 16;

impl Solver {
    /// Returns how many states there are at each distance, from the table.
    pub fn depths(&self) -> Result<Depths, Error> {
        let metadata = self.table()?.file().metadata();
        Ok(Depths {
            puzzle: self.puzzle(),
            metric: self.metric(),
            states: metadata.reachable(),
            eccentricity: metadata.eccentricity(),
            unreachable: metadata.entries.saturating_sub(metadata.reachable()),
            counts: metadata.counts.clone(),
        })
    }

    /// Returns up to `limit` of the states farthest from the goal, from the table.
    pub fn hardest(&self, limit: usize) -> Result<Vec<State>, Error> {
        self.at(self.table()?.file().metadata().eccentricity(), limit)
    }

    /// Returns up to `limit` states at a distance, from the table.
    pub fn at(&self, distance: u32, limit: usize) -> Result<Vec<State>, Error> {
        let mut states = Vec::new();
        self.each_at(distance, limit, |found| {
            states.extend(found);
            ControlFlow::Continue(())
        })?;
        Ok(states)
    }

    /// Calls `visit` with the same states, some at a time, as they are found, until it breaks. What
    /// is held in memory does not grow with their number.
    pub fn each_at(
        &self,
        distance: u32,
        limit: usize,
        mut visit: impl FnMut(Vec<State>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let table = self.table()?;
        let total = table.file().metadata().reachable();
        let event = |&states: &u64| Event::Scanning { states, total };
        self.reporter().watch(event, |monitor| {
            table.each_at(distance, limit, monitor, &mut visit)
        })
    }

    /// Returns random states, drawn independently and uniformly among those that can reach the goal
    /// (rows: among all).
    pub fn random(&self, n: usize, rng: &mut Rng) -> Vec<State> {
        (0..n).map(|_| self.question.draw(rng)).collect()
    }

    /// Returns random states, drawn independently and uniformly among those at a distance. Where
    /// there is no table, states are drawn and solved until enough fit: most distances near the
    /// average turn up.
    ///
    /// # Errors
    /// If no state has the distance, or such states do not turn up.
    pub fn random_at(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>, Error> {
        let by_search = self.question.wants_search(&self.options)?;
        if by_search || !self.can_have_table() {
            return self.draw_at(distance, n, rng);
        }
        let table = self.table()?;
        self.check_distance(table, distance)?;
        let states = table.random_at(distance, n, rng)?;
        if states.len() < n {
            let puzzle = self.puzzle();
            Err(Error::TooRare { puzzle, distance })
        } else {
            Ok(states)
        }
    }

    /// Refuses a distance that no state has.
    pub(super) fn check_distance(&self, table: &dyn Tabulated, distance: u32) -> Result<(), Error> {
        let farthest = table.file().metadata().eccentricity();
        if distance <= farthest {
            return Ok(());
        }
        Err(Error::NoSuchDistance {
            puzzle: self.puzzle(),
            distance,
            farthest,
        })
    }

    /// Draws states, solves them and keeps those at a distance, all of which are equally likely.
    fn draw_at(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>, Error> {
        let (mut found, mut lengths) = (Vec::new(), Vec::<u32>::new());
        while found.len() < n {
            if lengths.len() >= DRAWS + 1000 * found.len() {
                lengths.sort_unstable();
                let usual = &lengths[lengths.len() / 20..lengths.len() - lengths.len() / 20];
                return Err(Error::NotMet {
                    puzzle: self.puzzle(),
                    distance,
                    wanted: n,
                    drawn: lengths.len(),
                    found: found.len(),
                    least: usual.first().copied().unwrap_or_default(),
                    most: usual.last().copied().unwrap_or_default(),
                });
            }
            let states = self.random(64, rng);
            let distances = self.distances(&states)?;
            lengths.extend(distances.iter().flatten());
            let fits = states.into_iter().zip(&distances);
            let fits = fits.filter(|(_, length)| **length == Some(distance));
            found.extend(fits.map(|(state, _)| state));
        }
        found.truncate(n);
        Ok(found)
    }

    /// Returns `n` different random states at a distance, or all of them where there are no more,
    /// from the table.
    pub fn distinct_at(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>, Error> {
        let counts = &self.table()?.file().metadata().counts;
        let there = counts.get(distance as usize).copied().unwrap_or_default();
        // Where most would be drawn anyway, drawing them all and shuffling is sure to end.
        if there <= (n as u64).saturating_mul(2) {
            let mut all = self.at(distance, usize::MAX)?;
            all.shuffle(rng);
            all.truncate(n);
            return Ok(all);
        }
        let (mut states, mut seen) = (Vec::new(), HashSet::new());
        // One in two draws is new while there are twice as many states; no more turn up if the
        // table's counts are not true.
        let mut draws = n.saturating_mul(8) + DRAWS;
        while states.len() < n {
            if draws == 0 {
                return Err(TableError::Missing { count: there }.into());
            }
            let number = (n - states.len()).min(MANY).min(draws);
            draws -= number;
            let drawn = self.random_at(distance, number, rng)?;
            states.extend(drawn.into_iter().filter(|state| seen.insert(state.clone())));
        }
        Ok(states)
    }
}
