//! Answers about many states at once, and random states in numbers.
//!
//! Work runs in the caller's thread pool, in parts that are worth a task each; few states are
//! answered for on the caller's own thread.

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha12Rng;
use tilebase_core::parallel::prelude::*;
use tilebase_core::{BadState, Monitor, RankedSpace, Reduce, format::TableFile};

use crate::{
    Answers,
    answers::AnswerError,
    table::{Distances, OUT_OF_REACH, TableError},
};

/// States that one task answers for.
const CHUNK: usize = 4096;

/// States that are drawn from one stream of random numbers.
const PART: usize = 256;

impl<D, R> Answers<D, R>
where
    D: Distances<Bytes = TableFile> + Sync,
    R: Reduce<State = D::State> + Sync,
{
    /// Writes the least number of moves from each state to the goal; −1 where none lead there.
    ///
    /// `cells` holds the cells of one state after another, each in reading order with the blank as 0.
    /// On one thread a state costs some 40 ns where distances are stored outright, and half of
    /// what [`distance`](Self::distance) costs where a walk finds them.
    ///
    /// # Errors
    /// If some cells are no state: names the first such state. If `cells` are not as many as
    /// `distances` states have, or the table contradicts itself.
    pub fn distances(&self, cells: &[u8], distances: &mut [i16]) -> Result<(), AnswerError> {
        self.in_chunks(cells, distances, |ranks, distances| {
            self.table().distances(ranks, distances)
        })
    }

    /// Returns the least number of moves from each state to the goal; `None` where none lead there.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn distances_of(&self, states: &[D::State]) -> Result<Vec<Option<u32>>, AnswerError>
    where
        D::State: Sync,
    {
        let answer = |states: &[D::State]| -> Result<Vec<Option<u32>>, AnswerError> {
            let (space, reduction) = (self.table().space(), self.reduction());
            let rank = |state| space.rank(&reduction.apply(state));
            let ranks: Vec<Option<u64>> = states
                .iter()
                .map(|state| reduction.plausible(state).then(|| rank(state)))
                .collect();
            let mut distances = vec![OUT_OF_REACH; states.len()];
            self.table().distances(&ranks, &mut distances)?;
            let distances = distances.into_iter();
            Ok(distances.map(|distance| distance.try_into().ok()).collect())
        };
        if states.len() <= CHUNK {
            return answer(states);
        }
        let parts: Vec<Vec<Option<u32>>> = states
            .par_chunks(CHUNK)
            .map(answer)
            .collect::<Result<_, _>>()?;
        Ok(parts.concat())
    }

    /// Writes the optimal moves of each state: bit c is set if the move that brings the blank, or
    /// the left end of the gap, to the user's cell c leads one move nearer to the goal. No bit is
    /// set at the goal, and where it is out of reach.
    ///
    /// `cells` are as for [`distances`](Self::distances). Looks at the neighbours of each state
    /// alone: takes no walk.
    ///
    /// # Errors
    /// As [`distances`](Self::distances).
    pub fn optimal_moves(&self, cells: &[u8], moves: &mut [u64]) -> Result<(), AnswerError> {
        self.in_chunks(cells, moves, |ranks, moves| {
            moves.fill(0);
            self.table().each_nearer(ranks, |index, next| {
                moves[index] |= 1 << self.reduction().blank_of(next);
            })
        })
    }

    /// Writes the rank of each state in the table; −1 for boards that cannot reach the goal. Rows
    /// are ranked whether they can or not.
    ///
    /// # Errors
    /// As [`distances`](Self::distances).
    pub fn ranks(&self, cells: &[u8], ranks: &mut [i64]) -> Result<(), AnswerError> {
        self.in_chunks(cells, ranks, |found, ranks| {
            for (rank, found) in ranks.iter_mut().zip(found) {
                *rank = found.map_or(-1, |rank| rank as i64);
            }
            Ok(())
        })
    }

    /// Returns the state of each rank, the inverse of [`ranks`](Self::ranks).
    ///
    /// # Errors
    /// If the table has no such rank: names the first.
    pub fn states(&self, ranks: &[u64]) -> Result<Vec<D::State>, AnswerError>
    where
        D::State: Send,
    {
        let entries = self.table().space().len();
        if let Some(&rank) = ranks.iter().find(|&&rank| rank >= entries) {
            return Err(AnswerError::NoSuchRank { rank, entries });
        }
        let state = |&rank| self.reduction().restore(&self.table().space().unrank(rank));
        Ok(if ranks.len() <= CHUNK {
            ranks.iter().map(state).collect()
        } else {
            ranks.par_iter().with_min_len(CHUNK).map(state).collect()
        })
    }

    /// `n` states drawn independently and uniformly among those that can reach the goal.
    ///
    /// A seed gives the same states on any number of threads.
    ///
    /// # Errors
    /// If the table contradicts itself, or the monitor asks to stop.
    pub fn sample(
        &self,
        n: usize,
        seed: u64,
        monitor: &Monitor<'_, ()>,
    ) -> Result<Vec<D::State>, AnswerError>
    where
        D::State: Send,
    {
        self.states(&self.sample_ranks(n, seed, monitor)?)
    }

    /// Returns the ranks of these states.
    ///
    /// # Errors
    /// As [`sample`](Self::sample).
    pub fn sample_ranks(
        &self,
        n: usize,
        seed: u64,
        monitor: &Monitor<'_, ()>,
    ) -> Result<Vec<u64>, AnswerError> {
        let (count, entries) = (self.metadata().reachable(), self.metadata().entries);
        let tries = self.tries(count);
        self.draw(n, seed, monitor, |rng| {
            let rank = if count == entries {
                Some(rng.random_range(0..entries))
            } else {
                self.table().random_rank(tries, rng)
            };
            Ok(rank.ok_or(TableError::Missing { count })?)
        })
    }

    /// `n` states drawn independently and uniformly among those at distance `depth`, in moves.
    ///
    /// A seed gives the same states on any number of threads. Draws from the file's list of a small
    /// level. Of small tables of whole bytes all ranks are sorted by distance when this is first
    /// called, and kept, 4 bytes each; a state then costs the same at any distance. Else, states
    /// are drawn until one fits.
    ///
    /// # Errors
    /// If no state is that far from the goal, the table contradicts itself, or the monitor asks to
    /// stop.
    pub fn sample_at(
        &self,
        depth: u32,
        n: usize,
        seed: u64,
        monitor: &Monitor<'_, ()>,
    ) -> Result<Vec<D::State>, AnswerError>
    where
        D::State: Send,
    {
        self.states(&self.sample_ranks_at(depth, n, seed, monitor)?)
    }

    /// Returns the ranks of these states.
    ///
    /// # Errors
    /// As [`sample_at`](Self::sample_at).
    pub fn sample_ranks_at(
        &self,
        depth: u32,
        n: usize,
        seed: u64,
        monitor: &Monitor<'_, ()>,
    ) -> Result<Vec<u64>, AnswerError> {
        let eccentricity = self.metadata().eccentricity();
        let Some(&count) = self.metadata().counts.get(depth as usize) else {
            return Err(AnswerError::NoSuchLevel {
                depth,
                eccentricity,
            });
        };
        let table = self.table();
        let (level, listed) = (table.level(depth), self.listed(depth)?);
        let tries = self.tries(count);
        self.draw(n, seed, monitor, |rng| {
            let rank = match (level, &listed) {
                (Some(ranks), _) => ranks.choose(rng).copied().map(u64::from),
                (None, Some(ranks)) => ranks.choose(rng).copied(),
                (None, None) => table.random_rank_at(depth, tries, rng)?,
            };
            Ok(rank.ok_or(TableError::Missing { count })?)
        })
    }

    /// Returns ranks drawn part by part, each from its own stream.
    fn draw(
        &self,
        n: usize,
        seed: u64,
        monitor: &Monitor<'_, ()>,
        rank: impl Fn(&mut ChaCha12Rng) -> Result<u64, AnswerError> + Sync,
    ) -> Result<Vec<u64>, AnswerError> {
        let draw = |part: usize| -> Result<Vec<u64>, AnswerError> {
            let mut rng = ChaCha12Rng::seed_from_u64(seed);
            rng.set_stream(part as u64);
            (part * PART..n.min((part + 1) * PART))
                .map(|_| {
                    if monitor.stopped() { Err(TableError::Stopped.into()) } else { rank(&mut rng) }
                })
                .collect()
        };
        let parts = 0..n.div_ceil(PART);
        let drawn: Vec<Vec<u64>> = if n <= CHUNK {
            parts.map(draw).collect::<Result<_, _>>()?
        } else {
            parts
                .into_par_iter()
                .with_min_len(CHUNK / PART)
                .map(draw)
                .collect::<Result<_, _>>()?
        };
        self.table().undamaged(Ok(()))?;
        Ok(drawn.concat())
    }

    /// Answers chunk by chunk from the ranks of the states, all threads at once. Of several errors
    /// the first is returned.
    fn in_chunks<T: Send>(
        &self,
        cells: &[u8],
        answers: &mut [T],
        answer: impl Fn(&[Option<u64>], &mut [T]) -> Result<(), TableError> + Sync,
    ) -> Result<(), AnswerError> {
        let width = self.reduction().cells();
        if cells.len() != answers.len() * width {
            return Err(AnswerError::CellCount {
                cells: cells.len(),
                states: answers.len(),
                width,
            });
        }
        let chunk = |number: usize, cells: &[u8], answers: &mut [T]| -> Result<(), AnswerError> {
            let mut ranks = vec![None; answers.len()];
            let ranked = self
                .reduction()
                .rank_cells(self.table().space(), cells, &mut ranks);
            ranked.map_err(|BadState { index, error }| BadState {
                index: number * CHUNK + index,
                error,
            })?;
            Ok(answer(&ranks, answers)?)
        };
        if answers.len() <= CHUNK {
            return chunk(0, cells, answers);
        }
        let error = cells
            .par_chunks(CHUNK * width)
            .zip(answers.par_chunks_mut(CHUNK))
            .enumerate()
            .find_map_first(|(number, (cells, answers))| chunk(number, cells, answers).err());
        error.map_or(Ok(()), Err)
    }
}
