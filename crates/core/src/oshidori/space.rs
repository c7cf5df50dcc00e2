//! Numbering the rows of a puzzle: `gap · words + rank of the word`, see [`Words`].

use thiserror::Error;

use super::{Goal, Row, Stones, Words};
use crate::RankedSpace;

/// The rows of a puzzle and a goal, numbered `0..states` by gap, then by word in lexicographic order.
///
/// ```
/// use tilebase_core::{RankedSpace, oshidori::{Goal, OshidoriSpace, Row}};
/// let puzzle = "oshidori-kinds-6".parse()?;
/// let space = OshidoriSpace::new(puzzle, Goal::default(puzzle))?;
/// assert_eq!(space.len(), 97_297_200);
/// let start = Row::start(puzzle);
/// assert_eq!(space.unrank(space.rank(&start)), start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct OshidoriSpace {
    words: Words,
    goal: Goal,
}

/// Why rows are not numbered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotRanked {
    /// Too many rows.
    #[error("rows of {0} are not ranked: there are more than {most} of them", most = OshidoriSpace::MOST_STATES)]
    TooManyRows(Stones),
    /// Too many of them are goals.
    #[error("more than {most} rows of {0} meet the goal `any`; choose one of them", most = Goal::MOST_ROWS)]
    TooManyGoals(Stones),
}

impl OshidoriSpace {
    /// The most states a ranked puzzle has: 2 bits each, they take 16 GiB.
    pub const MOST_STATES: u64 = 1 << 36;

    /// The rows of `puzzle`, to be brought to `goal`.
    ///
    /// # Errors
    /// If there are more than [`MOST_STATES`](Self::MOST_STATES), or more goals than can be
    /// [listed](Goal::rows).
    pub fn new(puzzle: Stones, goal: Goal) -> Result<Self, NotRanked> {
        let words = Words::new(puzzle).ok_or(NotRanked::TooManyRows(puzzle))?;
        if goal.rows(puzzle).is_none() {
            return Err(NotRanked::TooManyGoals(puzzle));
        }
        Ok(Self { words, goal })
    }

    /// The stones there are.
    pub fn puzzle(&self) -> Stones {
        self.words.puzzle()
    }

    /// What is to be reached.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The words that rows with one gap are numbered by.
    pub fn words(&self) -> &Words {
        &self.words
    }
}

impl RankedSpace for OshidoriSpace {
    type State = Row;

    fn len(&self) -> u64 {
        (self.puzzle().stones() as u64 + 1) * self.words.len()
    }

    fn rank(&self, row: &Row) -> u64 {
        row.gap() as u64 * self.words.len() + self.words.rank(row.word())
    }

    fn unrank(&self, rank: u64) -> Row {
        assert!(
            rank < self.len(),
            "rank {rank} is beyond the {} states",
            self.len()
        );
        let (gap, word) = (rank / self.words.len(), rank % self.words.len());
        Row::from_parts(self.puzzle(), gap as usize, self.words.unrank(word))
    }

    fn neighbours(&self, row: &Row, mut visit: impl FnMut(Row)) {
        for cell in row.moves() {
            let mut next = *row;
            next.jump(cell);
            visit(next);
        }
    }

    fn goals(&self) -> Vec<u64> {
        let rows = self
            .goal
            .rows(self.puzzle())
            .expect("counted when the space was made");
        let mut ranks: Vec<u64> = rows.iter().map(|row| self.rank(row)).collect();
        ranks.sort_unstable();
        ranks
    }
}
