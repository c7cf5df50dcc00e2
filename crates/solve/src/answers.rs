//! Answers about a user's states and goal from a table.

use std::ops::ControlFlow;

use rand::{Rng, RngExt};
use thiserror::Error;
use tilebase_core::{
    BadState, Monitor, RankedSpace, Reduce,
    format::{Encoding, FormatError, Metadata, Subject, TableFile},
    oshidori::{Goal, NotRanked, OshidoriSpace, RowReduction, Stones},
    sliding::{Board, Metric, Reduction, TooLarge},
};

use crate::table::{BoardDistances, ByState, Distances, Hint, Paths, Table, TableError};

/// Draws before a random state is given up, for each that it takes on average. So many are drawn in
/// vain once in 10^27 times, if the table's counts are true.
const TRIES: u64 = 64;

/// A level has many more states than are asked for if it has this many times as many.
const FEW: u64 = 64;

/// States of a list that are handed on at a time.
const BATCH: usize = 4096;

/// A table seen through a reduction: everything in terms of the user's own states and goal.
///
/// ```
/// use tilebase_core::{Monitor, sliding::{Board, Reduction}};
/// use tilebase_solve::{BoardAnswers, board_subject};
///
/// let shape = "3x3".parse()?;
/// let goal = Board::goal(shape);
/// let subject = board_subject(&Reduction::to_canonical(&goal));
/// let table = tilebase_pdb_build::build(&subject, &Monitor::silent())?;
/// let answers = BoardAnswers::from_table(&goal, table.into())?;
/// let board = Board::parse(shape, "867254301")?;
/// assert_eq!(answers.distance(&board)?, Some(31));
/// assert_eq!(answers.hardest(usize::MAX)?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Answers<D, R> {
    table: Table<D>,
    reduction: R,
}

/// Answers about sliding boards.
pub type BoardAnswers = Answers<BoardDistances<TableFile>, Reduction>;

/// Answers about rows of stones.
pub type RowAnswers = Answers<ByState<OshidoriSpace, TableFile>, RowReduction>;

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The table cannot be read, or is another.
    #[error(transparent)]
    File(#[from] FormatError),
    /// The distances contradict each other.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No table can be for such a board.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// No table can be for such rows.
    #[error(transparent)]
    NotRanked(#[from] NotRanked),
    /// Cells that are no state.
    #[error(transparent)]
    BadState(#[from] BadState),
    /// Not as many cells as the states have.
    #[error("{cells} cells given, but {states} states of {width} cells each have {}", states * width)]
    CellCount {
        /// How many were given.
        cells: usize,
        /// The states asked about.
        states: usize,
        /// The cells of each.
        width: usize,
    },
    /// A number that no state has.
    #[error("there is no rank {rank}: the table has {entries} states, numbered from 0")]
    NoSuchRank {
        /// The number given.
        rank: u64,
        /// States of the table.
        entries: u64,
    },
    /// A distance that no state has.
    #[error("no state is {depth} moves from the goal: the farthest are {eccentricity} away")]
    NoSuchLevel {
        /// The distance asked for, in moves.
        depth: u32,
        /// The greatest distance, in moves.
        eccentricity: u32,
    },
}

impl BoardAnswers {
    /// Answers for `goal` from the table of its [`board_subject`], where moves slide one tile.
    ///
    /// # Errors
    /// If it is another table, or the board is too large for any.
    pub fn from_table(goal: &Board, table: TableFile) -> Result<Self, AnswerError> {
        Self::from_reduced(Reduction::to_canonical(goal), table)
    }

    /// Answers for the goal and the metric of a reduction from the table of its [`board_subject`].
    ///
    /// # Errors
    /// As [`from_table`](Self::from_table).
    pub fn from_reduced(reduction: Reduction, table: TableFile) -> Result<Self, AnswerError> {
        let table = table.expect_subject(&board_subject(&reduction))?;
        let encoding = table.metadata().encoding;
        let distances = BoardDistances::new(reduction.space()?, encoding, table);
        Ok(Self::new(distances, reduction))
    }
}

impl RowAnswers {
    /// Answers for `goal` from the table of its [`row_subject`].
    ///
    /// # Errors
    /// If it is another table, or there are too many rows for any.
    pub fn from_table(puzzle: Stones, goal: Goal, table: TableFile) -> Result<Self, AnswerError> {
        let reduction = RowReduction::to_canonical(puzzle, goal);
        let table = table.expect_subject(&row_subject(&reduction, puzzle))?;
        let space = OshidoriSpace::new(puzzle, reduction.canonical_goal())?;
        let encoding = table.metadata().encoding;
        Ok(Self::new(ByState::new(space, encoding, table), reduction))
    }
}

/// Returns the table that answers for rows with this reduction.
pub fn row_subject(reduction: &RowReduction, puzzle: Stones) -> Subject {
    let goal = reduction.canonical_goal();
    Subject::Oshidori {
        puzzle,
        goal: if goal == Goal::default(puzzle) {
            "default".to_owned()
        } else {
            goal.to_string()
        },
    }
}

/// Returns the table that answers for boards with this reduction.
pub fn board_subject(reduction: &Reduction) -> Subject {
    let (shape, home) = (reduction.shape(), reduction.home() as u8);
    match reduction.metric() {
        Metric::Single => Subject::Sliding { shape, home },
        Metric::Multi => Subject::SlidingMulti { shape, home },
    }
}

impl<D, R> Answers<D, R>
where
    D: Distances<Bytes = TableFile> + Sync,
    R: Reduce<State = D::State>,
{
    fn new(distances: D, reduction: R) -> Self {
        let eccentricity = distances.bytes().metadata().eccentricity();
        Self {
            table: Table::new(distances).with_eccentricity(eccentricity),
            reduction,
        }
    }

    /// Returns what the table says of itself. Counts by depth hold for the user's goal too.
    pub fn metadata(&self) -> &Metadata {
        self.table.bytes().metadata()
    }

    /// Returns the least number of moves to the goal; `None` where none lead there.
    ///
    /// # Errors
    /// If the table contradicts itself, as in all the other answers.
    pub fn distance(&self, state: &D::State) -> Result<Option<u32>, AnswerError> {
        if !self.reduction.plausible(state) {
            return Ok(None);
        }
        Ok(self.table.distance(&self.reduction.apply(state))?)
    }

    /// One shortest way to the goal, both ends included.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn path(&self, state: &D::State) -> Result<Option<Vec<D::State>>, AnswerError> {
        if !self.reduction.plausible(state) {
            return Ok(None);
        }
        let path = self.table.path(&self.reduction.apply(state))?;
        Ok(path.map(|path| self.restore(&path)))
    }

    /// Returns every legal move with the distance after it, best first.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn hints(&self, state: &D::State) -> Result<Vec<Hint<D::State>>, AnswerError> {
        if !self.reduction.plausible(state) {
            return Ok(Vec::new());
        }
        let hints = self.table.hints(&self.reduction.apply(state))?;
        Ok(hints
            .into_iter()
            .map(|hint| Hint {
                state: self.reduction.restore(&hint.state),
                distance: hint.distance,
            })
            .collect())
    }

    /// Returns how many different shortest ways lead to the goal.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn count_paths(&self, state: &D::State) -> Result<u128, AnswerError> {
        if !self.reduction.plausible(state) {
            return Ok(0);
        }
        Ok(self.table.count_paths(&self.reduction.apply(state))?)
    }

    /// Returns up to `limit` shortest ways to the goal.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn all_paths(
        &self,
        state: &D::State,
        limit: usize,
    ) -> Result<Vec<Vec<D::State>>, AnswerError> {
        if !self.reduction.plausible(state) {
            return Ok(Vec::new());
        }
        let paths = self.table.all_paths(&self.reduction.apply(state), limit)?;
        Ok(paths.iter().map(|path| self.restore(path)).collect())
    }

    /// Returns all shortest ways to the goal, which [`next_path`](Self::next_path) finds one after
    /// another.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn paths(&self, state: &D::State) -> Result<Paths<D::State>, AnswerError> {
        if !self.reduction.plausible(state) {
            return Ok(Paths::none());
        }
        Ok(self.table.paths(&self.reduction.apply(state))?)
    }

    /// Returns the next of these ways, in the order of [`all_paths`](Self::all_paths); `None` after
    /// the last.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn next_path(
        &self,
        paths: &mut Paths<D::State>,
    ) -> Result<Option<Vec<D::State>>, AnswerError> {
        let path = self.table.next_path(paths)?;
        Ok(path.map(|path| self.restore(&path)))
    }

    /// Returns up to `limit` states at the greatest distance, read from the file's own list where
    /// it has one.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn hardest(&self, limit: usize) -> Result<Vec<D::State>, AnswerError> {
        self.at(self.metadata().eccentricity(), limit)
    }

    /// Returns up to `limit` states at distance `depth`, as [`each_at`](Self::each_at) finds them.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn at(&self, depth: u32, limit: usize) -> Result<Vec<D::State>, AnswerError> {
        let mut states = Vec::new();
        let _ = self.each_at(depth, limit, &Monitor::silent(), |found| {
            states.extend(found);
            ControlFlow::<()>::Continue(())
        })?;
        Ok(states)
    }

    /// Calls `visit` with states at distance `depth`, ascending by rank in the table, some at a
    /// time; up to `limit` in all, or until it breaks.
    ///
    /// From the file's list where the level is small enough to have one. Of a large level, some
    /// states are found by going down from the next level that is listed, at once in a table of any
    /// size. Only where many of the level's states are asked for, all states are looked at in
    /// order, and handed on as they are found: what is held does not grow with the level. Then,
    /// reports how many have been looked at.
    ///
    /// # Errors
    /// As [`distance`](Self::distance), and if the monitor asks to stop.
    pub fn each_at<B>(
        &self,
        depth: u32,
        limit: usize,
        monitor: &Monitor<'_, u64>,
        mut visit: impl FnMut(Vec<D::State>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, AnswerError> {
        if depth > self.metadata().eccentricity() {
            return Ok(ControlFlow::Continue(()));
        }
        let space = self.table.space();
        let mut visit = |ranks: &[u64]| {
            let states = ranks.iter().map(|&rank| space.unrank(rank));
            visit(states.map(|state| self.reduction.restore(&state)).collect())
        };
        let listed = self.listed(depth)?;
        let ranks = match listed {
            None => self.below_a_list(depth, limit)?,
            listed => listed,
        };
        let Some(ranks) = ranks else {
            return Ok(self.table.each_at(depth, limit, monitor, visit)?);
        };
        for ranks in ranks[..limit.min(ranks.len())].chunks(BATCH) {
            if monitor.stopped() {
                return Err(TableError::Stopped.into());
            }
            if let stop @ ControlFlow::Break(_) = visit(ranks) {
                return Ok(stop);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// `limit` states of a level that has many more, from a list of a farther one.
    fn below_a_list(&self, depth: u32, limit: usize) -> Result<Option<Vec<u64>>, AnswerError> {
        let metadata = self.metadata();
        // Bytes are read faster than states are moved.
        if metadata.encoding == Encoding::Byte
            || (limit as u64).saturating_mul(FEW) > metadata.counts[depth as usize]
        {
            return Ok(None);
        }
        let farther = metadata.listed.iter().map(|level| level.depth);
        let Some(farther) = farther.filter(|&listed| listed > depth).min() else {
            return Ok(None);
        };
        let starts = self.listed(farther)?.unwrap_or_default();
        let ranks = self.table.ranks_below(&starts, farther - depth, limit);
        self.table.undamaged(Ok(()))?;
        Ok((ranks.len() == limit).then_some(ranks))
    }

    /// Returns the file's list of a level, if it has one.
    pub(crate) fn listed(&self, depth: u32) -> Result<Option<Vec<u64>>, FormatError> {
        self.table.bytes().listed(depth)
    }

    /// Draws among all states before one of `count` is given up.
    pub(crate) fn tries(&self, count: u64) -> u64 {
        let average = self.table.space().len().div_ceil(count.max(1));
        average.saturating_mul(TRIES)
    }

    /// Returns the table in its own terms.
    pub(crate) fn table(&self) -> &Table<D> {
        &self.table
    }

    /// Returns the table's file, or what stands for it in memory.
    pub fn file(&self) -> &TableFile {
        self.table.bytes()
    }

    /// How the user's states become the table's.
    pub(crate) fn reduction(&self) -> &R {
        &self.reduction
    }

    /// `number` states drawn independently and uniformly among those at distance `depth`; fewer if
    /// none is there, or if they are so rare that drawing does not find them.
    ///
    /// From the file's list where there is one; else all states are drawn from until one fits,
    /// which leaves each that fits equally likely.
    ///
    /// # Errors
    /// As [`distance`](Self::distance).
    pub fn random_at(
        &self,
        depth: u32,
        number: usize,
        rng: &mut impl Rng,
    ) -> Result<Vec<D::State>, AnswerError> {
        let mut states = Vec::new();
        let space = self.table.space();
        if depth > self.metadata().eccentricity() {
            return Ok(states);
        }
        if let Some(ranks) = self.listed(depth)? {
            states.extend((0..number).filter_map(|_| {
                let rank = *ranks.get(rng.random_range(0..ranks.len()))?;
                Some(self.reduction.restore(&space.unrank(rank)))
            }));
            return Ok(states);
        }
        let tries = self.tries(self.metadata().counts[depth as usize]);
        while states.len() < number {
            let Some(state) = self.table.random_at(depth, tries, rng)? else {
                break;
            };
            states.push(self.reduction.restore(&state));
        }
        Ok(states)
    }

    fn restore(&self, path: &[D::State]) -> Vec<D::State> {
        path.iter()
            .map(|state| self.reduction.restore(state))
            .collect()
    }
}
