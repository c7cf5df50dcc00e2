//! Numbers the arrangements of stones.
//!
//! A *word* is an arrangement of stones without the gap, read from left to right. What can follow
//! its first stones depends only on the *rest*: how many stones of each kind are left, written as
//! one number, the *code*. Two tables by code give all lexicographic ranks: how many words a rest
//! has, and how many of them start with a lesser kind than a given one. The rank of a word is the
//! sum of the latter along it.
//!
//! Words with the same first stones have consecutive ranks. Fast builders rely on that.

use super::{Stones, row::MAX_STONES};

/// The numbering of the words of a puzzle, and of what can follow any first stones, in
/// lexicographic order.
///
/// ```
/// use tilebase_core::oshidori::{Stones, Words};
/// let words = Words::new(Stones::black_and_white(2)?).expect("a small stones");
/// assert_eq!(words.len(), 6); // BBWW, BWBW, BWWB, WBBW, WBWB, WWBB
/// assert_eq!(words.rank(&[2, 1, 1, 2]), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Words {
    puzzle: Stones,
    /// By code: the number of words.
    count: Vec<u64>,
    /// By code and kind: the number of words that start with a lesser kind; one more than there are
    /// kinds has all words before it.
    before: Vec<u64>,
    /// By kind: how much a code grows with one more stone. Kind 0 is no stone.
    weight: Vec<usize>,
}

impl Words {
    /// The most states, words times gaps, of a puzzle whose words are numbered.
    pub(super) const MOST_STATES: u64 = 1 << 36;

    /// Returns the numbering for a puzzle with at most
    /// [`OshidoriSpace::MOST_STATES`](super::OshidoriSpace::MOST_STATES) states, and `None` for a
    /// larger one.
    pub fn new(puzzle: Stones) -> Option<Self> {
        puzzle
            .states()
            .filter(|&states| states <= Self::MOST_STATES)?;
        let (kinds, radix) = (puzzle.kinds(), puzzle.each() + 1);
        let weight: Vec<usize> = std::iter::once(0)
            .chain((0..kinds).map(|kind| radix.pow(kind as u32)))
            .collect();
        let codes = radix.pow(kinds as u32);
        let mut words = Self {
            puzzle,
            count: vec![1; codes],
            before: vec![0; codes * (kinds + 2)],
            weight,
        };
        for code in 1..codes {
            let mut sum = 0;
            for kind in 1..=kinds {
                words.before[code * (kinds + 2) + kind] = sum;
                if words.left(code, kind) > 0 {
                    sum += words.count[code - words.weight[kind]];
                }
            }
            words.before[code * (kinds + 2) + kinds + 1] = sum;
            words.count[code] = sum;
        }
        Some(words)
    }

    /// Returns the puzzle's stones.
    #[inline]
    pub fn puzzle(&self) -> Stones {
        self.puzzle
    }

    /// Returns the number of words of all stones.
    #[allow(clippy::len_without_is_empty, reason = "there is always a word")]
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
        code / self.weight[kind] % (self.puzzle.each() + 1)
    }

    /// Returns how much a code grows with one more stone of `kind`.
    #[inline]
    pub fn weight(&self, kind: u8) -> usize {
        self.weight[usize::from(kind)]
    }

    /// Returns the number of words of the rest `code`.
    #[inline]
    pub fn count(&self, code: usize) -> u64 {
        self.count[code]
    }

    /// Returns the number of words of the rest `code` that start with a lesser kind.
    #[inline]
    pub fn before(&self, code: usize, kind: u8) -> u64 {
        self.before[code * (self.weight.len() + 1) + usize::from(kind)]
    }

    /// Returns the number of words of the rest `code` that start with `kind`, 0 if the rest has
    /// none.
    #[inline]
    pub fn starting_with(&self, code: usize, kind: u8) -> u64 {
        self.before(code, kind + 1) - self.before(code, kind)
    }

    /// Appends `stones` to first stones, which are given by the code of the rest and the least rank
    /// of a word that begins with them. Returns the same two for the longer beginning.
    #[inline]
    pub fn append(&self, (mut code, mut rank): (usize, u64), stones: &[u8]) -> (usize, u64) {
        for &stone in stones {
            rank += self.before(code, stone);
            code -= self.weight(stone);
        }
        (code, rank)
    }

    /// Returns the rank of a word of all stones, less than [`len`](Self::len).
    #[inline]
    pub fn rank(&self, word: &[u8]) -> u64 {
        self.append((self.all(), 0), word).1
    }

    /// Returns the word of a rank, followed by zeros.
    ///
    /// # Panics
    /// If `rank` is not less than [`len`](Self::len).
    pub(super) fn unrank(&self, mut rank: u64) -> [u8; MAX_STONES] {
        assert!(
            rank < self.len(),
            "rank {rank} is beyond the {} words",
            self.len()
        );
        let mut word = [0; MAX_STONES];
        let mut code = self.all();
        for slot in &mut word[..self.puzzle.stones()] {
            // The kind is the first whose words end beyond the rank.
            let mut kind = 1;
            while rank - self.before(code, kind) >= self.starting_with(code, kind) {
                kind += 1;
            }
            rank -= self.before(code, kind);
            code -= self.weight(kind);
            *slot = kind;
        }
        word
    }
}
