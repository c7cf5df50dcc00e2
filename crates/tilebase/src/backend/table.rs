//! Answers from a table of every state, in terms of the user's own states and goal.
//!
//! A table knows the distances to a few goals; a reduction takes the user's states to it and back.
//! Work on many states runs in the caller's thread pool, in parts that are worth a task each; few
//! states are answered for on the caller's own thread.

use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use smallvec::{SmallVec, smallvec};
use tilebase_core::{
    BadState, Monitor, RankedSpace, ReadOrder, Reduce,
    format::{Encoding, Payload, TableFile},
    parallel,
    sliding::Metric,
};
use tilebase_solve::{
    SolutionLimit,
    table::{Distances, OUT_OF_REACH, Table, TableError},
};

use super::traits::{Backend, TableBackend};
use crate::{
    answers::{Answer, Solutions},
    event::Reporter,
    known::sample,
    values::{Error, OtherFamily, Result, Rng, State},
};

/// The largest number of states that a table looks up on the caller's own thread. More are looked
/// up in tasks of this many states.
pub const FEW: usize = 4096;

/// States that are drawn from one stream of random numbers.
const STREAM: usize = 256;

/// The number of draws before a random state is given up, for each draw that it takes on average.
/// If the table's counts are true, this many fail once in 10^27 times.
const TRIES: u64 = 64;

/// A level has many more states than are wanted if it has this many times as many.
const MANY_TIMES: u64 = 64;

/// A file of up to this many bytes is read faster as a whole than in scattered pages.
const READ_AS_A_WHOLE: u64 = 64 << 20;

/// The number of states of a list that are passed on at a time.
const BATCH: usize = 4096;

/// Writes the ranks of states, given by their cells.
type RankCells<'a> = &'a (dyn Fn(&[u8], &mut [Option<u64>]) -> Result<(), BadState> + Sync);

/// Writes answers about states, given by their ranks.
type OfRanks<'a, T> = &'a (dyn Fn(&[Option<u64>], &mut [T]) -> Result<(), TableError> + Sync);

/// A table seen through a reduction.
pub(crate) struct ByTable<D, R> {
    table: Table<D>,
    reduction: R,
}

/// A board or a row.
pub(crate) trait TypedState:
    Clone + Send + Sync + Into<State> + for<'a> TryFrom<&'a State, Error = OtherFamily>
{
}

impl<T> TypedState for T where
    T: Clone + Send + Sync + Into<State> + for<'a> TryFrom<&'a State, Error = OtherFamily>
{
}

/// The distances in the file of a table of boards or rows.
pub(crate) trait FileDistances:
    Distances<State: TypedState, Bytes = TableFile> + Send + Sync
{
}

impl<D: Distances<State: TypedState, Bytes = TableFile> + Send + Sync> FileDistances for D {}

impl<D: FileDistances, R: Reduce<State = D::State> + Send + Sync> ByTable<D, R> {
    pub fn new(distances: D, reduction: R) -> Self {
        let file = distances.bytes();
        let eccentricity = file.metadata().eccentricity();
        if file.file_length() > READ_AS_A_WHOLE {
            file.advise(ReadOrder::Scattered);
        }
        Self {
            table: Table::new(distances).with_eccentricity(eccentricity),
            reduction,
        }
    }

    /// Returns the table's state for a state of the user, if it may reach the goal.
    #[inline]
    fn reduced(&self, state: &State) -> Result<Option<D::State>> {
        let state = D::State::try_from(state)?;
        let may_reach_goal = self.reduction.may_reach_goal(&state);
        Ok(may_reach_goal.then(|| self.reduction.apply(&state)))
    }

    fn unranked(&self, rank: u64) -> State {
        let state = self.table.space().unrank(rank);
        self.reduction.restore(&state).into()
    }

    /// Returns the user's states along a path of the table's states.
    fn path(&self, start: &State, path: &[D::State]) -> Result<Vec<State>> {
        let mut here = D::State::try_from(start)?;
        let mut states = Vec::with_capacity(path.len());
        states.push(start.clone());
        for next in path.iter().skip(1) {
            here = self.reduction.user_state_after(&here, next);
            states.push(here.clone().into());
        }
        Ok(states)
    }

    /// Returns the most draws among all states for one of `count`.
    fn tries(&self, count: u64) -> u64 {
        let average = self.table.space().len().div_ceil(count.max(1));
        average.saturating_mul(TRIES)
    }

    /// Returns `limit` states of a level that has many more, from a list of a farther one.
    fn below_a_list(&self, depth: u32, limit: usize) -> Result<Option<Vec<u64>>> {
        let metadata = self.file().metadata();
        // Bytes are read faster than states are moved.
        if metadata.encoding == Encoding::Byte
            || (limit as u64).saturating_mul(MANY_TIMES) > metadata.counts[depth as usize]
        {
            return Ok(None);
        }
        let farther = metadata.listed.iter().map(|level| level.depth);
        let Some(farther) = farther.filter(|&listed| listed > depth).min() else {
            return Ok(None);
        };
        let starts = self.file().listed(farther)?.unwrap_or_default();
        let ranks = self.table.ranks_below(&starts, farther - depth, limit);
        self.undamaged()?;
        Ok((ranks.len() == limit).then_some(ranks))
    }

    /// Returns an error if a page that was read is damaged.
    fn undamaged(&self) -> Result<(), TableError> {
        Ok(self.file().damage()?)
    }

    /// Answers from the ranks of the states.
    fn by_ranks<T: Send>(
        &self,
        cells: &[u8],
        answers: &mut [T],
        reporter: &Reporter,
        answer: OfRanks<'_, T>,
    ) -> Result<()> {
        let rank = |cells: &[u8], ranks: &mut [Option<u64>]| {
            (self.reduction).rank_cells(self.table.space(), cells, ranks)
        };
        by_ranks(
            self.reduction.cells(),
            &rank,
            cells,
            answers,
            reporter,
            answer,
        )
    }
}

/// Answers from the ranks of the states in parts, on all threads. Returns the first of several
/// errors. It is compiled once for all tables.
fn by_ranks<T: Send>(
    width: usize,
    rank: RankCells<'_>,
    cells: &[u8],
    answers: &mut [T],
    reporter: &Reporter,
    answer: OfRanks<'_, T>,
) -> Result<()> {
    let part = |number: usize, cells: &[u8], answers: &mut [T]| -> Result<()> {
        if reporter.stopped() {
            return Err(Error::stopped());
        }
        let mut ranks: SmallVec<[Option<u64>; 1]> = smallvec![None; answers.len()];
        rank(cells, &mut ranks).map_err(|BadState { index, error }| BadState {
            index: number * FEW + index,
            error,
        })?;
        Ok(answer(&ranks, answers)?)
    };
    if answers.len() <= FEW {
        return part(0, cells, answers);
    }
    let parts = cells.chunks(FEW * width).zip(answers.chunks_mut(FEW));
    let parts = parallel::try_map(parts.enumerate(), |(number, (cells, answers))| {
        part(number, cells, answers)
    });
    parts.map(drop)
}

/// Returns ranks drawn from several streams of random numbers, one after another.
fn draw(
    n: usize,
    seed: u64,
    monitor: &Monitor<'_, ()>,
    rank: &(dyn Fn(&mut Rng) -> Result<u64, TableError> + Sync),
) -> Result<Vec<u64>> {
    let draw = |stream: usize| -> Result<Vec<u64>, TableError> {
        let mut rng = Rng::seed_from_u64(seed);
        rng.set_stream(stream as u64);
        (stream * STREAM..n.min((stream + 1) * STREAM))
            .map(|_| if monitor.stopped() { Err(TableError::Stopped) } else { rank(&mut rng) })
            .collect()
    };
    let drawn = parallel::try_map((0..n).step_by(FEW), |first| {
        let streams = first / STREAM..n.min(first + FEW).div_ceil(STREAM);
        let drawn = streams.map(draw).collect::<Result<Vec<_>, _>>()?;
        Ok::<_, TableError>(drawn.concat())
    })?;
    Ok(drawn.concat())
}

/// Returns the cells of states, which `write` appends for each rank.
fn cells_of_ranks(
    ranks: &[u64],
    width: usize,
    write: &(dyn Fn(u64, &mut Vec<u8>) + Sync),
) -> Vec<u8> {
    let parts = parallel::map(ranks.chunks(FEW), |ranks| {
        let mut cells = Vec::with_capacity(ranks.len() * width);
        ranks.iter().for_each(|&rank| write(rank, &mut cells));
        cells
    });
    parts.concat()
}

impl<D: FileDistances, R: Reduce<State = D::State> + Send + Sync> Backend for ByTable<D, R> {
    fn table(&self) -> Option<&dyn TableBackend> {
        Some(self)
    }

    fn heuristic(&self) -> String {
        "table".to_owned()
    }

    fn bounds_of(&self, state: &State, _: &Reporter) -> Result<Answer> {
        let distance = self.distance(state)?;
        Ok(Answer::from_table(state.clone(), distance, None))
    }

    fn answer(&self, state: &State, _: &Reporter) -> Result<Answer> {
        let path = match self.reduced(state)? {
            Some(reduced) => self.table.path(&reduced)?,
            None => None,
        };
        let distance = path.as_ref().map(|path| path.len() as u32 - 1);
        let path = path.map_or_else(|| Ok(Vec::new()), |path| self.path(state, &path))?;
        Ok(Answer::from_table(state.clone(), distance, Some(path)))
    }

    fn nearer(&self, _: Metric, state: &State, _: u32, _: &Reporter) -> Result<Vec<State>> {
        let reduced = self.reduced(state)?;
        let rank = reduced.map(|reduced| self.table.space().rank(&reduced));
        let (mut nearer, here) = (Vec::new(), D::State::try_from(state)?);
        self.table.each_nearer(&[rank], |_, next| {
            nearer.push(self.reduction.user_state_after(&here, next).into())
        })?;
        Ok(nearer)
    }

    fn solutions(&self, state: &State, wanted: SolutionLimit, _: &Reporter) -> Result<Solutions> {
        let Some(reduced) = self.reduced(state)? else {
            return Ok(Solutions::default());
        };
        let (limit, all) = match wanted {
            SolutionLimit::First => (1, false),
            SolutionLimit::Some { limit } => (limit, false),
            SolutionLimit::All { limit } => (limit, true),
        };
        let paths = self.table.all_paths(&reduced, limit)?;
        let paths = paths.iter().map(|path| self.path(state, path));
        let paths: Vec<_> = paths.collect::<Result<_, _>>()?;
        let count = if all { self.table.count_paths(&reduced)? } else { paths.len() as u128 };
        Ok(Solutions {
            count,
            paths,
            stats: None,
        })
    }

    fn bound(&self, _: &State) -> Result<Option<u32>> {
        Err(Error::Question(
            "answers come from a table: name a heuristic".to_owned(),
        ))
    }
}

impl<D: FileDistances, R: Reduce<State = D::State> + Send + Sync> TableBackend for ByTable<D, R> {
    fn file(&self) -> &TableFile {
        self.table.bytes()
    }

    fn distance(&self, state: &State) -> Result<Option<u32>> {
        let mut rank = [None];
        (self.reduction).rank_cells(self.table.space(), state.cells(), &mut rank)?;
        let distance = rank[0].map(|rank| self.table.distance_of_rank(rank));
        Ok(distance.transpose()?.flatten())
    }

    fn distances(&self, states: &[State], reporter: &Reporter) -> Result<Vec<Option<u32>>> {
        let cells: Vec<&[u8]> = states.iter().map(State::cells).collect();
        let mut distances = vec![OUT_OF_REACH; states.len()];
        self.write_distances(&cells.concat(), &mut distances, reporter)?;
        let distances = distances.into_iter();
        Ok(distances.map(|distance| distance.try_into().ok()).collect())
    }

    fn write_distances(&self, cells: &[u8], to: &mut [i16], reporter: &Reporter) -> Result<()> {
        self.by_ranks(cells, to, reporter, &|ranks, to| {
            self.table.distances(ranks, to)
        })
    }

    fn write_optimal_moves(&self, cells: &[u8], to: &mut [u64], reporter: &Reporter) -> Result<()> {
        self.by_ranks(cells, to, reporter, &|ranks, moves| {
            moves.fill(0);
            self.table.each_nearer(ranks, |index, next| {
                moves[index] |= 1 << self.reduction.blank_of(next);
            })
        })
    }

    fn write_ranks(&self, cells: &[u8], to: &mut [i64], reporter: &Reporter) -> Result<()> {
        self.by_ranks(cells, to, reporter, &|ranks, to| {
            for (rank, to) in ranks.iter().zip(to) {
                *to = rank.map_or(-1, |rank| rank as i64);
            }
            Ok(())
        })
    }

    fn cells_of_ranks(&self, ranks: &[u64]) -> Result<Vec<u8>> {
        let entries = self.table.space().len();
        if let Some(&rank) = ranks.iter().find(|&&rank| rank >= entries) {
            return Err(Error::Question(format!(
                "there is no rank {rank}: the table has {entries} states, numbered from 0"
            )));
        }
        Ok(cells_of_ranks(
            ranks,
            self.reduction.cells(),
            &|rank, cells| {
                cells.extend_from_slice(self.unranked(rank).cells());
            },
        ))
    }

    fn each_at(
        &self,
        depth: u32,
        limit: usize,
        monitor: &Monitor<'_, u64>,
        visit: &mut dyn FnMut(Vec<State>) -> ControlFlow<()>,
    ) -> Result<()> {
        if depth > self.file().metadata().eccentricity() {
            return Ok(());
        }
        let mut visit =
            |ranks: &[u64]| visit(ranks.iter().map(|&rank| self.unranked(rank)).collect());
        let ranks = match self.file().listed(depth)? {
            None => self.below_a_list(depth, limit)?,
            listed => listed,
        };
        let Some(ranks) = ranks else {
            self.file().advise(ReadOrder::InOrder);
            let _: ControlFlow<()> = self.table.each_at(depth, limit, monitor, visit)?;
            return Ok(());
        };
        for ranks in ranks[..limit.min(ranks.len())].chunks(BATCH) {
            if monitor.stopped() {
                return Err(TableError::Stopped.into());
            }
            if visit(ranks).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn random_at(&self, depth: u32, number: usize, rng: &mut Rng) -> Result<Vec<State>> {
        let mut states = Vec::new();
        let Some(&count) = self.file().metadata().counts.get(depth as usize) else {
            return Ok(states);
        };
        if let Some(ranks) = self.file().listed(depth)? {
            states.extend((0..number).filter_map(|_| {
                let rank = *ranks.get(rng.random_range(0..ranks.len()))?;
                Some(self.unranked(rank))
            }));
            return Ok(states);
        }
        let tries = self.tries(count);
        while states.len() < number
            && let Some(rank) = self.table.random_rank_at(depth, tries, rng)?
        {
            states.push(self.unranked(rank));
        }
        Ok(states)
    }

    fn sample(
        &self,
        n: usize,
        distance: Option<u32>,
        seed: u64,
        monitor: &Monitor<'_, ()>,
    ) -> Result<Vec<u64>> {
        let (table, metadata) = (&self.table, self.file().metadata());
        let drawn = match distance {
            None => {
                let (count, entries) = (metadata.reachable(), metadata.entries);
                let tries = self.tries(count);
                draw(n, seed, monitor, &|rng| {
                    let rank = if count == entries {
                        Some(rng.random_range(0..entries))
                    } else {
                        table.random_rank(tries, rng)
                    };
                    rank.ok_or(TableError::Missing { count })
                })?
            }
            Some(depth) => {
                let count = sample::at(&metadata.counts, depth);
                let (level, listed) = (table.level(depth), self.file().listed(depth)?);
                let tries = self.tries(count);
                draw(n, seed, monitor, &|rng| {
                    let rank = match (level, &listed) {
                        (Some(ranks), _) => ranks.choose(rng).copied().map(u64::from),
                        (None, Some(ranks)) => ranks.choose(rng).copied(),
                        (None, None) => table.random_rank_at(depth, tries, rng)?,
                    };
                    rank.ok_or(TableError::Missing { count })
                })?
            }
        };
        self.undamaged()?;
        Ok(drawn)
    }
}
