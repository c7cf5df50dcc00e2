//! Numbers the arrangements of stones without the gap.
//!
//! An *order* is an arrangement of stones without the gap, read from left to right. What can follow
//! its first stones depends only on the *rest*, the numbers of stones of each kind that are left.
//! The rest is written as one number, its *code*. Two tables indexed by code give all lexicographic
//! ranks: the number of orders of a rest, and the number of those that start with a lesser kind
//! than a given one. The rank of an order is the sum of the latter numbers along the order.
//!
//! Orders with the same first stones have consecutive ranks. Fast builders rely on that.

use super::{Stones, stones::MAX_STONES};
use crate::ranked::check_rank;

/// The lexicographic numbering of the orders of a puzzle, and of the orders of each rest.
///
/// ```
/// use tilebase_core::oshidori::{Stones, StoneOrders};
/// let orders = StoneOrders::new("oshidori-bw-2".parse()?).expect("a small puzzle");
/// assert_eq!(orders.len(), 6); // BBWW, BWBW, BWWB, WBBW, WBWB, WWBB
/// assert_eq!(orders.rank(&[2, 1, 1, 2]), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct StoneOrders {
    puzzle: Stones,
    /// The number of orders, by code.
    count: Vec<u64>,
    /// The number of orders that start with a lesser kind, by code and kind. The kind after the
    /// last has all orders before it.
    before: Vec<u64>,
    /// The amount by which one more stone raises a code, by kind. Kind 0 does not exist.
    weight: Vec<usize>,
}

impl StoneOrders {
    /// The largest number of states, orders times gaps, of a puzzle whose orders are numbered.
    pub(super) const MOST_STATES: u64 = 1 << 36;

    /// Returns the numbering of a puzzle's orders; `None` if the puzzle has more than
    /// [`OshidoriSpace::MOST_STATES`](super::OshidoriSpace::MOST_STATES) states.
    pub fn new(puzzle: Stones) -> Option<Self> {
        puzzle
            .states()
            .filter(|&states| states <= Self::MOST_STATES)?;
        let kinds = puzzle.kinds();
        let (mut weight, mut codes) = (vec![0], 1);
        for count in puzzle.counts() {
            weight.push(codes);
            codes *= count + 1;
        }
        let mut orders = Self {
            puzzle,
            count: vec![1; codes],
            before: vec![0; codes * (kinds + 2)],
            weight,
        };
        for code in 1..codes {
            let mut sum = 0;
            for kind in 1..=kinds {
                orders.before[code * (kinds + 2) + kind] = sum;
                if orders.left(code, kind) > 0 {
                    sum += orders.count[code - orders.weight[kind]];
                }
            }
            orders.before[code * (kinds + 2) + kinds + 1] = sum;
            orders.count[code] = sum;
        }
        Some(orders)
    }

    /// Returns the puzzle's stones.
    #[inline]
    pub fn puzzle(&self) -> Stones {
        self.puzzle
    }

    /// Returns the number of orders of all stones.
    #[allow(clippy::len_without_is_empty, reason = "there is always an order")]
    #[inline]
    pub fn len(&self) -> u64 {
        self.count[self.all()]
    }

    /// Returns the code of all stones.
    pub fn all(&self) -> usize {
        self.count.len() - 1
    }

    /// Returns the number of stones of `kind` in the rest `code`.
    #[inline]
    pub fn left(&self, code: usize, kind: usize) -> usize {
        let above = self
            .weight
            .get(kind + 1)
            .copied()
            .unwrap_or(self.count.len());
        code % above / self.weight[kind]
    }

    /// Returns the amount by which one more stone of `kind` raises a code.
    #[inline]
    pub fn weight(&self, kind: u8) -> usize {
        self.weight[usize::from(kind)]
    }

    /// Returns the number of orders of the rest `code`.
    #[inline]
    pub fn count(&self, code: usize) -> u64 {
        self.count[code]
    }

    /// Returns the number of orders of the rest `code` that start with a lesser kind.
    #[inline]
    pub fn before(&self, code: usize, kind: u8) -> u64 {
        self.before[code * (self.weight.len() + 1) + usize::from(kind)]
    }

    /// Returns the number of orders of the rest `code` that start with `kind`; 0 if the rest has no
    /// such stone.
    #[inline]
    pub fn starting_with(&self, code: usize, kind: u8) -> u64 {
        self.before(code, kind + 1) - self.before(code, kind)
    }

    /// Appends `stones` to the beginning of an order, which is given by the code of its rest and
    /// the least rank of an order that begins so. Returns the code and the rank of the longer
    /// beginning.
    #[inline]
    pub fn append(&self, (mut code, mut rank): (usize, u64), stones: &[u8]) -> (usize, u64) {
        for &stone in stones {
            rank += self.before(code, stone);
            code -= self.weight(stone);
        }
        (code, rank)
    }

    /// Returns the rank of an order of all stones, less than [`len`](Self::len).
    #[inline]
    pub fn rank(&self, order: &[u8]) -> u64 {
        self.append((self.all(), 0), order).1
    }

    /// Returns the order of a rank, followed by zeros.
    ///
    /// # Panics
    /// If `rank` is not less than [`len`](Self::len).
    pub(super) fn unrank(&self, mut rank: u64) -> [u8; MAX_STONES] {
        check_rank(rank, self.len());
        let mut order = [0; MAX_STONES];
        let mut code = self.all();
        for slot in &mut order[..self.puzzle.stones()] {
            // The kind is the first whose orders end beyond the rank.
            let mut kind = 1;
            while rank - self.before(code, kind) >= self.starting_with(code, kind) {
                kind += 1;
            }
            rank -= self.before(code, kind);
            code -= self.weight(kind);
            *slot = kind;
        }
        order
    }
}
