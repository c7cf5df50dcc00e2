//! Numbers the rows of a puzzle: the rank is `place · orders + rank of the order`, see
//! [`StoneOrders`]. The place is the cell of the gap, or on an open line the number of the set of
//! holes, see [`colex`].

use thiserror::Error;

use super::{Goal, Jump, Row, StoneOrders, Stones};
use crate::{
    RankedSpace,
    pattern::{MOST_CELLS, colex},
    ranked::check_rank,
};

/// The rows of a puzzle and a goal, numbered `0..states` by holes, then by order in lexicographic
/// order.
///
/// ```
/// use tilebase_core::{RankedSpace, oshidori::{Goal, OshidoriSpace, Row}};
/// let stones = "oshidori-kinds-6".parse()?;
/// let space = OshidoriSpace::new(stones, Goal::default(stones))?;
/// assert_eq!(space.len(), 97_297_200);
/// let start = Row::start(stones);
/// assert_eq!(space.unrank(space.rank(&start)), start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct OshidoriSpace {
    orders: StoneOrders,
    /// The number of sets of cells that can be without stones.
    places: u64,
    goal: Goal,
}

/// A puzzle and a goal whose rows cannot be numbered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotRanked {
    /// The puzzle has too many rows, too long an open line, or too many places for its holes.
    #[error(
        "there are too many rows of {0} to rank: at most {most} rows can be ranked, and open lines \
            of at most {MOST_CELLS} cells and 2^32 places for the holes",
        most = OshidoriSpace::MOST_STATES
    )]
    TooManyRows(Stones),
    /// Too many rows meet the goal.
    #[error(
        "more than {most} rows of {0} meet the goal; choose one of them",
        most = Goal::MOST_ROWS
    )]
    TooManyGoals(Stones),
}

impl OshidoriSpace {
    /// The largest number of states of a space. At 2 bits each they take 16 GiB.
    pub const MOST_STATES: u64 = StoneOrders::MOST_STATES;

    /// Returns the space of the rows of `puzzle` with a goal.
    ///
    /// # Errors
    /// If there are more than [`MOST_STATES`](Self::MOST_STATES) states, if an open line has more
    /// than 64 cells or its places for holes do not fit 32 bits, or if there are more goals than
    /// can be [listed](Goal::rows).
    pub fn new(puzzle: Stones, goal: Goal) -> Result<Self, NotRanked> {
        let places = if puzzle.rules().is_open() {
            (puzzle.cells() <= MOST_CELLS)
                .then(|| colex::count(puzzle.cells(), puzzle.holes()))
                .filter(|&places| places < u32::MAX)
        } else {
            Some(puzzle.stones() as u32 + 1)
        };
        let orders = StoneOrders::new(puzzle).zip(places);
        let (orders, places) = orders.ok_or(NotRanked::TooManyRows(puzzle))?;
        if goal.rows(puzzle).is_none() {
            return Err(NotRanked::TooManyGoals(puzzle));
        }
        Ok(Self {
            orders,
            places: places.into(),
            goal,
        })
    }

    /// Returns the puzzle's stones.
    #[inline]
    pub fn puzzle(&self) -> Stones {
        self.orders.puzzle()
    }

    /// Returns the goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns the numbering of the orders, which ranks the rows with the same gap.
    #[inline]
    pub fn orders(&self) -> &StoneOrders {
        &self.orders
    }

    /// Returns the place of a row.
    #[inline]
    fn place(&self, row: &Row) -> u64 {
        if self.puzzle().rules().is_open() {
            colex::rank(row.holes() as u64).into()
        } else {
            row.gap() as u64
        }
    }

    /// Returns the moves of a row by [plain](super::Rules::is_plain) rules as the cells of the
    /// blocks that jump, each with the rank that it leads to, by ascending cell.
    ///
    /// A jump changes the order only between the old gap and the new one, so a neighbour differs
    /// from the row's own `rank` in the digits of these places and in the gap. No other digit is
    /// computed.
    ///
    /// ```
    /// use tilebase_core::{RankedSpace, oshidori::{Goal, OshidoriSpace, Row}};
    /// let stones = "oshidori-bw-3".parse()?;
    /// let space = OshidoriSpace::new(stones, Goal::default(stones))?;
    /// let row = Row::start(stones);
    /// for (cell, rank) in space.ranked_moves(&row, space.rank(&row)) {
    ///     let mut next = row;
    ///     next.jump(next.numbered(cell as u32));
    ///     assert_eq!(rank, space.rank(&next));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ranked_moves<'a>(
        &'a self,
        row: &'a Row,
        rank: u64,
    ) -> impl Iterator<Item = (usize, u64)> + 'a {
        let (orders, order) = (&self.orders, row.stone_order());
        let (gap, block) = (row.gap(), self.puzzle().block());
        let at_gap = orders.append((orders.all(), 0), &order[..gap]);
        let ranked = move |cell: usize, old: u64, new: u64| {
            let gaps = (cell as u64)
                .wrapping_sub(gap as u64)
                .wrapping_mul(orders.len());
            (
                cell,
                rank.wrapping_add(gaps).wrapping_add(new.wrapping_sub(old)),
            )
        };
        // A x B | C becomes A | B x C. `before` belongs to A.
        let mut before = (orders.all(), 0);
        let left = (0..(gap + 1).saturating_sub(block)).map(move |cell| {
            let (moved, passed) = order[cell..gap].split_at(block);
            let after = orders.append(orders.append(before, passed), moved);
            before = orders.append(before, &order[cell..cell + 1]);
            ranked(cell, at_gap.1, after.1)
        });
        // A | B x C becomes A x B | C. `end` belongs to A B x.
        let (mut end, mut known) = (at_gap, gap);
        let right = (gap + block..order.len() + 1).map(move |cell| {
            let (passed, moved) = order[gap..cell].split_at(cell - gap - block);
            let after = orders.append(orders.append(at_gap, moved), passed);
            end = orders.append(end, &order[known..cell]);
            known = cell;
            ranked(cell, end.1, after.1)
        });
        left.chain(right)
    }
}

impl RankedSpace for OshidoriSpace {
    type State = Row;

    #[inline]
    fn len(&self) -> u64 {
        self.places * self.orders.len()
    }

    #[inline]
    fn rank(&self, row: &Row) -> u64 {
        self.place(row) * self.orders.len() + self.orders.rank(row.stone_order())
    }

    fn unrank(&self, rank: u64) -> Row {
        check_rank(rank, self.len());
        let (place, order) = (rank / self.orders.len(), rank % self.orders.len());
        let puzzle = self.puzzle();
        let holes = if puzzle.rules().is_open() {
            colex::unrank(place as u32, puzzle.holes()).into()
        } else {
            puzzle.holes_at(place as usize)
        };
        Row::from_parts(puzzle, holes, self.orders.unrank(order))
    }

    #[inline]
    fn neighbours(&self, row: &Row, mut visit: impl FnMut(Row)) {
        for jump in row.moves() {
            let mut next = *row;
            next.jump(jump);
            visit(next);
        }
    }

    #[inline]
    fn ranked_neighbours(&self, row: &Row, rank: u64, mut visit: impl FnMut(Row, u64)) {
        if !self.puzzle().rules().is_plain() {
            return self.neighbours(row, |next| visit(next, self.rank(&next)));
        }
        let (to, turned) = (row.gap(), false);
        for (from, rank) in self.ranked_moves(row, rank) {
            let mut next = *row;
            next.jump(Jump { from, to, turned });
            visit(next, rank);
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
